"""Judging 100,000 random DMEDH decks in SQL against a plain Python loop that must agree row for row."""

from __future__ import annotations

import sys
import time
from datetime import date

from schema.formats import load_formats
from tests.bench.ratios import Promise, Ratio
from tests.reference.generate import JUDGES, random_drafts
from tests.reference.pool import dm_pool, restrictions
from tests.truth.agreement import Difference, answers_of, cards_of, told_rules
from tests.truth.as_tables import CardIds, write_decks, write_restrictions
from tests.truth.open_questions import is_open
from warehouse.database import memory_database
from warehouse.judge import judge

DECKS = 100_000
PROMISES = (Promise("judge 100,000 decks against a loop", "at least", 30),)
SEED = 60
TODAY = date(2026, 11, 29)


def measure(decks: int = DECKS) -> Ratio:
    """Ratio of the loop's time over the SQL's; both judge each deck on its own date."""
    cards, listed = list(dm_pool().values()), restrictions()
    drafts = list(random_drafts(SEED, decks, "dmedh", cards, listed))
    lists = [draft.deck() for draft in drafts]
    con = memory_database()
    ids = CardIds()
    named = {name for row in listed for name in row.cards}
    wanted = cards_of(lists) | {card for card in cards if card.name in named}
    ids.write(con, sorted(wanted, key=lambda card: card.name))
    write_restrictions(con, listed, ids)
    for start in range(0, decks, 10_000):
        sys.stderr.write(f"\rwriting decks {start:,}")
        write_rows = lists[start : start + 10_000]
        write_decks(con, write_rows, ids, first=start + 1)
    formats = load_formats()
    start_time = time.perf_counter()
    judge(con, formats, today=TODAY, bases=("published",))
    in_sql = time.perf_counter() - start_time
    start_time = time.perf_counter()
    reference = [JUDGES["dmedh"](deck, listed) for deck in lists]
    in_python = time.perf_counter() - start_time
    answers = answers_of(con)
    con.close()
    unequal = 0
    for number, (deck, draft, ours) in enumerate(zip(lists, drafts, reference, strict=True), start=1):
        word, rules = answers[number, "published"]
        each = Difference(deck, tuple(draft.steps), "published", ours, word, told_rules(rules))
        unequal += not each.agrees and not is_open(each)
    assert not unequal, f"{unequal} of {decks} decks are judged otherwise"
    return PROMISES[0].measured(
        in_python / in_sql,
        f"{decks / in_sql:,.0f} decks/s, the loop {decks / in_python:,.0f}; all {decks:,} agree",
    )  # fmt: skip
