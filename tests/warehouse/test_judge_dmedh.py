"""DMEDH clause by clause and edition by edition: a legal and an illegal deck, and the days at each edge.

Every case is one deck of one world that is judged once, so a rule that leaks into another deck shows.
"""

from datetime import date, timedelta

import pytest

from tests.warehouse.judging import World

MAIN = [f"fire {n}" for n in range(70)]
PALE = [f"pale {n}" for n in range(59)]
HYPER = [f"outer {n}" for n in range(9)]
GR = [f"gr {n}" for n in range(13)]
Y2018, Y2020, TODAY = date(2018, 6, 1), date(2020, 6, 1), date(2026, 11, 1)


def make_cards(w: World) -> None:
    for name in MAIN:
        w.card(name, "火")
    for name in PALE:
        w.card(name, "")
    for name in HYPER:
        w.card(name, "水", "creature psychic starts_outside", layout="double_faced")
    for name in GR:
        w.card(name, "水", "creature gr starts_outside")
    for n in range(60):
        w.card(f"leaderless {n}", "", "spell")
    w.card("boss", "火", cost=7)
    w.card("boss of two", "光/水", cost=7)
    w.card("cheap boss", "火", cost=3)
    w.card("cost four", "火", cost=4)
    w.card("endless boss", "火", cost=float("inf"))
    w.card("spell boss", "火", "spell")
    w.card("no cost known", "火", cost=None)
    w.card("water", "水")
    w.card("colourless", "")
    w.card("no colours known", None)
    w.card("twin", "水/火", "creature spell twin_pact", layout="twin_pact")
    w.card("twin boss", "火/自然", "creature spell twin_pact", layout="twin_pact", cost=5)
    w.card("nature", "自然")
    w.card("any", "火", "creature any_number", copy_limit=0)
    w.card("zenith 1", "", "creature zenith", races="ゼニス")
    w.card("zenith 2", "", "creature zenith", races="ゼニス")
    w.card("psychic boss", "光/水", "creature psychic starts_outside", layout="double_faced")
    w.card(
        "weapon boss",
        "火",
        "creature dragheart starts_outside",
        layout="double_faced",
        faces=(
            ("weapon side", "火", "ドラグハート・ウエポン"),
            ("creature side", "火", "ドラグハート・クリーチャー"),
        ),
    )
    w.card(
        "weapon alone",
        "火",
        "dragheart starts_outside",
        layout="double_faced",
        faces=(("weapon", "火", "ドラグハート・ウエポン"), ("fortress", "火", "ドラグハート・フォートレス")),
    )
    w.card(
        "cells",
        "水/火",
        "creature psychic cell starts_outside",
        layout="cells",
        faces=(
            ("cell", "水", "サイキック・クリーチャー"),
            ("whole", "火", "サイキック・スーパー・クリーチャー"),
        ),
    )
    w.card("forbidden boss", "火", "creature forbidden starts_outside")
    w.card("zero dragon boss", "火", "creature zero_dragon")
    w.card("outside boss", "火", "creature starts_outside")
    w.card("star", "闇/火", "creature forbidden forbidden_star starts_outside", layout="double_faced")
    w.card("fire and dark", "闇/火", cost=7)
    w.card("evolution boss", "火", "creature evolution", cost=7, command_civilization="火/水")
    w.card("unread evolution", "火", "creature evolution", cost=7, command_civilization=None)
    for name, colour in (
        ("天神シャイン・バルキリー", "光"),
        ("海神ブルー・ポセイドン", "水"),
        ("黒神ダーク・インドラ", "闇"),
        ("炎神フレイム・アゴン", "火"),
        ("地神エメラルド・ファラオ", "自然"),
        ("竜極神ゲキ", "光/火"),
        ("竜極神メツ", "闇/自然"),
        ("龍神ヘヴィ", "闇"),
        ("龍神メタル", "火"),
        ("破壊神デス", "闇"),
        ("unlisted god", "火"),
    ):
        w.card(name, colour, "creature god", cost=3)
    w.card("god of 360", "火", "creature god centre_link_360", cost=3)


