"""No deck file, whatever it holds, makes the readers fail: what is not read is a problem."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsers.decklists import read_decklist
from schema.problems import PROBLEM_KINDS
from schema.records import ZONES, Parsed

NAMES = st.sampled_from(
    ["a.txt", "a.dec", "a.dek", "a.mwDeck", "a.cod", "a.csv", "a.tsv", "a.json", "a.jsonl", "-"]
)
FRAGMENTS = """
<?xml version="1.0"?>|<Deck>|</Deck>|<Cards Quantity="1" Name="A"/>|<Cards Quantity="x"/>|<cockatrice_deck>
<zone name="main">|<zone>|<card number="1" name="A"/>|</zone>|</cockatrice_deck>|<!-- c -->|count,name
Quantity;Name;Board|1,"A|,,,|{"zones": {"main": [[1, "A"]]}}|{"src": "x", "main": [], "side": []}
{"src": "x", "text": "1 A"}|{"src": "x", "lines": ["1 A", ""]}|[|]|{|}|1 A *CMDR*|Sideboard|《A》×2
"""
PARTS = [part for line in FRAGMENTS.strip().split("\n") for part in line.split("|")]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 99) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "mainboard",
    "boards",
    "commanders",
    "companions",
    "sideboard",
    "maybeboard",
    "cards",
    "categories",
    "sections",
    "convertedDeck",
    "data",
    "mainBoard",
    "Decks",
    "Tournament",
    "quantity",
    "card",
    "name",
    "count",
    "amount",
    "src",
    "text",
    "lines",
    "main",
    "side",
    "commander",
    "date",
    "format",
]


def check(parsed: Parsed) -> None:
    assert parsed.decks or parsed.problems
    assert all(problem.kind in PROBLEM_KINDS for problem in parsed.problems)
    for deck in parsed.decks:
        assert deck.lines
        assert all(line.copies > 0 and line.text and line.zone in ZONES for line in deck.lines)
        numbers = [line.line_no for line in deck.lines]
        assert len(set(numbers)) == len(numbers)


@settings(max_examples=300, deadline=None)
@given(
    NAMES,
    st.binary(max_size=120) | st.lists(st.sampled_from(PARTS), max_size=9).map("\n".join).map(str.encode),
)
@example("a.cod", b"<cockatrice_deck/>")
@example("a.dek", b"<Deck")
@example("-", b"\xff\xfe")
@example("-", b"\xef\xbb\xbf")
@example("a.csv", b'name\n"')
@example("a.csv", b"count,name\n1,a\rb\n")
def test_any_bytes_under_any_name(name: str, data: bytes) -> None:
    check(read_decklist(name, data, format="commander"))


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=5),
    st.sampled_from(["a.json", "a.jsonl"]),
)
def test_any_json_of_known_keys(whole: dict[str, Any], name: str) -> None:
    check(read_decklist(name, json.dumps(whole)))


@pytest.mark.parametrize("depth", [10, 100_000])
def test_deep_nesting_is_told(depth: int) -> None:
    check(read_decklist("a.json", '{"cards":' * depth + "1" + "}" * depth))


@pytest.mark.parametrize(
    "part",
    [
        "x ",
        "×",
        "(",
        "[",
        "a ",
        "《",
        "》",
        "*F* ",
        "1 ",
        "| ",
        "#a ",
        " ",
        "=",
        "<",
        "^",
        "枚",
        "a:",
        "&#39;",
        "/",
        "1.",
        "*",
    ],
)
def test_long_lines_take_no_longer_than_short_ones(part: str) -> None:
    """A megabyte on one line is one line too many, told in one step."""
    text = "1 A *CMDR*\n" + part * (1_000_000 // len(part)) + "\n1 B\n"
    check(read_decklist("a.txt", text, format="commander"))
    check(read_decklist("a.txt", "\n".join([part * 400] * 50), format="commander"))
