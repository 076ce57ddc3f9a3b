"""`german-edh`: the German home-league Elder Dragon Highlander (formats.md section 3; seed 003)."""

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
from tests.reference.model import RefCard, RefDeck, RefFinding, RefRestriction, RefVerdict


def judge(deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False) -> RefVerdict:
    findings = [
        *de1_general(deck),
        *de3_mana_symbols(deck),
        *de4_basic_land_types(deck),
        *de6_size(deck),
        *de7_one_of_each(deck),
        *no_companion("DE6", deck),
        *beside_the_format(deck, "companion"),
    ]
    return conclude(deck, cards_of_the_deck(deck), DECK_SIZE, findings)


def de1_general(deck: RefDeck) -> Iterator[RefFinding]:
    """DE1: a legendary creature is the general; there is one."""
    yield from missing_commander("DE1", deck, cards_of_the_deck(deck), DECK_SIZE, facts.is_legendary_creature)
    yield from more_than_one("DE1", deck)
    for general in commander_cards(deck):
        if not facts.is_legendary_creature(general):
            yield violation("DE1", "not a legendary creature", general, "commander")


def cost_colours(general: RefCard) -> frozenset[str]:
    """DE3: the colours of the symbols in the general's MANA COST."""
    return facts.coloured(general.front.mana_cost)


def de3_mana_symbols(deck: RefDeck) -> Iterator[RefFinding]:
    """DE3: no card, the general included, may bear a coloured mana symbol outside the general's cost.

    Reminder text is text on the card and counts; DE5: a basic land's name in a text is no symbol.
    """
    cards = [(card, "main") for card, _ in deck.zone("main")]
    cards += [(card, "commander") for card in commander_cards(deck)]
    yield from within("DE3", union_of(deck, cost_colours), cards, facts.printed_symbols)


def de4_basic_land_types(deck: RefDeck) -> Iterator[RefFinding]:
    """DE4: lands that have a basic land type HAVE that symbol."""
    cards = [(card, "main") for card, _ in deck.zone("main")]
    cards += [(card, "commander") for card in commander_cards(deck)]
    yield from within("DE4", union_of(deck, cost_colours), cards, facts.basic_type_colours)


def de6_size(deck: RefDeck) -> Iterator[RefFinding]:
    """DE6: exactly 100 cards including the general."""
    yield from wrong_size("DE6", deck, cards_of_the_deck(deck), DECK_SIZE)


def de7_one_of_each(deck: RefDeck) -> Iterator[RefFinding]:
    """DE7: no two cards with the same English name, basic and snow-covered basic lands excepted."""
    yield from singleton("DE7", deck, basics_alone)


def event_findings(registered: Sequence[RefDeck]) -> list[list[RefFinding]]:
    """DE2 and DE8 over the decks of one event, in the order of their registration; one list a deck."""
    return [
        [*de2_first_come(deck, registered[:place]), *de8_no_change(deck, registered[:place])]
        for place, deck in enumerate(registered)
    ]


def de2_first_come(deck: RefDeck, earlier: Sequence[RefDeck]) -> Iterator[RefFinding]:
    """DE2: no general is played by more than one person in an event; the earlier registration stands."""
    taken = {card.name for other in earlier if other.player != deck.player for card in commander_cards(other)}
    for general in commander_cards(deck):
        if general.name in taken:
            yield violation("DE2", "the general is taken", general, "commander")


def de8_no_change(deck: RefDeck, earlier: Sequence[RefDeck]) -> Iterator[RefFinding]:
    """DE8: two different lists by one player in one event is a violation of the later one."""
    lists = [the_list(other) for other in earlier if other.player is not None and other.player == deck.player]
    if any(each != the_list(deck) for each in lists):
        yield violation("DE8", "another list than the one registered before")


def the_list(deck: RefDeck) -> tuple[list[str], list[tuple[str, int]]]:
    generals = sorted(card.name for card in commander_cards(deck))
    return generals, sorted((card.name, copies) for card, copies in deck.zone("main"))
