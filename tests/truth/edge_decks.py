"""Written lists on the edge of a rule, through the product's reader, resolver and judge, on real cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

import duckdb

from flows.check_decks import Checker
from parsers.decklists import read_decklist
from schema.formats import load_formats
from schema.records import CardRecord, Problem
from schema.restrictions import shipped_lists
from warehouse.database import memory_database
from warehouse.load import load_cards
from warehouse.restrictions import fold_restrictions, list_games

TODAY = date(2026, 11, 29)
Answer = tuple[str, frozenset[str]]


@dataclass(frozen=True)
class EdgeDeck:
    """A list as written, the format and the day it is judged by, and the verdict with its rules."""

    text: str
    format: str
    day: str
    verdict: str
    rules: frozenset[str] = frozenset()


def legal_or(rules: Iterable[str]) -> tuple[str, frozenset[str]]:
    """The verdict that comes of these violations."""
    found = frozenset(rules)
    return ("illegal" if found else "legal"), found


def cards_in_memory(records: Iterable[CardRecord | Problem]) -> duckdb.DuckDBPyConnection:
    """A database of these cards with the shipped lists."""
    con = memory_database()
    started = datetime(2026, 11, 29, tzinfo=UTC)
    load_cards(con, records, source="cards", url="cards", started_at=started, code_version="test")
    fold_restrictions(con, shipped_lists(), list_games(load_formats()))
    return con


def judged(con: duckdb.DuckDBPyConnection, decks: Mapping[str, EdgeDeck]) -> dict[str, Answer]:
    """Every deck's verdict and violated rules; the decks of one format and day are judged together."""
    formats = load_formats()
    found: dict[str, Answer] = {}
    for name, day in sorted({(deck.format, deck.day) for deck in decks.values()}):
        keys = [key for key, deck in decks.items() if (deck.format, deck.day) == (name, day)]
        read = [read_decklist("deck.txt", decks[key].text, format=name).decks for key in keys]
        checker = Checker(con, formats, today=TODAY, on=date.fromisoformat(day))
        verdicts = checker.check([deck for (deck,) in read])
        for key, verdict in zip(keys, verdicts, strict=True):
            found[key] = (verdict.verdict, frozenset(each["rule"] for each in verdict.violations))
    return found
