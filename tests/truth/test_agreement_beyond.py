"""Agreement of the two judges where more than a deck's own cards decide, and in the product's modes."""

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schema.formats import load_formats
from tests.reference import dmedh, duel_commander, german_edh
from tests.reference.drafts import Draft
from tests.reference.generate import JUDGES, drafts, random_drafts
from tests.reference.model import RefCommander, RefDeck
from tests.reference.pool import magic_pool, restrictions
from tests.truth.agreement import Difference, differences, judged, readable, told_rules
from tests.truth.open_questions import is_open
from tests.truth.test_agreement import SEED, TODAY, small_pool, sql_judge
from warehouse.database import memory_database
from warehouse.judge import judge


def an_event(rng: Random, name: str) -> list[RefDeck]:
    """Registrations of one evening: few players, few generals, lists that may change. One a day, in order."""
    pool = magic_pool()
    generals = [
        pool[each] for each in ("Azusa, Lost but Seeking", "Krenko, Mob Boss", "Talrand, Sky Summoner")
    ]
    first = date(2024, 1, 1) + timedelta(days=rng.randrange(300))
    registered = []
    for place in range(rng.randrange(2, 7)):
        spells = rng.choice((0, 0, 1))
        main = [(pool["Wastes"], 99 - spells), (pool["Sol Ring"], spells)]
        registered.append(
            RefDeck(
                format="german-edh",
                date=first + timedelta(days=place),
                commanders=(RefCommander(rng.choice(generals)),),
                zones={"main": tuple((card, copies) for card, copies in main if copies)},
                event=name,
                player=rng.choice(("one", "two", "three")),
            )
        )
    return registered


def test_de2_and_de8_over_events() -> None:
    rng = Random(SEED)
    events = [an_event(rng, f"event {number}") for number in range(150)]
    expected = [
        german_edh.judge(deck, ()).rules() | {(each.rule, each.severity) for each in found}
        for event in events
        for deck, found in zip(event, german_edh.event_findings(event), strict=True)
    ]
    decks = [deck for event in events for deck in event]
    con = memory_database()
    answers = judged(con, decks, (), (), sql_judge, TODAY)
    con.close()
    assert sum(("DE2", "violation") in rules for rules in expected) > 50
    assert sum(("DE8", "violation") in rules for rules in expected) > 20
    parted = [
        (decks[number], expected[number], answers[number + 1, "published"])
        for number in range(len(decks))
        if answers[number + 1, "published"][1] != expected[number]
    ]
    assert not parted, (len(parted), parted[:3])


def test_strict_lets_recommendations_bind() -> None:
    made = list(random_drafts(SEED, 800, "dmedh", small_pool("dmedh"), restrictions()))
    decks = [draft.deck() for draft in made]

    def strict_judge(con: duckdb.DuckDBPyConnection, today: date) -> None:
        judge(con, load_formats(), today=today, strict=True)

    con = memory_database()
    answers = judged(con, decks, small_pool("dmedh"), restrictions(), strict_judge, TODAY)
    con.close()
    found = []
    for number, (deck, draft) in enumerate(zip(decks, made, strict=True), start=1):
        ours = dmedh.judge(deck, restrictions(), strict=True)
        word, rules = answers[number, "published"]
        each = Difference(deck, tuple(draft.steps), "published", ours, word, told_rules(rules))
        if not each.agrees and not is_open(each):
            found.append(each)
    assert any(
        ("DM8", "violation") in dmedh.judge(deck, restrictions(), strict=True).rules() for deck in decks
    )
    assert not found, readable(found, len(decks))


def test_on_a_day_judges_every_deck_for_it() -> None:
    day = date(2019, 6, 1)
    made = list(random_drafts(SEED, 400, "dmedh", small_pool("dmedh"), restrictions()))
    decks = [draft.deck() for draft in made]

    def judge_on(con: duckdb.DuckDBPyConnection, today: date) -> None:
        judge(con, load_formats(), today=today, on=day)

    con = memory_database()
    answers = judged(con, decks, small_pool("dmedh"), restrictions(), judge_on, TODAY)
    con.close()
    found = []
    for number, deck in enumerate(decks, start=1):
        ours = dmedh.judge(replace(deck, date=day), restrictions())
        word, rules = answers[number, "on"]
        each = Difference(deck, (), "on", ours, word, told_rules(rules))
        if not each.agrees and not is_open(each):
            found.append(each)
    assert not found, readable(found, len(decks))


def test_the_fork_of_duel_commander_reads_its_own_list() -> None:
    fork = "duel-commander-mtgdc"
    rows = [replace(row, list=fork) for row in restrictions() if row.list == "duel-commander"]
    rows = [row for row in rows if row.cards != ("Force of Will",)]
    made = list(random_drafts(SEED, 600, "duel-commander", small_pool("duel-commander"), restrictions()))
    decks = [replace(draft.deck(), format=fork) for draft in made if draft.day >= date(2025, 11, 24)]
    con = memory_database()
    answers = judged(con, decks, small_pool("duel-commander"), rows, sql_judge, TODAY)
    con.close()
    found = []
    for number, deck in enumerate(decks, start=1):
        ours = duel_commander.judge(deck, rows, ban_list=fork)
        word, rules = answers[number, "published"]
        each = Difference(deck, (), "published", ours, word, told_rules(rules))
        if not each.agrees and not is_open(each):
            found.append(each)
    assert len(decks) > 50
    assert not found, readable(found, len(decks))


@pytest.mark.parametrize("name", JUDGES)
def test_a_difference_would_shrink(name: str) -> None:
    """Hypothesis makes every choice of the generator, so that what differs comes out small."""
    pool = small_pool(name)

    @settings(
        max_examples=2,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(drafts(name, pool, restrictions()), min_size=10, max_size=40))
    def agree(made: list[Draft]) -> None:
        con = memory_database()
        found = differences(con, made, pool, restrictions(), sql_judge, today=TODAY)
        con.close()
        settled = [each for each in found if not is_open(each)]
        assert not settled, readable(settled, len(made))

    agree()
