"""Names of lists that bind nothing, and the names that are likest to one nobody knows."""

from __future__ import annotations

from tests.warehouse.judging import World
from warehouse.suggestions import Suggester
from warehouse.unbound import unbound_names


def test_only_a_name_without_any_card_binds_nothing() -> None:
    w = World("dm")
    w.card("known", "火")
    rows = (("known", "banned", None, "2020-01-01", None), ("nobody", "banned", None, "2020-01-01", None))
    w.restrict("dmedh", *rows)
    w.restrict("dm-hall", *rows[:1])
    assert unbound_names(w.con, ["dmedh", "dm-hall"]) == {"dmedh": ["nobody"]}
    assert unbound_names(w.con, ["dm-hall"]) == {}


def test_the_likest_name_is_suggested_first() -> None:
    """Of its letters one differs in the second name, two in the first by the alphabet."""
    w = World("mtg")
    for name in ("abcdefghijalmnopx", "abcdefghijklmnopx", "zzz"):
        w.card(name)
    assert Suggester(w.con, "mtg").suggest("abcdefghijklmnopq") == ["abcdefghijklmnopx", "abcdefghijalmnopx"]
    assert Suggester(w.con, "mtg").suggest("zz") == []
