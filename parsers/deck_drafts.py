"""A deck list while it is read, and what it becomes when it ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parsers.card_cells import Mention, is_forbidden_star
from parsers.card_counts import count_beside
from parsers.deck_entries import (
    Entry,
)
from parsers.deck_headings import fills_bracket

if TYPE_CHECKING:
    from parsers.deck_items import Item
    from parsers.lines import Line
    from schema.records import Zone

DECK_SIZE = 60  # cards with the commander (DM2, DP2)
_LEAST_LIST = 30
_NAMELIKE = re.compile("[\u3041-\u30fa\u4e00-\u9fff]")
_OPENING = frozenset("【[〔〈<＜")
_STAR = re.compile("[SＳsｓ][TＴtｔ][AＡaａ]|ドルマゲドン")


@dataclass(slots=True)
class Draft:
    """A list being read. `reason` is what announced it: marker, heading, title, zone, section, loose;
    `left out` what stands below a heading of cards that are not in the deck."""

    reason: str
    title: str = ""
    headline: str = ""  # the heading above it, its title among several decks
    partner: bool = False
    kind: str = ""  # of the first card that is no commander: cell, item, text, heading
    bare: bool = False  # whether that card stood without brackets
    entries: list[Entry] = field(default_factory=list)
    problems: list[tuple[str, str, int | None]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # of its items in the article
    complete: bool = True
    zone: Zone = "main"
    _zone_fresh: bool = False
    _row_zone: tuple[int, Zone] | None = None
    guessed: bool = False  # whether of many cards below it the first was taken for the commander
    linked: bool = True  # whether its rows so far are nothing but links
    headed: bool = False  # a heading 統率者 announced commanders
    _mark_next: bool = False
    _count_next: tuple[int, int, bool] | None = None
    _level: int = 0
    _bullet: str = ""
    _bullets: set[str] = field(default_factory=set)
    _next_no: int = 1
    _block: int = -1  # of the last row
    _in_one_block: int = 0  # rows so far of that paragraph
    _row: int = -1  # of the last card
    odd: bool = False  # whether a card is more or less than a name in brackets without a count
    stars: bool = False  # whether a line may name a face of the FORBIDDEN STAR set

    @property
    def others(self) -> int:
        """Cards so far that are no commanders."""
        return sum(entry.zone != "commander" for entry in self.entries)

    @property
    def has_others(self) -> bool:
        """Whether a card is no commander."""
        return any([entry.zone != "commander" for entry in self.entries[:6]]) or self.others > 0

    @property
    def _expects(self) -> bool:
        """Whether a label, a mark or a count before it changes what the next card is."""
        return self._count_next is not None or self._row_zone is not None or self._mark_next

    @property
    def has_commander(self) -> bool:
        """Whether a card is the commander."""
        return any(entry.zone == "commander" for entry in self.entries)

    # --- what the finder asks ----------------------------------------------------------------------

    def begins_anew(self, zone: Zone) -> bool:
        """Whether a zone heading starts another deck."""
        if zone == "commander":
            return self.has_commander and self.has_others
        main = sum(entry.zone == "main" for entry in self.entries)
        return zone == "main" and self.zone in {"hyperspatial", "gr"} and main >= 20

    def is_next_deck(self, item: Item, *, headed: bool = False) -> bool:
        """Whether a marked row is another deck's commander. `headed`: an unknown heading stands above it.

        Behind a whole list it may be this list's own; behind a few rows (the places of an event) it is not.
        """
        if not (self.has_others and item.reading.mentions):
            return False
        apart = headed or item.line.kind != self.kind
        return self.has_commander or (apart and self.others < _LEAST_LIST)

    def goes_on_in(self, other: Draft) -> bool:
        """Whether a later run of rows is the rest of this list: the two make exactly a deck."""
        if other.kind != self.kind or other.has_commander or not self.has_commander:
            return False
        return sum(entry.zone in {"commander", "main"} for entry in self.entries + other.entries) == DECK_SIZE

    def join(self, other: Draft) -> None:
        """Take the rows of a later run as this list's."""
        above = self._next_no - 1
        for entry in other.entries:
            entry.line_no += above
        self.entries += other.entries
        self.problems += [(k, d, n + above if n is not None else n) for k, d, n in other.problems]
        self.places += other.places
        self.complete = self.complete and other.complete
        self.zone, self._next_no = other.zone, above + other._next_no
        self.partner, self.linked = self.partner or other.partner, self.linked and other.linked
        self.odd, self.stars = self.odd or other.odd, self.stars or other.stars

    def ends_at(self, item: Item) -> bool:
        """Whether a card row can't belong to this list: per-card headings, or rows below the table."""
        if item.line.kind == self.kind or self._zone_fresh or not self.has_others:
            return False
        return item.line.kind == "heading" or (self.kind == "cell" and not item.reading.marked)

    def is_part(self, item: Item) -> bool:
        """Whether a heading stands below the one that announced the list."""
        return item.line.level > self._level > 0

    def is_unknown_heading(self, item: Item) -> bool:
        """Whether a line that is no known heading is set as one."""
        if item.line.kind == "heading":
            return True
        if item.bullet in _OPENING and not fills_bracket(item.line.text):
            return False  # 【問1】 テック⤴ is a card
        return (
            bool(item.bullet)
            and item.bullet not in self._bullets
            and item.line.kind == "text"
            and len(item.line.text) <= 30
        )

    def is_sibling(self, item: Item) -> bool:
        """Whether a heading stands level with the one that announced the list, so that it ends it."""
        if item.line.level and self._level:
            return item.line.level <= self._level
        return bool(self._bullet) and item.bullet == self._bullet and not item.line.level

    def takes_bare(self, item: Item, following: Item | None, *, alone: bool) -> bool:
        """Whether a bare text is a card of this list. `alone`: it is a paragraph of its own."""
        kind = item.line.kind
        if kind == "heading":
            return False
        if alone and kind == "text" and self._in_one_block >= 3:
            return False  # 以上です, below a paragraph of rows, or what heads the next
        if self.bare or not self.kind:
            if not self.kind and kind == "text" and following is not None and following.reading.bracketed:
                # The commander in brackets, then a line without, then rows with brackets: a heading.
                return not any(entry.mention.bracketed for entry in self.entries)
            return kind == self.kind or not self.kind
        if kind != self.kind:
            return False
        if kind in {"cell", "item"}:
            return True
        # Between rows with brackets, a short line is a card that lost both.
        return len(item.line.text) <= 30 and following is not None and following.kind == "cards"

    # --- what the finder tells ---------------------------------------------------------------------

    def start(self, level: int, bullet: str) -> None:
        """Remember the heading that announced the list."""
        self._level, self._bullet = level, bullet

    def set_zone(self, zone: Zone, item: Item | None) -> None:
        """Take a zone heading; a label 統率者 in a table cell is for its own row."""
        if zone == "commander" and item is not None and item.line.kind == "cell":
            self._row_zone = (item.line.row, zone)
        else:
            self.zone = zone
            self._zone_fresh = True
        self.headed = self.headed or zone == "commander"
        if item is not None and "パートナー" in item.line.text:
            self.partner = True

    def doubt(self, text: str) -> None:
        """Note a zone that is named where nothing says which cards are in it."""
        self.problem("unknown_section", text)
        self.complete = False

    def section(self) -> None:
        """Take a heading that names no zone: what stands below a heading 統率者 ends with it."""
        if self.zone == "commander" and self.has_commander:
            self.zone = "main"

    def add(self, item: Item, columns: dict[int, str]) -> None:
        """Take the cards of a row."""
        line, reading = item.line, item.reading
        other = columns and line.kind == "cell" and columns.get(line.cell, "name") != "name"
        if other and not reading.marked:
            return
        if reading.struck:
            self.struck(item)
        self.partner = self.partner or reading.partner
        self._bullets.add(item.bullet)
        self.linked = self.linked and line.linked
        self._in_one_block = self._in_one_block + 1 if line.block == self._block else 1
        self._block = line.block
        residue = reading.residue
        if len(residue) >= 3 and _NAMELIKE.search(residue):
            self.problem("unreadable_line", f"beside the cards: {line.text}")
            self.complete = False
        if _STAR.search(line.text):
            self.stars = True
        mentions = reading.mentions
        plain = self.kind and not (reading.marked or self.stars or self._expects)
        if plain and reading.plain:
            zone = self.zone
            cell = line.cell
            self.entries += [Entry(each, zone, no, cell) for no, each in enumerate(mentions, self._next_no)]
            self._next_no += len(mentions)
            self._row = line.row
        else:
            for mention in mentions:
                self._take(mention, line)
        self._zone_fresh = False

    def _take(self, mention: Mention, line: Line) -> None:
        row = line.row
        if self._count_next is not None:
            if self._count_next[0] == row:
                copies, alone = self._count_next[1:]
                mention = mention._replace(copies=copies, counted=True, alone=alone)
            self._count_next = None
        zone = self.zone
        if self._row_zone is not None and self._row_zone[0] == row:
            zone = self._row_zone[1]
        if mention.marked or self._mark_next:
            zone = "commander"
            mention = mention._replace(marked=True)
            self._mark_next = False
        elif self.stars and zone == "main" and is_forbidden_star(mention.name):
            zone = "extra"
        if zone != "commander" and not self.kind:
            self.kind, self.bare = line.kind, not mention.bracketed
        if not mention.whole:
            self.problem("unclosed_bracket", mention.name)
        self.odd = self.odd or mention.counted or not mention.bracketed
        self.entries.append(Entry(mention, zone, self._next_no, line.cell))
        self._next_no += 1
        self._row = row

    def mark_last(self, item: Item) -> None:
        """Take a mark (統率者) that stands alone: for the card before it, else for the next."""
        self.partner = self.partner or item.reading.partner
        last = self.entries[-1] if self.entries else None
        if last is not None and self._row == item.line.row and not self.others > 1:
            last.zone = "commander"
            last.mention = last.mention._replace(marked=True)
        else:
            self._mark_next = True

    def number(self, item: Item, *, headed: bool = False) -> None:
        """Take a number that stands alone in a cell: for the card before it in its row, else the next.

        `headed` says that the head of its column calls it a count.
        """
        if item.line.kind != "cell":
            return
        copies, counted, alone = count_beside(item.line.text)
        if not counted:
            return
        alone = alone and not headed
        last = self.entries[-1] if self.entries else None
        if last is not None and self._row == item.line.row and not last.mention.counted:
            last.mention = last.mention._replace(copies=copies, counted=True, alone=alone)
            self.odd = True
        else:
            self._count_next = (item.line.row, copies, alone)

    def struck(self, item: Item) -> None:
        """Note cards that are struck through: they are on the page, not in the deck."""
        for text in item.reading.struck:
            self.problem("struck_out", text)

    def unreadable(self, item: Item) -> None:
        """Note a line between cards that gave none; it keeps its own line number."""
        self.struck(item)
        self.problems.append(("unreadable_line", item.line.text, self._next_no))
        self._next_no += 1
        self.complete = self.complete and item.line.text.startswith("※")

    def cut_off(self, detail: str) -> None:
        """Note that the list visibly ends before its end."""
        self.problem("cut_off", detail)
        self.complete = False

    def problem(self, kind: str, detail: str) -> None:
        """Note a problem at the next line."""
        self.problems.append((kind, detail, self._next_no))
