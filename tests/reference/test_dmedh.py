"""The reference judge's own cases for `dmedh`: each clause with a legal and an illegal deck."""

from dataclasses import replace
from datetime import date

import pytest

from tests.reference import dm_facts as facts
from tests.reference import dmedh
from tests.reference.model import RefCard, RefCommander, RefDeck, RefVerdict
from tests.reference.pool import dm_pool, restrictions

FIVE = "見本の五色龍"  # a made-up creature of all five civilizations, cost 8
SQUAD = "遊撃師団 ニッカ"  # any number of it may be played


def deck(
    *main: tuple[str, int],
    commander: str | tuple[str, ...] = FIVE,
    face_no: int = 0,
    day: str = "2022-01-01",
    size: int = 60,
    complete: bool = True,
    unresolved: dict[str, int] | None = None,
    **zones: list[tuple[str, int]],
) -> RefDeck:
    """A deck of these cards, filled up to `size` with a card of which any number may be played."""
    pool = dm_pool()
    commanders = (commander,) if isinstance(commander, str) else commander
    filler = size - (1 if commanders else 0) - sum(copies for _, copies in main)
    filler -= (unresolved or {}).get("main", 0)
    cards: list[tuple[RefCard, int]] = [(pool[name], copies) for name, copies in main]
    return RefDeck(
        format="dmedh",
        date=date.fromisoformat(day),
        commanders=tuple(RefCommander(pool[name], face_no) for name in commanders),
        zones={"main": (*cards, (pool[SQUAD], filler))}
        | {zone: tuple((pool[name], copies) for name, copies in rows) for zone, rows in zones.items()},
        unresolved=unresolved or {},
        complete=complete,
    )


def judged(some: RefDeck, *, strict: bool = False) -> RefVerdict:
    return dmedh.judge(some, restrictions(), strict=strict)


def broken(some: RefDeck) -> set[str]:
    return {each.rule for each in judged(some).findings if each.severity == "violation"}


def test_a_plain_deck_is_legal_and_a_short_hyperspatial_zone_only_warns() -> None:
    none = judged(deck())
    assert (none.verdict, none.rules()) == ("legal", set())
    few = judged(deck(hyperspatial=[("時空の銃姫エイプリル", 1)]))
    assert (few.verdict, few.rules()) == ("legal", {("DM3", "warning")})


@pytest.mark.parametrize(
    ("commander", "day", "rules"),
    [
        ("フェアリー・ライフ", "2018-01-01", {"DM1", "DM6"}),  # a spell
        ("百獣聖堂 レオサイユ", "2018-01-01", {"DM6"}),  # a dragheart creature on one face (HYP1)
        ("時空の銃姫エイプリル", "2019-03-02", {"DM6"}),
        ("時空の銃姫エイプリル", "2019-03-03", {"DM1", "DM6"}),
        ("FORBIDDEN STAR ～世界最後の日～", "2019-03-02", set()),
        ("FORBIDDEN STAR ～世界最後の日～", "2019-03-03", {"DM1"}),
        ("滅亡の起源 零無", "2019-12-19", {"DM6"}),
        ("滅亡の起源 零無", "2019-12-20", {"DM1", "DM6"}),
        ("滅亡の起源 零無", "2021-09-12", {"DM1", "DM6"}),
        ("終断α ドルーター", "2023-02-09", set()),
        ("終断α ドルーター", "2023-02-10", {"DM1"}),
        (SQUAD, "2018-01-01", {"DM5"}),
    ],
)
def test_who_may_command_changes_by_edition(commander: str, day: str, rules: set[str]) -> None:
    assert broken(deck(commander=commander, day=day)) == rules


def test_a_commander_of_unknown_cost_is_unknown_only_once_cost_matters() -> None:
    water = deck(("クリスタル・メモリー", 1), commander="見本の費用不明獣", day="2023-02-09", size=2)
    water = replace(water, zones={"main": ((dm_pool()["遊撃師団 アクアーミー"], 59),)})
    assert judged(water).verdict == "legal"
    assert judged(replace(water, date=date(2023, 2, 10))).verdict == "unknown"


