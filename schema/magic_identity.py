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
_DEVOID = re.compile(r"^devoid\b", re.IGNORECASE | re.MULTILINE)
_NOT_ITS_IDENTITY = re.compile(r"doesn't affect (?:its|this card's) color identity", re.IGNORECASE)


def _keeps_identity(face: PrintedFace) -> bool:
    return "color identity" in (face.text or "") and bool(_NOT_ITS_IDENTITY.search(face.text or ""))


def defined_colours(face: PrintedFace) -> frozenset[str]:
    """Colours that a characteristic-defining ability gives: `X is all colors` on X itself.

    Empty where the text says that the identity is not touched (Fallaji Wayfarer).
    """
    text = face.text or ""
    found = _ALL_COLOURS.search(text) if "all colors" in text else None
    if not found or _keeps_identity(face):
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
    if "evoid" in (face.text or "") and _DEVOID.search(face.text or ""):
        return ()
    found = colours_of(symbols(face.mana_cost)) | frozenset(face.indicator) | defined_colours(face)
    return tuple(colour for colour in COLOURS if colour in found)


def _land_colours(face: PrintedFace) -> frozenset[str]:
    if "every land type" in (face.text or "") and _EVERY_LAND_TYPE.search(face.text or ""):
        return EVERY_COLOUR
    line = read_type_line(face.type_line)
    if "Land" not in line.types:
        return frozenset()
    return frozenset(BASIC_LAND_TYPES[kind] for kind in line.subtypes if kind in BASIC_LAND_TYPES)


def _union(parts: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*parts)


def own_identity(faces: Sequence[PrintedFace]) -> frozenset[str]:
    """The identity that the faces at hand give by 903.4 and 903.4d; a lower bound where text is missing."""
    return _symbols(faces, reminder=False) | _union(
        EVERY_COLOUR.intersection(face.indicator)
        | defined_colours(face)
        | (frozenset() if _keeps_identity(face) else frozenset(face_colours(face) or ()))
        for face in faces
    )


def _symbols(faces: Sequence[PrintedFace], *, reminder: bool) -> frozenset[str]:
    texts = [face.text or "" if reminder else without_reminder(face.text or "") for face in faces]
    return _union(colours_of(symbols(face.mana_cost)) for face in faces) | _union(
        colours_of(symbols(text)) for text in texts
    )


def land_colours(faces: Sequence[PrintedFace]) -> frozenset[str]:
    """The colours of the basic land types on any face (903.5d)."""
    return _union(_land_colours(face) for face in faces)


def identities(
    faces: Sequence[PrintedFace], given: Iterable[str] | None = None
) -> tuple[tuple[str, frozenset[str] | None], ...]:
    """Each method of `schema/identity.py` for a Magic card; None where the text was not at hand.

    `colour_identity` is 903.4 and 903.4d: symbols of cost and text of every face, colour indicator,
    colours of the face (whose list holds indicator and defining abilities), reminder text left out.
    Basic land types are a method of their own, since 903.5d reads them apart.

    `given` is the identity that the source lists. It may rest on an indicator or a second face that the
    source does not carry, so its colours are added; and where the symbols at hand already make it up, a
    missing text can hold no further one.
    """
    theirs = None if given is None else EVERY_COLOUR.intersection(given)
    literal, without = _symbols(faces, reminder=True), _symbols(faces, reminder=False)
    known = all(face.text is not None for face in faces)
    settled = known or (theirs is not None and without | land_colours(faces) == theirs | land_colours(faces))
    identity = own_identity(faces) | ((theirs or frozenset()) - land_colours(faces))
    return (
        ("colour_identity", identity if known or theirs is not None else None),
        ("basic_type_colours", land_colours(faces)),
        ("symbols_with_reminder", literal if settled else None),
        ("symbols_without_reminder", without if settled else None),
        ("cost_symbols", colours_of(symbols(faces[0].mana_cost))),
        ("any_colour", frozenset()),
    )
