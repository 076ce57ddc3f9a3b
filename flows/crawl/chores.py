"""What need not be asked every night: tdmrep.json, and the ways in that were shut, each after a week at most.

One a night, and on every second night, so that a night on which nothing changed keeps within its requests
and always has one to spare for what is looked at in turn. REST comes first, then tdmrep.json.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flows.crawl.answers import text_of
from flows.crawl.base import Stop, is_on
from flows.crawl.rest import RestCrawl
from flows.crawl.sitemaps import CHANGES, FEED, USUAL
from flows.crawl.turns import kept_page
from flows.fetch import UNAVAILABLE
from parsers.dates import TOKYO
from parsers.decode import decode
from parsers.sitemap import read_sitemap
from parsers.tdm_reservations import PLACE
from parsers.wordpress import read_json, rest_base
from parsers.wordpress_pages import read_articles
from schema.errors import Blocked

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from flows.crawl.base import Walk
    from flows.exchange import Fetched

REST, TDMREP, HOME = "rest", "tdmrep", "home page"
_EVERY_DAYS = 7
# What a way in that is shut may answer without that being a fault of tonight's.
_SHUT = frozenset(range(400, 600)) - {429}
# Atom dates changes, RSS does not; the last is where both are while permalinks are plain.
FEEDS = (
    ("/feed/atom/", "/feed/atom/?paged={}"),
    ("/feed/", "/feed/?paged={}"),
    ("/?feed=atom", "/?feed=atom&paged={}"),
)


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to ask now and then: its name in the state's `asked`, and the way in that it may open."""

    name: str
    opens: str | None = None


def recall(walk: Walk) -> None:
    """Where the state does not know when tdmrep.json was asked for, take it from the archive."""
    kept = walk.fetcher.archive.last(walk.site, walk.home + PLACE, status=None)
    if kept is not None and kept.fetched_at <= walk.now:
        day = kept.fetched_at.astimezone(TOKYO).date().isoformat()
        walk.state.asked.setdefault(TDMREP, day)


def tonight(walk: Walk) -> Chore | None:
    """The chore of a night, if one is due: what was never asked, else what was asked longest ago."""
    if walk.state.mode is None or walk.limit is not None:
        return None
    asked = walk.state.asked
    chores = _chores(walk)
    due = [each for each in chores if walk.is_over(asked.get(each.name), _EVERY_DAYS)]
    if not due:
        return None
    first = min(due, key=lambda each: (each.name not in (REST, TDMREP), asked.get(each.name, "")))
    last = max((asked[each.name] for each in chores if each.name in asked), default="")
    return first if first.name not in asked or last < walk.yesterday else None


def shut(walk: Walk, mode: str, *, passing: bool) -> None:
    """Note that a way in is shut; where it may be open tomorrow, it is asked for again then."""
    for chore in _all(walk):
        if chore.opens == mode or (mode == REST and chore.name == HOME):
            walk.state.asked[chore.name] = walk.today
            if passing:
                del walk.state.asked[chore.name]


def do(walk: Walk, chore: Chore) -> Generator[Fetched, None, str | None]:
    """Ask, and give the way in that is found open. A site that refuses is no fault of the night's."""
    failures, notes = walk.report.failures, walk.report.notes
    before = len(failures)
    walk.state.asked[chore.name] = walk.today
    try:
        if chore.name == TDMREP:
            yield from reservations(walk)
            return None
        open_ = yield from _ask(walk, chore)
    except Stop as stop:
        notes.append(f"{chore.name}: {stop.error}")
        open_ = False
    del failures[before:]
    return chore.opens if open_ else None


def reservations(walk: Walk) -> Iterator[Fetched]:
    """Fetch what a site reserves from text and data mining. Raises Stop where the site is off for this run.

    A site without the file, or that shows it to no crawler, reserves nothing by it; one that cannot be had
    tonight leaves what it said before.
    """
    failures = walk.report.failures
    before = len(failures)
    walk.state.asked[TDMREP] = walk.today
    # A firewall that hides all files with a dot in front refuses this one, and not us.
    fetched = walk.get(walk.home + PLACE, bear=UNAVAILABLE, conditional=False, accept="application/json")
    if fetched is not None:
        yield fetched
        return
    error = failures[-1].error
    del failures[before:]
    if not isinstance(error, Blocked):
        walk.report.notes.append(f"tdmrep.json cannot be read: {error}")


def _all(walk: Walk) -> list[Chore]:
    chores = [Chore(REST, "rest"), Chore(HOME)]
    chores += [Chore(walk.home + path, "sitemap") for path in USUAL]
    return chores + [Chore(walk.home + first, "feed") for first, _ in FEEDS]


def _chores(walk: Walk) -> list[Chore]:
    """What may be asked on a night whose way in is the state's."""
    ways = ["rest", "sitemap", "feed", "archives"]
    better = ways[: ways.index(walk.state.mode or "archives")]
    found = [each for each in _all(walk) if each.opens in better]
    if walk.state.mode in ("sitemap", "feed"):
        # Archive pages are read from the front page on.
        found.append(Chore(HOME))
    if walk.state.mode == "sitemap":
        found += [Chore(name) for name in (CHANGES, FEED) if name in walk.state.asked]
    return [*found, Chore(TDMREP)]


def _ask(walk: Walk, chore: Chore) -> Generator[Fetched, None, bool]:
    home, state = walk.home, walk.state
    if chore.name == REST:
        _find_base(walk)
        # As a first night asks: while it stays shut, the answer is one that is kept.
        url = RestCrawl(walk, home).first_list()
    else:
        addresses = {HOME: f"{home}/", FEED: f"{home}/feed/"}
        addresses[CHANGES] = f"{home}/feed/atom/?orderby=modified&order=desc"
        url = addresses.get(chore.name, chore.name)
    accept = "application/json" if chore.name == REST else "text/html,application/xml,*/*;q=0.5"
    fetched = walk.get(url, bear=_SHUT, conditional=chore.name == HOME, accept=accept, once=True)
    if fetched is None:
        return False
    yield fetched
    text = text_of(fetched)
    if chore.name == HOME:
        before = state.rest_base
        found = rest_base(text, fetched.headers, fetched.page.url)
        if found and is_on(home, walk.own(found)):
            state.rest_base = walk.own(found)
        if state.rest_base != before:
            # REST has moved: it is asked for where it is now on the next night.
            state.asked.pop(REST, None)
        return False
    if fetched.page.status != 200:
        return False
    if chore.name == REST:
        try:
            rows = read_json(text)
        except ValueError:
            return False
        return isinstance(rows, list) and all(isinstance(row, dict) and "id" in row for row in rows)
    if chore.opens == "sitemap":
        sitemap = read_sitemap(text)
        return bool(sitemap.urls or sitemap.children)
    answer = read_articles(fetched.page, text)
    is_feed = answer.shape == "feed" and bool(answer.articles)
    if is_feed and chore.name in (CHANGES, FEED):
        # It is there again, and is asked every night.
        del state.asked[chore.name]
    return is_feed


def _find_base(walk: Walk) -> None:
    """Look where the front page, as the archive holds it, says that REST is."""
    page = kept_page(walk, f"{walk.home}/")
    found = rest_base(decode(page.body, page.content_type).text, {}, page.url) if page is not None else None
    if found and is_on(walk.home, walk.own(found)):
        walk.state.rest_base = walk.own(found)
