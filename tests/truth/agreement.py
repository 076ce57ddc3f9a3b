"""Holds a judge over tables against the reference judge, deck by deck, and prints what differs."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

import duckdb

from tests.reference.drafts import Draft
from tests.reference.generate import JUDGES
from tests.reference.model import RefCard, RefDeck, RefRestriction, RefVerdict
from tests.reference.ryugekisen import BANNED
from tests.truth.as_tables import CardIds, write_decks, write_restrictions

# The ids that the product gives to clauses outside formats.md, and ours for the same.
SAME_RULE = {
    "CO1": "903.5a",
    "CO2": "903.5b",
    "CO3": "903.3",
    "CO4": "702.124",
    "CO5": "903.5c",
    "CO6": "903.5d",
    "CO7": "ban",
    "CO8": "702.139",
    "CO9": "pool",
    "DC1": "FR9",
    "DC2": "FR9",
    "DC3": "FR9",
}
# What a rule book would list; doubts (unknown, incomplete) are compared by the verdict alone.
TOLD = ("violation", "advisory", "warning")
Rules = frozenset[tuple[str, str]]
# Judges every deck of a connection: fills `verdict` and `violation` for the bases published and today.
SqlJudge = Callable[[duckdb.DuckDBPyConnection, date], None]


@dataclass(frozen=True)
class Difference:
    """One deck on which the two judges part."""

    deck: RefDeck
    steps: tuple[str, ...]
    basis: str
    ours: RefVerdict
    theirs: str
    their_rules: Rules

    @property
    def agrees(self) -> bool:
        return self.theirs == self.ours.verdict and self.their_rules == self.ours.rules()

    @property
    def shape(self) -> tuple[object, ...]:
        """What the difference is about: decks of one shape differ for one reason, mostly."""
        our_rules = self.ours.rules()
        return (
            self.deck.format,
            self.ours.verdict,
            self.theirs,
            tuple(sorted(our_rules - self.their_rules)),
            tuple(sorted(self.their_rules - our_rules)),
        )


def judged(
    con: duckdb.DuckDBPyConnection,
    decks: Sequence[RefDeck],
    pool: Sequence[RefCard],
    restrictions: Sequence[RefRestriction],
    sql_judge: SqlJudge,
    today: date,
) -> dict[tuple[int, str], tuple[str, Rules]]:
    """(deck number, basis) to the SQL judge's verdict and (rule, severity) pairs.

    Of the pool the cards that decks or restrictions name are written.
    """
    # RY8 names its six cards itself; the product keeps them as a list.
    own_list = [RefRestriction("ryugekisen", (name,), "banned", date(2018, 7, 29)) for name in BANNED]
    restrictions = [*restrictions, *own_list]
    listed = {name for row in restrictions for name in row.cards}
    wanted = cards_of(decks) | {card for card in pool if card.name in listed}
    # How many cells a creature has is told by its cards, whether a deck holds them or not.
    wanted |= {card for card in pool if card.layout == "cells"}
    ids = CardIds()
    ids.write(con, sorted(wanted, key=lambda card: card.name))
    write_restrictions(con, restrictions, ids)
    write_decks(con, decks, ids)
    sql_judge(con, today)
    return answers_of(con)


def answers_of(con: duckdb.DuckDBPyConnection) -> dict[tuple[int, str], tuple[str, Rules]]:
    """(deck number, basis) to the verdict and rules that the tables hold, for the deck's own format."""
    rules: dict[tuple[int, str], set[tuple[str, str]]] = defaultdict(set)
    for deck_id, basis, rule, severity in con.execute(
        "select distinct deck_id, basis, rule, severity from violation v join deck d using (deck_id, format)"
    ).fetchall():
        rules[deck_id, basis].add((rule, severity))
    verdicts = con.execute(
        "select deck_id, basis, verdict from verdict v join deck d using (deck_id, format)"
    ).fetchall()
    return {(deck, basis): (word, frozenset(rules[deck, basis])) for deck, basis, word in verdicts}


def told_rules(rules: Rules) -> Rules:
    """Their rules under our ids, without the doubts."""
    return frozenset((SAME_RULE.get(rule, rule), severity) for rule, severity in rules if severity in TOLD)


def cards_of(decks: Sequence[RefDeck]) -> set[RefCard]:
    named = {each.card for deck in decks for each in deck.commanders}
    return named | {card for deck in decks for zone in deck.zones.values() for card, _ in zone}


def differences(
    con: duckdb.DuckDBPyConnection,
    drafts: Sequence[Draft],
    pool: Sequence[RefCard],
    restrictions: Sequence[RefRestriction],
    sql_judge: SqlJudge,
    *,
    today: date,
) -> list[Difference]:
    """Every deck and basis on which verdict or rules differ."""
    decks = [draft.deck() for draft in drafts]
    answers = judged(con, decks, pool, restrictions, sql_judge, today)
    found = []
    for number, (deck, draft) in enumerate(zip(decks, drafts, strict=True), start=1):
        for basis, day in (("published", deck.date), ("today", today)):
            ours = JUDGES[deck.format](replace(deck, date=day), restrictions)
            word, rules = answers.get((number, basis), ("no verdict", frozenset()))
            each = Difference(deck, tuple(draft.steps), basis, ours, word, told_rules(rules))
            if not each.agrees:
                found.append(each)
    return found


def readable(found: Sequence[Difference], decks: int, examples: int = 2) -> str:
    """The differences by shape, the most frequent first, each with its smallest decks."""
    shapes: dict[tuple[object, ...], list[Difference]] = defaultdict(list)
    for each in found:
        shapes[each.shape].append(each)
    lines = [f"{len(found)} differences over {decks} decks, of {len(shapes)} shapes"]
    for shape, alike in sorted(shapes.items(), key=lambda item: -len(item[1]))[:12]:
        name, ours, theirs, only_ours, only_theirs = shape
        lines.append(f"\n{len(alike)} times {name}: reference {ours}, SQL {theirs}")
        lines.append(f"  only the reference: {only_ours}; only SQL: {only_theirs}")
        alike = sorted(alike, key=lambda each: (len(each.steps), sum(map(len, each.deck.zones.values()))))
        lines += [_example(each) for each in alike[:examples]]
    return "\n".join(lines)


def _example(each: Difference) -> str:
    deck = each.deck
    zones = {
        name: deck.size(name)
        for name in ("main", "hyperspatial", "gr", "extra", "companion", "sideboard")
        if deck.size(name)
    }
    commanders = [f"{one.card.name} (face {one.face_no})" for one in deck.commanders]
    findings = [f"    {one.rule} {one.severity}: {one.card or ''} {one.detail}" for one in each.ours.findings]
    return "\n".join(
        [
            f"  - {each.basis}, deck of {deck.date}, {commanders}, sizes {zones}, unresolved"
            f" {dict(deck.unresolved)}, complete {deck.complete}, mutations {list(each.steps)}",
            *findings[:12],
        ]
    )
