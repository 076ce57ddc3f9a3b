"""Decks in hand into an empty `deck` and `deck_line`: no versions, no pages, nothing that outlives them.

A deck in hand has no history to be folded into, so its rows are written as they are; names, rules and
verdicts are then the same as those of the warehouse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.records import DeckLine, Problem
from warehouse.deck_lines import sound_lines
from warehouse.deck_versions import naive, revised_on
from warehouse.load_decks import DECK_COLUMNS, LINE_COLUMNS
from warehouse.tables import BIGINT, staged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    import duckdb

    from schema.records import DeckRecord


def put_decks(
    con: duckdb.DuckDBPyConnection, decks: Sequence[DeckRecord], *, source: str, seen_at: datetime
) -> list[Problem]:
    """Write decks, each under its place in the sequence as `deck_id` and `source_key`.

    A deck of which no line can be stored is left out. Returns the problems: a line that can't be stored
    (`bad_record`; its deck is incomplete), a deck without any (`empty_deck`).
    """
    problems: list[Problem] = []
    rows: list[dict[str, Any]] = []
    numbers: list[int] = []
    lines: list[DeckLine] = []
    instant = naive(seen_at)
    for number, deck in enumerate(decks):
        sound, bad = sound_lines(deck, deck.url)
        problems += bad
        if not sound:
            detail = f"{deck.title}: no card could be read"
            problems.append(Problem(deck.source, deck.url, "empty_deck", detail, source_key=deck.source_key))
            continue
        rows.append(_row(deck, number, source, instant, complete=deck.complete and not bad, lines=sound))
        numbers += [number] * len(sound)
        lines += sound
    columns: dict[str, list[Any]] = {name: [row.get(name) for row in rows] for name in DECK_COLUMNS}
    with staged(
        con, "staged_deck", {**DECK_COLUMNS, "load_id": BIGINT}, columns | {"load_id": [0] * len(rows)}
    ):
        con.execute("insert into deck by name from staged_deck")
    listed: dict[str, Sequence[Any]] = {"deck_id": numbers}
    for place, name in enumerate(DeckLine._fields):
        listed[name] = [line[place] for line in lines]
    with staged(con, "staged_line", LINE_COLUMNS, listed):
        con.execute("insert into deck_line by name from staged_line")
    return problems


def _row(
    deck: DeckRecord,
    number: int,
    source: str,
    seen_at: datetime | None,
    *,
    complete: bool,
    lines: Sequence[DeckLine],
) -> dict[str, Any]:
    assert seen_at is not None
    return {
        "deck_id": number,
        "source": source,
        "source_key": str(number),
        "version": 1,
        "is_current": True,
        "url": deck.url,
        "title": deck.title,
        "author": deck.author,
        "format": deck.format,
        "published_on": deck.published_on,
        "revised_on": revised_on(deck, seen_at, None, ""),
        "noted_on": deck.noted_on,
        "modified_at": naive(deck.modified_at),
        "event_id": deck.event,
        "placing": deck.placing,
        "player": deck.player,
        "is_complete": complete,
        "seen_at": seen_at,
        "content_hash": "",
        "copies": sum([line.copies for line in lines]),
    }
