"""What the reference judge says of every real deck, source by source, and why a deck is not legal."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.reference.generate import JUDGES
from tests.reference.model import RefVerdict
from tests.truth.material import ban_lists, names
from tests.truth.real_decks import RealDeck, real_decks

pytestmark = pytest.mark.shared

# Why a deck is not legal, by the clause that says so.
CAUSES = {
    "FR1": "size",
    "FR2": "copies",
    "FR3": "commander",
    "FR4": "colour identity",
    "FR5": "land types",
    "FR9": "list, pair or sticker",
    "903.3": "commander",
    "903.5a": "size",
    "903.5b": "copies",
    "903.5c": "colour identity",
    "903.5d": "land types",
    "702.124": "pair",
    "702.139": "companion",
    "ban": "list",
    "pool": "paper play",
}
Judged = tuple[RealDeck, RefVerdict]


@cache
def judged(shared: Path) -> tuple[Judged, ...]:
    """Every deck on its own date, of the largest source an eighth."""
    lists = ban_lists(shared)
    found = real_decks(shared, names(shared, promoted=True), every=8)
    return tuple((real, JUDGES[real.deck.format](real.deck, lists)) for real in found)


def of(shared: Path, source: str) -> list[Judged]:
    return [each for each in judged(shared) if each[0].source == source]


def causes(real: RealDeck, verdict: RefVerdict) -> Iterator[str]:
    """The named causes for which a deck is not legal."""
    if not real.deck.size("main"):
        yield "no list"
    elif verdict.verdict == "incomplete":
        yield "an excerpt"
    elif verdict.verdict == "unknown":
        for zone in real.deck.unresolved:
            yield f"a name that no card has, in {zone}"
        if not real.deck.commanders and not real.deck.unresolved.get("commander"):
            yield "the source names no commander"
        if any(each.rule in ("pool", "FR9") and each.severity == "unknown" for each in verdict.findings):
            yield "paper play unknown"
    else:
        yield from {CAUSES[each.rule] for each in verdict.findings if each.severity == "violation"}


@pytest.mark.parametrize(
    ("source", "decks", "legal", "illegal"),
    [
        ("MTGO duel", 9336, 0.995, 0.005),
        ("MTGmelee duel", 3445, 0.975, 0.012),
        ("MTGmelee commander", 169, 0.90, 0.05),
        ("mtgtop8 duel", 1787, 0.94, 0.05),
        ("precon commander", 160, 0.98, 0.0),
        ("Topdeck duel", 125, 0.0, 0.15),
        ("moxfield-cedh commander", 11, 0.8, 0.0),
        ("mtggoldfish-feed commander", 8, 0.0, 0.0),
    ],
)
def test_shares_of_each_source(shared: Path, source: str, decks: int, legal: float, illegal: float) -> None:
    words = Counter(verdict.verdict for _, verdict in of(shared, source))
    assert words.total() == decks
    assert words["legal"] >= legal * decks, words
    assert words["illegal"] <= illegal * decks, words


def test_every_deck_that_is_not_legal_has_a_named_cause(shared: Path) -> None:
    by_source: dict[str, Counter[str]] = defaultdict(Counter)
    for real, verdict in judged(shared):
        if verdict.verdict != "legal":
            named = sorted(causes(real, verdict))
            assert named, (real.key, verdict)
            by_source[real.source].update(named)
    assert set(by_source["MTGO duel"]) == {"list, pair or sticker"}
    assert by_source["Topdeck duel"].most_common(1)[0][0] == "the source names no commander"
    assert set(by_source["precon commander"]) <= {"paper play unknown", "a name that no card has, in main"}


def test_mtgo_breaks_a_list_on_the_day_of_its_announcement_alone(shared: Path) -> None:
    """MTGO takes a list over one day later: every illegal deck plays a card banned that very day."""
    lists = ban_lists(shared)
    illegal = [each for each in of(shared, "MTGO duel") if each[1].verdict == "illegal"]
    assert len(illegal) == 40
    for real, verdict in illegal:
        banned = {each.card for each in verdict.findings if each.severity == "violation"}
        began = {row.from_date for row in lists if row.list == "duel-commander" and row.cards[0] in banned}
        assert real.deck.date in began, (real.key, verdict)


def test_no_deck_is_illegal_for_an_unknown_name(shared: Path) -> None:
    """An unknown name is its own verdict: what makes such a deck illegal is a violation besides."""
    for real, verdict in judged(shared):
        if verdict.verdict == "illegal" and real.deck.unresolved:
            assert any(each.severity == "violation" for each in verdict.findings), real.key
