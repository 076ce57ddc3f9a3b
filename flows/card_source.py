"""The cards that `check` judges with: a file, else the census, else the cards of the sample world."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flows.finish import fold_lists
from flows.output import notes
from flows.version import VERSION
from schema.records import Game, Problem
from schema.wording import counted
from warehouse.card_copy import copy_list_changes, look_at_cards
from warehouse.database import PUBLISHED_FILE, memory_database
from warehouse.load import load_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import duckdb

    from flows.settings import Settings
    from schema.records import CardRecord


def cards_database(settings: Settings, file: Path | None, *, game: Game | None) -> duckdb.DuckDBPyConnection:
    """A database in memory with cards and restriction lists, ready to judge.

    The lists are those that ship, the user's own, and what the home's census crawled of their changes.
    `game` is that of a card file; None where its rows tell. Raises UsageError for a card file that is not
    there, is no card file or of the other game, WarehouseError for a census that cannot be read.
    """
    con = memory_database()
    con.execute("set memory_limit = ?", [settings.memory_limit])
    has_census = (settings.home / PUBLISHED_FILE).is_file()
    if has_census:
        copy_list_changes(con, settings.home)
    if file is not None:
        _load(con, file, game)
    elif has_census:
        look_at_cards(con, settings.home)
        _tell_of_no_cards(con, settings.home, game)
    else:
        from flows.sample.card_facts import sample_cards

        _load_records(con, sample_cards())
        notes().print(
            f"no census in {settings.home}: judging with the cards of the sample; `deckcensus cards load` or "
            "--cards brings all of them",
            markup=False,
        )
    fold_lists(con, settings.home)
    return con


def _tell_of_no_cards(con: duckdb.DuckDBPyConnection, home: Path, game: Game | None) -> None:
    """Say why every name will be unknown: a census of one game holds no cards of the other."""
    from parsers.cards.recognise import GAMES

    if game and not con.execute("select 1 from card where game = ? limit 1", [game]).fetchone():
        notes().print(
            f"the census in {home} holds no {GAMES[game]} cards: load them with "
            f"`deckcensus cards load FILE --game {game}`, or give --cards FILE",
            markup=False,
        )


def _load(con: duckdb.DuckDBPyConnection, file: Path, game: Game | None) -> None:
    from parsers.cards import read_cards, refuse_other_files
    from schema.errors import UsageError

    if not file.is_file():
        raise UsageError(
            f"no such card file: {file}", hint="give the path of a downloaded card file or a CSV"
        )
    problems = _load_records(con, read_cards(file, game=refuse_other_files(file, game)))
    if problems:
        notes().print(f"{file}: {counted(problems, 'row')} could not be read", markup=False)


def _load_records(con: duckdb.DuckDBPyConnection, records: Iterable[CardRecord | Problem]) -> int:
    problems = 0

    def cards() -> Iterator[CardRecord | Problem]:
        nonlocal problems
        for record in records:
            # A namesake or an identity that differs is told by `cards load`; here only what is missing.
            problems += isinstance(record, Problem) and record.kind.startswith("bad_")
            yield record

    load_cards(con, cards(), source="cards", url="", started_at=datetime.now(UTC), code_version=VERSION)
    return problems
