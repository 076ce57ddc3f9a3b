"""The records that parsers give and the warehouse loads.

All are frozen and hold text as it stands on the page; nothing here is resolved or judged.
Dates are calendar dates of the site's own time zone; instants are aware datetimes in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date, datetime

Game = Literal["dm", "mtg"]

# Zones of a deck. `commander` holds the commanders, `extra` the cards outside the count
# (FORBIDDEN STAR, DM9), `companion` the 101st card.
Zone = Literal["commander", "main", "hyperspatial", "gr", "extra", "companion", "sideboard"]
ZONES: tuple[Zone, ...] = (
    "commander",
    "main",
    "hyperspatial",
    "gr",
    "extra",
    "companion",
    "sideboard",
)


@dataclass(frozen=True, slots=True)
class Page:
    """One kept response: what a parser reads.

    `body` is free of content encoding and not yet decoded to text. `sha256` is its hex digest.
    `robots` holds what its X-Robots-Tag headers ask, and `tdm-reservation` where that header says 1.
    `warc_file` and `warc_offset` say where the archive holds it (None for a file in hand). Of a post in parts
    that are kept behind its first one, `whole_sha256` is a digest of them all.
    """

    source: str
    url: str
    fetched_at: datetime
    status: int
    content_type: str
    body: bytes
    sha256: str
    etag: str | None = None
    last_modified: str | None = None
    warc_file: str | None = None
    warc_offset: int | None = None
    robots: str | None = None
    whole_sha256: str | None = None


class DeckLine(NamedTuple):
    """One card of one zone as written; `line_no` counts from 1 over the whole deck.

    A tuple, for there are a hundred of them in a deck and a million decks.
    """

    zone: Zone
    line_no: int
    text: str
    copies: int = 1


def deck_lines(rows: Iterable[tuple[Zone, int, str, int]]) -> tuple[DeckLine, ...]:
    """Make the lines of a deck from rows of their four fields, at a third of the time of one by one."""
    return tuple(map(_AS_LINE, rows))


# What the named tuple's own constructor does, without a Python function a line.
_AS_LINE: Callable[[tuple[Zone, int, str, int]], DeckLine] = partial(tuple.__new__, DeckLine)


@dataclass(frozen=True, slots=True)
class DeckRecord:
    """One version of one deck as its source shows it.

    `source_key` is the source's own id: a WordPress post `4081`, a second deck in it `4081#2`.
    `published_on` and `modified_at` are the site's; `noted_on` is the update note in the text.
    `complete` is False where the list is visibly cut off or lines of it could not be read, and where
    the page may show a part of its post alone (`in_part`): then the post's own pages decide.
    """

    source: str
    source_key: str
    url: str
    title: str
    format: str
    lines: tuple[DeckLine, ...]
    author: str | None = None
    published_on: date | None = None
    noted_on: date | None = None
    modified_at: datetime | None = None
    event: str | None = None
    placing: str | None = None
    player: str | None = None
    complete: bool = True
    in_part: bool = False


@dataclass(frozen=True, slots=True)
class FaceRecord:
    """One face of a card. Lists are ordered as printed; `cost` and `power` stay text ("∞", "9500+").

    `colours` are the face's own: civilizations 光 水 闇 火 自然 for Duel Masters, W U B R G for Magic
    (colour indicator and characteristic-defining abilities applied). An empty tuple is colourless;
    None is not known.
    """

    name: str
    types: tuple[str, ...]
    colours: tuple[str, ...] | None
    cost: str | None = None
    mana_value: float | None = None
    power: str | None = None
    toughness: str | None = None
    races: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One card: the facts that rules read, no card text.

    `name` is the canonical name (twin-pact cards `A/B`, split cards `A // B`, else the front face).
    `layout`: single, twin_pact, double_faced, cells (a psychic super creature of several cells),
    or Magic's own layout word. `traits` is the closed vocabulary of `schema/traits.py`.
    `identities` maps an identity method of `schema/identity.py` to its set of colours; None there
    is not known. `copy_limit` is the number of copies that the card's own text allows
    (None: the format's limit; 0: any number).
    `names` are further spellings: (text, kind, language) with kind front, back, face, printed, alias.
    """

    game: Game
    name: str
    layout: str
    faces: tuple[FaceRecord, ...]
    traits: tuple[str, ...] = ()
    identities: tuple[tuple[str, frozenset[str] | None], ...] = ()
    copy_limit: int | None = None
    names: tuple[tuple[str, str, str], ...] = ()
    official_id: str | None = None
    url: str | None = None
    released_on: date | None = None


@dataclass(frozen=True, slots=True)
class RestrictionChange:
    """One line of a list update: from `effective_on` the card (or set of cards) has `status`.

    `list` names the restriction list (`dmedh`, `dm-hall`, `duel-commander` …). `cards` holds one
    name, or the two or three of a pair or trio. `status`: banned, banned_as_commander,
    banned_as_companion, limited, pair, trio, event_only, free, unknown. With `min_identity` the
    status binds decks whose commander has at least that many civilizations (`2色以上で禁止` is 2).
    `previous` is the state that the post gives for before, None where it gives none.
    `kind` is `change` for a dated update, `snapshot` for a row of a list as it stands.
    """

    list: str
    cards: tuple[str, ...]
    status: str
    effective_on: date
    url: str
    min_identity: int | None = None
    previous: str | None = None
    kind: Literal["change", "snapshot"] = "change"
    line_no: int | None = None


@dataclass(frozen=True, slots=True)
class RuleText:
    """The text of a living rule page, by section, so that a change can be reported as a diff."""

    source: str
    url: str
    title: str
    sections: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a page held that did not become a record. Nothing is dropped without one.

    `kind` is a short word of the closed list in `schema/problems.py`; `detail` quotes the text.
    """

    source: str
    url: str
    kind: str
    detail: str
    line_no: int | None = None
    source_key: str | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """What one page gave. An empty one with no problems is a page that holds nothing of ours."""

    decks: tuple[DeckRecord, ...] = ()
    cards: tuple[CardRecord, ...] = ()
    changes: tuple[RestrictionChange, ...] = ()
    rules: tuple[RuleText, ...] = ()
    problems: tuple[Problem, ...] = ()
    # Ids of articles the page shows (WordPress post ids, card ids): the crawl checks completeness.
    keys: tuple[str, ...] = ()
    # Those of them of which a list says, in the words of their own heads, that they ask for nothing.
    free: tuple[str, ...] = ()
    # The one of them whose own page this is, whatever its address.
    own: str | None = None
    # Whether that page says itself that it is not reserved from text and data mining.
    unreserved: bool = False
