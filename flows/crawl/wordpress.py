"""The crawl of a WordPress site: the best way in that is open, and what it gives tonight.

REST, else sitemap, else feed, else archive pages. The way that worked is kept; the better ones are
tried again after a week. The state moves only after a complete crawl, and only once the caller has
loaded its pages: `crawl_site`, go through `report.pages`, load, `states.settle(site)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flows.crawl.base import Closed, CrawlReport, Enough, Stop, Walk
from flows.crawl.lists import ListCrawl
from flows.crawl.reservations import reservations
from flows.crawl.rest import KINDS, RestCrawl
from flows.crawl.sitemaps import SitemapCrawl
from schema.errors import SiteChanged
from schema.urls import article_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime

    from flows.crawl.state import CrawlStates
    from flows.exchange import Fetched
    from flows.fetch import Fetcher

MODES = ("rest", "sitemap", "feed", "archives")
_TRY_BETTER_DAYS = 7
# Atom dates changes, RSS does not; the last is where both are while permalinks are plain.
_FEEDS = (
    ("/feed/atom/", "/feed/atom/?paged={}"),
    ("/feed/", "/feed/?paged={}"),
    ("/?feed=atom", "/?feed=atom&paged={}"),
)


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
    walk = Walk(fetcher, states, site.name, limit=limit, since=since, full=full, now=now)
    states.drop(site.name)
    walk.report.pages = _pages(walk, site, since)
    return walk.report


def _pages(walk: Walk, site: WordPressSite, since: date | None) -> Iterator[Fetched]:
    report = walk.report
    try:
        yield from reservations(walk, site.home)
        yield from _modes(walk, site)
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
    report, state = walk.report, walk.state
    passing = False
    for mode in _order(walk):
        # A way in that shuts halfway may have left its failures; they are told, and not counted.
        failures = len(report.failures)
        try:
            yield from _mode(walk, site, mode)
        except Closed as closed:
            report.notes.append(f"{mode}: {closed}")
            del report.failures[failures:]
            passing = passing or closed.passing
            continue
        report.mode = mode
        if walk.since is not None and mode in ("feed", "archives"):
            report.notes.append(f"{mode}: its lists are gone through whole, whatever --since says")
        if mode != "rest":
            # What REST knew of its watermarks is no longer so: when it opens again, all is read.
            for kind in KINDS:
                state.watermarks.pop(kind, None)
        if passing:
            # A way in that was only down tonight is tried first again tomorrow.
            state.mode = None
        elif state.mode != mode or mode == "rest" or state.mode_since is None:
            state.mode, state.mode_since = mode, walk.today
        return
    report.error = SiteChanged(
        f"no way into {site.name} is open ({'; '.join(report.notes)})",
        hint="the site may be down or changed; what is known of it stays",
        url=site.home,
    )


def _order(walk: Walk) -> list[str]:
    """Give the ways in, the one that worked last first unless the better ones are due again."""
    state = walk.state
    if state.mode is None or state.mode_since is None or walk.full:
        return list(MODES)
    if walk.is_over(state.mode_since, _TRY_BETTER_DAYS):
        state.mode_since = None
        return list(MODES)
    return sorted(MODES, key=lambda mode: mode != state.mode)


def _mode(walk: Walk, site: WordPressSite, mode: str) -> Iterator[Fetched]:
    home = site.home
    if mode == "rest":
        yield from RestCrawl(walk, home).pages()
        known = {known.url.rstrip("/") for known in walk.state.articles.values()}
        for path in site.pages:
            if home + path.rstrip("/") not in known:
                yield from walk.article(home + path)
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
    for first, page in sorted(_FEEDS, key=lambda feed: site.home + feed[0] not in found):
        lists = ((site.home + first, f"{site.home}{page}".format),)
        try:
            yield from ListCrawl(walk, site.home, site.pages, lists, "feed").pages()
        except Closed:
            continue
        return
    raise Closed("no feed lists a post")
