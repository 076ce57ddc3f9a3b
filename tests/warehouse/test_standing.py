"""When the verdicts of the last judging answer for another day too."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import TYPE_CHECKING

import pytest

import warehouse.what_if
from tests.reference.generate import random_drafts
from tests.reference.pool import magic_pool, restrictions
from tests.truth.agreement import cards_of
from tests.truth.as_tables import CardIds, write_decks, write_restrictions
from tests.warehouse.judging import FORMATS, World
from warehouse.database import memory_database
from warehouse.judge import judge
from warehouse.standing import verdicts_stand
from warehouse.what_if import what_if

if TYPE_CHECKING:
    from schema.formats import Format

DAY = date(2026, 11, 29)
DUEL = FORMATS["duel-commander"]


@pytest.fixture
def world() -> World:
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("boss", "W", "legendary creature")
    for day in (DAY, date(2020, 1, 1)):
        w.deck("duel-commander", ["boss"], [("Plains", 99)], day)
    w.restrict("duel-commander", ("boss", "banned", None, "2026-12-05", None))
    w.judge(bases=("published", "today"))
    return w


@pytest.mark.parametrize(
    ("on", "stands"),
    [
        (DAY, True),
        (date(2026, 12, 4), True),
        (date(2026, 12, 5), False),  # a restriction begins
        (date(2027, 12, 5), False),
        (date(2026, 11, 27), True),
        (date(2019, 1, 1), False),  # another edition
    ],
)
def test_until_something_begins_or_ends(world: World, on: date, stands: bool) -> None:
    assert verdicts_stand(world.con, DUEL, on) is stands


def with_singleton(**change: object) -> Format:
    """The format with another singleton rule in its present edition."""
    edition = DUEL.edition_on(DAY)
    key, rule = next((key, rule) for key, rule in edition.rules.items() if rule.kind == "singleton")
    changed = edition.model_copy(update={"rules": {**edition.rules, key: rule.model_copy(update=change)}})
    editions = tuple(changed if each is edition else each for each in DUEL.editions)
    return DUEL.model_copy(update={"editions": editions})


@pytest.mark.parametrize("end", ["starts", "until"])
def test_until_a_rule_begins_or_ends(world: World, end: str) -> None:
    held = with_singleton(**{end: date(2026, 12, 1)})
    judge(world.con, {DUEL.id: held}, today=DAY)
    assert verdicts_stand(world.con, held, date(2026, 11, 30))
    assert not verdicts_stand(world.con, held, date(2026, 12, 1))


def test_not_where_a_rule_only_advises(world: World) -> None:
    advising = with_singleton(binding=False)
    judge(world.con, {DUEL.id: advising}, today=DAY)
    assert not verdicts_stand(world.con, advising, DAY)
    # Nor by the shipped rules: the verdicts were given by others.
    assert not verdicts_stand(world.con, DUEL, DAY)


@pytest.mark.parametrize(
    "change",
    [
        "delete from verdict where basis = 'today' and deck_id = 1",
        "update verdict set as_of = date '2026-11-28' where basis = 'today' and deck_id = 1",
        "delete from format_edition",
        "update format_edition set fingerprint = null",
        "alter table format_edition drop column fingerprint",
    ],
)
def test_not_where_a_verdict_is_missing_or_of_another_day_or_other_rules(world: World, change: str) -> None:
    world.con.execute(change)
    assert not verdicts_stand(world.con, DUEL, DAY)


def test_a_ban_is_answered_as_if_all_were_judged_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, listed = list(magic_pool().values()), restrictions()
    decks = [draft.deck() for draft in random_drafts(7, 400, "duel-commander", pool, listed)]
    con = memory_database()
    ids = CardIds()
    named = {name for row in listed for name in row.cards}
    ids.write(
        con, sorted(cards_of(decks) | {card for card in pool if card.name in named}, key=lambda c: c.name)
    )
    write_restrictions(con, listed, ids)
    write_decks(con, decks, ids)
    con.execute(
        "insert into card_name (game, level, key, kind, card_id, name, language) "
        "select 'mtg', 'folded', lower(name), 'name', card_id, name, 'en' from card"
    )
    judge(con, {DUEL.id: DUEL}, today=DAY)
    assert verdicts_stand(con, DUEL, DAY)
    held = con.execute("select distinct name from card join deck_card using (card_id) order by 1").fetchall()
    names = [name for (name,) in held if name.replace(" ", "").isalpha()]
    questions = [[name] for name in names[::9]] + [Random(3).sample(names, 3)]
    stored = [what_if(con, DUEL, ban=names, on=DAY).rows for names in questions]
    monkeypatch.setattr(warehouse.what_if, "verdicts_stand", lambda *_: False)
    anew = [what_if(con, DUEL, ban=names, on=DAY).rows for names in questions]
    assert stored == anew
    assert sum(map(len, stored)) > 20
    assert {row[1] for rows in stored for row in rows} >= {"legal", "unknown", "incomplete"}
