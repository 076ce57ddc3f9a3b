"""Which cards of a list without a commander section are the commanders: by place, never by guess."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parsers.decklists.shape import DeckShape
    from schema.records import Zone

# The cards with a companion ability (comprehensive rules 702.139): lists put them beside the commander.
COMPANIONS = frozenset(
    {
        "gyruda, doom of depths",
        "jegantha, the wellspring",
        "kaheera, the orphanguard",
        "keruga, the macrosage",
        "lurrus of the dream-den",
        "lutri, the spellchaser",
        "obosh, the preypiercer",
        "umori, the collector",
        "yorion, sky nomad",
        "zirda, the dawnwaker",
    }
)
MOST_COMMANDERS = 2
_TITLE_COMMANDER = re.compile(r"[《≪](?P<name>[^《》≪≫]+)[》≫]\s*(?:統率|パートナー)")
_UNCOUNTED = re.compile(r"^\s*(?:FORBIDDEN STAR|終焉の禁断\s*ドルマゲドンX)", re.IGNORECASE)


@dataclass(slots=True)
class Placed:
    """One card with its zone; `bare` says that no heading and no mark gave the zone."""

    line: int
    copies: int
    name: str
    zone: Zone
    bare: bool = False


@dataclass(slots=True)
class Block:
    """Cards between two blank lines; `headed` says that a heading stands above them."""

    headed: bool
    cards: list[Placed] = field(default_factory=list)

    def copies(self) -> int:
        """All copies of the block."""
        return sum(card.copies for card in self.cards)


def is_companion(name: str) -> bool:
    """True for the name of a card with a companion ability."""
    return name.strip().replace("’", "'").casefold() in COMPANIONS


def total(cards: list[Placed], *zones: str) -> int:
    """Copies in the given zones."""
    return sum(card.copies for card in cards if card.zone in zones)


def place_commanders(cards: list[Placed], blocks: list[Block], shape: DeckShape, title: str) -> None:
    """Move cards to the zones commander, companion and extra in place.

    A commander section or mark decides. Else, in this order: a first block of one or two cards
    with no heading above it; a card that the title names (`《X》統率`); a sideboard that fills the deck
    to its size (MTGO, Cockatrice and XMage files keep the commander there); such a last block.
    """
    if shape.game == "dm":
        _set_uncounted_apart(cards)
    if not any(card.zone == "commander" for card in cards):
        found = (
            _first_block(cards, blocks)
            or _titled(cards, title)
            or _beside(cards, [card for card in cards if card.zone == "sideboard"], shape)
            or _last_block(cards, blocks, shape)
        )
        for card in found:
            card.zone = "commander"
    if shape.game == "mtg":
        _split_companion(cards, shape)


def _first_block(cards: list[Placed], blocks: list[Block]) -> list[Placed]:
    first = blocks[0] if blocks else None
    if first is None or first.headed or len(cards) == len(first.cards):
        return []
    lone = len(first.cards) <= MOST_COMMANDERS and all(card.copies == 1 and card.bare for card in first.cards)
    return list(first.cards) if lone else []


def _titled(cards: list[Placed], title: str) -> list[Placed]:
    if not (found := _TITLE_COMMANDER.search(title)):
        return []
    name = re.sub(r"\s", "", found["name"])
    return [card for card in cards if re.sub(r"\s", "", card.name) == name][:1]


def _beside(cards: list[Placed], side: list[Placed], shape: DeckShape) -> list[Placed]:
    """One to three cards beside a main deck that they fill: commanders, at most one of them a companion."""
    others = [card for card in side if not is_companion(card.name)]
    companions = len(side) - len(others)
    main = total(cards, "main") - sum(card.copies for card in side if card.zone == "main")
    if not others or companions > 1 or any(card.copies > 1 for card in side):
        if len(side) == 1 and side[0].copies == 1 and shape.size == main + 1:
            return side  # a companion alone fills the deck: it leads it
        return []
    fills = shape.size is None or main + len(others) == shape.size
    if len(others) <= MOST_COMMANDERS and fills:
        return others
    return side if len(side) <= MOST_COMMANDERS and shape.size == main + len(side) else []


def _last_block(cards: list[Placed], blocks: list[Block], shape: DeckShape) -> list[Placed]:
    last = blocks[-1] if len(blocks) > 1 else None
    if last is None or last.headed or any(not card.bare for card in last.cards):
        return []
    return _beside(cards, list(last.cards), shape)


def _set_uncounted_apart(cards: list[Placed]) -> None:
    for card in cards:
        if card.zone == "main" and _UNCOUNTED.match(card.name):
            card.zone = "extra"


def _split_companion(cards: list[Placed], shape: DeckShape) -> None:
    """A companion that stands beside a whole deck is its companion (702.139b), wherever the list put it."""
    if any(card.zone == "companion" for card in cards) or shape.size is None:
        return
    beside = [card for card in cards if card.zone == "sideboard"]
    if len(beside) == 1 and beside[0].copies == 1 and is_companion(beside[0].name):
        beside[0].zone = "companion"
        return
    leaders = [card for card in cards if card.zone == "commander"]
    rest = [card for card in leaders if is_companion(card.name)]
    if len(rest) == 1 and len(leaders) > 1 and total(cards, "main", "commander") == shape.size + 1:
        rest[0].zone = "companion"
