"""A Magic card's colours for each identity method, worked out from its faces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schema.identity import COLOURS
from schema.magic_text import BASIC_LAND_TYPES, colours_of, read_type_line, symbols, without_reminder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schema.magic import PrintedFace

EVERY_COLOUR = frozenset(COLOURS)
# A characteristic-defining ability speaks of the card itself, in its own line (604.3).
_ALL_COLOURS = re.compile(r"^(?P<who>[^.,\"\n]{1,60}?) (?:is|are) all colors\b", re.MULTILINE)
_EVERY_LAND_TYPE = re.compile(r"\bthis card is every land type\b", re.IGNORECASE)
_NOT_ITS_IDENTITY = re.compile(r"doesn't affect (?:its|this card's) color identity", re.IGNORECASE)


def defined_colours(face: PrintedFace) -> frozenset[str]:
    """Colours that a characteristic-defining ability gives: `X is all colors` on X itself.

    Empty where the text says that the identity is not touched (Fallaji Wayfarer).
    """
    text = face.text or ""
    found = _ALL_COLOURS.search(text)
    if not found or _NOT_ITS_IDENTITY.search(text):
        return frozenset()
    who = found["who"]
    themselves = {face.name, face.name.split(",")[0], "This creature", "This card", "This permanent"}
    return EVERY_COLOUR if who in themselves else frozenset()


def face_colours(face: PrintedFace) -> tuple[str, ...] | None:
    """The colours of a face: as its source lists them, else cost, indicator and defining abilities.

    Devoid makes it colourless (702.114). None without a cost, a list or a text to read.
    """
    if face.colours is not None:
        listed = frozenset(face.colours) | frozenset(face.indicator) | defined_colours(face)
        return tuple(colour for colour in COLOURS if colour in listed)
    if face.mana_cost is None and face.text is None:
        return None
    if re.search(r"^devoid\b", face.text or "", re.IGNORECASE | re.MULTILINE):
        return ()
    found = colours_of(symbols(face.mana_cost)) | frozenset(face.indicator) | defined_colours(face)
    return tuple(colour for colour in COLOURS if colour in found)


def _land_colours(face: PrintedFace) -> frozenset[str]:
    if _EVERY_LAND_TYPE.search(face.text or ""):
        return EVERY_COLOUR
    line = read_type_line(face.type_line)
    if "Land" not in line.types:
        return frozenset()
    return frozenset(BASIC_LAND_TYPES[kind] for kind in line.subtypes if kind in BASIC_LAND_TYPES)


def _union(parts: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*parts)


def identities(faces: Sequence[PrintedFace]) -> tuple[tuple[str, frozenset[str] | None], ...]:
    """Each method of `schema/identity.py` for a Magic card; None where the text was not at hand.

    `colour_identity` is 903.4 and 903.4d: symbols of cost and text of every face, colour indicator,
    colours of the face (whose list holds indicator and defining abilities), reminder text left out.
    Basic land types are a method of their own, since 903.5d reads them apart.
    """
    known = all(face.text is not None for face in faces)
    costs = _union(colours_of(symbols(face.mana_cost)) for face in faces)
    literal = costs | _union(colours_of(symbols(face.text)) for face in faces)
    without = costs | _union(colours_of(symbols(without_reminder(face.text or ""))) for face in faces)
    own = _union(
        frozenset(face.indicator)
        | defined_colours(face)
        | (frozenset() if _NOT_ITS_IDENTITY.search(face.text or "") else frozenset(face_colours(face) or ()))
        for face in faces
    )
    return (
        ("colour_identity", (without | own) if known else None),
        ("basic_type_colours", _union(_land_colours(face) for face in faces)),
        ("symbols_with_reminder", literal if known else None),
        ("symbols_without_reminder", without if known else None),
        ("cost_symbols", colours_of(symbols(faces[0].mana_cost))),
        ("any_colour", frozenset()),
    )