@pytest.mark.parametrize(
    ("size", "verdict"),
    [(61, "illegal"), (60, "legal"), (59, "illegal"), (48, "illegal"), (47, "incomplete"), (1, "incomplete")],
)
def test_dm2_size_and_the_eighty_percent(size: int, verdict: str) -> None:
    assert judged(deck(size=size)).verdict == verdict


def test_a_cut_off_list_is_incomplete_unless_it_breaks_a_rule_for_certain() -> None:
    assert judged(deck(size=55, complete=False)).verdict == "incomplete"
    assert judged(deck(size=61, complete=False)).verdict == "illegal"
    assert judged(deck(size=47, complete=False, commander="フェアリー・ライフ")).verdict == "incomplete"


def test_an_unresolved_card_is_unknown_and_a_violation_beats_it() -> None:
    assert judged(deck(unresolved={"main": 1})).verdict == "unknown"
    assert judged(deck(("フェアリー・ライフ", 2), unresolved={"main": 1})).verdict == "illegal"


def test_a_list_without_commander() -> None:
    assert judged(deck(commander=(), size=59)).verdict == "unknown"
    assert judged(deck(commander=(), size=60)).verdict == "illegal"


@pytest.mark.parametrize(("copies", "rules"), [(1, set()), (8, {"DM4"})])
def test_dm4_binds_in_the_hyperspatial_zone(copies: int, rules: set[str]) -> None:
    assert broken(deck(hyperspatial=[("時空の銃姫エイプリル", copies)])) == rules


def test_dm3_nine_cards_are_too_many() -> None:
    nine = [card.name for card in dm_pool().values() if card.name.startswith("時空")][:9]
    assert len(nine) == 9
    assert broken(deck(hyperspatial=[(name, 1) for name in nine])) == {"DM3"}
    assert judged(deck(hyperspatial=[(name, 1) for name in nine[:8]])).rules() == set()


def test_dm4_a_twin_pact_and_its_spell_side_alone_are_two_names() -> None:
    both = deck(("水晶の記録 ゼノシャーク/クリスタル・メモリー", 1), ("クリスタル・メモリー", 1))
    assert broken(both) == set()
    assert broken(deck(("クリスタル・メモリー", 2))) == {"DM4"}
    assert broken(deck((FIVE, 1))) == {"DM4"}  # the commander counts


def test_dm6_all_faces_count_and_colourless_and_the_zones_beside_do_not() -> None:
    fire = "見本の進化獣"
    assert broken(deck(commander=fire)) == set()
    assert broken(deck(("修羅の死神フミシュナ/「この先は修羅の道ぞ」", 1), commander=fire)) == {"DM6"}
    assert broken(deck(("「俺」の頂 ライオネル", 1), commander=fire)) == set()
    assert broken(deck(hyperspatial=[("時空の銃姫エイプリル", 1)], commander=fire)) == set()


def test_dm6_from_2026_the_evolution_source_widens_the_identity() -> None:
    dark = ("デーモン・ハンド", 1)
    assert broken(deck(dark, commander="見本の進化獣", day="2026-01-03")) == {"DM6"}
    assert broken(deck(dark, commander="見本の進化獣", day="2026-01-04")) == set()
    assert judged(deck(dark, commander="悪魔世界ワルドバロム", day="2026-01-04")).verdict == "legal"
    green = ("フェアリー・ライフ", 1)
    assert (
        judged(deck(green, commander="暗黒皇グレイテスト・シーザー", day="2026-01-04")).verdict == "unknown"
    )


@pytest.mark.parametrize(("day", "rules"), [("2020-02-22", {"DM7"}), ("2020-02-23", set())])
def test_dm7_one_zenith_until_2020(day: str, rules: set[str]) -> None:
    two = deck(("「俺」の頂 ライオネル", 1), ("「破滅」の頂 ユートピア・エヴァー", 1), day=day)
    assert broken(two) == rules


