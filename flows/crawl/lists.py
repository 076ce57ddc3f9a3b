"""WordPress by feed and by archive pages, where REST and sitemaps are shut.

Both list posts from the newest back, ten a page, with their whole text where the owner chose so; an
excerpt sends us to the post's own page. Paging ends at the first 404 or at a page that shows nothing
new: sticky posts and posts that moved a page are met twice, and counted once.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlunsplit

from flows.crawl.base import Closed, Walk, instant_text, text_of
from flows.crawl.state import Known
from parsers.wordpress_pages import read_articles
from schema.errors import Blocked
from schema.urls import article_key, canonical_url, is_post_number, join_url, split_url

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from flows.exchange import Fetched
    from parsers.wordpress import Article

# How a page of plain permalinks links to its second.
_PLAIN_PAGE = re.compile(r"[?&;]paged=2\b")
_MOST_PAGES = 1000
_PASSES = 3
# A list whose first page does not change says nothing of edits further back.
_WALK_ALL_DAYS = 7
# A night on which nothing changed costs at most so many requests; what is spare looks further back.
_QUIET_REQUESTS = 5


class ListCrawl:
    """A paged list of posts. `first` is its first address, `page` gives the n-th, `shape` what it must be."""

    def __init__(
        self,
        walk: Walk,
        home: str,
        paths: tuple[str, ...],
        lists: tuple[tuple[str, Callable[[int], str]], ...],
        shape: str,
    ) -> None:
        self.walk, self.state = walk, walk.state
        self._home, self._paths, self._lists, self._shape = home.rstrip("/"), paths, lists, shape
        self._whole = True
        self._spare = max(1, _QUIET_REQUESTS - 1 - len(lists) - len(paths))

    def pages(self) -> Iterator[Fetched]:
        """Crawl. Raises Closed where the list is not there."""
        listed: set[str] = set()
        open_lists = quiet = 0
        due = self.walk.full or self.walk.is_over(self.state.walked, _WALK_ALL_DAYS)
        for first, page in self._lists:
            # Where the list was found last, and what its validators were.
            address, *before = self.state.lists.get(first, [first])
            fetched = self.walk.get(address, bear=(403,), conditional=not due)
            if fetched is None:
                continue
            yield fetched
            found = self._articles(fetched)
            if found is None:
                continue
            open_lists += 1
            if self._shape == "archive" and _PLAIN_PAGE.search(text_of(fetched)):
                page = f"{first}?paged={{}}".format
            said = [fetched.page.etag, fetched.page.last_modified]
            self.state.lists[first] = [fetched.page.url, *said]
            same_tags = before == said
            if fetched.outcome == "unchanged" and same_tags and not due:
                changed = yield from self._spot_checks(first, page)
                if not changed:
                    quiet += 1
                    continue
            yield from self._through(first, page, found, listed)
        if not open_lists:
            raise Closed(f"no {self._shape} lists a post")
        for path in self._paths:
            yield from self._page(self._home + path, listed)
        self.walk.shown(listed)
        if quiet == 0 and self._whole:
            yield from self.walk.probe_missing(listed)
            self.state.walked = self.walk.today
        elif self.state.missing:
            yield from self.walk.probe_missing(self.state.articles.keys() - self.state.missing.keys())

    def _spot_checks(self, first: str, page: Callable[[int], str]) -> Generator[Fetched, None, bool]:
        """Look at the next few pages in turn; True where one changed, so that all are gone through."""
        last = self.state.lengths.get(first, 1)
        turn = self.state.turns.get(first, 1)
        for _ in range(min(self._spare, last - 1)):
            self._spare -= 1
            turn = turn + 1 if turn < last else 2
            self.state.turns[first] = turn
            fetched = self.walk.get(page(turn), bear=(403, 400))
            if fetched is None:
                return False
            yield fetched
            if fetched.outcome != "unchanged":
                return True
        return False

    def _through(
        self, first: str, page: Callable[[int], str], found: list[Article], listed: set[str]
    ) -> Iterator[Fetched]:
        """Go through all pages; again where posts moved meanwhile, since one may have slipped past us."""
        for again in range(_PASSES):
            yield from self._take(found, listed)
            # The first time, what another list showed need not be gone through once more.
            passed = {article.key for article in found} if again else set(listed)
            yield from self._further(first, page, passed, listed)
            if self.state.lengths[first] == 1:
                return
            # Without a condition: WordPress's validators do not notice that a post was deleted.
            fetched = self.walk.get(self.state.lists[first][0] or first, bear=(403,), conditional=False)
            if fetched is None:
                return
            yield fetched
            now = self._articles(fetched)
            if not now or [article.key for article in now] == [article.key for article in found]:
                return
            found = now

    def _further(
        self, first: str, page: Callable[[int], str], passed: set[str], listed: set[str]
    ) -> Iterator[Fetched]:
        self.state.lengths[first] = 1
        for number in range(2, _MOST_PAGES):
            fetched = self.walk.get(page(number), bear=(403, 400), conditional=not self.walk.full)
            if fetched is None:
                self._whole = False
                return
            yield fetched
            more = self._articles(fetched)
            if not more or not {article.key for article in more} - passed:
                return
            passed |= {article.key for article in more}
            self.state.lengths[first] = number
            yield from self._take(more, listed)

    def _articles(self, fetched: Fetched) -> list[Article] | None:
        """Read a page of the list; None where it is none."""
        if fetched.page.status != 200:
            return None
        answer = read_articles(fetched.page, text_of(fetched))
        if answer.shape != self._shape or not answer.articles:
            return None
        return [each for each in answer.articles if each.id is not None or article_key(each.url) is not None]

    def _take(self, found: list[Article], listed: set[str]) -> Iterator[Fetched]:
        state = self.state
        for article in found:
            if article.key in listed:
                continue
            listed.add(article.key)
            url = self._address(article)
            known = state.articles.get(article.key)
            modified = instant_text(article.modified_at) or _mark(article)
            due = self._is_due(article, known, modified) and not self.walk.is_before(modified)
            if due and self._may_ask(url):
                answer = yield from self.walk.article(url, trust=known is None or modified is None)
                if answer != "read":
                    self._whole = False
                    continue
            elif due and article.id is None:
                detail = f"robots.txt forbids {url}, and the {self._shape} does not say which post it is"
                self.walk.failed(url, Blocked(detail, url=url), article=True)
                self._whole = False
                continue
            elif not article.partial and not self.walk.is_before(modified):
                self.walk.counted([article.key])
            parts = self.walk.parts.get(article.key, known.parts if known else 1)
            state.missing.pop(article.key, None)
            state.articles[article.key] = Known("posts", url, modified, parts)

    def _address(self, article: Article) -> str:
        """The address of an article's own page: on the site itself, however the list writes it."""
        url = self.walk.own(join_url(self._home + "/", article.url))
        if article_key(url) is None and is_post_number(article.key):
            return f"{self._home}/?p={article.key}"
        ours, named = split_url(canonical_url(self._home)), split_url(canonical_url(url))
        if named.netloc == ours.netloc:
            return url
        return urlunsplit(split_url(self._home)._replace(path=named.path, query=named.query))

    def _is_due(self, article: Article, known: Known | None, modified: str | None) -> bool:
        """Tell whether an article's own page is to be read: a list shows the first part of a post alone."""
        if known is None or modified is None or known.modified != modified:
            return True
        further = known.parts > 1 and article.modified_at is None
        return further or self.walk.full or article.key in self.state.missing

    def _may_ask(self, url: str) -> bool:
        """Tell whether robots.txt lets us at an article's page; else what the list shows must do."""
        return self.walk.fetcher.robots(self.walk.site, url).allows(url)

    def _page(self, url: str, listed: set[str]) -> Iterator[Fetched]:
        """Look at a page outside the posts."""
        key = article_key(url)
        answer = yield from self.walk.article(url)
        if answer == "read" and key is not None:
            listed.add(key)
            self.state.articles.setdefault(key, Known("pages", url))


def _mark(article: Article) -> str | None:
    """A mark of an article that its list shows without a date; None for an excerpt, which marks nothing."""
    if article.partial:
        return None
    return "text:" + sha256(article.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
