"""Restrictions by date: the day before, the day of, the day after, and every status."""

from datetime import date

import pytest

from tests.warehouse.judging import World

EDGES: dict[str, tuple] = {
    # name: (rows, commanders, main, {day: verdict})
    "banned": (
        [("spell", "banned", None, "2025-07-28", None)],
        ["white"],
        ["spell"],
        {"2025-07-27": "legal", "2025-07-28": "illegal", "2025-07-29": "illegal"},
    ),
    "unbanned": (
        [("spell", "banned", None, "2020-01-01", "2026-01-26")],
        ["white"],
        ["spell"],
        {"2026-01-25": "illegal", "2026-01-26": "legal", "2026-01-27": "legal"},
    ),
    "banned again": (
        [
            ("spell", "banned", None, "2015-01-01", "2016-01-01"),
            ("spell", "banned", None, "2020-01-01", None),
        ],
        ["white"],
        ["spell"],
        {"2015-12-31": "illegal", "2016-01-01": "legal", "2019-12-31": "legal", "2020-01-01": "illegal"},
    ),
    "in the future": (
        [("spell", "banned", None, "2099-01-01", None)],
        ["white"],
        ["spell"],
        {"2026-11-29": "legal", "2099-01-01": "illegal"},
    ),
    "as commander": (
        [("white", "banned_as_commander", None, "2020-01-01", None)],
        ["white"],
        ["spell"],
        {"2019-12-31": "legal", "2020-01-01": "illegal"},
    ),
    "as commander, in the deck": (
        [("blue", "banned_as_commander", None, "2012-01-01", None)],
        ["white blue"],
        ["blue"],
        {"2020-01-01": "legal"},
    ),
    "as companion, in the deck": (
        [("spell", "banned_as_companion", None, "2012-01-01", None)],
        ["white"],
        ["spell"],
        {"2020-01-01": "legal"},
    ),
    "of a start not known": (
        [("spell", "banned", None, None, "2020-01-01")],
        ["white"],
        ["spell"],
        {"2019-12-31": "unknown", "2020-01-01": "legal"},
    ),
    "commander becomes banned everywhere": (
        [
            ("blue", "banned_as_commander", None, "2012-01-01", "2014-09-26"),
            ("blue", "banned", None, "2014-09-26", None),
        ],
        ["white blue"],
        ["blue"],
        {"2014-09-25": "legal", "2014-09-26": "illegal"},
    ),
}


def world() -> World:
    w = World("mtg")
    w.card("white", "W", "legendary creature")
    w.card("blue", "U", "legendary creature")
    w.card("white blue", "WU", "legendary creature")
    w.card("spell", "W", "")
    w.card("other", "W", "")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    return w


@pytest.mark.parametrize("name", EDGES)
def test_edge(name: str) -> None:
    rows, commanders, main, days = EDGES[name]
    w = world()
    w.restrict("duel-commander", *rows)
    for day in days:
        w.deck("duel-commander", commanders, [*main, ("Plains", 98)], date.fromisoformat(day), name=day)
    w.judge()
    assert {day: w.verdict(day) for day in days} == days


def test_two_lists_on_one_day() -> None:
    w = world()
    w.restrict("duel-commander", ("spell", "banned", None, "2025-11-24", None))
    w.restrict("duel-commander-mtgdc", ("other", "banned", None, "2025-11-24", None))
    for form in ("duel-commander", "duel-commander-mtgdc"):
        for card in ("spell", "other"):
            for day in ("2025-11-23", "2025-11-24"):
                w.deck(
                    form,
                    ["white"],
                    [card, ("Plains", 98)],
                    date.fromisoformat(day),
                    name=f"{form} {card} {day}",
                )
    w.judge()
    illegal = {name for name in w.decks if w.verdict(name) == "illegal"}
    assert illegal == {"duel-commander spell 2025-11-24", "duel-commander-mtgdc other 2025-11-24"}


def dmedh(*rows: tuple) -> World:
    w = World("dm")
    w.card("one", "火", cost=7)
    w.card("two", "火/水", cost=7)
    w.card("three", "火/水/闇", cost=7)
    for name in ("a", "b", "c"):
        w.card(name, "火")
    w.filler(60, "火")
    fill = [f"filler {n}" for n in range(6, 62)]
    for name, commander, cards in (
        ("one a", "one", ["a"]),
        ("two a", "two", ["a"]),
        ("three a", "three", ["a"]),
        ("two b", "two", ["b"]),
        ("ab", "one", ["a", "b"]),
        ("two ab", "two", ["a", "b"]),
        ("abc", "one", ["a", "b", "c"]),
        ("a leads", "a", ["b"]),
    ):
        w.deck(
            "dmedh",
            [commander],
            [*cards, *fill[: 59 - len(cards)], "filler 62", "filler 63"][:59],
            date(2022, 1, 1),
            name=name,
        )
    w.restrict("dmedh", *rows, key="set" if rows and rows[0][1] in ("pair", "trio") else None)
    return w


