"""Card facts from a CSV with columns name, type, civ, race, cost, power, and those of public data sets.

A twin-pact card stands in one row, its two halves separated by `|`, in the name by a slash as well.
Two-faced cards may stand in one row a face, each naming the other in `back_face`; cells name the creature
they link into, which is printed on the back of each and is no card of its own.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING

from parsers.open_file import open_text
from schema.duel_masters import NO_TEXT, Clauses, dm_card, mana_value, parse_civilizations, read_clauses
from schema.identity import COLOURS
from schema.magic import PrintedFace, magic_card
from schema.names import name_keys
from schema.records import CardRecord, FaceRecord, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from schema.records import Game

# Our column, and the headers under which files carry it.
COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("name", "name_ja", "card_name", "カード名", "名前"),
    "type": ("type", "type_ja", "type_line", "types", "カードの種類", "種類", "カードタイプ"),
    "civ": ("civ", "civilization", "civilizations", "colors", "colours", "文明", "色"),
    "race": ("race", "races", "種族"),
    "cost": ("cost", "mana_cost", "コスト"),
    "power": ("power", "パワー"),
    "multi": ("multi",),
    "back": ("back_face", "back", "裏面"),
    "id": ("official_image_id", "official_id", "official_ids", "id"),
    "text": ("text", "oracle_text", "abilities", "能力", "特殊能力"),
}
_ENGLISH_TYPES = {
    "creature": "クリーチャー",
    "spell": "呪文",
    "evolution creature": "進化クリーチャー",
    "cross gear": "クロスギア",
    "castle": "城",
    "psychic creature": "サイキック・クリーチャー",
    "evolution psychic creature": "進化サイキック・クリーチャー",
    "psychic super creature": "サイキック・スーパー・クリーチャー",
    "psychic cross gear": "サイキック・クロスギア",
    "dragheart creature": "ドラグハート・クリーチャー",
    "dragheart weapon": "ドラグハート・ウエポン",
    "dragheart fortress": "ドラグハート・フォートレス",
    "neo creature": "NEOクリーチャー",
    "gr creature": "GRクリーチャー",
    "exile creature": "エグザイル・クリーチャー",
    "d2 field": "D2フィールド",
    "aura": "オレガ・オーラ",
    "tamaseed": "タマシード",
    "twinpact creature": "クリーチャー",
}
_HALVES = re.compile(r"\s*[|｜]\s*")
_SLASH = re.compile(r"\s*[/／]\s*")
_NOTHING = frozenset({"", "-", "ー", "－", "―", "none", "null", "na"})


@dataclass(slots=True)
class _Row:
    """One row: its line in the file, its cells by our column names, and the faces it gives."""

    number: int
    cells: dict[str, str]
    faces: list[FaceRecord]
    back: str
    used: bool = False


def read_card_csv(
    file: Path | str | bytes, *, game: Game, source: str = "cards"
) -> Iterator[CardRecord | Problem]:
    """Read a card CSV (gzip or not) of one game; gives a record a card and a Problem for a bad row.

    `game` is dm or mtg. An empty `civ` beside a type is colourless, as the official database leaves it;
    an empty one without a type is not known.
    """
    url = "" if isinstance(file, bytes) else str(file)
    with open_text(file) as text:
        rows = _rows(text)
        _, header, _ = next(rows, (1, [], ""))
        columns = columns_of(header)
        if "name" not in columns:
            held = ", ".join(header[:12])
            yield Problem(source, url, "bad_file", f"no column called name among: {held}", 1)
            return
        found: list[_Row] = []
        for number, cells, fault in rows:
            if not fault and not any(cell.strip() for cell in cells):
                continue
            try:
                row = _cells(cells, columns, len(header), fault)
                if game == "mtg":
                    yield _magic(row)
                else:
                    row["name"] = _whole_name(row)
                    found.append(_Row(number, row, _dm_faces(row), row.get("back", "")))
            except ValueError as error:
                yield Problem(source, url, "bad_row", f"{error}: {','.join(cells)[:160]}", number)
    yield from _duel_masters(found)


def columns_of(header: list[str]) -> dict[str, int]:
    """Our column names and where a header has them."""
    words = [unicodedata.normalize("NFKC", cell).strip().casefold() for cell in header]
    return {
        ours: words.index(word)
        for ours, known in COLUMNS.items()
        for word in reversed(known)
        if word in words
    }


def _rows(text: IO[str]) -> Iterator[tuple[int, list[str], str]]:
    """The rows of a CSV, each with its line number and, where it cannot be read, why; reading goes on."""
    reader = csv.reader(text)
    while True:
        try:
            cells, fault = next(reader), ""
        except StopIteration:
            return
        except csv.Error as error:
            cells, fault = [], f"no CSV: {error}"
        yield reader.line_num, cells, fault


def _cells(cells: list[str], columns: dict[str, int], width: int, fault: str) -> dict[str, str]:
    """The cells of one row by our column names. Raises ValueError, with the reason, for no card."""
    if fault:
        raise ValueError(fault)
    if len(cells) != width:
        raise ValueError(f"{len(cells)} cells where the header has {width}")
    row = {ours: cells[place].strip() for ours, place in columns.items()}
    if not row["name"]:
        raise ValueError("no name")
    if "\ufffd" in row["name"]:
        raise ValueError("a name that could not be decoded")
    return row


def _magic(row: dict[str, str]) -> CardRecord:
    """A Magic row: type line, colours as letters, mana cost in braces, and rules text if it has any.

    Raises ValueError for a row of several faces: it doesn't tell what each is to the other.
    """
    if any(_HALVES.search(row.get(column, "")) for column in ("name", "type", "cost")):
        raise ValueError("a Magic card of several faces: Scryfall's and MTGJSON's files tell them apart")
    colours = tuple(letter for letter in COLOURS if letter in row.get("civ", "").upper())
    subtypes = row.get("race", "")
    type_line = row.get("type", "")
    face = PrintedFace(
        name=row["name"],
        type_line=f"{type_line} — {subtypes}" if subtypes and "—" not in type_line else type_line,
        mana_cost=row.get("cost") or None,
        colours=colours if row.get("civ") else None,
        text=row.get("text"),
        power=row.get("power") or None,
    )
    return magic_card([face], layout="normal", official_id=row.get("id") or None)


def _whole_name(row: dict[str, str]) -> str:
    """The name with its halves joined by a slash, where the type has halves too: 神聖十二神騎:|| has none."""
    parts = _HALVES.split(row["name"])
    halved = len(parts) == 2 and all(parts) and _HALVES.search(row.get("type", ""))
    return "/".join(parts) if halved else row["name"]


def _dm_faces(row: dict[str, str]) -> list[FaceRecord]:
    halves = {key: _HALVES.split(row.get(key, "")) for key in ("type", "civ", "race", "cost", "power")}
    count = max(len(halves["type"]), len(halves["cost"]))
    names = [row["name"]] * count
    if count == 2 and len(parts := _SLASH.split(row["name"])) == 2 and row.get("multi") != "hyper":
        names = parts
    return [
        _dm_face(names[place], {key: _part(values, place) for key, values in halves.items()})
        for place in range(count)
    ]


def _part(values: list[str], place: int) -> str:
    """The half at a place; a single value holds for every half."""
    if len(values) == 1:
        return values[0]
    return values[place] if place < len(values) else ""


def _dm_face(name: str, cells: dict[str, str]) -> FaceRecord:
    kind = _ENGLISH_TYPES.get(cells["type"].casefold(), cells["type"])
    colours = parse_civilizations(cells["civ"]) if cells["civ"] or kind else None
    if cells["civ"] and colours is None:
        raise ValueError(f"civilization not known: {cells['civ']}")
    cost = None if cells["cost"].casefold() in _NOTHING else cells["cost"]
    return FaceRecord(
        name=name,
        types=() if kind.casefold() in _NOTHING else (kind,),
        colours=colours,
        cost=cost,
        mana_value=mana_value(cost),
        power=None if cells["power"].casefold() in _NOTHING else cells["power"],
        races=tuple(race for race in _SLASH.split(cells["race"]) if race.casefold() not in _NOTHING),
    )


def _key(name: str) -> str:
    return dict(name_keys("dm", name)).get("punctuation", name)


def _backs(row: _Row, by_key: dict[str, _Row]) -> list[_Row]:
    """The rows that a row names as its other side: one, or several joined by slashes."""
    if not row.back:
        return []
    whole = by_key.get(_key(row.back))
    if whole is not None:
        return [whole]
    parts = [by_key.get(_key(part)) for part in _SLASH.split(row.back)]
    return [part for part in parts if part is not None]


def _cost(row: _Row) -> tuple[float, int]:
    value = row.faces[0].mana_value
    return (-1.0 if value is None else value, row.number)


def _is(row: _Row, word: str) -> bool:
    return any(word in kind for kind in row.faces[0].types)


def _sides(row: _Row, by_key: dict[str, _Row]) -> list[_Row]:
    """All rows that are sides of the one card of this row, in printed order.

    Two rows that name each other are the two sides; the cheaper side is the front. A fortress between
    a weapon and a creature is the middle of three. What several rows name as their back is the back of
    each cell, and of the first alone where it is the zero dragon.
    """
    backs = _backs(row, by_key)
    if len(backs) == 1 and (_is_linked(backs[0], by_key) or _is_zero_dragon_of(row, backs[0], by_key)):
        return [row, backs[0]]
    if backs and _is_zero_dragon_of(backs[0], row, by_key):
        return [backs[0], row]
    if len(backs) == 1 and row in _backs(backs[0], by_key):
        middle = _backs(backs[0], by_key)
        if len(middle) == 1:
            return sorted([row, backs[0]], key=_cost)
        return _sides(backs[0], by_key) if _is(backs[0], "フォートレス") else [row]
    weapon = [back for back in backs if _is(back, "ウエポン")]
    creature = [back for back in backs if _is(back, "クリーチャー")]
    if len(backs) == 2 and len(weapon) == 1 and len(creature) == 1 and _is(row, "フォートレス"):
        return [weapon[0], row, creature[0]]
    return [row]


def _is_linked(row: _Row, by_key: dict[str, _Row]) -> bool:
    """A creature that several cells, all of which name it, link into."""
    cells = _backs(row, by_key)
    return (
        _is(row, "スーパー・クリーチャー")
        and len(cells) > 1
        and all(_backs(cell, by_key) == [row] for cell in cells)
    )


def _is_zero_dragon_of(front: _Row, back: _Row, by_key: dict[str, _Row]) -> bool:
    """零龍 is printed on the back of the first of the five cards that become it."""
    fronts = _backs(back, by_key)
    return _is(back, "零龍") and len(fronts) > 1 and fronts[0] is front and _backs(front, by_key) == [back]


def _clauses(sides: list[_Row], by_key: dict[str, _Row]) -> Clauses:
    """What the rows' text says, where they carry it; and that a cell links with others."""
    texts = [text for side in sides if (text := side.cells.get("text"))]
    clauses = read_clauses("\n".join(texts)) if texts else NO_TEXT
    backs = _backs(sides[0], by_key)
    linked = len(backs) == 1 and len(_backs(backs[0], by_key)) > 1 and not _is(backs[0], "零龍")
    return replace(clauses, cell=True) if linked else clauses


def _duel_masters(rows: Iterable[_Row]) -> Iterator[CardRecord]:
    rows = list(rows)
    by_key: dict[str, _Row] = {}
    for row in rows:
        by_key.setdefault(_key(row.cells["name"]), row)
    for row in rows:
        if row.used or _is_linked(row, by_key):
            continue
        sides = _sides(row, by_key)
        for side in sides:
            side.used = True
        front = sides[0]
        faces = [face for side in sides for face in side.faces]
        several = len(_backs(front, by_key)) > 1 and len(sides) == 1
        known = {_key(face.name) for face in faces} | {_key(front.cells["name"])}
        unread = [(front.back, "back", "ja")] if front.back and not _backs(front, by_key) else []
        yield dm_card(
            front.cells["name"],
            faces,
            clauses=_clauses(sides, by_key),
            layout="cells" if several else None,
            names=[name for name in unread if _key(name[0]) not in known],
            official_id=next((side.cells["id"].split()[0] for side in sides if side.cells.get("id")), None),
        )
