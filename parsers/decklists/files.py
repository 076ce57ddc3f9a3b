"""Deck files that are not plain lists: MTGO's .dek, Cockatrice's .cod, and CSV exports of deck sites."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from lxml import etree

from parsers.decklists.marks import without_marks
from parsers.decklists.sections import Section, section_of, zone_word
from parsers.decklists.text import Draft, finish

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parsers.decklists.shape import DeckShape
    from schema.records import Parsed

_COLUMNS: dict[str, frozenset[str]] = {
    "count": frozenset(
        [
            "count",
            "qty",
            "quantity",
            "amount",
            "number",
            "copies",
            "枚数",
            "anzahl",
            "menge",
            "nombre",
            "quantité",
        ]
    ),
    "name": frozenset(
        ["name", "card", "card name", "cardname", "カード名", "名前", "kartenname", "nom", "carte"]
    ),
    "zone": frozenset(["section", "board", "zone", "category", "categories", "ゾーン", "区分"]),
    "commander": frozenset(["commander", "is commander", "統率者"]),
}
_NO = frozenset({"", "0", "false", "no", "nein", "non"})
_COCKATRICE = {"main": None, "side": "sideboard", "tokens": "aside", "commander": "commander"}


def _copies(text: str | None) -> int | None:
    try:
        number = int((text or "").strip().rstrip("xX×枚"))
    except ValueError:
        return None
    return number if 1 <= number <= 9999 else None


def _root(draft: Draft, data: bytes) -> etree._Element | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        draft.problem("bad_file", f"not well-formed XML: {error.msg}", error.lineno)
        return None


def _elements(root: etree._Element | None, tag: str) -> list[etree._Element]:
    return [] if root is None else [found for found in root.iter(tag) if isinstance(found.tag, str)]


def _line(element: etree._Element) -> int:
    number = element.sourceline
    return number if isinstance(number, int) else 0


def _written(element: etree._Element) -> str:
    return etree.tostring(element, encoding="unicode", with_tail=False)[:200]


def read_dek(
    name: str, data: bytes, *, format_name: str | None, source: str, shape: DeckShape | None
) -> Parsed:
    """Read MTGO's XML; two entries of one card (two printings) both count."""
    draft = Draft(source, name)
    root = _root(draft, data)
    for card in _elements(root, "Cards"):
        line_no, copies = _line(card), _copies(card.get("Quantity"))
        title = (card.get("Name") or "").strip()
        if copies is None or not title:
            draft.refuse(_written(card), _line(card))
            continue
        side = (card.get("Sideboard") or "").casefold() == "true"
        draft.place(line_no, copies, title, "sideboard" if side else None)
    return finish(draft, "", format_name=format_name, shape=shape)


def read_cod(
    name: str, data: bytes, *, format_name: str | None, source: str, shape: DeckShape | None
) -> Parsed:
    """Read Cockatrice's XML: zones main, side, tokens."""
    draft = Draft(source, name)
    root = _root(draft, data)
    if root is not None and (title := root.findtext("deckname")):
        draft.facts["title"] = title.strip()
    for zone in _elements(root, "zone"):
        word = (zone.get("name") or "").casefold()
        if word not in _COCKATRICE:
            draft.problem("unknown_section", word or "a zone without a name", _line(zone))
        for card in _elements(zone, "card"):
            copies = _copies(card.get("number") or card.get("price"))
            title = (card.get("name") or "").strip()
            if copies is None or not title:
                draft.refuse(_written(card), _line(card))
                continue
            draft.place(_line(card), copies, title, _COCKATRICE.get(word), heading=word)  # type: ignore[arg-type]
    return finish(draft, "", format_name=format_name, shape=shape)


def _columns(header: list[str]) -> dict[str, int]:
    """Which column holds what, by the header's words; {} for a file without a header."""
    words = [cell.strip().strip("\ufeff").casefold() for cell in header]
    found = {
        role: place
        for role, known in reversed(_COLUMNS.items())
        for place, word in reversed(list(enumerate(words)))
        if word in known
    }
    return found if "name" in found else {}


def is_csv(head: str) -> bool:
    """True where the first line is a header that names a count and a name column."""
    first = head.split("\n", 1)[0]
    columns = _columns(first.split(max(",;\t", key=first.count)))
    return "name" in columns and "count" in columns


def _zone_of(cell: str) -> Section | None:
    """`commanders`, `Maybeboard`, `nonlands`, `["Maybeboard", "Creature"]`."""
    parts = [part.strip(" []\"'") for part in cell.replace(";", ",").split(",")]
    zones = [zone_word(part) or section_of(part) for part in parts if part]
    if "aside" in zones:
        return "aside"
    return next((zone for zone in zones if zone not in (None, "category", "main", "about")), None)


def read_csv(
    name: str, text: str, *, format_name: str | None, source: str, shape: DeckShape | None
) -> Parsed:
    """Read a CSV export: the columns are told by the header, else they are count and name."""
    draft = Draft(source, name)
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    rows: Iterable[list[str]] = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns: dict[str, int] | None = None
    for number, row in enumerate(rows, start=1):
        if not any(cell.strip() for cell in row):
            continue
        if columns is None:
            columns = _columns(row)
            if columns:
                continue
            columns = {"count": 0, "name": 1} if len(row) > 1 else {"name": 0}
        cells = {role: row[place].strip() for role, place in columns.items() if place < len(row)}
        copies = _copies(cells.get("count")) if "count" in columns else 1
        if copies is None or not cells.get("name"):
            draft.refuse(delimiter.join(row)[:200], number)
            continue
        zone = _zone_of(cells.get("zone", ""))
        if cells.get("commander", "").casefold() not in _NO:
            zone = "commander"
        draft.place(number, copies, without_marks(cells["name"]).name, zone, heading=cells.get("zone", ""))
    return finish(draft, text, format_name=format_name, shape=shape)
