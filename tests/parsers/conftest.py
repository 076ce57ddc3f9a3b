"""The real Magic cards, read once for all tests of this room."""

from pathlib import Path

import pytest

from parsers.cards import read_cards
from schema.records import CardRecord, Problem


@pytest.fixture(scope="session")
def magic_rows(shared: Path) -> list[CardRecord | Problem]:
    """Every record and problem that the file of real cards gives."""
    return list(read_cards(shared / "data/mtg/cards.jsonl.gz", game="mtg"))


@pytest.fixture(scope="session")
def magic_cards(magic_rows: list[CardRecord | Problem]) -> dict[str, CardRecord]:
    """The real cards by name."""
    return {row.name: row for row in magic_rows if isinstance(row, CardRecord)}
