"""MTGJSON's files: faces joined, namesakes and pools told apart, names of all languages, flat lists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parsers.cards import read_cards
from parsers.cards.mtgjson import read_mtgjson
from parsers.cards.scryfall import read_scryfall
from tests.parsers.card_files import atomic, face, split


def test_atomic_cards_with_the_names_of_all_languages() -> None:
    foreign = [{"language": "French", "name": "Elfe"}, {"language": "Japanese", "name": "エルフ"}]
    data = atomic(
        Elf=[face("Elf", foreignData=foreign, asciiName="Elff", identifiers={"scryfallOracleId": "o"})],
        **{
            "Fire // Ice": [
                face("Fire // Ice", faceName="Ice", side="b", layout="split", manaCost="{U}", colors=["U"]),
                face("Fire // Ice", faceName="Fire", side="a", layout="split", manaCost="{G}"),
            ]
        },
    )
    cards, problems = split(read_cards(data, game="mtg"))
    assert set(cards["Elf"].names) == {
        ("Elfe", "printed", "fr"),
        ("エルフ", "printed", "ja"),
        ("Elff", "alias", "en"),
    }
    assert cards["Elf"].official_id == "o"
    assert [part.name for part in cards["Fire // Ice"].faces] == ["Fire", "Ice"]
    assert [problem.kind for problem in problems] == ["identity_differs"]


def test_atomic_variants_funny_and_broken_entries() -> None:
    data = atomic(
        Thing=[face("Thing"), face("Thing", manaCost="{R}")],
        Joke=[face("Joke", isFunny=True)],
        Screen=[face("Screen", printings=["YMID", "HBG"])],
        Empty=[],
        Nameless=[{"type": "Creature"}],
    )
    cards, problems = split(read_mtgjson(data))
    assert set(cards) == {"Thing", "Joke", "Screen"}
    assert cards["Thing"].faces[0].cost == "{G}"
    assert all("outside_pool" in cards[name].traits for name in ("Joke", "Screen"))
    assert sorted(problem.kind for problem in problems) == ["bad_row", "bad_row", "namesake"]


@pytest.mark.parametrize("first", [True, False])
def test_an_atomic_playtest_namesake_gives_way(first: bool) -> None:
    real = face("Herring", manaCost="{1}{G}", printings=["MKM"], identifiers={"scryfallOracleId": "real"})
    test = face("Herring", manaCost="{2}{G}", printings=["CMB1"], identifiers={"scryfallOracleId": "test"})
    cards, problems = split(
        read_mtgjson(atomic(Herring=[test, real] if first else [real, test], Elf=[face("Elf")]))
    )
    assert (cards["Herring"].official_id, cards["Herring"].faces[0].cost) == ("real", "{1}{G}")
    assert "outside_pool" not in cards["Herring"].traits
    assert [(each.kind, each.detail, each.line_no) for each in problems] == [
        ("namesake", "Herring: another card of the name (test)", 1)
    ]


def test_what_cards_meld_into_is_no_card_and_gives_no_colour() -> None:
    half = {"layout": "meld", "type_line": "Artifact", "mana_cost": "{5}", "colors": [], "color_identity": []}
    land = half | {"type_line": "Land", "mana_cost": "", "name": "A Ground"}
    whole = half | {"type_line": "Planeswalker — It", "mana_cost": "", "colors": ["W"], "name": "The Whole"}
    text = {"oracle_text": "", "games": ["paper"], "border_color": "black"}
    rows = [text | half | {"name": "A Stone"}, text | land, text | whole]
    cards, problems = split(read_scryfall(json.dumps(rows).encode()))
    assert set(cards) == {"A Stone", "A Ground"}
    assert [problem.kind for problem in problems] == ["set_aside"]

    name = "A Stone // The Whole"
    stone = face(
        name, faceName="A Stone", side="a", layout="meld", manaCost="{5}", colors=[], colorIdentity=[]
    )
    back = face(name, faceName="The Whole", side="b", layout="meld", manaCost=None, colors=["W"],
                colorIdentity=["W"], type="Planeswalker — It")  # fmt: skip
    alone = back | {"name": "The Whole"}
    cards, problems = split(read_mtgjson(atomic(**{name: [stone, back], "The Whole": [alone]})))
    assert set(cards) == {name}
    assert dict(cards[name].identities)["colour_identity"] == frozenset()
    assert ("The Whole", "back", "en") in cards[name].names
    assert not problems


@pytest.mark.parametrize(
    ("printings", "outside"),
    [
        (["MB2"], True),
        (["MB2", "MBC"], True),
        (["CMB1", "PLST"], True),
        (["PAST"], True),
        (["PSDG"], True),
        (["PRM"], True),
        (["PH17"], True),
        (["YBLB"], True),
        (["MBC"], False),
        (["PLST", "M10"], False),
        (["MB2", "M10"], False),
        (["PRM", "M10"], False),
        (["PHOU"], False),
        ([], False),
        (None, False),
        (7, False),
        ([7], False),
    ],
)
def test_the_pool_of_an_atomic_card_is_told_by_its_sets(printings: Any, outside: bool) -> None:
    cards, _ = split(read_mtgjson(atomic(Elf=[face("Elf", printings=printings)])))
    assert ("outside_pool" in cards["Elf"].traits) is outside


def test_a_flat_list_joins_backs_and_drops_reversible_twins() -> None:
    rows = [
        face("Elf"),
        face("Elf // Elf", layout="reversible_card"),
        face("Delver // Aberration", layout="transform", back="Aberration"),
        face("Aberration", layout="transform", face="back", front="Delver"),
    ]
    cards, _ = split(read_mtgjson(json.dumps(rows).encode()))
    assert set(cards) == {"Elf", "Delver // Aberration"}
    assert [part.name for part in cards["Delver // Aberration"].faces] == ["Delver", "Aberration"]


def a_set(code: str, *cards: dict[str, Any]) -> dict[str, Any]:
    return {
        "baseSetSize": len(cards),
        "block": "x" * 30_000,
        "cards": list(cards),
        "code": code,
        "name": code,
    }


def test_all_printings_fold_into_cards_with_the_names_of_each() -> None:
    titanoth = face("Titanoth Rex", identifiers={"scryfallOracleId": "rex"})
    both = {"layout": "transform", "number": "7", "identifiers": {"scryfallOracleId": "two"}}
    two = [
        face("Fair // Foul", faceName=name, side=side, **both)
        for name, side in (("Fair", "a"), ("Foul", "b"))
    ]
    data = atomic(
        IKO=a_set("IKO", {**titanoth, "flavorName": "Godzilla, Primeval Champion"}, "no card"),
        SLX=a_set(
            "SLX",
            {**titanoth, "foreignData": [{"language": "French", "name": "Rex titanoth"}]},
            {**two[0], "faceFlavorName": "Day"},
            {**two[1], "faceFlavorName": "Night"},
        ),
        ONE=a_set("ONE", *two),
    )
    cards, problems = split(read_cards(data, game="mtg"))
    assert set(cards) == {"Titanoth Rex", "Fair // Foul"}
    assert set(cards["Titanoth Rex"].names) == {
        ("Godzilla, Primeval Champion", "alias", "en"),
        ("Rex titanoth", "printed", "fr"),
    }
    assert [part.name for part in cards["Fair // Foul"].faces] == ["Fair", "Foul"]
    assert {name for name, kind, _ in cards["Fair // Foul"].names if kind == "alias"} == {
        "Day", "Night", "Day // Night",
    }  # fmt: skip
    assert [problem.kind for problem in problems] == ["bad_row"]


def test_of_all_printings_a_playtest_namesake_gives_way() -> None:
    real = face("Herring", printings=["MKM"], identifiers={"scryfallOracleId": "real"})
    test = face("Herring", printings=["CMB1"], identifiers={"scryfallOracleId": "test"})
    cards, problems = split(read_mtgjson(atomic(CMB1=a_set("CMB1", test), MKM=a_set("MKM", real))))
    assert cards["Herring"].official_id == "real"
    assert [problem.kind for problem in problems] == ["namesake"]


def test_names_of_printings_in_an_atomic_entry() -> None:
    data = atomic(Rex=[face("Rex", flavorName="Godzilla")], Elf=[face("Elf", faceFlavorName="Legolas")])
    cards, _ = split(read_cards(data, game="mtg"))
    assert ("Godzilla", "alias", "en") in cards["Rex"].names
    assert ("Legolas", "alias", "en") in cards["Elf"].names
