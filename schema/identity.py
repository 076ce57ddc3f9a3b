"""Colours and civilizations as bit masks, and the identity methods that rules compare.

A mask is a small integer; 0 is colourless. Duel Masters: 光 1, 水 2, 闇 4, 火 8, 自然 16.
Magic: W 1, U 2, B 4, R 8, G 16. Both games have five, so one column serves both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

CIVILIZATIONS: tuple[str, ...] = ("光", "水", "闇", "火", "自然")
COLOURS: tuple[str, ...] = ("W", "U", "B", "R", "G")
BIT: dict[str, int] = {
    name: 1 << place for names in (CIVILIZATIONS, COLOURS) for place, name in enumerate(names)
}

# method -> what it holds
METHODS: dict[str, str] = {
    "civilization": "the union over all faces (DM6)",
    "civilization_front": "the front face alone (a creature of several cells, HYP3, by its named face)",
    "command_civilization": "civilization, and the ones its evolution source names (DMEDH 2026-01-04)",
    "colour_identity": "symbols of cost and text of every face, indicator, CDA; reminder text out (903.4)",
    "basic_type_colours": "colours of the basic land types on it (903.5d, FR5, DE4)",
    "symbols_with_reminder": "coloured symbols in cost or text, reminder text included (DE3)",
    "symbols_without_reminder": "coloured symbols in cost or text, reminder text left out (DE3)",
    "cost_symbols": "coloured symbols of the front face's mana cost (DE3, of the general)",
    "any_colour": "0 for every card: a zone or method that is exempt",
}


def is_method(game: str, method: str) -> bool:
    """Whether a method counts what cards of a game have: civilizations in Duel Masters, colours in Magic."""
    return method in METHODS and (method == "any_colour" or ("civilization" in method) == (game == "dm"))


def mask_of(names: Iterable[str]) -> int:
    """Fold names of civilizations or colours into a mask. KeyError for a name that is neither."""
    mask = 0
    for name in names:
        mask |= BIT[name]
    return mask


def names_of(mask: int, game: str) -> tuple[str, ...]:
    """The names in a mask, in the game's own order."""
    names = CIVILIZATIONS if game == "dm" else COLOURS
    return tuple(name for place, name in enumerate(names) if mask >> place & 1)
