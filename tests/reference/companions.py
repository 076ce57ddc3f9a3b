"""The ten companion conditions (702.139), each over the starting deck, commanders included (702.139b)."""

from collections.abc import Callable, Sequence

from tests.reference import magic_facts as facts
from tests.reference.model import RefCard

Starting = Sequence[tuple[RefCard, int]]
KAHEERA_TYPES = frozenset({"Cat", "Elemental", "Nightmare", "Dinosaur", "Beast"})


def is_land(card: RefCard) -> bool:
    return "Land" in facts.card_types(card)


def is_permanent(card: RefCard) -> bool:
    return bool(facts.card_types(card) & facts.PERMANENT_TYPES)


def gyruda(deck: Starting) -> bool:
    """Only cards with even mana values."""
    return all(facts.value_in_deck(card) % 2 == 0 for card, _ in deck)


def jegantha(deck: Starting) -> bool:
    """No card has more than one of the same mana symbol in its mana cost."""
    return not any(facts.repeats_a_symbol(card) for card, _ in deck)


def kaheera(deck: Starting) -> bool:
    """Each creature card is a Cat, Elemental, Nightmare, Dinosaur or Beast card."""
    return all(
        facts.subtypes(card) & KAHEERA_TYPES or facts.every_creature_type(card)
        for card, _ in deck
        if "Creature" in facts.card_types(card)
    )


def keruga(deck: Starting) -> bool:
    """Only cards with mana value 3 or greater and land cards."""
    return all(is_land(card) or facts.value_in_deck(card) >= 3 for card, _ in deck)


def lurrus(deck: Starting) -> bool:
    """Each permanent card has mana value 2 or less."""
    return all(facts.value_in_deck(card) <= 2 for card, _ in deck if is_permanent(card))


def lutri(deck: Starting) -> bool:
    """Each nonland card has a different name."""
    return all(copies == 1 for card, copies in deck if not is_land(card))


def obosh(deck: Starting) -> bool:
    """Only cards with odd mana values and land cards."""
    return all(is_land(card) or facts.value_in_deck(card) % 2 == 1 for card, _ in deck)


def umori(deck: Starting) -> bool:
    """Each nonland card shares a card type."""
    types = [facts.card_types(card) for card, _ in deck if not is_land(card)]
    return not types or bool(frozenset.intersection(*types))


def yorion(deck: Starting) -> bool:
    """At least twenty cards more than the minimum deck size, which is 100 here."""
    return sum(copies for _, copies in deck) >= 120


def zirda(deck: Starting) -> bool:
    """Each permanent card has an activated ability."""
    return all(facts.has_activated_ability(card) for card, _ in deck if is_permanent(card))


CONDITIONS: dict[str, Callable[[Starting], bool]] = {
    "Gyruda, Doom of Depths": gyruda,
    "Jegantha, the Wellspring": jegantha,
    "Kaheera, the Orphanguard": kaheera,
    "Keruga, the Macrosage": keruga,
    "Lurrus of the Dream-Den": lurrus,
    "Lutri, the Spellchaser": lutri,
    "Obosh, the Preypiercer": obosh,
    "Umori, the Collector": umori,
    "Yorion, Sky Nomad": yorion,
    "Zirda, the Dawnwaker": zirda,
}
