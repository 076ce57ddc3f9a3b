"""All real decks of the material, judged by the product: shares, causes, and the independent judge."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from schema.formats import load_formats
from schema.restrictions import shipped_lists
from tests.reference.generate import JUDGES
from tests.truth.agreement import SAME_RULE, Difference, answers_of, readable, told_rules
from tests.truth.as_tables import write_decks
from tests.truth.causes import Raw, causes
from tests.truth.census import TODAY, census, of, oracle
from tests.truth.material import ban_lists
from tests.truth.open_questions import is_open
from tests.truth.product_cards import ProductIds, database_of_cards
from tests.truth.real_decks import RealDeck
from warehouse.judge import judge
from warehouse.resolve import resolve
from warehouse.restrictions import fold_restrictions, list_games

pytestmark = pytest.mark.shared

# Source: decks that hold a card, legal, illegal, unknown, incomplete.
WORDS = ("legal", "illegal", "unknown", "incomplete")
SHARES = {
    "MTGO duel": (9296, 40, 0, 0),
    "MTGmelee commander": (159, 5, 3, 0),
    "MTGmelee duel": (3367, 30, 18, 7),
    "Topdeck duel": (0, 10, 115, 0),
    "mtgtop8 duel": (13628, 614, 6, 53),
    "precon commander": (160, 0, 0, 0),
    "mtggoldfish-feed commander": (8, 0, 0, 0),
    "moxfield-cedh commander": (11, 0, 0, 0),
}


def test_shares_of_each_source(shared: Path) -> None:
    words: dict[str, Counter[str]] = defaultdict(Counter)
    for deck in census(shared):
        words[deck.source][deck.verdict.verdict] += 1
    found = {source: tuple(words[source][word] for word in WORDS) for source in words}
    assert found == SHARES
    assert found["MTGO duel"][0] / sum(found["MTGO duel"]) >= 0.995
    assert found["precon commander"] == (160, 0, 0, 0), (
        "every publisher's deck; the faulty one is not among them"
    )


def test_every_deck_that_is_not_legal_has_a_cause_that_holds_in_the_raw_files(shared: Path) -> None:
    by_source: dict[str, Counter[str]] = defaultdict(Counter)
    for deck in census(shared):
        if deck.verdict.verdict != "legal":
            named, without = causes(shared, deck)
            assert named, (deck.source, deck.key, deck.verdict.verdict)
            assert without == [], (deck.source, deck.key)
            by_source[deck.source].update(named)
    # MTGO takes a list over one day after its announcement; nothing else is wrong with its decks.
    assert by_source["MTGO duel"] == {"a list that had just changed": 40}
    assert by_source["mtgtop8 duel"] == {
        "a banned card": 245,
        "two copies": 169,
        "a card outside the colours": 86,
        "the source does not know a card": 53,
        "a list that had just changed": 42,
        "the commander in the deck as well": 31,
        "no date: the list of today": 24,
        "another number of cards": 18,
        "cards beside the deck that no size explains": 16,
        "two cards beside the deck that don't pair": 7,
        "a companion whose condition is not met": 6,
        "an excerpt": 6,
        "a name that no card has": 5,
        "a card that exists on screen alone": 2,
        "stickers or Attractions": 1,
        "a wish list or sideboard beside the deck": 1,
    }
    assert by_source["Topdeck duel"].most_common(1) == [("the source names no commander", 108)]


def test_no_deck_is_illegal_for_an_unknown_name(shared: Path) -> None:
    """An unknown name is its own verdict: each violation stands on known cards, or on the number of rows."""
    beside = 0
    for deck in census(shared):
        if deck.verdict.verdict == "illegal" and (deck.verdict.unresolved or Raw(shared, deck).placeholders):
            beside += 1
            unknown = {each["text"] for each in deck.verdict.unresolved}
            cards = {each["card"] for each in deck.verdict.violations if each["card"]}
            assert not cards & unknown, deck.key
            assert cards or Raw(shared, deck).size() != 100, deck.key
    assert beside > 10


def test_the_independent_judge_says_illegal_too(shared: Path) -> None:
    """Every illegal verdict on a Duel Commander deck of MTGTop8 and Melee.

    The oracle reads the records by itself and knows no SQL: it says illegal as well, for each of the rules.
    """
    own = {(real.source, real.key): verdict for real, verdict in oracle(shared)}
    illegal = [
        deck
        for source in ("mtgtop8 duel", "MTGmelee duel")
        for deck in of(shared, source)
        if deck.verdict.verdict == "illegal"
    ]
    assert len(illegal) > 600
    for deck in illegal:
        by_itself = own[deck.source, deck.key]
        told = {each.rule for each in by_itself.findings if each.severity == "violation"}
        ours = {SAME_RULE.get(each["rule"], each["rule"]) for each in deck.verdict.violations}
        assert by_itself.verdict == "illegal", (deck.source, deck.key, deck.verdict.violations)
        assert ours <= told, (deck.source, deck.key, ours, told)
    parted = Counter(
        (deck.source, deck.verdict.verdict, own[deck.source, deck.key].verdict)
        for deck in census(shared)
        if deck.verdict.verdict != own[deck.source, deck.key].verdict
    )
    # The oracle reads no title, and takes a wish list for commanders.
    assert parted == {
        ("mtggoldfish-feed commander", "legal", "unknown"): 8,
        ("MTGmelee duel", "unknown", "illegal"): 6,
        ("Topdeck duel", "unknown", "illegal"): 6,
        ("MTGmelee duel", "unknown", "legal"): 3,
        ("MTGmelee commander", "unknown", "illegal"): 2,
        ("MTGmelee duel", "incomplete", "illegal"): 2,
        ("MTGmelee commander", "unknown", "legal"): 1,
        ("Topdeck duel", "unknown", "legal"): 1,
        ("mtgtop8 duel", "unknown", "illegal"): 1,
    }


def loaded(shared: Path, decks: list[RealDeck]) -> duckdb.DuckDBPyConnection:
    """A database with the card file, the shipped lists and these decks, names resolved by the product."""
    con = database_of_cards(shared)
    games = list_games(load_formats())
    fold_restrictions(con, shipped_lists(), games)
    write_decks(con, [real.deck for real in decks], ProductIds())
    resolve(con, {**games, "duel-commander": "mtg", "commander": "mtg"})
    return con


def test_by_the_same_reading_of_a_deck_every_rule_is_judged_alike(shared: Path) -> None:
    """One in forty of the legal decks and all others, as the oracle reads them: the same rules, both days."""
    lists = ban_lists(shared)
    decks = [
        real
        for place, (real, verdict) in enumerate(oracle(shared))
        # An empty list is no deck at all.
        if real.deck.size("main") and (place % 40 == 0 or verdict.verdict != "legal")
    ]
    con = loaded(shared, decks)
    judge(con, load_formats(), today=TODAY)
    answers = answers_of(con)
    con.close()
    found = []
    for number, real in enumerate(decks, start=1):
        for basis, day in (("published", real.deck.date), ("today", TODAY)):
            ours = JUDGES[real.deck.format](replace(real.deck, date=day), lists)
            word, rules = answers.get((number, basis), ("no verdict", frozenset()))
            each = Difference(real.deck, (real.key, real.note), basis, ours, word, told_rules(rules))
            if not each.agrees and not is_open(each):
                found.append(each)
    assert len(decks) > 1400
    assert not found, readable(found, len(decks))
