"""Scryfall's files: printings folded, names of all languages, pools, bad rows."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.cards import read_cards
from parsers.cards.mtgjson import read_mtgjson
from parsers.cards.scryfall import read_scryfall
from schema.identity import COLOURS
from schema.records import CardRecord, Problem
from schema.traits import is_trait
from tests.parsers.card_files import face, printing, split

if TYPE_CHECKING:
    from pathlib import Path


def read(*rows: Any) -> tuple[dict[str, CardRecord], list[Problem]]:
    return split(read_scryfall(json.dumps(list(rows)).encode()))


def test_printings_fold_into_one_card_with_all_its_names() -> None:
    cards, problems = read(
        printing(),
        printing(lang="ja", printed_name="太陽のエルフ", released_at="2019-05-05"),
        printing(lang="fr", printed_name="Elfe solaire", released_at="2021-01-01"),
        printing(flavor_name="Elbereth"),
    )
    assert not problems
    card = cards["Sol Elf"]
    assert set(card.names) == {
        ("太陽のエルフ", "printed", "ja"),
        ("Elfe solaire", "printed", "fr"),
        ("Elbereth", "alias", "en"),
    }
    assert (card.released_on, card.official_id) == (date(2019, 5, 5), "id-Sol Elf")
    assert "outside_pool" not in card.traits


def test_a_card_is_released_when_its_first_paper_printing_is() -> None:
    screen = printing(games=["arena"], released_at="2018-01-01")
    cards, _ = read(screen, printing(released_at="2020-01-01"), printing(released_at="2019-01-01"))
    assert cards["Sol Elf"].released_on == date(2019, 1, 1)
    alone, _ = read(screen)
    assert alone["Sol Elf"].released_on == date(2018, 1, 1)


def test_two_faced_cards_have_names_for_each_face() -> None:
    faces = [
        {"name": "Delver", "mana_cost": "{U}", "type_line": "Creature", "oracle_text": "", "colors": ["U"]},
        {
            "name": "Aberration",
            "mana_cost": "",
            "type_line": "Creature",
            "oracle_text": "",
            "color_indicator": ["U"],
        },
    ]
    printed = [
        dict(face, printed_name=name)
        for face, name in zip(faces, ("Fouilleur", "Aberration fr"), strict=True)
    ]
    base = printing("Delver // Aberration", layout="transform", color_identity=["U"])
    for key in ("mana_cost", "oracle_text", "colors"):
        del base[key]
    cards, problems = read(base | {"card_faces": faces}, base | {"card_faces": printed, "lang": "fr"})
    assert not problems
    names = cards["Delver // Aberration"].names
    assert names[:2] == (("Delver", "front", "en"), ("Aberration", "back", "en"))
    assert ("Fouilleur // Aberration fr", "printed", "fr") in names
    assert ("Fouilleur", "printed", "fr") in names
    assert cards["Delver // Aberration"].faces[1].colours == ("U",)


def test_reversible_cards_are_the_card_they_show() -> None:
    face = {
        "oracle_id": "id-Sol Elf",
        "name": "Sol Elf",
        "type_line": "Creature",
        "mana_cost": "{G}",
        "oracle_text": "",
    }
    row = printing("Sol Elf // Sol Elf", layout="reversible_card", card_faces=[face, face])
    del row["oracle_id"]
    cards, problems = read(row, printing())
    assert not problems
    assert list(cards) == ["Sol Elf"]
    assert cards["Sol Elf"].layout == "normal"


def test_tokens_never_stand_before_the_card_of_their_name() -> None:
    token = printing(oracle_id="t", layout="token", type_line="Token Creature — Elf")
    cards, problems = read(token, printing(), token)
    assert cards["Sol Elf"].official_id == "id-Sol Elf"
    assert [(problem.kind, problem.detail[:1]) for problem in problems] == [("set_aside", "2")]


@pytest.mark.parametrize("first", [True, False])
def test_a_playtest_namesake_gives_way(first: bool) -> None:
    playtest = printing(oracle_id="p", promo_types=["playtest"], mana_cost="{1}{R}{U}", set_type="funny")
    rows = [playtest, printing()] if first else [printing(), playtest]
    cards, problems = read(*rows)
    assert (cards["Sol Elf"].official_id, cards["Sol Elf"].faces[0].cost) == ("id-Sol Elf", "{G}")
    assert [problem.kind for problem in problems] == ["namesake"]


def test_a_half_of_a_playtest_card_gives_way_too() -> None:
    halves = [
        {"name": name, "type_line": "Instant", "mana_cost": "{R}", "oracle_text": ""}
        for name in ("Go", "Fire")
    ]
    real = [dict(half, name=name) for half, name in zip(halves, ("Fire", "Ice"), strict=True)]
    play = printing(
        "Go // Fire", layout="split", card_faces=halves, promo_types=["playtest"], color_identity=["R"]
    )
    cards, _ = read(play, printing("Fire // Ice", layout="split", card_faces=real, color_identity=["R"]))
    assert cards["Go // Fire"].names == (("Go", "front", "en"),)
    assert ("Fire", "front", "en") in cards["Fire // Ice"].names


@pytest.mark.parametrize(
    ("changes", "trait"),
    [
        ({}, None),
        ({"set_type": "funny"}, None),
        ({"games": ["arena"]}, "outside_pool"),
        ({"games": ["arena"], "reprint": True}, "pool_unknown"),
        ({"border_color": "silver"}, "outside_pool"),
        ({"border_color": "silver", "reprint": True}, "outside_pool"),
        ({"border_color": "gold", "reprint": True}, "pool_unknown"),
        ({"security_stamp": "acorn", "set_type": "funny"}, "outside_pool"),
        ({"security_stamp": "oval"}, None),
        ({"oversized": True}, "outside_pool"),
        ({"layout": "planar", "type_line": "Plane — Here"}, "outside_pool"),
        ({"type_line": "Conspiracy"}, "outside_pool"),
        ({"games": None, "border_color": None, "set_type": None}, "pool_unknown"),
    ],
)
def test_the_pool_of_one_printing(changes: dict[str, Any], trait: str | None) -> None:
    cards, _ = read(printing(**changes))
    assert set(cards["Sol Elf"].traits) & {"outside_pool", "pool_unknown"} == ({trait} if trait else set())


def test_one_paper_printing_brings_a_card_into_the_pool() -> None:
    for rows in ([{"games": ["arena"]}, {}], [{}, {"border_color": "gold"}]):
        cards, _ = read(*(printing(**row) for row in rows))
        assert {"outside_pool", "pool_unknown"}.isdisjoint(cards["Sol Elf"].traits)


def test_bad_rows_are_told_one_by_one() -> None:
    nameless, orphan = printing(), printing()
    del nameless["name"], orphan["oracle_id"]
    cards, problems = read(
        nameless, 5, None, [], orphan, {"object": "set", "name": "X"}, {"name": "Y"}, printing()
    )
    assert list(cards) == ["Sol Elf"]
    assert [(problem.kind, problem.line_no) for problem in problems] == [("bad_row", n) for n in range(1, 8)]


def test_a_file_of_something_else_is_given_up() -> None:
    _, problems = read(*range(5_000))
    assert problems[-1].kind == "bad_file"
    assert len(problems) <= 101


def test_an_identity_that_differs_is_listed_and_both_are_kept() -> None:
    cards, problems = read(printing("Red Elf", mana_cost="{0}", colors=[], color_identity=["R"]))
    assert [(problem.kind, problem.detail) for problem in problems] == [
        ("identity_differs", "Red Elf: none by its text, R in the file")
    ]
    assert dict(cards["Red Elf"].identities)["colour_identity"] == frozenset("R")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [*printing(), "card_faces", "printed_name", "flavor_name", "promo_types", "color_indicator"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.dictionaries(KEYS, JSON, max_size=3), min_size=1, max_size=3), st.booleans())
def test_any_values_give_cards_or_problems(changes: list[dict[str, Any]], atomic_file: bool) -> None:
    rows = [printing() | change for change in changes]
    data = (
        json.dumps(rows)
        if not atomic_file
        else json.dumps({"data": {"A": [face("A") | row for row in rows]}})
    )
    found = list((read_mtgjson if atomic_file else read_scryfall)(data.encode()))
    assert found
    for card in found:
        if isinstance(card, CardRecord):
            assert card.name
            assert all(set(colours or ()) <= set(COLOURS) for _, colours in card.identities)
            assert all(isinstance(part.power, str | None) for part in card.faces)


@pytest.mark.shared
def test_saved_responses(shared: Path) -> None:
    folder = shared / "fixtures/scryfall"
    cards, problems = split(read_scryfall(folder / "search_any_number_of_cards_named.json"))
    assert len(cards) == 12
    assert {card.copy_limit for card in cards.values()} == {0, 7, 9}
    assert not problems
    okaun, problems = split(read_scryfall(folder / "search_prints_lang_any.json"))
    assert list(okaun) == ["Okaun, Eye of Chaos"]
    assert ("混沌の目、オカウン", "printed", "ja") in okaun["Okaun, Eye of Chaos"].names
    assert ("混沌之眼欧寇然", "printed", "zhs") in okaun["Okaun, Eye of Chaos"].names
    assert not problems
    assert list(split(read_scryfall(folder / "card_propaganda-propaganda.json"))[0]) == ["Propaganda"]
    for name in ("bogus_missing-data", "bogus_no-oracle-id"):
        cards, problems = split(read_scryfall(folder / f"{name}.json"))
        assert not cards
        assert [problem.kind for problem in problems] == ["bad_row"]


PLANE = {"object": "card", "oracle_id": "p", "layout": "planar", "type_line": "Plane — Lorwyn"}


def test_a_card_of_no_deck_hides_behind_the_names_that_it_begins() -> None:
    """Lists cut names short: `1 Karn` is no Vanguard card, and `1 Glen Elendra` no plane."""
    archmage = {"object": "card", "oracle_id": "a", "name": "Glen Elendra Archmage", "games": ["paper"]}
    rows = [
        PLANE | {"name": "Glen Elendra"},
        PLANE | {"name": "Glen", "oracle_id": "q", "layout": "vanguard", "type_line": "Vanguard"},
        PLANE | {"name": "Glen Elendra Arch", "oracle_id": "r"},
        archmage | {"type_line": "Creature — Faerie Wizard", "mana_cost": "{3}{U}", "border_color": "black"},
    ]
    cards, problems = split(read_cards(json.dumps(rows).encode(), game="mtg"))
    assert set(cards) == {"Glen Elendra Archmage", "Glen Elendra Arch"}
    assert [problem.kind for problem in problems] == ["namesake", "namesake"]
    atomic = {
        "Glen Elendra": [{"name": "Glen Elendra", "type": "Plane — Lorwyn", "layout": "planar"}],
        "Glen Elendra Archmage": [{"name": "Glen Elendra Archmage", "type": "Creature", "manaCost": "{U}"}],
        "Akoum": [{"name": "Akoum", "type": "Plane — Zendikar", "layout": "planar"}],
    }
    cards, problems = split(read_cards(json.dumps({"meta": {}, "data": atomic}).encode(), game="mtg"))
    assert set(cards) == {"Glen Elendra Archmage", "Akoum"}
    assert [problem.kind for problem in problems] == ["namesake"]


MELDED = {
    "Brisela, Voice of Nightmares", "Chittering Host", "Hanweir, the Writhing Township",
    "Mishra, Lost to Phyrexia",
    "Ragnarok, Divine Deliverance", "Titania, Gaea Incarnate", "Urza, Planeswalker",
}  # fmt: skip


@pytest.mark.shared
def test_every_card_and_every_difference_explained(magic_rows: list[CardRecord | Problem]) -> None:
    """34,565 cards: identities equal the file's own but where the file holds no reason for it."""
    cards, problems = split(magic_rows)
    hidden = {problem.detail.partition(":")[0] for problem in problems if problem.kind == "namesake"}
    assert len(cards) + len(hidden) == 34_565 - len(MELDED)
    assert not MELDED & set(cards)
    assert len(hidden) == 61
    assert {"Karn", "Rofellos", "Glen Elendra", "Sokenzan"} <= hidden, "planes and Vanguard cards"
    assert [each.detail for each in problems if each.kind == "set_aside"] == [
        "7 rows of tokens, emblems, art and melded cards"
    ]
    differing = {each.detail.partition(":")[0] for each in problems if each.kind == "identity_differs"}
    assert {problem.kind for problem in problems} == {"identity_differs", "namesake", "set_aside"}
    no_indicator_in_the_file = {
        "Crimson Kobolds", "Crookshank Kobolds", "Kobolds of Kher Keep", "Rograkh, Son of Rohgahh",
    }  # fmt: skip
    assert no_indicator_in_the_file <= differing
    for name in differing - no_indicator_in_the_file:
        assert {"outside_pool", "pool_unknown"} & set(cards[name].traits), name
    for card in cards.values():
        assert all(is_trait("mtg", trait) for trait in card.traits), card.name
        assert card.faces
        assert all(set(colours or ()) <= set(COLOURS) for _, colours in card.identities)
    assert dict(cards["Rograkh, Son of Rohgahh"].identities)["colour_identity"] == frozenset("R")
    conditions = {trait for card in cards.values() for trait in card.traits if trait.startswith("companion:")}
    assert len(conditions) == 10
    limits = {card.name: card.copy_limit for card in cards.values() if card.copy_limit is not None}
    assert len(limits) == 12
    assert (limits["Nazgûl"], limits["Seven Dwarves"], limits["Rat Colony"]) == (9, 7, 0)
    unread = {card.name for card in cards.values() if "unread_clause" in card.traits}
    assert len(unread) == 4, "the four playtest cards, whose wording is another"
    assert all("outside_pool" in cards[name].traits for name in unread)
