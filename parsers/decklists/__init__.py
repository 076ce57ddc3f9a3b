"""Decklists in hand: plain text in many dialects, deck files, and the interchange lines."""

from parsers.decklists.read import read_decklist, read_decklists, read_open_decklists
from parsers.decklists.shape import SHAPES, DeckShape, shape_of

__all__ = ["SHAPES", "DeckShape", "read_decklist", "read_decklists", "read_open_decklists", "shape_of"]
