"""The closed vocabulary of card traits: facts about a card that a rule reads and no column holds."""

from __future__ import annotations

# Duel Masters (card types of the official database; clauses DM, GOD, HYP, DP, RY).
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
    "dragon": "a race of the Dragon category (RY2)",
    "any_number": "the card's own text allows any number of copies",
    "centre_link_360": "中央Gリンク360",
    "forbidden_star": "the FORBIDDEN STAR set, uncounted (DM9)",
}

# Facts that a card's faces do not give: only sources that list printings tell them.
DM_PRINTING_TRAITS: dict[str, str] = {
    "printed_common": "printed at Common in a Japanese paper set",
    "printed_uncommon": "printed at Uncommon in a Japanese paper set",
    "not_printed_common": "every printing is known and none is Common",
}

# Magic (comprehensive rules 903, 702.124, 702.139; clauses FR, DE, CO).
#
# A trait may carry a parameter after a colon; the vocabulary then holds it with its placeholder in
# angle brackets. What a card is outside the battlefield counts: the front face, of a split card (layouts
# split, aftermath) both halves, and what a characteristic-defining ability says "in all zones".
MTG_TRAITS: dict[str, str] = {
    "legendary": "legendary on its front face",
    "creature": "a creature on its front face (or by its own text outside the battlefield: Grist)",
    "land": "a land on its front face",
    "instant_or_sorcery": "an instant or sorcery on its front face (either half of a split card)",
    "permanent": "a card of a permanent type on its front face (either half of a split card)",
    "basic": "supertype Basic on its front face",
    "snow_basic": "supertypes Basic and Snow on its front face",
    "any_number": "the card's own text allows any number of copies",
    "can_be_commander": "text: can be your commander",
    "vehicle_commander": "a legendary Vehicle, or a legendary Spacecraft with power and toughness (903.3)",
    "partner": "Partner alone, without a dash or a name (702.124h)",
    "partner_with:<name>": "Partner with NAME: the name as the card's text spells it (702.124j)",
    "partner_group:<label>": "Partner—LABEL, the label lowercased: survivors, father & son … (702.124i)",
    "friends_forever": "Partner—Friends forever (the same as partner_group:friends forever)",
    "choose_a_background": "Choose a Background (702.124k)",
    "background": "a legendary Background enchantment",
    "doctors_companion": "Doctor's companion (702.124m)",
    "doctor": "a legendary Time Lord Doctor creature with no other creature type",
    "chosen_colour": "its owner chooses one colour before the game (903.4b)",
    "companion": "has a companion ability (702.139)",
    "companion:even_mana_value": "companion if all cards have even mana value (Gyruda)",
    "companion:odd_mana_value": "companion if all cards but lands have odd mana value (Obosh)",
    "companion:mana_value_at_least_3": "companion if all cards but lands cost 3 or more (Keruga)",
    "companion:permanents_mana_value_at_most_2": "companion if permanents cost 2 or less (Lurrus)",
    "companion:no_repeated_symbol": "companion if no mana cost repeats a symbol (Jegantha)",
    "companion:creature_types": "companion if creatures are Cat, Elemental, Nightmare, Dinosaur or Beast",
    "companion:shared_type": "companion if all cards but lands share a card type (Umori)",
    "companion:activated_abilities": "companion if permanents have an activated ability (Zirda)",
    "companion:different_names": "companion if cards but lands have different names (Lutri)",
    "companion:twenty_more": "companion if the deck is 20 cards over its minimum (Yorion)",
    "every_creature_type": "changeling and its like: every creature type in every zone",
    "repeated_symbol": "its front mana cost holds one mana symbol twice (Jegantha; {X}{X} too)",
    "activated_ability": "has an activated ability: cost, colon, effect; such a keyword; a basic land type",
    # What the commander's own clause allows the deck (Rulebreaker). A permission is a test of cards:
    # terms joined by `&`, all of which must hold: supertype=Basic, type=Land, subtype=Angel, mana_value>=7.
    # One trait a permission, so "artifact creature cards and Equipment cards" are two.
    "any_identity:<test>": "with this commander, cards that pass the test may have any colour identity",
    "one_extra_colour:<test>": "with this commander, cards that pass may add one colour, the same for all",
    "no_maximum_size": "with this commander, the deck has no maximum size",
    "unread_clause": "the text says what a deck with this commander can have, in words not understood",
    "sticker": "uses stickers or attractions",
    "conspiracy": "card type Conspiracy",
    "ante": "an ante card",
    "outside_pool": "not in the pool of sanctioned paper play (silver border, acorn, playtest, digital)",
    "pool_unknown": "the source does not tell whether the card is in that pool",
}


def is_trait(game: str, trait: str) -> bool:
    """Whether a trait is in the vocabulary of a game (`dm`, `mtg`); parameters are free text."""
    known = {**DM_TRAITS, **DM_PRINTING_TRAITS} if game == "dm" else MTG_TRAITS
    if trait in known:
        return True
    head, colon, parameter = trait.partition(":")
    return bool(colon and parameter) and any(
        name.startswith(f"{head}:<") and name.endswith(">") for name in known
    )
