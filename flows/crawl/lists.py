"""WordPress by feed and by archive pages, where REST and sitemaps are shut.

Both list posts from the newest back, ten a page, with their whole text where the owner chose so; an
excerpt sends us to the post's own page. Paging ends at the first 404 or at a page that shows nothing
new: sticky posts and posts that moved a page are met twice, and counted once. On a quiet night the first page
of the first list is looked at, and of all others the next in turn (flows/crawl/turns.py): where one shows
something else than it did, all are gone through.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlunsplit

from flows.crawl.answers import text_of
from flows.crawl.base import Closed, Walk, instant_text
from flows.crawl.state import Known
from flows.crawl.turns import in_turn, look_at, newest_first
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
# So many nights in a row, validators that moved are believed although nothing that is shown had changed.
_FALSE_ALARMS = 2


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
        self._home, self._paths, self._shape = home.rstrip("/"), paths, shape
        self._lists = dict(lists)
        self._whole = True
        # Whether any article was new or read anew.
        self._news = False
        self._fresh: dict[str, Fetched] = {}

    def pages(self) -> Iterator[Fetched]:
        """Crawl. Raises Closed where the list is not there."""
        known = [first for first in self._lists if first in self.state.lengths]
        quiet = False
        if known and not self.walk.full and self.walk.since is None:
            # The first list shows what is new; the others are looked at in their turn.
            quiet = yield from self._is_quiet(known[0])
        listed: set[str] = set()
        if not quiet:
            yield from self._all(listed)
        for path in self._paths:
            yield from self._page(self._home + path, listed)
        if quiet:
            quiet = yield from self._look_further(known)
            if not quiet:
                yield from self._all(listed)
        self.walk.shown(listed)
        if not quiet and self._whole:
            yield from self.walk.probe_missing(listed)
        elif asked := {*self.state.missing, *self.state.unsure}:
            yield from self.walk.probe_missing(self.state.articles.keys() - asked)

    def _is_quiet(self, first: str) -> Generator[Fetched, None, bool]:
        """Look at the first page of a list; True where it shows, and its validators say, what they did."""
        address, *before = self.state.lists.get(first, [first])
        fetched = self.walk.get(address, bear=(403,))
        if fetched is None:
            return False
        yield fetched
        self._fresh[first] = fetched
        found = self._articles(fetched)
        said = [fetched.page.etag, fetched.page.last_modified]
        if found is None or self.state.marks.get(first) != _sign(found):
            return False
        alarms = f"alarms {first}"
        if before[:2] == said:
            self.state.turns[alarms] = 0
            return True
        self.state.lists[first] = [fetched.page.url, *said]
        # Validators that moved tell of a change further back; those that move every night tell nothing.
        self.state.turns[alarms] = self.state.turns.get(alarms, 0) + 1
        return self.state.turns[alarms] > _FALSE_ALARMS

    def _all(self, listed: set[str]) -> Iterator[Fetched]:
        """Go through all lists. Raises Closed where none of them is there."""
        open_lists = 0
        for first, page in self._lists.items():
            fetched = self._fresh.pop(first, None)
            if fetched is None:
                address = self.state.lists.get(first, [first])[0]
                fetched = self.walk.get(address, bear=(403,), conditional=False)
                if fetched is None:
                    continue
                yield fetched
            found = self._articles(fetched)
            if found is None:
                continue
            open_lists += 1
            self.state.lists[first] = [fetched.page.url, fetched.page.etag, fetched.page.last_modified]
            self.state.turns[f"plain {first}"] = int(
                self._shape == "archive" and _PLAIN_PAGE.search(text_of(fetched)) is not None
            )
            yield from self._through(first, self._numbered(first, page), found, listed)
        if not open_lists:
            raise Closed(f"no {self._shape} lists a post")
        if self._news:
            self.state.turns |= {name: 0 for name in self.state.turns if name.startswith("alarms ")}

    def _numbered(self, first: str, page: Callable[[int], str]) -> Callable[[int], str]:
        return f"{first}?paged={{}}".format if self.state.turns.get(f"plain {first}") else page

    def _look_further(self, known: list[str]) -> Generator[Fetched, None, bool]:
        """Look at what is next in turn; False where a page of a list shows something else than it did.

        A list is asked without a condition: WordPress's validators do not notice a deletion.
        Where it shows neither a post's date nor its text, or only a part, the post's own page is asked.
        """
        hidden = {
            key: each
            for key, each in self.state.articles.items()
            if each.kind == "posts"
            and (each.modified is None or each.parts > 1)
            and key not in self.state.missing
        }
        items: list[tuple[str, int]] = [
            (first, number) for first in known for number in range(1, self.state.lengths[first] + 1)
        ]
        pages = len(items)
        items += [(key, 1) for key in sorted(hidden, key=newest_first) if self._may_ask(hidden[key].url)]
        for place in in_turn(self.walk, "lists", range(len(items))):
            name, number = items[place]
            if place >= pages:
                yield from look_at(self.walk, name, hidden[name])
                continue
            address = self._numbered(name, self._lists[name])(number)
            if number == 1:
                address = self.state.lists.get(name, [name])[0]
            fetched = self.walk.get(address, bear=(403, 400), conditional=False)
            if fetched is None:
                return True
            yield fetched
            found = self._articles(fetched)
            mark = self.state.marks.get(name if number == 1 else f"{name} {number}")
            if found is None or mark != _sign(found):
                # What a 304 confirmed before is no longer so.
                self._fresh.clear()
                return False
        return True

    def _through(
        self, first: str, page: Callable[[int], str], found: list[Article], listed: set[str]
    ) -> Iterator[Fetched]:
        """Go through all pages; again where posts moved meanwhile, since one may have slipped past us."""
        for again in range(_PASSES):
            self.state.marks[first] = _sign(found)
            yield from self._take(found, listed)
            # The first time, what another list showed need not be gone through once more.
            passed = {article.key for article in found} if again else set(listed)
            yield from self._further(first, page, passed, listed)
            if self.state.lengths[first] == 1:
                return
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
            # Without a condition: WordPress's validators do not notice that a post was deleted.
            fetched = self.walk.get(page(number), bear=(403, 400), conditional=False)
            if fetched is None:
                self._whole = False
                return
            yield fetched
            more = self._articles(fetched)
            if not more or not {article.key for article in more} - passed:
                return
            passed |= {article.key for article in more}
            self.state.lengths[first] = number
            self.state.marks[f"{first} {number}"] = _sign(more)
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
            moved = modified is not None and known is not None and known.modified != modified
            self._news = self._news or known is None or moved
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


def _sign(found: list[Article]) -> str:
    """A mark of what a page of a list shows: its posts in order, each with its date or its text's mark."""
    shown = [(each.key, instant_text(each.modified_at) or _mark(each)) for each in found]
    return sha256(repr(shown).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _mark(article: Article) -> str | None:
    """A mark of an article that its list shows without a date; None for an excerpt, which marks nothing."""
    if article.partial:
        return None
    return "text:" + sha256(article.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
