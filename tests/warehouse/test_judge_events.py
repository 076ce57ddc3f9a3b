"""What holds between the decks of one event: DE2, no general twice; DE8, no list changed."""

from datetime import date

import pytest

from tests.warehouse.judging import World

DAY = date(2024, 1, 5)


@pytest.fixture(scope="module")
def world() -> World:
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("a", "W", "legendary creature")
    w.card("b", "W", "legendary creature")
    w.card("spell", "W", "")
    w.card("other", "W", "")

    def deck(name: str, general: str, event: str | None, player: str | None, *cards: str) -> None:
        w.deck(
            "german-edh",
            [general],
            [*cards, ("Plains", 99 - len(cards))],
            DAY,
            name=name,
            event=event,
            player=player,
        )

    deck("first", "a", "evening", "Anna")
    deck("second of the general", "a", "evening", "Bert")
    deck("another general", "b", "evening", "Cleo")
    deck("another evening", "a", "next evening", "Bert")
    deck("the same list again", "b", "evening", "Cleo")
    deck("a changed list", "b", "evening", "Cleo", "spell")
    deck("copies", "b", "fourth evening", "Cleo", "spell", "spell", "other")
    deck("copies the other way round", "b", "fourth evening", "Cleo", "spell", "other", "other")
    deck("no event", "a", None, "Dora")
    deck("nobody's", "a", "third evening", None)
    deck("nobody's either", "a", "third evening", None)
    w.judge()
    return w


@pytest.mark.parametrize(
    ("name", "verdict", "rules"),
    [
        ("first", "legal", set()),
        ("second of the general", "illegal", {"DE2"}),
        ("another general", "legal", set()),
        ("another evening", "legal", set()),
        ("the same list again", "legal", set()),
        ("a changed list", "illegal", {"DE8"}),
        ("copies the other way round", "illegal", {"DE7", "DE8"}),
        ("no event", "legal", set()),
        ("nobody's", "legal", set()),
        ("nobody's either", "unknown", set()),
    ],
)
def test_event(world: World, name: str, verdict: str, rules: set[str]) -> None:
    assert (world.verdict(name), world.found(name)) == (verdict, rules)


def test_one_deck_alone_is_judged_against_its_whole_event(world: World) -> None:
    number = world.decks["second of the general"]
    world.con.execute("delete from verdict")
    world.judge(deck_filter_sql=f"d.deck_id = {number}")
    rows = world.con.execute("select deck_id, verdict from verdict").fetchall()
    assert rows == [(number, "illegal")]
