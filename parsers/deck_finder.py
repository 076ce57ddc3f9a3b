"""The walk over an article's sorted lines that opens, fills and closes its deck lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.deck_drafts import Draft, FoundDeck
from parsers.deck_headings import COUNT_COLUMNS, NAME_COLUMNS, heading_word

if TYPE_CHECKING:
    from parsers.deck_items import Item
    from schema.records import Zone


@dataclass(slots=True)
class _Pending:
    """What was announced and has not come yet."""

    reason: str
    title: str = ""
    zone: Zone | None = None
    level: int = 0
    bullet: str = ""


class Finder:
    """Reads the sorted lines of an article in order; `run` gives the decks."""

    def __init__(self, items: list[Item], title: str, *, cut: bool) -> None:
        self.items = items
        self.title = title
        self.cut = cut
        self.found: list[FoundDeck] = []
        self.draft: Draft | None = None
        self.closed: Draft | None = None  # may go on below under a zone heading
        self.pending: _Pending | None = None
        self.columns: dict[int, str] = {}
        self.place = 0

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
        if heading.role == "columns":
            word = heading_word(item.line.text)
            role = "name" if word in NAME_COLUMNS else "count" if word in COUNT_COLUMNS else "other"
            self.columns[item.line.cell] = role
        elif heading.role == "start":
            self._close()
            self._settle()
            self.pending = _Pending("heading", level=item.line.level, bullet=item.bullet)
        elif heading.role == "end":
            self._close()
            self._settle()
            self.pending = None
        elif heading.role == "zone":
            self._zone(item, heading.zone or "main")
        elif self.draft is not None:
            self.draft.section()
        elif heading.total is not None:
            self.pending = self.pending or _Pending("section")

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
        self.pending.zone = zone
        if "パートナー" in item.line.text:
            self.pending.reason = "partner"

    def _title(self, item: Item) -> None:
        if self.draft is not None and self.draft.has_others:
            self._close()
        if self.draft is not None:
            self.draft.title = item.inner
            return
        level, bullet = (self.pending.level, self.pending.bullet) if self.pending else (0, "")
        self.pending = _Pending("title", item.inner, level=level, bullet=bullet)

    def _cards(self, item: Item) -> None:
        draft = self.draft
        if draft is not None and draft.ends_at(item):
            self._close()
            self._settle()
        elif draft is not None and item.reading.marked and draft.is_next_deck(item):
            self._close()
        self._take(item, "marker" if item.reading.marked else "loose")

    def _name(self, item: Item) -> None:
        if item.reading.marked:
            self._cards(item)
        elif self.draft is not None:
            if self.draft.is_unknown_heading(item):
                self._unknown_heading(item)
            elif self.draft.takes_bare(item, self._next()):
                self._take(item, "loose")
            else:
                self._interrupted(item)
        elif (item.line.kind == "cell" and not item.line.level) or (
            self.pending is not None and self._bare_run() >= 5
        ):
            self._take(item, "loose")

    def _mark(self, item: Item) -> None:
        if self.draft is not None:
            self.draft.mark_last(item)
        else:
            self._zone(item, "commander")

    def _number(self, item: Item) -> None:
        if self.draft is not None:
            self.draft.number(item)
        elif item.line.kind == "cell" and self.columns.get(item.line.cell, "count") == "count":
            following = self._next()
            if following is not None and following.kind == "cards" and following.line.row == item.line.row:
                self._open(item, "loose").number(item)

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
        elif self.pending is not None and self.pending.reason in {"title", "zone", "section"}:
            self.pending = None

    # --- state -------------------------------------------------------------------------------------

    def _take(self, item: Item, reason: str) -> None:
        draft = self.draft or self._open(item, reason)
        draft.places.append(self.place)
        draft.add(item, self.columns)

    def _open(self, item: Item, reason: str) -> Draft:
        if self.draft is None:
            pending = self.pending
            self.draft = Draft(pending.reason if pending and reason == "loose" else reason)
            if pending is not None:
                self.draft.title = pending.title
                self.draft.start(pending.level, pending.bullet)
                self.draft.partner = pending.reason == "partner"
                if pending.zone is not None:
                    self.draft.set_zone(pending.zone, None)
            self.pending = None
            self._settle()
        return self.draft

    def _close(self) -> None:
        """Set the open list aside: a zone heading below may still belong to it."""
        if self.draft is not None:
            self._settle()
            self.closed = self.draft
            self.draft = None

    def _settle(self) -> None:
        """Finish the list set aside: nothing below belongs to it any more."""
        if self.closed is not None:
            deck = self.closed.finish(self.title)
            if deck is not None:
                self.found.append(deck)
            self.closed = None

    def _unknown_heading(self, item: Item) -> None:
        draft = self.draft
        assert draft is not None
        draft.places.append(self.place)
        if not draft.is_sibling(item) and self._cards_ahead(2) >= 2:
            draft.problem("unknown_section", item.line.text)
            return
        self._close()
        self._settle()

    def _interrupted(self, item: Item) -> None:
        draft = self.draft
        assert draft is not None
        need = 1 if item.line.kind == "cell" and draft.kind == "cell" else 2
        if self._cards_ahead(need) >= need or (draft.bare and self._bare_run(self.place + 1) >= 3):
            draft.places.append(self.place)
            draft.unreadable(item)
        else:
            self._close()

    def _next(self) -> Item | None:
        return self.items[self.place + 1] if self.place + 1 < len(self.items) else None

    def _cards_ahead(self, limit: int) -> int:
        """How many card rows of the list's kind follow at once, up to a limit."""
        draft = self.draft
        count = 0
        for item in self.items[self.place + 1 : self.place + 1 + limit]:
            same = draft is None or draft.kind in {"", item.line.kind}
            if item.kind == "cards" and same and not item.reading.residue:
                count += 1
            else:
                break
        return count

    def _bare_run(self, start: int | None = None) -> int:
        """How many bare names or card rows stand together from here."""
        start = self.place if start is None else start
        count = 0
        for item in self.items[start : start + 12]:
            if item.kind not in {"name", "cards"} or item.line.kind == "heading":
                break
            count += 1
        return count
