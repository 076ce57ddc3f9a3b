"""`duel-commander` and its fork: the French format as it is played today (formats.md FR9, section 6).

It extends `french-commander`: the same clauses, the commander and pairs of the competitive rules, cards
whose text allows more copies, companions, dated ban lists (research: mtg-rules §1, mtg-banlists).
"""

from collections.abc import Iterator, Sequence
from datetime import date

from tests.reference import magic_facts as facts
from tests.reference.commander import (
    colour_identity,
    commander_may_command,
    commanders_may_pair,
    companion,
    size,
)
from tests.reference.common import beside_the_format, conclude, violation
from tests.reference.magic_clauses import (
    DECK_SIZE,
    basics_and_card_text,
    cards_of_the_deck,
    on_a_ban_list,
    outside_the_pool,
    singleton,
    starting_deck,
)
from tests.reference.model import RefDeck, RefFinding, RefRestriction, RefVerdict

LIST = "duel-commander"
STICKERS_OUT_FROM = date(2024, 5, 27)


def judge(
    deck: RefDeck, restrictions: Sequence[RefRestriction], *, strict: bool = False, ban_list: str = LIST
) -> RefVerdict:
    findings = [
        *size("FR1", deck),
        *singleton("FR2", deck, basics_and_card_text, "companion"),
        *commander_may_command("FR3", deck),
        *colour_identity("FR4", "FR5", deck),
        *commanders_may_pair("FR9", deck),
        *companion("FR9", deck),
        *on_a_ban_list("FR9", deck, restrictions, ban_list),
        *fr9_no_stickers(deck),
        *outside_the_pool("FR9", deck),
        *beside_the_format(deck, "companion"),
    ]
    return conclude(deck, cards_of_the_deck(deck), DECK_SIZE, findings)


def fr9_no_stickers(deck: RefDeck) -> Iterator[RefFinding]:
    """FR9: from 2024-05-27 no card that uses stickers or Attractions."""
    if deck.date < STICKERS_OUT_FROM:
        return
    for card, _ in [*starting_deck(deck), *deck.zone("companion")]:
        if facts.uses_stickers_or_attractions(card):
            yield violation("FR9", "it uses stickers or Attractions", card)
