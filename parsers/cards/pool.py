"""Which printings are in the pool of sanctioned paper play, by what the file says of the printing.

No legality is read from a file: lists are the formats' own. Here only silver borders, acorn stamps,
playtest cards, cards that exist on screen alone, and card kinds that are never in a deck are told apart.
"""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schema.magic_text import read_type_line

if TYPE_CHECKING:
    from schema.records import CardRecord

# Where a file does not tell: cards of the publisher's own decks, of Unfinity without an acorn, of sets too
# new for a list; and cards of joke and playtest sets, or of words that no paper card has.
POOL_CARDS = Path(__file__).with_name("pool_cards.csv")
# Not cards of a deck at all: they are set aside, so that a token never shadows the card of its name.
ASIDE_LAYOUTS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
_OUTSIDE_LAYOUTS = frozenset({"planar", "scheme", "vanguard", "host", "augment"})
# Cards of no deck at all, of which a name may be the beginning of another's (Karn, Glen Elendra).
NONTRADITIONAL_LAYOUTS = frozenset({"planar", "scheme", "vanguard"})
_OUTSIDE_TYPES = frozenset({"Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon", "Hero"})
_OUTSIDE_SETS = frozenset({"memorabilia", "token", "minigame", "alchemy", "vanguard"})
_OUR_POOLS: dict[str, bool | None] = {
    "eternal": True,
    "digital": False,
    "un_or_playtest": False,
    "casual_or_un": False,
    "special_type": False,
    "unknown": None,
}
# Sets of MTGJSON of which no new card is in the pool: on screen alone (the yearly Alchemy sets, Y and three
# letters, among them), playtest cards, gifts to the publisher's people. Reprints there have other sets too.
_OUTSIDE_CODE = re.compile(
    r"HBG|J21|OM1|OM2|ANA|ANB|XANA|PRM|PAST|PSDG|Y[A-Z0-9]{3}|CMB1|CMB2|MB2|PCEL|P?HTR(\d\d)?|PH\d\d"
)
# Sets that print other sets' cards again, playtest cards among them: they say nothing of such a card.
_REPRINT_SETS = frozenset({"MB1", "MBC", "PLST", "ULST"})


@cache
def _known_pools() -> dict[str, bool | None]:
    """Name to whether the card is in the pool, of the cards on the list; None is not known."""
    words = {"paper": True, "outside": False, "unknown": None}
    with POOL_CARDS.open(encoding="utf-8", newline="") as file:
        return {row["name"]: words[row["pool"]] for row in csv.DictReader(file)}


def is_aside(layout: str, mana_cost: Any, type_line: str) -> bool:
    """True for what is no card: tokens and their like, and what two cards meld into (712.4).

    That has no mana cost and is no land, as all cards are that meld.
    """
    if layout != "meld":
        return layout in ASIDE_LAYOUTS
    return bool(type_line) and not mana_cost and "Land" not in read_type_line(type_line).types


def is_outside_type(type_line: str) -> bool:
    """True for kinds of cards that no deck of these formats holds: planes, schemes, conspiracies."""
    return bool(_OUTSIDE_TYPES & set(read_type_line(type_line).types))


def scryfall_pool(row: dict[str, Any], type_line: str) -> bool | None:
    """Whether one Scryfall row (one printing) is in the pool; None where the row does not tell.

    A row without a border, a set type or games (a stripped file) tells nothing but by layout and type.
    """
    if row.get("layout") in _OUTSIDE_LAYOUTS or is_outside_type(type_line):
        return False
    if "_pool" in row:
        pool = _OUR_POOLS.get(row["_pool"])
        return _known_pools().get(str(row.get("name"))) if pool is None else pool
    games = row.get("games")
    if games is None and row.get("border_color") is None and row.get("set_type") is None:
        return None
    if row.get("security_stamp") == "acorn" or "playtest" in (row.get("promo_types") or ()):
        return False
    outside = (
        (games is not None and "paper" not in games)
        or row.get("digital") is True
        or row.get("oversized") is True
        or row.get("border_color") in ("silver", "gold")
        or row.get("set_type") in _OUTSIDE_SETS
    )
    if not outside:
        return True
    # A reprint on screen, with a gold border or oversized: this printing does not speak for the others.
    return None if row.get("reprint") is True and row.get("border_color") != "silver" else False


def mtgjson_pool(row: dict[str, Any], layout: str, type_line: str) -> bool | None:
    """Whether an MTGJSON card is in the pool: not funny, not on screen alone, not playtest alone.

    A flat list without printings does not tell: there the list of names does, and else a card is in it.
    """
    if row.get("isFunny") or row.get("isOnlineOnly") or layout in _OUTSIDE_LAYOUTS:
        return False
    if is_outside_type(type_line) or str(row.get("name", "")).startswith("A-"):
        return False
    listed = row.get("printings")
    printings = [code for code in listed if isinstance(code, str)] if isinstance(listed, list) else []
    if not printings:
        return _known_pools().get(str(row.get("name")), True)
    telling = [code for code in printings if code not in _REPRINT_SETS] or printings
    return not all(_OUTSIDE_CODE.fullmatch(code) for code in telling)


class Beginnings:
    """The words with which the names of cards in the pool begin.

    Lists cut names short: `1 Karn` in a deck is a planeswalker or a golem, never the Vanguard card. A plane,
    scheme or Vanguard card of such a name answers to nothing, so that the name stays unresolved.
    """

    def __init__(self) -> None:
        self._known: set[str] = set()

    def add(self, name: str) -> None:
        """Take in the name of a card in the pool."""
        words = name.casefold().split(" ")
        self._known.update(" ".join(words[:count]).rstrip(",") for count in range(1, len(words)))

    def hide(self, card: CardRecord) -> bool:
        """Whether the card's name is only the beginning of another's, and the card no card of a deck."""
        return card.layout in NONTRADITIONAL_LAYOUTS and card.name.casefold() in self._known


def pooled(card: CardRecord, pool: bool | None) -> CardRecord:
    """The card with its pool trait: none in the pool, `pool_unknown` for None, else `outside_pool`."""
    if pool is True:
        return card
    trait = "pool_unknown" if pool is None else "outside_pool"
    return replace(card, traits=(*card.traits, trait))
