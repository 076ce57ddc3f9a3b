"""Kept pages, parsed: each by the parser that owns it, in groups and batches, in order of writing."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Protocol

from flows.hand_pages import DECK_URN, parse_deck_page
from flows.parts import groups
from parsers import tdm_reservations
from parsers.content_signals import content_signals
from parsers.registry import parser_for
from parsers.wordpress_parts import post_of_part
from schema.errors import ArchiveDamaged
from schema.records import Parsed, Problem
from warehouse.archive_files import crawl_pages
from warehouse.deck_histories import article_of
from warehouse.sightings import Confirmed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from flows.parts import Group
    from schema.records import Page
    from warehouse.archive import Archive
    from warehouse.archive_files import Crawled

_LOG = logging.getLogger(__name__)

# Pages that say where pages are, and hold nothing themselves.
_MACHINERY = re.compile(r"/robots\.txt$|/[\w-]*sitemap[\w-]*\.xml(\.gz)?$|[?&]sitemap=")

Item = tuple["Page", str, str, Parsed]
Batch = list[Item]


class Told(Protocol):
    """What reading in knows and asks of what is kept."""

    def is_known(self, seen: Confirmed) -> bool:
        """Tell whether a body is in the warehouse."""

    def stands_at(self, article: str, url: str) -> bool:
        """Tell whether an article was last seen at an address."""

    def seen_again(self, seen: Confirmed) -> None:
        """Take in that a known body came again."""


def batches(
    pages: Iterable[Crawled],
    size: int,
    told: Told,
    on_page: Callable[[Page], None] | None = None,
) -> Iterator[tuple[Batch, int]]:
    """Parse pages and group them; each batch comes with the offset at which its last record ends.

    What is a repeat in all its parts is not parsed. What is a further part of an article, and not kept
    behind its first, is no post of its own, and holds nothing.
    """
    batch: Batch = []
    end = 0
    for group in groups(pages):
        end = group.end
        if on_page is not None:
            for page in group.pages:
                on_page(page)
        if group.is_repeat and (not group.followers or told.is_known(Confirmed.of(group.first))):
            for page in group.pages:
                told.seen_again(Confirmed.of(page))
            continue
        item = _parse(group)
        batch.append((group.first, "", "", Parsed()) if _is_further_part(item, told) else item)
        # What stands on the further parts of a post was read with the first.
        batch += [(page, "", "", Parsed()) for page in group.followers]
        if len(batch) >= size:
            yield batch, end
            batch = []
    if batch:
        yield batch, end


def _is_further_part(item: Item, told: Told) -> bool:
    page, _, _, parsed = item
    post = post_of_part(page.url) if page.status == 200 else None
    if post is None:
        return False
    shown = {str(key) for key in parsed.keys} | {deck.source_key for deck in parsed.decks}
    shown |= {problem.source_key for problem in parsed.problems if problem.source_key}
    return any(told.stands_at(article, post) for article in {article_of(key) for key in shown})


def parse_again(archive: Archive, places: Sequence[tuple[str, int]]) -> Iterator[Item]:
    """Read kept pages once more by their places, in that order. Raises ArchiveDamaged."""
    for warc_file, offset in places:
        if not (archive.directory / warc_file).is_file():
            raise ArchiveDamaged(f"{warc_file} is not in the archive", hint="put a copy of the file back")
        group = next(groups(crawl_pages(archive, warc_file, offset)), None)
        if group is None or group.first.warc_offset != offset:
            raise ArchiveDamaged(f"{warc_file} at {offset}: no page", hint="run: deckcensus doctor")
        yield _parse(group)


def _parse(group: Group) -> Item:
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
