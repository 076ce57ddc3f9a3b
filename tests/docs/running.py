"""Runs what the README shows, in a scratch directory whose `census` is the night on the sample sites."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer.main

from flows.cli import app, run
from flows.output import Output, write_rows
from flows.summary import print_summary
from tests.docs.readme import PROJECT, commands
from warehouse.query import run_query

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flows.night import NightReport
    from tests.docs.readme import Part

# These take long, reach for the network or change the environment: parsed and compared, never run here.
NOT_RUN = ("make", "pip", "export", "prefect", "deckcensus nightly", "deckcensus serve")


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    command: str
    code: int
    stdout: str
    stderr: str


@contextlib.contextmanager
def standing_in(directory: Path) -> Iterator[None]:
    """The working directory and the environment of a reader who follows the README."""
    before, kept = os.getcwd(), {k: v for k, v in os.environ.items() if k.startswith("DECKCENSUS_")}
    for name in kept:
        del os.environ[name]
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.update(kept)


def is_run(command: str) -> bool:
    """Whether a command of the README is run by the tests."""
    return not any(command == head or command.startswith(head + " ") for head in NOT_RUN)


def do(command: str) -> Done:
    """Run one line of a `sh` block: `deckcensus …` in this process, a pipe in a shell."""
    if "|" in command or ">" in command:
        shell = f'deckcensus() {{ "{sys.executable}" -m flows "$@"; }}\n{command}'
        environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
        ran = subprocess.run(
            ["bash", "-c", shell], capture_output=True, text=True, check=False, env=environment
        )
        return Done(command, ran.returncode, ran.stdout, ran.stderr)
    words = shlex.split(command)
    assert words[0] == "deckcensus", f"the tests do not know how to run {command!r}"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words[1:])
    return Done(command, code, out.getvalue(), err.getvalue())


def do_block(part: Part) -> list[Done]:
    """Run a `sh` block, line by line; lines that are not run are left out."""
    return [do(command) for command in commands(part) if is_run(command)]


def parses(command: str) -> None:
    """Parse a `deckcensus …` line as the command line would, without running it; raises where it is wrong."""
    words = shlex.split(command)[1:]
    found = typer.main.get_command(app)
    while hasattr(found, "commands"):
        # Options before the command's name are the application's own.
        assert words, f"{command!r} names no command"
        assert not words[0].startswith("-"), command
        found = found.commands[words.pop(0)]  # type: ignore[attr-defined]
    found.make_context("deckcensus", words).close()


def asked(part: Part, home: Path) -> str:
    """The answer to a `sql` block, as a Markdown table."""
    out = io.StringIO()
    with run_query(home, part.text) as result:
        write_rows(result.columns, result.rows, Output.md, out)
    return out.getvalue().rstrip("\n")


def summary_table(report: NightReport, title: str) -> str:
    """One table of the night's summary, in Markdown, without its title; `TITLE, 5 rows` is its beginning."""
    title, _, rows = title.partition(", ")
    last = int(rows.removesuffix(" rows")) + 2 if rows else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        print_summary(report, Output.md)
    for piece in out.getvalue().split("\n## ")[1:]:
        head, _, body = piece.partition("\n")
        if head.startswith(title):
            return "\n".join(body.strip("\n").splitlines()[:last])
    raise AssertionError(f"the summary has no table {title!r}")


def shown_as(done: Done) -> str:
    """What a command printed, as the README shows it: a table as it is, JSON broken up, else fenced."""
    if "--output json" in done.command:
        return f"```json\n{pretty(done.stdout)}\n```"
    printed = done.stdout.rstrip("\n")
    return printed if printed.startswith("|") else f"```text\n{printed}\n```"


def pretty(stdout: str) -> str:
    """JSON lines broken up for reading: short lists and objects on one line."""
    return "\n".join(_pretty(json.loads(line), "") for line in stdout.splitlines())


def _pretty(value: object, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    inner = indent + "  "
    if len(flat) <= 100 - len(indent) or not isinstance(value, dict | list):
        return flat
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + _pretty(item, inner) for item in value) + f"\n{indent}]"
    rows = (f"{inner}{json.dumps(key)}: {_pretty(item, inner)}" for key, item in value.items())
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
