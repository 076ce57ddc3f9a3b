"""Fail closed: whatever is lost on the way, a deck never becomes legal by it."""

from datetime import date

import pytest

from tests.warehouse.build import deck, load, page, rows, shown
from tests.warehouse.judging import World

DAY = date(2024, 1, 1)


def magic() -> World:
    """A legal duel-commander deck with two commanders and a list that bans none of its cards."""
    w = World("mtg")
    for name in ("left", "right"):
        w.card(name, "W", "legendary creature partner")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("spell", "W", "")
    w.card("banned spell", "W", "")
    w.deck("duel-commander", ["left", "right"], ["spell", ("Plains", 97)], DAY)
    w.restrict("duel-commander", ("banned spell", "banned", None, "2020-01-01", None))
    return w


def test_the_whole_is_legal() -> None:
    w = magic()
    w.judge()
    assert w.verdict() == "legal"


@pytest.mark.parametrize(
    "table",
    [
        "deck_card",
        "deck_line",
        "deck_commander",
        "card",
        "card_face",
        "card_identity",
        "restriction",
        "restriction_list",
    ],
)
def test_a_lost_table_is_never_legal(table: str) -> None:
    w = magic()
    w.con.execute(f"delete from {table}")
    w.judge()
    assert w.verdict() != "legal"


ROWS = {
    "a card of the deck": "delete from deck_card where zone = 'main' and copies = 1",
    "a commander of the deck": "delete from deck_card where zone = 'commander' and card_id = 2",
    "a commander": "delete from deck_commander where slot = 2",
    "a line": "delete from deck_line where line_no = 3",
    "a card": "delete from card where name = 'spell'",
    "a face": "delete from card_face where name = 'spell'",
    "a commander's face": "delete from card_face where name = 'left'",
    "an identity": "delete from card_identity where card_id = 4 and method = 'colour_identity'",
    "a basic type": "delete from card_identity where card_id = 3 and method = 'basic_type_colours'",
    "an identity of a commander": "update card_identity set mask = null where card_id in (1, 2)",
    "a restriction": "delete from restriction where card_name = 'banned spell'",
    "a card's name": "update deck_line set card_id = null where line_no = 3",
    "types": "update card set types = [] where name = 'spell'",
    "the end of the list": "update deck set is_complete = false",
}


@pytest.mark.parametrize("what", ROWS)
def test_a_lost_row_is_never_legal(what: str) -> None:
    w = magic()
    w.con.execute(ROWS[what])
    w.judge()
    assert w.verdict() in ("unknown", "incomplete", "illegal"), what
    if what == "a line":
        return  # with the count written, `deck_card` is checked against it and lines are not asked
    w.con.execute("update deck set copies = 100")
    w.judge()
    assert w.verdict() in ("unknown", "incomplete", "illegal"), f"{what}, with the count of cards written"


def test_a_companion_of_which_nothing_is_known_leaves_the_verdict_open() -> None:
    w = magic()
    w.card("friend", "W", "creature companion companion:different_names")
    w.deck("duel-commander", ["left", "right"], ["spell", ("Plains", 97)], DAY, companion=["friend"])
    w.judge()
    assert w.verdict() == "legal"
    w.con.execute("delete from card where name = 'friend'")
    w.judge()
    assert (w.verdict(), w.found()) == ("unknown", set())


def test_a_lost_deck_has_no_verdict() -> None:
    w = magic()
    w.con.execute("delete from deck")
    w.judge()
    assert w.verdict() == "none"


def test_a_definite_violation_stays_one_beside_what_is_not_known() -> None:
    w = magic()
    w.card("island", "U", "")
    w.deck("duel-commander", ["left", "right"], ["island", ("Plains", 96)], DAY, unresolved=(("main", 1),))
    w.judge()
    assert w.verdict() == "illegal"


@pytest.mark.parametrize(
    ("known", "zone", "lines", "verdict"),
    [
        (97, "main", 1, "unknown"),
        (97, "main", 2, "unknown"),  # one of them may be no card
        (98, "main", 1, "unknown"),
        (99, "main", 1, "illegal"),
        (96, "main", 1, "illegal"),  # too few, whatever the line is
        (99, "sideboard", 1, "illegal"),  # it stands where nothing is counted
        (98, "commander", 1, "unknown"),
        (98, "companion", 1, "unknown"),
    ],
)
def test_a_line_not_known_counts_as_a_card_but_makes_none_too_many(
    known: int, zone: str, lines: int, verdict: str
) -> None:
    w = magic()
    w.deck("duel-commander", ["left", "right"], [("Plains", known)], DAY, unresolved=((zone, lines),))
    w.judge()
    assert w.verdict() == verdict


def test_an_unknown_commander_leaves_colours_open() -> None:
    w = magic()
    w.card("island", "U", "")
    w.deck("duel-commander", ["left"], ["island", ("Plains", 97)], DAY, unresolved=(("commander", 1),))
    w.judge()
    assert w.verdict() == "unknown"


def test_an_empty_list_is_no_deck() -> None:
    w = magic()
    w.deck("duel-commander", [], [], DAY)
    w.judge()
    assert w.verdict() == "incomplete"


def test_a_card_off_colour_in_a_list_cut_off_is_illegal() -> None:
    w = magic()
    w.card("island", "U", "")
    w.deck("duel-commander", ["left", "right"], ["island", ("Plains", 90)], DAY, complete=False)
    w.deck("duel-commander", ["left", "right"], [("Plains", 90)], DAY, complete=False, name="no more")
    w.judge()
    assert w.verdict("deck 2") == "illegal"
    assert w.verdict("no more") == "incomplete"


def test_a_deck_without_a_date_is_judged_for_today_and_says_so() -> None:
    w = magic()
    w.deck("duel-commander", ["left", "right"], [("Plains", 98)], None)
    w.judge()
    rows = w.con.execute("select as_of::varchar, note from verdict where deck_id = 2").fetchall()
    assert rows == [("2026-11-29", "no date: judged for today")]


def test_a_day_before_the_first_edition_is_judged_by_it_and_says_so() -> None:
    w = magic()
    w.deck("duel-commander", ["left"], [("Plains", 99)], date(2001, 1, 1))
    w.judge()
    rows = w.con.execute("select edition::varchar, note from verdict where deck_id = 2").fetchall()
    assert rows == [("2012-01-01", "before the first edition: judged by it")]


def test_the_load_says_how_many_cards_the_source_lists(con):
    """What the judge holds the stored rows against."""
    load(con, (page(), shown(deck("1", "甲", "2 乙"))))
    assert rows(con, "select copies from deck") == [(4,)]
