"""What writers and sites hang on a card name: set codes, finishes, ids, tags, and zone marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.decklists.sections import Section, zone_word

_TAG = re.compile(r"^[^#]*?(?P<tag>\s+#(?P<text>[\x20-\x7e]*))$")
_COLOUR_TAG = re.compile(r"\s+\^[^^]*\^$")
_STAR = re.compile(r"\s*\*(?P<text>[A-Za-z][A-Za-z0-9 -]{0,15})\*$")
_LONE_STAR = re.compile(r"\s+[*★☆]$")
_BRACKET = re.compile(r"\s*\[(?P<text>[\x20-\x5a\x5c\x5e-\x7e★†]*)\]$")
_IDENTIFIER = re.compile(r"\s*<[0-9A-Za-z -]{0,40}…?>$")
_FINISH = re.compile(
    r"\s*(?:\((?:F|E|(?:surge |textured |etched |non-?)?foil|etched|showcase|borderless|extended art|full art"
    r"|retro frame|promo|prerelease)\)|\s-\s(?:non-?)?foil)$",
    re.IGNORECASE,
)
# A set code is all capitals or all small letters; "(Plane)" and "(Used)" belong to names.
_SET = re.compile(
    r"\s+\((?:[A-Z0-9]{2,6}|[a-z0-9]{2,6})\)(?:\s+#?(?=[^\s]*[\d★])[A-Za-z0-9★†*-]{1,10}"
    r"(?:\s+(?:F|[Ff]oil|[Ee]tched))?)?$"
)
_SET_AND_NUMBER = re.compile(r"\s*(?:\([A-Za-z0-9]{2,6}[:#][A-Za-z0-9★†*-]{1,8}\)|\{[A-Za-z0-9]{2,6}\})$")
_ART_NUMBER = re.compile(r"\s*\(\d{1,4}\)$")
_PRINTED = r"\s*[(（]DM[A-Z]*-?\d+[^()（）]*[)）]"
_PRINTED_NUMBER = re.compile(_PRINTED + "$", re.IGNORECASE)
_PRINTED_FIRST = re.compile(_PRINTED, re.IGNORECASE)
_PRICE = re.compile(r"\s+[$€£¥]\s?\d[\d.,]*$")
# Forge: `Name+|SET|1`, newer `Name|SET|[139a]`; a plus sign is a foil.
_FORGE = re.compile(r"\+?\|[A-Za-z0-9]{2,6}(?:\|\[?[A-Za-z0-9★†*-]{1,8}\]?)?$")
_LINK = re.compile(r"^\[(?P<name>[^\[\]]{1,160})\]\(https?://[^\s()]{1,300}\)$")
_LEADING_SET = re.compile(r"^\[[A-Za-z0-9]{1,6}(?:[#: ][A-Za-z0-9★†*-]{1,8})?\]\s*(?=\S)")
_ZONE_MARK = re.compile(r"\s*[(（【\[〔](?P<text>[^()（）【】\[\]〔〕]{1,20})[)）】\]〕]$")
_BARE_ZONE_MARK = re.compile(r"\s*[※★☆←]\s*(?P<text>[^\s※★☆]{2,10})$")


@dataclass(frozen=True, slots=True)
class Named:
    """A card name free of marks, and the zone that a mark on it names."""

    name: str
    zone: Section | None = None


def _zone_in_brackets(text: str) -> Section | None:
    """`[Commander{top}]`, `[Maybeboard{noDeck},Creature]`, `[token]`: the zone; None for a plain category."""
    found: Section | None = None
    for part in text.split(","):
        if "nodeck" in part.casefold():
            return "aside"
        zone = zone_word(part.partition("{")[0])
        if zone == "aside":
            return zone
        if found is None and zone != "main":
            found = zone
    return found


def _zone_in_tag(text: str) -> Section | None:
    words = [zone_word(word.strip(" !,;")) for word in text.split("#") if word.strip().startswith("!")]
    return next((zone for zone in words if zone not in (None, "main")), None)


def _one_mark_off(name: str) -> Named | None:
    """Take the last mark off; None when the name bears none."""
    for pattern, zone_of in (
        (_COLOUR_TAG, None),
        (_STAR, zone_word),
        (_LONE_STAR, None),
        (_FINISH, None),
        (_SET, None),
        (_SET_AND_NUMBER, None),
        (_ART_NUMBER, None),
        (_PRINTED_NUMBER, None),
        (_IDENTIFIER, None),
        (_FORGE, None),
        (_PRICE, None),
    ):
        if (found := pattern.search(name)) and found.start() > 0:
            zone = zone_of(found["text"]) if zone_of else None
            return Named(name[: found.start()].rstrip(), zone)
    if (found := _ZONE_MARK.search(name) or _BARE_ZONE_MARK.search(name)) and found.start() > 0:
        zone = zone_word(found["text"])
        if zone is not None:
            return Named(name[: found.start()].rstrip(), zone)
    if (found := _BRACKET.search(name)) and found.start() > 0:
        return Named(name[: found.start()].rstrip(), _zone_in_brackets(found["text"]))
    return None


def without_marks(text: str) -> Named:
    """Strip every mark off a name: `Sol Ring (C21) 246p *F* [Ramp]` gives `Sol Ring`.

    Brackets that belong to a name stay: `(Big Furry Monster)`, `(マイティ・トーテム)`,
    `[ガチャンコ　ガチロボ]`.
    """
    name, zone = text.strip(), None
    if tag := _TAG.search(name):
        zone = _zone_in_tag("#" + tag["text"])
        name = name[: tag.start("tag")].rstrip()
    if link := _LINK.match(name):
        name = link["name"].strip()
    if leading := _LEADING_SET.match(name):
        name = name[leading.end() :]
    while (shorter := _one_mark_off(name)) is not None:
        name = shorter.name
        zone = shorter.zone or zone
    return Named(name.strip(), zone)


def without_printed_number(text: str) -> str:
    """A text behind a name without the set and number that it begins with: `(DM28 s1/s10) ×2`."""
    found = _PRINTED_FIRST.match(text)
    return text[found.end() :].strip() if found else text


def zone_of_marks(text: str) -> tuple[bool, Section | None]:
    """Whether a text behind a name is nothing but marks, and the zone that they name; None of others."""
    named = without_marks("X " + text)
    return named.name == "X", named.zone if named.name == "X" else None
