"""Decks gathered from several sites: commanders and companion told apart by each site's own shape."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from parsers.decklists import read_decklist, read_decklists
from parsers.decklists.collected import date_of
from parsers.decklists.supplementary import supplementary_name

if TYPE_CHECKING:
    from pathlib import Path

    from schema.records import DeckRecord, Parsed


def read(**row: Any) -> Parsed:
    return read_decklist("d.jsonl", json.dumps({"src": "MTGO", "id": "x#0", "format": "duel", **row}))


def zones(deck: DeckRecord) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in deck.lines:
        counts[line.zone] += line.copies
    return dict(counts)


STICKERS = ["Ancestral / Hot Dog / Minotaur", "Trained Blessed Mind", "Trash Bin"]


@pytest.mark.parametrize(
    ("main", "side", "expected"),
    [
        (99, ["Edgar Markov"], {"main": 99, "commander": 1}),
        (98, ["Thrasios, Triton Hero", "Tymna the Weaver"], {"main": 98, "commander": 2}),
        (99, ["Karlov", "Lurrus of the Dream-Den"], {"main": 99, "commander": 1, "companion": 1}),
        (98, ["Bjorna, Nightfall Alchemist", "Lurrus of the Dream-Den", "Wernog, Rider's Chaplain"],
         {"main": 98, "commander": 2, "companion": 1}),
        (99, ["Jegantha, the Wellspring"], {"main": 99, "commander": 1}),
        (99, ["Elminster", "Elminster"], {"main": 99, "commander": 1}),
        (99, ["Etali, Primal Conqueror", *STICKERS], {"main": 99, "commander": 1, "sideboard": 3}),
        (99, [], {"main": 99}),
        (99, ["A", "B", "C", "D"], {"main": 99, "sideboard": 4}),
        (100, ["Kess, Dissident Mage"], {"main": 100, "commander": 1}),
    ],
)  # fmt: skip
def test_sideboards_of_events(main: int, side: list[str], expected: dict[str, int]) -> None:
    parsed = read(main=[[main, "Swamp"]], side=[[1, name] for name in side])
    (deck,) = parsed.decks
    assert zones(deck) == expected
    told = [problem.kind for problem in parsed.problems]
    assert ("no_commander" in told) is ("commander" not in expected)
    assert ("duplicate_key" in told) is (side == ["Elminster", "Elminster"])


def test_a_rebalanced_mark_of_a_screen_client_is_no_part_of_the_name() -> None:
    (deck,) = read(main=[[1, "A-The Meathook Massacre"], [98, "A Good Day"]], side=[[1, "X"]]).decks
    assert [line.text for line in deck.lines] == ["The Meathook Massacre", "A Good Day", "X"]


def test_an_empty_entry_is_no_list() -> None:
    parsed = read(main=[], side=[])
    assert not parsed.decks
    assert [problem.kind for problem in parsed.problems] == ["no_list"]


def test_rows_of_text_with_a_command_zone() -> None:
    parsed = read(
        src="mtgtop8",
        date="28/06/15",
        event="Rouen",
        result="3-4",
        commander=["Lurrus of the Dream-Den", "Minsc &amp; Boo, Timeless Heroes", *STICKERS],
        lines=["98 Swamp", "1 Fire // Ice", "garbage " * 30],
    )
    (deck,) = parsed.decks
    assert zones(deck) == {"main": 99, "commander": 1, "companion": 1, "sideboard": 3}
    assert [line.text for line in deck.lines if line.zone == "commander"] == ["Minsc & Boo, Timeless Heroes"]
    assert (deck.published_on, deck.event, deck.placing, deck.format) == (
        date(2015, 6, 28), "Rouen", "3-4", "duel-commander",
    )  # fmt: skip
    assert not deck.complete
    assert [problem.kind for problem in parsed.problems] == ["unreadable_line"]


def test_a_placeholder_of_the_source_is_no_card_and_leaves_the_list_open() -> None:
    """MTGTop8 shows `Unknown Card` for what it does not know, beside a deck of 98 and two commanders."""
    parsed = read(src="mtgtop8", commander=["Kraum", "Tymna"], lines=["98 Swamp", "1 Unknown Card"])
    (deck,) = parsed.decks
    assert zones(deck) == {"main": 98, "commander": 2}
    assert not deck.complete
    assert [problem.kind for problem in parsed.problems] == ["unreadable_line"]


def test_rebalanced_cards_in_rows_of_text_are_the_cards() -> None:
    (deck,) = read(src="mtgtop8", commander=["X"], lines=["1 A-Teferi, Time Raveler", "98 Swamp"]).decks
    assert "Teferi, Time Raveler" in {line.text for line in deck.lines}
    assert not any(line.text.startswith("A-") for line in deck.lines)


def test_a_precon_is_its_text() -> None:
    text = (
        "// NAME: Toll\n// DATE: 2024-09-27\nCOMMANDER: 1 A [DSC:7] [foil]\n99 Swamp\n\nScheme Deck\n1 Plot\n"
    )
    (deck,) = read(src="precon", id="a.txt", format="commander", text=text).decks
    assert zones(deck) == {"main": 99, "commander": 1}
    assert (deck.title, deck.published_on, deck.source) == ("Toll", date(2024, 9, 27), "precon")


def test_a_metagame_page_names_its_commander() -> None:
    row = {"src": "mtggoldfish-feed", "format": "commander", "commander": None}
    found = read(**row, event="The Ur-Dragon", main=[[1, "The Ur-Dragon"], [99, "Swamp"]])
    assert zones(found.decks[0]) == {"commander": 1, "main": 99}
    other = read(**row, event="Dragons", main=[[1, "The Ur-Dragon"], [99, "Swamp"]])
    assert [problem.kind for problem in other.problems] == ["no_commander"]


def test_named_commanders_stay_so() -> None:
    (deck,) = read(src="moxfield-cedh", commander=["Tymna the Weaver"], main=[[99, "Swamp"]]).decks
    assert zones(deck) == {"commander": 1, "main": 99}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-07-24", date(2024, 7, 24)),
        ("28/06/15", date(2015, 6, 28)),
        ("16/04/73", None),
        ("12/03/93", None),
        ("31/02/15", None),
        ("n.d.", None),
        (None, None),
    ],
)
def test_dates_day_first_and_faulty_years(text: str | None, day: date | None) -> None:
    assert date_of(text) == day
    parsed = read(main=[[99, "Swamp"]], side=[[1, "A"]], date=text)
    told = [problem.kind for problem in parsed.problems]
    assert told == (["bad_date"] if text and day is None else [])


def test_facts_are_text_whatever_the_source_writes_them_as() -> None:
    (deck,) = read(main=[[99, "Swamp"]], side=[[1, "A"]], event=5, result=1, player=7, date=20240724).decks
    assert (deck.title, deck.event, deck.placing, deck.player) == ("5", "5", "1", "7")
    assert deck.published_on == date(2024, 7, 24)
    (bare,) = read(main=[[99, "Swamp"]], side=[[1, "A"]], event="", result=None).decks
    assert (bare.title, bare.event, bare.placing, bare.player) == ("x#0", None, None, None)


@pytest.mark.parametrize(
    "row",
    [
        {"lines": 5},
        {"main": [[1]], "side": []},
        {"main": "x"},
        {"side": [[1, "A"]]},
        {"main": [[float("inf"), "A"]], "side": []},
        {},
    ],
)
def test_another_shape_is_a_bad_line(row: dict[str, Any]) -> None:
    parsed = read(**row)
    assert not parsed.decks
    assert [problem.kind for problem in parsed.problems] == ["bad_json"]


def test_supplementary_names() -> None:
    assert supplementary_name("Ancestral / Hot Dog / Minotaur") == "Ancestral Hot Dog Minotaur"
    assert supplementary_name("trash bin") == "Trash Bin"
    assert supplementary_name("Fire // Ice") is None


@pytest.mark.shared
def test_every_collected_deck_is_accounted_for(shared: Path) -> None:
    """27,555 decks: each is a deck or an empty entry, and the zones are those its source's shape tells."""
    shapes: Counter[tuple[str, tuple[tuple[str, int], ...]]] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    entries = decks = 0
    for parsed in read_decklists(shared / "data/mtg/decks.jsonl.gz"):
        entries += 1
        for deck in parsed.decks:
            decks += 1
            shapes[(deck.source, tuple(sorted(zones(deck).items())))] += 1
            assert deck.complete != any(each.kind == "unreadable_line" for each in parsed.problems)
        for problem in parsed.problems:
            told[(problem.source, problem.kind)] += 1
    assert entries == 27_555
    assert entries - decks == told[("mtgmelee", "no_list")] == 25
    one = (("commander", 1), ("main", 99))
    two = (("commander", 2), ("main", 98))
    assert shapes[("mtgo", one)] == 8_307
    assert shapes[("mtgo", two)] == 965
    assert shapes[("mtgo", (("commander", 1), ("companion", 1), ("main", 99)))] == 61
    assert shapes[("mtgo", (("commander", 2), ("companion", 1), ("main", 98)))] == 3
    assert sum(n for (source, _), n in shapes.items() if source == "mtgo") == 8_307 + 965 + 61 + 3
    assert shapes[("mtgtop8", one)] == 12_301
    assert shapes[("mtgtop8", two)] == 1_688
    assert shapes[("mtgtop8", (("commander", 2), ("companion", 1), ("main", 98)))] == 71
    assert shapes[("precon", one)] + shapes[("precon", two)] == 160
    assert told[("topdeck", "no_commander")] == 124
    assert told[("mtgtop8", "bad_date")] == 26
    assert set(told) == {
        ("mtgmelee", "duplicate_key"),
        ("mtgmelee", "no_commander"),
        ("mtgmelee", "no_list"),
        ("mtgtop8", "bad_date"),
        ("mtgtop8", "duplicate_key"),
        ("mtgtop8", "no_commander"),
        ("mtgtop8", "unreadable_line"),
        ("precon", "set_aside"),
        ("topdeck", "no_commander"),
    }
