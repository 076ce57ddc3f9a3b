"""Every public legality case gives its verdict in the product, by our facts and by its own."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest

from schema.formats import load_formats
from schema.restrictions import shipped_lists
from tests.reference.model import RefDeck
from tests.reference.pool import rulebreaker_cards
from tests.truth.agreement import Rules, answers_of, cards_of, judged
from tests.truth.as_tables import write_decks
from tests.truth.material import LIST_NAMES, all_cards, ban_lists, names, rows, written_lists
from tests.truth.product_cards import ProductIds, database_of_cards
from tests.truth.test_agreement import TODAY, sql_judge
from tests.truth.test_legality_cases import SETTLED, deck_of
from warehouse.database import memory_database
from warehouse.resolve import resolve
from warehouse.restrictions import fold_restrictions, list_games

pytestmark = pytest.mark.shared

# (case id, expected verdict, deck), and what the tables answer by (deck number, basis).
Told = list[tuple[str, str, RefDeck]]
Answers = dict[tuple[int, str], tuple[str, Rules]]
FORMATS = {**LIST_NAMES, "german": "german-edh"}


def cases(shared: Path) -> Told:
    """Every case, its deck under the product's format name."""
    known = names(shared)
    found = []
    for case in rows(shared / "data/mtg/legality_cases.csv"):
        deck = deck_of(case, known)
        assert deck is not None
        expected = SETTLED.get(case["id"], case["expected"])
        found.append((case["id"], expected, replace(deck, format=FORMATS[deck.format])))
    return found


def differing(told: Told, answers: Answers) -> list[tuple[str, str, str]]:
    return [
        (case, expected, answers[number, "published"][0])
        for number, (case, expected, _) in enumerate(told, start=1)
        if answers[number, "published"][0] != expected
    ]


def test_by_the_reference_facts(shared: Path) -> None:
    told = cases(shared)
    con = memory_database()
    cards = list(all_cards(shared).values())
    answers = judged(con, [deck for *_, deck in told], cards, ban_lists(shared), sql_judge, TODAY)
    con.close()
    assert differing(told, answers) == []


def with_product_facts(shared: Path, decks: list[RefDeck]) -> duckdb.DuckDBPyConnection:
    con = database_of_cards(shared)
    games = list_games(load_formats())
    fold_restrictions(con, shipped_lists(), games)
    write_decks(con, decks, ProductIds())
    resolve(con, {**games, **dict.fromkeys(FORMATS.values(), "mtg")})
    sql_judge(con, TODAY)
    return con


def test_by_the_product_facts_and_lists(shared: Path) -> None:
    """All but the cases of Rulebreaker cards, which are newer than the card file."""
    newer = set(rulebreaker_cards().values())
    told = [each for each in cases(shared) if not cards_of([each[2]]) & newer]
    assert len(told) > 105
    con = with_product_facts(shared, [deck for *_, deck in told])
    answers = answers_of(con)
    con.close()
    assert differing(told, answers) == []


def test_the_shipped_lists_are_the_dated_rows(shared: Path) -> None:
    """Every row of the material's ban lists stands in the product's intervals, day for day."""
    con = memory_database()
    fold_restrictions(con, shipped_lists(), list_games(load_formats()))
    shipped = {
        (name, card, status, start, until)
        for name, card, status, start, until in con.execute(
            "select list, card_name, status, from_date, until_date from restriction"
        ).fetchall()
    }
    con.close()
    wanted = {
        (row.list, row.cards[0], row.status, row.from_date, row.until_date) for row in written_lists(shared)
    }
    missing = sorted(each for each in wanted - shipped if (each[4] or date.max) > date(2000, 1, 1))
    assert missing == []
