"""The crawl of a WordPress site: the best way in that is open, and what it gives tonight.

REST, else sitemap, else feed, else archive pages. The way that worked is kept; the better ones are
tried again in turn (flows/crawl/chores.py). A night on which nothing changed costs at most five requests,
whatever the way. The state moves only after a complete crawl, and only once the caller has
loaded its pages: `crawl_site`, go through `report.pages`, load, `states.settle(site)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flows.crawl import chores
from flows.crawl.base import Closed, CrawlReport, Enough, Stop, Walk
from flows.crawl.lists import ListCrawl
from flows.crawl.rest import KINDS, RestCrawl
from flows.crawl.sitemaps import SitemapCrawl
from schema.errors import SiteChanged
from schema.urls import article_key

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from datetime import date, datetime

    from flows.crawl.state import CrawlStates
    from flows.exchange import Fetched
    from flows.fetch import Fetcher

MODES = ("rest", "sitemap", "feed", "archives")


@dataclass(frozen=True, slots=True)
class WordPressSite:
    """A WordPress site: its name, its own address, pages outside the posts that are looked at each
    night (the rules), and the archives that hold its articles where nothing else is open."""

    name: str
    home: str
    pages: tuple[str, ...] = ()
    archives: tuple[str, ...] = ("/",)


DM_EDH = WordPressSite(
    "dm-edh", "https://dm-edh.com", pages=("/dmedhrule",), archives=("/", "/category/dmedh/")
)


def crawl_site(
    fetcher: Fetcher,
    states: CrawlStates,
    site: WordPressSite = DM_EDH,
    *,
    limit: int | None = None,
    since: date | None = None,
    full: bool = False,
    now: datetime | None = None,
) -> CrawlReport:
    """Crawl a site: go through the report's `pages`, and the rest of it is final.

    Each page is kept in the archive before it is yielded. `limit` ends after so many articles, `since`
    reads what was modified from a day on (both leave the state as it was); `full` goes through all.
    A complete crawl proposes its state: call `states.settle(site.name)` when all its pages are loaded.
    """
    walk = Walk(fetcher, states, site.name, home=site.home, limit=limit, since=since, full=full, now=now)
    states.drop(site.name)
    walk.report.pages = _pages(walk, site, since)
    return walk.report


def _pages(walk: Walk, site: WordPressSite, since: date | None) -> Iterator[Fetched]:
    report = walk.report
    try:
        chores.recall(walk)
        if walk.full or chores.TDMREP not in walk.state.asked:
            yield from chores.reservations(walk)
        chore = chores.tonight(walk) if since is None and not walk.full else None
        walk.reserved = 1 if chore is not None else 0
        yield from _modes(walk, site)
        walk.reserved = 0
        if chore is not None and report.error is None and walk.spare:
            yield from _chore(walk, site, chore)
    except Enough:
        report.limited = True
        return
    except Stop as stop:
        report.error = stop.error
        return
    whole = walk.is_whole()
    if report.error is None and since is None and whole:
        report.complete = True
        walk.states.propose(site.name, walk.state)
    elif report.error is None and since is not None and whole:
        report.limited = True
        if not walk.read - {article_key(site.home + path) for path in site.pages}:
            report.notes.append(f"no article was changed since {since}")


def _modes(walk: Walk, site: WordPressSite) -> Iterator[Fetched]:
    """Crawl by the way in that worked last, else by the best that is open."""
    report, state = walk.report, walk.state
    order = (
        list(MODES) if state.mode is None or walk.full else sorted(MODES, key=lambda mode: mode != state.mode)
    )
    for mode in order:
        taken = yield from _taken(walk, site, mode)
        if taken:
            return
    report.error = SiteChanged(
        f"no way into {site.name} is open ({'; '.join(report.notes)})",
        hint="the site may be down or changed; what is known of it stays",
        url=site.home,
    )


def _chore(walk: Walk, site: WordPressSite, chore: chores.Chore) -> Iterator[Fetched]:
    """Ask what is asked now and then; a better way in that is open is taken at once."""
    better = yield from chores.do(walk, chore)
    if better is not None:
        yield from _taken(walk, site, better)


def _taken(walk: Walk, site: WordPressSite, mode: str) -> Generator[Fetched, None, bool]:
    """Crawl by one way in; False where it is shut."""
    report, state = walk.report, walk.state
    # A way in that shuts halfway may have left its failures; they are told, and not counted.
    failures = len(report.failures)
    try:
        yield from _mode(walk, site, mode)
    except Closed as closed:
        report.notes.append(f"{mode}: {closed}")
        del report.failures[failures:]
        # A way in that was only down tonight is tried again tomorrow.
        chores.shut(walk, mode, passing=closed.passing)
        return False
    report.mode = state.mode = mode
    if walk.since is not None and mode in ("feed", "archives"):
        report.notes.append(f"{mode}: its lists are gone through whole, whatever --since says")
    if mode != "rest":
        # What REST knew of its watermarks is no longer so: when it opens again, all is read.
        for kind in KINDS:
            state.watermarks.pop(kind, None)
    return True


def _mode(walk: Walk, site: WordPressSite, mode: str) -> Iterator[Fetched]:
    home = site.home
    if mode == "rest":
        rest = RestCrawl(walk, home, site.pages)
        yield from rest.pages()
        for url in rest.unlisted():
            yield from walk.article(url)
    elif mode == "sitemap":
        yield from SitemapCrawl(walk, home, site.pages).pages()
    elif mode == "feed":
        yield from _feed(walk, site)
    else:
        pairs = tuple((home + path, f"{home}{path}page/{{}}/".format) for path in site.archives)
        yield from ListCrawl(walk, home, site.pages, pairs, "archive").pages()


def _feed(walk: Walk, site: WordPressSite) -> Iterator[Fetched]:
    """Crawl by the first feed that lists posts, the one that did so last before the others."""
    found = walk.state.lists
    for first, page in sorted(chores.FEEDS, key=lambda feed: site.home + feed[0] not in found):
        lists = ((site.home + first, f"{site.home}{page}".format),)
        try:
            yield from ListCrawl(walk, site.home, site.pages, lists, "feed").pages()
        except Closed:
            continue
        return
    raise Closed("no feed lists a post")
