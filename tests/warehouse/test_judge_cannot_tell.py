"""What a list does not say proves nothing: a lost commander, an unknown part of a form, an excerpt.

Public complaint: exports of 99 cards without their commander were called illegal.
"""

from datetime import date

import pytest

from tests.warehouse.judging import World

Y2018, Y2022, Y2024 = date(2018, 6, 1), date(2022, 6, 1), date(2024, 6, 1)
HEAVY, METAL, DEATH = "龍神ヘヴィ", "龍神メタル", "破壊神デス"


def duel_masters() -> World:
    w = World("dm")
    w.card("listed", "")
    for n in range(61):
        w.card(f"spell {n}", "", "spell")
        w.card(f"creature {n}", "", cost=7)
        w.card(f"cheap {n}", "", cost=3)
        w.card(f"any {n}", "", "creature any_number", copy_limit=0, cost=7)
    for name, colour in ((HEAVY, "闇"), (METAL, "火"), (DEATH, "闇"), ("other god", "火")):
        w.card(name, colour, "creature god", cost=3)
    for name, colour in (("天神シャイン・バルキリー", "光"), ("黒神ダーク・インドラ", "闇")):
        w.card(name, colour, "creature god", cost=3)
    w.card("boss", "火", cost=7)
    w.card("no colours known", None, cost=7)
    w.card("three colours", "光/水/闇", cost=7)
    w.restrict("dmedh", ("listed", "banned", 2, "2020-01-01", None))
    return w


def many(kind: str, count: int) -> list:
    return [f"{kind} {n}" for n in range(count)]


# name: (format, main, day, verdict, rules violated), each without a commander
LEADERLESS: dict[str, tuple] = {
    "59": ("dmedh", many("creature", 59), Y2022, "unknown", set()),
    "59 that can't lead": ("dmedh", many("spell", 59), Y2022, "unknown", set()),
    "60 that could": ("dmedh", many("creature", 60), Y2022, "unknown", set()),
    "60, one could": ("dmedh", [*many("spell", 59), "creature 0"], Y2022, "unknown", set()),
    "60 spells": ("dmedh", many("spell", 60), Y2022, "illegal", {"DM1"}),
    "60 of any number": ("dmedh", many("any", 60), Y2022, "illegal", {"DM1"}),
    "60 cheap ones": ("dmedh", many("cheap", 60), Y2022, "unknown", set()),
    "60 cheap ones, later": ("dmedh", many("cheap", 60), Y2024, "illegal", {"DM1"}),
    "60, a cheap God": ("dmedh", [*many("cheap", 59), HEAVY], Y2024, "unknown", set()),
    "58": ("dmedh", many("creature", 58), Y2022, "illegal", {"DM2"}),
    "61": ("dmedh", many("creature", 61), Y2022, "illegal", {"DM2"}),
    "an excerpt": ("dmedh", many("spell", 40), Y2022, "incomplete", set()),
    "a party of 60": ("duelparty", many("creature", 60), Y2024, "unknown", set()),
    "a party of 60 cheap ones": ("duelparty", many("cheap", 60), Y2024, "illegal", {"DP1"}),
}


@pytest.fixture(scope="module")
def leaderless() -> World:
    w = duel_masters()
    w.restrict("dm-hall")
    for name, (form, main, day, *_) in LEADERLESS.items():
        w.deck(form, [], main, day, name=name)
    w.deck("dmedh", [], many("spell", 60), Y2022, name="a line not known", unresolved=(("hyperspatial", 1),))
    w.deck("dmedh", [], many("spell", 60), Y2022, name="cut off", complete=False)
    w.judge()
    return w


@pytest.mark.parametrize("name", LEADERLESS)
def test_a_list_that_names_no_commander(leaderless: World, name: str) -> None:
    *_, verdict, rules = LEADERLESS[name]
    assert (leaderless.verdict(name), leaderless.found(name)) == (verdict, rules)


def test_a_list_that_is_not_whole_may_have_lost_it_too(leaderless: World) -> None:
    assert leaderless.found("a line not known") == leaderless.found("cut off") == set()
    assert "DM1" in leaderless.found("a line not known", "unknown")
    assert leaderless.verdict("cut off") == "incomplete"


def test_what_cannot_be_told_is_said(leaderless: World) -> None:
    told = leaderless.con.execute(
        "select rule, detail from violation where deck_id = ? and severity = 'unknown' order by rule",
        [leaderless.decks["59"]],
    ).fetchall()
    assert told == [
        ("DM1", "no commander is named, and which card it is can't be told"),
        ("DM2", "59 cards, exactly 60 asked: the commander is not named"),
    ]


@pytest.mark.parametrize(
    ("cards", "copies", "verdict"),
    [
        ("Plains", 98, "unknown"),
        ("Plains", 99, "unknown"),
        ("Plains", 97, "illegal"),
        ("Plains", 100, "illegal"),
    ],
)
def test_a_lost_pair_of_commanders(cards: str, copies: int, verdict: str) -> None:
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.restrict("commander")
    w.deck("commander", [], [(cards, copies)], Y2024)
    w.judge()
    assert w.verdict() == verdict


