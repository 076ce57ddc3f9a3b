"""What the eight Rulebreaker commanders of 2026-11-09 allow their decks (research: mtg-rules §4b)."""

from collections.abc import Callable

from tests.reference import magic_facts as facts
from tests.reference.model import RefCard


def _artifact_creature_or_equipment(card: RefCard) -> bool:
    return facts.card_types(card) >= {"Artifact", "Creature"} or "Equipment" in facts.subtypes(card)


def _creature_of_seven(card: RefCard) -> bool:
    return "Creature" in facts.card_types(card) and facts.value_in_deck(card) >= 7


def _is(subtype: str) -> Callable[[RefCard], bool]:
    return lambda card: (
        subtype in facts.subtypes(card)
        or ("Creature" in facts.card_types(card) and facts.every_creature_type(card) and subtype != "Aura")
    )


# Cards of any colour identity; each of these grants any basic land cards besides.
ANY_IDENTITY: dict[str, Callable[[RefCard], bool]] = {
    "Grizzlegom, Hurloon Hero": lambda card: "Land" in facts.card_types(card),
    "Maular, the Next Evolution": _creature_of_seven,
    "Seluma, Light of Aysen": _is("Angel"),
    "The Everforger": _artifact_creature_or_equipment,
    "The Unluckiest Planeswalker": _is("Aura"),
    "Valko Indorian": _is("Phyrexian"),
}
# Instants and sorceries may add ONE colour, the same for all; any basic land cards besides.
ONE_EXTRA_COLOUR = "Tolabow, Loch Rascal"
NO_MAXIMUM_SIZE = "Whtz, the Bibliophile"


def exempt_from_identity(commanders: list[RefCard], card: RefCard) -> bool:
    for commander in commanders:
        test = ANY_IDENTITY.get(commander.name)
        if test is not None and (test(card) or facts.is_basic(card)):
            return True
        if commander.name == ONE_EXTRA_COLOUR and facts.is_basic(card):
            return True
    return False


def may_add_a_colour(commanders: list[RefCard], card: RefCard) -> bool:
    granted = any(commander.name == ONE_EXTRA_COLOUR for commander in commanders)
    return granted and bool(facts.card_types(card) & {"Instant", "Sorcery"})


def has_no_maximum_size(commanders: list[RefCard]) -> bool:
    return any(commander.name == NO_MAXIMUM_SIZE for commander in commanders)
