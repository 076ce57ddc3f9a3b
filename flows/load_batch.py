"""What a batch of parsed pages changes in the warehouse, and whether it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows.hand_pages import CARDS_URN, card_file_of
from flows.parse_kept import parse_again
from flows.version import VERSION
from parsers import tdm_reservations
from parsers.cards import read_cards
from schema.errors import ArchiveDamaged, BadPage, UsageError
from schema.urls import article_key, canonical_url
from warehouse.archive_recovery import Finding
from warehouse.crawls import (
    SAMPLE,
    articles_with_decks,
    crawl_rows,
    drift_median,
    known_articles,
    note_missing,
    note_present,
    reaches_past,
)
from warehouse.deck_histories import article_of
from warehouse.deck_versions import site_date
from warehouse.load import load_cards, load_pages, mark_deleted
from warehouse.opt_outs import note_opt_outs, note_reservations, note_unreserved
from warehouse.places import articles_at, note_places
from warehouse.sightings import GONE, Confirmed, instant

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from datetime import datetime

    import duckdb

    from flows.ingest import Ingested
    from flows.parse_kept import Batch
    from schema.records import Page
    from warehouse.archive import Archive
    from warehouse.load import LoadReport

# A night that reads less than this part of what the nights before it read is no night's work.
DRIFT_SHARE = 0.8
# A site of which so much is gone at once has moved or broken; its author deleted no such number of decks.
MISSING_SHARE = 0.5

# Problems of an article that should have given a deck and did not.
_UNREAD = frozenset({"layout_changed", "truncated_page", "parser_failed"})


def load_batch(
    con: duckdb.DuckDBPyConnection,
    archive: Archive,
    result: Ingested,
    batch: Batch,
    confirmed: Sequence[Confirmed],
    on_damage: Callable[[Finding], None],
) -> None:
    """Load a batch and what it says beside its records; count it in `result`.

    `confirmed` are kept bodies that were seen again meanwhile. A kept card file that cannot be read goes to
    `on_damage`.
    """
    report = load_pages(
        con,
        batch,
        started_at=(batch[0][0] if batch else confirmed[0]).fetched_at,
        code_version=VERSION,
        confirmed=confirmed,
        again=lambda places: parse_again(archive, places),
        seen_again=lambda source, after: _seen_again(con, archive, source, after),
    )
    _count(result, report)
    late = {(place, article) for place, articles in report.late.items() for _, article in articles}
    _note_opt_outs(con, result.site, batch, late)
    _note_reservations(con, [one for place, one in enumerate(batch) if place not in report.late])
    shown = {
        key
        for place, (*_, parsed) in enumerate(batch)
        for key in parsed.keys
        if (place, article_of(str(key))) not in late
    }
    note_present(con, result.site, shown)
    note_places(con, result.site, _places(batch, late))
    for place, article, page in _missing(con, batch):
        # What a later page shows is there, whatever an older one that comes late says.
        if (place, article) in late:
            continue
        # Gone is what two nights agree on; the decks stay, marked.
        if note_missing(con, page.source, article, page.fetched_at):
            gone = mark_deleted(
                con,
                page.source,
                [article],
                on=site_date(page.fetched_at),
                started_at=page.fetched_at,
                code_version=VERSION,
            )
            _count(result, gone)
    _load_card_files(con, archive, result, batch, on_damage)


def _seen_again(
    con: duckdb.DuckDBPyConnection, archive: Archive, source: str, after: datetime
) -> Iterator[Confirmed]:
    """The bodies of a source that were seen again after an instant (naive UTC), as far as is read in."""
    if not reaches_past(con, source, after):
        return
    known = crawl_rows(con)
    for entry in archive.revisits(source):
        seen = Confirmed(entry.source, entry.url, entry.sha256, entry.fetched_at)
        if instant(seen) > after and entry.offset < known.get(entry.file, (0, ""))[0]:
            yield seen


def _note_opt_outs(
    con: duckdb.DuckDBPyConnection, site: str, batch: Batch, late: Collection[tuple[int, str]]
) -> None:
    """Remember what articles ask; the last page that showed an article decides.

    `late` are the articles (place in the batch, article) of which a later page is known.
    """
    asked: dict[str, tuple[str, str]] = {}
    shown: dict[str, bool] = {}
    listed: set[str] = set()
    # Of what asks, the addresses that are articles' own.
    own_pages: set[str] = set()
    for place, (page, _, _, parsed) in enumerate(batch):
        if parsed.own is not None and (place, parsed.own) not in late:
            asked.pop(parsed.own, None)
            shown[parsed.own] = parsed.unreserved
            own_pages.add(page.url)
        free = [key for key in parsed.free if (place, key) not in late]
        listed |= set(free)
        for key in free:
            if key in asked and asked[key][1] not in own_pages:
                del asked[key]
        for found in parsed.problems:
            if found.kind != "opted_out" or not found.source_key:
                continue
            if (place, article_of(found.source_key)) not in late:
                asked[found.source_key] = (found.detail, page.url)
    note_opt_outs(con, site, asked, shown, listed)
    note_unreserved(con, site, shown)


def _note_reservations(con: duckdb.DuckDBPyConnection, batch: Batch) -> None:
    for page, *_ in batch:
        if page.url.endswith(tdm_reservations.PLACE):
            rules = tdm_reservations.reservations(page)
            if rules is not None:
                note_reservations(con, page.source, rules)


def _places(batch: Batch, late: Collection[tuple[int, str]]) -> dict[str, str]:
    """Where the articles of a batch are: at the address of their own pages, else where a list says."""
    places: dict[str, str] = {}
    for place, (page, *_, parsed) in enumerate(batch):
        if parsed.own is not None:
            found = {parsed.own: page.url}
        else:
            # A list that does not link to its post is no place of it.
            decks = [deck for deck in parsed.decks if deck.url and article_key(deck.url) is not None]
            found = {article_of(deck.source_key): deck.url for deck in decks}
        places |= {key: canonical_url(url) for key, url in found.items() if (place, key) not in late}
    return places


def _missing(con: duckdb.DuckDBPyConnection, batch: Batch) -> list[tuple[int, str, Page]]:
    """The articles whose pages answered 404 or 410: place in the batch, article, that page.

    An address carries its article's id, or is the one at which the article was last seen.
    """
    pages = [(place, page) for place, (page, *_) in enumerate(batch) if page.status in GONE]
    pages = [(place, page) for place, page in pages if article_key(page.url) is not None]
    if not pages:
        return []
    named = {canonical_url(page.url): article_key(page.url) for _, page in pages}
    there = articles_at(con, pages[0][1].source, named)
    return [
        (place, article, page) for place, page in pages for article in sorted(there[canonical_url(page.url)])
    ]


def _count(result: Ingested, report: LoadReport) -> None:
    result.changed += report.changed
    result.problems += report.problems
    result.cards += report.cards
    if report.load_id is not None:
        result.loads.append(report.load_id)


def _load_card_files(
    con: duckdb.DuckDBPyConnection,
    archive: Archive,
    result: Ingested,
    batch: Batch,
    on_damage: Callable[[Finding], None],
) -> None:
    for page, *_ in batch:
        if not page.url.startswith(CARDS_URN):
            continue
        try:
            path, game = card_file_of(archive.directory, page)
            report = load_cards(
                con,
                read_cards(path, game=game),
                source=page.source,
                url=page.url,
                started_at=page.fetched_at,
                code_version=VERSION,
            )
        except (ArchiveDamaged, BadPage, UsageError) as error:
            on_damage(Finding(page.warc_file or "", page.warc_offset or 0, "lost", str(error)))
            continue
        _count(result, report)


def refusal(con: duckdb.DuckDBPyConnection, result: Ingested, batch: Batch) -> str | None:
    """Say why a batch must not be loaded: far fewer of its articles give decks than used to."""
    shown = {key for *_, parsed in batch for key in parsed.keys}
    known = articles_with_decks(con, result.site, shown)
    giving = {deck.source_key.partition("#")[0] for *_, parsed in batch for deck in parsed.decks}
    troubled = {
        (problem.source_key or "").partition("#")[0]
        for *_, parsed in batch
        for problem in parsed.problems
        if problem.kind in _UNREAD
    } - {""}
    # What is shown elsewhere has moved.
    away = {article for _, article, _ in _missing(con, batch)} - shown
    missing = articles_with_decks(con, result.site, away)
    if len(missing) >= SAMPLE and len(missing) > MISSING_SHARE * known_articles(con, result.site):
        return (
            f"{len(missing)} of its deck articles are not there: a site that is emptied deletes nothing here"
        )
    expected = known | giving | troubled
    result.expected += len(expected)
    result.read += len(giving)
    if len(expected) < SAMPLE:
        return None
    share = len(giving) / len(expected)
    median = drift_median(con, result.site)
    if share >= DRIFT_SHARE * median:
        return None
    return (
        f"{len(giving)} of {len(expected)} deck articles could be read ({share:.0%}); "
        f"the nights before it was {median:.0%}: has the layout changed?"
    )
