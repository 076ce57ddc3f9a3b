"""Decks that stand side by side in one table, a column each, put one below the other."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parsers.deck_items import Item

# Names that one deck may hold: 60 cards, 8 of the hyperspatial zone, 12 of the GR zone.
_MOST_OF_ONE_DECK = 80


def by_columns(items: list[Item]) -> list[Item]:
    """Sort a table's rows by column from the row that names a commander in each.

    Two commanders in one row may as well be linked Gods, above a list of two columns: only where the
    columns hold more cards than one deck can are they decks of their own.
    """
    marked = [place for place, item in enumerate(items) if item.reading.marked and item.line.row >= 0]
    for first, second in itertools.pairwise(marked):
        above, below = items[first].line, items[second].line
        if above.row != below.row or above.cell == below.cell:
            continue
        end = next((n for n in range(second, len(items)) if items[n].line.row < 0), len(items))
        part = items[first:end]
        if sum(len(item.reading.mentions) for item in part if item.kind == "cards") > _MOST_OF_ONE_DECK:
            return [*items[:first], *sorted(part, key=_column), *items[end:]]
    return items


def _column(item: Item) -> int:
    return item.line.cell
