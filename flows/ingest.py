"""From the archive to the warehouse: parse what is kept and not yet loaded, one archive file a crawl.

The nightly job and `replay` run the same code over the same files in the same order, so that both
end in the same tables. A file is read in batches; each is loaded in one transaction, and then written
down how far the file was read: a killed process goes on there, and a batch met again changes no row.

A batch whose articles used to hold decks and no longer do is refused: the site's layout changed, and
the decks that are known stay (a source that gives zero where it gave decks is a failed source).
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flows.hand_pages import CARDS_URN, DECK_URN, card_file_of, parse_deck_page
from flows.parts import Group, groups
from flows.version import VERSION
from parsers import tdm_reservations
from parsers.cards import read_cards
from parsers.content_signals import content_signals
from parsers.registry import parser_for
from schema.errors import ArchiveDamaged
from schema.records import Parsed, Problem
from schema.urls import article_key
from schema.wording import counted
from warehouse.archive_files import crawl_pages, file_site
from warehouse.crawls import (
    SAMPLE,
    articles_with_decks,
    crawl_rows,
    drift_median,
    known_articles,
    note_missing,
    note_present,
    read_up_to,
    record_crawl,
    set_read_up_to,
)
from warehouse.deck_versions import site_date
from warehouse.load import load_cards, load_pages, mark_deleted
from warehouse.opt_outs import note_opt_outs, note_reservations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    import duckdb

    from schema.records import Page
    from warehouse.archive import Archive
    from warehouse.load import LoadReport

_LOG = logging.getLogger(__name__)

BATCH_PAGES = 200
# A night that reads less than this part of what the nights before it read is no night's work.
DRIFT_SHARE = 0.8
# A site of which so much is gone at once has moved or broken; its author deleted no such number of decks.
MISSING_SHARE = 0.5

# Problems of an article that should have given a deck and did not.
_UNREAD = frozenset({"layout_changed", "truncated_page", "parser_failed"})

# Pages that say where pages are, and hold nothing themselves.
_MACHINERY = re.compile(r"/robots\.txt$|/[\w-]*sitemap[\w-]*\.xml(\.gz)?$|[?&]sitemap=")

Batch = list[tuple["Page", str, str, Parsed]]


@dataclass
class Ingested:
    """What one archive file gave. `status`: loaded, refused; `reason` says why a batch was refused."""

    warc_file: str
    site: str
    pages: int = 0
    articles: int = 0
    decks: int = 0
    cards: int = 0
    expected: int = 0
    read: int = 0
    changed: int = 0
    status: str = "loaded"
    reason: str | None = None
    problems: int = 0
    started_at: datetime | None = None
    ended_at: datetime | None = None
    loads: list[int] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether what the site gave was refused."""
        return self.status == "refused"

    @property
    def line(self) -> str:
        """For a person."""
        said = f"{self.site}: {counted(self.pages, 'page')} read, {counted(self.decks, 'deck')}, "
        said += f"{counted(self.changed, 'row')} changed"
        return f"{said}; refused: {self.reason}" if self.failed else said


def ingest_pending(
    con: duckdb.DuckDBPyConnection,
    archive: Archive,
    *,
    on_page: Callable[[Page], None] | None = None,
    past_damage: bool = False,
) -> list[Ingested]:
    """Read in every archive file that is not yet, or not whole, in the warehouse; oldest first.

    Raises ArchiveDamaged; with `past_damage` the damaged file is refused from there on, and the others go on.
    """
    known = crawl_rows(con)
    done: list[Ingested] = []
    for path in archive.files():
        if known.get(path.name, (0, ""))[0] >= path.stat().st_size:
            continue
        try:
            done.append(ingest_file(con, archive, path.name, on_page=on_page))
        except ArchiveDamaged as error:
            if not past_damage:
                raise
            done.append(Ingested(path.name, file_site(path.name), status="refused", reason=str(error)))
    return done


def ingest_file(
    con: duckdb.DuckDBPyConnection,
    archive: Archive,
    warc_file: str,
    *,
    on_page: Callable[[Page], None] | None = None,
) -> Ingested:
    """Read in one archive file from where it was left."""
    result = Ingested(warc_file, file_site(warc_file))
    start = read_up_to(con, warc_file)
    for batch, end in _batches(crawl_pages(archive, warc_file, start), on_page):
        pages = [page for page, *_ in batch]
        result.started_at = result.started_at or pages[0].fetched_at
        result.ended_at = pages[-1].fetched_at
        result.pages += len(pages)
        result.articles += sum(len(parsed.keys) for *_, parsed in batch)
        result.decks += sum(len(parsed.decks) for *_, parsed in batch)
        if result.status != "refused":
            result.reason = _refusal(con, result, batch)
            result.status = "refused" if result.reason else "loaded"
        if result.status == "loaded":
            _load(con, result, batch)
            _load_card_files(con, archive, result, batch)
        record_crawl(con, result, end)
    # What follows the last page (its request, pages that a 304 confirmed) needs no second look.
    size = (archive.directory / warc_file).stat().st_size
    if not set_read_up_to(con, warc_file, size):
        record_crawl(con, result, size)
    return result


