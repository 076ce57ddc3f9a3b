"""The SQL judge and the reference judge agree on random and mutated decks of every format."""

from datetime import date

import duckdb
import pytest

from schema.formats import load_formats
from tests.reference.generate import DM_FORMATS, JUDGES, random_drafts
from tests.reference.model import RefCard
from tests.reference.pool import dm_pool, magic_pool, restrictions, rulebreaker_cards
from tests.truth.agreement import differences, readable
from tests.truth.open_questions import is_open
from warehouse.database import memory_database
from warehouse.judge import judge

TODAY = date(2026, 11, 29)
DECKS = 20_000 // len(JUDGES)
SEED = 20261129


def sql_judge(con: duckdb.DuckDBPyConnection, today: date) -> None:
    """The product's judge over every deck of the connection."""
    judge(con, load_formats(), today=today)


def small_pool(name: str) -> list[RefCard]:
    cards = dm_pool() if name in DM_FORMATS else magic_pool()
    return [*cards.values(), *(rulebreaker_cards().values() if name == "commander" else ())]


@pytest.mark.parametrize("name", JUDGES)
def test_random_decks_are_judged_alike(name: str) -> None:
    if name not in load_formats():
        pytest.skip(f"the format {name} is not there")
    drafts = list(random_drafts(SEED, DECKS, name, small_pool(name), restrictions()))
    con = memory_database()
    found = differences(con, drafts, small_pool(name), restrictions(), sql_judge, today=TODAY)
    con.close()
    settled = [each for each in found if not is_open(each)]
    assert not settled, readable(settled, len(drafts))
