"""What stands around a line of an article: the next one, rows that follow, whether it stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parsers.deck_drafts import Draft
    from parsers.deck_items import Item


class Lookahead:
    """A place in an article's sorted lines, and the open list (None where there is none)."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.place = 0
        self.draft: Draft | None = None

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
        for item in self.items[start : start + 16]:
            if item.heading is not None and item.heading.role in {"section", "zone", "columns"}:
                continue
            if item.kind not in {"name", "cards"} or item.line.kind == "heading":
                break
            count += 1
        return count

    def _stands_alone(self, place: int | None = None) -> bool:
        """Whether an item is the one line of its paragraph."""
        place = self.place if place is None else place
        item = self.items[place]
        before = self.items[place - 1] if place else None
        after = self.items[place + 1] if place + 1 < len(self.items) else None
        if before is not None and before.line.block == item.line.block:
            return False
        return after is None or after.line.block != item.line.block

    def _is_headed(self) -> bool:
        """Whether a heading stands right above an item."""
        return self.place > 0 and self.items[self.place - 1].heading is not None
