"""Where a rule turns: the number, the day, the order or the missing fact at which it says another thing."""

# ruff: noqa: E501 (a deck reads better on one line)

from __future__ import annotations

from datetime import date

import pytest

from tests.warehouse.judging import World
from warehouse.verdicts import verdicts

UNKNOWN = "unknown"


def dm(*cards: tuple[str, dict]) -> World:
    w = World("dm")
    for name, facts in cards:
        w.card(name, **{"colour": "火", **facts})
    return w


def said(w: World, rule: str) -> list[str]:
    """The words of every finding of a rule in the last deck."""
    rows = w.con.execute(
        "select detail from violation where deck_id = ? and rule = ? order by detail", [len(w.decks), rule]
    ).fetchall()
    return [str(row[0]) for row in rows]


# --- sizes ------------------------------------------------------------------------------------------------


def test_a_list_that_lacks_its_commander_alone_may_have_lost_it() -> None:
    w = dm(("boss", {}))
    main = w.filler(59, "火")
    w.deck("dmedh", [], main, name="59")
    w.deck("dmedh", [], main[:58], name="58")
    w.judge()
    assert ("DM2" in w.found("59"), "DM2" in w.found("59", UNKNOWN)) == (False, True)
    assert w.verdict("58") == "illegal"


def test_too_long_by_lines_that_no_card_answers_to_is_open() -> None:
    w = dm(("boss", {}))
    w.deck("dmedh", ["boss"], w.filler(59, "火"), unresolved=(("main", 1),), name="60 known")
    w.deck("dmedh", ["boss"], w.filler(60, "火"), unresolved=(("main", 1),), name="61 known")
    w.judge()
    assert {name: w.verdict(name) for name in w.decks} == {"60 known": "unknown", "61 known": "illegal"}


def test_no_maximum_size_counts_for_nothing_where_a_format_ignores_it() -> None:
    w = World("mtg")
    w.card("boss", "W", "legendary creature no_maximum_size")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    for form in ("french-commander", "commander"):
        w.deck(form, ["boss"], [("Plains", 100)], name=form)
    w.judge()
    assert "FR1" in w.found("french-commander")
    assert "CO1" not in w.found("commander")


# --- the commander ----------------------------------------------------------------------------------------


def test_two_plain_commanders_are_told_once() -> None:
    """That they are two says it all: which pairs may lead is asked where two may."""
    w = dm(("a", {}), ("b", {}))
    w.deck("dmedh", ["a", "b"], w.filler(58, "火"))
    w.judge()
    assert said(w, "DM1") == ["2 commanders, 1 asked"]


@pytest.mark.parametrize(("cost", "verdict"), [(3, "illegal"), (4, "unknown")])
def test_a_full_list_without_a_commander_is_open_where_one_card_costs_enough(cost: int, verdict: str) -> None:
    """DM1 from 2023-02-10: a commander costs 4 or more."""
    w = dm(("candidate", {"cost": cost}))
    w.deck("dmedh", [], ["candidate", *w.filler(59, "火", cost=3)])
    w.judge()
    assert w.verdict() == verdict


def test_cells_of_two_creatures_are_no_form() -> None:
    def cell(whole: str) -> dict:
        faces = (
            (f"half of {whole}", "火", "サイキック・クリーチャー"),
            (whole, "火", "サイキック・スーパー・クリーチャー"),
        )
        return {"traits": "creature psychic cell", "layout": "cells", "faces": faces}

    w = dm(("a", cell("one")), ("b", cell("one")), ("c", cell("another")))
    for name, pair in (("one whole", ["a", "b"]), ("two wholes", ["a", "c"])):
        w.deck("dmedh", pair, w.filler(59, "火"), date(2018, 5, 1), name=name)
    w.judge()
    assert "2 commanders, 1 asked" in said(w, "DM1")
    assert w.verdict("one whole") == "legal"


@pytest.mark.parametrize(("face", "broken"), [(0, True), (1, False)])
def test_of_several_cells_the_named_side_must_be_a_creature(face: int, broken: bool) -> None:
    """HYP1 with HYP3: the half of a cell may be no creature, though what it links into is one."""
    w = dm(("cell", {
        "traits": "creature psychic cell", "layout": "cells",
        "faces": (("half", "火", "サイキック・クロスギア"), ("whole", "火", "サイキック・スーパー・クリーチャー")),
    }))  # fmt: skip
    w.deck("dmedh", ["cell"], w.filler(59, "火"), date(2018, 5, 1), faces={"cell": face})
    w.judge()
    assert ("HYP1" in w.found()) is broken


def test_what_bars_a_known_commander_bars_it_beside_one_not_known() -> None:
    w = dm(("psychic", {"traits": "creature psychic"}))
    w.deck("dmedh", ["psychic"], w.filler(58, "火"), unresolved=(("commander", 1),))
    w.judge()
    assert (w.verdict(), w.found()) == ("illegal", {"DM1"})


