"""A plain list to one deck: every input line is accounted for."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from parsers.decklists.commanders import Block, Placed, place_commanders
from parsers.decklists.line import Line, read_line, style_of
from parsers.decklists.shape import DeckShape, shape_of
from schema.records import DeckLine, DeckRecord, Parsed, Problem

if TYPE_CHECKING:
    from parsers.decklists.sections import Section
    from schema.records import Zone

_NEWLINE = re.compile("\r\n|[\r\n\v\f\x85\u2028\u2029]")
_DATE = re.compile(r"^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s].*)?$")
_MONTH, _DAY = r"(?P<month>[A-Za-z]{3,9})\.?", r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DAY_MONTH = re.compile(rf"^{_DAY}\s+{_MONTH},?\s+(?P<year>\d{{4}})$")
_MONTH_DAY = re.compile(rf"^{_MONTH}\s+{_DAY},?\s+(?P<year>\d{{4}})$")
_MONTH_NAMES = "jan feb mar apr may jun jul aug sep oct nov dec"
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES.split(), start=1)}
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,8});")


def lines_of(text: str) -> list[Line]:
    """Account for every input line of a list, in order; HTML entities are unescaped once."""
    if _ENTITY.search(text):
        text = html.unescape(text)
    rows = _NEWLINE.split(text)
    style = style_of(rows)
    return [read_line(number, row, style) for number, row in enumerate(rows, start=1)]


def date_of(text: str) -> date | None:
    """Read a date that can be read one way: year first (`2020-03-01`, `2020/3/1`, `2020年3月1日`), or with
    the month in English words (`1 March 2020`, `March 1, 2020`). None for any other, `01/03/2020` too.
    """
    text = text.strip()
    if found := _DATE.match(text):
        year, month, day = (int(part) for part in found.groups())
    elif found := _DAY_MONTH.match(text) or _MONTH_DAY.match(text):
        year, day = int(found["year"]), int(found["day"])
        month = _MONTHS.get(found["month"][:3].casefold(), 0)
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


@dataclass(slots=True)
class Draft:
    """The deck while its file is read: placed cards in blocks, facts, problems."""

    source: str
    name: str
    placed: list[Placed] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    aside: dict[str, list[int]] = field(default_factory=dict)
    complete: bool = True

    def problem(self, kind: str, detail: str, line_no: int | None = None) -> None:
        """Note a problem of this deck."""
        self.problems.append(Problem(self.source, self.name, kind, detail, line_no, self.name))

    def refuse(self, detail: str, line_no: int | None) -> None:
        """Note a line that gave no card: the deck is not complete."""
        self.problem("unreadable_line", detail, line_no)
        self.complete = False

    def place(
        self,
        line_no: int,
        copies: int,
        name: str,
        zone: Section | None,
        *,
        heading: str = "",
        bare: bool = False,
    ) -> Placed | None:
        """Take a card in; one of an outside section is set aside and counted under its heading."""
        if zone == "aside":
            self.aside.setdefault(heading, []).append(line_no)
            return None
        placed: Zone = "main" if zone is None or zone == "about" or zone == "category" else zone
        card = Placed(line_no, copies, name, placed, bare)
        self.placed.append(card)
        return card


class _Reader:
    """Walks the lines of one list, keeping the zone that the last heading opened."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.zone: Section | None = None
        self.heading = ""
        self.block: Block | None = None

    def line(self, line: Line) -> None:
        """Take in one line."""
        match line.kind:
            case "blank":
                # A command zone ends with its paragraph, whether or not a heading follows.
                if self.zone in ("commander", "companion") and self.block is not None:
                    self.zone, self.heading = "main", ""
                self.block = None
            case "section":
                self.section(line)
            case "fact":
                self.draft.facts.setdefault(line.key, line.text)
            case "unreadable" | "cut_off":
                if self.zone == "about":
                    return
                if line.kind == "unreadable":
                    self.draft.refuse(f"{line.why}: {line.text[:200]}", line.number)
                else:
                    self.draft.problem("cut_off", f"{line.why}: {line.text[:200]}", line.number)
                    self.draft.complete = False
            case "struck":
                self.draft.problem("struck_out", line.text[:200], line.number)
            case "card":
                self.cards(line)
            case "comment":
                pass

    def section(self, line: Line) -> None:
        self.block = None
        if line.section != "category":
            self.zone, self.heading = line.section, line.text
            return
        if not line.known:
            self.draft.problem("unknown_section", line.text[:200], line.number)
        outside = self.zone in ("sideboard", "aside")
        if self.zone in (None, "commander", "companion", "about") or (
            outside and not any(card.zone == "main" for card in self.draft.placed)
        ):
            self.zone, self.heading = "main", line.text

    def cards(self, line: Line) -> None:
        if self.zone == "about":
            key, _, value = line.text.partition(" ")
            self.draft.facts.setdefault("title" if key.casefold() == "name" else key.casefold(), value)
            return
        if line.why:
            self.draft.problem("unreadable_line", f"{line.why}: {line.text[:200]}", line.number)
        for entry in line.entries:
            if entry.unclosed:
                self.draft.problem("unclosed_bracket", line.text[:200], line.number)
            zone = entry.zone or self.zone
            heading = "marked as outside the deck" if entry.zone else self.heading
            bare = zone is None
            card = self.draft.place(line.number, entry.copies, entry.name, zone, heading=heading, bare=bare)
            if card is None:
                continue
            if self.block is None:
                self.block = Block(headed=self.zone is not None)
                self.draft.blocks.append(self.block)
            self.block.cards.append(card)


