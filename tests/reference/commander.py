"""`commander`: multiplayer Commander by the comprehensive rules (formats.md section 6)."""

from collections.abc import Iterator, Sequence
from datetime import date

from tests.reference import command_zone, rulebreakers
from tests.reference import magic_facts as facts
from tests.reference.common import (
    beside_the_format,
    conclude,
    missing_commander,
    not_known,
    unknown,
    violation,
    wrong_size,
)
from tests.reference.companions import CONDITIONS
from tests.reference.magic_clauses import (
    DECK_SIZE,
    basics_and_card_text,
    cards_of_the_deck,
    commander_cards,
    on_a_ban_list,
    outside_the_pool,
    singleton,
    starting_deck,
    union_of,
)
from tests.reference.model import RefCard, RefDeck, RefFinding, RefRestriction, RefVerdict

LIST = "commander"
COMPANIONS_FROM = date(2020, 4, 17)  # the rules that came with Ikoria
VEHICLES_FROM = date(2025, 7, 25)  # the comprehensive rules that came with Edge of Eternities


def judge(deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False) -> RefVerdict:
    findings = [
        *commander_may_command("903.3", deck),
        *commanders_may_pair("702.124", deck),
        *size("903.5a", deck),
        *singleton("903.5b", deck, basics_and_card_text, "companion"),  # 903.11a
        *colour_identity("903.5c", "903.5d", deck),
        *companion("702.139", deck),
        *on_a_ban_list("ban", deck, restrictions, LIST),
        *outside_the_pool("pool", deck),
        *beside_the_format(deck, "companion"),
    ]
    return conclude(deck, cards_of_the_deck(deck), DECK_SIZE, findings)


def commander_may_command(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """903.3: a legendary creature, Vehicle or Spacecraft with power and toughness; 903.3a: by its own text.

    A Background commands only beside one who chooses it (702.124k); the pair is the next rule's matter.
    """

    def able(card: RefCard) -> bool:
        return may_command(card, deck.date)

    yield from missing_commander(rule, deck, cards_of_the_deck(deck), DECK_SIZE, able)
    named = len(deck.commanders) + not_known(deck, "commander")
    if len(deck.commanders) > 2:
        yield violation(rule, f"{named} commanders, at most two (702.124g)", zone="commander")
    elif named > 2:
        yield unknown(rule, f"{named} commanders, not all known, at most two", zone="commander")
    for card in commander_cards(deck):
        beside_one_who_chooses = command_zone.is_background(card) and named > 1
        if beside_one_who_chooses and len(deck.commanders) == 1 and not may_command(card, deck.date):
            yield unknown(rule, "the one beside it may choose a Background", card, "commander")
        elif not may_command(card, deck.date) and not beside_one_who_chooses:
            yield violation(rule, "it can't be a commander", card, "commander")


def may_command(card: RefCard, day: date) -> bool:
    return (
        facts.is_legendary_creature(card)
        or facts.can_be_commander_by_its_text(card)
        or (day >= VEHICLES_FROM and facts.is_legendary_vehicle_or_spacecraft(card))
    )


def commanders_may_pair(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """702.124: two commanders only by one partner ability that both share."""
    cards = commander_cards(deck)
    if len(cards) == 2 and not command_zone.may_pair(*cards):
        yield violation(rule, "no ability lets these two command together", zone="commander")


def size(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """903.5a: exactly 100 cards, commanders included; one Rulebreaker lifts the maximum."""
    counted = cards_of_the_deck(deck)
    if counted <= DECK_SIZE or not rulebreakers.has_no_maximum_size(commander_cards(deck)):
        yield from wrong_size(rule, deck, counted, DECK_SIZE, commander_places=2)


def colour_identity(rule: str, land_rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """903.5c: every card within the commanders' identity (702.124c: of both together); 903.5d: so are the
    colours of basic land types. The companion's identity must fit too (903.11a).

    Some commanders choose one colour before the game (903.4b), and a Rulebreaker exempts some cards.
    """
    commanders = commander_cards(deck)
    allowed = union_of(deck, facts.colour_identity)
    cards = [card for card, _ in [*starting_deck(deck), *deck.zone("companion")]]
    cards = [card for card in cards if not rulebreakers.exempt_from_identity(commanders, card)]
    for card in cards:
        own = facts.colour_identity(card)
        if own is None or (allowed is None and (own or facts.basic_type_colours(card))):
            yield unknown(rule, "colours are not known", card)
    if allowed is None:
        return
    outside = {card: (facts.colour_identity(card) or frozenset()) - allowed for card in cards}
    by_land_type = {card: facts.basic_type_colours(card) - allowed for card in cards}
    widened = [card for card in cards if rulebreakers.may_add_a_colour(commanders, card)]
    if len(frozenset[str]().union(*(outside[card] for card in widened))) <= 1:
        outside |= dict.fromkeys(widened, frozenset[str]())
    missing = frozenset[str]().union(*outside.values(), *by_land_type.values())
    if len(missing) <= sum(command_zone.chooses_a_colour(card) for card in commanders):
        return
    for card in cards:
        if outside[card]:
            yield violation(rule, f"{''.join(sorted(outside[card]))} outside", card)
        if by_land_type[card]:
            yield violation(land_rule, f"{''.join(sorted(by_land_type[card]))} outside", card)


def companion(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """702.139: one companion, outside the 100, whose condition the starting deck fulfils (702.139b)."""
    companions = deck.size("companion") - not_known(deck, "companion")
    if companions > 1:
        yield violation(rule, "more than one companion", zone="companion")
    elif companions and deck.size("companion") > 1:
        yield unknown(rule, "a line beside the companion is not known", zone="companion")
    for card, _ in deck.zone("companion"):
        condition = CONDITIONS.get(card.name)
        if deck.date < COMPANIONS_FROM:
            yield violation(rule, "there were no companions yet", card, "companion")
        elif condition is None:
            yield violation(rule, "it has no companion ability", card, "companion")
        elif not condition(starting_deck(deck)):
            yield violation(rule, "its condition is not fulfilled", card, "companion")
