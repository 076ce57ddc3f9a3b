"""The command line: `deckcensus COMMAND`, also `python -m flows`.

Each command lives in a file of `flows/commands/` and imports what it needs when it runs: a command
that only reads never imports Prefect. Exit codes: 0 done · 1 error · 2 usage · 3 partial ·
4 findings · 75 locked · 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flows.commands.add import add
from flows.commands.cards import app as cards
from flows.commands.check import check
from flows.commands.doctor import doctor
from flows.commands.export import export
from flows.commands.formats import formats
from flows.commands.nightly import nightly
from flows.commands.options import GLOBAL
from flows.commands.query import query
from flows.commands.replay import replay
from flows.commands.report import report
from flows.commands.serve import serve
from flows.commands.what_if import what_if
from flows.output import notes, one_line
from schema.errors import CensusError

if TYPE_CHECKING:
    from collections.abc import Sequence

_ClickError: Any = typer.BadParameter.__mro__[2]
INTERRUPTED = 130

app = typer.Typer(
    name="deckcensus",
    help="The nightly census of commander decklists: crawl, keep, parse, judge by dated rules, publish.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from flows.version import VERSION

        sys.stdout.write(f"deckcensus {VERSION}\n")
        raise typer.Exit


@app.callback()
def options(
    home: Annotated[
        Path | None,
        typer.Option(
            "--home", help="Where everything is kept (else DECKCENSUS_HOME, else ./census).", metavar="DIR"
        ),
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """The nightly census of commander decklists."""
    GLOBAL.home = home
    GLOBAL.debug = GLOBAL.debug or debug


app.command("nightly")(nightly)
app.command("serve")(serve)
app.command("replay")(replay)
app.command("add")(add)
app.add_typer(cards, name="cards")
app.command("check")(check)
app.command("what-if")(what_if)
app.command("query")(query)
app.command("export")(export)
app.command("report")(report)
app.command("formats")(formats)
app.command("doctor")(doctor)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors become one line and a hint on stderr."""
    _open_closed_streams()
    GLOBAL.home, GLOBAL.debug = None, bool(os.environ.get("DECKCENSUS_DEBUG"))
    given = list(sys.argv[1:] if arguments is None else arguments)
    if "--debug" in given:
        # Allowed on either side of the command's name.
        given.remove("--debug")
        GLOBAL.debug = True
    try:
        result = app(given, prog_name="deckcensus", standalone_mode=False)
    except _ClickError as error:
        return _wrong_call(error)
    except typer.Abort:
        return 1
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as stop:
        # Typer's own answer to a reader that went away is 1.
        if isinstance(stop.__context__, BrokenPipeError):
            return _reader_gone()
        raise
    except Exception as error:
        return _report_error(error)
    # Typer makes this code of a KeyboardInterrupt.
    if result == INTERRUPTED:
        return _interrupted()
    return result if isinstance(result, int) else 0


def _report_error(error: Exception) -> int:
    """Tell on one line what ended a command; its exit code."""
    if isinstance(error, CensusError):
        return _report(error, error.hint, error.exit_code)
    if isinstance(error, MemoryError):
        return _report(error, "give the machine more memory, or set DECKCENSUS_MEMORY_LIMIT lower", 1)
    if isinstance(error, OSError):
        return _report_system(error)
    from warehouse.tables import scarcity, was_interrupted

    if was_interrupted(error):
        return _interrupted()
    scarce = scarcity(error)
    if scarce is not None:
        return _report(scarce, scarce.hint, scarce.exit_code)
    return _report(error, "this is a fault of deckcensus; --debug shows where", 1)


def _reader_gone() -> int:
    """The reader of stdout went away, as `| head` does: nothing to say, nowhere to say it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _interrupted() -> int:
    notes().print("interrupted")
    return INTERRUPTED


def _open_closed_streams() -> None:
    """Let a stream that the caller closed (`>&-`) read as empty, or swallow what is written to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for the process


_LONGEST = 4_000  # letters: failed checks quote their rows
_IN_ITS_PLACE = "a directory is needed, and a file is in its place"
_SYSTEM_HINTS = {
    errno.ENOSPC: "is the disk full?",
    errno.EACCES: "is it yours to read and write?",
    errno.EPERM: "is it yours to read and write?",
    errno.EROFS: "the file system is read-only",
    errno.EEXIST: _IN_ITS_PLACE,
    errno.ENOTDIR: _IN_ITS_PLACE,
}


def _report_system(error: OSError) -> int:
    """Tell what the system refused: the file and the reason, without a number."""
    reason = error.strerror or str(error)
    said = f"{error.filename}: {reason}" if error.filename else reason
    return _report(error, _SYSTEM_HINTS.get(error.errno or 0), 1, said)


def _wrong_call(error: Any) -> int:
    """Tell on one line what is wrong with a call; a command that was given nothing shows its help."""
    context = getattr(error, "ctx", None)
    said = " ".join(error.format_message().split()).replace("Value error, ", "")
    if context is None or said.startswith("Usage:"):
        error.show()
        return int(error.exit_code)
    said = said[:1].lower() + said[1:]
    return _report(error, f"`{context.command_path} --help` shows how", int(error.exit_code), said)


def _report(error: BaseException, hint: str | None, code: int, said: str = "") -> int:
    console = notes()
    if GLOBAL.debug:
        traceback.print_exception(error)
    # A message may quote a file: nothing of it may reach the terminal but letters.
    line = one_line(said or str(error), _LONGEST) or type(error).__name__
    console.print(f"deckcensus: {line}", markup=False)
    if hint:
        console.print(f"  hint: {hint}", markup=False)
    return code


def main() -> None:
    """The console script."""
    # What a service manager sends to stop it, and what a closed terminal sends, ends it as Ctrl-C does:
    # the lock is given back, what was begun aside goes, and Prefect's server goes with us.
    for stop in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(stop) is signal.SIG_DFL:
            signal.signal(stop, signal.default_int_handler)
    sys.exit(run())
