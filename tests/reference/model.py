"""What the reference judge reads and gives: cards, decks, restrictions, findings, verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RefFace:
    """One face of a card. `colours` are its civilizations or colours; None is not known."""

    name: str
    types: frozenset[str]
    colours: frozenset[str] | None = NOTHING
    cost: float | None = None  # Duel Masters: its cost; Magic: its mana value
    subtypes: frozenset[str] = NOTHING  # races, or Magic's subtypes
    supertypes: frozenset[str] = NOTHING
    mana_cost: str = ""  # Magic, in braces
    text: str = ""  # Magic, rules text with reminder text
    power: str | None = None


@dataclass(frozen=True, eq=False)
class RefCard:
    """One card. Cards are equal when they are the same object, so a pool holds each card once.

    `layout`: single, twin_pact, double_faced, cells for Duel Masters; Magic's own word.
    The last three fields are facts of Duel Masters cards that only their text tells.
    """

    game: str
    name: str
    layout: str
    faces: tuple[RefFace, ...]
    any_number: bool = False
    evolution_colours: frozenset[str] | None = NOTHING  # of its evolution source; None is not known
    centre_link_360: bool = False
    in_pool: bool | None = True  # Magic: playable on paper; None is not known

    @property
    def front(self) -> RefFace:
        return self.faces[0]

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True)
class RefCommander:
    """A commander and the face by which the list names it (0 is the front)."""

    card: RefCard
    face_no: int = 0

    @property
    def face(self) -> RefFace:
        return self.card.faces[self.face_no]


Copies = tuple[RefCard, int]


@dataclass(frozen=True)
class RefDeck:
    """A list with its names resolved.

    `zones` holds main, hyperspatial, gr, extra, companion, sideboard; the commanders stand apart.
    `unresolved` counts, by zone (commander among them), the copies of lines whose card is not known.
    `complete` is False where the list is visibly cut off or lines of it could not be read.
    """

    format: str
    date: date
    commanders: tuple[RefCommander, ...] = ()
    zones: Mapping[str, tuple[Copies, ...]] = field(default_factory=lambda: MappingProxyType({}))
    unresolved: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    complete: bool = True
    event: str | None = None
    player: str | None = None

    def zone(self, name: str) -> tuple[Copies, ...]:
        return self.zones.get(name, ())

    def size(self, name: str) -> int:
        """Copies in a zone, the unresolved lines among them."""
        return sum(copies for _, copies in self.zone(name)) + self.unresolved.get(name, 0)


@dataclass(frozen=True)
class RefRestriction:
    """A card, pair or trio on a list from a date (None: since a day not known) until a date, exclusive."""

    list: str
    cards: tuple[str, ...]
    status: str  # banned, banned_as_commander, banned_as_companion, pair, trio, limited
    from_date: date | None = None
    until_date: date | None = None
    min_colours: int = 0

    def holds_on(self, day: date) -> bool:
        return (self.from_date is None or self.from_date <= day) and (
            self.until_date is None or day < self.until_date
        )


@dataclass(frozen=True)
class RefFinding:
    """One breach or doubt. `severity`: violation, advisory, warning, unknown (a fact is missing)."""

    rule: str
    severity: str
    detail: str
    card: str | None = None
    zone: str | None = None


@dataclass(frozen=True)
class RefVerdict:
    """`verdict`: legal, illegal, unknown, incomplete."""

    verdict: str
    findings: tuple[RefFinding, ...]

    def rules(self) -> set[tuple[str, str]]:
        """The (rule, severity) pairs that a rule book would list; doubts are left to the verdict."""
        return {(each.rule, each.severity) for each in self.findings if each.severity != "unknown"}
