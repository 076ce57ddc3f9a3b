"""龍撃戦 (RY1-RY8) and デュエパーティー (DP1-DP7) clause by clause: a legal and an illegal deck."""

from datetime import date

import pytest

from tests.warehouse.judging import World

Y2018, Y2023 = date(2018, 11, 1), date(2023, 6, 1)
FIRE = [f"fire {n}" for n in range(61)]
DRAGONS = [f"dragon {n}" for n in range(41)]
SPELLS = [f"spell {n}" for n in range(12)]


def make_cards(w: World) -> None:
    for name in FIRE:
        w.card(name, "火")
    for name in DRAGONS:
        w.card(name, "火", "creature dragon")
    for name in SPELLS:
        w.card(name, "水", "spell")
    w.card("gear", "火", "", types="クロスギア")
    w.card("twin dragon", "火", "creature spell dragon twin_pact", layout="twin_pact")
    w.card("twin spells", "水", "spell twin_pact", layout="twin_pact")
    w.card("psychic dragon", "火", "creature dragon psychic starts_outside", layout="double_faced")
    w.card("any dragon", "火", "creature dragon any_number", copy_limit=0)
    w.card("premium dragon", "火", "creature dragon")
    w.card("one of two", "火", "creature dragon")
    w.card("other of two", "火", "creature dragon")
    w.card("named dragon", "火", "creature dragon")
    w.card("any", "火", "creature any_number", copy_limit=0)
    w.card("water", "水")
    w.card("colourless", "")
    w.card("gr creature", "火", "creature gr starts_outside")
    w.card("star", "火", "creature forbidden forbidden_star starts_outside", layout="double_faced")
    w.card("partner", "火", cost=5)
    w.card("cheap partner", "火", cost=4)
    w.card("spell partner", "火", "spell", cost=5)
    w.card("twin partner", "火/水", "creature spell twin_pact", layout="twin_pact", cost=5)
    w.card("psychic partner", "火", "creature psychic starts_outside", layout="double_faced", cost=7)
    w.card("forbidden partner", "火", "creature forbidden starts_outside", cost=7)


def dragons(count: int, *others: str | tuple[str, int], spells: int = 10) -> list:
    return [*others, *DRAGONS[:count], *SPELLS[:spells]]


