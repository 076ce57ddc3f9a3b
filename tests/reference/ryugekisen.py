"""`ryugekisen`: 龍撃戦, fifth edition (formats.md section 4; seed 004)."""

from collections.abc import Iterator, Sequence

from tests.reference import dm_facts as facts
from tests.reference.common import (
    beside_the_format,
    conclude,
    copies_by_name,
    is_excerpt,
    not_known,
    over_one_copy,
    unknown,
    violation,
    wrong_size,
)
from tests.reference.model import RefCard, RefDeck, RefFinding, RefRestriction, RefVerdict

HALL = "dm-hall"
DECK_SIZE = 40
CREATURES = 30
ZONES = ("main", "extra")
OTHER_ZONES = ("hyperspatial", "gr")
BANNED = (
    "偽りの王 モーツァルト",
    "「修羅」の頂 VAN・ベートーベン",
    "光神龍スペル・デル・フィン",
    "龍装者 ジスタジオ",
    "勝利宣言 鬼丸「覇」",
    "界王類絶対目 ワルド・ブラッキオ",
)


def judge(deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False) -> RefVerdict:
    deck = facts.with_the_star_beside(deck)
    findings = [
        *ry1_size(deck),
        *ry2_dragons(deck),
        *ry3_creatures(deck),
        *ry4_types(deck),
        *ry5_no_twin_pact_no_hyperspatial(deck),
        *no_such_zone("RY5", "hyperspatial", deck),
        *no_such_zone("RY4", "gr", deck),
        *ry6_one_of_each_name(deck),
        *ry7_premium_hall(deck, restrictions),
        *ry8_banned_by_name(deck),
        *beside_the_format(deck, *ZONES, *OTHER_ZONES),
    ]
    return conclude(deck, cards_of_the_deck(deck), DECK_SIZE, findings)


def cards_of_the_deck(deck: RefDeck) -> int:
    """All cards: nothing stands outside the count here, wherever the list writes it."""
    return deck.size("main") + deck.size("extra") + len(deck.commanders) + deck.unresolved.get("commander", 0)


def every_card(deck: RefDeck, *beside: str) -> list[tuple[RefCard, str]]:
    cards = [(commander.card, "commander") for commander in deck.commanders]
    return cards + [(card, zone) for zone in (*ZONES, *beside) for card, _ in deck.zone(zone)]


def ry1_size(deck: RefDeck) -> Iterator[RefFinding]:
    """RY1: exactly 40 cards. There is no commander to lose, so a short list is short."""
    yield from wrong_size("RY1", deck, cards_of_the_deck(deck), DECK_SIZE, "extra", commander_places=0)


def ry2_dragons(deck: RefDeck) -> Iterator[RefFinding]:
    """RY2: every creature has a Dragon race: a race whose name contains ドラゴン."""
    for card, zone in every_card(deck):
        if facts.is_creature(card) and not facts.is_dragon(card):
            yield violation("RY2", "a creature without a Dragon race", card, zone)


def ry3_creatures(deck: RefDeck) -> Iterator[RefFinding]:
    """RY3: at least 30 creatures. Lines not resolved or not there might hold the missing ones."""
    whole = copies_by_name(deck, "main", "extra", commanders=True)
    creatures = sum(copies for card, copies in whole.values() if facts.is_creature(card))
    possible = creatures + not_known(deck, "main", "commander", "extra")
    cut_off = not deck.complete or is_excerpt(cards_of_the_deck(deck), DECK_SIZE)
    if possible < CREATURES and not cut_off:
        yield violation("RY3", f"{creatures} creatures, at least 30 asked")


def ry4_types(deck: RefDeck) -> Iterator[RefFinding]:
    """RY4: only creatures and spells; seed 004 bars the card that is neither."""
    for card, zone in every_card(deck):
        if not facts.is_creature(card) and not facts.is_spell(card):
            yield violation("RY4", "neither a creature nor a spell", card, zone)


def ry5_no_twin_pact_no_hyperspatial(deck: RefDeck) -> Iterator[RefFinding]:
    """RY5: no twin-pact card; no hyperspatial card (psychic, dragheart)."""
    for card, zone in every_card(deck):
        if facts.is_twin_pact(card):
            yield violation("RY5", "a twin-pact card", card, zone)
        if facts.is_hyperspatial(card):
            yield violation("RY5", "a hyperspatial card", card, zone)


def no_such_zone(rule: str, zone: str, deck: RefDeck) -> Iterator[RefFinding]:
    """RY4 and RY5 leave no card that could lie in these zones, so there are none."""
    if deck.size(zone) > not_known(deck, zone):
        yield violation(rule, "there is no such zone", zone=zone)
    elif deck.size(zone):
        yield unknown(rule, "a zone of cards that are not known", zone=zone)


def ry6_one_of_each_name(deck: RefDeck) -> Iterator[RefFinding]:
    """RY6: one copy of each name; no card is exempt."""
    counts = copies_by_name(deck, *ZONES, commanders=True)
    yield from over_one_copy("RY6", counts, lambda card: False, "main")


def ry7_premium_hall(deck: RefDeck, restrictions: Sequence[RefRestriction]) -> Iterator[RefFinding]:
    """RY7: no card of the official premium hall of fame as it stood on the deck's date."""
    names = {card.name for card, _ in every_card(deck, *OTHER_ZONES)}
    for row in restrictions:
        binds = row.list == HALL and row.status == "banned" and row.holds_on(deck.date)
        if binds and names.issuperset(row.cards):
            yield RefFinding("RY7", "violation", "premium hall of fame", "+".join(row.cards))


def ry8_banned_by_name(deck: RefDeck) -> Iterator[RefFinding]:
    """RY8: six cards by name."""
    for card, zone in every_card(deck, *OTHER_ZONES):
        if card.name in BANNED:
            yield violation("RY8", "banned by name", card, zone)