def fill(n: int, *others: str) -> list:
    return [*others, *MAIN[: n - len(others)]]


GODS = ["竜極神ゲキ", "竜極神メツ"]
RING = [
    "天神シャイン・バルキリー",
    "海神ブルー・ポセイドン",
    "黒神ダーク・インドラ",
    "炎神フレイム・アゴン",
    "地神エメラルド・ファラオ",
]
# name: (commanders, main, day, zones, verdict, rules violated)
CASES: dict[str, tuple] = {
    "plain": (["boss"], fill(59), Y2018, {}, "legal", set()),
    "DM1 a spell": (["spell boss"], fill(59), Y2018, {}, "illegal", {"DM1"}),
    "DM1 none": ([], [f"leaderless {n}" for n in range(60)], Y2018, {}, "illegal", {"DM1"}),
    "DM1 two": (["boss", "fire 69"], fill(58), Y2018, {}, "illegal", {"DM1"}),
    "DM2 one over": (["boss"], fill(60), Y2018, {}, "illegal", {"DM2"}),
    "DM2 one under": (["boss"], fill(58), Y2018, {}, "illegal", {"DM2"}),
    "DM2 four fifths": (["boss"], fill(47), Y2018, {}, "illegal", {"DM2"}),
    "DM2 below four fifths": (["boss"], fill(46), Y2018, {}, "incomplete", set()),
    "DM3 eight": (["boss"], fill(59), Y2018, {"hyperspatial": HYPER[:8]}, "legal", set()),
    "DM3 seven": (["boss"], fill(59), Y2018, {"hyperspatial": HYPER[:7]}, "legal", set()),
    "DM3 nine": (["boss"], fill(59), Y2018, {"hyperspatial": HYPER[:9]}, "illegal", {"DM3"}),
    "DM4 twice": (["boss"], [*fill(57), ("fire 60", 2)], Y2018, {}, "illegal", {"DM4"}),
    "DM4 the commander again": (["boss"], fill(59, "boss"), Y2018, {}, "illegal", {"DM4"}),
    "DM4 twice outside": (["boss"], fill(59), Y2018, {"hyperspatial": [("outer 1", 2)]}, "illegal", {"DM4"}),
    "DM4 once in each zone": (
        ["boss"],
        fill(59, "colourless"),
        Y2018,
        {"hyperspatial": ["colourless"]},
        "legal",
        set(),
    ),
    "DM5 any number": (["boss"], [*fill(54), ("any", 5)], Y2018, {}, "legal", set()),
    "DM5 as commander": (["any"], fill(59), Y2018, {}, "illegal", {"DM5"}),
    "DM6 off colour": (["boss"], fill(59, "water"), Y2018, {}, "illegal", {"DM6"}),
    "DM6 colourless": (["boss"], fill(59, "colourless"), Y2018, {}, "legal", set()),
    "DM6 a twin's other side": (["boss"], fill(59, "twin"), Y2018, {}, "illegal", {"DM6"}),
    "DM6 a twin commander's other side": (["twin boss"], fill(59, "nature"), Y2018, {}, "legal", set()),
    "DM6 colours not known": (["boss"], fill(59, "no colours known"), Y2018, {}, "unknown", set()),
    "DM6 the commander's not known": (["no colours known"], fill(59), Y2018, {}, "unknown", set()),
    "DM7 one": (["boss"], fill(59, "zenith 1"), Y2018, {}, "legal", set()),
    "DM7 two": (["boss"], fill(59, "zenith 1", "zenith 2"), Y2018, {}, "illegal", {"DM7"}),
    "DM7 the commander counts": (["zenith 1"], [*PALE[:58], "zenith 2"], Y2018, {}, "illegal", {"DM7"}),
    "an excerpt, whatever it breaks": (["boss"], fill(30, "water"), Y2018, {}, "incomplete", {"DM6"}),
    "DM9 one set": (["fire and dark"], fill(59), Y2018, {"extra": ["star"]}, "legal", set()),
    "DM9 two sets": (["fire and dark"], fill(59), Y2018, {"extra": [("star", 2)]}, "illegal", {"DM9"}),
    "DM9 off colour": (["boss"], fill(59), Y2018, {"extra": ["star"]}, "illegal", {"DM9"}),
    "DM9 another card": (["boss"], fill(59), Y2018, {"extra": ["colourless"]}, "illegal", {"DM9"}),
    "DM12 twelve": (["boss"], fill(59), Y2020, {"gr": GR[:12]}, "legal", set()),
    "DM12 eleven": (["boss"], fill(59), Y2020, {"gr": GR[:11]}, "illegal", {"DM12"}),
    "DM12 thirteen": (["boss"], fill(59), Y2020, {"gr": GR[:13]}, "illegal", {"DM12"}),
    "DM12 twice": (["boss"], fill(59), Y2020, {"gr": [*GR[:10], ("gr 11", 2)]}, "illegal", {"DM12"}),
    "GOD1 completed": (GODS, fill(59), Y2018, {}, "legal", set()),
    "GOD4 one card": (GODS, fill(58), Y2018, {}, "illegal", {"DM2"}),
    "GOD5 union": (GODS, fill(59, "nature", "twin"), Y2018, {}, "illegal", {"DM6"}),
    "GOD5 cost": (GODS, fill(59), TODAY, {}, "legal", set()),
    "GOD1 heavy and metal": (["龍神ヘヴィ", "龍神メタル"], fill(59), Y2018, {}, "legal", set()),
    "GOD1 tri": (["龍神ヘヴィ", "破壊神デス", "龍神メタル"], fill(59), Y2018, {}, "illegal", {"GOD1"}),
    "GOD1 a link nobody knows": (["竜極神ゲキ", "unlisted god"], fill(59), Y2018, {}, "unknown", set()),
    "GOD2 all five": (RING, fill(59), Y2018, {}, "legal", set()),
    "GOD2 three": (RING[2:], fill(59), Y2018, {}, "legal", set()),
    "GOD2 first and last": ([RING[0], RING[4], RING[3]], fill(59), Y2018, {}, "legal", set()),
    "GOD2 not neighbours": ([RING[1], RING[3]], fill(59), Y2018, {}, "illegal", {"GOD2"}),
    "GOD3 not known": (["god of 360", "竜極神ゲキ"], fill(59), Y2018, {}, "unknown", set()),
    "HYP1 psychic": (["psychic boss"], [*PALE[:58], "water"], Y2018, {}, "legal", set()),
    "HYP1 dragheart": (["weapon boss"], fill(59), Y2018, {}, "legal", set()),
    "HYP1 no creature side": (["weapon alone"], fill(59), Y2018, {}, "illegal", {"DM1", "HYP1"}),
    "HYP3 named face": (["cells"], fill(59), Y2018, {}, "legal", set()),
    "HYP3 the other face's colour": (["cells"], fill(59, "water"), Y2018, {}, "illegal", {"DM6"}),
    "two faults": (
        ["boss"],
        [*fill(57, "water"), ("fire 60", 2), "nature"],
        Y2018,
        {},
        "illegal",
        {"DM2", "DM4", "DM6"},
    ),
}
# A deck, the first day on which it changes, and the verdicts before and from then on.
EDGES: dict[str, tuple] = {
    "DM9 uncounted": (
        ["fire and dark"],
        fill(59),
        {"extra": ["star"]},
        date(2017, 10, 29),
        "illegal",
        "legal",
    ),
    "DM9 counted": (["fire and dark"], fill(58), {"extra": ["star"]}, date(2017, 10, 29), "legal", "illegal"),
    "DM12 zone": (["boss"], fill(59), {"gr": GR[:12]}, date(2019, 3, 3), "illegal", "legal"),
    "HYP out": (["weapon boss"], fill(59), {}, date(2019, 3, 3), "legal", "illegal"),
    "forbidden out": (["forbidden boss"], fill(59), {}, date(2019, 3, 3), "legal", "illegal"),
    "zero dragon out": (["zero dragon boss"], fill(59), {}, date(2019, 12, 20), "legal", "illegal"),
    "Zenith free": (["boss"], fill(59, "zenith 1", "zenith 2"), {}, date(2020, 2, 23), "illegal", "legal"),
    "starts outside": (["outside boss"], fill(59), {}, date(2021, 9, 12), "legal", "illegal"),
    "cost four": (["cheap boss"], fill(59), {}, date(2023, 2, 10), "legal", "illegal"),
    "evolution source": (["evolution boss"], fill(59, "water"), {}, date(2026, 1, 4), "illegal", "legal"),
    "evolution not read": (
        ["unread evolution"],
        fill(59, "water"),
        {},
        date(2026, 1, 4),
        "illegal",
        "unknown",
    ),
}
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def world() -> World:
    w = World("dm")
    make_cards(w)
    for name, (commanders, main, day, zones, *_) in CASES.items():
        w.deck("dmedh", commanders, main, day, name=name, faces={"cells": 1}, **zones)
    for name, (commanders, main, zones, day, *_) in EDGES.items():
        for when, shift in (("before", -DAY), ("on", 0 * DAY), ("after", DAY)):
            w.deck("dmedh", commanders, main, day + shift, name=f"{name}, {when}", **zones)
    for cost in ("cost four", "endless boss", "spell boss", "no cost known"):
        w.deck("dmedh", [cost], fill(59), TODAY, name=cost)
    w.restrict("dmedh")
    w.judge()
    return w