def test_a_twin_pact_commander_is_shown_whole_by_whichever_side_it_is_named() -> None:
    w = dm(("a/b", {"layout": "twin_pact", "faces": (("a", "火", "クリーチャー"), ("b", "火", "呪文"))}))
    w.deck("dmedh", ["a/b"], w.filler(59, "火"), faces={"a/b": 1})
    w.judge()
    assert verdicts(w.con)["1"]["published"]["commanders"] == ["a/b"]


# --- colours ----------------------------------------------------------------------------------------------


def test_of_an_evolution_source_not_known_the_printed_civilizations_are_the_least() -> None:
    """DM6 from 2026-01-04: 火 is the commander's for certain, 水 may be."""
    w = dm(("boss", {"command_civilization": None}), ("water", {"colour": "水"}))
    w.deck("dmedh", ["boss"], ["water", *w.filler(58, "火")])
    w.judge()
    assert (w.verdict(), w.cards_of("DM6")) == ("unknown", {"water"})


def test_of_two_commanders_one_may_bring_the_colour_that_is_missing() -> None:
    w = World("mtg")
    w.card("known", "W", "legendary creature partner")
    w.card("unknown", None, "legendary creature partner")
    w.card("red", "R")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.deck("commander", ["known", "unknown"], ["red", ("Plains", 97)])
    w.restrict("commander")
    w.judge()
    assert (w.found(), w.cards_of("CO5")) == (set(), {"red"})


def test_colours_from_which_a_restriction_binds_may_be_those_of_a_commander_not_known() -> None:
    w = dm(("boss", {}), ("restricted", {}))
    w.restrict("dmedh", ("restricted", "banned", 2, "2019-01-01", None))
    cards = ["restricted", *w.filler(58, "火")]
    w.deck("dmedh", ["boss"], cards, date(2024, 1, 1), name="one colour")
    w.deck(
        "dmedh",
        ["boss"],
        cards[:58],
        date(2024, 1, 1),
        unresolved=(("commander", 1),),
        name="and one unknown",
    )
    w.judge(strict=True)
    assert w.cards_of("DM8", "one colour") == set()
    assert w.cards_of("DM8", "and one unknown") == {"restricted"}
    assert "DM8" in w.found("and one unknown", UNKNOWN)


# --- lists ------------------------------------------------------------------------------------------------


def test_on_the_day_of_a_change_the_list_is_of_that_day() -> None:
    w = dm(("boss", {}), ("restricted", {}))
    w.restrict("dmedh", ("restricted", "banned", None, "2019-01-01", "2024-02-01"))
    for day in ("2024-01-31", "2024-02-01"):
        w.deck("dmedh", ["boss"], w.filler(59, "火"), date.fromisoformat(day), name=day)
    w.judge()
    rows = w.con.execute("select list_date from verdict order by deck_id").fetchall()
    assert rows == [(date(2019, 1, 1),), (date(2024, 2, 1),)]


@pytest.mark.parametrize(("least", "start"), [(2, "2019-01-01"), (None, None)])
def test_a_pair_whose_first_day_or_colours_are_not_known_is_open(
    least: int | None, start: str | None
) -> None:
    w = dm(("boss", {}), ("one", {}), ("two", {}))
    w.restrict("dmedh", ("one", "pair", least, start, None), ("two", "pair", least, start, None), key="set")
    lost = (("commander", 1),) if least else ()
    w.deck(
        "dmedh", ["boss"], ["one", "two", *w.filler(57 - len(lost), "火")], date(2024, 1, 1), unresolved=lost
    )
    w.judge(strict=True)
    assert w.cards_of("DM8") == {"one", "two"}
    assert ("DM8" in w.found(), "DM8" in w.found(severity=UNKNOWN)) == (False, True)


# --- classes of cards -------------------------------------------------------------------------------------


def test_a_card_of_no_known_type_counts_where_one_more_would_be_too_many() -> None:
    """DM7, at most one ゼニス until 2020-02-22."""
    w = dm(("boss", {}), ("zenith", {"traits": "creature zenith", "races": "ゼニス"}), ("typeless", {}))
    w.con.execute("update card set types = [] where name = 'typeless'")
    w.con.execute("delete from card_face where card_id = (select card_id from card where name = 'typeless')")
    main = w.filler(58, "火")
    w.deck("dmedh", ["boss"], ["typeless", *main], date(2018, 5, 1), name="none beside it")
    w.deck("dmedh", ["boss"], ["typeless", "zenith", *main[:57]], date(2018, 5, 1), name="one beside it")
    w.judge()
    open_rules = {name: "DM7" in w.found(name, UNKNOWN) for name in w.decks}
    assert open_rules == {"none beside it": False, "one beside it": True}


