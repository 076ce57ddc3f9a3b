"""Clauses that change what a Magic deck may hold: companions, copies, what a commander permits."""

from __future__ import annotations

import re

from schema.magic_text import PERMANENT_TYPES, SUPERTYPES, number_word, without_reminder

CARD_TYPES = PERMANENT_TYPES | {"Instant", "Kindred", "Sorcery"}
_ANY_NUMBER = re.compile(r"\bA deck can have any number of cards named\b", re.IGNORECASE)
_UP_TO = re.compile(r"\bA deck can have up to (\w+) cards named\b", re.IGNORECASE)

# Comprehensive rules 702.139: the condition of each companion, by its own words.
_COMPANION = re.compile(r"^Companion\s*[—–-]\s*(?P<condition>[^\n]*)", re.MULTILINE | re.IGNORECASE)
_CONDITIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (trait, re.compile(pattern, re.IGNORECASE))
    for trait, pattern in (
        ("even_mana_value", r"only cards with even (?:mana values?|converted mana costs?)"),
        ("odd_mana_value", r"only cards with odd (?:mana values?|converted mana costs?) and land cards"),
        (
            "mana_value_at_least_3",
            r"only cards with (?:mana value|converted mana cost) 3 or greater and land",
        ),
        (
            "permanents_mana_value_at_most_2",
            r"each permanent card .* has (?:mana value|converted mana cost) 2 or less",
        ),
        ("no_repeated_symbol", r"no card .* more than one of the same mana symbol in its mana cost"),
        ("creature_types", r"each creature card .* is a Cat, Elemental, Nightmare, Dinosaur, or Beast card"),
        ("shared_type", r"each nonland card .* shares a card type"),
        ("activated_abilities", r"each permanent card .* has an activated ability"),
        ("different_names", r"each nonland card .* has a different name"),
        ("twenty_more", r"at least twenty cards more than the minimum deck size"),
    )
)

# What a deck with this commander can have (the ability word Rulebreaker).
_PERMISSION = re.compile(
    r"(?:a deck with this commander|your deck|decks with this commander)"
    r" (?P<verb>can have|has) (?P<what>[^.]*)",
    re.IGNORECASE,
)
_EXTRA_COLOUR = re.compile(
    r"color identity of (?P<what>[^.]*?) cards in (?:your deck|a deck with this commander) can include "
    r"one color of your choice(?: not in (?:your|this) commander's color identity)?",
    re.IGNORECASE,
)
_EXTRA_COLOUR_OF_CHOICE = re.compile(
    r"can have (?P<what>[^.]*?) cards of (?:one|a) (?:additional |extra )?color of your choice",
    re.IGNORECASE,
)
_RULEBREAKER = re.compile(r"^Rulebreaker\s*[—–-]\s*(?P<clause>[^\n]*)", re.MULTILINE | re.IGNORECASE)
_BARE_CLAUSE = re.compile(
    r"^(?P<clause>[^\n]*\bdeck with this commander\b[^\n]*)", re.MULTILINE | re.IGNORECASE
)
_OF_ANY = re.compile(r"^(?P<named>.*?)\s*\bof any color identity\b", re.IGNORECASE)
_MANA_VALUE = re.compile(
    r"\s*with (?:mana value|converted mana cost) (\d+) or (greater|less)$", re.IGNORECASE
)


def copy_limit(text: str) -> int | None:
    """Copies that the card's own text allows: 0 is any number, None the format's limit (101.1)."""
    if "deck can have" not in text:
        return None
    plain = without_reminder(text)
    if _ANY_NUMBER.search(plain):
        return 0
    if found := _UP_TO.search(plain):
        return number_word(found[1])
    return None


def companion_traits(text: str) -> list[str]:
    """`companion` and its condition; a condition in words not known leaves `companion` alone."""
    found = _COMPANION.search(without_reminder(text)) if "Companion" in text else None
    if not found:
        return []
    known = [trait for trait, pattern in _CONDITIONS if pattern.search(found["condition"])]
    return ["companion", *(f"companion:{trait}" for trait in known)]


def permission_traits(text: str) -> list[str]:
    """What the commander's own clause allows the deck; `unread_clause` for one in words not understood."""
    if "Rulebreaker" not in text and "deck with this commander" not in text:
        return []
    plain = without_reminder(text).replace("’", "'")
    found = _RULEBREAKER.search(plain) or _BARE_CLAUSE.search(plain)
    if found is None:
        return []
    traits = _permissions(found["clause"].strip())
    return ["unread_clause"] if traits is None else traits


def _permissions(clause: str) -> list[str] | None:
    traits: list[str] = []
    extra = _EXTRA_COLOUR.search(clause) or _EXTRA_COLOUR_OF_CHOICE.search(clause)
    if extra:
        tests = _tests(extra["what"])
        if tests is None:
            return None
        traits += [f"one_extra_colour:{test}" for test in tests]
        clause = clause[extra.end() :]
    for found in _PERMISSION.finditer(clause):
        what = found["what"].strip().rstrip(".")
        if found["verb"].casefold() == "has":
            if what.casefold() != "no maximum deck size":
                return None
            traits.append("no_maximum_size")
            continue
        parts = _allowed(what)
        if parts is None:
            return None
        traits += parts
    return traits or None


def _allowed(what: str) -> list[str] | None:
    """`Angel cards of any color identity and any basic land cards` as traits; None for other words."""
    tests: list[str] = []
    rest = what
    if found := _OF_ANY.match(what):
        # "creature cards with mana value 7 or greater": the test stands after the word cards.
        named = re.sub(r"\bcards?\s*", "", found["named"])
        widened = _tests(named)
        if widened is None:
            return None
        tests += widened
        rest = what[found.end() :]
    for part in re.split(r",?\s+and\s+|,\s*", rest):
        part = part.strip()
        if not part:
            continue
        group = re.fullmatch(r"any (?P<what>.+?) cards?", part, re.IGNORECASE)
        widened = _tests(group["what"]) if group else None
        if widened is None:
            return None
        tests += widened
    return [f"any_identity:{test}" for test in dict.fromkeys(tests)] or None


def _tests(what: str) -> list[str] | None:
    """`artifact creature and Equipment` as two tests; None where a word is neither type nor subtype."""
    tests: list[str] = []
    for group in re.split(r",?\s+(?:and|or(?! greater| less))\s+|,\s*", what.strip()):
        terms: list[str] = []
        if found := _MANA_VALUE.search(group):
            sign = ">=" if found[2].casefold() == "greater" else "<="
            terms.append(f"mana_value{sign}{found[1]}")
            group = group[: found.start()]
        words = [word for word in group.split() if word.casefold() not in ("card", "cards", "any", "all")]
        if not words:
            return None
        kinds = [_term(word) for word in words]
        if any(kind is None for kind in kinds):
            return None
        tests.append("&".join([kind for kind in kinds if kind] + terms))
    return tests or None


def _term(word: str) -> str | None:
    capital = word.capitalize()
    if capital in SUPERTYPES:
        return f"supertype={capital}"
    if capital in CARD_TYPES:
        return f"type={capital}"
    # Subtypes are written with a capital letter in rules text; card types are not.
    return f"subtype={word}" if word[:1].isupper() and word.isalpha() else None
