"""Card files: Scryfall bulk data, MTGJSON, CSV. All give CardRecord or Problem, as they stream."""

from parsers.cards.read import kind_of, read_cards
from parsers.cards.recognise import refuse_other_files

__all__ = ["kind_of", "read_cards", "refuse_other_files"]
