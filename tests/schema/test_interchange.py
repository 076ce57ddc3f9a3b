"""The interchange line: read, checked, written, and read again."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.interchange import deck_of, read_line
from schema.records import ZONES, DeckLine, DeckRecord

WHOLE = {
    "source": "melee",
    "source_key": "7",
    "url": "https://example.org/7",
    "title": "Blood",
    "author": "A",
    "format": "duel-commander",
    "date": "2024-07-24",
    "event": "Friday",
    "placing": "5-0",
    "player": "P",
    "commanders": ["Edgar Markov"],
    "companion": None,
    "zones": {"main": [[1, "Abrupt Decay"], [3, "Forest"]], "hyperspatial": [], "gr": [], "sideboard": []},
}


def test_a_whole_line() -> None:
    deck, problems = deck_of(read_line(json.dumps(WHOLE)), source="hand", source_key="file#1")
    assert not problems
    assert (deck.source, deck.source_key, deck.title, deck.author) == ("melee", "7", "Blood", "A")
    assert (deck.published_on, deck.event, deck.placing, deck.player) == (
        date(2024, 7, 24),
        "Friday",
        "5-0",
        "P",
    )
    assert deck.lines == (
        DeckLine("commander", 1, "Edgar Markov", 1),
        DeckLine("main", 2, "Abrupt Decay", 1),
        DeckLine("main", 3, "Forest", 3),
    )


def test_what_a_line_lacks_comes_from_the_caller() -> None:
    bare = read_line('{"zones": {"main": [[99, "Forest"]]}, "commanders": "Azusa", "date": "", "title": ""}')
    deck, _ = deck_of(bare, source="hand", source_key="file#1", format_name="commander")
    assert (deck.source, deck.source_key, deck.url, deck.title) == ("hand", "file#1", "file#1", "file#1")
    assert (deck.format, deck.published_on) == ("commander", None)
    assert [line.zone for line in deck.lines] == ["commander", "main"]


def test_zones_outside_the_deck_are_told() -> None:
    row = {"zones": {"main": [[1, "A"]], "maybeboard": [[2, "B"]], "attic": [[1, "C"]], "tokens": []}}
    deck, problems = deck_of(read_line(json.dumps(row)), source="hand", source_key="k")
    assert [line.text for line in deck.lines] == ["A"]
    assert [(problem.kind, problem.source_key) for problem in problems] == [
        ("set_aside", "k"),
        ("unknown_section", "k"),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "Invalid JSON"),
        ("[]", "object"),
        ("{}", "zones: Field required"),
        ('{"zones": {"main": [[0, "A"]]}}', "zones.main.0.0: Input should be greater than or equal to 1"),
        ('{"zones": {"main": [["x", "A"]]}}', "zones.main.0.0"),
        ('{"zones": {"main": [[1]]}}', "zones.main.0.1"),
        ('{"zones": {}, "date": "24/07/2024"}', "date"),
    ],
)
def test_a_bad_line_names_key_and_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read_line(text)
    assert reason in str(caught.value)


TEXT = (
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
    .map(str.strip)
    .filter(bool)
)
DECKS = st.builds(
    DeckRecord,
    source=TEXT,
    source_key=TEXT,
    url=TEXT,
    title=TEXT,
    format=TEXT,
    lines=st.lists(
        st.tuples(st.sampled_from(ZONES), TEXT, st.integers(1, 99)), min_size=1, max_size=8
    ).map(lambda rows: tuple(DeckLine(zone, 0, text, copies) for zone, text, copies in rows)),
    author=st.none() | TEXT,
    published_on=st.none() | st.dates(),
    event=st.none() | TEXT,
    placing=st.none() | TEXT,
    player=st.none() | TEXT,
)  # fmt: skip


def written(deck: DeckRecord) -> str:
    """A record as one line of the interchange format."""
    zones: dict[str, list[tuple[int, str]]] = {"main": []}
    commanders: list[str] = []
    companions: list[str] = []
    for line in deck.lines:
        if line.copies == 1 and line.zone == "commander":
            commanders.append(line.text)
        elif line.copies == 1 and line.zone == "companion":
            companions.append(line.text)
        else:
            zones.setdefault(line.zone, []).append((line.copies, line.text))
    return json.dumps(
        {
            "source": deck.source,
            "source_key": deck.source_key,
            "url": deck.url,
            "title": deck.title,
            "author": deck.author,
            "format": deck.format,
            "date": deck.published_on.isoformat() if deck.published_on else None,
            "event": deck.event,
            "placing": deck.placing,
            "player": deck.player,
            "commanders": commanders,
            "companion": companions[0] if len(companions) == 1 else companions or None,
            "zones": zones,
        },
        ensure_ascii=False,
    )


@given(DECKS)
def test_written_and_read_again_it_is_the_same_deck(deck: DeckRecord) -> None:
    line = written(deck)
    assert "\n" not in line
    again, problems = deck_of(read_line(line), source="other", source_key="other")
    assert not problems
    facts = (
        "source",
        "source_key",
        "url",
        "title",
        "format",
        "author",
        "published_on",
        "event",
        "placing",
        "player",
    )
    assert [getattr(again, fact) for fact in facts] == [getattr(deck, fact) for fact in facts]
    key = [(line.zone, line.copies, line.text) for line in deck.lines]
    assert sorted(key) == sorted((line.zone, line.copies, line.text) for line in again.lines)
