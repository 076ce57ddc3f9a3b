"""The reference judge's own cases for `duelparty` (DP1-DP7) and `ryugekisen` (RY1-RY8)."""

from dataclasses import replace
from datetime import date

import pytest

from tests.reference import duelparty, ryugekisen
from tests.reference.model import RefCommander, RefDeck
from tests.reference.pool import dm_pool, restrictions
from tests.reference.test_dmedh import deck

HALL_OF_FAME = {name for row in restrictions() if row.list == "dm-hall" for name in row.cards}
DRAGONS = [
    card.name
    for card in dm_pool().values()
    if card.layout == "single"
    and "クリーチャー" in card.front.types
    and any("ドラゴン" in race for race in card.front.subtypes)
    and card.name not in HALL_OF_FAME.union(ryugekisen.BANNED)
]
SPELLS = [
    card.name
    for card in dm_pool().values()
    if card.layout == "single" and card.front.types == {"呪文"} and card.name not in HALL_OF_FAME
]


def party(some: RefDeck) -> tuple[str, set[str]]:
    verdict = duelparty.judge(some, restrictions())
    return verdict.verdict, {rule for rule, _ in verdict.rules()}


def dragons(*swapped: str, day: str = "2018-10-31", size: int = 40, creatures: int = 30) -> RefDeck:
    names = [*DRAGONS[:creatures], *SPELLS[: size - creatures]]
    names[creatures - len(swapped) : creatures] = swapped
    pool = dm_pool()
    return RefDeck("ryugekisen", date.fromisoformat(day), zones={"main": tuple((pool[n], 1) for n in names)})


def battle(some: RefDeck) -> set[str]:
    return {rule for rule, _ in ryugekisen.judge(some, restrictions()).rules()}


def test_a_plain_party_deck_is_legal() -> None:
    assert party(deck(day="2022-08-05")) == ("legal", set())


@pytest.mark.parametrize(
    ("partner", "rules"),
    [
        ("終断α ドルーター", {"DP1"}),  # cost 2
        ("水晶の記録 ゼノシャーク/クリスタル・メモリー", {"DP1", "DP6"}),  # creature side costs 3
        ("偽りの王 ナンバーナイン/歓喜の歌", {"DP6"}),  # creature side costs 9
        ("時空の火焔ボルシャック・ドラゴン", {"DP1"}),
        ("禁断～封印されしX～", {"DP1"}),
        ("デーモン・ハンド", {"DP1", "DP6"}),
    ],
)
def test_dp1_partner(partner: str, rules: set[str]) -> None:
    assert party(deck(commander=partner, day="2023-01-01"))[1] == rules


def test_dp2_to_dp6() -> None:
    assert party(deck(size=61, day="2023-01-01"))[1] == {"DP2"}
    assert party(deck(hyperspatial=[("時空の銃姫エイプリル", 1)], day="2023-01-01"))[1] == {"DP3"}
    assert party(deck(("禁断～封印されしX～", 1), day="2023-01-01"))[1] == {"DP3"}
    assert party(deck(("フェアリー・ライフ", 2), day="2023-01-01"))[1] == {"DP4"}
    assert party(deck(("フェアリー・ライフ", 1), commander="見本の進化獣", day="2023-01-01"))[1] == {"DP6"}


@pytest.mark.parametrize(
    ("names", "day", "rules"),
    [
        (["フォース・アゲイン"], "2025-08-11", set()),  # one copy of a hall-of-fame card is no breach
        (["フォース・アゲイン"], "2025-08-12", {"DP7"}),
        (["禁断英雄 モモキングダムX"], "2023-01-01", set()),
        (["禁断英雄 モモキングダムX", "未来王龍 モモキングJO"], "2022-08-14", set()),
        (["禁断英雄 モモキングダムX", "未来王龍 モモキングJO"], "2022-08-15", {"DP7"}),
    ],
)
def test_dp7_premium_hall_and_combinations(names: list[str], day: str, rules: set[str]) -> None:
    assert party(deck(*((name, 1) for name in names), day=day))[1] - {"DP3"} == rules


def test_a_plain_dragon_deck_is_legal() -> None:
    assert len(DRAGONS) >= 30
    assert ryugekisen.judge(dragons(), restrictions()).verdict == "legal"


@pytest.mark.parametrize(
    ("some", "rules"),
    [
        (dragons(size=39), {"RY1"}),
        (dragons(size=41), {"RY1"}),
        (dragons("四十日鼠 チョロチュー"), {"RY2"}),
        (dragons(creatures=29), {"RY3"}),
        (dragons("バジュラズ・ソウル", creatures=31), {"RY4"}),
        (dragons("修羅の死神フミシュナ/「この先は修羅の道ぞ」"), {"RY2", "RY5"}),
        (dragons("時空の火焔ボルシャック・ドラゴン"), {"RY5"}),
        (dragons(DRAGONS[0]), {"RY6"}),
        (dragons("緊急プレミアム殿堂", creatures=31, day="2020-01-18"), set()),
        (dragons("緊急プレミアム殿堂", creatures=31, day="2020-01-19"), {"RY7"}),
        (dragons("龍装者 ジスタジオ"), {"RY8"}),
    ],
    ids=lambda value: "+".join(sorted(value)) if isinstance(value, set) else "",
)
def test_each_clause_of_ryugekisen(some: RefDeck, rules: set[str]) -> None:
    assert battle(some) == rules


@pytest.mark.parametrize("name", ryugekisen.BANNED)
def test_ry8_names_all_six(name: str) -> None:
    assert "RY8" in battle(dragons(name))


def test_ry3_is_open_while_lines_are_unresolved() -> None:
    some = replace(dragons(size=39, creatures=29), unresolved={"main": 1})
    assert ryugekisen.judge(some, restrictions()).verdict == "unknown"


def test_a_commander_in_a_format_without_one_is_a_card_of_the_deck() -> None:
    extra = RefCommander(dm_pool()[DRAGONS[31]])
    assert battle(replace(dragons(), commanders=(extra,))) == {"RY1"}