# name: (main, zones, verdict, rules violated)
RYUGEKISEN: dict[str, tuple] = {
    "RY1 forty": (dragons(30), {}, "legal", set()),
    "RY1 thirty-nine": (dragons(30, spells=9), {}, "illegal", {"RY1"}),
    "RY1 forty-one": (dragons(31), {}, "illegal", {"RY1"}),
    "RY1 a card outside the count": (dragons(29), {"extra": ["dragon 40"]}, "legal", set()),
    "RY1 one more outside the count": (dragons(30), {"extra": ["dragon 40"]}, "illegal", {"RY1"}),
    "RY2 no dragon": (dragons(29, "water"), {}, "illegal", {"RY2"}),
    "RY2 no dragon outside the count": (dragons(29), {"extra": ["water"]}, "illegal", {"RY2"}),
    "RY3 twenty-nine": (dragons(29, spells=11), {}, "illegal", {"RY3"}),
    "RY3 all forty": (dragons(40, spells=0), {}, "legal", set()),
    "RY4 a cross gear": (dragons(30, "gear", spells=9), {}, "illegal", {"RY4"}),
    "RY4 a cross gear outside the count": (dragons(30, spells=9), {"extra": ["gear"]}, "illegal", {"RY4"}),
    "RY4 a GR zone": (dragons(30), {"gr": ["gr creature"]}, "illegal", {"RY4"}),
    "RY5 a twin-pact dragon": (dragons(29, "twin dragon"), {}, "illegal", {"RY5"}),
    "RY5 two spells in one": (dragons(30, "twin spells", spells=9), {}, "illegal", {"RY5"}),
    "RY5 a psychic dragon": (dragons(29, "psychic dragon"), {}, "illegal", {"RY5"}),
    "RY5 a hyperspatial zone": (dragons(30), {"hyperspatial": ["psychic dragon"]}, "illegal", {"RY5"}),
    "RY6 twice": (dragons(28, ("dragon 40", 2)), {}, "illegal", {"RY6"}),
    "RY6 nothing is exempt": (dragons(28, ("any dragon", 2)), {}, "illegal", {"RY6"}),
    "RY7 premium": (dragons(29, "premium dragon"), {}, "illegal", {"RY7"}),
    "RY7 a pair is no premium card": (dragons(28, "one of two", "other of two"), {}, "legal", set()),
    "RY8 by name": (dragons(29, "named dragon"), {}, "illegal", {"RY8"}),
}
# name: (partners, main, zones, verdict, rules violated)
DUELPARTY: dict[str, tuple] = {
    "DP1 cost five": (["partner"], FIRE[:59], {}, "legal", set()),
    "DP1 cost four": (["cheap partner"], FIRE[:59], {}, "illegal", {"DP1"}),
    "DP1 a spell": (["spell partner"], FIRE[:59], {}, "illegal", {"DP1"}),
    "DP1 psychic": (["psychic partner"], FIRE[:59], {}, "illegal", {"DP1"}),
    "DP1 forbidden": (["forbidden partner"], FIRE[:59], {}, "illegal", {"DP1"}),
    "DP1 two": (["partner", "fire 60"], FIRE[:58], {}, "illegal", {"DP1"}),
    "DP2 fifty-nine": (["partner"], FIRE[:58], {}, "illegal", {"DP2"}),
    "DP2 sixty-one": (["partner"], FIRE[:60], {}, "illegal", {"DP2"}),
    "DP3 hyperspatial": (["partner"], FIRE[:59], {"hyperspatial": ["psychic dragon"]}, "illegal", {"DP3"}),
    "DP3 GR": (["partner"], FIRE[:59], {"gr": ["gr creature"]}, "illegal", {"DP3"}),
    "DP3 star": (["partner"], FIRE[:59], {"extra": ["star"]}, "illegal", {"DP3"}),
    "DP3 in the deck": (["partner"], [*FIRE[:58], "psychic dragon"], {}, "illegal", {"DP3"}),
    "DP4 twice": (["partner"], [*FIRE[:57], ("fire 60", 2)], {}, "illegal", {"DP4"}),
    "DP4 the partner again": (["partner"], [*FIRE[:58], "partner"], {}, "illegal", {"DP4"}),
    "DP5 any number": (["partner"], [*FIRE[:50], ("any", 9)], {}, "legal", set()),
    "DP6 off": (["partner"], [*FIRE[:58], "water"], {}, "illegal", {"DP6"}),
    "DP6 colourless": (["partner"], [*FIRE[:58], "colourless"], {}, "legal", set()),
    "DP6 both sides of the partner": (["twin partner"], [*FIRE[:58], "water"], {}, "legal", set()),
    "DP7 premium": (["partner"], [*FIRE[:58], "premium dragon"], {}, "illegal", {"DP7"}),
    "DP7 a pair": (["partner"], [*FIRE[:57], "one of two", "other of two"], {}, "illegal", {"DP7"}),
    "DP7 half a pair": (["partner"], [*FIRE[:58], "one of two"], {}, "legal", set()),
}
PREMIUM = [*FIRE[:58], "premium dragon"]


@pytest.fixture(scope="module")
def world() -> World:
    w = World("dm")
    make_cards(w)
    for name, (main, zones, *_) in RYUGEKISEN.items():
        w.deck("ryugekisen", [], main, Y2018, name=name, **zones)
    for name, (partners, main, zones, *_) in DUELPARTY.items():
        w.deck("duelparty", partners, main, Y2023, name=name, **zones)
    for day in (date(2024, 3, 10), date(2024, 3, 11)):
        w.deck("duelparty", ["partner"], PREMIUM, day, name=str(day))
    w.restrict("ryugekisen", ("named dragon", "banned", None, "2018-07-29", None))
    w.restrict("dm-hall", ("premium dragon", "banned", None, "2017-01-01", "2024-03-11"))
    pair = (
        ("one of two", "pair", None, "2017-01-01", None),
        ("other of two", "pair", None, "2017-01-01", None),
    )
    w.restrict("dm-hall", *pair, key="one of two + other of two")
    w.judge()
    return w


@pytest.mark.parametrize("name", [*RYUGEKISEN, *DUELPARTY])
def test_clause(world: World, name: str) -> None:
    *_, verdict, rules = {**RYUGEKISEN, **DUELPARTY}[name]
    assert (world.verdict(name), world.found(name)) == (verdict, rules)


def test_a_card_that_is_not_allowed_is_told_what_it_is(world: World) -> None:
    said = world.con.execute(
        "select distinct rule, detail from violation where detail like 'not allowed%' order by all"
    ).fetchall()
    assert said == [
        ("DP3", "not allowed: psychic, starts outside the deck"),
        ("RY2", "not allowed: creature that is not dragon"),
        ("RY4", "not allowed: card that is not creature or spell"),
        ("RY5", "not allowed: psychic"),
        ("RY5", "not allowed: twin pact"),
    ]


def test_the_hall_of_fame_is_that_of_the_day(world: World) -> None:
    assert [world.verdict(day) for day in ("2024-03-10", "2024-03-11")] == ["illegal", "legal"]
