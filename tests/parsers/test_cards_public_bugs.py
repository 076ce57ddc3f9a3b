"""Public complaints about card names and card facts, each on the real cards."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from parsers.cards import read_cards
from parsers.cards.pool import POOL_CARDS
from parsers.decklists import read_decklist
from schema.magic import ALIASES
from schema.names import name_keys

if TYPE_CHECKING:
    from schema.records import CardRecord

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def ladder(magic_cards: dict[str, CardRecord]) -> dict[tuple[str, str], set[str]]:
    """Level and key to the cards that answer: a card's own name before faces and aliases."""
    known: dict[tuple[str, str], set[str]] = {}
    for card in magic_cards.values():
        for level, key in name_keys("mtg", card.name):
            known.setdefault((level, key), set()).add(card.name)
    own = set(known)
    for card in magic_cards.values():
        for text, _, _ in card.names:
            for level, key in name_keys("mtg", text):
                if (level, key) not in own:
                    known.setdefault((level, key), set()).add(card.name)
    return known


def resolve(text: str, ladder: dict[tuple[str, str], set[str]]) -> str | None:
    for pair in name_keys("mtg", text):
        if len(found := ladder.get(pair, set())) == 1:
            return next(iter(found))
    return None


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("1 Find/Finality", "Find // Finality"),
        ("1 Find // Finality", "Find // Finality"),
        ("1 Find//Finality", "Find // Finality"),
        ("1 Murderous Rider // Swift End", "Murderous Rider // Swift End"),
        ("1 Murderous Rider", "Murderous Rider // Swift End"),
        ("1 Who/What/When/Where/Why", "Who // What // When // Where // Why"),
        ("1 Delver of Secrets // Insectile Aberration", "Delver of Secrets // Insectile Aberration"),
        ("1 Delver of Secrets", "Delver of Secrets // Insectile Aberration"),
        ("1 Bala Ged Recovery", "Bala Ged Recovery // Bala Ged Sanctuary"),
        ("1 Æther Vial", "Aether Vial"),
        ("1 Aether Vial", "Aether Vial"),
        ("1 Thassa’s Oracle", "Thassa's Oracle"),
        ("1 Thassa&#39;s Oracle", "Thassa's Oracle"),
        ("1 Lion’s Eye Diamond", "Lion's Eye Diamond"),
        ("1 Uharis, the Stormspinner", "Spider-Man 2099"),
        ("1 A Most Helpful Weaver", "Origin of Spider-Man"),
        ("1 Jotun Grunt", "Jötun Grunt"),
        ("1 JÖTUN GRUNT", "Jötun Grunt"),
        ("1 Minsc &amp; Boo, Timeless Heroes", "Minsc & Boo, Timeless Heroes"),
        ("1 Fire // Ice (APC) 128", "Fire // Ice"),
        ("1 Ice Tunnel", "Ice Tunnel"),
        ("1 Moonrage Brute", "Brutal Cathar // Moonrage Brute"),
        ("1 Path of Ancestry <019edcec-0000> [MSC] (F)", "Path of Ancestry"),
        ("4 Collision (RNA) 223", "Collision // Colossus"),
        ("1 Rick, Steadfast Leader", "Greymond, Avacyn's Stalwart"),
        ("1 Torrent Sculptor/Flamethrower Sonata", "Torrent Sculptor // Flamethrower Sonata"),
        ("1 Spikefield Hazard", "Spikefield Hazard // Spikefield Cave"),
    ],
)
def test_a_line_resolves_to_its_card(line: str, card: str, ladder: dict[tuple[str, str], set[str]]) -> None:
    (deck,) = read_decklist("x.txt", line, format="commander").decks
    assert resolve(deck.lines[0].text, ladder) == card


def test_real_cards_stand_before_playtest_namesakes(magic_cards: dict[str, CardRecord]) -> None:
    assert magic_cards["Red Herring"].faces[0].cost == "{1}{R}"
    assert dict(magic_cards["Red Herring"].identities)["colour_identity"] == frozenset("R")
    assert magic_cards["Pick Your Poison"].faces[0].cost == "{G}"
    assert magic_cards["Llanowar Elves"].faces[0].types == ("Creature",)


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("Crypt Ghast", "B"),
        ("Blind Obedience", "W"),
        ("Esika, God of the Tree // The Prismatic Bridge", "WUBRG"),
        ("Archangel Avacyn // Avacyn, the Purifier", "RW"),
        ("Fae of Wishes // Granted", "U"),
        ("Najeela, the Blade-Blossom", "WUBRG"),
        ("Transguild Courier", "WUBRG"),
        ("Sphinx of the Guildpact", "WUBRG"),
        ("Fallaji Wayfarer", "G"),
        ("Birds of Paradise", "G"),
        ("Ghostfire", "R"),
        ("Kitchen Finks", "WG"),
        ("Ancestral Vision", "U"),
        ("Bosh, Iron Golem", "R"),
        ("Alesha, Who Smiles at Death", "WBR"),
        ("Polluted Delta", ""),
        ("Wastes", ""),
        ("Rograkh, Son of Rohgahh", "R"),
    ],
)
def test_identity(name: str, identity: str, magic_cards: dict[str, CardRecord]) -> None:
    assert dict(magic_cards[name].identities)["colour_identity"] == frozenset(identity)