def _batches(
    pages: Iterator[tuple[Page, int]], on_page: Callable[[Page], None] | None
) -> Iterator[tuple[Batch, int]]:
    """Parse pages and group them; each batch comes with the offset at which its last record ends."""
    batch: Batch = []
    end = 0
    for group in groups(pages):
        end = group.end
        if on_page is not None:
            for page in (group.first, *group.followers):
                on_page(page)
        batch.append(_parse(group))
        # What stands on the further parts of a post was read with the first.
        batch += [(page, "", "", Parsed()) for page in group.followers]
        if len(batch) >= BATCH_PAGES:
            yield batch, end
            batch = []
    if batch:
        yield batch, end


def _parse(group: Group) -> tuple[Page, str, str, Parsed]:
    page = group.first
    if page.url.endswith("/robots.txt"):
        return page, "", "", Parsed(problems=content_signals(page))
    if page.url.endswith(tdm_reservations.PLACE):
        return page, "", "", Parsed(problems=tdm_reservations.told(page))
    if page.url.startswith(DECK_URN):
        return page, "decklists", "1", _parsed(page, "decklists", lambda: parse_deck_page(page))
    parser = None if _MACHINERY.search(page.url) else parser_for(page)
    if parser is None:
        return page, "", "", Parsed()
    return page, parser.name, parser.version, _parsed(page, parser.name, lambda: parser.parse(group.whole()))


def _parsed(page: Page, parser: str, parse: Callable[[], Parsed]) -> Parsed:
    try:
        return parse()
    except Exception as error:
        # A parser never raises for what a page holds; where one does all the same, the page is kept,
        # the fault is named, and the other pages go on.
        _LOG.exception("the parser %s failed on %s", parser, page.url)
        detail = f"{type(error).__name__}: {error}"
        return Parsed(problems=(Problem(page.source, page.url, "parser_failed", detail),))


def _load(con: duckdb.DuckDBPyConnection, result: Ingested, batch: Batch) -> None:
    first = batch[0][0].fetched_at
    report = load_pages(con, batch, started_at=first, code_version=VERSION)
    _count(result, report)
    _note_opt_outs(con, result.site, batch)
    _note_reservations(con, batch)
    note_present(con, result.site, {key for *_, parsed in batch for key in parsed.keys})
    for page, *_ in batch:
        if page.status not in (404, 410):
            continue
        article = article_key(page.url)
        if article is None:
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


def _note_opt_outs(con: duckdb.DuckDBPyConnection, site: str, batch: Batch) -> None:
    """Remember what articles ask; the last page that showed an article decides."""
    asked: dict[str, tuple[str, str]] = {}
    shown: set[str] = set()
    listed: set[str] = set()
    for page, _, _, parsed in batch:
        own = set(parsed.keys) & {article_key(page.url)}
        for key in own:
            asked.pop(str(key), None)
        shown |= {str(key) for key in own}
        listed |= set(parsed.free)
        for key in parsed.free:
            if key in asked and article_key(asked[key][1]) is None:
                del asked[key]
        for found in parsed.problems:
            if found.kind == "opted_out" and found.source_key:
                asked[found.source_key] = (found.detail, page.url)
    note_opt_outs(con, site, asked, shown, listed)


def _note_reservations(con: duckdb.DuckDBPyConnection, batch: Batch) -> None:
    for page, *_ in batch:
        if page.url.endswith(tdm_reservations.PLACE):
            rules = tdm_reservations.reservations(page)
            if rules is not None:
                note_reservations(con, page.source, rules)


def _missing(batch: Batch) -> set[str]:
    """The articles that answered 404 or 410."""
    keys = {article_key(page.url) for page, *_ in batch if page.status in (404, 410)}
    return {key for key in keys if key is not None}


def _count(result: Ingested, report: LoadReport) -> None:
    result.changed += report.changed
    result.problems += report.problems
    result.cards += report.cards
    if report.load_id is not None:
        result.loads.append(report.load_id)


def _load_card_files(
    con: duckdb.DuckDBPyConnection, archive: Archive, result: Ingested, batch: Batch
) -> None:
    for page, *_ in batch:
        if not page.url.startswith(CARDS_URN):
            continue
        path, game = card_file_of(archive.directory, page)
        report = load_cards(
            con,
            read_cards(path, game=game),
            source=page.source,
            url=page.url,
            started_at=page.fetched_at,
            code_version=VERSION,
        )
        _count(result, report)


def _refusal(con: duckdb.DuckDBPyConnection, result: Ingested, batch: Batch) -> str | None:
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
    missing = articles_with_decks(con, result.site, _missing(batch))
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
