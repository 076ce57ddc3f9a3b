"""Random and mutated decks for every format, from a seed or as a hypothesis strategy."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from tests.reference import (
    commander,
    dmedh,
    duel_commander,
    duelparty,
    french_commander,
    german_edh,
    ryugekisen,
)
from tests.reference.drafts import Draft, Pool
from tests.reference.generate_dm import dm_colours, dm_draft
from tests.reference.generate_magic import identity_colours, magic_draft, symbol_colours
from tests.reference.model import RefCard, RefRestriction, RefVerdict

JUDGES: dict[str, Callable[..., RefVerdict]] = {
    "dmedh": dmedh.judge,
    "duelparty": duelparty.judge,
    "ryugekisen": ryugekisen.judge,
    "french-commander": french_commander.judge,
    "duel-commander": duel_commander.judge,
    "german-edh": german_edh.judge,
    "commander": commander.judge,
}
DM_FORMATS = ("dmedh", "duelparty", "ryugekisen")
LIST_OF = {
    "dmedh": dmedh.LIST,
    "duelparty": duelparty.HALL,
    "ryugekisen": ryugekisen.HALL,
    "duel-commander": duel_commander.LIST,
    "commander": commander.LIST,
}


def pool_of(name: str, cards: Sequence[RefCard]) -> Pool:
    """The cards of a format's game, by the colours that the format looks at."""
    if name in DM_FORMATS:
        return Pool(cards, dm_colours)
    return Pool(cards, symbol_colours if name == "german-edh" else identity_colours)


def random_draft(rng: Random, name: str, pool: Pool, restrictions: Sequence[RefRestriction]) -> Draft:
    """One deck; `draft.deck()` is what a judge reads, `draft.steps` how it came to be."""
    rows = [row for row in restrictions if row.list == LIST_OF.get(name)]
    make = dm_draft if name in DM_FORMATS else magic_draft
    draft = make(rng, name, pool, rows)
    if not draft.deck().size("main"):
        draft.add(rng.choice(pool.cards))  # an empty list is no deck at all
    return draft


def random_drafts(
    seed: int, count: int, name: str, cards: Sequence[RefCard], restrictions: Sequence[RefRestriction]
) -> Iterator[Draft]:
    rng = Random(f"{seed} {name}")
    pool = pool_of(name, cards)
    for _ in range(count):
        yield random_draft(rng, name, pool, restrictions)


def drafts(
    name: str, cards: Sequence[RefCard], restrictions: Sequence[RefRestriction]
) -> st.SearchStrategy[Draft]:
    """Decks whose every random choice hypothesis makes, so that a difference shrinks."""
    pool = pool_of(name, cards)
    return st.randoms(use_true_random=False).map(lambda rng: random_draft(rng, name, pool, restrictions))
