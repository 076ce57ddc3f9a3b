"""Reading a Magic card: type lines, mana symbols, reminder text. Nothing read here is kept as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from schema.identity import COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable

SUPERTYPES = frozenset({"Basic", "Legendary", "Snow", "World", "Ongoing", "Elite", "Host", "Token"})
PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_TWO_WORD_SUBTYPES = ("Time Lord",)
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_REMINDER = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
_NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
        ],
        1,
    )
}


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type line taken apart: `Legendary Creature — Time Lord Doctor`."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


@lru_cache(maxsize=20_000)
def read_type_line(line: str) -> TypeLine:
    """Split a type line at its dash (—, – or a lone -); words before it are supertypes and card types."""
    head, _, tail = re.sub(r"\s[–-]\s", " — ", line).partition("—")
    words = head.split()
    for pair in _TWO_WORD_SUBTYPES:
        tail = tail.replace(pair, pair.replace(" ", "\0"))
    return TypeLine(
        supertypes=tuple(word for word in words if word in SUPERTYPES),
        types=tuple(word for word in words if word not in SUPERTYPES),
        subtypes=tuple(word.replace("\0", " ") for word in tail.split()),
    )


def symbols(text: str | None) -> tuple[str, ...]:
    """Every symbol in braces, upper case, in order: `{2}{W/U}{t}` gives `2`, `W/U`, `T`."""
    return _symbols(text) if text and "{" in text else ()


@lru_cache(maxsize=20_000)
def _symbols(text: str) -> tuple[str, ...]:
    return tuple(found.upper() for found in _SYMBOL.findall(text))


def colours_of(found: Iterable[str]) -> frozenset[str]:
    """The colours in mana symbols: hybrid {W/U}, {2/W}, Phyrexian {W/P} and half {HW} count each colour."""
    colours: set[str] = set()
    for symbol in found:
        for part in symbol.split("/"):
            letter = part[1:] if len(part) == 2 and part[0] == "H" else part
            if letter in COLOURS:
                colours.add(letter)
    return frozenset(colours)


def without_reminder(text: str) -> str:
    """The text without reminder text, which has no rules meaning (207.2, 903.4c)."""
    previous = None if "(" in text else text
    while previous != text:
        previous, text = text, _REMINDER.sub("", text)
    return text


def without_quotes(text: str) -> str:
    """The text without abilities in quotes: those belong to something else."""
    return _QUOTED.sub("", text)


def mana_value(cost: str | None) -> float:
    """The mana value of a cost (202.3): X is 0, a hybrid counts its larger part, no cost is 0."""
    value = 0.0
    for symbol in symbols(cost):
        value += max(_part_value(part) for part in symbol.split("/"))
    return value


def _part_value(part: str) -> float:
    if part.isascii() and part.isdigit():
        return float(part)
    if part in ("X", "Y", "Z", "P"):
        return 0.0
    if part in ("½", "1/2") or (len(part) == 2 and part[0] == "H"):
        return 0.5
    return 1.0


def number_word(word: str) -> int | None:
    """`seven` or `7` as a number; None for another word."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 9 else _NUMBERS.get(word.casefold())
