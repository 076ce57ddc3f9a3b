"""A Magic card from its printed faces: traits, identities, copy limit and names. No card text is kept."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from schema.identity import COLOURS
from schema.magic_clauses import copy_limit
from schema.magic_identity import face_colours, identities, land_colours, own_identity
from schema.magic_text import mana_value, read_type_line
from schema.magic_traits import creature_types_elsewhere, traits_of
from schema.records import CardRecord, FaceRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

# Layouts whose second face is the other side of the card; in all others it is a part of the same side.
TWO_SIDED_LAYOUTS = frozenset({"transform", "modal_dfc", "meld", "double_faced", "flip", "reversible_card"})
ALIASES = Path(__file__).with_name("magic_aliases.csv")
PRINTED = Path(__file__).with_name("magic_printed_names.csv")


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """What a source shows of one face. `text` is read for facts and dropped; None where it is not at hand.

    `colours` is the source's own list (None: worked out here); `indicator` the colour indicator.
    """

    name: str
    type_line: str
    mana_cost: str | None = None
    text: str | None = None
    colours: tuple[str, ...] | None = None
    indicator: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None


@cache
def _aliases() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    with ALIASES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["name"], []).append(row["alias"])
    return {name: tuple(names) for name, names in found.items()}


def aliases_of(name: str) -> tuple[str, ...]:
    """Other names under which the same card is sold or shown: digital and within-universe names (201.3b)."""
    return _aliases().get(name, ())


@cache
def _printed() -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, list[tuple[str, str]]] = {}
    with PRINTED.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["name"], []).append((row["printed"], row["language"]))
    return {name: tuple(names) for name, names in found.items()}


def printed_names_of(name: str) -> tuple[tuple[str, str], ...]:
    """The names under which a basic land, or a card of a rule's own example, is printed (FR7, DE7).

    Pairs of name and language. Card files in English alone lack them, and hardly a French or German list
    does without.
    """
    return _printed().get(name, ())


def face_record(face: PrintedFace) -> FaceRecord:
    """The facts of one face. A card that is a creature outside the battlefield (Grist) has those types."""
    line = read_type_line(face.type_line)
    elsewhere = creature_types_elsewhere(face)
    return FaceRecord(
        name=face.name,
        types=(*line.types, "Creature") if elsewhere and "Creature" not in line.types else line.types,
        colours=face_colours(face),
        cost=face.mana_cost or None,
        mana_value=mana_value(face.mana_cost),
        power=face.power,
        toughness=face.toughness,
        races=tuple(dict.fromkeys((*line.subtypes, *elsewhere))),
        supertypes=line.supertypes,
    )


def counted_faces(faces: Sequence[PrintedFace], layout: str) -> Sequence[PrintedFace]:
    """The faces that give a card its colours: what it melds into is no face of it (712.4)."""
    return faces[:1] if layout == "meld" else faces


def magic_card(
    faces: Sequence[PrintedFace],
    *,
    layout: str,
    name: str | None = None,
    names: Iterable[tuple[str, str, str]] = (),
    pool: bool | None = True,
    identity: Iterable[str] | None = None,
    official_id: str | None = None,
    url: str | None = None,
    released_on: date | None = None,
) -> CardRecord:
    """Build the record of one card from its faces in printed order.

    `name` is the whole name (`A // B`), made from the faces where it is None; `layout` the source's word.
    `names` are further spellings as in CardRecord; front, back, half and alias names are added here.
    `pool`: in the pool of sanctioned paper play; None where the source does not tell. `identity`: the
    colour identity that the source lists, if it does (`identities` says what is made of it).
    Raises ValueError without faces.
    """
    if not faces:
        raise ValueError("a card has at least one face")
    if name is None:
        name = " // ".join(face.name for face in faces)
    traits = list(traits_of(faces, layout))
    if pool is not True:
        traits.append("pool_unknown" if pool is None else "outside_pool")
    return CardRecord(
        game="mtg",
        name=name,
        layout=layout,
        faces=tuple(face_record(face) for face in faces),
        traits=tuple(traits),
        identities=identities(counted_faces(faces, layout), identity),
        copy_limit=copy_limit(faces[0].text or ""),
        names=_names(name, faces, layout, names),
        official_id=official_id,
        url=url,
        released_on=released_on,
    )


def _names(
    name: str, faces: Sequence[PrintedFace], layout: str, further: Iterable[tuple[str, str, str]]
) -> tuple[tuple[str, str, str], ...]:
    found: dict[tuple[str, str], tuple[str, str, str]] = {}
    if len(faces) > 1:
        second = "back" if layout in TWO_SIDED_LAYOUTS else "face"
        for place, face in enumerate(faces):
            found[(face.name, "en")] = (face.name, "front" if place == 0 else second, "en")
    for alias in dict.fromkeys((*aliases_of(name), *aliases_of(faces[0].name))):
        found.setdefault((alias, "en"), (alias, "alias", "en"))
    printed = [(text, "printed", language) for text, language in printed_names_of(name)]
    for text, kind, language in (*further, *printed):
        if text:
            found.setdefault((text, language), (text, kind, language))
    found.pop((name, "en"), None)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class IdentityDifference:
    """Where the identity worked out here differs from the one that the file gives."""

    card: str
    ours: frozenset[str]
    theirs: frozenset[str]

    def __str__(self) -> str:
        ours, theirs = (
            "".join(c for c in COLOURS if c in side) or "none" for side in (self.ours, self.theirs)
        )
        return f"{self.card}: {ours} by its text, {theirs} in the file"


def identity_difference(
    name: str, faces: Sequence[PrintedFace], theirs: Iterable[str] | None
) -> IdentityDifference | None:
    """Compare 903.4 (with basic land types, as files count them) with a file's own list; None where equal.

    A card whose text was not at hand, or a file without a list, has nothing to compare and gives None.
    """
    if theirs is None or any(face.text is None for face in faces):
        return None
    ours, given = own_identity(faces) | land_colours(faces), frozenset(COLOURS).intersection(theirs)
    return None if ours == given else IdentityDifference(name, ours, given)
