"""Rows before they are lines: numbered lists, table cells, rulers and totals."""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"^\d{1,3}\s*[.．)）、]\s*(?=\S)")
_EDGES = re.compile(r"^\|\s+|(?:\s+\|)+$")
_CELLS = re.compile(r"\t+|\s+[|｜]\s+|(?<=\S)｜(?=\S)")
_CELL_COUNT = re.compile(r"^[xXｘＸ×✕*＊]?\s*(\d{1,3})\s*[xXｘＸ×枚]?$")
_OWN_COUNT = re.compile(r"^\d{1,3}\s*[xX×枚]?\s+\S")
_JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_TOTAL = re.compile(
    r"^(?:total|sum|合計|総数|計|以上|全|gesamt|summe)?[、\s]*[:：]?\s*\d{1,3}\s*(?:枚|cards?|cartes?|karten?|cartas?)?$",
    re.IGNORECASE,
)


_HEADER_WORDS = """
    count, qty, quantity, amount, card, cards, name, card name, type, set, cost, price, mana cost, no, number,
    nombre, quantité, carte, nom, anzahl, menge, karte, kartenname, typ, kosten,
    枚数, カード名, カード, 名前, 文明, 種類, コスト, 種族, レアリティ, パワー, 収録弾, 収録, no.
"""
_HEADER = frozenset(word.strip() for word in _HEADER_WORDS.split(","))


def is_numbered(text: str) -> bool:
    """True for a row that begins with its own number in the list: `12. Sol Ring`."""
    return bool(_NUMBERED.match(text))


def without_number(text: str) -> str:
    """The row without its number in the list."""
    return _NUMBERED.sub("", text)


def without_edges(text: str) -> str:
    """The row without the bars at the edges of a table."""
    return _EDGES.sub("", text)


def is_ruler(text: str) -> bool:
    """True for a row that holds no card: a ruler (`-----`), the head of a table, a bare total (`合計 60枚`).

    Cards named with underscores alone exist, so underscores are no ruler.
    """
    if _TOTAL.match(text):
        return True
    cells = [cell.strip().casefold() for cell in _CELLS.split(text) if cell.strip()]
    if len(cells) > 1 and all(cell in _HEADER for cell in cells):
        return True
    return len(text) > 2 and "_" not in text and not any(letter.isalnum() for letter in text)


def cells_of(text: str) -> list[str]:
    """The cards of a table row: count and name cells put together, or one row a cell of Japanese names.

    A row that is no table, or one whose cells tell nothing, comes back whole.
    """
    cells = [cell.strip() for cell in _CELLS.split(text) if cell.strip()]
    if len(cells) < 2:
        return [text]
    if _OWN_COUNT.match(cells[0]):
        return cells[:1]  # `1 Sol Ring | C21 | 263`: what follows is the printing
    for place, cell in enumerate(cells[:3]):
        if not (count := _CELL_COUNT.match(cell)):
            continue
        names = cells[place + 1 : place + 2] if place == 0 else cells[:1]
        return [f"{count[1]} {names[0]}"] if names else [text]
    return cells if all(_JAPANESE.search(cell) for cell in cells) else [text]
