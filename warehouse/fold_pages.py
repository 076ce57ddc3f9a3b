"""The decks of a batch of pages, folded into what is known of them, each page at its own instant.

Pages come in the order in which they were seen, mostly, and each takes the last version further. A late
page (warehouse/sightings.py) finds its place among the versions by reading again every page that shows
its articles, oldest first: the versions are the same in whatever order their pages are read in.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from schema.errors import ArchiveDamaged
from warehouse.database import sql_text
from warehouse.deck_histories import Histories, known_histories, latest_lines, wanted_articles
from warehouse.deck_versions import SITE_ZONE, naive
from warehouse.load_decks import observe_page, write_versions
from warehouse.sightings import (
    articles_on,
    confirmed_bodies,
    instant,
    interrupted,
    last_sightings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from datetime import date

    import duckdb

    from schema.records import DeckRecord, Page, Parsed, Problem
    from warehouse.sightings import Article, Confirmed, KeptBody

    Item = tuple[Page, str, str, Parsed]
    # Kept bodies, by (file, offset), read and parsed again in that order; ArchiveDamaged where one cannot be.
    Again = Callable[[Sequence[tuple[str, int]]], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class _Seen:
    """One page at one instant."""

    page_id: int
    item: Item
    articles: frozenset[Article]

    @property
    def at(self) -> datetime:
        return instant(self.item[0])


@dataclass(slots=True)
class Folded:
    """What a batch changed.

    `late` are the pages (place in the batch) that come late for some article, `answered` the bodies seen
    again (page id, naive UTC) that were read again.
    """

    new_versions: int = 0
    changed_decks: int = 0
    problems: list[tuple[Problem, int | None]] = field(default_factory=list)
    late: dict[int, frozenset[Article]] = field(default_factory=dict)
    answered: list[tuple[int, datetime]] = field(default_factory=list)


def fold_batch(
    con: duckdb.DuckDBPyConnection,
    batch: Sequence[Item],
    ids: Sequence[int],
    load_id: int,
    *,
    known: Collection[tuple[int, datetime]] = (),
    confirmed: Sequence[Confirmed] = (),
    again: Again | None = None,
) -> Folded:
    """Fold a batch, and write what it changed; `ids` are the ids of its pages, `known` earlier sightings.

    Where `again` is None or a page cannot be read again, a late page gives an older version that was
    missed, behind the others; it never becomes the current one.
    """
    seen = [
        _Seen(identity, item, articles_on(item[0], item[3]))
        for item, identity in zip(batch, ids, strict=True)
    ]
    articles = {article for one in seen for article in one.articles}
    bodies = confirmed_bodies(con, (one.page_id for one in confirmed)) if confirmed else {}
    articles |= {article for body in bodies.values() for article in body.articles}
    result = Folded()
    if not articles:
        return result
    last = last_sightings(con, articles)
    before = dict(last)
    late: set[Article] = set()
    for place, one in enumerate(seen):
        if (one.page_id, one.at) in known:
            continue
        behind = frozenset(article for article in one.articles if one.at < last.get(article, one.at))
        if behind:
            result.late[place] = behind
            late |= behind
        last |= dict.fromkeys(one.articles - behind, one.at)
    answered, behind_answered = _answered(con, confirmed, bodies, seen, before, again)
    result.answered = [(one.page_id, one.at) for one in answered]
    late |= behind_answered
    forward = sorted([*seen, *answered], key=lambda one: one.at) if answered else seen
    anew = _told_anew(con, late, [*seen, *answered], again) if late and again is not None else None
    rest = articles - late if anew is not None else articles
    if rest:
        _fold(con, forward, rest, before, load_id, result, every=rest == articles)
    if anew is not None:
        histories, problems = anew
        result.problems += problems
        _count(result, write_versions(con, histories, load_id, anew=late))
    return result


def _answered(
    con: duckdb.DuckDBPyConnection,
    confirmed: Sequence[Confirmed],
    bodies: Mapping[int, KeptBody],
    seen: Sequence[_Seen],
    before: Mapping[Article, datetime],
    again: Again | None,
) -> tuple[list[_Seen], set[Article]]:
    """The bodies that were seen again after another page had shown their articles, and what comes late.

    Where nothing else was seen in between, such a body shows what is known: nobody reads it again.
    """
    read: list[_Seen] = []
    late: set[Article] = set()
    if not bodies or again is None:
        return read, late
    of_theirs = {article for body in bodies.values() for article in body.articles}
    others = interrupted(
        con,
        [(one.page_id, instant(one)) for one in confirmed if one.page_id in bodies],
        [(one.page_id, one.at, one.articles & of_theirs) for one in seen],
    )
    for one in confirmed:
        at = instant(one)
        articles = others.pop((one.page_id, at), None)
        if articles is None:
            continue
        body = bodies[one.page_id]
        for page, *rest in again([(body.warc_file, body.warc_offset)]):
            item = (replace(page, fetched_at=one.fetched_at), *rest)
            read.append(_Seen(one.page_id, item, body.articles))  # type: ignore[arg-type]
        # What the same batch shows later comes in order behind it.
        late |= {article for article in articles if at < before.get(article, at)}
    return read, late


def _fold(
    con: duckdb.DuckDBPyConnection,
    seen: Sequence[_Seen],
    articles: set[Article],
    before: Mapping[Article, datetime],
    load_id: int,
    result: Folded,
    *,
    every: bool,
) -> None:
    """Take the last versions of some articles further, page by page."""
    histories = known_histories(con, articles, before)
    cut = [
        (deck.source, deck.source_key)
        for one in seen
        for deck in one.item[3].decks
        if not deck.complete or _is_open(histories, deck)
    ]
    latest_lines(con, histories, cut)
    for one in seen:
        found = observe_page(
            histories, one.item[0], one.page_id, *one.item[1:], only=None if every else articles
        )
        result.problems += [(problem, one.page_id) for problem in found]
    _count(result, write_versions(con, histories, load_id))


def _is_open(histories: Histories, deck: DeckRecord) -> bool:
    """Tell whether only the beginning of a deck is known."""
    history = histories.get((deck.source, deck.source_key))
    return history is not None and history.latest is not None and not history.latest.is_complete


def _count(result: Folded, written: tuple[int, int]) -> None:
    result.new_versions += written[0]
    result.changed_decks += written[1]


def _told_anew(
    con: duckdb.DuckDBPyConnection, articles: set[Article], batch: Sequence[_Seen], again: Again
) -> tuple[Histories, list[tuple[Problem, int | None]]] | None:
    """Every version of the decks of some articles, told from all pages that show them, oldest first.

    None where one of these pages cannot be read again.
    """
    with wanted_articles(con, articles):
        rows = con.execute(sql_text("load", "all_sightings")).fetchall()
        known = con.execute(sql_text("load", "known_ends")).fetchall()
    places = {identity: (file, offset) for identity, _, file, offset in rows}
    here = {one.page_id: one.item for one in batch}
    wanted = {identity: place for identity, place in places.items() if identity not in here}
    if not {page for _, _, page, _ in known} <= places.keys() or (None, None) in wanted.values():
        return None
    try:
        items = dict(zip(wanted, again(list(wanted.values())), strict=True)) | here
    except ArchiveDamaged:
        return None
    sightings = {(identity, at): _at(items[identity], at) for identity, at, *_ in rows}
    sightings |= {(one.page_id, one.at): one.item for one in batch if not articles.isdisjoint(one.articles)}
    ends = {(_day_after(on), source, key): on for source, key, _, on in known if on is not None}
    histories = Histories()
    problems: list[tuple[Problem, int | None]] = []
    for (identity, at), item in sorted(sightings.items(), key=_by_time):
        for end in sorted(end for end in ends if end[0] <= at):
            histories[end[1:]].delete(ends.pop(end))
        found = observe_page(histories, item[0], identity, *item[1:], only=articles)
        problems += [(problem, identity) for problem in found]
    for end in sorted(ends):
        histories[end[1:]].delete(ends[end])
    return histories, problems


def _by_time(seen: tuple[tuple[int, datetime], Item]) -> tuple[datetime, str, int]:
    (_, at), (page, *_) = seen
    return at, page.warc_file or "", page.warc_offset or 0


def _day_after(on: date) -> datetime:
    """The instant (naive UTC) at which the next day begins at the sites' place."""
    begin = naive(datetime.combine(on + timedelta(days=1), time(), SITE_ZONE))
    assert begin is not None
    return begin


def _at(item: Item, at: datetime) -> Item:
    page, *rest = item
    return (replace(page, fetched_at=at.replace(tzinfo=UTC)), *rest)  # type: ignore[return-value]
