"""What the reader of a plain list must know of its format: the game, the size, is there a commander."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schema.records import Game

_JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class DeckShape:
    """Game, number of cards with the commander (None: not known), and whether a commander leads."""

    game: Game
    size: int | None
    commander: bool = True


SHAPES: dict[str, DeckShape] = {
    "dmedh": DeckShape("dm", 60),
    "duelparty": DeckShape("dm", 60),
    "ryugekisen": DeckShape("dm", 40, commander=False),
    "french-commander": DeckShape("mtg", 100),
    "duel-commander": DeckShape("mtg", 100),
    "german-edh": DeckShape("mtg", 100),
    "commander": DeckShape("mtg", 100),
}


def game_of(text: str) -> Game:
    """Tell the game by the script: a list mostly in Japanese is Duel Masters."""
    return "dm" if len(_JAPANESE.findall(text)) > len(_LATIN.findall(text)) else "mtg"


def shape_of(format_name: str | None, text: str) -> DeckShape:
    """The shape of a known format; for another one by its game: 60 cards or 100, with a commander."""
    if format_name is not None and format_name in SHAPES:
        return SHAPES[format_name]
    game = game_of(text)
    return DeckShape(game, 60 if game == "dm" else 100)
