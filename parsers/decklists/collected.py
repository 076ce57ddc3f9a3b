"""Decks gathered from several sites into JSON lines, each in its own site's shape.

MTGO, Melee and Topdeck put commanders and companion in the sideboard; MTGTop8 lists command zone and
rows of text; precons are whole text files; metagame pages name the deck by its commander. Here every
shape becomes commanders, companion and main.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from parsers.decklists.commanders import MOST_COMMANDERS, Placed, is_companion, place_commanders, total
from parsers.decklists.line import Style
from parsers.decklists.line import read_line as read_text_line
from parsers.decklists.marks import without_marks
from parsers.decklists.shape import SHAPES
from parsers.decklists.supplementary import supplementary_name
from parsers.decklists.text import read_text
from schema.records import DeckLine, DeckRecord, Parsed, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FORMATS = {"duel": "duel-commander", "commander": "commander", "duel-mtgdc": "duel-commander-mtgdc"}
_COLLECTED = re.compile(r'^\s*\{\s*"src"\s*:')
_DAY_FIRST = re.compile(r"^(\d{2})/(\d{2})/(\d{2})$")
FIRST_YEAR, LAST_YEAR = 2004, 2049  # the format family is that old; two-digit years read later are faults
_PLACEHOLDER = "unknown card"
_STYLE = Style(counted=True)


def is_collected(line: str) -> bool:
    """True for a JSON line in one of the shapes of this module (it begins with the key `src`)."""
    return bool(_COLLECTED.match(line))


def date_of(text: str | None) -> date | None:
    """`2024-07-24` or day first with two digits `28/06/15`; None for no date or an impossible one."""
    if not text:
        return None
    try:
        if found := _DAY_FIRST.match(text):
            day = date(2000 + int(found[3]), int(found[2]), int(found[1]))
        else:
            day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def _plain(name: str) -> str:
    """The name without entities and marks, and without the A- of a rebalanced card on a screen client."""
    name = html.unescape(name).strip() if "&" in name else name.strip()
    if "<" in name or "[" in name:
        name = without_marks(name).name
    return name[2:] if name.startswith("A-") and name[2:3].isupper() else name


def _text(value: Any) -> str | None:
    """A fact as text, whatever the source wrote it as; None where there is none."""
    return None if value is None or value == "" else str(value)


def _pairs(rows: Iterable[Any]) -> Iterator[tuple[int, str]]:
    for copies, name in rows:
        yield int(copies), _plain(str(name))


class _Collected:
    """One deck while its zones are told apart."""

    def __init__(self, row: dict[str, Any], key: str, format_name: str | None) -> None:
        self.row = row
        self.source = str(row["src"]).casefold()
        self.key = str(row.get("id") or key)
        self.url = str(row.get("url") or self.key)
        self.format = format_name or FORMATS.get(str(row.get("format")), str(row.get("format") or ""))
        self.event = _text(row.get("event"))
        self.cards: list[Placed] = []
        self.problems: list[Problem] = []
        self.complete = True

    def problem(self, kind: str, detail: str, line_no: int | None = None) -> None:
        self.problems.append(Problem(self.source, self.url, kind, detail, line_no, self.key))

    def add(self, copies: int, name: str, zone: str) -> None:
        if name.casefold() == _PLACEHOLDER:
            # The source does not know the card, nor, as sizes show, always whether there is one.
            self.problem("unreadable_line", f"{copies} {name}")
            self.complete = False
            return
        if zone == "main" and copies > 0 and name:
            self.cards.append(Placed(len(self.cards) + 1, copies, name, "main"))
            return
        extra = supplementary_name(name) if zone != "main" else None
        if extra is not None:
            name, zone = extra, "sideboard"
        elif copies < 1 or not name:
            self.problem("unreadable_line", f"{copies} {name}")
            self.complete = False
            return
        self.cards.append(Placed(len(self.cards) + 1, copies, name, zone))  # type: ignore[arg-type]

    def read(self) -> None:
        """Place every card of the line, by the shape that the line's keys tell."""
        row = self.row
        leaders = [_plain(str(name)) for name in row.get("commander") or []]
        if "lines" in row:
            for name in leaders:
                self.add(1, name, "sideboard")
            self.rows()
        elif "side" in row:
            for copies, name in _pairs(row["main"]):
                self.add(copies, name, "main")
            for copies, name in _pairs(row["side"]):
                self.add(copies, name, "sideboard")
        elif "main" in row:
            for name in leaders:
                self.add(1, name, "commander")
            for copies, name in _pairs(row["main"]):
                self.add(copies, name, "main")
            if not leaders:
                self.named_by_title()
        else:
            raise ValueError("none of the known shapes: no lines, main or text")

    def rows(self) -> None:
        """Lines of text (`1 Sol Ring`), each accounted for."""
        for number, text in enumerate(self.row["lines"], start=1):
            line = read_text_line(number, html.unescape(text), _STYLE)
            if line.kind == "card" and not line.why:
                for entry in line.entries:
                    self.add(entry.copies, _plain(entry.name), "main")
            else:
                self.problem("unreadable_line", text[:200], number)
                self.complete = False

    def listed_twice(self) -> None:
        """A source may list each commander twice in the sideboard: the second time is a fault, not a copy."""
        seen: set[str] = set()
        beside = [card for card in self.cards if card.zone in ("sideboard", "commander")]
        names = {card.name for card in beside if not supplementary_name(card.name)}
        if not 1 <= len(names) <= MOST_COMMANDERS + 1:
            return
        for card in beside:
            if card.name in seen:
                self.cards.remove(card)
                self.problem("duplicate_key", f"the source lists {card.name} twice beside the deck")
            seen.add(card.name)

    def commanders(self) -> None:
        """Tell commanders from companion and from a sideboard that the source mixed in."""
        shape = SHAPES.get(self.format, SHAPES["commander"])
        self.listed_twice()
        beside = [
            card
            for card in self.cards
            if card.zone == "sideboard" and not supplementary_name(card.name) and card.copies == 1
        ]
        others = [card for card in beside if not is_companion(card.name)]
        companions = [card for card in beside if is_companion(card.name)]
        whole = total(self.cards, "main") + len(others)
        if (
            1 <= len(others) <= MOST_COMMANDERS
            and len(companions) <= 1
            and len(beside) == len(others) + len(companions)
        ):
            for card in others:
                card.zone = "commander"
            for card in companions:
                # A companion is outside the deck; one that fills it to size leads it as a partner would.
                card.zone = "commander" if whole + 1 == shape.size else "companion"
        place_commanders(self.cards, [], shape, "")
        if not any(card.zone == "commander" for card in self.cards):
            self.problem("no_commander", "the source does not tell the commander")

    def named_by_title(self) -> None:
        """A metagame page names the deck by its commander."""
        for card in self.cards:
            if card.zone == "main" and card.copies == 1 and card.name == self.event:
                card.zone = "commander"
                return

    def parsed(self) -> Parsed:
        if not self.cards:
            self.problem("no_list", "no card in it")
            return Parsed(problems=tuple(self.problems))
        written = _text(self.row.get("date"))
        day = date_of(written)
        if written and day is None:
            self.problem("bad_date", written[:80])
        deck = DeckRecord(
            source=self.source,
            source_key=self.key,
            url=self.url,
            title=self.event or self.key,
            format=self.format,
            lines=tuple(DeckLine(card.zone, card.line, card.name, card.copies) for card in self.cards),
            published_on=day,
            event=self.event,
            placing=_text(self.row.get("result")),
            player=_text(self.row.get("player")),
            complete=self.complete,
        )
        return Parsed(decks=(deck,), problems=tuple(self.problems))


def read_line(line: str, *, key: str, format_name: str | None = None) -> Parsed:
    """Read one collected deck; `key` stands in where the line has no id.

    Raises ValueError for a line that is not JSON or has none of the known shapes.
    """
    try:
        row = json.loads(line)
    except RecursionError:
        raise ValueError("too deeply nested") from None
    if "text" in row:
        return _precon(row, key, format_name)
    deck = _Collected(row, key, format_name)
    try:
        deck.read()
    except (TypeError, AttributeError, LookupError, OverflowError) as error:
        raise ValueError(f"not the shape of its source: {error}") from None
    if deck.cards:
        deck.commanders()
    return deck.parsed()


def _precon(row: dict[str, Any], key: str, format_name: str | None) -> Parsed:
    key = str(row.get("id") or key)
    source = str(row["src"]).casefold()
    format_name = format_name or FORMATS.get(str(row.get("format")), str(row.get("format") or ""))
    parsed = read_text(key, str(row["text"]), format_name=format_name, source=source)
    decks = tuple(replace(deck, event=deck.event or deck.title) for deck in parsed.decks)
    return Parsed(decks=decks, problems=parsed.problems)
