"""The product's whole line (card file, lists, names, judge) against the reference judge on real decks."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest

from schema.formats import load_formats
from schema.restrictions import shipped_lists
from tests.reference.generate import JUDGES
from tests.reference.model import RefCard
from tests.truth.agreement import Difference, answers_of, readable, told_rules
from tests.truth.as_tables import write_decks
from tests.truth.material import ban_lists, names
from tests.truth.open_questions import is_open
from tests.truth.product_cards import database_of_cards
from tests.truth.real_decks import RealDeck, real_decks
from warehouse.card_rows import card_id_of
from warehouse.judge import judge
from warehouse.resolve import resolve
from warehouse.restrictions import fold_restrictions, list_games

pytestmark = pytest.mark.shared

TODAY = date(2026, 11, 29)


class ProductIds:
    """The product's own ids of the cards that decks name."""

    def __getitem__(self, card: RefCard) -> int:
        return card_id_of("mtg", card.name)


def sample(shared: Path) -> Iterator[RealDeck]:
    """One in twenty of the legal decks of each source, and every deck that is not legal."""
    lists = ban_lists(shared)
    for place, real in enumerate(real_decks(shared, names(shared, promoted=True), every=8)):
        if not real.deck.size("main"):
            continue  # an empty list is no deck at all
        legal = JUDGES[real.deck.format](real.deck, lists).verdict == "legal"
        if place % 40 == 0 or not legal:
            yield real


def loaded(shared: Path, decks: list[RealDeck]) -> duckdb.DuckDBPyConnection:
    """A database with the card file, the shipped lists and these decks, names resolved by the product."""
    con = database_of_cards(shared)
    games = list_games(load_formats())
    fold_restrictions(con, shipped_lists(), games)
    write_decks(con, [real.deck for real in decks], ProductIds())
    resolve(con, {**games, "duel-commander": "mtg", "commander": "mtg"})
    return con


def test_real_decks_are_judged_alike(shared: Path) -> None:
    lists = ban_lists(shared)
    decks = list(sample(shared))
    con = loaded(shared, decks)
    judge(con, load_formats(), today=TODAY)
    answers = answers_of(con)
    con.close()
    found = []
    for number, real in enumerate(decks, start=1):
        for basis, day in (("published", real.deck.date), ("today", TODAY)):
            ours = JUDGES[real.deck.format](replace(real.deck, date=day), lists)
            word, rules = answers.get((number, basis), ("no verdict", frozenset()))
            each = Difference(real.deck, (real.key, real.note), basis, ours, word, told_rules(rules))
            if not each.agrees and not is_open(each):
                found.append(each)
    assert len(decks) > 600
    assert not found, readable(found, len(decks))
