"""`french-commander`: French 1-against-1 Commander (formats.md section 2, FR1-FR8; seed 002)."""

from collections.abc import Iterator, Sequence

from tests.reference import magic_facts as facts
from tests.reference.common import (
    beside_the_format,
    conclude,
    missing_commander,
    more_than_one,
    violation,
    wrong_size,
)
from tests.reference.magic_clauses import (
    DECK_SIZE,
    basics_alone,
    cards_of_the_deck,
    commander_cards,
    no_companion,
    singleton,
    union_of,
    within,
)
from tests.reference.model import RefDeck, RefFinding, RefRestriction, RefVerdict


def judge(deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False) -> RefVerdict:
    findings = [
        *fr1_size(deck),
        *fr2_one_of_each(deck),
        *fr3_commander(deck),
        *fr4_colour_identity(deck),
        *fr5_basic_land_types(deck),
        *no_companion("FR1", deck),
        *beside_the_format(deck, "companion"),
    ]
    return conclude(deck, cards_of_the_deck(deck), DECK_SIZE, findings)


def fr1_size(deck: RefDeck) -> Iterator[RefFinding]:
    """FR1: exactly 99 cards and the commander: 100, no more, no less."""
    yield from wrong_size("FR1", deck, cards_of_the_deck(deck), DECK_SIZE)


def fr2_one_of_each(deck: RefDeck) -> Iterator[RefFinding]:
    """FR2: one copy of each card, all printings together, basic lands excepted."""
    yield from singleton("FR2", deck, basics_alone)


def fr3_commander(deck: RefDeck) -> Iterator[RefFinding]:
    """FR3: the commander is a legendary creature."""
    yield from missing_commander("FR3", deck, cards_of_the_deck(deck), DECK_SIZE, facts.is_legendary_creature)
    yield from more_than_one("FR3", deck)
    for commander in deck.commanders:
        if not facts.is_legendary_creature(commander.card):
            yield violation("FR3", "not a legendary creature", commander.card, "commander")


def fr4_colour_identity(deck: RefDeck) -> Iterator[RefFinding]:
    """FR4: no card may have a colour, or bear a mana symbol, outside the commander's identity.

    FR6 follows: a card that only says "any colour", or bears no symbol and no basic type, is allowed.
    """
    cards = [(card, "main") for card, _ in deck.zone("main")]
    yield from within("FR4", union_of(deck, facts.colour_identity), cards, facts.colour_identity)


def fr5_basic_land_types(deck: RefDeck) -> Iterator[RefFinding]:
    """FR5: no card with a basic land type that makes mana of a colour outside the identity."""
    cards = [(card, "main") for card, _ in deck.zone("main")]
    cards += [(card, "commander") for card in commander_cards(deck)]
    yield from within("FR5", union_of(deck, facts.colour_identity), cards, facts.basic_type_colours)
