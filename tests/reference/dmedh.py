"""`dmedh`: Duel Masters EDH, all editions (formats.md section 1; research: deck rules by period)."""

from collections.abc import Iterator, Sequence
from datetime import date

from tests.reference import dm_facts as facts
from tests.reference.common import (
    beside_the_format,
    conclude,
    copies_by_name,
    missing_commander,
    not_known,
    over_one_copy,
    unknown,
    violation,
    warning,
    wrong_size,
)
from tests.reference.gods import COMPLETED_PAIRS, RING, TRI_G_LINK, ring_is_properly_linked
from tests.reference.model import RefCard, RefCommander, RefDeck, RefFinding, RefRestriction, RefVerdict

LIST = "dmedh"
DECK_SIZE = 60
PLAYED_ZONES = ("main", "hyperspatial", "gr", "extra")
ZONES_OF_ITS_OWN = ("hyperspatial", "gr", "extra")
FORBIDDEN_STAR_FROM = date(2017, 10, 29)
GR_ZONE_FROM = date(2019, 3, 3)  # and hyperspatial, forbidden and GR commanders out
ZERO_DRAGON_OUT_FROM = date(2019, 12, 20)
ZENITH_FREE_FROM = date(2020, 2, 23)
STARTS_OUTSIDE_OUT_FROM = date(2021, 9, 12)
COST_FOUR_FROM = date(2023, 2, 10)
COMMAND_CIVILIZATION_FROM = date(2026, 1, 4)
# How many cells awaken into a creature, as its cards say.
CELLS_OF = {"唯我独尊ガイアール・オレドラゴン": 3}


def judge(deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False) -> RefVerdict:
    has_dm9 = deck.date >= FORBIDDEN_STAR_FROM
    deck = facts.with_the_star_beside(deck) if has_dm9 else facts.with_extra_in_the_deck(deck)
    counted = cards_of_the_deck(deck)
    findings = [
        *dm1_commander(deck),
        *dm2_size(deck),
        *dm3_hyperspatial_zone(deck),
        *dm4_one_of_each_name(deck),
        *dm5_commander_of_any_number(deck),
        *dm6_civilizations(deck),
        *dm7_zenith(deck),
        *dm8_recommendations(deck, restrictions, strict),
        *dm9_forbidden_star(deck),
        *dm12_gr_zone(deck),
        *cards_out_of_place(deck),
        *beside_the_format(deck, *ZONES_OF_ITS_OWN),
        *hyp1_hyperspatial_creature(deck),
        *god1_completed_form(deck),
        *god3_centre_link_360(deck),
    ]
    return conclude(deck, counted, DECK_SIZE, findings)


def is_god_commander(deck: RefDeck) -> bool:
    """Two or more different Gods named together claim to be one linked God (GOD1)."""
    return len(deck.commanders) > 1 and may_be_linked(deck)


def is_part_of_a_form(deck: RefDeck) -> bool:
    """A commander of unknown name may be the God, or the cell, that the known ones link with."""
    return bool(deck.unresolved.get("commander")) and (may_be_linked(deck) or may_be_cells(deck))


def may_be_linked(deck: RefDeck) -> bool:
    names = {each.card.name for each in deck.commanders}
    return len(names) == len(deck.commanders) and all(facts.is_god(each.card) for each in deck.commanders)


def are_cells_of_one_creature(deck: RefDeck) -> bool:
    """HYP3: several cells that awaken into the same creature; the clause is gone from 2019-03-03."""
    return len(deck.commanders) > 1 and may_be_cells(deck)


def may_be_cells(deck: RefDeck) -> bool:
    cards = {each.card for each in deck.commanders}
    one_creature = len({card.faces[-1].name for card in cards}) <= 1 and all(map(facts.is_cell, cards))
    return len(cards) == len(deck.commanders) and one_creature and deck.date < GR_ZONE_FROM


def cards_of_the_deck(deck: RefDeck) -> int:
    """The cards that count to 60: a God commander is ONE card (GOD4), so is one of several cells (HYP3)."""
    one_card = is_god_commander(deck) or are_cells_of_one_creature(deck)
    commanders = 1 if one_card else len(deck.commanders)
    return commanders + deck.unresolved.get("commander", 0) + deck.size("main")