@pytest.mark.parametrize(
    ("name", "with_reminder", "lands", "cost"),
    [
        ("Crypt Ghast", "WB", "", "B"),
        ("Elves of Deep Shadow", "GB", "", "G"),
        ("Tropical Island", "UG", "UG", ""),
        ("Leechridden Swamp", "B", "B", ""),
        ("Esper Panorama", "", "", ""),
        ("Boros Guildmage", "RW", "", "RW"),
        ("Life // Death", "GB", "", "G"),
        ("Phelddagrif", "WUG", "", "WUG"),
        ("Alesha, Who Smiles at Death", "WBR", "", "R"),
    ],
)
def test_symbols_and_land_types(
    name: str, with_reminder: str, lands: str, cost: str, magic_cards: dict[str, CardRecord]
) -> None:
    found = dict(magic_cards[name].identities)
    assert found["symbols_with_reminder"] == frozenset(with_reminder)
    assert found["basic_type_colours"] == frozenset(lands)
    assert found["cost_symbols"] == frozenset(cost)


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("Grist, the Hunger Tide", "legendary creature", "can_be_commander"),
        ("Haunted One", "background legendary", "creature partner"),
        ("Rhoda, Geist Avenger", "partner_with:Timin,_Youthful_Geist", "partner"),
        ("Timin, Youthful Geist", "partner_with:Rhoda,_Geist_Avenger", "partner"),
        ("Hargilde, Kindly Runechanter", "friends_forever", "partner"),
        ("Elmar, Ulvenwald Informant", "friends_forever", "partner"),
        ("Snow-Covered Forest", "basic snow_basic", "any_number"),
        ("Wastes", "basic land", "snow_basic"),
        ("Dryad Arbor", "land creature", "basic"),
        ("Advantageous Proclamation", "conspiracy outside_pool", "permanent"),
        ("A Good Thing", "outside_pool", "creature"),
        ("Valko Indorian, Researcher", "outside_pool", "pool_unknown"),
        ("Lexivore", "pool_unknown", "outside_pool"),
        ("Knight of Wundagore", "creature", "outside_pool pool_unknown"),
        ("Shorikai, Genesis Engine", "vehicle_commander can_be_commander", "creature"),
        ("The Eternity Elevator", "legendary", "vehicle_commander creature"),
        ("The Seriema", "vehicle_commander", "creature"),
        ("Amy Pond", "partner_with:Rory_Williams doctors_companion", "partner"),
        ("Mistform Ultimus", "creature every_creature_type", "doctor"),
        ("The First Doctor", "doctor", "doctors_companion"),
        ("Elbrus, the Binding Blade // Withengar Unbound", "legendary", "creature"),
        ("Kitsune Mystic // Autumn-Tail, Kitsune Sage", "creature", "legendary"),
        ("Rat Colony", "any_number", "legendary"),
        ("The Prismatic Piper", "chosen_colour partner", ""),
        ("Jeweled Bird", "ante", ""),
        ("Aerialephant", "sticker", "outside_pool pool_unknown"),
        ("Angelic Harold", "sticker outside_pool", ""),
        ("Kess, Dissident Mage", "legendary creature", "outside_pool pool_unknown"),
    ],
)
def test_traits(name: str, has: str, lacks: str, magic_cards: dict[str, CardRecord]) -> None:
    found = set(magic_cards[name].traits)
    assert {trait.replace("_", " ") if ":" in trait else trait for trait in has.split()} <= {
        trait.replace("_", " ") if ":" in trait else trait for trait in found
    }
    assert not set(lacks.split()) & found


def test_partners_with_name_each_other(magic_cards: dict[str, CardRecord]) -> None:
    """Public complaint: two cards that do not belong together were accepted as a pair."""
    named = {
        name: trait.partition(":")[2]
        for name, card in magic_cards.items()
        for trait in card.traits
        if trait.startswith("partner_with:") and not {"outside_pool", "pool_unknown"} & set(card.traits)
    }
    assert len(named) > 40
    assert {name: other for name, other in named.items() if named.get(other) != name} == {}


def test_every_alias_leads_to_a_card(
    magic_cards: dict[str, CardRecord], ladder: dict[tuple[str, str], set[str]]
) -> None:
    with ALIASES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 180
    assert [row["name"] for row in rows if row["name"] not in magic_cards] == []
    assert [row["alias"] for row in rows if resolve(row["alias"], ladder) != row["name"]] == []


def test_the_pool_of_cards_of_which_the_file_does_not_tell(magic_cards: dict[str, CardRecord]) -> None:
    with POOL_CARDS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["name"] for row in rows}) == len(rows) > 1_000
    assert [row["name"] for row in rows if row["name"] not in magic_cards] == []
    words = {"paper": set(), "outside": {"outside_pool"}, "unknown": {"pool_unknown"}}
    assert all(row["evidence"] for row in rows)
    for row in rows:
        told = {"outside_pool", "pool_unknown"} & set(magic_cards[row["name"]].traits)
        assert told == words[row["pool"]], row
    unknown = {name for name, card in magic_cards.items() if "pool_unknown" in card.traits}
    assert unknown == {row["name"] for row in rows if row["pool"] == "unknown"}
    assert len(unknown) == 298


def test_a_flat_list_without_printings_asks_the_list_of_names() -> None:
    names = ("A Good Thing", "Lexivore", "Sol Ring", "Space Beleren")
    rows = [{"name": name, "type": "Artifact", "manaCost": "{1}", "colorIdentity": []} for name in names]
    cards = {card.name: set(card.traits) for card in read_cards(json.dumps(rows).encode(), game="mtg")}
    told = {name: traits & {"outside_pool", "pool_unknown"} for name, traits in cards.items()}
    assert told == {
        "A Good Thing": {"outside_pool"},
        "Lexivore": {"pool_unknown"},
        "Sol Ring": set(),
        "Space Beleren": set(),
    }
