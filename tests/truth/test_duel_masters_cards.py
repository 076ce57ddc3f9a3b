"""The whole Duel Masters card file: traits card by card, and random decks from all of its cards."""

from collections import Counter, defaultdict
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from parsers.cards.card_csv import read_card_csv
from schema.identity import mask_of
from schema.records import CardRecord
from tests.reference.generate import DM_FORMATS, random_drafts
from tests.reference.model import NOTHING, RefCard, RefFace
from tests.reference.pool import dm_pool, restrictions
from tests.truth.agreement import differences, readable
from tests.truth.card_facts import copy_limit, identities, traits
from tests.truth.open_questions import is_open
from tests.truth.test_agreement import SEED, sql_judge
from warehouse.database import memory_database

pytestmark = pytest.mark.shared

# Any number of these may be played (research: the clause of the 遊撃師団 cards and 四十日鼠 チョロチュー;
# of GR creatures メタルポンの助).
ANY_NUMBER = ("遊撃師団", "四十日鼠 チョロチュー", "メタルポンの助")


@cache
def records(shared: Path) -> tuple[CardRecord, ...]:
    read = read_card_csv(shared / "data/dm/cards.csv.gz", game="dm")
    return tuple(each for each in read if isinstance(each, CardRecord))


def reference_card(record: CardRecord) -> RefCard:
    """The same faces under our own reading: traits and identities are worked out anew."""
    evolves = any(word in kind for face in record.faces for kind in face.types for word in ("進化", "NEO"))
    return RefCard(
        game="dm",
        name=record.name,
        layout=record.layout,
        faces=tuple(
            RefFace(
                name=face.name,
                types=frozenset(word for kind in face.types for word in kind.split("/")),
                colours=None if face.colours is None else frozenset(face.colours),
                cost=face.mana_value,
                subtypes=frozenset(face.races),
            )
            for face in record.faces
        ),
        any_number=record.name.startswith(ANY_NUMBER),
        evolution_colours=None if evolves else NOTHING,
    )


def test_facts_of_every_card(shared: Path) -> None:
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for record in records(shared):
        card = reference_card(record)
        # That a card links into a creature of several cells, its text alone says.
        mine, other = traits(card) - {"cell"}, set(record.traits) - {"cell"}
        read = {name: None if colours is None else mask_of(colours) for name, colours in record.identities}
        found = {f"+{trait}" for trait in other - mine} | {f"-{trait}" for trait in mine - other}
        found |= {name for name, colours in identities(card).items() if read.get(name, 0) != colours}
        if record.copy_limit != copy_limit(card):
            found.add("copy limit")
        for what in found:
            counts[what] += 1
            examples[what].append(record.name)
    assert len(records(shared)) > 8000
    assert not counts, "\n".join(f"{n} {what}: {examples[what][:8]}" for what, n in counts.most_common())


@pytest.mark.parametrize("name", DM_FORMATS)
def test_random_decks_of_all_cards(shared: Path, name: str) -> None:
    cards = {record.name: reference_card(record) for record in records(shared)}
    cards |= {card.name: card for card in dm_pool().values() if card.name not in cards}
    made = list(random_drafts(SEED, 300, name, list(cards.values()), restrictions()))
    con = memory_database()
    found = differences(con, made, list(cards.values()), restrictions(), sql_judge, today=date(2026, 11, 29))
    con.close()
    settled = [each for each in found if not is_open(each)]
    assert not settled, readable(settled, len(made))
