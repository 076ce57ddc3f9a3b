"""The closed vocabulary of card traits: facts about a card that a rule reads and no column holds."""

from __future__ import annotations

# Duel Masters (research: card types of the official database; formats.md section 1).
DM_TRAITS: dict[str, str] = {
    "creature": "a creature on at least one face",
    "spell": "a spell on at least one face",
    "twin_pact": "a twin-pact card",
    "evolution": "an evolution creature (any evolution type)",
    "psychic": "a psychic card: lives in the hyperspatial zone",
    "dragheart": "a dragheart card: lives in the hyperspatial zone",
    "cell": "a card that links with others into one creature of several cells",
    "gr": "a GR creature: lives in the GR zone",
    "forbidden": "a card of a forbidden type (禁断の鼓動, 禁断クリーチャー, 最終禁断 …)",
    "zero_dragon": "a card of a zero-dragon type (零龍)",
    "starts_outside": "a card that can start the game outside the deck",
    "god": "a card with a G-link ability or the God race",
    "zenith": "race ゼニス",
    "dragon": "a race of the Dragon category (formats.md RY2)",
    "any_number": "the card's own text allows any number of copies",
    "centre_link_360": "中央Gリンク360",
    "forbidden_star": "the FORBIDDEN STAR set, uncounted (formats.md DM9)",
}

# Magic (comprehensive rules 903, 702.124, 702.139; formats.md sections 2, 3, 6).
MTG_TRAITS: dict[str, str] = {
    "legendary": "legendary on its front face",
    "creature": "a creature on its front face (or by its own text in every zone)",
    "basic": "supertype Basic",
    "snow_basic": "supertypes Basic and Snow",
    "any_number": "the card's own text allows any number of copies",
    "can_be_commander": "text: can be your commander",
    "vehicle_commander": "a legendary Vehicle, or a legendary Spacecraft with power and toughness",
    "partner": "Partner",
    "friends_forever": "Partner—Friends forever",
    "choose_a_background": "Choose a Background",
    "background": "a legendary Background",
    "doctors_companion": "Doctor's companion",
    "doctor": "a Time Lord Doctor with no other creature type",
    "companion": "has a companion ability",
    "chosen_colour": "its owner chooses one colour before the game (903.4b)",
    "sticker": "uses stickers or attractions",
    "conspiracy": "a conspiracy",
    "ante": "an ante card",
    "outside_pool": "not in the pool of sanctioned paper play (silver border, acorn, playtest, digital)",
}
