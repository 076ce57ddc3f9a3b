"""What judging in SQL is measured against: a plain Python loop over the same tables, one deck at a time."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pyarrow as pa

from tests.reference.generate import JUDGES
from tests.reference.model import RefCommander, RefDeck

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    import duckdb

    from tests.reference.model import RefCard, RefRestriction, RefVerdict

_ROWS = 100_000


def judged_in_a_loop(
    con: duckdb.DuckDBPyConnection,
    cards: Mapping[int, RefCard],
    restrictions: Sequence[RefRestriction],
    *,
    some: str = "true",
) -> dict[int, RefVerdict]:
    """Read every deck (or those for which `some` holds) with its cards, and judge it by the reference."""
    return {number: JUDGES[deck.format](deck, restrictions) for number, deck in _decks(con, cards, some)}


def write_rows(con: duckdb.DuckDBPyConnection, judged: Mapping[int, RefVerdict]) -> None:
    """Write verdicts and findings in bulk into tables `loop_verdict` and `loop_finding`."""
    verdicts = {"deck_id": list(judged), "verdict": [answer.verdict for answer in judged.values()]}
    found = [(number, each) for number, answer in judged.items() for each in answer.findings]
    findings = {
        "deck_id": [number for number, _ in found],
        **{
            name: [getattr(each, name) for _, each in found]
            for name in ("rule", "severity", "zone", "card", "detail")
        },
    }
    for table, columns in (("loop_verdict", verdicts), ("loop_finding", findings)):
        con.register("loop_rows", pa.table(columns))
        con.execute(f"create or replace temp table {table} as from loop_rows")
        con.unregister("loop_rows")


def _decks(
    con: duckdb.DuckDBPyConnection, cards: Mapping[int, RefCard], some: str
) -> Iterator[tuple[int, RefDeck]]:
    zones: dict[int, dict[str, list[tuple[RefCard, int]]]] = defaultdict(dict)
    of_decks = f"where deck_id in (select deck_id from deck where {some})"
    sql = f"select deck_id, zone, card_id, copies from deck_card {of_decks}"
    for deck_id, zone, card_id, copies in _rows(con, sql):
        if zone != "commander":
            zones[deck_id].setdefault(zone, []).append((cards[card_id], copies))
    commanders: dict[int, list[RefCommander]] = defaultdict(list)
    sql = f"select deck_id, card_id, face_no from deck_commander {of_decks} order by deck_id, slot"
    for deck_id, card_id, face_no in _rows(con, sql):
        commanders[deck_id].append(RefCommander(cards[card_id], face_no))
    unresolved: dict[int, dict[str, int]] = defaultdict(dict)
    sql = f"select deck_id, zone, copies from deck_line {of_decks} and card_id is null"
    for deck_id, zone, copies in _rows(con, sql):
        unresolved[deck_id][zone] = unresolved[deck_id].get(zone, 0) + copies
    sql = f"select deck_id, format, published_on, is_complete, event_id, player from deck where {some}"
    for deck_id, form, day, complete, event, player in con.execute(sql).fetchall():
        yield (
            deck_id,
            RefDeck(
                format=form,
                date=day,
                commanders=tuple(commanders[deck_id]),
                zones={zone: tuple(held) for zone, held in zones[deck_id].items()},
                unresolved=unresolved[deck_id],
                complete=complete,
                event=event,
                player=player,
            ),
        )


def _rows(con: duckdb.DuckDBPyConnection, sql: str) -> Iterator[tuple[Any, ...]]:
    result = con.execute(sql)
    while rows := result.fetchmany(_ROWS):
        yield from rows
