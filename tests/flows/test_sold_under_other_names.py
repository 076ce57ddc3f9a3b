"""Names under which single printings are sold (Godzilla's, within-universe names), from either card file."""

import json
from datetime import UTC, date, datetime
from typing import Any

import duckdb
import pytest

from flows.check_decks import Checker
from parsers.cards import read_cards
from parsers.decklists import read_decklist
from schema.formats import load_formats
from tests.parsers.card_files import atomic, face, printing
from warehouse.database import memory_database
from warehouse.load import load_cards

# Real name -> the name on one printing.
SOLD = {
    "Titanoth Rex": "Godzilla, Primeval Champion",
    "Zilortha, Strength Incarnate": "Godzilla, King of the Monsters",
    "Nether Elf": "Sol Elf",  # a real card is called so
    "Dusk Elf": "Moonlit Elf",  # a real card's front is called so
    "Left Elf": "Twin Elf",
    "Right Elf": "Twin Elf",
}
PLAIN = ("Sol Elf", "Forest Elf")


def scryfall() -> bytes:
    elf = {"type_line": "Creature — Elf", "mana_cost": "{G}", "colors": ["G"], "oracle_text": ""}
    faces = [{"name": name, **elf} for name in ("Moonlit Elf", "Savage Elf")]
    rows: list[dict[str, Any]] = [printing(name) for name in (*PLAIN, *SOLD)]
    rows += [printing(name, flavor_name=alias, released_at="2021-01-01") for name, alias in SOLD.items()]
    rows.append(printing("Moonlit Elf // Savage Elf", layout="transform", card_faces=faces))
    return json.dumps(rows).encode()


def all_printings() -> bytes:
    def card(name: str, **rest: Any) -> dict[str, Any]:
        return face(name, identifiers={"scryfallOracleId": name}, number="1", **rest)

    two = [card("Moonlit Elf // Savage Elf", faceName=name, side=side, layout="transform")
           for name, side in (("Moonlit Elf", "a"), ("Savage Elf", "b"))]  # fmt: skip
    first = [card(name) for name in (*PLAIN, *SOLD)] + two
    second = [card(name, flavorName=alias) for name, alias in SOLD.items()]
    sets = {
        code: {"baseSetSize": 1, "code": code, "name": code, "cards": cards}
        for code, cards in (("AAA", first), ("BBB", second))
    }
    return atomic(**sets)


@pytest.fixture(scope="module", params=[scryfall, all_printings], ids=["scryfall", "mtgjson"])
def con(request: pytest.FixtureRequest) -> duckdb.DuckDBPyConnection:
    con = memory_database()
    run = {"url": "x", "started_at": datetime(2026, 11, 29, tzinfo=UTC), "code_version": "test"}
    load_cards(con, read_cards(request.param(), game="mtg"), source="x", **run)
    return con


@pytest.mark.parametrize(
    ("text", "card", "suggestions"),
    [
        ("Godzilla, King of the Monsters", "Zilortha, Strength Incarnate", []),
        ("godzilla, primeval champion", "Titanoth Rex", []),
        ("Titanoth Rex", "Titanoth Rex", []),
        ("Sol Elf", "Sol Elf", []),
        ("Moonlit Elf", "Moonlit Elf", []),  # the front of a card, as lists name it
        ("Twin Elf", None, ["Left Elf", "Right Elf"]),
    ],
)
def test_a_name_of_one_printing(
    con: duckdb.DuckDBPyConnection, text: str, card: str | None, suggestions: list[str]
) -> None:
    parsed = read_decklist("deck.txt", f"Commander\n1 {text}\n\nDeck\n1 Forest Elf\n", format="commander")
    (verdict,) = Checker(con, load_formats(), today=date(2026, 11, 29)).check(parsed.decks)
    assert verdict.commanders == ([card] if card else [])
    assert [each["suggestions"] for each in verdict.unresolved] == ([suggestions] if suggestions else [])
