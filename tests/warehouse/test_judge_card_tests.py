"""Card tests and facts of single cards, on both sides of every number and word."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from schema.formats import load_formats
from tests.warehouse.judging import World

if TYPE_CHECKING:
    from pathlib import Path

    from schema.formats import Format

# Clause -> the test of which no card may be in the deck.
TESTS = {
    "T1": "mana_value>=4",
    "T2": "mana_value<=2",
    "T3": "mana_value=3",
    "T4": "subtype=Angel",
    "T5": "subtype=Equipment",
    "T6": "legendary&creature",
    "T7": "race~Ang",
}


def format_of(tmp_path: Path, game: str, tests: dict[str, str]) -> dict[str, Format]:
    """A format that forbids the cards that pass a test, one clause a test."""
    text = f'id = "tests"\ngame = "{game}"\nnames.en = "Tests"\n'
    for clause in (*tests, "LIST"):
        text += f'[clauses.{clause}]\nkind = "check"\ntitle.en = "{clause}"\n'
    text += '[[editions]]\nfrom = 2015-01-01\nsource = "x"\n'
    for clause, test in tests.items():
        text += f'[editions.rules.{clause}]\nkind = "card_class"\nany = ["{test}"]\nat_most = 0\n'
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "tests.toml").write_text(text, encoding="utf-8")
    return {"tests": load_formats(tmp_path)["tests"]}


@pytest.fixture
def magic(tmp_path: Path) -> World:
    w = World("mtg")
    for cost in (1, 2, 3, 4, 5):
        w.card(f"cost {cost}", cost=cost)
    w.card("angel", races="Angel", cost=3)
    w.card("shapeshifter", "", "creature every_creature_type", races="Shapeshifter", cost=3)
    w.card("legend", "", "legendary", cost=3)
    w.card("hero", "", "legendary creature", cost=3)
    # Halves of 2 and 2: as one card it costs 4 (202.3d); the back of another costs nothing to cast.
    w.card(
        "split",
        "",
        "instant_or_sorcery",
        layout="split",
        faces=(("a", "", "Instant"), ("b", "", "Instant")),
        cost=2,
    )
    w.card("two-sided", "", layout="transform", faces=(("c", "", "Creature"), ("d", "", "Creature")), cost=3)
    w.con.execute("update card_face set mana_value = 5, races = ['Angel'] where name = 'd'")
    w.deck("tests", ["hero"], [name for name in w.ids if name != "hero"])
    w.judge(format_of(tmp_path, "mtg", TESTS))
    return w


@pytest.mark.parametrize(
    ("clause", "cards"),
    [
        ("T1", {"cost 4", "cost 5", "split"}),
        ("T2", {"cost 1", "cost 2"}),
        ("T3", {"cost 3", "angel", "shapeshifter", "legend", "hero", "two-sided"}),
        ("T4", {"angel", "shapeshifter"}),
        ("T5", set()),  # no creature type: a shapeshifter has it not
        ("T6", {"hero"}),
        ("T7", {"angel", "shapeshifter"}),
    ],
)
def test_a_card_test_is_passed_by(magic: World, clause: str, cards: set[str]) -> None:
    assert magic.cards_of(clause) == cards


def test_of_duel_masters_every_face_counts(tmp_path: Path) -> None:
    w = World("dm")
    w.card("boss", "火")
    w.card(
        "twin",
        "火",
        "creature spell",
        layout="twin_pact",
        faces=(("a", "火", "クリーチャー"), ("b", "火", "呪文")),
    )
    w.card("spell", "火", "spell", cost=2)
    # Of a psychic creature both sides are creatures: the lower cost is the one to pay.
    w.card(
        "psychic",
        "火",
        layout="double_faced",
        faces=(("c", "火", "クリーチャー"), ("d", "火", "クリーチャー")),
        cost=7,
    )
    w.con.execute("update card_face set mana_value = 3 where name = 'a'")
    w.con.execute("update card_face set mana_value = 9 where name = 'b'")
    w.con.execute("update card_face set mana_value = 12 where name = 'd'")
    w.deck("tests", ["boss"], ["twin", "spell", "psychic"])
    w.judge(format_of(tmp_path, "dm", {"T1": "type=呪文", "T2": "mana_value=3", "T3": "mana_value=7"}))
    found = {clause: w.cards_of(clause) for clause in ("T1", "T2", "T3")}
    assert found == {"T1": {"twin", "spell"}, "T2": {"twin"}, "T3": {"psychic"}}


def test_a_card_without_types_may_be_of_any_class(tmp_path: Path) -> None:
    """Its traits, races and cost are there: of its types nothing is known, so nothing is sure."""
    w = World("dm")
    w.card("boss", "火")
    w.card("typeless", "火", "")
    w.con.execute("update card set types = [] where name = 'typeless'")
    w.deck("tests", ["boss"], ["typeless"])
    w.judge(format_of(tmp_path, "dm", {"T1": "type=呪文"}))
    assert w.verdict() == "unknown"
    assert w.found(severity="unknown") == {"T1"}


def test_a_card_of_the_class_by_a_trait_alone_is_open_while_its_types_are(tmp_path: Path) -> None:
    w = World("mtg")
    w.card("boss", "", "creature")
    w.card("typeless", "", "legendary")
    w.con.execute("update card set types = [] where name = 'typeless'")
    w.deck("tests", ["boss"], ["typeless"])
    w.judge(format_of(tmp_path, "mtg", {"T1": "legendary"}))
    assert (w.verdict(), w.cards_of("T1")) == ("unknown", {"typeless"})


OWN = """
id = "tests"
game = "mtg"
names.en = "Tests"
[clauses.S1]
kind = "check"
title.en = "five cards or more"
[clauses.S2]
kind = "check"
title.en = "one of each, basics aside, but for snow"
[clauses.S3]
kind = "check"
title.en = "a companion"
[clauses.S4]
kind = "check"
title.en = "until 2020 a legendary commander"
[clauses.LIST]
kind = "check"
title.en = "whole"
[[editions]]
from = 2015-01-01
source = "x"
[editions.rules.S1]
kind = "deck_size"
at_least = 5
[editions.rules.S2]
kind = "singleton"
exempt = ["basic"]
[editions.rules.S3]
kind = "companion"
[editions.rules.S4]
kind = "commander"
eligible = ["legendary"]
until = 2020-01-01
"""


def test_a_format_of_one_s_own_at_its_edges(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "tests.toml").write_text(OWN, encoding="utf-8")
    w = World("mtg")
    w.card("boss", "", "creature")
    w.card("Plains", "", "basic land")
    w.card("Snow-Covered Plains", "", "basic snow_basic land")
    w.card("large", "", "creature companion companion:twenty_more")
    for name, main, day in (
        ("24 cards", [("Plains", 23)], "2024-01-01"),
        ("25 cards", [("Plains", 24)], "2024-01-01"),
        ("two of snow", [("Plains", 22), ("Snow-Covered Plains", 2)], "2024-01-01"),
        ("the last day", [("Plains", 24)], "2019-12-31"),
        ("the day after", [("Plains", 24)], "2020-01-01"),
    ):
        w.deck("tests", ["boss"], main, date.fromisoformat(day), name=name, companion=["large"])
    w.judge({"tests": load_formats(tmp_path)["tests"]})
    assert {name: w.found(name) for name in w.decks} == {
        "24 cards": {"S3"},
        "25 cards": set(),
        "two of snow": {"S2"},
        "the last day": {"S4"},
        "the day after": set(),
    }


@pytest.mark.parametrize(("others", "rules"), [(58, {"DM4"}), (59, {"DM2", "DM4"})])
def test_a_commander_asked_for_twice_in_one_line_is_two_copies(others: int, rules: set[str]) -> None:
    """`2 boss` under the commander's heading: one commander, two copies."""
    w = World("dm")
    w.card("boss", "火")
    w.deck("dmedh", ["boss"], list(w.filler(others, "火")))
    w.con.execute("update deck_line set copies = 2 where zone = 'commander'")
    w.con.execute("update deck_card set copies = 2, copies_in_deck = 2 where zone = 'commander'")
    w.judge()
    assert (w.verdict(), w.found()) == ("illegal", rules)
