"""Which words head a section of a list and what follows them; the words stand in `sections.toml`.

A zone word moves the following cards to a zone. A category word (a card type, a civilization, a
purpose such as Ramp) only groups cards. `aside` sections lie outside the deck.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Literal

Section = Literal[
    "commander", "main", "hyperspatial", "gr", "extra", "companion", "sideboard", "aside", "about", "category"
]

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ZONES: dict[str, Section] = {word: zone for zone, words in _TABLE["zone"].items() for word in words}
_CATEGORIES: dict[str, Section] = {
    word: "category" for words in _TABLE["category"].values() for word in words
}
SECTIONS: dict[str, Section] = _CATEGORIES | _ZONES
# These may follow a number ("14 Creature", "// 15 Sideboard"): no card bears such a name.
COUNTED_HEADINGS = frozenset(_TABLE["category"]["types"]) | {
    *("maindeck", "mainboard", "main deck", "sideboard", "maybeboard", "commander", "commanders")
}
_DECORATION = "=-_~*#/\\●■◆◇○□▼▽▲△★☆◎※・【】[]<>〈〉≪≫()|.: \t\u3000"
_OPENERS = "=●■◆◇○□▼▽▲△★☆◎※"
_TOTAL = re.compile(
    r"""\s*[:\-–]?\s*
    (?:[\(\[{]\s*\d{1,3}\s*(?:cards?|cartes?|karten?|cartas?|枚|种|種)?\s*[\)\]}]
       | [x×]\s*\d{1,3} | \d{1,3}\s*(?:cards?|cartes?|karten?|cartas?|枚|種) | (?<=[\s:])\d{1,3})
    (?:\s*\+\s*\d+\s*mdfcs?)?\s*$""",
    re.VERBOSE | re.IGNORECASE,
)
_HEADING_TOTAL = re.compile(r"[(（]\d{1,3}[)）]\s*$")
_LEADING_TOTAL = re.compile(r"^(\d{1,3})\s+(\S.*)$")


def fold(text: str) -> str:
    """A word as the table holds it: NFKC, decoration and a trailing colon off, one blank, lower case."""
    return " ".join(unicodedata.normalize("NFKC", text).strip(_DECORATION).split()).casefold()


def _without_total(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).strip()
    return _TOTAL.sub("", plain.strip(" \t:"))


def section_of(line: str) -> Section | None:
    """The section that a line heads, with or without a total ("Lands (34) +1 MDFC"); None for no heading."""
    if len(line) > 60:
        return None
    found = SECTIONS.get(fold(line))
    if found is None:
        found = SECTIONS.get(fold(_without_total(line)))
    if found is None and (leading := _LEADING_TOTAL.match(fold(line))) and leading[2] in COUNTED_HEADINGS:
        found = SECTIONS.get(leading[2])
    return found


def zone_word(text: str) -> Section | None:
    """The zone a bare word names (a prefix `Commander: …`, a mark `(統率者)`); categories give None."""
    found = SECTIONS.get(fold(text)) if len(text) <= 40 else None
    return None if found in ("category", "about") else found


def looks_like_heading(line: str) -> bool:
    """True for a line decorated as headings are (`Ramp:`, `== Ramp ==`, `●初動`, `【初動】`, `Ramp (8)`)."""
    text = line.strip()
    if not text or len(text) > 60 or text[0].isdigit():
        return False
    if text[0] in _OPENERS or (text[0] == "【" and text.find("】") == len(text) - 1):
        return True
    return (text.endswith((":", "：")) and not text.endswith("Re:")) or bool(_HEADING_TOTAL.search(text))
