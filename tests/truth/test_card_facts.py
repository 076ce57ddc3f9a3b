"""The product's reading of card files against the reference's own, card by card, trait by trait."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from schema.identity import mask_of
from schema.records import CardRecord
from tests.reference.magic_cards import read_cards
from tests.reference.model import RefCard
from tests.truth.card_facts import copy_limit, identities, traits
from tests.truth.product_cards import product_cards

pytestmark = pytest.mark.shared

# What the corpus alone knows (`_pool`) and real files say in other fields.
NOT_COMPARED = {"pool_unknown", "outside_pool", "ante"}


def differing(ours: RefCard, theirs: CardRecord) -> set[str]:
    """The traits, identities and limits on which the two readings differ."""
    mine, other = traits(ours) - NOT_COMPARED, set(theirs.traits) - NOT_COMPARED
    found = {f"+{trait}" for trait in other - mine} | {f"-{trait}" for trait in mine - other}
    read = {method: None if colours is None else mask_of(colours) for method, colours in theirs.identities}
    found |= {method for method, colours in identities(ours).items() if read.get(method, 0) != colours}
    if theirs.copy_limit != copy_limit(ours):
        found.add("copy limit")
    return found


def test_magic_facts(shared: Path) -> None:
    path = shared / "data/mtg/cards.jsonl.gz"
    reference = read_cards(path)
    read = {card.name: card for card in product_cards(shared) if isinstance(card, CardRecord)}
    playable = {name: card for name, card in reference.items() if card.in_pool}
    missing = set(playable) - set(read)
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for name, card in playable.items():
        if name not in missing:
            for what in differing(card, read[name]):
                counts[what] += 1
                examples[what].append(name)
    lines = [f"{count} {what}: {examples[what][:6]}" for what, count in counts.most_common()]
    assert not missing, sorted(missing)[:9]
    assert not lines, "\n".join(lines)
