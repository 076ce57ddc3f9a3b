"""The reference judge's card facts in the product's words: traits, identities, copy limits.

Each trait is filled from the reference's own reading, so that a judge fed with these tables is tested
alone, and the product's own reading of cards can be held against them.
"""

from collections.abc import Mapping

from tests.reference import command_zone
from tests.reference import dm_facts as dm
from tests.reference import magic_facts as magic
from tests.reference.model import RefCard
from tests.reference.rulebreakers import NO_MAXIMUM_SIZE

BITS = {"光": 1, "水": 2, "闇": 4, "火": 8, "自然": 16, "W": 1, "U": 2, "B": 4, "R": 8, "G": 16}

COMPANIONS = {
    "Gyruda, Doom of Depths": "even_mana_value",
    "Jegantha, the Wellspring": "no_repeated_symbol",
    "Kaheera, the Orphanguard": "creature_types",
    "Keruga, the Macrosage": "mana_value_at_least_3",
    "Lurrus of the Dream-Den": "permanents_mana_value_at_most_2",
    "Lutri, the Spellchaser": "different_names",
    "Obosh, the Preypiercer": "odd_mana_value",
    "Umori, the Collector": "shared_type",
    "Yorion, Sky Nomad": "twenty_more",
    "Zirda, the Dawnwaker": "activated_abilities",
}
PERMISSIONS = {
    "Grizzlegom, Hurloon Hero": ["any_identity:type=Land"],
    "Maular, the Next Evolution": ["any_identity:type=Creature&mana_value>=7"],
    "Seluma, Light of Aysen": ["any_identity:subtype=Angel"],
    "The Everforger": ["any_identity:type=Artifact&type=Creature", "any_identity:subtype=Equipment"],
    "The Unluckiest Planeswalker": ["any_identity:subtype=Aura"],
    "Tolabow, Loch Rascal": ["one_extra_colour:type=Instant", "one_extra_colour:type=Sorcery"],
    "Valko Indorian": ["any_identity:subtype=Phyrexian"],
}


def mask(colours: frozenset[str] | None) -> int | None:
    return None if colours is None else sum(BITS[colour] for colour in colours)


def dm_traits(card: RefCard) -> set[str]:
    has = {
        "creature": dm.is_creature(card),
        "spell": dm.is_spell(card),
        "twin_pact": dm.is_twin_pact(card),
        "evolution": any("進化" in kind for kind in dm.printed_types(card)),
        "psychic": dm.is_psychic(card),
        "dragheart": dm.is_dragheart(card),
        "cell": card.layout == "cells",
        "gr": dm.is_gr(card),
        "forbidden": dm.is_forbidden(card),
        "zero_dragon": dm.is_zero_dragon(card),
        "starts_outside": dm.can_start_outside_the_deck(card),
        "god": dm.is_god(card),
        "zenith": dm.is_zenith(card),
        "dragon": dm.is_dragon(card),
        "any_number": card.any_number,
        "centre_link_360": card.centre_link_360,
        "forbidden_star": dm.is_forbidden_star(card),
    }
    return {trait for trait, holds in has.items() if holds}


def magic_traits(card: RefCard) -> set[str]:
    types = magic.card_types(card)
    partner, group = command_zone.partner_named(card), command_zone.partner_group(card)
    has = {
        "legendary": magic.is_legendary(card),
        "creature": "Creature" in types,
        "land": "Land" in types,
        "instant_or_sorcery": bool(types & {"Instant", "Sorcery"}),
        "permanent": bool(types & magic.PERMANENT_TYPES),
        "basic": magic.is_basic(card),
        "snow_basic": magic.is_basic(card) and "Snow" in card.front.supertypes,
        "any_number": magic.copies_allowed(card) == 1000,
        "can_be_commander": magic.can_be_commander_by_its_text(card),
        "vehicle_commander": magic.is_legendary_vehicle_or_spacecraft(card),
        "partner": command_zone.has_partner(card),
        f"partner_with:{partner}": partner is not None,
        f"partner_group:{(group or '').lower()}": group is not None,
        "friends_forever": (group or "").lower() == "friends forever",
        "choose_a_background": command_zone.chooses_a_background(card),
        "background": command_zone.is_background(card),
        "doctors_companion": command_zone.is_doctors_companion(card),
        "doctor": command_zone.is_the_doctor(card),
        "chosen_colour": command_zone.chooses_a_colour(card),
        "companion": card.name in COMPANIONS,
        f"companion:{COMPANIONS.get(card.name)}": card.name in COMPANIONS,
        "every_creature_type": magic.every_creature_type(card),
        "repeated_symbol": magic.repeats_a_symbol(card),
        "activated_ability": magic.has_activated_ability(card),
        "no_maximum_size": card.name == NO_MAXIMUM_SIZE,
        "any_identity:supertype=Basic": card.name in PERMISSIONS,
        "sticker": magic.uses_stickers_or_attractions(card),
        "conspiracy": "Conspiracy" in types,
        "outside_pool": card.in_pool is False,
        "pool_unknown": card.in_pool is None,
    }
    return {trait for trait, holds in has.items() if holds}.union(PERMISSIONS.get(card.name, []))


def dm_identities(card: RefCard) -> Mapping[str, int | None]:
    union = dm.civilizations(card)
    source = card.evolution_colours
    widest = union is not None and len(union) == 5
    known = union if widest else None if union is None or source is None else union | source
    return {
        "civilization": mask(union),
        "civilization_front": mask(card.front.colours),
        "command_civilization": mask(known),
    }


def magic_identities(card: RefCard) -> Mapping[str, int | None]:
    text = magic.without_reminder(magic.whole_text(card))
    cost = "".join(face.mana_cost for face in card.faces)
    return {
        "colour_identity": mask(magic.colour_identity(card)),
        "basic_type_colours": mask(magic.basic_type_colours(card)),
        "symbols_with_reminder": mask(magic.printed_symbols(card)),
        "symbols_without_reminder": mask(magic.coloured(cost + text)),
        "cost_symbols": mask(magic.coloured(card.front.mana_cost)),
    }


def traits(card: RefCard) -> set[str]:
    return dm_traits(card) if card.game == "dm" else magic_traits(card)


def identities(card: RefCard) -> Mapping[str, int | None]:
    return dm_identities(card) if card.game == "dm" else magic_identities(card)


def copy_limit(card: RefCard) -> int | None:
    """0 is any number, None the format's own limit."""
    if card.game == "dm":
        return 0 if card.any_number else None
    allowed = magic.copies_allowed(card)
    return 0 if allowed == 1000 else allowed
