"""A deck under construction: what the generators start from, and the mutations that any format knows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from tests.reference.model import RefCard, RefCommander, RefDeck, RefRestriction


@dataclass
class Draft:
    """A mutable deck. `steps` names the mutations it went through, for a reader of a difference."""

    format: str
    size: int
    day: date
    commanders: list[RefCommander] = field(default_factory=list)
    zones: dict[str, dict[RefCard, int]] = field(default_factory=dict)
    unresolved: dict[str, int] = field(default_factory=dict)
    complete: bool = True
    steps: list[str] = field(default_factory=list)

    def zone(self, name: str) -> dict[RefCard, int]:
        return self.zones.setdefault(name, {})

    def add(self, card: RefCard, copies: int = 1, zone: str = "main") -> None:
        cards = self.zone(zone)
        cards[card] = cards.get(card, 0) + copies

    def take_one(self, rng: Random, zone: str = "main") -> None:
        """Take one copy of some card away, from the largest heap where there is one."""
        cards = self.zone(zone)
        if not cards:
            return
        heap = max(cards, key=lambda card: cards[card])
        card = heap if cards[heap] > 1 else rng.choice(list(cards))
        cards[card] -= 1
        if not cards[card]:
            del cards[card]

    def swap_in(self, rng: Random, card: RefCard, copies: int = 1, zone: str = "main") -> None:
        """Put copies in, keeping the size of the zone."""
        for _ in range(copies):
            self.take_one(rng, zone)
        self.add(card, copies, zone)

    def deck(self) -> RefDeck:
        return RefDeck(
            format=self.format,
            date=self.day,
            commanders=tuple(self.commanders),
            zones={name: tuple(cards.items()) for name, cards in self.zones.items() if cards},
            unresolved={name: copies for name, copies in self.unresolved.items() if copies},
            complete=self.complete,
        )


class Pool:
    """Cards of one game, and which of them fit into a set of colours (what `colours_of` gives)."""

    def __init__(
        self, cards: Sequence[RefCard], colours_of: Callable[[RefCard], frozenset[str] | None]
    ) -> None:
        self.cards = list(cards)
        self.by_name = {card.name: card for card in cards}
        self._colours = {card: colours_of(card) for card in cards}
        self._within: dict[frozenset[str], list[RefCard]] = {}
        self._where: dict[Callable[[RefCard], object], list[RefCard]] = {}

    def within(self, colours: frozenset[str]) -> list[RefCard]:
        """The cards whose colours all lie in a set."""
        if colours not in self._within:
            self._within[colours] = [
                card for card in self.cards if (own := self._colours[card]) is not None and own <= colours
            ]
        return self._within[colours]

    def where(self, test: Callable[[RefCard], object]) -> list[RefCard]:
        """The cards that pass a test; found once for each test."""
        if test not in self._where:
            self._where[test] = [card for card in self.cards if test(card)]
        return self._where[test]


Mutation = Callable[[Random, Draft, Pool, Sequence[RefRestriction]], None]


def one_more(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.add(rng.choice(pool.cards if rng.random() < 0.2 else list(draft.zone("main")) or pool.cards))


def one_less(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.take_one(rng)


def an_excerpt(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    """Cut to around the share below which a list is an excerpt."""
    kept = draft.size * 4 // 5 + rng.choice((-30, -5, -2, -1, 0, 1, 2))
    while sum(draft.zone("main").values()) + len(draft.commanders) > max(kept, 2):
        draft.take_one(rng)


def cut_off(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.complete = False
    for _ in range(rng.choice((0, 0, 1, 5))):
        draft.take_one(rng)


def two_of_one(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(list(draft.zone("main")) or pool.cards))


def the_commander_again(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    if draft.commanders:
        draft.swap_in(rng, rng.choice(draft.commanders).card)


def any_card(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.swap_in(rng, rng.choice(pool.cards))


def another_commander(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    card = rng.choice(pool.cards)
    draft.commanders = [RefCommander(card, rng.randrange(len(card.faces)) if card.game == "dm" else 0)]


def one_more_commander(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    draft.commanders.append(RefCommander(rng.choice(pool.cards)))
    draft.take_one(rng)


def no_commander(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    if draft.commanders and rng.random() < 0.5:
        draft.add(draft.commanders[0].card)
    draft.commanders = []


def a_listed_card(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    """A restricted card, pair or trio, near a day on which its row begins or ends."""
    row = rng.choice([row for row in rows if all(name in pool.by_name for name in row.cards)])
    for name in row.cards if rng.random() < 0.8 else row.cards[:1]:
        if row.status == "banned_as_commander" and draft.commanders and rng.random() < 0.7:
            draft.commanders = [RefCommander(pool.by_name[name])]
        else:
            draft.swap_in(rng, pool.by_name[name])
    edges = [day for day in (row.from_date, row.until_date) if day is not None]
    if edges and rng.random() < 0.7:
        near = rng.choice(edges) - timedelta(days=rng.choice((0, 0, 1)))
        draft.day = max(near, draft.day) if rng.random() < 0.3 else near


def an_unknown_card(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    beside = ("commander", *draft.zones) if draft.commanders else ("main",)
    zone = rng.choice(("main", "main", "main", *beside))
    if zone == "commander":
        draft.commanders = draft.commanders[1:]
    elif rng.random() < 0.8:
        draft.take_one(rng, zone)
    draft.unresolved[zone] = draft.unresolved.get(zone, 0) + 1


def under_another_heading(rng: Random, draft: Draft, pool: Pool, rows: Sequence[RefRestriction]) -> None:
    """A card set apart under a heading that the format may not know, known or not."""
    zone = rng.choice(("sideboard", "companion", "hyperspatial", "gr", "extra"))
    if rng.random() < 0.8:
        draft.add(rng.choice(pool.cards), rng.choice((1, 1, 2)), zone)
    else:
        draft.unresolved[zone] = draft.unresolved.get(zone, 0) + 1


COMMON: tuple[Mutation, ...] = (
    under_another_heading,
    one_more,
    one_less,
    an_excerpt,
    cut_off,
    two_of_one,
    the_commander_again,
    any_card,
    any_card,
    another_commander,
    one_more_commander,
    no_commander,
    a_listed_card,
    a_listed_card,
    an_unknown_card,
)


def mutate(
    rng: Random,
    draft: Draft,
    pool: Pool,
    rows: Sequence[RefRestriction],
    mutations: Sequence[Mutation],
) -> None:
    """None, one, two or three mutations."""
    for _ in range(rng.choice((0, 0, 1, 1, 1, 1, 2, 2, 3))):
        mutation = rng.choice(mutations)
        mutation(rng, draft, pool, rows)
        draft.steps.append(mutation.__name__)


def some_day(rng: Random, first: date, last: date, edges: Sequence[date]) -> date:
    """Half the time a day at an edge or the day before it, else any day."""
    if rng.random() < 0.6:
        day = rng.choice(edges) - timedelta(days=rng.randrange(2))
        return min(max(day, first), last)
    return first + timedelta(days=rng.randrange((last - first).days + 1))
