"""The lock of a home: one process at a time may crawl, load and publish.

The holder is written down in `<home>/lock.json`: pid, the process's start time and the boot, host
and process namespace it belongs to, and a heartbeat renewed by a thread. The lock is free when that
process is gone (also after kill -9, a reboot, or when its pid is another process's by now) or its
heartbeat is older than the time to live, which is all that can be known of another machine.
Taking, renewing and giving back are each done under a short flock on `<home>/lock.guard`, so that of
two that start at once one wins.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
import socket
import threading
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from schema.errors import Locked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

DEFAULT_TTL = 600.0


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock.

    `process_start` is in clock ticks since boot, None where unknown; times are Unix seconds.
    """

    pid: int
    process_start: int | None
    boot: str
    host: str
    namespace: str
    token: str
    taken_at: float
    heartbeat: float
    ttl: float

    def is_alive(self, now: float) -> bool:
        """Tell whether the holder still counts: its heartbeat is fresh and its process not known dead."""
        if now - self.heartbeat > self.ttl:
            return False
        if self.host != socket.gethostname():
            return True
        if self.boot != _boot():
            return False
        if self.namespace != _namespace():
            return True
        return _runs(self.pid, self.process_start)

    def __str__(self) -> str:
        since = datetime.fromtimestamp(self.taken_at, UTC)
        return f"pid {self.pid} on {self.host} since {since:%Y-%m-%d %H:%M:%S} UTC"


class HomeLock:
    """A context manager that holds a home's lock, or raises Locked naming the holder's pid.

    `ttl` is the time to live in seconds; the heartbeat is renewed five times as often. A holder
    that was stopped for longer loses the lock to the next: `check` raises Locked then, to be called
    before anything is published.
    """

    def __init__(self, home: Path, ttl: float = DEFAULT_TTL) -> None:
        self.home = Path(home)
        self.ttl = ttl
        self._file = self.home / "lock.json"
        self._held: Holder | None = None
        self._stop = threading.Event()
        self._lost = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> HomeLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def acquire(self) -> None:
        """Take the lock, over a dead holder if need be. Raises Locked at once where a live one holds it."""
        self.home.mkdir(parents=True, exist_ok=True)
        now = time.time()
        mine = Holder(
            pid=os.getpid(),
            process_start=_process_start(os.getpid()),
            boot=_boot(),
            host=socket.gethostname(),
            namespace=_namespace(),
            token=secrets.token_hex(8),
            taken_at=now,
            heartbeat=now,
            ttl=self.ttl,
        )
        with self._guard():
            other = self._read()
            if other is not None and other.is_alive(now):
                raise _held(self.home, other)
            self._write(mine)
        self._held = mine
        self._stop.clear()
        self._lost.clear()
        self._thread = threading.Thread(target=self._beat, name="home-lock", daemon=True)
        self._thread.start()

    def release(self) -> None:
        """Give the lock back; a lock that was lost to another is left alone."""
        held, self._held = self._held, None
        if held is None or held.pid != os.getpid():
            return
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        with self._guard():
            other = self._read()
            if other is not None and other.token == held.token:
                self._file.unlink(missing_ok=True)

    def check(self) -> None:
        """Raise Locked unless this process still holds the lock."""
        held = self._held
        with self._guard():
            other = self._read()
        if held is None or self._lost.is_set() or other is None or other.token != held.token:
            raise Locked(
                f"the lock of {self.home} was lost to {other or 'another run'}",
                hint="this run slept for longer than its lock lives; run it again",
            )

    def refuse(self) -> None:
        """Raise Locked where a live holder has the lock, without taking it."""
        other = self.holder()
        if other is not None:
            raise _held(self.home, other)

    def holder(self) -> Holder | None:
        """Say who holds the lock now; None where it is free or its holder is dead."""
        if not self._file.exists():
            return None
        with self._guard():
            other = self._read()
        return other if other is not None and other.is_alive(time.time()) else None

    def _beat(self) -> None:
        while not self._stop.wait(self.ttl / 5):
            held = self._held
            if held is None:
                return
            with contextlib.suppress(OSError), self._guard():
                other = self._read()
                if other is None or other.token != held.token:
                    self._lost.set()
                    return
                self._write(Holder(**{**asdict(held), "heartbeat": time.time()}))

    def _read(self) -> Holder | None:
        try:
            holder = Holder(**json.loads(self._file.read_text(encoding="utf-8")))
            is_ours = 0 < holder.pid < 1 << 31 and holder.heartbeat + holder.ttl > 0
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            is_ours = False
        # Writing is one rename, so what else is there is a power cut's leftover, or foreign.
        return holder if is_ours else None

    def _write(self, holder: Holder) -> None:
        aside = self._file.with_name(f"lock.{os.getpid()}.tmp")
        with aside.open("w", encoding="utf-8") as stream:
            json.dump(asdict(holder), stream)
            stream.flush()
            os.fsync(stream.fileno())
        aside.replace(self._file)

    @contextlib.contextmanager
    def _guard(self) -> Iterator[None]:
        descriptor = os.open(self.home / "lock.guard", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _held(home: Path, holder: Holder) -> Locked:
    return Locked(
        f"{home} is held by {holder}", hint="wait until that run has ended; a dead run's lock frees itself"
    )


def _process_start(pid: int) -> int | None:
    """Read a process's start in clock ticks since boot; None without /proc. Raises FileNotFoundError."""
    if not Path("/proc/self/stat").exists():
        return None
    # The second field is the command in brackets and may hold anything; count from the last bracket.
    fields = (
        Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    )
    if fields[0] in ("Z", "X"):
        raise FileNotFoundError(pid)
    return int(fields[19])


def _runs(pid: int, process_start: int | None) -> bool:
    try:
        # Refused for another user's process: it is there; only its start tells whether it is the holder.
        with contextlib.suppress(PermissionError):
            os.kill(pid, 0)
        return process_start is None or _process_start(pid) == process_start
    except (ProcessLookupError, FileNotFoundError):
        return False


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _namespace() -> str:
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""
