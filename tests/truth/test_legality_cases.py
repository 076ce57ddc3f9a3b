"""Every public legality case whose cards are at hand gives its verdict in the reference judge."""

import re
from datetime import date
from pathlib import Path

import pytest

from tests.reference import commander, duel_commander, german_edh
from tests.reference.model import RefCard, RefCommander, RefDeck, RefVerdict
from tests.truth.material import LIST_NAMES, Names, ban_lists, names, rows

pytestmark = pytest.mark.shared

# The case's reason, and the rules of ours that say the same.
REASONS = {
    "bad_pair": {"702.124", "FR9", "DE1"},
    "bad_commander": {"903.3", "FR3", "DE1"},
    "too_many_commanders": {"903.3"},
    "bad_pair/copies": {"702.124", "903.5b"},
    "color_identity": {"903.5c", "903.5d", "FR4", "FR5"},
    "companion_banned": {"ban", "FR9"},
    "companion_condition": {"702.139", "FR9"},
    "banned": {"ban", "FR9"},
    "banned_commander": {"ban", "FR9"},
    "no_commander": {"903.3"},
    "size": {"903.5a"},
    "copies": {"903.5b", "DE7"},
    "copies (+color_identity)": {"FR2"},
    "not_legal_pool": {"pool"},
    "symbols": {"DE3", "DE4"},
    "symbols on the general itself": {"DE3"},
}
# Cases whose expected word is no plain verdict, and what the documents make of them.
SETTLED = {
    "L116": "illegal",  # no card of paper play; the case would also let it be the paper card
    "L120": "illegal",  # DE3 says "the general included"
    "L123": "legal",  # DE3 reads symbols; a colour indicator is none
    "L127": "legal",  # DE3 reads symbols; a characteristic-defining ability is none
}


def deck_of(case: dict[str, str], known: Names) -> RefDeck | None:
    """None where a card is not at hand. The copies stand as the case gives them."""

    def card(name: str) -> RefCard:
        found = known.find(name)
        if found is None:
            raise LookupError(name)
        return found

    try:
        commanders = [card(name) for name in case["commanders"].split(" + ") if name]
        companions = [card(name) for name in [case["companion"]] if name]
        main = [(card(name), int(n)) for n, name in re.findall(r"(\d+) ([^;]+)", case["main"])]
    except LookupError:
        return None
    return RefDeck(
        format=case["format"],
        date=date.fromisoformat(case["date"]),
        commanders=tuple(RefCommander(each) for each in commanders),
        zones={"main": tuple(main), "companion": tuple((each, 1) for each in companions)},
    )


def judged(deck: RefDeck, shared: Path) -> RefVerdict:
    lists = ban_lists(shared)
    if deck.format == "german":
        return german_edh.judge(deck, lists)
    if deck.format == "commander":
        return commander.judge(deck, lists)
    return duel_commander.judge(deck, lists, ban_list=LIST_NAMES[deck.format])


def test_each_case_has_its_verdict_for_its_reason(shared: Path) -> None:
    known = names(shared)
    told = 0
    differing: list[str] = []
    for case in rows(shared / "data/mtg/legality_cases.csv"):
        deck = deck_of(case, known)
        if deck is None:
            continue
        told += 1
        expected = SETTLED.get(case["id"], case["expected"])
        verdict = judged(deck, shared)
        rules = {rule for rule, severity in verdict.rules() if severity == "violation"}
        if verdict.verdict != expected or (expected == "illegal" and not rules & REASONS[case["reason"]]):
            differing.append(f"{case['id']} {case['feature']}: {expected} ({case['reason']}), ours {verdict}")
    assert not differing, "\n".join(differing)
    assert told == 118
