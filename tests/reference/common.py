"""The few steps that every format takes the same way (formats.md, opening paragraphs)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from tests.reference.model import RefCard, RefDeck, RefFinding, RefVerdict

EXCERPT_BELOW = 0.8  # "fewer than 80 % of the cards that its format asks for … is an excerpt"


def violation(rule: str, detail: str, card: RefCard | None = None, zone: str | None = None) -> RefFinding:
    return RefFinding(rule, "violation", detail, card.name if card else None, zone)


def warning(rule: str, detail: str, zone: str | None = None) -> RefFinding:
    return RefFinding(rule, "warning", detail, None, zone)


def unknown(rule: str, detail: str, card: RefCard | None = None, zone: str | None = None) -> RefFinding:
    """A fact that the rule needs is missing (formats.md: the verdict `unknown`)."""
    return RefFinding(rule, "unknown", detail, card.name if card else None, zone)


def beside_the_format(deck: RefDeck, *zones: str) -> Iterator[RefFinding]:
    """What a list sets apart where the format has no such zone (`zones` are its own) is never passed over
    in silence: it stands outside the deck, and that is said (design: "Nothing is dropped without …").
    """
    for zone in ("hyperspatial", "gr", "extra", "companion", "sideboard"):
        if zone not in zones and deck.size(zone):
            yield warning("LIST", f"{deck.size(zone)} cards outside the deck", zone)


def is_excerpt(counted: int, asked: int) -> bool:
    return counted < EXCERPT_BELOW * asked


def not_known(deck: RefDeck, *zones: str) -> int:
    """Copies in these zones whose card is not known."""
    return sum(deck.unresolved.get(zone, 0) for zone in zones)


def names_no_commander(deck: RefDeck) -> bool:
    return not deck.commanders and not deck.unresolved.get("commander")


def wrong_size(
    rule: str, deck: RefDeck, counted: int, asked: int, *beside: str, commander_places: int = 1
) -> Iterator[RefFinding]:
    """Exactly so many cards, counted over the commanders, the main deck and the zones `beside`.

    Too many proves nothing where lines whose card is not known make the difference: such a line may be no
    card at all (prose, a heading), and an unknown is unknown (design: "Fail closed").
    Too few proves nothing where the list is cut off, nor where just the commanders' places are empty
    (sources lose commanders: a 99 without one can't be told, research: mtg-rules §8, B46).
    """
    if counted - not_known(deck, "commander", "main", *beside) > asked:
        yield violation(rule, f"{counted} cards, {asked} asked")
    elif counted > asked:
        yield unknown(rule, f"{counted} cards, not all known, {asked} asked")
    if counted >= asked:
        return
    commander_lost = names_no_commander(deck) and counted >= asked - commander_places
    if deck.complete and not is_excerpt(counted, asked) and not commander_lost:
        yield violation(rule, f"{counted} cards, {asked} asked")


def missing_commander(
    rule: str, deck: RefDeck, counted: int, asked: int, able: Callable[[RefCard], bool]
) -> Iterator[RefFinding]:
    """A list that names no commander: sources lose it, or leave it among the others (mtg-rules §8, B46).

    Only a full list in which no card is `able` to command has none for certain.
    """
    if deck.unresolved.get("commander"):
        yield unknown(rule, "the commander's name is not known", zone="commander")
    elif names_no_commander(deck):
        whole = deck.complete and counted >= asked and not deck.unresolved
        if whole and not any(able(card) for card, _ in deck.zone("main")):
            yield violation(rule, "no commander", zone="commander")
        else:
            yield unknown(rule, "no commander is named", zone="commander")


def more_than_one(rule: str, deck: RefDeck) -> Iterator[RefFinding]:
    """Two are named where one may command; a line that is not known may be no name."""
    if len(deck.commanders) > 1:
        yield violation(rule, f"{len(deck.commanders)} commanders", zone="commander")
    elif len(deck.commanders) + not_known(deck, "commander") > 1:
        yield unknown(rule, "more than one line where the commander stands", zone="commander")


def over_one_copy(
    rule: str, counts: Mapping[str, tuple[RefCard, int]], exempt: Callable[[RefCard], bool], zone: str
) -> Iterator[RefFinding]:
    """No two cards of one name, but of those that are exempt."""
    for card, copies in counts.values():
        if copies > 1 and not exempt(card):
            yield violation(rule, f"{copies} copies", card, zone)


def copies_by_name(deck: RefDeck, *zones: str, commanders: bool = False) -> dict[str, tuple[RefCard, int]]:
    """How often each name stands in these zones together, printings and lines added up."""
    cards: dict[str, RefCard] = {}
    counts: Counter[str] = Counter()
    if commanders:
        for commander in deck.commanders:
            cards[commander.card.name] = commander.card
            counts[commander.card.name] += 1
    for zone in zones:
        for card, copies in deck.zone(zone):
            cards[card.name] = card
            counts[card.name] += copies
    return {name: (cards[name], count) for name, count in counts.items()}


def conclude(deck: RefDeck, counted: int, asked: int, findings: Iterable[RefFinding]) -> RefVerdict:
    """The verdict over all findings (formats.md, opening paragraphs).

    An excerpt is incomplete, not illegal. A definite violation makes a deck illegal even where
    something else about it is unknown.
    """
    listed = tuple(findings)
    if is_excerpt(counted, asked):
        return RefVerdict("incomplete", listed)
    if any(each.severity == "violation" for each in listed):
        return RefVerdict("illegal", listed)
    if not deck.complete:
        return RefVerdict("incomplete", listed)
    if sum(deck.unresolved.values()) or any(each.severity == "unknown" for each in listed):
        return RefVerdict("unknown", listed)
    return RefVerdict("legal", listed)