@pytest.mark.parametrize("name", CASES)
def test_clause(world: World, name: str) -> None:
    *_, verdict, rules = CASES[name]
    assert (world.verdict(name), world.found(name)) == (verdict, rules)


@pytest.mark.parametrize("name", EDGES)
def test_edition_edge(world: World, name: str) -> None:
    *_, before, after = EDGES[name]
    seen = [world.verdict(f"{name}, {when}") for when in ("before", "on", "after")]
    assert seen == [before, after, after]


@pytest.mark.parametrize("name", ["cost four", "endless boss"])
def test_a_cost_of_four_and_an_endless_one_are_enough(world: World, name: str) -> None:
    assert world.verdict(name) == "legal"


def test_only_of_a_creature_the_cost_is_asked(world: World) -> None:
    assert (world.found("spell boss"), world.found("spell boss", "unknown")) == ({"DM1"}, set())
    assert (world.verdict("no cost known"), world.found("no cost known", "unknown")) == ("unknown", {"DM1"})


def test_few_hyperspatial_cards_are_a_warning(world: World) -> None:
    warned = {name for name in ("plain", "DM3 seven", "DM3 eight") if "DM3" in world.found(name, "warning")}
    assert warned == {"DM3 seven"}


def test_offending_cards_are_named(world: World) -> None:
    assert world.cards_of("DM6", "two faults") == {"water", "nature"}
    assert world.cards_of("DM4", "two faults") == {"fire 60"}
    assert world.cards_of("DM7", "DM7 two") == {"zenith 1", "zenith 2"}


def test_edition_and_source_are_named(world: World) -> None:
    deck = world.decks["Zenith free, before"]
    rows = world.con.execute("select edition::varchar from verdict where deck_id = ?", [deck]).fetchall()
    assert rows == [("2019-12-20",)]
    lacking = world.con.execute(
        "select count(*) from violation where severity = 'violation' and source_url is null"
    ).fetchall()
    assert lacking == [(0,)]
