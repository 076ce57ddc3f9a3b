"""What was modified since a night, by the feed in the order of changes: for sitemaps without dates.

WordPress takes `orderby=modified` for a feed, and its Atom feed dates each entry's change: a few entries
tell which posts to look at again. Servers that ignore the order are found out by the dates themselves.
The feed's Last-Modified is the newest change of anything public: one beyond every entry is a page's.

Sources: WordPress's public query variables (`order`, `orderby`), `WP::send_headers`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from flows.crawl.answers import text_of
from flows.crawl.base import instant_text
from parsers.dates import instant
from parsers.wordpress_pages import read_articles

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from flows.crawl.base import Walk
    from flows.exchange import Fetched
    from parsers.wordpress import Article

    # The change of an article that was known before, as `instant_text` writes it.
    Known = Callable[[Article], str | None]

# Beyond so many pages of changes, all is read anew.
_MOST_PAGES = 10


@dataclass(slots=True)
class Changes:
    """What the feed tells. `told` is False where it does not: there is none, or it keeps no order.

    `posts` are the entries that were read, newest change first, each with the instant of its change;
    where `told`, no other post was changed. `same` says that the feed is as it was. `newest` is the newest
    change of anything, None where there is no such feed; `elsewhere` whether something that is no post
    was changed since `mark`.
    """

    told: bool = False
    same: bool = False
    posts: list[tuple[Article, str]] = field(default_factory=list)
    elsewhere: bool = False
    newest: str | None = None


def changes_since(walk: Walk, home: str, mark: str | None, known: Known) -> Generator[Fetched, None, Changes]:
    """Ask the feed what was modified since a night whose newest change was `mark` (None: all is new)."""
    address = f"{home}/feed/atom/?orderby=modified&order=desc"
    before = walk.fetcher.archive.last(walk.site, address)
    changes = Changes()
    fetched = walk.get(address, bear=(400, 403))
    if fetched is None:
        return changes
    yield fetched
    rows = _rows(fetched)
    if not rows:
        return changes
    changes.posts += rows
    last = instant_text(instant(fetched.page.last_modified)) or ""
    changes.newest = max(last, rows[0][1])
    said = (fetched.page.etag, fetched.page.last_modified)
    if before is not None and fetched.outcome == "unchanged":
        changes.same = said == (before.etag, before.last_modified)
    if mark is not None and changes.same:
        changes.told = True
        return changes
    if mark is None or not _descends(rows):
        return changes
    if not _proves_order(rows):
        honest = yield from _honours_order(walk, home, rows)
        if not honest:
            return changes
    page = 1
    # An entry that is known as it is: what follows was changed before it.
    while rows and known(rows[-1][0]) != rows[-1][1]:
        page += 1
        more = walk.get(f"{address}&paged={page}", bear=(400, 403), conditional=False)
        if more is None or page > _MOST_PAGES:
            return changes
        yield more
        rows = _rows(more)
        if not _descends(rows):
            return changes
        changes.posts += rows
    changed = any(known(article) != date for article, date in changes.posts)
    changes.elsewhere = not changed or (last > mark and last > changes.posts[0][1])
    changes.told = True
    return changes


def _rows(fetched: Fetched) -> list[tuple[Article, str]]:
    """The entries of a page of the feed, each with its change; none where one has no date."""
    if fetched.page.status != 200:
        return []
    answer = read_articles(fetched.page, text_of(fetched))
    if answer.shape != "feed" or any(article.modified_at is None for article in answer.articles):
        return []
    return [(article, instant_text(article.modified_at) or "") for article in answer.articles]


def _descends(rows: list[tuple[Article, str]]) -> bool:
    return all(one[1] >= other[1] for one, other in pairwise(rows))


def _proves_order(rows: list[tuple[Article, str]]) -> bool:
    """Tell whether the order of changes is another than that of publishing, and so no accident."""
    days = [article.published_on for article, _ in rows if article.published_on]
    return any(one < other for one, other in pairwise(days))


def _honours_order(
    walk: Walk, home: str, newest: list[tuple[Article, str]]
) -> Generator[Fetched, None, bool]:
    """Ask the other way round: a server that ignores the order gives the same entries in the same order."""
    fetched = walk.get(f"{home}/feed/atom/?orderby=modified&order=asc", bear=(400, 403), conditional=False)
    if fetched is None:
        return False
    yield fetched
    oldest = _rows(fetched)
    if not oldest or not _descends(oldest[::-1]):
        return False
    keys = [[article.key for article, _ in rows] for rows in (oldest, newest)]
    return len(newest) == 1 or (keys[0] != keys[1] and oldest[0][1] <= newest[-1][1])
