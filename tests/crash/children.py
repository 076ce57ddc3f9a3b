"""What the suite runs in processes of their own, to be killed from outside.

The product holds no hooks for this: a night is `run_night` with a runner that tells its parent where
it is and, where asked, waits there. Prefect is left out (its start costs ten seconds a night) but for
the tests that are about it. Processes come from a fork server that has imported everything once.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import multiprocessing
import os
import resource
import sys
import traceback
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

TODAY = date(2026, 11, 29)
_PRELOADED = ["flows.cli", "flows.night", "flows.stages", "flows.summary", "tests.crash.children"]

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(_PRELOADED)


@dataclass
class Child:
    """A running child: its process and what it says, as tuples beginning with a word."""

    process: ForkServerProcess
    channel: Connection
    heard: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self.process.pid is not None
        return self.process.pid

    def hear(self, patience: float = 120.0) -> tuple[Any, ...] | None:
        """The next thing it says; None when it has ended. Raises TimeoutError."""
        if not self.channel.poll(patience):
            raise TimeoutError(f"the child says nothing after {self.heard[-3:]}")
        try:
            said: tuple[Any, ...] = self.channel.recv()
        except (EOFError, ConnectionResetError):
            return None
        self.heard.append(said)
        return said

    def hear_until(self, *wanted: Any) -> bool:
        """Listen until it says exactly this; False when it ends before. A waiting child is let go on."""
        while (said := self.hear()) is not None:
            if said == wanted:
                return True
            self.go_on()
        return False

    def go_on(self) -> None:
        """Let it go on from where it waits."""
        with contextlib.suppress(OSError):
            self.channel.send("go on")

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        self.process.kill()
        self.process.join()
        self.channel.close()

    def end(self, patience: float = 120.0) -> int:
        """Wait for its end and give its exit code. Raises TimeoutError after killing it."""
        while self.hear(patience) is not None:
            pass
        self.process.join(patience)
        if self.process.exitcode is None:
            self.kill()
            raise TimeoutError("the child does not end")
        self.channel.close()
        return self.process.exitcode


def start(target: Callable[..., None], *arguments: Any) -> Child:
    """Start a function of this module in a process of its own; its first argument is the channel."""
    ours, theirs = _context.Pipe()
    process = _context.Process(target=target, args=(theirs, *arguments), daemon=True)
    process.start()
    theirs.close()
    return Child(process, ours)


# -- nights ----------------------------------------------------------------------------------------


def night(channel: Connection, home: Path, bases: Mapping[str, str], waits: bool = False) -> None:
    """One night without Prefect. Says ("begin", step) and ("end", step), at last ("done", exit code).

    With `waits` it stands still after each, until it is told to go on.
    """
    from flows.night import run_night

    def tell(*words: Any) -> None:
        channel.send(words)
        if waits:
            channel.recv()

    def runner(name: str, step: Callable[..., Any], *arguments: object) -> Any:
        tell("begin", name)
        result = step(*arguments)
        tell("end", name)
        return result

    tell("born", os.getpid())
    report = run_night(plan_for(home, bases), runner)
    channel.send(("done", report.exit_code))


def plan_for(home: Path, bases: Mapping[str, str], **more: Any) -> Any:
    """The plan of a night over a sample world that the test holds."""
    from flows.night_plan import NightPlan

    return NightPlan(
        home=home,
        sites=tuple(bases),
        today=TODAY,
        bases=bases,
        pace=dict.fromkeys(bases, 0.0),
        official_budget=5000,
        **more,
    )


# -- commands --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """What is taken from a command before it runs. Bytes; `rights` are root's over files' modes."""

    file_size: int | None = None
    memory: int | None = None
    rights: bool = False


def command(
    channel: Connection,
    arguments: list[str],
    environment: Mapping[str, str],
    limits: Limits | None = None,
) -> None:
    """The command line itself, without Prefect. Says ("out", exit code, stdout, stderr)."""
    os.environ.update(environment)
    # The night says that Prefect is not there, and runs without it.
    sys.modules["prefect"] = None  # type: ignore[assignment]
    from flows.cli import run

    _take_away(limits or Limits())
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = run(arguments)
        except BaseException:
            traceback.print_exc()
            code = -1
    channel.send(("out", code, out.getvalue(), err.getvalue()))


def _take_away(limits: Limits) -> None:
    if limits.file_size is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_size, limits.file_size))
    if limits.memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    if limits.rights and os.geteuid() == 0:
        _obey_modes()


def _obey_modes() -> None:
    """Drop the capabilities by which root writes where a directory's mode forbids it."""
    override, read_search = 1, 2
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.capget(header, data):
        raise OSError(ctypes.get_errno(), "capget")
    keep = ~((1 << override) | (1 << read_search)) & 0xFFFFFFFF
    data[0], data[1] = data[0] & keep, data[1] & keep
    if libc.capset(header, data):
        raise OSError(ctypes.get_errno(), "capset")


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of stderr."""
        return [line for line in self.err.splitlines() if line.strip()]


def run_command(
    arguments: list[str], environment: Mapping[str, str] | None = None, limits: Limits | None = None
) -> Outcome:
    """Run the command line in a child and wait for its end."""
    child = start(command, arguments, dict(environment or {}), limits)
    said = child.hear()
    code = child.end()
    if said is None:
        raise RuntimeError(f"the command ended with {code} and said nothing")
    return Outcome(*said[1:])


# -- readers ---------------------------------------------------------------------------------------


def reader(channel: Connection, home: Path) -> None:
    """Open the published copy over and over, as a user would, until told to end.

    Says ("ready",) after the first reading, then ("read", {what it saw: how often}, [errors]).
    """
    import duckdb

    seen: dict[str, int] = {}
    errors: list[str] = []
    path = str(home / "census.duckdb")
    first = True
    while not channel.poll(0):
        try:
            con = duckdb.connect(path, read_only=True)
            try:
                state = reading(con)
            finally:
                con.close()
            seen[state] = seen.get(state, 0) + 1
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
        if first:
            channel.send(("ready",))
            first = False
    channel.recv()
    channel.send(("read", seen, errors[:20]))


def holder(channel: Connection, home: Path) -> None:
    """Hold the published copy open and read from it before and after being told to."""
    import duckdb

    con = duckdb.connect(str(home / "census.duckdb"), read_only=True)
    channel.send(("before", reading(con)))
    channel.recv()
    channel.send(("after", reading(con)))
    con.close()


def reading(con: Any) -> str:
    """What the published tables come to: counts, and whether their rows belong together."""
    counts = con.execute(
        "select (select count(*) from deck), (select count(*) from deck_line), "
        "(select count(*) from deck_card), (select count(*) from verdict), "
        "(select coalesce(sum(decks), 0) from commander_popularity), "
        "(select count(*) from verdict anti join deck using (deck_id)), "
        "(select count(*) from deck anti join verdict using (deck_id) where is_current)"
    ).fetchone()
    return repr(counts)


def foreign_writer(channel: Connection, path: Path) -> None:
    """Hold a database file open for writing, as another program would."""
    import duckdb

    con = duckdb.connect(str(path))
    channel.send(("held",))
    channel.recv()
    con.close()
