"""One line of a plain list: a section, a card or two, a heading fact, a comment, a blank, or unreadable."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from parsers.decklists.marks import without_marks
from parsers.decklists.sections import (
    COUNTED_HEADINGS,
    Section,
    looks_like_heading,
    section_of,
    zone_word,
)

Kind = Literal["card", "section", "fact", "comment", "blank", "unreadable", "cut_off"]
LONGEST_NAME = 160  # the longest printed name has 141 characters
MOST_COPIES = 999

_COUNT = re.compile(
    r"^(?P<n>\d{1,3})(?:\s*[xX×✕]\s+|[xX×✕](?=[A-ZÀ-Þ\[《≪【「『])|\s*枚\s*|\s+|(?=[《≪]))(?P<rest>\S.*)$"
)
# Most lines by far: a count and a name of letters alone, on which no mark can hang.
_PLAIN = re.compile(r"^(?P<n>[1-9]\d?) (?P<name>[A-Z][A-Za-z',-]+(?: [A-Za-z',-]+)*)$")
_TIMES = re.compile(r"^(?P<rest>.*?\S)(?:\s*[×✕]\s*|\s+[xXｘＸ*＊]\s*)(?P<n>\d{1,3})\s*枚?$")
_SHEETS = re.compile(r"^(?P<rest>.*?\S)\s*[\s:：(（]\s*(?P<n>\d{1,3})\s*枚[)）]?$")
_TRAILING = re.compile(r"^(?P<rest>.*?\S)[\s\u3000]+(?P<n>\d{1,2})$")
_BULLET = re.compile(r"^(?:[•○◦‣▪◆・*–-])\s+(?=\S)")
_PREFIX = re.compile(r"^(?P<word>[^:：《≪]{2,24}?)\s*[:：]\s*(?P<rest>\S.*)$")
_BRACKETED_PREFIX = re.compile(r"^(?P<word>[【\[(（][^《≪【\[]{2,12}[】\])）])\s*(?P<rest>[^】\s].*)$")
_TWO_CARDS = re.compile(r"\S\s+\d{1,2}[xX]?\s+(?=[A-ZÀ-Þ])")
_OPEN, _CLOSE = "《≪", "》≫"
_GROUP = re.compile(r"[《≪](?P<name>[^《≪》≫]*)(?P<close>[》≫])?|(?P<bare>[^《≪》≫|｜]+)[》≫]")
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
_TABLE_EDGE = re.compile(r"^\|\s+|(?:\s+\|)+$")
_ADDRESS = re.compile(r"^https?://\S+$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One card of a line: copies, the name as written, and the zone that the line itself names."""

    copies: int
    name: str
    zone: Section | None = None
    unclosed: bool = False


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


def style_of(texts: list[str]) -> Style:
    """Look over all lines: counts first (`1 X`), counts last (`X 2`), names in double angle brackets."""
    rows = [text for text in (raw.strip() for raw in texts) if text and text[0] not in "#/;"]
    if not rows:
        return Style()
    counted = sum(bool(_COUNT.match(row)) for row in rows)
    trailing = sum(bool(_TRAILING.match(row)) and not _COUNT.match(row) for row in rows)
    bracketed = sum(row[0] in _OPEN or row[-1] in _CLOSE for row in rows)
    return Style(
        counted=counted * 2 > len(rows),
        trailing=trailing > 1 and trailing * 2 > len(rows),
        bracketed=bracketed * 2 > len(rows),
    )


def _counted(text: str, style: Style) -> tuple[int, str, bool]:
    """Copies, the rest, and whether a count was written."""
    if found := _COUNT.match(text):
        return int(found["n"]), found["rest"].strip(), True
    for pattern in (_TRAILING if style.trailing else None, _TIMES, _SHEETS):
        if pattern and (found := pattern.match(text)):
            return int(found["n"]), found["rest"].strip(), True
    return 1, text, False