def civilizations_of_commander(commander: RefCommander) -> frozenset[str] | None:
    """HYP3: of a creature of several cells the named face alone; HYP2 and else: all faces."""
    if facts.is_cell(commander.card):
        return commander.face.colours
    return facts.civilizations(commander.card)


def printed_civilizations(deck: RefDeck) -> frozenset[str] | None:
    """The commander's civilizations; of a God commander the union over its Gods (GOD5). None: not known."""
    if not deck.commanders or deck.unresolved.get("commander"):
        return None
    union: frozenset[str] = frozenset()
    for commander in deck.commanders:
        own = civilizations_of_commander(commander)
        if own is None:
            return None
        union |= own
    return union


def may_be_wider(deck: RefDeck) -> bool:
    """From 2026-01-04, where a commander's evolution source is not known; nothing widens all five."""
    if deck.date < COMMAND_CIVILIZATION_FROM or len(identity(deck) or ()) == 5:
        return False
    return any(commander.card.evolution_colours is None for commander in deck.commanders)


def identity(deck: RefDeck) -> frozenset[str] | None:
    """From 2026-01-04 the 統率文明: also what the commander's evolution source names, as far as known."""
    union = printed_civilizations(deck)
    if union is not None and deck.date >= COMMAND_CIVILIZATION_FROM:
        union = union.union(*(each.card.evolution_colours or () for each in deck.commanders))
    return union


def dm1_commander(deck: RefDeck) -> Iterator[RefFinding]:
    """DM1: one creature is the commander; which creatures are barred depends on the edition."""

    def able(card: RefCard) -> bool:
        creature = facts.is_creature(card) and not is_barred(card, deck.date) and not card.any_number
        return creature and (costs_enough(deck, facts.summoning_cost(card)) or facts.is_god(card))

    yield from missing_commander("DM1", deck, cards_of_the_deck(deck), DECK_SIZE, able)
    one_form = is_god_commander(deck) or are_cells_of_one_creature(deck) or is_part_of_a_form(deck)
    if len(deck.commanders) > 1 and not one_form:
        yield violation("DM1", "more than one commander", zone="commander")
    for commander in deck.commanders:
        if not facts.is_creature(commander.card):
            yield violation("DM1", "not a creature", commander.card, "commander")
        elif is_barred(commander.card, deck.date):
            yield violation("DM1", "a creature of a barred kind", commander.card, "commander")
    if deck.commanders and not costs_enough(deck, cost_of_commander(deck)):
        if is_part_of_a_form(deck):
            yield unknown("DM1", "the cost of the whole form is not known", zone="commander")
        else:
            yield violation("DM1", "a commander that costs less than 4", zone="commander")
    if deck.commanders and deck.date >= COST_FOUR_FROM and cost_of_commander(deck) is None:
        yield unknown("DM1", "the commander's cost is not known", zone="commander")


def costs_enough(deck: RefDeck, cost: float | None) -> bool:
    """From 2023-02-10 a commander costs 4 or more; a cost that is not known may be enough."""
    return deck.date < COST_FOUR_FROM or cost is None or cost >= 4


def hyp1_hyperspatial_creature(deck: RefDeck) -> Iterator[RefFinding]:
    """HYP1, edition 2017: of the hyperspatial cards only creatures may be the commander."""
    for commander in deck.commanders if deck.date < GR_ZONE_FROM else ():
        if facts.is_hyperspatial(commander.card) and not facts.is_creature(commander.card):
            yield violation("HYP1", "no hyperspatial creature", commander.card, "commander")
    # HYP3: several cells are one creature, and of fewer than it has it is not made.
    if are_cells_of_one_creature(deck) and not deck.unresolved.get("commander"):
        whole = deck.commanders[0].card.faces[-1].name
        if len(deck.commanders) < CELLS_OF.get(whole, 0):
            yield violation("HYP1", f"not all cells of {whole}", zone="commander")


def is_barred(card: RefCard, day: date) -> bool:
    """Kinds of creature that can't be the commander on that day (formats.md, editions of dmedh)."""
    if day >= STARTS_OUTSIDE_OUT_FROM:
        return facts.can_start_outside_the_deck(card)
    if day >= ZERO_DRAGON_OUT_FROM and facts.is_zero_dragon(card):
        return True
    if day >= GR_ZONE_FROM:
        return facts.is_hyperspatial(card) or facts.is_forbidden(card) or facts.is_gr(card)
    return False  # edition 2017: HYP1 lets psychic and dragheart creatures in


