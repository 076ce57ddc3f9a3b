"""Every Magic card's facts against the reference judge's own reading, which shares no code with ours."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from schema.identity import mask_of
from tests.reference.magic_cards import read_cards as reference_cards
from tests.truth import card_facts

if TYPE_CHECKING:
    from pathlib import Path

    from schema.records import CardRecord

# An activated ability on a card in hand or graveyard, or one that only mentions a keyword: ours is
# the narrower reading of a permanent's own abilities, and the one that knows cycling and its like.
READ_OTHERWISE = {"+activated_ability", "-activated_ability"}
# The reference takes every mention for the card's own; ours asks whose creature types they are.
MENTIONS = {"-every_creature_type"}
# The reference does not need these words.
MORE_THAN_NEEDED = {"+ante"}


@pytest.mark.shared
def test_facts_agree_for_every_card_in_the_pool(shared: Path, magic_cards: dict[str, CardRecord]) -> None:
    theirs = reference_cards(shared / "data/mtg/cards.jsonl.gz")
    ours = magic_cards
    assert set(ours) == set(theirs)
    differing: dict[str, list[str]] = defaultdict(list)
    for name, card in ours.items():
        reference = theirs[name]
        if reference.in_pool is not True:
            continue
        mine, other = set(card.traits), card_facts.magic_traits(reference)
        for trait in mine - other:
            differing[f"+{trait}"].append(name)
        for trait in other - mine:
            differing[f"-{trait}"].append(name)
        if card.copy_limit != card_facts.copy_limit(reference):
            differing["copy_limit"].append(name)
        masks = dict(card.identities)
        for method, mask in card_facts.magic_identities(reference).items():
            found = masks[method]
            if mask is not None and (None if found is None else mask_of(found)) != mask:
                differing[method].append(name)
    explained = READ_OTHERWISE | MENTIONS | MORE_THAN_NEEDED
    assert {kind: names for kind, names in differing.items() if kind not in explained} == {
        # The other half of a meld has no cost of its own: its identity is the file's.
        "colour_identity": ["Urza, Planeswalker"],
    }
    assert all(len(names) < 60 for names in differing.values()), differing