ADVICE: dict[str, tuple] = {
    "from two colours": ([("a", "banned", 2, "2020-01-01", None)], {"two a", "two ab", "three a"}),
    "from three colours": ([("a", "banned", 3, "2020-01-01", None)], {"three a"}),
    "pair": (
        [("a", "pair", None, "2020-01-01", None), ("b", "pair", None, "2020-01-01", None)],
        {"ab", "two ab", "abc", "a leads"},
    ),
    "pair from two colours": (
        [("a", "pair", 2, "2020-01-01", None), ("b", "pair", 2, "2020-01-01", None)],
        {"two ab"},
    ),
    "trio": ([(name, "trio", None, "2020-01-01", None) for name in ("a", "b", "c")], {"abc"}),
    "commander": ([("a", "banned_as_commander", None, "2020-01-01", None)], {"a leads"}),
    "event only": ([("a", "event_only", None, "2020-01-01", None)], set()),
}


@pytest.mark.parametrize("name", ADVICE)
def test_recommendations_advise(name: str) -> None:
    rows, advised = ADVICE[name]
    w = dmedh(*rows)
    w.con.execute("update deck set is_complete = true")
    w.judge()
    assert {deck for deck in w.decks if "DM8" in w.found(deck, "advisory")} == advised
    assert all("DM8" not in w.found(deck) for deck in w.decks)


@pytest.mark.parametrize("name", ADVICE)
def test_strict_makes_them_bind(name: str) -> None:
    rows, advised = ADVICE[name]
    w = dmedh(*rows)
    w.judge(strict=True)
    assert {deck for deck in w.decks if "DM8" in w.found(deck)} == advised


def test_an_empty_list_binds_nothing_but_a_missing_one_leaves_open() -> None:
    w = world()
    w.deck("duel-commander", ["white"], [("Plains", 99)])
    w.judge()
    assert (w.verdict(), w.found(severity="unknown")) == ("unknown", {"FR9"})
    w.restrict("duel-commander")
    w.judge()
    assert w.verdict() == "legal"


def test_the_verdict_names_the_date_of_the_list() -> None:
    w = world()
    w.restrict("duel-commander", ("spell", "banned", None, "2020-01-01", "2024-06-01"))
    for day in ("2019-01-01", "2022-01-01", "2025-01-01"):
        w.deck("duel-commander", ["white"], [("Plains", 99)], date.fromisoformat(day))
    w.judge()
    rows = w.con.execute("select list_date::varchar from verdict order by deck_id").fetchall()
    assert [row[0] for row in rows] == [None, "2020-01-01", "2024-06-01"]


def test_ryugekisen_and_the_hall_of_fame_of_the_day() -> None:
    w = World("dm")
    dragons = w.filler(40, "火", "creature dragon")
    w.card("hall", "火", "creature dragon")
    w.restrict("ryugekisen", ("偽りの王 モーツァルト", "banned", None, "2018-07-29", None))
    w.restrict(
        "dm-hall",
        ("hall", "limited", None, "2015-01-01", "2019-01-01"),
        ("hall", "banned", None, "2019-01-01", None),
    )
    for day in ("2018-12-31", "2019-01-01"):
        w.deck("ryugekisen", [], ["hall", *dragons[:39]], date.fromisoformat(day), name=day)
    w.judge()
    assert {day: w.found(day) for day in w.decks} == {"2018-12-31": set(), "2019-01-01": {"RY7"}}


def test_a_pair_of_the_hall_of_fame_binds_in_duelparty() -> None:
    w = World("dm")
    w.card("boss", "火", cost=7)
    plain = w.filler(60, "火")
    w.card("x", "火")
    w.card("y", "火")
    w.restrict(
        "dm-hall",
        ("x", "pair", None, "2020-01-01", "2024-01-01"),
        ("y", "pair", None, "2020-01-01", "2024-01-01"),
        key="x+y",
    )
    for name, cards, day in (
        ("both", ["x", "y"], "2023-12-31"),
        ("x", ["x", plain[58]], "2023-12-31"),
        ("free", ["x", "y"], "2024-01-01"),
    ):
        w.deck("duelparty", ["boss"], [*cards, *plain[:57]], date.fromisoformat(day), name=name)
    w.judge()
    assert {name: w.verdict(name) for name in w.decks} == {"both": "illegal", "x": "legal", "free": "legal"}
    assert w.cards_of("DP7", "both") == {"x", "y"}


@pytest.mark.parametrize(
    ("form", "colours", "words"), [("dmedh", "火/水", "civilizations"), ("duel-commander", "WU", "colours")]
)
@pytest.mark.parametrize(
    ("status", "said"), [("banned", "banned"), ("banned_as_commander", "banned as commander")]
)
def test_how_many_colours_a_status_asks_is_said_in_the_game_s_words(
    form: str, colours: str, words: str, status: str, said: str
) -> None:
    w = World("dm" if form == "dmedh" else "mtg")
    w.card("two", colours, "legendary creature", cost=7)
    w.restrict(form, ("two", status, 2, "2022-01-01", None))
    w.deck(form, ["two"], [], date(2023, 1, 1))
    w.judge()
    told = w.con.execute("select distinct detail from violation where detail like '%on the list%'").fetchall()
    assert told == [(f"{said} with 2 or more {words} in the commander since 2022-01-01 on the list {form}",)]
