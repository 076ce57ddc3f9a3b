"""Facts of a Magic card, read from its faces and text by our own means (comprehensive rules 2026-04-17).

What a card is outside the battlefield counts: its front face, of a split card both halves (709.4), and
what the card says of itself in every zone (604.3).
"""

import re
from collections import Counter
from functools import cache

from tests.reference.model import RefCard, RefFace

COLOURS = frozenset("WUBRG")
BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
# Red by a colour indicator (204), which no cost and no text shows.
RED_INDICATOR = ("Crimson Kobolds", "Crookshank Kobolds", "Kobolds of Kher Keep", "Rograkh, Son of Rohgahh")
PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
# Keywords that stand for an activated ability, with what may be named before the cost.
ACTIVATED_KEYWORDS = re.compile(
    r"(?m)(?:^|, |— )(?:Aura swap|Bloodrush|Boast|Channel|Craft with[\w ]+?|Crew|"
    r"(?:\w+ )?\w*cycling|Embalm|Encore|Equip|"
    r"Eternalize|Exhaust|Forecast|Fortify|Level up|(?:Commander )?Ninjutsu|Outlast|Reconfigure|Reinforce|"
    r"Saddle|Scavenge|Station|Transfigure|Transmute|Unearth)(?:(?: \w+){0,2}? ?\{| ?—| X—| \d|$)",
    re.IGNORECASE,
)
NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
}


def without_reminder(text: str) -> str:
    """Reminder text stands in parentheses (207.2)."""
    return re.sub(r" *\([^()]*\)", "", text)


def symbols(text: str) -> list[str]:
    return re.findall(r"\{([^{}]+)\}", text)


def coloured(text: str) -> frozenset[str]:
    """Colours of the mana symbols in a text; {G/W}, {2/W} and {B/P} are symbols of each of their colours."""
    return frozenset(part for symbol in symbols(text) for part in symbol.split("/") if part in COLOURS)


def mana_value(cost: str) -> float:
    """202.3: numbers for themselves, X nothing, {2/W} its larger half, every other symbol one."""
    total = 0.0
    for symbol in symbols(cost):
        parts = symbol.split("/")
        numbers = [int(part) for part in parts if part.isdigit()]
        total += 0 if symbol in ("X", "Y", "Z") else max(numbers) if numbers else 1
    return total


def whole_text(card: RefCard) -> str:
    return "\n".join(face.text for face in card.faces)


@cache
def all_colours_by_its_text(card: RefCard) -> bool:
    """604.3: a face that says of itself `is all colors`, unless it leaves the identity alone."""
    return any(
        re.search(rf"(?m)^{re.escape(face.name)} is all colors\.(?! This ability doesn't affect)", face.text)
        for face in card.faces
    )


@cache
def colour_identity(card: RefCard) -> frozenset[str] | None:
    """903.4: symbols in cost and rules text of every face (903.4d), indicators and CDAs; no reminder text."""
    if any(face.colours is None for face in card.faces):
        return None
    if all_colours_by_its_text(card):
        return COLOURS
    found = frozenset("R") if card.name in RED_INDICATOR else frozenset[str]()
    for face in card.faces:
        found |= (
            coloured(face.mana_cost) | coloured(without_reminder(face.text)) | (face.colours or frozenset())
        )
    return found


@cache
def basic_type_colours(card: RefCard) -> frozenset[str]:
    """Colours of the basic land types on its type lines (305.6); rangeling is every land type (604.3)."""
    if card.front.text.startswith("Rangeling"):
        return COLOURS
    return frozenset(
        BASIC_LAND_TYPES[kind] for face in card.faces for kind in face.subtypes if kind in BASIC_LAND_TYPES
    )


@cache
def printed_symbols(card: RefCard) -> frozenset[str]:
    """DE3: coloured symbols in cost or text of every face, reminder text included."""
    return coloured(" ".join(face.mana_cost + face.text for face in card.faces))


@cache
def played_faces(card: RefCard) -> tuple[RefFace, ...]:
    """The faces that say what the card is in a deck: both halves of a split card, else the front."""
    return card.faces if card.layout in ("split", "aftermath") else card.faces[:1]


