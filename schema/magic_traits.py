"""A Magic card's traits: what a rule reads of its types, keywords and clauses (`schema/traits.py`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schema.magic_clauses import companion_traits, copy_limit, permission_traits
from schema.magic_identity import land_colours
from schema.magic_text import (
    PERMANENT_TYPES,
    read_type_line,
    symbols,
    without_quotes,
    without_reminder,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schema.magic import PrintedFace

# Both halves of these are one card in hand and deck (709.4); of all others the front face speaks (712.8a).
JOINED_LAYOUTS = frozenset({"split", "aftermath", "fuse"})
# Keywords that are activated abilities (comprehensive rules 702, each named "an activated ability").
# "Equip legendary creature {2}", "Artifact landcycling {2}", "Reinforce X—{X}{W}", "Craft with artifact {3}"
# are such keywords too; a name of flavour may stand before one ("Machina — Equip {4}").
_ACTIVATED_KEYWORD = re.compile(
    r"""^(?:[^—\n(]+\ —\ )?
    (?:equip|fortify|reconfigure|crew|craft|saddle|station|level\ up|outlast|unearth|embalm|eternalize|encore
    |scavenge|transmute|transfigure|(?:commander\ )?ninjutsu|reinforce|aura\ swap|specialize
    |(?:[A-Za-z]+\ )?[A-Za-z]*cycling)
    (?!\ (?:costs?|abilit)) (?:\ [A-Za-z ]+?)? (?:[—–-](?=\S)|\s*\{|\s*\d)""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
# A cost before a colon: symbols, a loyalty number, or an action that pays.
_COST = re.compile(
    r"^(?:[^:—\n\"]*—\s*)?(?P<cost>(?:[+\-–−]?(?:\d+|X)(?=\s*:)|\[[+\-–−]?(?:\d+|X)\]"
    r"|[^:\n\"]*?(?:\{[^}]+\}|\b(?:Sacrifice|Discard|Pay|Exile|Remove|Tap|Untap|Put|Return|Reveal|Mill|Waterbend"
    r"|Collect evidence|Forage|Blight|Unattach|Turn|Behold|Crew|Exert|Choose|Get|Have|Rest)\b)"
    r"[^:\n\"]*)):\s",
    re.MULTILINE,
)
_TRIGGER = re.compile(r"^(?:[^—\n]*—\s*)?(?:When|Whenever|At the|If|As)\b")
_CREATURE_ELSEWHERE = re.compile(
    r"isn't on the battlefield, it's an? (?:\d+/\d+ )?(?P<types>[A-Z][A-Za-z ]*?) creature", re.IGNORECASE
)
_EVERY_TYPE = re.compile(r"^changeling\b|\bis every creature type \(even", re.IGNORECASE | re.MULTILINE)
_PARTNER_WITH = re.compile(r"^Partner with (?P<name>[^(\n]+)", re.MULTILINE)
_PARTNER_GROUP = re.compile(r"^Partner\s*[—–-]\s*(?P<label>[^(\n]+)", re.MULTILINE)
# Trait, a word without which its pattern cannot be found (most texts are passed by it), and the pattern.
_KEYWORDS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (trait, word, re.compile(pattern, re.MULTILINE))
    for trait, word, pattern in (
        ("partner", "partner", r"(?i:^(?:[\w ,]+, )?partner(?: \(.*)?$)"),
        ("friends_forever", "friends forever", r"(?i:^(?:Partner\s*[—–-]\s*)?friends forever\b)"),
        ("choose_a_background", "background", r"(?i:^choose a background\b)"),
        ("doctors_companion", "companion", r"(?i:^doctor['’]s companion\b)"),
        ("can_be_commander", "commander", r"(?i:\bcan be your commander\b)"),
        ("chosen_colour", "commander", r"(?i:is your commander, choose a color before the game begins)"),
        ("sticker", "sticker", r"(?i:\bstickers?\b)"),
        ("sticker", "{tk}", r"\{TK\}"),
        ("sticker", "attraction", r"\bAttractions?\b"),
        ("ante", "ante", r"(?i:\bplaying for ante\b)"),
    )
)


# It was printed with the words; they left its text when every legendary Vehicle could lead (903.3, 2025).
_SAID_SO_IN_PRINT = frozenset({"Shorikai, Genesis Engine"})


def creature_types_elsewhere(face: PrintedFace) -> tuple[str, ...]:
    """Creature types that a card has outside the battlefield by its own text (Grist); () for others."""
    text = face.text or ""
    found = _CREATURE_ELSEWHERE.search(text) if "isn't on the battlefield" in text else None
    return tuple(found["types"].split()) if found else ()


def _keyword_traits(text: str) -> Iterator[str]:
    lowered = text.casefold()
    for trait, word, pattern in _KEYWORDS:
        if word in lowered and pattern.search(text):
            yield trait
    if "partner" not in lowered and "friends forever" not in lowered:
        return
    plain = without_reminder(text)
    for found in _PARTNER_WITH.finditer(plain):
        yield f"partner_with:{found['name'].strip()}"
    for found in _PARTNER_GROUP.finditer(plain):
        yield f"partner_group:{found['label'].strip().casefold()}"
    if re.search(r"^friends forever\b", plain, re.IGNORECASE | re.MULTILINE):
        yield "partner_group:friends forever"


def has_activated_ability(face: PrintedFace) -> bool:
    """True for a face with a cost-colon ability, a keyword that is one, or a basic land type (305.6)."""
    if land_colours([face]):
        return True
    text = without_quotes(without_reminder(face.text or ""))
    if _ACTIVATED_KEYWORD.search(text):
        return True
    return any(
        _COST.match(part) and not _TRIGGER.match(part)
        for row in text.split("\n")
        for part in (row.strip(" •"),)
        if part
    )


def _type_traits(faces: Sequence[PrintedFace]) -> Iterator[str]:
    lines = [read_type_line(face.type_line) for face in faces]
    front = lines[0]
    types = {kind for line in lines for kind in line.types}
    supertypes = {kind for line in lines for kind in line.supertypes}
    legendary = "Legendary" in supertypes
    creature = "Creature" in types or any(creature_types_elsewhere(face) for face in faces)
    has = {
        "legendary": legendary,
        "creature": creature,
        "land": "Land" in types,
        "instant_or_sorcery": bool(types & {"Instant", "Sorcery"}),
        "permanent": bool(types & PERMANENT_TYPES),
        "basic": "Basic" in supertypes,
        "snow_basic": {"Basic", "Snow"} <= supertypes,
        "vehicle_commander": legendary
        and ("Vehicle" in front.subtypes or ("Spacecraft" in front.subtypes and faces[0].power is not None)),
        "background": legendary and "Background" in front.subtypes,
        "doctor": legendary and "Creature" in types and set(front.subtypes) == {"Time Lord", "Doctor"},
        "conspiracy": "Conspiracy" in types,
        "sticker": bool({"Stickers", "Sticker"} & types) or "Attraction" in front.subtypes,
    }
    yield from (trait for trait, holds in has.items() if holds)


def traits_of(faces: Sequence[PrintedFace], layout: str) -> tuple[str, ...]:
    """All traits of a card that its faces give, in no order but stable; pool traits come from the source."""
    joined = layout in JOINED_LAYOUTS
    speaking = list(faces) if joined else [faces[0]]
    front_text = "\n".join(face.text or "" for face in speaking)
    whole_text = "\n".join(face.text or "" for face in faces)
    found = list(_type_traits(speaking))
    found += _keyword_traits(front_text)
    if whole_text != front_text:
        found += [trait for trait in _keyword_traits(whole_text) if trait in ("sticker", "ante")]
    if faces[0].name in _SAID_SO_IN_PRINT:
        found.append("can_be_commander")
    found += companion_traits(front_text)
    found += permission_traits(front_text)
    if copy_limit(front_text) == 0:
        found.append("any_number")
    lowered = front_text.casefold()
    if ("changeling" in lowered or "every creature type" in lowered) and _EVERY_TYPE.search(front_text):
        found.append("every_creature_type")
    mana = [symbol for face in speaking for symbol in symbols(face.mana_cost)]
    if len(mana) != len(set(mana)):
        found.append("repeated_symbol")
    if any(has_activated_ability(face) for face in speaking):
        found.append("activated_ability")
    return tuple(dict.fromkeys(found))
