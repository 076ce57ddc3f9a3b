"""What-if: who changes verdict, by commander, with the warehouse untouched."""

from datetime import date

import pytest

import warehouse.what_if
from schema.errors import UsageError
from tests.warehouse.hashes import table_hashes
from tests.warehouse.judging import FORMATS, World
from warehouse.what_if import what_if

DAY = date(2026, 11, 29)


@pytest.fixture(params=["from the verdicts there are", "judged anew"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> World:
    if request.param == "judged anew":
        monkeypatch.setattr(warehouse.what_if, "verdicts_stand", lambda *_: False)
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    for name in ("a", "b"):
        w.card(name, "W", "legendary creature")
    for name in ("staple", "banned spell", "second banned spell"):
        w.card(name, "W", "")
    for name, general, cards in (
        ("a1", "a", ["staple"]), ("a2", "a", ["staple"]), ("b1", "b", ["staple"]), ("b2", "b", []),
        ("b3", "b", ["banned spell"]), ("b4", "b", ["banned spell", "second banned spell"]),
        ("over", "a", ["staple", "Plains"]),
    ):  # fmt: skip
        extra = 1 if name == "over" else 0
        w.deck("duel-commander", [general], [*cards, ("Plains", 99 - len(cards) + extra)], DAY, name=name)
    w.con.execute("update deck_line set copies = copies")
    w.restrict(
        "duel-commander",
        ("banned spell", "banned", None, "2020-01-01", None),
        ("second banned spell", "banned", None, "2020-01-01", None),
    )
    w.judge(bases=("published", "today"))
    return w


def test_a_ban_makes_decks_illegal(world: World) -> None:
    before = table_hashes(world.con)
    answer = what_if(world.con, FORMATS["duel-commander"], ban=["Staple"], on=DAY)
    assert answer.columns == ("commander", "before", "after", "decks", "field", "share")
    assert answer.rows == [
        ("a", "legal", "illegal", 2, 7, 0.285714),
        ("b", "legal", "illegal", 1, 7, 0.142857),
    ]
    assert (answer.changed, answer.field) == (3, 7)
    assert table_hashes(world.con) == before


def test_an_unban_frees_what_breaks_nothing_else(world: World) -> None:
    answer = what_if(world.con, FORMATS["duel-commander"], unban=["banned spell"], on=DAY)
    assert answer.rows == [("b", "illegal", "legal", 1, 7, 0.142857)]


def test_both_at_once(world: World) -> None:
    names = ["banned spell", "second banned spell"]
    answer = what_if(world.con, FORMATS["duel-commander"], ban=["staple"], unban=names, on=DAY)
    assert {(row[0], row[1], row[2]): row[3] for row in answer.rows} == {
        ("a", "legal", "illegal"): 2,
        ("b", "legal", "illegal"): 1,
        ("b", "illegal", "legal"): 2,
    }


def test_an_earlier_day(world: World) -> None:
    answer = what_if(world.con, FORMATS["duel-commander"], unban=["banned spell"], on=date(2019, 1, 1))
    assert answer.rows == []


def test_a_format_without_a_list_can_ban_too(world: World) -> None:
    world.con.execute("update deck set format = 'french-commander'")
    answer = what_if(world.con, FORMATS["french-commander"], ban=["staple"], on=DAY)
    assert answer.changed == 3


def test_an_excerpt_stays_one_and_a_list_cut_off_becomes_illegal(world: World) -> None:
    world.deck("duel-commander", ["a"], ["staple", ("Plains", 40)], DAY, name="an excerpt")
    world.deck("duel-commander", ["a"], ["staple", ("Plains", 90)], DAY, name="cut off", complete=False)
    world.judge(bases=("published", "today"))
    answer = what_if(world.con, FORMATS["duel-commander"], ban=["staple"], on=DAY)
    assert [row[:4] for row in answer.rows] == [
        ("a", "legal", "illegal", 2),
        ("a", "incomplete", "illegal", 1),
        ("b", "legal", "illegal", 1),
    ]


def test_a_name_nobody_bears(world: World) -> None:
    with pytest.raises(UsageError, match="no card is named 'stapel'"):
        what_if(world.con, FORMATS["duel-commander"], ban=["stapel"], on=DAY)


def test_old_and_deleted_versions_are_no_field(world: World) -> None:
    world.con.execute("update deck set is_current = false where deck_id = 1")
    world.con.execute("update deck set deleted_on = date '2026-01-01' where deck_id = 2")
    answer = what_if(world.con, FORMATS["duel-commander"], ban=["staple"], on=DAY)
    assert (answer.changed, answer.field) == (1, 5)
