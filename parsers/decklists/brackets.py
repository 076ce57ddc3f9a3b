"""Rows whose names stand in double angle brackets: one card or several, counts and marks around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parsers.commander_marks import MARK
from parsers.decklists.japanese import copies_beside
from parsers.decklists.marks import without_marks, without_printed_number, zone_of_marks
from parsers.decklists.sections import zone_word

if TYPE_CHECKING:
    from parsers.decklists.sections import Section

OPEN, CLOSE = "《≪", "》≫"
_GROUP = re.compile(r"[《≪](?P<name>[^《≪》≫]*)(?P<close>[》≫])?|(?P<bare>[^《≪》≫|｜]+)[》≫]")
_BETWEEN = " \t\u3000|｜/／、,・+＋&＆"
_COUNT_BEFORE = re.compile(r"(\d{1,3})\s*[xX×枚]?$")
_COUNT_AFTER = re.compile(r"^[×✕xX*＊]?\s*(\d{1,3})\s*枚?")
_COUNT_INSIDE = re.compile(r"^(?P<rest>.*?\S)\s*[×✕]\s*(?P<n>\d{1,3})$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One card of a line: copies, the name as written, and the zone that the line itself names.

    `unclosed` says that a bracket of the name was missing.
    """

    copies: int
    name: str
    zone: Section | None = None
    unclosed: bool = False


def has_brackets(text: str) -> bool:
    """True for a row with a double angle bracket, opening or closing."""
    return any(bracket in text for bracket in OPEN + CLOSE)


def _said(text: str) -> tuple[int | None, Section | None, str]:
    """The count or the zone that a text beside a name is, and the text that is neither."""
    if not text:
        return None, None, ""
    copies = copies_beside(text)
    if copies is not None:
        return copies, None, ""
    zone: Section | None = "commander" if MARK.fullmatch(text) else zone_word(text)
    marks, marked = zone_of_marks(text)
    return None, zone or marked, "" if zone or marks else text


def bracketed(text: str) -> tuple[tuple[Entry, ...], str]:
    """Every 《name》 of a row, counts before or after it, zone marks; and what text was left over.

    Names joined by + share the mark of any of them: `《X》＋《Y》(統率者)` are two commanders.
    """
    text = text.replace("《《", "《").replace("》》", "》")
    entries: list[Entry] = []
    left: list[str] = []
    groups = list(_GROUP.finditer(text))
    before = text[: groups[0].start()] if groups else ""
    joined = len(groups) > 1
    for place, group in enumerate(groups):
        stop = groups[place + 1].start() if place + 1 < len(groups) else len(text)
        after, before_next = text[group.end() : stop], ""
        if place + 1 < len(groups):
            joined = joined and bool(re.search(r"[+＋&＆]", after))
        copies = 1
        lead, tail = before.strip(_BETWEEN), without_printed_number(after.strip(_BETWEEN))
        if number := _COUNT_BEFORE.search(lead):
            copies, lead = int(number[1]), lead[: number.start()].rstrip()
        if number := _COUNT_AFTER.match(tail):
            last = place + 1 == len(groups)
            if not last and number.end() == len(tail) and tail[0].isdigit():
                before_next, tail = tail, ""  # "2 《A》 3 《B》": the number belongs to the next card
            else:
                copies, tail = int(number[1]), tail[number.end() :].strip()
        said, zone, tail = _said(tail)
        copies = said or copies
        if lead and (word := zone_word(lead)):
            zone, lead = word, ""
        name = (group["name"] if group["name"] is not None else group["bare"]).strip()
        unclosed = group["bare"] is None and group["close"] is None
        if unclosed:  # `《緊急再誕` or `《 X(統率者)`: the name runs on to its end
            if number := _COUNT_INSIDE.match(name):
                copies, name = int(number["n"]), number["rest"]
            bare = without_marks(name)
            name, zone = bare.name, bare.zone or zone
        left += [rest for rest in (lead, tail) if rest]
        if name:
            entries.append(Entry(copies, name, zone, unclosed or group["bare"] is not None))
        before = before_next
    shared = next((entry.zone for entry in entries if entry.zone), None) if joined else None
    if shared:
        entries = [replace(entry, zone=entry.zone or shared) for entry in entries]
    return tuple(entries), " ".join(left)
