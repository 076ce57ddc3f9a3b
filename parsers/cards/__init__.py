"""Card files: Scryfall bulk data, MTGJSON, CSV. All give CardRecord or Problem, as they stream."""