@pytest.mark.parametrize(
    ("name", "commander", "day", "advised"),
    [
        ("Q.Q.QX./終葬 5.S.D.", FIVE, "2019-10-26", False),
        ("Q.Q.QX./終葬 5.S.D.", FIVE, "2019-10-27", True),
        ("覚星龍界 剣聖ジゲン", "終断α ドルーター", "2020-02-22", False),
        ("覚星龍界 剣聖ジゲン", "終断α ドルーター", "2020-02-23", True),
        ("覚星龍界 剣聖ジゲン", "見本の進化獣", "2020-02-23", False),  # one civilization
        ("単騎連射 マグナム", "終断α ドルーター", "2020-02-23", False),  # two of three
        ("デュエマ・ボーイ ダイキ", FIVE, "2020-02-23", False),  # barred as commander alone
        ("見本の進化獣", FIVE, "2021-12-31", True),  # a pair
        ("見本の進化獣", FIVE, "2022-01-01", False),  # its last day is over
    ],
)
def test_dm8_advises_by_date_and_civilizations(name: str, commander: str, day: str, advised: bool) -> None:
    verdict = judged(deck((name, 1), commander=commander, day=day))
    assert (("DM8", "advisory") in verdict.rules()) is advised
    assert verdict.verdict == "legal"
    binding = judged(deck((name, 1), commander=commander, day=day), strict=True)
    assert binding.verdict == ("illegal" if advised else "legal")


def test_dm8_a_commander_restriction() -> None:
    daiki = deck(commander="デュエマ・ボーイ ダイキ", day="2020-02-23")
    assert ("DM8", "advisory") in judged(daiki).rules()


def test_dm9_one_set_of_forbidden_star_in_the_commanders_civilizations() -> None:
    star = "FORBIDDEN STAR ～世界最後の日～"
    assert broken(deck(extra=[(star, 1)], day="2018-01-01")) == set()
    assert broken(deck(extra=[(star, 2)], day="2018-01-01")) == {"DM9"}
    assert broken(deck(extra=[(star, 1)], commander="見本の進化獣", day="2018-01-01")) == {"DM9"}
    assert broken(deck(extra=[("フェアリー・ライフ", 1)])) == {"DM9"}


def test_before_dm9_the_star_is_one_of_the_sixty() -> None:
    star = "FORBIDDEN STAR ～世界最後の日～"
    for day, found in (("2017-10-28", {"DM2"}), ("2017-10-29", set())):
        assert broken(deck(extra=[(star, 1)], day=day)) == found


def test_dm12_twelve_gr_cards_or_none() -> None:
    names = [card.name for card in dm_pool().values() if "GRクリーチャー" in card.front.types]
    twelve = [(name, 1) for name in names if name != "メタルポンの助"][:12]
    assert broken(deck(gr=twelve, day="2019-03-03")) == set()
    assert broken(deck(gr=twelve, day="2019-03-02")) == {"DM12"}
    assert broken(deck(gr=twelve[:11])) == {"DM12"}
    assert broken(deck(gr=[*twelve[1:11], (twelve[0][0], 2)])) == {"DM12"}
    assert broken(deck(gr=[*twelve[:10], ("メタルポンの助", 2)])) == set()


