"""One line of a plain list: a section, a card or two, a heading fact, a comment, a blank, or unreadable."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from parsers.card_remarks import is_name_with_stop
from parsers.decklists.brackets import CLOSE, OPEN, Entry, bracketed, has_brackets
from parsers.decklists.japanese import (
    counted_name,
    heading_of,
    is_in_order,
    is_japanese,
    may_count,
    plain_name,
    struck_text,
    without_mark,
    without_order,
    without_signs,
)
from parsers.decklists.marks import without_marks
from parsers.decklists.rows import cells_of, is_numbered, is_ruler, without_edges, without_number
from parsers.decklists.sections import (
    COUNTED_HEADINGS,
    Section,
    looks_like_heading,
    section_of,
    zone_word,
)

Kind = Literal["card", "section", "fact", "comment", "blank", "unreadable", "cut_off", "struck"]
LONGEST_LINE = 1_000  # no row of a list is longer; patterns never see more
LONGEST_NAME = 160  # the longest printed name has 141 characters
MOST_COPIES = 999

_COUNT = re.compile(
    r"^(?P<n>\d{1,3})(?:\s*[xXｘＸ×✕]\s+|[xX×✕](?=[A-ZÀ-Þ\[《≪【「『])|\s*枚\s*|\s*[,，]\s*(?=[^\d\s])|\s+|(?=[《≪]))"
    r"(?P<rest>\S.*)$"
)
# Most lines by far: a count and a name of letters alone, on which no mark can hang.
_PLAIN = re.compile(r"^(?P<n>[1-9]\d?) (?P<name>[A-Z][A-Za-z',-]+(?: [A-Za-z'][A-Za-z',-]*)*)$")
_TIMES_FIRST = re.compile(r"^[xX×]\s?(?P<n>\d{1,3})\s+(?P<rest>\S.*)$")
_JOINED = re.compile(r"\s\+\s|\s*＋\s*")
_BRACKETED = re.compile("[《≪]")
_JOINED_NAMES = re.compile(r"[》≫]\s*[+＋/／&＆]\s*[《≪]")
_SB_PREFIX = re.compile(r"^(?P<word>SB)\s+(?P<rest>\d.*)$", re.IGNORECASE)
_NEGATIVE = re.compile(r"^[-−–]\d{1,3}\s*[xX×]?\s+\S")
_JAPANESE_PREFIX = re.compile(r"^(?P<word>統率者|パートナー)[\s\u3000]+(?P<rest>\S.*)$")
_NONE = frozenset({"none", "no", "-", "なし", "無し", "aucun", "keine", "kein", "n/a"})
_TIMES = re.compile(r"^(?P<rest>.*?\S)(?:\s*[×✕*＊ｘＸ]\s*|\s+[xX]\s*)(?P<n>\d{1,3})\s*枚?$")
_SHEETS = re.compile(
    r"^(?P<rest>.*?\S)\s*[\s:：(（]\s*(?:計\s*(?P<sum>\d{1,3})\s*枚?|(?P<n>\d{1,3})\s*枚)[)）]?$"
)
_TRAILING = re.compile(r"^(?P<rest>.*?\S)[\s\u3000]+(?P<n>\d{1,2})$")
_BULLET = re.compile(r"^(?:[•○◦‣▪◆・*–-])\s+(?=\S)")
_PREFIX = re.compile(r"^(?P<word>[^:：《≪]{2,24}?)\s*[:：]\s*(?P<rest>\S.*)$")
_BRACKETED_PREFIX = re.compile(r"^(?P<word>[【\[(（][^《≪【\[]{2,12}[】\])）])\s*(?P<rest>[^】\s].*)$")
_TWO_CARDS = re.compile(r"\S\s+\d{1,2}[xX]?\s+(?=[A-ZÀ-Þ])")
_FACT = re.compile(r"^(?P<key>[^\W\d_][\w ]{1,15}?)\s*[:：=]\s*(?P<value>.*)$")
_FACTS = {
    "name": "title", "title": "title", "deck name": "title", "deckname": "title", "page title": "title",
    "nom": "title", "titre": "title", "titel": "title", "デッキ名": "title", "タイトル": "title",
    "date": "date", "datum": "date", "日付": "date", "日時": "date", "開催日": "date",
    "format": "format", "フォーマット": "format", "レギュレーション": "format",
    "event": "event", "tournament": "event", "tournoi": "event", "turnier": "event", "événement": "event",
    "大会": "event", "イベント": "event",
    "player": "player", "pilot": "player", "joueur": "player", "spieler": "player", "プレイヤー": "player",
    "author": "author", "auteur": "author", "autor": "author", "作者": "author",
    "url": "url", "source": "url", "link": "url",
    "placing": "placing", "result": "placing", "順位": "placing",
}  # fmt: skip
_CUT_OFF = re.compile(
    r"^[(（\[]?(?:…+|\.{3,}|・{3,}|以下略|続く|以下省略|to be continued|cut off)[)）\]]?$", re.IGNORECASE
)
_WIDE = re.compile("[ \u3000]{5,}")  # patterns that look for blanks take their square of time on many
_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\u200e\u200f"))
_ADDRESS = re.compile(r"^https?://\S+$")


@dataclass(frozen=True, slots=True)
class Line:
    """One input line, accounted for. `number` counts input lines from 1; `why` is said of a doubtful one."""

    number: int
    kind: Kind
    text: str
    entries: tuple[Entry, ...] = ()
    section: Section | None = None
    key: str = ""
    why: str = ""
    known: bool = True


@dataclass(frozen=True, slots=True)
class Style:
    """How the list as a whole is written: it settles what one line alone leaves open."""

    counted: bool = False
    trailing: bool = False
    bracketed: bool = False
    numbered: bool = False
    in_order: bool = False  # 1 X, 2 Y, 3 Z: numbers of the rows
    possible: bool = False  # Japanese names with what may be a count


def style_of(texts: list[str]) -> Style:
    """Look over all lines: counts first (`1 X`), counts last (`X 2`), names in double angle brackets."""
    rows = [text for text in (raw[:LONGEST_LINE].strip() for raw in texts) if text and text[0] not in "#/;"]
    if not rows:
        return Style()
    counted = sum(bool(_COUNT.match(row)) for row in rows)
    trailing = sum(bool(_TRAILING.match(row)) and not _COUNT.match(row) for row in rows)
    numbered = sum(is_numbered(row) for row in rows)
    japanese = sum(is_japanese(row) for row in rows) * 2 > len(rows)
    in_brackets = sum(row[0] in OPEN or row[-1] in CLOSE for row in rows)
    return Style(
        counted=counted * 2 > len(rows),
        trailing=trailing > 1 and trailing * 2 > len(rows),
        bracketed=in_brackets * 2 > len(rows),
        numbered=len(rows) > 1 and numbered * 2 > len(rows),
        in_order=japanese and is_in_order(rows),
        possible=japanese and not trailing and may_count(rows),
    )


def _counted(text: str, style: Style) -> tuple[int, str]:
    """Copies and the rest; one copy where no count is written."""
    named = counted_name(text, possible=style.possible) if is_japanese(text) else None
    if named is not None:
        return named
    for pattern in (_COUNT, _TIMES_FIRST, _TRAILING if style.trailing else None, _TIMES, _SHEETS):
        if pattern and (found := pattern.match(text)):
            return int(found.groupdict().get("sum") or found["n"]), found["rest"].strip()
    return 1, text


def _plain_entries(text: str, style: Style, zone: Section | None) -> list[Entry]:
    """The cards of a row without brackets: one, several in a table, or two commanders joined by +."""
    entries: list[Entry] = []
    for cell in cells_of(_BULLET.sub("", text)):
        copies, rest = _counted(plain_name(cell) if is_japanese(cell) else cell, style)
        named = without_marks(plain_name(rest) if is_japanese(rest) else rest)
        own = named.zone or zone
        names = _JOINED.split(named.name) if own == "commander" else [named.name]
        entries += [Entry(copies, name.strip(), own) for name in names]
    return entries


def _cards(number: int, text: str, style: Style, zone: Section | None = None) -> Line:
    why = ""
    if has_brackets(text):
        found, left = bracketed(text)
        if not found or len(left) > 12:
            return Line(number, "unreadable", text, why="no card name could be told from the text around it")
        why = f"text beside the card: {left}" if left else ""
        entries = [replace(entry, zone=entry.zone or zone) for entry in found]
    else:
        entries = _plain_entries(text, style, zone)
    if any(not entry.name or len(entry.name) > LONGEST_NAME for entry in entries):
        return Line(number, "unreadable", text, why="not a card name")
    if any(not 1 <= entry.copies <= MOST_COPIES for entry in entries):
        return Line(number, "unreadable", text, why="a count below one")
    if len(entries) == 1 and _TWO_CARDS.search(entries[0].name):
        why = "two cards on one line"
    return Line(number, "card", text, tuple(entries), why=why)


def _comment(number: int, text: str) -> Line:
    inner = text.lstrip("#/; \t")
    section = section_of(inner)
    if section not in (None, "category", "about"):
        return Line(number, "section", text, section=section)
    if fact := _fact(number, inner):
        return fact
    return Line(number, "comment", text)


def _fact(number: int, text: str) -> Line | None:
    found = _FACT.match(text)
    if found and (key := _FACTS.get(found["key"].strip().casefold())):
        return Line(number, "fact", found["value"].strip(), key=key)
    if len(text) > 2 and text[0] == "『" and text.find("』") == len(text) - 1:
        return Line(number, "fact", text[1:-1].strip(), key="title")
    return None


def _heading(number: int, text: str, style: Style) -> Line | None:
    section = section_of(text)
    if section is not None:
        return Line(number, "section", text, section=section)
    if (is_japanese(text) and text[0] not in OPEN) or text[:1] in "GgＧ":
        section = heading_of(text)
        if section is not None:
            return Line(number, "section", text, section=section)
    counted = style.counted or style.trailing or style.bracketed
    if counted and looks_like_heading(text) and not has_brackets(text):
        return Line(number, "section", text, section="category", known=False)
    return None


def _marked(number: int, text: str, style: Style) -> Line | None:
    """`X ← 統率者`, `今回の統率者：X`, in whatever words Japanese writers mark their commander."""
    rest = without_mark(text) if is_japanese(text) else None
    if rest is None or (len(_BRACKETED.findall(rest)) > 1 and not _JOINED_NAMES.search(rest)):
        return None
    return (
        Line(number, "comment", text)
        if rest.casefold() in _NONE
        else _cards(number, rest, style, "commander")
    )


def _prefixed(number: int, text: str, style: Style) -> Line | None:
    """`SB: 1 X`, `Commander: X`, `統率者 X`; `Deck: X` is a title, `Companion: none` a remark."""
    for pattern in (_PREFIX, _BRACKETED_PREFIX, _SB_PREFIX, _JAPANESE_PREFIX):
        found = pattern.match(text)
        zone = zone_word(found["word"]) if found else None
        if found is None or zone is None:
            continue
        rest = found["rest"].strip()
        if rest.casefold() in _NONE:
            return Line(number, "comment", text)
        if zone == "main" and not has_brackets(rest) and not _COUNT.match(rest):
            return Line(number, "fact", rest, key="title")
        return _cards(number, rest, style, zone)
    return None


def _no_card(number: int, text: str) -> Line | None:
    """A row that holds no card, whatever the list: too long, a ruler, a comment, an address, a sentence."""
    if len(text) > LONGEST_LINE:
        return Line(number, "unreadable", text[:200], why=f"a line of {len(text)} characters")
    if is_ruler(text):
        return Line(number, "comment", text)
    if text.startswith(("#", "//", ";", "LAYOUT MAIN:", "LAYOUT SIDEBOARD:")):
        return _comment(number, text)
    if _NEGATIVE.match(text):
        return Line(number, "unreadable", text, why="a count below one")
    if _CUT_OFF.match(text):
        return Line(number, "cut_off", text, why="the list is cut off here")
    if _ADDRESS.match(text):
        return Line(number, "fact", text, key="url")
    if text.endswith("。") and not (has_brackets(text) or _COUNT.match(text) or is_name_with_stop(text)):
        return Line(number, "comment", text)  # a sentence
    return None


def read_line(number: int, raw: str, style: Style) -> Line:
    """Read one line. Every line gives exactly one Line; what it is decided in this order:

    blank, comment (a section word or a fact in it counts; a Japanese sentence), fact (`Date: …`), zone
    prefix (`SB: 1 X`), section heading, card. A line with a count is a card, whatever its words.
    """
    if (plain := _PLAIN.match(raw)) and plain["name"].casefold() not in COUNTED_HEADINGS:
        return Line(number, "card", raw, (Entry(int(plain["n"]), plain["name"]),))
    text = raw.replace("\u00a0", " ").translate(_UNSEEN).strip()
    text = _WIDE.sub("    ", text)
    text = without_edges(without_number(text) if style.numbered else text)
    if not text:
        return Line(number, "blank", "")
    found = _no_card(number, text)
    if found is not None:
        return found
    if is_japanese(text):
        text = without_order(text) if style.in_order else text
        struck = struck_text(text)
        if struck is not None:
            return Line(number, "struck", struck)
    found = (
        _heading(number, text, style)
        or _fact(number, text)
        or _marked(number, text, style)
        or _prefixed(number, text, style)
    )
    if found is None and is_japanese(text):
        text = without_signs(text)
        found = _marked(number, text, style)
    return found or _cards(number, text, style)
