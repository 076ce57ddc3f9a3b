"""Linked Gods: completed forms, what is known to be none, and what is not known (GOD1, GOD2, GOD3)."""

from itertools import combinations

import pytest

from schema.gods import form_fault

RING = [
    "天神シャイン・バルキリー",
    "海神ブルー・ポセイドン",
    "黒神ダーク・インドラ",
    "炎神フレイム・アゴン",
    "地神エメラルド・ファラオ",
]


@pytest.mark.parametrize(
    "names",
    [
        ["竜極神ゲキ", "竜極神メツ"],
        ["竜極神メツ", "竜極神ゲキ"],
        ["龍神ヘヴィ", "龍神メタル"],
        ["霊神ゴウ", "雷神リキ"],
        ["霊神 ゴウ", "雷神リキ"],
    ],
)
def test_completed(names: list[str]) -> None:
    assert form_fault(names) is None


@pytest.mark.parametrize(
    ("names", "rule", "known"),
    [
        (["龍神ヘヴィ", "破壊神デス", "龍神メタル"], "GOD1", True),
        (["竜極神ゲキ", "竜極神ゲキ"], "GOD1", True),
        (["竜極神ゲキ", "龍神メタル"], "GOD1", False),
        (["竜極神ゲキ", "誰も知らない神"], "GOD1", False),
        (["竜極神ゲキ", RING[0]], "GOD1", False),
    ],
)
def test_not_completed(names: list[str], rule: str, known: bool) -> None:
    fault = form_fault(names)
    assert fault is not None
    assert (fault.rule, fault.is_known) == (rule, known)


def test_the_ring_links_neighbours_alone() -> None:
    """Every choice of two to five: proper exactly where the chosen stand in one unbroken arc."""
    for size in range(2, 6):
        for chosen in combinations(range(5), size):
            gaps = sum((place + 1) % 5 not in chosen for place in chosen)
            fault = form_fault([RING[place] for place in chosen])
            if gaps <= 1:
                assert fault is None, chosen
            else:
                assert fault is not None
                assert (fault.rule, fault.is_known) == ("GOD2", True)


def test_a_centre_of_360_gains_no_name_the_table_lacks() -> None:
    fault = form_fault(["360の神", "竜極神ゲキ"], centre_360=["360の神"])
    assert fault is not None
    assert (fault.rule, fault.is_known) == ("GOD3", False)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["left", "middle"], "can link further at its right"),
        (["middle", "right"], "can link further at its left"),
        (["left", "middle", "right"], None),
        (["left", "right"], "lacks a link between these Gods"),
    ],
)
def test_a_chain_is_completed_where_no_end_of_it_is_free(
    names: list[str], said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No documented God stands between two others by ordinary links; the rule holds for one that will."""
    table = (("left", "middle", "link"), ("middle", "right", "link"))
    monkeypatch.setattr("schema.gods.god_links", lambda: table)
    fault = form_fault(names)
    assert (fault is None) is (said is None)
    assert said is None or said in fault.detail