@cache
def card_types(card: RefCard) -> frozenset[str]:
    types = frozenset(kind for face in played_faces(card) for kind in face.types)
    return types | {"Creature"} if creature_outside_the_battlefield(card) else types


@cache
def creature_outside_the_battlefield(card: RefCard) -> bool:
    """Grist: `As long as … isn't on the battlefield, it's a 1/1 Insect creature` (604.3)."""
    return bool(re.search(r"isn't on the battlefield, it's an? \S+ \w+ creature", card.front.text))


@cache
def subtypes(card: RefCard) -> frozenset[str]:
    kinds = frozenset(kind for face in played_faces(card) for kind in face.subtypes)
    found = re.search(r"isn't on the battlefield, it's an? \S+ (\w+) creature", card.front.text)
    return kinds | {found.group(1)} if found else kinds


@cache
def every_creature_type(card: RefCard) -> bool:
    """Changeling (702.73), or `is every creature type (even if …)`."""
    of_itself = rf"(?m)^(?:{re.escape(card.front.name)}|It) is every creature type"
    return bool(re.search(r"\bChangeling\b", card.front.text) or re.search(of_itself, card.front.text))


def is_legendary(card: RefCard) -> bool:
    return "Legendary" in card.front.supertypes


@cache
def is_legendary_creature(card: RefCard) -> bool:
    return is_legendary(card) and "Creature" in card_types(card)


def is_legendary_vehicle_or_spacecraft(card: RefCard) -> bool:
    """903.3: a legendary Vehicle, or a legendary Spacecraft with a power and toughness box."""
    vehicle = "Vehicle" in card.front.subtypes
    spacecraft = "Spacecraft" in card.front.subtypes and card.front.power is not None
    return is_legendary(card) and (vehicle or spacecraft)


@cache
def can_be_commander_by_its_text(card: RefCard) -> bool:
    """903.3a. One Vehicle said so in print until the rule made the words needless (banned so in 2022)."""
    return card.name == "Shorikai, Genesis Engine" or "can be your commander" in without_reminder(
        card.front.text
    )


@cache
def is_basic(card: RefCard) -> bool:
    """Supertype Basic: the five, their snow-covered kin, Wastes."""
    return "Basic" in card.front.supertypes


@cache
def copies_allowed(card: RefCard) -> int | None:
    """How many copies its own text allows; None where it says nothing. Any number is a thousand."""
    found = re.search(r"A deck can have (any number of|up to (\w+)) cards named", card.front.text)
    if not found:
        return None
    return NUMBER_WORDS[found.group(2)] if found.group(2) else 1000


@cache
def uses_stickers_or_attractions(card: RefCard) -> bool:
    """Cards that use stickers or Attractions, and those things themselves."""
    kinds = {kind for face in card.faces for kind in face.types | face.subtypes}
    return bool(
        {"Attraction", "Stickers"} & kinds
        or re.search(r"(?i)\bstickers?\b|\bAttractions?\b|\{TK\}", whole_text(card))
    )


def combined_cost(card: RefCard) -> str:
    """202.3d, 709.4b: a split card has both costs together in a deck."""
    return "".join(face.mana_cost for face in played_faces(card))


def value_in_deck(card: RefCard) -> float:
    return mana_value(combined_cost(card))


def repeats_a_symbol(card: RefCard) -> bool:
    return any(count > 1 for count in Counter(symbols(combined_cost(card))).values())


@cache
def has_activated_ability(card: RefCard) -> bool:
    """602.1: `cost: effect`, a keyword that stands for one, or the mana ability of a basic land type.

    An ability in quotation marks is given to something else; reminder text explains.
    """
    if basic_type_colours(card):
        return True
    text = re.sub(r'"[^"]*"', "", without_reminder(card.front.text)).replace(card.front.name, "~")
    return bool(re.search(r"(?m)^(?:[^.\n]|\.\.\.)*:", text) or ACTIVATED_KEYWORDS.search(text))
