"""Rows with a card number and rows without one are judged alike, in a long table and a short one."""

import pytest

import warehouse.judge
from tests.warehouse.judging import World
from tests.warehouse.test_judge_dmedh import CASES as DMEDH
from tests.warehouse.test_judge_dmedh import make_cards as make_dm_cards
from tests.warehouse.test_judge_magic import CASES as MAGIC
from tests.warehouse.test_judge_magic import NOV
from tests.warehouse.test_judge_magic import make_cards as make_magic_cards


@pytest.fixture(autouse=True, params=["long", "short"])
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "long":
        monkeypatch.setattr(warehouse.judge, "MANY_ROWS", 0)


# Rows without a number go by their ids; copies that are not known make a card suspect.
@pytest.fixture(params=["numbered", "a number is missing", "no numbers", "copies are missing"])
def state(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def lose(w: World, state: str) -> None:
    if state == "a number is missing":
        w.con.execute("update deck_card set card_no = null where card_id = 1")
    if state in ("no numbers", "copies are missing"):
        w.con.execute("update deck_card set card_no = null")
    if state == "copies are missing":
        w.con.execute("update deck_card set copies_in_deck = null")


def test_magic_is_judged_alike(state: str) -> None:
    w = World("mtg")
    make_magic_cards(w)
    for name, (form, commanders, main, *_) in MAGIC.items():
        w.deck(form, commanders, main, NOV, name=name)
    w.restrict("commander")
    w.restrict("duel-commander")
    lose(w, state)
    w.judge()
    assert {n: (w.verdict(n), w.found(n)) for n in MAGIC} == {n: case[-2:] for n, case in MAGIC.items()}


def test_dmedh_is_judged_alike(state: str) -> None:
    w = World("dm")
    make_dm_cards(w)
    for name, (commanders, main, day, zones, *_) in DMEDH.items():
        w.deck("dmedh", commanders, main, day, name=name, faces={"cells": 1}, **zones)
    lose(w, state)
    w.judge()
    assert {n: (w.verdict(n), w.found(n)) for n in DMEDH} == {n: case[-2:] for n, case in DMEDH.items()}


def test_only_rows_that_are_not_plain_are_kept_apart() -> None:
    w = World("mtg")
    for name in ("boss", "once", "twice"):
        w.card(name, "W", "legendary creature")
    w.deck("french-commander", ["boss"], ["boss", "once", ("twice", 2)])
    w.judge()
    apart = w.con.execute("select zone, card_id, copies from judging_row order by all").fetchall()
    assert apart == [("commander", 1, 1), ("main", 1, 1), ("main", 3, 2)]


def test_a_lost_card_is_not_taken_for_another() -> None:
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("lost", "W", "")
    w.deck("french-commander", ["boss"], ["lost", ("Plains", 98)])
    w.con.execute("delete from card where name = 'lost'")
    w.judge()
    assert w.verdict() == "unknown"


def test_rows_without_their_number_leave_the_list_torn() -> None:
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("other", "W", "")
    w.deck("french-commander", ["boss"], ["other", ("Plains", 98)])
    w.con.execute("delete from card_number where card_id = 3")
    w.judge()
    assert w.verdict() == "incomplete"