def test_a_zone_too_large_by_a_line_that_may_be_no_card_is_open() -> None:
    """DM3, at most 8 cards; fewer than 8 is a warning, but not of a list that is cut off."""
    w = dm(("boss", {}))
    beside = w.filler(9, "火", "creature psychic")
    main = w.filler(59, "火")
    w.deck(
        "dmedh", ["boss"], main, hyperspatial=beside[:8], unresolved=(("hyperspatial", 1),), name="8 known"
    )
    w.deck("dmedh", ["boss"], main, hyperspatial=beside, name="9 known")
    w.deck("dmedh", ["boss"], main, hyperspatial=beside[:7], name="7")
    w.deck("dmedh", ["boss"], main, hyperspatial=beside[:7], complete=False, name="7, cut off")
    w.judge()
    assert {name for name in w.decks if "DM3" in w.found(name)} == {"9 known"}
    assert {name for name in w.decks if "DM3" in w.found(name, UNKNOWN)} == {"8 known"}
    assert {name for name in w.decks if "DM3" in w.found(name, "warning")} == {"7"}


def test_too_few_of_a_class_is_no_breach_where_rows_were_lost() -> None:
    """RY3, at least 30 creatures."""
    w = dm(("bolt", {"traits": "spell"}))
    creatures = w.filler(29, "火", "creature dragon", races="アーマード・ドラゴン")
    spells = w.filler(11, "火", "spell")
    w.deck("ryugekisen", [], [*creatures, *spells], date(2018, 11, 1), name="whole")
    w.deck("ryugekisen", [], [*creatures, *spells], date(2018, 11, 1), name="torn")
    w.con.execute("update deck set copies = 41 where deck_id = 2")
    w.restrict("ryugekisen")
    w.restrict("dm-hall")
    w.judge()
    assert ("RY3" in w.found("whole"), "RY3" in w.found("torn")) == (True, False)


# --- companions -------------------------------------------------------------------------------------------


def companion_deck(
    companions: list[str], unresolved: tuple[tuple[str, int], ...] = (), **cards: str
) -> World:
    """A deck of commander whose companion asks for a shared card type; `cards` are types by name."""
    w = World("mtg")
    w.card("boss", "", "legendary creature", types="Kindred|Creature")
    w.card("umori", "", "creature companion companion:shared_type")
    w.card("land", "", "basic land")
    for name, types in cards.items():
        w.card(name, "", "creature" if name == "grist" else "", types=types)
    w.deck(
        "commander",
        ["boss"],
        [*cards, ("land", 99 - len(cards))],
        unresolved=unresolved,
        companion=companions,
    )
    w.restrict("commander")
    w.judge()
    return w


def test_a_second_companion_that_may_be_no_card_leaves_it_open() -> None:
    w = companion_deck(["umori"], unresolved=(("companion", 1),))
    assert (w.verdict(), w.found()) == ("unknown", set())


@pytest.mark.parametrize(
    ("cards", "verdict"),
    [
        ({"instant": "Kindred|Instant", "enchantment": "Kindred|Enchantment"}, "legal"),
        ({"instant": "Kindred|Instant", "enchantment": "Enchantment"}, "illegal"),
        ({"grist": "Planeswalker"}, "legal"),  # a creature wherever it is not on the battlefield
        ({"walker": "Planeswalker"}, "illegal"),
    ],
)
def test_what_card_types_are_shared(cards: dict[str, str], verdict: str) -> None:
    assert companion_deck(["umori"], **cards).verdict() == verdict


# --- events -----------------------------------------------------------------------------------------------


def evening(*decks: tuple[str, str | None, int]) -> World:
    """Decks of one event under the general named first: general, player, number of spells."""
    w = World("mtg")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.card("spell", "W", "")
    for general in ("a", "b"):
        w.card(general, "W", "legendary creature")
    for general, player, spells in decks:
        main: list[str | tuple[str, int]] = [*["spell"] * spells, ("Plains", 99 - spells)]
        w.deck("german-edh", [general], main, date(2024, 1, 5), event="evening", player=player)
    return w


def broken(w: World) -> dict[str, set[str]]:
    w.judge()
    return {name: w.found(name) for name in w.decks}


def test_a_general_of_someone_named_and_someone_not_may_be_of_one_player() -> None:
    w = evening(("a", "Anna", 0), ("a", None, 0))
    assert broken(w) == {"deck 1": set(), "deck 2": set()}
    assert w.verdict("deck 2") == "unknown"


def test_of_one_day_what_was_loaded_earlier_was_registered_earlier() -> None:
    w = evening(("a", "Anna", 0), ("a", "Bert", 0))
    w.con.execute("update deck set load_id = 3 - deck_id")
    assert broken(w) == {"deck 1": {"DE2"}, "deck 2": set()}


def test_of_one_load_the_lower_number_was_registered_earlier() -> None:
    w = evening(("a", "Anna", 0), ("a", "Bert", 0))
    w.con.execute("update deck set source_key = case deck_id when 1 then '10' else '9' end")
    assert broken(w) == {"deck 1": {"DE2"}, "deck 2": set()}


def test_a_later_version_of_an_entry_is_no_other_player_s_but_a_changed_list() -> None:
    """The site corrects the player's name: still one registration (DE2), and its list changed (DE8)."""
    w = evening(("a", "Ana", 0), ("a", "Anna", 1))
    w.con.execute("update deck set source_key = 'x', version = deck_id")
    assert broken(w) == {"deck 1": set(), "deck 2": {"DE8"}}
