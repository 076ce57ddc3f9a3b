"""Who may command, alone or in a pair (903.3, 702.124). Each function cites its rule."""

import re
from functools import cache

from tests.reference import magic_facts as facts
from tests.reference.model import RefCard


@cache
def has_partner(card: RefCard) -> bool:
    """702.124h: the word alone, without a name and without a dash."""
    return bool(re.search(r"(?m)^Partner *(\(|$)", card.front.text))


@cache
def partner_named(card: RefCard) -> str | None:
    """702.124j: Partner with NAME."""
    found = re.search(r"(?m)^Partner with ([^(\n]+?) *(\(|$)", card.front.text)
    return found.group(1) if found else None


@cache
def partner_group(card: RefCard) -> str | None:
    """702.124i: Partner—TEXT (friends forever, survivors, father & son, character select …)."""
    found = re.search(r"(?m)^Partner—([^(\n]+?) *(\(|$)", card.front.text)
    return found.group(1) if found else None


def chooses_a_background(card: RefCard) -> bool:
    return bool(re.search(r"(?m)^Choose a Background\b", card.front.text))


def is_background(card: RefCard) -> bool:
    front = card.front
    return facts.is_legendary(card) and "Enchantment" in front.types and "Background" in front.subtypes


def is_doctors_companion(card: RefCard) -> bool:
    return bool(re.search(r"(?m)^Doctor's companion\b", card.front.text))


def is_the_doctor(card: RefCard) -> bool:
    """702.124m: a legendary Time Lord Doctor creature that has no other creature types."""
    only_these = card.front.subtypes == {"Time", "Lord", "Doctor"} and not facts.every_creature_type(card)
    return facts.is_legendary_creature(card) and only_these


def may_pair(one: RefCard, other: RefCard) -> bool:
    """702.124g: one kind of partner ability, the same for both; none can be combined with another."""
    return _pairs(one, other) or _pairs(other, one)


def _pairs(one: RefCard, other: RefCard) -> bool:
    if has_partner(one) and has_partner(other) and one.name != other.name:  # 702.124h
        return True
    if partner_named(one) == other.front.name and partner_named(other) == one.front.name:  # 702.124j
        return True
    if (
        partner_group(one) and partner_group(one) == partner_group(other) and one.name != other.name
    ):  # 702.124i
        return True
    if chooses_a_background(one) and is_background(other) and one.name != other.name:  # 702.124k
        return True
    return is_doctors_companion(one) and is_the_doctor(other)  # 702.124m


def chooses_a_colour(card: RefCard) -> bool:
    """903.4b: The Prismatic Piper and its like."""
    return "is your commander, choose a color before the game begins" in card.front.text