@pytest.mark.parametrize(
    ("zone", "known", "lines", "verdict", "rules"),
    [
        ("hyperspatial", 8, 1, "unknown", {"DM3"}),
        ("hyperspatial", 9, 1, "illegal", set()),
        ("gr", 12, 1, "unknown", {"DM12"}),
        ("gr", 11, 2, "unknown", {"DM12"}),
        ("gr", 11, 1, "unknown", set()),
        ("gr", 10, 1, "illegal", set()),
        ("gr", 0, 1, "unknown", {"DM12"}),
        ("main", 59, 1, "unknown", {"DM2"}),
        ("main", 60, 1, "illegal", set()),
        ("commander", 1, 1, "unknown", {"DM1", "DM2"}),
    ],
)
def test_a_line_that_may_be_no_card_makes_nothing_too_many(
    zone: str, known: int, lines: int, verdict: str, rules: set[str]
) -> None:
    w = duel_masters()
    cards = many("spell", known)
    main = cards if zone == "main" else many("spell", 59)
    beside = {} if zone in ("main", "commander") else {zone: cards}
    w.deck("dmedh", ["boss"], main, Y2022, unresolved=((zone, lines),), **beside)
    w.judge()
    assert (w.verdict(), w.found(severity="unknown") - {"LIST", "DM6", "DM8"}) == (verdict, rules)


# name: (commanders, commanders not known, verdict, rules violated)
FORMS: dict[str, tuple] = {
    "a God and one not known": ([HEAVY], 1, "unknown", set()),
    "two, neighbours of one not known": (
        ["天神シャイン・バルキリー", "黒神ダーク・インドラ"],
        1,
        "unknown",
        set(),
    ),
    "the same, all known": (["天神シャイン・バルキリー", "黒神ダーク・インドラ"], 0, "illegal", {"GOD2"}),
    "no God and one not known": (["boss"], 1, "unknown", set()),
    "a God alone": ([HEAVY], 0, "illegal", {"DM1"}),
    "Tri-G-Link": ([HEAVY, METAL, DEATH], 0, "illegal", {"GOD1"}),
    "of the Tri-G-Link two": ([HEAVY, DEATH], 0, "unknown", set()),
    "of the Tri-G-Link two and another": ([HEAVY, DEATH, "other god"], 0, "unknown", set()),
    "one God twice": ([HEAVY, HEAVY], 0, "illegal", {"DM1", "DM4"}),
}


@pytest.fixture(scope="module")
def forms() -> World:
    w = duel_masters()
    for name, (commanders, unknown, *_) in FORMS.items():
        # One God twice is two cards.
        main = many("spell", 58 if len(commanders) > len(set(commanders)) or unknown else 59)
        w.deck(
            "dmedh",
            commanders,
            main,
            Y2024,
            name=name,
            unresolved=(("commander", unknown),) if unknown else (),
        )
    w.judge()
    return w


@pytest.mark.parametrize("name", FORMS)
def test_forms_of_which_a_part_is_not_known(forms: World, name: str) -> None:
    *_, verdict, rules = FORMS[name]
    assert (forms.verdict(name), forms.found(name)) == (verdict, rules)


def test_a_background_beside_one_not_known() -> None:
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("background", "W", "legendary background")
    w.restrict("commander")
    w.deck("commander", ["background"], [("Plains", 98)], Y2024, name="pair", unresolved=(("commander", 1),))
    w.deck("commander", ["background"], [("Plains", 99)], Y2024, name="alone")
    w.judge()
    assert (w.verdict("pair"), w.found("pair")) == ("unknown", set())
    assert (w.verdict("alone"), w.found("alone")) == ("illegal", {"CO3"})


def test_one_commander_twice_has_its_own_colours() -> None:
    """Two decks of the kind: their command zones must not be taken for one another."""
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("Island", "", "basic land", basic_type_colours="U")
    for name, colour in (("white", "W"), ("blue", "U")):
        w.card(name, colour, "legendary creature partner")
    w.restrict("commander")
    for name in ("white", "blue"):
        for land in ("Plains", "Island"):
            w.deck("commander", [name, name], [(land, 98)], Y2024, name=f"{name} {land}")
    w.judge()
    twice = {"CO2", "CO4"}
    assert {name: w.found(name) for name in w.decks} == {
        "white Plains": twice,
        "white Island": twice | {"CO6"},
        "blue Plains": twice | {"CO6"},
        "blue Island": twice,
    }


def test_two_colours_and_more_of_a_commander_whose_are_not_known() -> None:
    w = duel_masters()
    main = ["listed", *many("spell", 58)]
    w.deck("dmedh", ["no colours known"], main, Y2022, name="not known")
    w.deck("dmedh", ["three colours"], main, Y2022, name="three")
    w.deck(
        "dmedh", ["three colours"], main[:58], Y2022, name="three at least", unresolved=(("commander", 1),)
    )
    w.judge()
    advised = {name for name in w.decks if "DM8" in w.found(name, "advisory")}
    assert advised == {"three", "three at least"}


def test_an_excerpt_lacks_no_creatures() -> None:
    w = World("dm")
    dragons = w.filler(40, "火", "creature dragon")
    spells = w.filler(15, "火", "spell")
    w.restrict("ryugekisen")
    w.restrict("dm-hall")
    w.deck("ryugekisen", [], [*dragons[:10], *spells], name="an excerpt")
    w.deck("ryugekisen", [], [*dragons[:25], *spells], name="whole")
    w.judge()
    assert (w.verdict("an excerpt"), w.found("an excerpt")) == ("incomplete", set())
    assert (w.verdict("whole"), w.found("whole")) == ("illegal", {"RY3"})
