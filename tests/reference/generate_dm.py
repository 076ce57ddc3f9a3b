"""Random decks near the rules of the Duel Masters formats, then mutated."""

from collections.abc import Callable, Sequence
from datetime import date
from random import Random

from tests.reference import dm_facts as facts
from tests.reference import dmedh, ryugekisen
from tests.reference.drafts import COMMON, Draft, Mutation, Pool, mutate, some_day
from tests.reference.gods import COMPLETED_PAIRS, RING, TRI_G_LINK
from tests.reference.model import RefCard, RefCommander, RefRestriction

TODAY = date(2026, 11, 29)
FIRST_DAY = {"dmedh": date(2017, 1, 1), "duelparty": date(2022, 8, 5), "ryugekisen": date(2018, 7, 29)}
DMEDH_EDGES = (
    dmedh.FORBIDDEN_STAR_FROM,
    dmedh.GR_ZONE_FROM,
    dmedh.ZERO_DRAGON_OUT_FROM,
    dmedh.ZENITH_FREE_FROM,
    dmedh.STARTS_OUTSIDE_OUT_FROM,
    dmedh.COST_FOUR_FROM,
    dmedh.COMMAND_CIVILIZATION_FROM,
    TODAY,
)


def dm_colours(card: RefCard) -> frozenset[str] | None:
    return facts.civilizations(card)


def an_ordinary_card(card: RefCard) -> bool:
    return not facts.can_start_outside_the_deck(card)


def a_plain_creature(card: RefCard) -> bool:
    return facts.is_creature(card) and an_ordinary_card(card) and not card.any_number


def a_god(card: RefCard) -> bool:
    return facts.is_god(card) and an_ordinary_card(card)


def a_plain_dragon(card: RefCard) -> bool:
    return card.layout == "single" and a_plain_creature(card) and facts.is_dragon(card)


def a_plain_spell(card: RefCard) -> bool:
    return card.layout == "single" and facts.is_spell(card)


def fill(rng: Random, draft: Draft, pool: Pool, listed: frozenset[str], wanted: int) -> None:
    """Single copies within the colours, then any-number cards; a heap of one card where there are none."""
    within = pool.within(colours_of_commanders(draft))
    fitting = [card for card in within if an_ordinary_card(card) and card.name not in listed]
    heaps = [card for card in fitting if card.any_number]
    singles = [card for card in fitting if not card.any_number and card not in commander_cards(draft)]
    for card in rng.sample(singles, min(len(singles), wanted - (5 if heaps else 0))):
        if not (draft.day < dmedh.ZENITH_FREE_FROM and facts.is_zenith(card)):
            draft.add(card)
    while sum(draft.zone("main").values()) < wanted:
        draft.add(rng.choice(heaps or singles or pool.cards))


def commander_cards(draft: Draft) -> list[RefCard]:
    return [commander.card for commander in draft.commanders]


def name_commanders(rng: Random, draft: Draft, pool: Pool) -> None:
    kind = rng.random()
    if draft.format == "dmedh" and kind < 0.12:
        gods = god_form(rng, pool)
        draft.commanders = [RefCommander(card) for card in gods]
    elif draft.format == "dmedh" and kind < 0.3:
        card = rng.choice(pool.where(facts.is_hyperspatial))
        draft.commanders = [RefCommander(card, rng.randrange(len(card.faces)))]
    else:
        least = 5 if draft.format == "duelparty" else 0
        able = [card for card in pool.where(a_plain_creature) if (facts.summoning_cost(card) or 9) >= least]
        draft.commanders = [RefCommander(rng.choice(able))]


def god_form(rng: Random, pool: Pool) -> list[RefCard]:
    known = [*COMPLETED_PAIRS, frozenset(RING[:2]), frozenset(RING[1:4]), frozenset((RING[4], RING[0]))]
    known += [TRI_G_LINK, frozenset((RING[0], RING[2])), frozenset(RING)]
    forms = [sorted(form) for form in known if all(name in pool.by_name for name in form)]
    if rng.random() < 0.75:
        return [pool.by_name[name] for name in rng.choice(forms)]
    return rng.sample(pool.where(a_god), rng.choice((2, 2, 3)))


def colours_of_commanders(draft: Draft) -> frozenset[str]:
    return dmedh.identity(draft.deck()) or frozenset()


