"""From loaded pages to published numbers: names, lists, verdicts, marts, checks, publish, export, report.

Each step can be run again from the one before; `nightly`, `replay`, `add` and `cards load` share them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schema.formats import load_formats
from schema.restrictions import shipped_lists
from warehouse.checks import run_checks
from warehouse.database import PUBLISHED_FILE, connect_published
from warehouse.export import export as export_tables
from warehouse.judge import judge
from warehouse.marts import build_marts
from warehouse.publish import publish as publish_copy
from warehouse.resolve import ResolveReport, resolve
from warehouse.restrictions import fold_restrictions, games, list_games

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    import duckdb

    from warehouse.lock import HomeLock


@dataclass(frozen=True, slots=True)
class Published:
    """Where the night's files lie."""

    database: Path
    exports: Path
    report: Path


def fold_lists(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    """Fold the shipped, the user's and the crawled restriction changes into dated intervals."""
    fold_restrictions(con, shipped_lists(home), list_games(load_formats(home)))


def resolve_names(con: duckdb.DuckDBPyConnection, home: Path) -> ResolveReport:
    """Fold the restriction lists and resolve every name to its card."""
    fold_lists(con, home)
    return resolve(con, games(load_formats(home)))


def judge_decks(con: duckdb.DuckDBPyConnection, home: Path, today: date) -> None:
    """Judge every deck, on its own date and today."""
    judge(con, load_formats(home), today=today)


def count(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    """Build the marts and check everything. Raises CheckFailed with the rows."""
    build_marts(con, load_formats(home))
    run_checks(con)


def finish(con: duckdb.DuckDBPyConnection, home: Path, today: date, lock: HomeLock) -> Published:
    """All of it: the published copy, the exports and the report made anew.

    Raises Locked, with nothing published, where the run slept and lost its `lock` to another.
    """
    resolve_names(con, home)
    judge_decks(con, home, today)
    count(con, home)
    lock.check()
    publish_copy(con, home)
    return Published(home / PUBLISHED_FILE, export_published(home), report_published(home))


def export_published(home: Path) -> Path:
    """Write the exports from the published copy; return their directory."""
    con = connect_published(home)
    try:
        export_tables(con, home / "exports", "all", False)
    finally:
        con.close()
    return home / "exports"


def report_published(home: Path, directory: Path | None = None) -> Path:
    """Write the web report on the published copy, into the home or elsewhere; return its front page."""
    # Its charts take a second to import, which a command without a report need not wait for.
    from warehouse.report.write import write_report

    con = connect_published(home)
    try:
        return write_report(con, directory or home / "report", load_formats(home))[-1]
    finally:
        con.close()