def _bracketed(text: str) -> tuple[tuple[Entry, ...], str]:
    """Every 《name》 of a row, counts before or after it, zone marks; and what text was left over."""
    text = text.replace("《《", "《").replace("》》", "》")
    entries: list[Entry] = []
    left: list[str] = []
    end, before = 0, ""
    groups = list(_GROUP.finditer(text))
    for place, group in enumerate(groups):
        before = text[end : group.start()] if place == 0 else before
        stop = groups[place + 1].start() if place + 1 < len(groups) else len(text)
        after, before_next = text[group.end() : stop], ""
        name = (group["name"] if group["name"] is not None else group["bare"]).strip()
        copies, zone = 1, None
        lead = before.strip(" \t\u3000|｜/／、,・+＋")
        if number := re.search(r"(\d{1,3})\s*[xX×枚]?$", lead):
            copies, lead = int(number[1]), lead[: number.start()].rstrip()
        tail = after.strip(" \t\u3000|｜/／、,・+＋")
        if number := re.match(r"^[×✕xX*＊]?\s*(\d{1,3})\s*枚?", tail):
            if place + 1 < len(groups) and number.end() == len(tail) and not re.match(r"[×✕xX*＊]", tail):
                before_next, tail = tail, ""  # "2 《A》 3 《B》": the number belongs to the next card
            else:
                copies, tail = int(number[1]), tail[number.end() :].strip()
        if tail and (word := zone_word(tail)):
            zone, tail = word, ""
        if lead and (word := zone_word(lead)):
            zone, lead = word, ""
        unclosed = group["bare"] is None and group["close"] is None
        if unclosed:  # `《緊急再誕` or `《 X(統率者)`: the name runs on to its end
            bare = without_marks(_counted(name, Style())[1])
            copies = _counted(name, Style())[0]
            name, zone = bare.name, bare.zone or zone
        left += [rest for rest in (lead, tail) if rest]
        if name:
            entries.append(Entry(copies, name, zone, unclosed or group["bare"] is not None))
        end, before = stop, before_next
    return tuple(entries), " ".join(left)


def _cards(number: int, text: str, style: Style, zone: Section | None = None) -> Line:
    if any(bracket in text for bracket in _OPEN + _CLOSE):
        entries, left = _bracketed(text)
        if not entries or len(left) > 12:
            return Line(number, "unreadable", text, why="no card name could be told from the text around it")
        why = f"text beside the card: {left}" if left else ""
    else:
        copies, rest, _ = _counted(_BULLET.sub("", text), style)
        named = without_marks(rest)
        if not named.name or len(named.name) > LONGEST_NAME:
            return Line(number, "unreadable", text, why="not a card name")
        entries = (Entry(copies, named.name, named.zone),)
        why = "two cards on one line" if _TWO_CARDS.search(named.name) else ""
    if any(not 1 <= entry.copies <= MOST_COPIES for entry in entries):
        return Line(number, "unreadable", text, why="a count of zero")
    if zone is not None:
        entries = tuple(Entry(e.copies, e.name, e.zone or zone, e.unclosed) for e in entries)
    return Line(number, "card", text, entries, why=why)


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
    counted = style.counted or style.trailing or style.bracketed
    if counted and looks_like_heading(text) and not any(b in text for b in _OPEN + _CLOSE):
        return Line(number, "section", text, section="category", known=False)
    return None


def read_line(number: int, raw: str, style: Style) -> Line:
    """Read one line. Every line gives exactly one Line; what it is decided in this order:

    blank, comment (a section word or a fact in it counts), fact (`Date: …`), zone prefix (`SB: 1 X`),
    section heading, card. A line with a count is a card, whatever its words.
    """
    if (plain := _PLAIN.match(raw)) and plain["name"].casefold() not in COUNTED_HEADINGS:
        return Line(number, "card", raw, (Entry(int(plain["n"]), plain["name"]),))
    text = raw.replace("\u00a0", " ").strip().strip("\ufeff\u200b").strip()
    text = _TABLE_EDGE.sub("", text)
    if not text:
        return Line(number, "blank", "")
    if text.startswith(("#", "//", ";")):
        return _comment(number, text)
    if _CUT_OFF.match(text):
        return Line(number, "cut_off", text, why="the list is cut off here")
    if _ADDRESS.match(text):
        return Line(number, "fact", text, key="url")
    if heading := _heading(number, text, style):
        return heading
    if fact := _fact(number, text):
        return fact
    for pattern in (_PREFIX, _BRACKETED_PREFIX):
        if (found := pattern.match(text)) and (zone := zone_word(found["word"])):
            return _cards(number, found["rest"], style, zone)
    return _cards(number, text, style)
