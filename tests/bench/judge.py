"""Judging 100,000 synthetic DMEDH decks in SQL against a plain Python loop that must agree row for row.

Both begin with the tables and end with rows of verdicts and findings in tables. The decks are lists that
nothing is to be said of, over all editions, three in ten with a hyperspatial zone, two in ten with a GR zone;
one in twenty was then changed at random (of real lists, one in forty is illegal).
"""

from __future__ import annotations

import sys
import time
from datetime import date
from random import Random
from typing import TYPE_CHECKING

from schema.formats import load_formats
from tests.bench.loop import judged_in_a_loop, write_rows
from tests.bench.ratios import Promise, Ratio
from tests.reference.dmedh import LIST
from tests.reference.drafts import COMMON, mutate
from tests.reference.generate import JUDGES, pool_of
from tests.reference.generate_dm import OWN, composed_draft
from tests.reference.pool import dm_pool, restrictions
from tests.truth.agreement import Difference, answers_of, cards_of, told_rules
from tests.truth.as_tables import CardIds, write_decks, write_restrictions
from tests.truth.open_questions import is_open
from warehouse.database import memory_database
from warehouse.judge import judge

if TYPE_CHECKING:
    import duckdb

    from tests.reference.drafts import Draft

DECKS = 100_000
PROMISES = (Promise("judge 100,000 decks against a loop", "at least", 30),)
SEED = 60
TODAY = date(2026, 11, 29)
_BATCH = 10_000


def field(decks: int) -> list[Draft]:
    """The decks that are judged."""
    rng = Random(SEED)
    rows = [row for row in restrictions() if row.list == LIST]
    listed = {name for row in rows for name in row.cards}
    pool = pool_of("dmedh", list(dm_pool().values()))
    unlisted = pool_of("dmedh", [card for card in dm_pool().values() if card.name not in listed])
    drafts: list[Draft] = []
    while len(drafts) < decks:
        draft = composed_draft(rng, "dmedh", unlisted, rows)
        if rng.random() < 0.5:
            draft.zones = {"main": draft.zones["main"]}
        if not JUDGES["dmedh"](draft.deck(), rows).findings:
            if len(drafts) % 20 == 0:
                mutate(rng, draft, pool, rows, (*COMMON, *OWN))
            drafts.append(draft)
    return drafts


def build(drafts: list[Draft]) -> tuple[duckdb.DuckDBPyConnection, CardIds]:
    """A database that holds the decks, as after a resolve."""
    con = memory_database()
    ids = CardIds()
    listed = restrictions()
    named = {name for row in listed for name in row.cards}
    lists = [draft.deck() for draft in drafts]
    wanted = cards_of(lists) | {card for card in dm_pool().values() if card.name in named}
    ids.write(con, sorted(wanted, key=lambda card: card.name))
    write_restrictions(con, listed, ids)
    for start in range(0, len(lists), _BATCH):
        sys.stderr.write(f"\rwriting decks {start:,}")
        write_decks(con, lists[start : start + _BATCH], ids, first=start + 1)
    sys.stderr.write("\n")
    return con, ids


def measure(decks: int = DECKS) -> Ratio:
    """Ratio of the loop's time over the SQL's; both judge each deck on its own date."""
    drafts = field(decks)
    con, ids = build(drafts)
    formats = load_formats()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        judge(con, formats, today=TODAY, bases=("published",))
        times.append(time.perf_counter() - start)
    in_sql = min(times)
    start = time.perf_counter()
    reference = judged_in_a_loop(con, ids.by_id(), restrictions())
    write_rows(con, reference)
    in_python = time.perf_counter() - start
    answers = answers_of(con)
    legal = sum(word == "legal" for word, _ in answers.values())
    con.close()
    unequal = 0
    for number, draft in enumerate(drafts, start=1):
        word, rules = answers[number, "published"]
        each = Difference(
            draft.deck(), tuple(draft.steps), "published", reference[number], word, told_rules(rules)
        )
        unequal += not each.agrees and not is_open(each)
    assert not unequal, f"{unequal} of {decks} decks are judged otherwise"
    return PROMISES[0].measured(
        in_python / in_sql,
        f"{decks / in_sql:,.0f} decks/s, the loop {decks / in_python:,.0f}; all {decks:,} agree, "
        f"{legal / decks:.0%} are legal",
    )
