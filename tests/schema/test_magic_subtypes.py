"""The table of non-creature subtypes against the type lines of all known cards."""

import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest

from schema.magic_subtypes import NONCREATURE_TYPES
from schema.magic_text import read_type_line
from warehouse.judging_tables import term_rows

ORDINARY = {"Artifact", "Battle", "Enchantment", "Instant", "Land", "Planeswalker", "Sorcery"}


@pytest.mark.parametrize(
    ("subtype", "has_it"),
    [
        *[(name, False) for name in ("Siege", "Role", "Jace", "Shard", "Lander", "Omen", "Plan", "Town")],
        *[(name, True) for name in ("Angel", "Goblin", "Time Lord", "Eldrazi", "Assembly-Worker")],
    ],
)  # fmt: skip
def test_a_changeling_has_creature_types_alone(subtype: str, has_it: bool) -> None:
    (term,) = term_rows({f"subtype={subtype}"})
    assert term["is_noncreature"] is not has_it


@pytest.mark.shared
def test_the_table_holds_what_stands_on_cards_that_are_no_creatures(shared: Path) -> None:
    on_creatures: dict[str, int] = defaultdict(int)
    on_others: dict[str, int] = defaultdict(int)
    with gzip.open(shared / "data/mtg/cards.jsonl.gz", "rt", encoding="utf-8") as rows:
        for card in map(json.loads, rows):
            if card["_pool"] != "eternal":
                continue
            for face in card.get("card_faces") or [card]:
                line = read_type_line(face.get("type_line") or "")
                for subtype in line.subtypes:
                    on_creatures[subtype] += "Creature" in line.types
                    on_others[subtype] += bool(line.types) and ORDINARY.issuperset(line.types)
    missing = {subtype for subtype, count in on_others.items() if count} - NONCREATURE_TYPES
    assert not missing
    creature_types = {subtype for subtype, count in on_creatures.items() if count and not on_others[subtype]}
    assert len(creature_types) > 250
    assert not creature_types & NONCREATURE_TYPES
