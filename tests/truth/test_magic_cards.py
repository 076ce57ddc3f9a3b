"""Random decks from every Magic card of the material, on the real ban lists."""

from datetime import date
from pathlib import Path

import pytest

from tests.reference.generate import DM_FORMATS, JUDGES, random_drafts
from tests.reference.pool import rulebreaker_cards
from tests.truth.agreement import differences, readable
from tests.truth.material import all_cards, ban_lists
from tests.truth.open_questions import is_open
from tests.truth.test_agreement import SEED, sql_judge
from warehouse.database import memory_database

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("name", [each for each in JUDGES if each not in DM_FORMATS])
def test_random_decks_of_all_cards(shared: Path, name: str) -> None:
    # Whether other formats take Rulebreaker commanders in is not known.
    left_out = set() if name == "commander" else set(rulebreaker_cards())
    cards = [card for card in all_cards(shared).values() if card.name not in left_out]
    lists = ban_lists(shared)
    made = list(random_drafts(SEED, 300, name, cards, lists))
    con = memory_database()
    found = differences(con, made, cards, lists, sql_judge, today=date(2026, 11, 29))
    con.close()
    settled = [each for each in found if not is_open(each)]
    assert not settled, readable(settled, len(made))
