"""A card record as rows of `card`, `card_face`, `card_name` and `card_identity`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.identity import mask_of
from schema.ids import stable_id
from schema.names import clean, name_keys
from schema.urls import canonical_url
from warehouse.tables import BIGINT, DATE, DOUBLE, INTEGER, SMALLINT, TEXT, TEXTS

if TYPE_CHECKING:
    from schema.records import CardRecord, FaceRecord

CARD_COLUMNS = {
    "card_id": BIGINT,
    "game": TEXT,
    "name": TEXT,
    "layout": TEXT,
    "types": TEXTS,
    "races": TEXTS,
    "traits": TEXTS,
    "copy_limit": INTEGER,
    "cost": DOUBLE,
    "official_id": TEXT,
    "url": TEXT,
    "released_on": DATE,
    "page_id": BIGINT,
    "load_id": BIGINT,
}
FACE_COLUMNS = {
    "card_id": BIGINT,
    "face_no": SMALLINT,
    "name": TEXT,
    "types": TEXTS,
    "supertypes": TEXTS,
    "races": TEXTS,
    "civilizations": SMALLINT,
    "cost": TEXT,
    "mana_value": DOUBLE,
    "power": TEXT,
    "toughness": TEXT,
}
NAME_COLUMNS = {
    "game": TEXT,
    "level": TEXT,
    "key": TEXT,
    "kind": TEXT,
    "card_id": BIGINT,
    "face_no": SMALLINT,
    "name": TEXT,
    "language": TEXT,
}
IDENTITY_COLUMNS = {"card_id": BIGINT, "method": TEXT, "mask": SMALLINT}

# Layouts that are no cards of a deck: the real card of the same name is preferred (public complaints:
# a token shadows the card, a playtest card shadows the card).
NOT_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})


def rank_of(layout: str, traits: tuple[str, ...] | list[str]) -> int:
    """0 a card of the game's pool, 1 a card outside it (silver border, playtest), 2 a token or emblem."""
    if layout in NOT_CARDS:
        return 2
    return 1 if "outside_pool" in traits else 0


def card_id_of(game: str, name: str) -> int:
    """The id of a card: its game and canonical name."""
    return stable_id("card", game, name)


def mask_of_face(face: FaceRecord) -> int | None:
    """The civilizations or colours of a face as a mask; None where they are not known."""
    return None if face.colours is None else mask_of(face.colours)


def card_row(identity: int, card: CardRecord, page_id: int | None, load_id: int) -> dict[str, Any]:
    """The row of the card itself: types and races of all faces, cost of the front."""
    return {
        "card_id": identity,
        "game": card.game,
        "name": card.name,
        "layout": card.layout,
        "types": list(dict.fromkeys(kind for face in card.faces for kind in face.types)),
        "races": list(dict.fromkeys(race for face in card.faces for race in face.races)),
        "traits": sorted(card.traits),
        "copy_limit": card.copy_limit,
        "cost": card.faces[0].mana_value,
        "official_id": card.official_id,
        "url": canonical_url(card.url) if card.url else None,
        "released_on": card.released_on,
        "page_id": page_id,
        "load_id": load_id,
    }


def face_rows(identity: int, card: CardRecord) -> list[dict[str, Any]]:
    """One row a face, from 0."""
    return [
        {
            "card_id": identity,
            "face_no": number,
            "name": face.name,
            "types": list(face.types),
            "supertypes": list(face.supertypes),
            "races": list(face.races),
            "civilizations": mask_of_face(face),
            "cost": face.cost,
            "mana_value": face.mana_value,
            "power": face.power,
            "toughness": face.toughness,
        }
        for number, face in enumerate(card.faces)
    ]


def name_rows(identity: int, card: CardRecord) -> list[dict[str, Any]]:
    """Every spelling of a card at every level: its own name, its faces, what the record adds."""
    language = "ja" if card.game == "dm" else "en"
    face_of = {clean(face.name): number for number, face in reversed(list(enumerate(card.faces)))}
    spellings: list[tuple[str, str, str, int | None]] = [(card.name, "name", language, None)]
    if len(card.faces) > 1:
        spellings += [
            (face.name, "front" if number == 0 else "back", language, number)
            for number, face in enumerate(card.faces)
        ]
    for text, kind, spoken in card.names:
        number = face_of.get(clean(text))
        if number is None and kind == "back" and len(card.faces) > 1:
            number = 1
        spellings.append((text, kind, spoken, number))
    return [
        {
            "game": card.game,
            "level": level,
            "key": key,
            "kind": kind,
            "card_id": identity,
            "face_no": number,
            "name": clean(text),
            "language": spoken,
        }
        for text, kind, spoken, number in spellings
        if isinstance(text, str)
        for level, key in name_keys(card.game, text)
        # `A/B` answers to `A` at the front level; one face alone has no front of its own.
        if level != "front" or kind in {"name", "printed", "alias"}
    ]


def identity_rows(identity: int, card: CardRecord) -> list[dict[str, Any]]:
    """One row a method; an unknown set is an unknown mask."""
    return [
        {"card_id": identity, "method": method, "mask": None if colours is None else mask_of(colours)}
        for method, colours in dict(card.identities).items()
    ]


def richness(card: CardRecord) -> tuple[int, int]:
    """How much a record knows: faces, and known facts of them (types, civilizations, cost)."""
    known = sum(
        bool(face.types) + (face.colours is not None) + (face.cost is not None) for face in card.faces
    )
    return len(card.faces), known
