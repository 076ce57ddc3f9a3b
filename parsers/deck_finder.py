"""The walk over an article's sorted lines that opens, fills and closes its deck lists."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.deck_drafts import Draft
from parsers.deck_headings import COUNT_COLUMNS, NAME_COLUMNS, heading_word
from parsers.deck_lookahead import Lookahead
from parsers.found_decks import FoundDeck, finish

if TYPE_CHECKING:
    from parsers.deck_items import Item
    from schema.records import Zone

# The end of a row says that the list has more: …, […], 続きを読む, 他, など.
_GOES_ON = re.compile(r"(?:[\[(（]?(?:…|\.{3})[\])）]?|続きを読む.*|[\s》≫](?:他|ほか|など|等|etc\.?))$")


@dataclass(slots=True)
class _Pending:
    """What was announced and has not come yet."""

    reason: str
    title: str = ""
    zone: Zone | None = None
    level: int = 0
    bullet: str = ""
    doubt: str = ""  # a zone that was named and has no place


class Finder(Lookahead):
    """Reads the sorted lines of an article in order; `run` gives the decks."""

    def __init__(self, items: list[Item], title: str, *, cut: bool) -> None:
        super().__init__(items)
        self.title = title
        self.cut = cut
        self.found: list[FoundDeck] = []
        self.closed: Draft | None = None  # may go on below under a zone heading
        self.interrupted: Draft | None = None  # by prose: the open list may be its rest
        self.pending: _Pending | None = None
        self.columns: dict[int, str] = {}
        self.head_rows = {
            item.line.row
            for item in items
            if item.heading is not None
            and item.heading.role == "columns"
            and item.line.kind == "cell"
            and heading_word(item.line.text) in NAME_COLUMNS
        }
        self.headline = ""  # the last heading that is no word of a list
        self.left_out = False  # below a heading of cards that are not in the deck

    def run(self) -> list[FoundDeck]:
        """Walk once over the lines and give the decks in order."""
        readers = {
            "cards": self._cards, "name": self._name, "mark": self._mark, "number": self._number,
            "heading": self._heading, "title": self._title, "cut": self._cut, "note": self._note,
            "prose": self._prose,
        }  # fmt: skip
        for place, item in enumerate(self.items):
            self.place = place
            if self.columns and item.line.kind != "cell":
                self.columns = {}
            if self.head_rows and item.line.row in self.head_rows:
                self._column(item)
            elif not (self.columns and self._in_other_column(item)):
                readers[item.kind](item)
        if self.draft is not None and self.cut:
            self.draft.cut_off("the page ends inside the list")
        self._close()
        self._settle()
        return self.found

    # --- one method a kind of item -----------------------------------------------------------------

    def _heading(self, item: Item) -> None:
        heading = item.heading
        assert heading is not None
        if heading.role in {"start", "zone"} or item.line.level:
            self.left_out = False
        if heading.role == "columns":
            self._column(item)
        elif heading.role == "between" and self._goes_on(5):
            if self.draft is not None:
                self.draft.places.append(self.place)
        elif heading.role == "start":
            self._close()
            self._settle()
            self.pending = _Pending("heading", level=item.line.level, bullet=item.bullet)
        elif heading.role in {"end", "aside", "between"}:
            self._close()
            self._settle()
            self.pending = None
            self.left_out = heading.role == "aside"
        elif heading.role == "zone":
            self._zone(item, heading.zone or "main")
        elif self.draft is not None:
            self.draft.section()
        elif heading.total is not None:
            self.pending = self.pending or _Pending("section")

    def _column(self, item: Item) -> None:
        word = heading_word(item.line.text)
        role = "name" if word in NAME_COLUMNS else "count" if word in COUNT_COLUMNS else "other"
        self.columns[item.line.cell] = role

    def _in_other_column(self, item: Item) -> bool:
        """Whether an item stands below a head that promises neither names nor counts."""
        if item.kind == "heading" or item.reading.marked or self.columns.get(item.line.cell) != "other":
            return False
        if self.draft is not None:
            self.draft.places.append(self.place)
        return True

    def _zone(self, item: Item, zone: Zone) -> None:
        draft = self.draft
        if draft is not None and draft.begins_anew(zone):
            self._close()
            self._settle()
            draft = None
        if draft is None and self.closed is not None and zone in {"hyperspatial", "gr", "extra"}:
            self.draft = draft = self.closed
            self.closed = None
        if draft is not None:
            draft.set_zone(zone, item)
            return
        self.pending = self.pending or _Pending("zone")
        if self.pending.zone == "main" and zone in {"hyperspatial", "gr"}:
            # Two zones named and no card between: the tabs of a list whose panes follow.
            self.pending.zone, self.pending.doubt = None, item.line.text
        else:
            self.pending.zone = zone
        if "パートナー" in item.line.text:
            self.pending.reason = "partner"

    def _title(self, item: Item) -> None:
        self.left_out = False
        if self.draft is not None and self.draft.has_others:
            self._close()
        if self.draft is not None:
            self.draft.title = item.inner
            return
        level, bullet = (self.pending.level, self.pending.bullet) if self.pending else (0, "")
        self.pending = _Pending("title", item.inner, level=level, bullet=bullet)

    def _cards(self, item: Item) -> None:
        draft = self.draft
        if self._parts_bare_names(item):
            if draft is not None:
                self._unknown_heading(item)
            return
        if draft is not None and draft.ends_at(item):
            self._close()
            self._settle()
        elif draft is not None and item.reading.marked and draft.is_next_deck(item):
            self._close()
        self._take(item, "marker" if item.reading.marked else "loose")

    def _parts_bare_names(self, item: Item) -> bool:
        """Whether 【 】 hold a heading here, not a name: what follows are names without brackets."""
        if item.line.text[0] != "【" or item.reading.marked or item.line.kind == "cell":
            return False
        draft = self.draft
        following = self._next()
        bare = following is not None and following.kind == "name" and not following.line.level
        return bare and (draft is None or draft.bare or not draft.kind)

    def _name(self, item: Item) -> None:
        draft = self.draft
        if item.reading.marked:
            self._cards(item)
        elif draft is not None:
            if draft.is_unknown_heading(item):
                self._unknown_heading(item)
            elif draft.takes_bare(item, self._next(), alone=self._stands_alone() and not self._is_headed()):
                self._take(item, "loose")
            else:
                self._interrupted(item)
        elif item.line.level:
            self._headline(item)
        elif item.line.kind == "cell" or (self.pending is not None and self._begins_bare()):
            self._take(item, "loose")

    def _begins_bare(self) -> bool:
        """Whether a bare name begins the list that was announced: the commander, or five names together."""
        assert self.pending is not None
        if self.pending.zone == "commander":
            return True
        return not self._introduces() and self._bare_run() >= 5

    def _introduces(self) -> bool:
        """Whether a line (以下リスト) stands alone above a paragraph of many, or above a zone's heading."""
        item, after = self.items[self.place], self._next()
        if after is not None and after.kind == "cards" and after.reading.bracketed:
            # The caption of a picture, above rows with brackets: a card only where nothing else leads.
            return after.reading.marked or item.line.text not in self.title
        if after is None or not self._stands_alone():
            return False
        if after.heading is not None:
            return after.heading.role == "zone"
        return not self._stands_alone(self.place + 1)

    def _mark(self, item: Item) -> None:
        if self.draft is not None:
            self.draft.mark_last(item)
        else:
            self._zone(item, "commander")

    def _number(self, item: Item) -> None:
        if self.draft is not None:
            self.draft.number(item, headed=self.columns.get(item.line.cell) == "count")
        elif item.line.kind == "cell" and self.columns.get(item.line.cell, "count") == "count":
            following = self._next()
            if following is not None and following.kind == "cards" and following.line.row == item.line.row:
                self._open(item, "loose").number(item, headed=bool(self.columns))

    def _cut(self, item: Item) -> None:
        if self.draft is not None:
            self.draft.cut_off(item.line.text)
            self._close()

    def _note(self, item: Item) -> None:
        if self.draft is not None:
            self.draft.struck(item)

    def _prose(self, item: Item) -> None:
        if self.draft is not None:
            if self.draft.is_unknown_heading(item):
                self._unknown_heading(item)
            else:
                self._interrupted(item)
            return
        if item.line.level:
            self._headline(item)
        if self.pending is not None and self.pending.reason in {"title", "zone", "section"}:
            self.pending = None

    def _headline(self, item: Item) -> None:
        self.headline = item.line.text
        self.left_out = False

    # --- state -------------------------------------------------------------------------------------

    def _take(self, item: Item, reason: str) -> None:
        draft = self.draft or self._open(item, reason)
        draft.places.append(self.place)
        draft.add(item, self.columns)
        if item.line.text[-1] != "》" and _GOES_ON.search(item.line.text):
            draft.cut_off(item.line.text)

    def _open(self, item: Item, reason: str) -> Draft:
        if self.draft is None:
            pending = self.pending
            if self.left_out and pending is None and reason == "loose":
                reason = "left out"
            self.draft = Draft(pending.reason if pending and reason == "loose" else reason)
            self.draft.headline, self.headline = self.headline, ""
            if pending is not None:
                self.draft.title = pending.title
                self.draft.start(pending.level, pending.bullet)
                self.draft.partner = pending.reason == "partner"
                if pending.zone is not None:
                    self.draft.set_zone(pending.zone, None)
                if pending.doubt:
                    self.draft.doubt(pending.doubt)
            if pending is None and self.draft.reason == "loose" and self.closed is not None:
                self.interrupted, self.closed = self.closed, None
            self.pending = None
            self._settle()
        return self.draft

    def _close(self) -> None:
        """Set the open list aside: a zone heading below may still belong to it."""
        if self.draft is not None:
            before, self.interrupted = self.interrupted, None
            if before is not None and before.goes_on_in(self.draft):
                before.join(self.draft)
                self.draft = before
            elif before is not None:
                self.closed = before
            self._settle()
            self.closed = self.draft
            self.draft = None

    def _settle(self) -> None:
        """Finish the list set aside: nothing below belongs to it any more."""
        if self.closed is not None:
            deck = finish(self.closed, self.title)
            if deck is not None:
                self.found.append(deck)
            self.closed = None

    def _unknown_heading(self, item: Item) -> None:
        draft = self.draft
        assert draft is not None
        following = self._next()
        marked = following is not None and following.reading.marked
        another = marked and following is not None and draft.is_next_deck(following, headed=True)
        # Below the heading of the list, a lower one parts it, however few cards are in the part.
        need = 2 if draft.is_part(item) else 5
        if not another and not draft.is_sibling(item) and self._goes_on(need):
            draft.places.append(self.place)
            draft.problem("unknown_section", item.line.text)
            return
        draft.places.append(self.place)
        self._close()
        self._settle()
        self._headline(item)

    def _goes_on(self, need: int) -> bool:
        """Whether two rows with brackets follow at once, or in a bare list that many names."""
        draft = self.draft
        if self._cards_ahead(2) >= 2:
            return True
        bare = draft is not None and (draft.bare or not draft.kind)
        return bare and self._bare_run(self.place + 1) >= need

    def _interrupted(self, item: Item) -> None:
        draft = self.draft
        assert draft is not None
        need = 1 if item.line.kind == "cell" and draft.kind == "cell" else 2
        if self._cards_ahead(need) >= need or (draft.bare and self._bare_run(self.place + 1) >= 3):
            draft.places.append(self.place)
            if item.line.text[0] in "《≪" and not item.line.struck:
                # 《X》…強い, between rows: the card, and a problem that quotes what stands beside it.
                draft.add(
                    item._replace(reading=item.reading._replace(mentions=item.reading.mentions[:1])), {}
                )
            else:
                draft.unreadable(item)
        else:
            self._close()
