"""The shared card file as the product reads it, read once for all truth tests."""

from functools import cache
from pathlib import Path

from parsers.cards.scryfall import read_scryfall
from schema.records import CardRecord, Problem


@cache
def product_cards(shared: Path) -> tuple[CardRecord | Problem, ...]:
    """Every record and problem of the file."""
    return tuple(read_scryfall(shared / "data/mtg/cards.jsonl.gz"))