@pytest.mark.parametrize(
    ("gods", "verdict", "rules"),
    [
        (("竜極神ゲキ", "竜極神メツ"), "legal", set()),
        (("龍神ヘヴィ", "龍神メタル"), "legal", set()),
        (("龍神ヘヴィ", "龍神メタル", "破壊神デス"), "illegal", {"GOD1"}),
        (("竜極神ゲキ", "龍神メタル"), "unknown", set()),
        (("見本の中央神", "炎神フレイム・アゴン"), "unknown", set()),
        (("炎神フレイム・アゴン", "地神エメラルド・ファラオ"), "legal", set()),
        (("炎神フレイム・アゴン", "天神シャイン・バルキリー"), "illegal", {"GOD2"}),
        (("天神シャイン・バルキリー", "地神エメラルド・ファラオ", "炎神フレイム・アゴン"), "legal", set()),
        (("天神シャイン・バルキリー", "黒神ダーク・インドラ", "炎神フレイム・アゴン"), "illegal", {"GOD2"}),
    ],
)
def test_god_commanders(gods: tuple[str, ...], verdict: str, rules: set[str]) -> None:
    some = deck(commander=gods)
    assert judged(some).verdict == verdict
    assert broken(some) == rules


def test_an_unknown_commander_may_be_the_rest_of_a_form() -> None:
    neighbours = ("天神シャイン・バルキリー", "黒神ダーク・インドラ")
    for commander in (("龍神ヘヴィ",), neighbours):
        part = deck(commander=commander, size=59, unresolved={"commander": 1})
        assert judged(part).verdict == "unknown"
    assert {"DM1", "DM4"} <= broken(deck(commander=("龍神ヘヴィ", "龍神ヘヴィ"), size=59))


def test_a_line_that_is_not_known_may_be_no_card() -> None:
    """So it makes nothing too many: not the deck, not a zone, not the commanders."""
    assert judged(deck(commander=(FIVE,), size=59, unresolved={"commander": 1})).verdict == "unknown"
    for size, verdict in ((61, "unknown"), (62, "illegal"), (59, "illegal")):
        assert judged(deck(size=size, unresolved={"main": 1})).verdict == verdict
    for zone, known, lines, verdict in (
        ("hyperspatial", 8, 1, "unknown"),
        ("hyperspatial", 9, 1, "illegal"),
        ("gr", 12, 1, "unknown"),
        ("gr", 0, 1, "unknown"),
        ("gr", 10, 1, "illegal"),
    ):
        cards = [card.name for card in dm_pool().values() if may_stand_in(card, zone)][:known]
        some = deck(unresolved={zone: lines}, **{zone: [(name, 1) for name in cards]})
        assert len(cards) == known
        assert judged(some).verdict == verdict, (zone, known)


def may_stand_in(card: RefCard, zone: str) -> bool:
    return card.name.startswith("時空") if zone == "hyperspatial" else facts.is_gr(card)


def test_god4_and_god5_one_card_and_the_union_of_civilizations() -> None:
    pair = deck(("デーモン・ハンド", 1), commander=("竜極神ゲキ", "竜極神メツ"), day="2025-01-01")
    assert dmedh.cards_of_the_deck(pair) == 60
    assert judged(pair).verdict == "legal"
    assert broken(deck(("フェアリー・ライフ", 1), commander=("竜極神ゲキ", "竜極神メツ"))) == {"DM6"}


def test_two_creatures_that_are_no_gods_are_too_many() -> None:
    assert "DM1" in broken(deck(commander=(FIVE, "見本の進化獣"), size=59))


def test_hyp2_the_union_of_both_faces_and_hyp3_the_named_face_of_cells() -> None:
    light_and_water = deck(commander="時空の英雄アンタッチャブル", day="2018-01-01", size=1)
    some = replace(
        light_and_water,
        zones={"main": ((dm_pool()["遊撃師団 ニューイー"], 30), (dm_pool()["遊撃師団 アクアーミー"], 29))},
    )
    assert judged(some).verdict == "legal"
    assert broken(deck(commander="勝利のプリンプリン", face_no=0, day="2018-01-01")) == {"DM6"}
    assert broken(deck(commander="勝利のプリンプリン", face_no=1, day="2018-01-01")) == set()


def test_hyp5_a_back_face_names_its_card() -> None:
    niga = deck(commander="侵攻する神秘 ニガ=アブシューム", face_no=1, day="2018-01-01")
    assert judged(niga).verdict == "legal"
    assert broken(replace(niga, date=date(2019, 3, 3))) == {"DM1"}
