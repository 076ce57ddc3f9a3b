"""The clauses that the Magic formats share; each format gives its own ids and what it exempts."""

from collections.abc import Callable, Iterator, Sequence

from tests.reference import magic_facts as facts
from tests.reference.common import copies_by_name, unknown, violation
from tests.reference.model import RefCard, RefDeck, RefFinding, RefRestriction

DECK_SIZE = 100


def cards_of_the_deck(deck: RefDeck) -> int:
    """Commanders and main deck; a companion stands outside."""
    return len(deck.commanders) + deck.unresolved.get("commander", 0) + deck.size("main")


def commander_cards(deck: RefDeck) -> list[RefCard]:
    return [commander.card for commander in deck.commanders]


def starting_deck(deck: RefDeck) -> list[tuple[RefCard, int]]:
    """Main deck and commanders, one row a name (702.139b)."""
    return list(copies_by_name(deck, "main", commanders=True).values())


def singleton(
    rule: str, deck: RefDeck, allowed: Callable[[RefCard], int], *beside: str
) -> Iterator[RefFinding]:
    """As many copies of a name as the format allows of that card, those of zones beside the deck added."""
    for card, copies in copies_by_name(deck, "main", *beside, commanders=True).values():
        if copies > allowed(card):
            yield violation(rule, f"{copies} copies, {allowed(card)} allowed", card, "main")


def no_companion(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """So many cards and no more, in rules older than companions: what stands beside them is one too many."""
    for card, _ in deck.zone("companion"):
        yield violation(rule, "there are no companions", card, "companion")


def union_of(deck: RefDeck, colours_of: Callable[[RefCard], frozenset[str] | None]) -> frozenset[str] | None:
    """The colours of all commanders together; None where one of them is not known."""
    if not deck.commanders or deck.unresolved.get("commander"):
        return None
    union: frozenset[str] = frozenset()
    for card in commander_cards(deck):
        own = colours_of(card)
        if own is None:
            return None
        union |= own
    return union


def within(
    rule: str,
    allowed: frozenset[str] | None,
    cards: Sequence[tuple[RefCard, str]],
    colours_of: Callable[[RefCard], frozenset[str] | None],
) -> Iterator[RefFinding]:
    """No card, by zone, may show a colour outside `allowed`."""
    for card, zone in cards:
        own = colours_of(card)
        if own is None:
            yield unknown(rule, "the card's colours are not known", card, zone)
        elif own and allowed is None:
            yield unknown(rule, "the commander's colours are not known", card, zone)
        elif allowed is not None and not own <= allowed:
            yield violation(rule, f"{''.join(sorted(own - allowed))} outside", card, zone)


def on_a_ban_list(
    rule: str, deck: RefDeck, restrictions: Sequence[RefRestriction], list_name: str
) -> Iterator[RefFinding]:
    """Banned everywhere, banned as commander (free in the deck), banned as companion, by date."""
    commanders = {card.name for card in commander_cards(deck)}
    companions = {card.name for card, _ in deck.zone("companion")}
    deck_names = commanders | companions | {card.name for card, _ in deck.zone("main")}
    bound = {"banned": deck_names, "banned_as_commander": commanders, "banned_as_companion": companions}
    for row in restrictions:
        if (
            row.list == list_name
            and row.holds_on(deck.date)
            and bound.get(row.status, set()) >= set(row.cards)
        ):
            yield RefFinding(rule, "violation", row.status, "+".join(row.cards))


def outside_the_pool(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """Cards of paper play alone: no digital, acorn, silver-bordered or playtest card."""
    for card, _ in [*starting_deck(deck), *deck.zone("companion")]:
        if card.in_pool is None:
            yield unknown(rule, "whether it is playable on paper is not known", card)
        elif not card.in_pool:
            yield violation(rule, "not a card of sanctioned paper play", card)


def basics_and_card_text(card: RefCard) -> int:
    """903.5b: basic lands in any number, and what a card's own text allows (101.1)."""
    return 1000 if facts.is_basic(card) else facts.copies_allowed(card) or 1


def basics_alone(card: RefCard) -> int:
    """FR2, DE7: basic lands, the snow-covered among them, and no other exemption."""
    return 1000 if facts.is_basic(card) else 1
