"""Counts, names that nobody knows, and card tests, as a person reads them."""

from __future__ import annotations

import pytest

from schema.card_tests import in_words
from schema.wording import counted, unknown_name


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 decks"), (1, "1 deck"), (2, "2 decks"), (1200, "1,200 decks")],
)
def test_a_count_agrees_with_its_noun(number: int, said: str):
    assert counted(number, "deck") == said


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("dmehd", "did you mean dmedh? there are dmedh, commander"),
        ("Commandr", "did you mean commander? there are dmedh, commander"),
        ("x", "there are dmedh, commander"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_the_one_meant(name: str, hint: str):
    error = unknown_name("format", name, ["dmedh", "commander"])
    assert str(error) == f"no such format: {name}"
    assert error.hint == hint


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("dragheart", "dragheart"),
        ("starts_outside", "starts outside the deck"),
        ("legendary&creature", "legendary creature"),
        ("choose_a_background", "choose a background"),
        ("race~ドラゴン", "race with ドラゴン"),
        ("type=Land&supertype=Basic", "type Land, supertype Basic"),
        ("creature&mana_value>=7", "creature, mana value 7 or more"),
    ],
)
def test_a_card_test_is_said_without_its_signs(test: str, said: str):
    assert in_words(test) == said
