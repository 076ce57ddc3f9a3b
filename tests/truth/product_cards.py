"""The shared card file as the product reads it, read once for all truth tests."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import duckdb

from parsers.cards.scryfall import read_scryfall
from schema.records import CardRecord, Problem
from tests.reference.model import RefCard
from warehouse.card_rows import card_id_of
from warehouse.database import memory_database
from warehouse.load import load_cards

RUN = {"url": "cards.jsonl.gz", "started_at": datetime(2026, 11, 29, tzinfo=UTC), "code_version": "test"}


@cache
def product_cards(shared: Path) -> tuple[CardRecord | Problem, ...]:
    """Every record and problem of the file."""
    return tuple(read_scryfall(shared / "data/mtg/cards.jsonl.gz"))


@cache
def _loaded(shared: Path) -> duckdb.DuckDBPyConnection:
    con = memory_database()
    load_cards(con, product_cards(shared), source="scryfall", **RUN)
    return con


def database_of_cards(shared: Path) -> duckdb.DuckDBPyConnection:
    """A new database that holds the cards of the file, and no lists."""
    con = memory_database()
    held = _loaded(shared)
    for (table,) in held.execute(
        "from duckdb_tables() select table_name where estimated_size > 0"
    ).fetchall():
        if table != "schema_version":
            rows = held.sql(f'from "{table}"').to_arrow_table()
            con.execute(f'insert into "{table}" by name from rows')
            del rows
    return con


class ProductIds:
    """The product's own ids of the cards that decks name."""

    def __getitem__(self, card: RefCard) -> int:
        return card_id_of("mtg", card.name)
