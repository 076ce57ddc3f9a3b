"""`duelparty`: デュエパーティー, from 2022-08-05 (formats.md section 5; research: deck rules §2)."""

from collections.abc import Iterator, Sequence

from tests.reference import dm_facts as facts
from tests.reference.common import (
    beside_the_format,
    conclude,
    copies_by_name,
    missing_commander,
    more_than_one,
    not_known,
    over_one_copy,
    unknown,
    violation,
    wrong_size,
)
from tests.reference.model import RefCard, RefDeck, RefFinding, RefRestriction, RefVerdict

HALL = "dm-hall"
DECK_SIZE = 60
PARTNER_COST = 5
ZONES_BESIDE = ("hyperspatial", "gr", "extra")


def judge(deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False) -> RefVerdict:
    deck = facts.with_the_star_beside(deck)
    findings = [
        *dp1_partner(deck),
        *dp2_size(deck),
        *dp3_no_other_zones(deck),
        *dp4_one_of_each_name(deck),
        *dp6_civilizations(deck),
        *dp7_premium_hall(deck, restrictions),
        *beside_the_format(deck, *ZONES_BESIDE),
    ]
    return conclude(deck, cards_of_the_deck(deck), DECK_SIZE, findings)


def cards_of_the_deck(deck: RefDeck) -> int:
    return len(deck.commanders) + deck.unresolved.get("commander", 0) + deck.size("main")


def may_be_partner(card: RefCard) -> bool:
    cost = facts.summoning_cost(card)
    costs_enough = cost is None or cost >= PARTNER_COST
    return facts.is_creature(card) and costs_enough and not facts.can_start_outside_the_deck(card)


def dp1_partner(deck: RefDeck) -> Iterator[RefFinding]:
    """DP1: one creature of cost 5 or more (its creature side's) that can't start outside the deck."""
    yield from missing_commander("DP1", deck, cards_of_the_deck(deck), DECK_SIZE, may_be_partner)
    yield from more_than_one("DP1", deck)
    for partner in deck.commanders:
        cost = facts.summoning_cost(partner.card, partner.face_no)
        if not facts.is_creature(partner.card):
            yield violation("DP1", "not a creature", partner.card, "commander")
        elif facts.can_start_outside_the_deck(partner.card):
            yield violation("DP1", "can start the game outside the deck", partner.card, "commander")
        elif cost is None:
            yield unknown("DP1", "its cost is not known", partner.card, "commander")
        elif cost < PARTNER_COST:
            yield violation("DP1", f"cost {cost:g}, at least 5 asked", partner.card, "commander")


def dp2_size(deck: RefDeck) -> Iterator[RefFinding]:
    """DP2: 60 cards including the partner."""
    yield from wrong_size("DP2", deck, cards_of_the_deck(deck), DECK_SIZE)


def dp3_no_other_zones(deck: RefDeck) -> Iterator[RefFinding]:
    """DP3: no hyperspatial zone, no GR zone, no card that starts in the battle zone."""
    for zone in ZONES_BESIDE:
        if deck.size(zone) > not_known(deck, zone):
            yield violation("DP3", "there is no such zone", zone=zone)
        elif deck.size(zone):
            yield unknown("DP3", "a zone of cards that are not known", zone=zone)
    for card, _ in deck.zone("main"):
        if facts.can_start_outside_the_deck(card):
            yield violation("DP3", "it does not start in the deck", card, "main")


def dp4_one_of_each_name(deck: RefDeck) -> Iterator[RefFinding]:
    """DP4: one copy of each name, twin-pact and spell side apart; DP5: any-number cards are exempt."""
    counts = copies_by_name(deck, "main", commanders=True)
    yield from over_one_copy("DP4", counts, dp5_any_number, "main")


def dp5_any_number(card: RefCard) -> bool:
    """DP5: cards that allow any number are exempt."""
    return card.any_number


def dp6_civilizations(deck: RefDeck) -> Iterator[RefFinding]:
    """DP6: only the partner's civilizations (both sides of a twin-pact) and colourless."""
    allowed: frozenset[str] | None = frozenset()
    for partner in deck.commanders:
        # A cell is no partner (DP1); what it shows is the face it is named by.
        own = partner.face.colours if facts.is_cell(partner.card) else facts.civilizations(partner.card)
        allowed = None if own is None or allowed is None else allowed | own
    if not deck.commanders or deck.unresolved.get("commander"):
        allowed = None
    for card, _ in deck.zone("main"):
        own = facts.civilizations(card)
        if own is None:
            yield unknown("DP6", "the card's civilizations are not known", card, "main")
        elif own and allowed is None:
            yield unknown("DP6", "the partner's civilizations are not known", card, "main")
        elif allowed is not None and not own <= allowed:
            yield violation("DP6", f"civilizations {sorted(own - allowed)} outside", card, "main")


def dp7_premium_hall(deck: RefDeck, restrictions: Sequence[RefRestriction]) -> Iterator[RefFinding]:
    """DP7: the official premium hall of fame and its combinations, as of the date, bind."""
    names = {partner.card.name for partner in deck.commanders}
    names |= {card.name for zone in ("main", *ZONES_BESIDE) for card, _ in deck.zone(zone)}
    for row in restrictions:
        binds = row.list == HALL and row.status in ("banned", "pair") and row.holds_on(deck.date)
        if binds and names.issuperset(row.cards):
            yield RefFinding("DP7", "violation", row.status, "+".join(row.cards))
