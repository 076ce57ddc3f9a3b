"""Deck sites' own JSON: boards kept apart, companions once, event caches by their event's name."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from parsers.decklists import read_decklist, read_decklists

if TYPE_CHECKING:
    from pathlib import Path

    from schema.records import DeckRecord


def zones(deck: DeckRecord) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in deck.lines:
        counts[line.zone] += line.copies
    return dict(counts)


def entry(name: str, copies: int = 1) -> dict[str, Any]:
    return {"quantity": copies, "card": {"name": name}}


BOARDS = {
    "mainboard": {"Swamp": entry("Swamp", 98)},
    "commanders": {"A": entry("A"), "B": entry("B")},
    "companions": {"C": entry("C")},
    "sideboard": {"C": entry("C")},
    "maybeboard": {"D": entry("D")},
}


@pytest.mark.parametrize(
    "boards",
    [BOARDS, {"boards": {board: {"cards": {f"x{n}": card for n, card in enumerate(cards.values())}}
                         for board, cards in BOARDS.items()}}],
)  # fmt: skip
def test_moxfield_of_both_versions(boards: dict[str, Any]) -> None:
    deck = {"name": "N", "format": "duelCommander", "lastUpdatedAtUtc": "2024-10-22T15:19:43Z"} | boards
    parsed = read_decklist("deck.json", json.dumps(deck, indent=1))
    (found,) = parsed.decks
    assert zones(found) == {"main": 98, "commander": 2, "companion": 1}
    assert (found.title, found.format, str(found.published_on)) == ("N", "duel-commander", "2024-10-22")
    assert [problem.kind for problem in parsed.problems] == ["set_aside"]


def test_archidekt_categories() -> None:
    deck = {
        "name": "x",
        "deckFormat": 3,
        "updatedAt": "2026-01-02T00:00:00Z",
        "categories": [
            {"name": "Commander", "isPremier": True, "includedInDeck": True},
            {"name": "Companion", "isPremier": True, "includedInDeck": True},
            {"name": "Maybeboard", "includedInDeck": False},
            {"name": "Someday", "includedInDeck": False},
        ],
        "cards": [
            {"categories": ["Commander"], "quantity": 1, "card": {"oracleCard": {"name": "A"}}},
            {"categories": ["Companion"], "quantity": 1, "card": {"oracleCard": {"name": "C"}}},
            {"categories": ["Creature", "Maybeboard"], "quantity": 1, "card": {"oracleCard": {"name": "D"}}},
            {"categories": ["Someday"], "quantity": 1, "card": {"oracleCard": {"name": "E"}}},
            {"categories": ["Land"], "quantity": 99, "card": {"oracleCard": {"name": "Swamp"}}},
            {"categories": ["Land"], "quantity": 0, "card": {"oracleCard": {"name": "Forest"}}},
        ],
    }
    parsed = read_decklist("deck.json", json.dumps(deck))
    (found,) = parsed.decks
    assert zones(found) == {"main": 99, "commander": 1, "companion": 1}
    assert found.format == "commander"
    assert not found.complete
    assert sorted(problem.kind for problem in parsed.problems) == [
        "set_aside",
        "set_aside",
        "unreadable_line",
    ]


def cache(**tournament: str) -> dict[str, Any]:
    side = [{"Count": 1, "CardName": "Thrasios, Triton Hero"}, {"Count": 1, "CardName": "Tymna the Weaver"}]
    deck = {
        "Player": "p1",
        "Date": "2024-08-10T00:00:00+00:00",
        "Result": "5-0",
        "AnchorUri": "https://example.org/e#1",
        "Mainboard": [{"Count": 98, "CardName": "Forest"}],
        "Sideboard": side,
    }
    again = deck | {"AnchorUri": "https://example.org/e#2"}
    other = deck | {"Player": "p2", "AnchorUri": "https://example.org/e#3"}
    return {"Tournament": {"Formats": "Commander"} | tournament, "Decks": [deck, again, other]}


def test_an_event_is_named_by_its_event_and_a_repeated_list_comes_once() -> None:
    parsed = read_decklist("e.json", json.dumps(cache(Name="Duel Commander League")))
    assert [deck.format for deck in parsed.decks] == ["duel-commander", "duel-commander"]
    assert [zones(deck) for deck in parsed.decks] == [{"main": 98, "commander": 2}] * 2
    assert [deck.player for deck in parsed.decks] == ["p1", "p2"]
    assert [(problem.kind, problem.line_no) for problem in parsed.problems] == [("duplicate_key", 2)]
    other = read_decklist("e.json", json.dumps(cache(Name="Friday")))
    assert {deck.format for deck in other.decks} == {"commander"}


def test_a_rank_in_figures_is_the_placing() -> None:
    rows = [{"deck_id": 1, "rank": 3, "player": 12, "commander": ["A"], "decklist": ["99 Forest"]}]
    parsed = read_decklist("e.json", json.dumps({"id": 9, "name": "Friday", "decks": rows}))
    (found,) = parsed.decks
    assert (found.placing, found.player, found.event) == ("3", "12", "Friday")


@pytest.mark.parametrize(
    "broken",
    [
        {"mainboard": 5},
        {"cards": 5, "categories": []},
        {"sections": 5},
        {"convertedDeck": [5]},
        {"data": {"mainBoard": 5}},
        {"Decks": [{}], "Tournament": {}},
        {"Decks": 5, "Tournament": {}},
        {"Decks": [], "Tournament": {}},
        {"decks": [{"decklist": 5}]},
        {"decks": [{"decklist": ["1 A"]}, 5]},
    ],
)
def test_a_changed_shape_is_told(broken: dict[str, Any]) -> None:
    parsed = read_decklist("deck.json", json.dumps(broken))
    assert not parsed.decks
    assert {problem.kind for problem in parsed.problems} <= {"bad_json", "no_list"}
    assert parsed.problems


def test_an_empty_or_unknown_json_file_is_told() -> None:
    for text in ("", "{}", "[]", "null"):
        parsed = read_decklist("deck.json", text)
        assert not parsed.decks
        assert parsed.problems


@pytest.mark.shared
def test_one_deck_of_three_sites_is_one_deck(shared: Path) -> None:
    """The saved pages hold the same 101 cards: 98, two commanders and the companion."""
    folder = shared / "fixtures"
    cards: list[Counter[tuple[str, str]]] = []
    for name in (
        "moxfield/v2_decks_all.json",
        "archidekt/api_decks_1365846.json",
        "scryfall/deck_export.csv",
    ):
        (parsed,) = read_decklists(folder / name, format="commander")
        (deck,) = parsed.decks
        assert zones(deck) == {"main": 98, "commander": 2, "companion": 1}, name
        count: Counter[tuple[str, str]] = Counter()
        for line in deck.lines:
            count[(line.zone, line.text)] += line.copies
        cards.append(count)
    assert cards[0] == cards[1] == cards[2]


@pytest.mark.shared
def test_other_saved_pages(shared: Path) -> None:
    folder = shared / "fixtures"
    expected = {
        "aetherhub/FetchMtgaDeckJson.json": {"main": 98, "commander": 2, "companion": 1},
        "mtgjson/BreedLethality_CM2.json": {"main": 99, "commander": 1},
        "moxfield/v2_decks_all_pauperEdh.json": {"main": 99, "commander": 1},
        "deckstats/api_get_deck.json": {"main": 3, "commander": 1},
    }
    for name, shape in expected.items():
        (parsed,) = read_decklists(folder / name)
        assert [zones(deck) for deck in parsed.decks] == [shape], name
    (second,) = read_decklists(folder / "synthetic/archidekt_maybeboard_second_category.json")
    assert "aside" not in zones(second.decks[0])
    told = sorted(problem.kind for problem in second.problems)
    assert told == ["set_aside", "unreadable_line"], "a row without a quantity is told"
    (top8,) = read_decklists(folder / "mtgtop8/derived_event_10006.json")
    assert len(top8.decks) == 8
    assert {str(deck.published_on) for deck in top8.decks} == {"2015-06-28"}
    assert {deck.format for deck in top8.decks} == {"duel-commander"}
    assert "3-4" in {deck.placing for deck in top8.decks}
    (event,) = read_decklists(folder / "mtgo/derived_duel-commander-league-2024-08-10.json")
    assert {deck.format for deck in event.decks} == {"duel-commander"}
    assert all(zones(deck)["commander"] in (1, 2) and zones(deck)["main"] in (98, 99) for deck in event.decks)