def cost_of_commander(deck: RefDeck) -> float | None:
    """GOD5: the sum over the Gods of a form; else the cost of the one creature."""
    costs = [facts.summoning_cost(each.card, each.face_no) for each in deck.commanders]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def dm2_size(deck: RefDeck) -> Iterator[RefFinding]:
    """DM2: 60 cards including the commander."""
    yield from wrong_size("DM2", deck, cards_of_the_deck(deck), DECK_SIZE)


def dm3_hyperspatial_zone(deck: RefDeck) -> Iterator[RefFinding]:
    """DM3: at most 8 cards in the hyperspatial zone; fewer in one that is there is a warning."""
    cards = deck.size("hyperspatial")
    if cards - not_known(deck, "hyperspatial") > 8:
        yield violation("DM3", f"{cards} cards, at most 8 allowed", zone="hyperspatial")
    elif cards > 8:
        yield unknown("DM3", f"{cards} cards, not all known, at most 8 allowed", zone="hyperspatial")
    elif 0 < cards < 8 and deck.complete:
        yield warning("DM3", f"{cards} cards of 8", "hyperspatial")


def dm4_one_of_each_name(deck: RefDeck) -> Iterator[RefFinding]:
    """DM4: no two cards of one name in the deck, nor in the hyperspatial zone; DM5 exempts some."""
    whole = copies_by_name(deck, "main", commanders=True)
    yield from over_one_copy("DM4", whole, allows_any_number, "main")
    beside = copies_by_name(deck, "hyperspatial")
    yield from over_one_copy("DM4", beside, allows_any_number, "hyperspatial")


def allows_any_number(card: RefCard) -> bool:
    """DM5: cards that say any number may be put in the deck."""
    return card.any_number


def dm5_commander_of_any_number(deck: RefDeck) -> Iterator[RefFinding]:
    """DM5: such a card can't be the commander."""
    for commander in deck.commanders:
        if commander.card.any_number:
            yield violation("DM5", "a card of any number as commander", commander.card, "commander")


def dm6_civilizations(deck: RefDeck) -> Iterator[RefFinding]:
    """DM6: only civilizations of the commander, all faces counted; colourless cards are exempt."""
    for card, _ in deck.zone("main"):
        yield from within_the_identity("DM6", deck, card, "main")


def within_the_identity(rule: str, deck: RefDeck, card: RefCard, zone: str) -> Iterator[RefFinding]:
    own, allowed = facts.civilizations(card), identity(deck)
    if allowed is not None and len(allowed) == 5:
        return  # nothing lies outside
    if own is None:
        yield unknown(rule, "the card's civilizations are not known", card, zone)
    elif own and allowed is None:
        yield unknown(rule, "the commander's civilizations are not known", card, zone)
    elif allowed is not None and not own <= allowed:
        if may_be_wider(deck):
            yield unknown(rule, "the commander's evolution source is not known", card, zone)
        else:
            yield violation(rule, f"civilizations {sorted(own - allowed)} outside", card, zone)


def dm7_zenith(deck: RefDeck) -> Iterator[RefFinding]:
    """DM7: at most one card of race ゼニス in the deck, until 2020-02-22."""
    whole = copies_by_name(deck, "main", commanders=True)
    zeniths = sum(copies for card, copies in whole.values() if facts.is_zenith(card))
    if deck.date < ZENITH_FREE_FROM and zeniths > 1:
        yield violation("DM7", f"{zeniths} cards of race ゼニス")


def dm8_recommendations(
    deck: RefDeck, restrictions: Sequence[RefRestriction], strict: bool
) -> Iterator[RefFinding]:
    """DM8: the format's own list. It recommends, so its findings advise unless the reader lets it bind."""
    commanders = {each.card.name for each in deck.commanders}
    names = commanders | {card.name for zone in PLAYED_ZONES for card, _ in deck.zone(zone)}
    known = (civilizations_of_commander(each) or () for each in deck.commanders)
    colours = len(frozenset[str]().union(*known))  # what is not known can only add to them
    for row in restrictions:
        if row.list != LIST or not row.holds_on(deck.date) or colours < row.min_colours:
            continue
        affected = commanders if row.status == "banned_as_commander" else names
        if row.status in ("banned", "banned_as_commander", "pair", "trio") and affected.issuperset(row.cards):
            # Since when it stood on the list may not be known: then it advises, but can't be said to bind.
            binding = "unknown" if row.from_date is None else "violation"
            yield RefFinding("DM8", binding if strict else "advisory", row.status, "+".join(row.cards))


