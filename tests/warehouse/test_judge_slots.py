"""A long table is judged by slots instead of hash joins: the same verdicts, and as closed a failure."""

import pytest

import warehouse.judge
from tests.warehouse.judging import World
from tests.warehouse.test_judge_dmedh import CASES as DMEDH
from tests.warehouse.test_judge_dmedh import make_cards as make_dm_cards
from tests.warehouse.test_judge_magic import CASES as MAGIC
from tests.warehouse.test_judge_magic import NOV
from tests.warehouse.test_judge_magic import make_cards as make_magic_cards
from warehouse.slots import displacements


@pytest.fixture(autouse=True)
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warehouse.judge, "MANY_ROWS", 0)


def test_magic_is_judged_alike() -> None:
    w = World("mtg")
    make_magic_cards(w)
    for name, (form, commanders, main, *_) in MAGIC.items():
        w.deck(form, commanders, main, NOV, name=name)
    w.restrict("commander")
    w.restrict("duel-commander")
    w.judge()
    assert {n: (w.verdict(n), w.found(n)) for n in MAGIC} == {n: case[-2:] for n, case in MAGIC.items()}


def test_dmedh_is_judged_alike() -> None:
    w = World("dm")
    make_dm_cards(w)
    for name, (commanders, main, day, zones, *_) in DMEDH.items():
        w.deck("dmedh", commanders, main, day, name=name, faces={"cells": 1}, **zones)
    w.judge()
    assert {n: (w.verdict(n), w.found(n)) for n in DMEDH} == {n: case[-2:] for n, case in DMEDH.items()}


def test_a_lost_card_is_not_taken_for_another() -> None:
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("lost", "W", "")
    w.deck("french-commander", ["boss"], ["lost", ("Plains", 98)])
    w.con.execute("delete from card where name = 'lost'")
    w.judge()
    assert w.verdict() == "unknown"


def test_every_id_has_a_slot_of_its_own() -> None:
    ids = [(n * 2_654_435_761 * 40_503) % 2**49 for n in range(5_000)]
    placed = displacements(ids)
    assert placed is not None
    slots, shifts = placed
    taken = {((one >> 14) % 2**30 + shifts[one % len(shifts)]) % slots for one in ids}
    assert len(taken) == len(ids)
    assert slots <= 1_000_000  # beyond it DuckDB would hash


def test_ids_that_cannot_be_parted_are_said_so() -> None:
    assert displacements([1 << 44, 1 << 45]) is None
