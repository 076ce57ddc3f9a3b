"""Reads Magic cards in Scryfall's field names into the reference judge's own shape."""

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.reference.magic_facts import coloured, mana_value
from tests.reference.model import RefCard, RefFace

SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World", "Host", "Elite"})
# The corpus's own word for what a card is played in; None is not known.
IN_POOL = {"eternal": True, "unknown": None}


def split_type_line(line: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """`Legendary Creature — Fox Wizard` to supertypes, types, subtypes."""
    before, _, after = line.partition("—")
    words = frozenset(before.split())
    return words & SUPERTYPES, words - SUPERTYPES, frozenset(after.split())


def magic_face(record: Mapping[str, Any], whole: Mapping[str, Any]) -> RefFace:
    if record.get("type_line") is None:  # the corpus knows no more than this face's name
        return RefFace(record["name"], frozenset(), colours=None)
    supertypes, types, subtypes = split_type_line(record["type_line"])
    cost = record.get("mana_cost") or ""
    colours = record.get("colors")
    return RefFace(
        name=record["name"],
        types=types,
        supertypes=supertypes,
        subtypes=subtypes,
        colours=frozenset(colours if colours is not None else whole.get("colors") or ()) | coloured(cost),
        cost=mana_value(cost),
        mana_cost=cost,
        text=record.get("oracle_text") or "",
        power=record.get("power"),
    )


def magic_card(record: Mapping[str, Any]) -> RefCard:
    """One card object; two-faced cards carry `card_faces`. What a card melds into is not its face (712.4)."""
    faces: Sequence[Mapping[str, Any]] = record.get("card_faces") or [record]
    if record["layout"] == "meld":
        faces = faces[:1]
    return RefCard(
        game="mtg",
        name=record["name"],
        layout=record["layout"],
        faces=tuple(magic_face(face, record) for face in faces),
        in_pool=IN_POOL.get(record.get("_pool", "eternal"), False),
    )


def is_melded(record: Mapping[str, Any]) -> bool:
    """What two cards meld into stands in the corpus as if it were a card: whole, but without a cost."""
    whole = record["layout"] == "meld" and not record.get("card_faces")
    return whole and not record.get("mana_cost") and "Land" not in record["type_line"]


@cache
def read_cards(path: Path) -> dict[str, RefCard]:
    """All cards of a gzipped JSON-lines file, by name. 34,565 cards take some two seconds."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        cards = [magic_card(record) for record in map(json.loads, lines) if not is_melded(record)]
    return {card.name: card for card in cards}