def _number(placed: list[Placed]) -> list[int]:
    """Line numbers of the cards: those of the input, or a running count where a row holds two cards."""
    numbers = [card.line for card in placed]
    return numbers if len(set(numbers)) == len(numbers) else list(range(1, len(placed) + 1))


def read_text(
    name: str,
    text: str,
    *,
    format_name: str | None = None,
    source: str = "hand",
    shape: DeckShape | None = None,
) -> Parsed:
    """Read a plain list; `name` is the file's name or path: the deck's key and its title where none is given.

    `format_name` overrides a `Format:` line; `shape` the known shape of the format. A list without one
    card gives no deck but the problem `no_list`.
    """
    draft = Draft(source, name)
    reader = _Reader(draft)
    for line in lines_of(text):
        reader.line(line)
    return finish(draft, text, format_name=format_name, shape=shape)


def finish(draft: Draft, text: str, *, format_name: str | None, shape: DeckShape | None) -> Parsed:
    """Find the commander, date the deck and make the record."""
    facts = draft.facts
    for heading, numbers in draft.aside.items():
        draft.problem("set_aside", f"{heading}: {len(numbers)} lines from line {numbers[0]}", numbers[0])
    format_name = format_name or facts.get("format", "").strip().casefold().replace(" ", "-") or ""
    shape = shape or shape_of(format_name or None, text)
    if not draft.placed:
        draft.problem("no_list", "no card in it")
        return Parsed(problems=tuple(draft.problems))
    if shape.commander:
        place_commanders(draft.placed, draft.blocks, shape, facts.get("title", ""))
        if not any(card.zone == "commander" for card in draft.placed):
            draft.problem("no_commander", "no line names the commander")
    published = date_of(facts["date"]) if facts.get("date") else None
    if facts.get("date") and published is None:
        draft.problem("bad_date", facts["date"][:80])
    deck = DeckRecord(
        source=draft.source,
        source_key=draft.name,
        url=facts.get("url") or draft.name,
        title=facts.get("title") or draft.name,
        format=format_name,
        lines=tuple(
            DeckLine(card.zone, number, card.name, card.copies)
            for number, card in zip(_number(draft.placed), draft.placed, strict=True)
        ),
        author=facts.get("author"),
        published_on=published,
        event=facts.get("event"),
        placing=facts.get("placing"),
        player=facts.get("player"),
        complete=draft.complete,
    )
    return Parsed(decks=(deck,), problems=tuple(draft.problems))