def dm9_forbidden_star(deck: RefDeck) -> Iterator[RefFinding]:
    """DM9: outside the 60 at most one set of FORBIDDEN STAR, in the commander's civilizations."""
    if deck.date < FORBIDDEN_STAR_FROM:
        return
    for card, copies in copies_by_name(deck, "extra").values():
        if not facts.is_forbidden_star(card):
            yield violation("DM9", "not a card that stands outside the count", card, "extra")
        if copies > 1:
            yield violation("DM9", f"{copies} sets", card, "extra")
        yield from within_the_identity("DM9", deck, card, "extra")


def dm12_gr_zone(deck: RefDeck) -> Iterator[RefFinding]:
    """DM12: exactly 12 cards or none, no two of one name; before 2019-03-03 there is no such zone."""
    cards = deck.size("gr")
    possible = range(cards - not_known(deck, "gr"), cards + 1)
    if deck.date < GR_ZONE_FROM:
        if 0 not in possible:
            yield violation("DM12", "a GR zone before there was one", zone="gr")
        elif cards:
            yield unknown("DM12", "a GR zone of cards that are not known", zone="gr")
        return
    if (cards > 12 or deck.complete) and 0 not in possible and 12 not in possible:
        yield violation("DM12", f"{cards} cards, 12 or none asked", zone="gr")
    elif cards not in (0, 12):
        yield unknown("DM12", f"{cards} cards, not all known, 12 or none asked", zone="gr")
    yield from over_one_copy("DM12", copies_by_name(deck, "gr"), allows_any_number, "gr")


def cards_out_of_place(deck: RefDeck) -> Iterator[RefFinding]:
    """What DM3 and DM12 take for granted, that either zone holds its own kind of card, which is nowhere else.

    No clause bars it, so it is warned of.
    """
    for card, _ in deck.zone("hyperspatial"):
        if facts.is_known(card) and not facts.is_hyperspatial(card) and not facts.is_king_cell(card):
            yield warning("DM3", f"{card.name} is no hyperspatial card", "hyperspatial")
    for card, _ in deck.zone("main"):
        if facts.is_hyperspatial(card):
            yield warning("DM3", f"{card.name} is a hyperspatial card", "main")
    if deck.date < GR_ZONE_FROM:
        return
    for card, _ in deck.zone("gr"):
        if facts.is_known(card) and not facts.is_gr(card):
            yield warning("DM12", f"{card.name} is no GR creature", "gr")
    for card, _ in deck.zone("main"):
        if facts.is_gr(card):
            yield warning("DM12", f"{card.name} is a GR creature", "main")


def god1_completed_form(deck: RefDeck) -> Iterator[RefFinding]:
    """GOD1: linked Gods only in a completed form; GOD2: of the ring of five any proper link will do."""
    if not is_god_commander(deck):
        return
    form = frozenset(each.card.name for each in deck.commanders)
    if is_part_of_a_form(deck):
        yield unknown("GOD1", "not all Gods of the form are known", zone="commander")
    elif form <= set(RING):
        if not ring_is_properly_linked(form):
            yield violation("GOD2", "these Gods of the ring are no neighbours", zone="commander")
    elif form == TRI_G_LINK:
        # GOD6: a God commander never Tri-G-Links, so this form can't be one.
        yield violation("GOD1", "a Tri-G-Link is no completed form", zone="commander")
    elif form not in COMPLETED_PAIRS:
        yield unknown("GOD1", "the table holds no link between these Gods", zone="commander")


def god3_centre_link_360(deck: RefDeck) -> Iterator[RefFinding]:
    """GOD3: 中央Gリンク360 gains no name it can't properly link with; the table knows of no such link."""
    for commander in deck.commanders if is_god_commander(deck) else ():
        if commander.card.centre_link_360:
            yield unknown("GOD3", "its links are not known", commander.card, "commander")
