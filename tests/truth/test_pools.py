"""The small card pools of the reference judge hold the same facts as the full material."""

import csv
import gzip
from pathlib import Path

import pytest

from tests.reference import command_zone
from tests.reference import magic_facts as facts
from tests.reference.model import RefCard
from tests.reference.pool import dm_pool, magic_pool, restrictions
from tests.truth.material import all_cards, written_lists

pytestmark = pytest.mark.shared


def what_rules_read(card: RefCard) -> dict[str, object]:
    return {
        "identity": facts.colour_identity(card),
        "land types": facts.basic_type_colours(card),
        "symbols": facts.printed_symbols(card),
        "types": facts.card_types(card),
        "subtypes": facts.subtypes(card),
        "every type": facts.every_creature_type(card),
        "legendary": facts.is_legendary(card),
        "vehicle": facts.is_legendary_vehicle_or_spacecraft(card),
        "text": facts.can_be_commander_by_its_text(card),
        "basic": facts.is_basic(card),
        "copies": facts.copies_allowed(card),
        "stickers": facts.uses_stickers_or_attractions(card),
        "value": facts.value_in_deck(card),
        "repeats": facts.repeats_a_symbol(card),
        "activated": facts.has_activated_ability(card),
        "partner": command_zone.has_partner(card),
        "partner with": command_zone.partner_named(card),
        "partner group": command_zone.partner_group(card),
        "background": (command_zone.chooses_a_background(card), command_zone.is_background(card)),
        "doctor": (command_zone.is_doctors_companion(card), command_zone.is_the_doctor(card)),
        "chooses a colour": command_zone.chooses_a_colour(card),
        "paper": card.in_pool,
    }


def test_magic_pool(shared: Path) -> None:
    real = all_cards(shared)
    for name, card in magic_pool().items():
        assert what_rules_read(card) == what_rules_read(real[name]), name


def test_magic_restrictions(shared: Path) -> None:
    real = set(written_lists(shared))
    ours = [row for row in restrictions() if row.list in ("commander", "duel-commander")]
    assert len(ours) > 20
    assert [row for row in ours if row not in real] == []


def test_duel_masters_pool(shared: Path) -> None:
    with gzip.open(shared / "data/dm/cards.csv.gz", "rt", encoding="utf-8") as file:
        faces = {row["name"]: row for row in csv.DictReader(file)}
    checked = 0
    for card in dm_pool().values():
        for face in card.faces if card.layout != "twin_pact" else ():
            if face.name.startswith("見本"):
                continue
            row = faces[face.name]
            checked += 1
            assert face.types == set(row["type_ja"].split("/")), face.name
            assert face.colours == frozenset(row["civilization"].split("/")) - {"", "無色"}, face.name
            assert face.subtypes == set(row["race"].split("/")) - {""}, face.name
            if face.cost is not None:
                assert face.cost == float(row["cost"]), face.name
    assert checked > 150
