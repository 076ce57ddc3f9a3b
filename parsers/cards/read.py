"""Card files of every kind: the one door to the readers of this room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.cards.card_csv import read_card_csv
from parsers.cards.mtgjson import read_mtgjson
from parsers.cards.scryfall import read_scryfall
from parsers.open_file import open_text
from schema.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schema.records import CardRecord, Game, Problem

_HEAD = 20_000


def kind_of(file: Path | str | bytes) -> str:
    """`csv`, `scryfall` or `mtgjson`, by the first characters of the file."""
    with open_text(file) as text:
        head = text.read(_HEAD)
    start = head.lstrip("\ufeff \t\r\n")
    if not start.startswith(("[", "{")):
        return "csv"
    words = ('"manaCost"', '"foreignData"', '"manaValue"', '"colorIdentity"', '"baseSetSize"')
    ours = any(word in head for word in words)
    return "mtgjson" if ours and '"type_line"' not in head else "scryfall"


def read_cards(
    file: Path | str | bytes, *, game: Game, source: str = "cards"
) -> Iterator[CardRecord | Problem]:
    """Read a card file of a game: a CSV, or for Magic a Scryfall or MTGJSON file; `.gz` or plain.

    Raises UsageError where the file cannot be opened, or is JSON for a game that has no such files.
    """
    kind = kind_of(file)
    if kind == "csv":
        return read_card_csv(file, game=game, source=source)
    if game != "mtg":
        raise UsageError("JSON card files are Magic's", hint="load it with --game mtg, or give a CSV")
    if kind == "mtgjson":
        return read_mtgjson(file, source=source)
    return read_scryfall(file, source=source)
