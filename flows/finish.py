"""From loaded pages to published numbers: names, restrictions, verdicts, marts, checks, publish, export.

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
from warehouse.marts import build_marts, games
from warehouse.publish import publish as publish_copy
from warehouse.resolve import ResolveReport, resolve
from warehouse.restrictions import fold_restrictions, list_games

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    import duckdb


@dataclass(frozen=True, slots=True)
class Published:
    """Where the night's files lie."""

    database: Path
    exports: Path


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


def finish(con: duckdb.DuckDBPyConnection, home: Path, today: date) -> Published:
    """All of it, and the published copy and the exports made anew."""
    resolve_names(con, home)
    judge_decks(con, home, today)
    count(con, home)
    publish_copy(con, home)
    return export_published(home)


def export_published(home: Path) -> Published:
    """Write the exports from the published copy."""
    con = connect_published(home)
    try:
        export_tables(con, home / "exports", "all", False)
    finally:
        con.close()
    return Published(home / PUBLISHED_FILE, home / "exports")
