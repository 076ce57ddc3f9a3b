"""Every real deck through the product's own line, beside its raw record; and what the oracle says of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from flows.check_decks import Checker, Verdict
from parsers.decklists import read_decklists
from schema.formats import load_formats
from schema.records import DeckRecord
from schema.restrictions import shipped_lists
from tests.reference.generate import JUDGES
from tests.reference.model import RefVerdict
from tests.truth.material import ban_lists, deck_records, names
from tests.truth.product_cards import database_of_cards
from tests.truth.real_decks import RealDeck, real_decks
from warehouse.restrictions import fold_restrictions, list_games

TODAY = date(2026, 11, 29)


@dataclass(frozen=True)
class Counted:
    """One deck: its source and format, key, raw record, and the product's verdict on its own date."""

    source: str
    key: str
    record: dict[str, Any]
    verdict: Verdict


def keyed(shared: Path) -> Iterator[DeckRecord]:
    """The decks as the product reads them; the title says which record a deck is of."""
    for parsed in read_decklists(shared / "data/mtg/decks.jsonl.gz"):
        for deck in parsed.decks:
            yield replace(deck, title=f"{deck.source}\t{deck.source_key}")


@cache
def census(shared: Path) -> tuple[Counted, ...]:
    """The verdicts of all decks that hold a card (about a minute)."""
    records = {(row["src"].casefold(), str(row["id"])): row for row in deck_records(shared)}
    con = database_of_cards(shared)
    formats = load_formats()
    fold_restrictions(con, shipped_lists(), list_games(formats))
    found = []
    for verdict in Checker(con, formats, today=TODAY).check(keyed(shared)):
        source, _, key = verdict.deck.partition("\t")
        row = records[source, key]
        found.append(Counted(f"{row['src']} {row['format']}", key, row, verdict))
    con.close()
    return tuple(found)


def of(shared: Path, source: str) -> list[Counted]:
    return [each for each in census(shared) if each.source == source]


@cache
def oracle(shared: Path) -> tuple[tuple[RealDeck, RefVerdict], ...]:
    """The same decks read on their own, and what the reference judge says of each on its date."""
    lists = ban_lists(shared)
    found = real_decks(shared, names(shared, promoted=True))
    return tuple((real, JUDGES[real.deck.format](real.deck, lists)) for real in found)
