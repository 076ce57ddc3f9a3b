"""Deck files that are not plain lists: MTGO's .dek, Cockatrice's .cod, and CSV exports of deck sites."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from lxml import etree

from parsers.decklists.marks import without_marks
from parsers.decklists.sections import Section, section_of, zone_word
from parsers.decklists.text import Draft, finish

if TYPE_CHECKING:
    from collections.abc import Iterator

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
# Words of a board column that are card names or nothing in a plain list.
_BOARDS: dict[str, Section] = {"acquire": "aside", "want": "aside", "wanted": "aside", "nonlands": "category"}
_OF_BOARDS = frozenset({"section", "board", "zone", "ゾーン"})
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


# The line by which Excel is told the separator (Dragon Shield's exports begin so).
_SEPARATOR = re.compile(r'^\ufeff?"?sep=[,;\t]"?[ \t]*\r?\n', re.IGNORECASE)


def _columns(header: list[str]) -> dict[str, int]:
    """Which column holds what, by the header's words; {} for a file without a header."""
    words = [cell.strip().strip("\ufeff").casefold().replace("_", " ") for cell in header]
    found = {
        role: place
        for role, known in reversed(_COLUMNS.items())
        for place, word in reversed(list(enumerate(words)))
        if word in known
    }
    return found if "name" in found else {}


def is_csv(head: str) -> bool:
    """True where the first line is a header that names a count and a name column."""
    first = _SEPARATOR.sub("", head).split("\n", 1)[0]
    columns = _columns(first.split(max(",;\t", key=first.count)))
    return "name" in columns and "count" in columns


def _zone_of(cell: str) -> tuple[Section | None, list[str]]:
    """`commanders`, `Maybeboard`, `["Maybeboard{noDeck}", "Creature"]`: the zone, and the words of none."""
    parts = [part.strip(" []\"'") for part in cell.replace(";", ",").split(",")]
    if "nodeck" in cell.casefold():
        return "aside", []
    words = [part.partition("{")[0].strip() for part in parts if part]
    zones = [_BOARDS.get(word.casefold()) or zone_word(word) or section_of(word) for word in words]
    unknown = [word for word, zone in zip(words, zones, strict=True) if zone is None]
    if "aside" in zones:
        return "aside", unknown
    return next((zone for zone in zones if zone not in (None, "category", "main", "about")), None), unknown


def _numbered(draft: Draft, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV, each with the line on which it begins; one that cannot be read ends them."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        number = reader.line_num + 1
        try:
            yield number, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            draft.refuse(f"no CSV from here on: {error}", number)
            return


def _cells(row: list[str], columns: dict[str, int]) -> dict[str, str]:
    return {role: row[place].strip() for role, place in columns.items() if place < len(row)}


def read_csv(
    name: str, text: str, *, format_name: str | None, source: str, shape: DeckShape | None
) -> Parsed:
    """Read a CSV export: the columns are told by the header, else they are count and name.

    A cell that holds whole rows (a quotation mark that does not close) is refused with the line on which it
    begins. A word that names no board, in a column of boards, is an `unknown_section`.
    """
    draft = Draft(source, name)
    first = _SEPARATOR.sub("", text).split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    columns: dict[str, int] | None = None
    boards = False
    for number, row in _numbered(draft, text, delimiter):
        if not any(cell.strip() for cell in row) or (number == 1 and _SEPARATOR.match(text)):
            continue
        if columns is None:
            columns = _columns(row)
            if columns:
                boards = "zone" in columns and row[columns["zone"]].strip().casefold() in _OF_BOARDS
                continue
            columns = {"count": 0, "name": 1} if len(row) > 1 else {"name": 0}
        cells = _cells(row, columns)
        copies = _copies(cells.get("count")) if "count" in columns else 1
        title = cells.get("name", "")
        if any("\n" in cell and delimiter in cell for cell in cells.values()):
            draft.refuse(f"a quotation mark that does not close: {delimiter.join(row)[:160]}", number)
            continue
        if copies is None or not title:
            draft.refuse(delimiter.join(row)[:200], number)
            continue
        zone, unknown = _zone_of(cells.get("zone", ""))
        if boards:
            for word in unknown:
                draft.problem("unknown_section", word[:80], number)
        if cells.get("commander", "").casefold() not in _NO:
            zone = "commander"
        title = " ".join(without_marks(title).name.split())
        draft.place(number, copies, title, zone, heading=cells.get("zone", ""))
    return finish(draft, text, format_name=format_name, shape=shape)
