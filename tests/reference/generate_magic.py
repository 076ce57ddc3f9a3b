"""Random decks near the rules of the Magic formats, then mutated."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from tests.reference import command_zone, commander, duel_commander, german_edh
from tests.reference import magic_facts as facts
from tests.reference.companions import CONDITIONS
from tests.reference.drafts import COMMON, Draft, Mutation, Pool, mutate, some_day
from tests.reference.model import RefCard, RefCommander, RefRestriction

FIRST_DAY = date(2018, 1, 1)
TODAY = date(2026, 11, 29)
# The sources say "since the rules of 2025", not which day; decks that turn on it stay out of that year.
VEHICLES_UNSURE = (date(2025, 1, 1), date(2026, 1, 1))
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


def identity_colours(card: RefCard) -> frozenset[str] | None:
    """By the comprehensive rules: symbols, indicators, and basic land types."""
    own = facts.colour_identity(card)
    return None if own is None else own | facts.basic_type_colours(card)


def symbol_colours(card: RefCard) -> frozenset[str]:
    """By the German rules: printed symbols and basic land types."""
    return facts.printed_symbols(card) | facts.basic_type_colours(card)


def a_lone_commander(card: RefCard) -> bool:
    return facts.is_legendary_creature(card) and card.in_pool is True


def one_of_a_pair(card: RefCard) -> bool:
    return bool(
        command_zone.has_partner(card)
        or command_zone.partner_named(card)
        or command_zone.partner_group(card)
        or command_zone.chooses_a_background(card)
        or command_zone.is_background(card)
        or command_zone.is_doctors_companion(card)
        or command_zone.is_the_doctor(card)
    )


def an_unusual_commander(card: RefCard) -> bool:
    """Text, Vehicles, Spacecraft, a colour to choose: whoever commands by more than being a creature."""
    return (
        facts.can_be_commander_by_its_text(card)
        or command_zone.chooses_a_colour(card)
        or (facts.is_legendary(card) and bool(card.front.subtypes & {"Vehicle", "Spacecraft", "Background"}))
        or facts.creature_outside_the_battlefield(card)
    )


def a_card_with_land_types(card: RefCard) -> bool:
    return bool(facts.basic_type_colours(card)) and not facts.is_basic(card)


def a_card_of_many_copies(card: RefCard) -> bool:
    return facts.copies_allowed(card) is not None


def an_odd_card(card: RefCard) -> bool:
    return card.in_pool is not True or facts.uses_stickers_or_attractions(card)


def a_card_of_several_faces(card: RefCard) -> bool:
    return len(card.faces) > 1


def name_commanders(rng: Random, draft: Draft, pool: Pool) -> None:
    kind = rng.random()
    if draft.format in ("commander", "duel-commander") and kind < 0.35:
        pairs = pool.where(one_of_a_pair)
        cards = rng.sample(pairs, 2)
        for _ in range(200 if kind < 0.28 else 0):
            if command_zone.may_pair(*cards):
                break
            cards = rng.sample(pairs, 2)
    elif kind < 0.45:
        cards = [rng.choice(pool.where(an_unusual_commander))]
    else:
        cards = [rng.choice(pool.where(a_lone_commander))]
    draft.commanders = [RefCommander(card) for card in cards]


def colours_of_commanders(draft: Draft) -> frozenset[str]:
    cards = [each.card for each in draft.commanders]
    if draft.format == "german-edh":
        return frozenset().union(*(german_edh.cost_colours(card) for card in cards))
    return frozenset().union(*(facts.colour_identity(card) or frozenset() for card in cards))


def fill(rng: Random, draft: Draft, pool: Pool, listed: frozenset[str], companion: str | None) -> None:
    """Single copies within the colours, the rest basic lands of these colours."""
    colours = colours_of_commanders(draft)
    named = [each.card for each in draft.commanders]
    condition = CONDITIONS[companion] if companion and companion != "Yorion, Sky Nomad" else None
    fitting = pool.within(colours)
    for card in rng.sample(fitting, min(len(fitting), rng.choice((10, 40, 63)))):
        plain = card.in_pool is True and not facts.is_basic(card) and card not in named
        if plain and card.name not in listed and (condition is None or condition([(card, 1)])):
            draft.add(card)
    basics = [pool.by_name[BASICS[colour]] for colour in sorted(colours)] or [pool.by_name["Wastes"]]
    while sum(draft.zone("main").values()) < 100 - len(draft.commanders):
        left = 100 - len(draft.commanders) - sum(draft.zone("main").values())
        draft.add(rng.choice(basics), min(left, rng.randrange(1, 40)))


def a_land(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(a_card_with_land_types)))


def a_basic(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(facts.is_basic)), rng.choice((1, 2)))


def many_copies(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    card = rng.choice(pool.where(a_card_of_many_copies))
    draft.swap_in(rng, card, min(20, facts.copies_allowed(card) or 1) + rng.choice((-1, 0, 0, 1)))


def a_companion(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    names = [name for name in CONDITIONS if name in pool.by_name]
    card = pool.by_name[rng.choice(names)] if rng.random() < 0.8 else rng.choice(pool.cards)
    draft.add(card, zone="companion")
    if rng.random() < 0.2:
        draft.swap_in(rng, card)


def an_unplayable_card(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(an_odd_card)))


def two_faces(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.where(a_card_of_several_faces)))


def an_odd_pair(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.commanders = [RefCommander(card) for card in rng.choices(pool.where(one_of_a_pair), k=2)]


OWN: tuple[Mutation, ...] = (
    a_land,
    a_basic,
    many_copies,
    a_companion,
    an_unplayable_card,
    two_faces,
    an_odd_pair,
)


def turns_on_vehicles(draft: Draft) -> bool:
    return any(
        facts.is_legendary_vehicle_or_spacecraft(each.card)
        and not facts.can_be_commander_by_its_text(each.card)
        and not facts.is_legendary_creature(each.card)
        for each in draft.commanders
    )


def magic_draft(rng: Random, name: str, pool: Pool, rows: Sequence[RefRestriction]) -> Draft:
    """One random deck of a Magic format. `rows` are those of the format's own ban list."""
    edges = [day for row in rows for day in (row.from_date, row.until_date) if day and day >= FIRST_DAY]
    edges += [duel_commander.STICKERS_OUT_FROM, commander.VEHICLES_FROM, TODAY]
    draft = Draft(name, 100, some_day(rng, FIRST_DAY, TODAY, edges))
    name_commanders(rng, draft, pool)
    companion = None
    if name in ("commander", "duel-commander") and rng.random() < 0.12:
        companion = rng.choice([name for name in CONDITIONS if name in pool.by_name])
        draft.add(pool.by_name[companion], zone="companion")
        for _ in range(30):  # look for a commander that fulfils the condition as well
            if CONDITIONS[companion]([(each.card, 1) for each in draft.commanders]):
                break
            name_commanders(rng, draft, pool)
    fill(rng, draft, pool, frozenset(each for row in rows for each in row.cards), companion)
    kinds = (
        (*COMMON, *OWN) if rows else tuple(each for each in COMMON if each.__name__ != "a_listed_card") + OWN
    )
    mutate(rng, draft, pool, rows, kinds)
    draft.day = min(max(draft.day, FIRST_DAY), TODAY)
    if turns_on_vehicles(draft) and VEHICLES_UNSURE[0] <= draft.day < VEHICLES_UNSURE[1]:
        draft.day = VEHICLES_UNSURE[1] + timedelta(days=rng.randrange(300))
    return draft
