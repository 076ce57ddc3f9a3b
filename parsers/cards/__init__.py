"""Card files: Scryfall bulk data, MTGJSON, CSV. All give CardRecord or Problem, as they stream."""

from parsers.cards.read import kind_of, read_cards

__all__ = ["kind_of", "read_cards"]