def fill_zones(rng: Random, draft: Draft, pool: Pool) -> None:
    """A hyperspatial zone of 8, a GR zone of 12, a FORBIDDEN STAR: each as often as not."""
    if rng.random() < 0.6:
        beside = pool.where(facts.is_hyperspatial)
        for card in rng.sample(beside, min(8, len(beside))):
            draft.add(card, zone="hyperspatial")
    if rng.random() < 0.4 and draft.day >= dmedh.GR_ZONE_FROM:
        gr = pool.where(facts.is_gr)
        for card in rng.sample(gr, min(12, len(gr))):
            draft.add(card, zone="gr")
    if rng.random() < 0.2 and draft.day >= dmedh.FORBIDDEN_STAR_FROM:
        stars = pool.where(facts.is_forbidden_star)
        if stars:
            draft.add(rng.choice(stars), zone="extra")


def change_a_zone(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    """One card more, fewer or double in a zone beside the deck; sometimes of the wrong kind."""
    zones = ["hyperspatial", "gr"]
    if draft.day >= dmedh.FORBIDDEN_STAR_FROM:
        zones.append("extra")  # what stood there before that day, no document says
    zone = rng.choice(zones)
    act = rng.randrange(3)
    kinds: dict[str, Callable[[RefCard], object]] = {
        "hyperspatial": facts.is_hyperspatial,
        "gr": facts.is_gr,
        "extra": facts.is_forbidden_star,
    }
    fitting = pool.where(kinds[zone])
    if act == 0:
        draft.add(rng.choice(fitting or pool.cards), zone=zone)
    elif act == 1 and draft.zone(zone):
        draft.add(rng.choice(list(draft.zone(zone))), zone=zone)
    elif draft.zone(zone):
        draft.take_one(rng, zone)
    else:
        draft.add(rng.choice(pool.cards), zone=zone)


def a_card_that_starts_outside(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(facts.can_start_outside_the_deck)))


def a_twin_pact(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(facts.is_twin_pact)))


def zeniths(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    found = pool.where(facts.is_zenith)
    for card in rng.sample(found, min(len(found), rng.choice((1, 2)))):
        draft.swap_in(rng, card)


def a_card_banned_by_name(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, pool.by_name[rng.choice(ryugekisen.BANNED)])


def a_spell(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(facts.is_spell)))


OWN: tuple[Mutation, ...] = (
    change_a_zone,
    change_a_zone,
    a_card_that_starts_outside,
    a_twin_pact,
    zeniths,
    a_spell,
)


def a_card_outside_the_count(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    """One card more, or one of the deck's, under a heading such as 枚数外."""
    if rng.random() < 0.5:
        draft.take_one(rng, "main")
    draft.add(rng.choice(pool.cards), zone="extra")


# `ryugekisen` has no commander and no zone but the deck.
WITHOUT_COMMANDER = (
    a_card_outside_the_count,
    *(each for each in COMMON if "commander" not in each.__name__),
    a_card_that_starts_outside,
    a_twin_pact,
    a_spell,
    a_card_banned_by_name,
)


def dragon_deck(rng: Random, draft: Draft, pool: Pool, listed: frozenset[str]) -> None:
    """`ryugekisen`: 30 or so dragons and the rest spells."""
    creatures = rng.choice((29, 30, 30, 30, 31, 34))
    barred = listed | set(ryugekisen.BANNED)
    dragons = [card for card in pool.where(a_plain_dragon) if card.name not in barred]
    spells = [card for card in pool.where(a_plain_spell) if card.name not in barred]
    for card in [
        *rng.sample(dragons, min(creatures, len(dragons))),
        *rng.sample(spells, min(40 - creatures, len(spells))),
    ]:
        draft.add(card)


def composed_draft(rng: Random, name: str, pool: Pool, rows: Sequence[RefRestriction]) -> Draft:
    """One deck of a Duel Masters format as its players compose them; not every commander fits the day."""
    first = FIRST_DAY[name]
    edges = [day for day in DMEDH_EDGES if day >= first]
    draft = Draft(name, 40 if name == "ryugekisen" else 60, some_day(rng, first, TODAY, edges))
    listed = frozenset(each for row in rows for each in row.cards)
    if name == "ryugekisen":
        dragon_deck(rng, draft, pool, listed)
    else:
        name_commanders(rng, draft, pool)
        fill(rng, draft, pool, listed, 59)
        if name == "dmedh":
            fill_zones(rng, draft, pool)
    return draft


def dm_draft(rng: Random, name: str, pool: Pool, rows: Sequence[RefRestriction]) -> Draft:
    """One random deck of a Duel Masters format."""
    draft = composed_draft(rng, name, pool, rows)
    mutate(rng, draft, pool, rows, WITHOUT_COMMANDER if name == "ryugekisen" else (*COMMON, *OWN))
    draft.day = min(max(draft.day, FIRST_DAY[name]), TODAY)
    if draft.day < dmedh.FORBIDDEN_STAR_FROM:
        draft.zones.pop("extra", None)
        draft.unresolved.pop("extra", None)
    return draft
