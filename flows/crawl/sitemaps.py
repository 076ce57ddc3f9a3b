"""WordPress by sitemap, where REST is shut: every article's own page, by what the sitemap says of it.

A changed `lastmod` is a hint to look again. A sitemap without (WordPress before 6.5) leaves the feed to
say what was modified since the last night; a feed without dates only whether anything was, by its
validators. Where there is no feed either, one article a night is looked at, and all of them each week.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from flows.bodies import decode_body
from flows.crawl.base import Closed, Walk, instant_text, is_on, text_of
from flows.crawl.modified_feed import changes_since
from flows.crawl.state import Known
from parsers.decode import decode
from parsers.sitemap import Sitemap, read_sitemap
from schema.errors import BadPage, CensusError
from schema.urls import article_key, canonical_url, is_post_number, split_url

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from flows.exchange import Fetched
    from parsers.wordpress import Article

# The last is where WordPress has it while its permalinks are plain.
_USUAL = ("/wp-sitemap.xml", "/sitemap_index.xml", "/sitemap.xml", "/?sitemap=index")
_NO_ARTICLES = re.compile(
    r"taxonom|categor|[-_/]tag|post_tag|author|[-_/=]users|attachment|image", re.IGNORECASE
)
_PAGED = re.compile(r"\bpaged=\d+")
_MOST_FILES = 60
_DEEPEST = 4
_LARGEST = 20_000_000
# Every so many days all articles are looked at, since dates may be wrong, or none be there.
_DATED, _UNDATED = 28, 7
# Where the newest change that the feed told of is remembered.
_MARK = "feed"


class SitemapCrawl:
    """The sitemap way into a site; `home` is the site's own address, `paths` what is always looked at."""

    def __init__(self, walk: Walk, home: str, paths: tuple[str, ...]) -> None:
        self.walk, self.state = walk, walk.state
        self._home = home.rstrip("/")
        self._paths = paths
        self._whole, self._all, self._doubt = True, False, False
        # Every sitemap asked for or to be asked for tonight, from whatever root.
        self._seen: set[str] = set()

    def pages(self) -> Iterator[Fetched]:
        """Crawl. Raises Closed where no sitemap lists an article."""
        listed: dict[str, Known] = {}
        for root in self._roots():
            if len(self._seen) > _MOST_FILES:
                raise Closed(f"none of the first {_MOST_FILES} sitemaps lists an article")
            yield from self._read(root, listed)
            if listed:
                self.state.sitemap = root
                break
        if not listed:
            raise Closed("no sitemap lists an article")
        for path in self._paths:
            key = article_key(self._home + path)
            if key is not None:
                listed.setdefault(key, Known("pages", self._home + path))
        self.walk.shown(listed)
        yield from self._articles(listed)
        if self._whole and self.walk.since is None:
            yield from self.walk.probe_missing(set(listed))
            if self._all:
                self.state.walked = self.walk.today

    def _roots(self) -> list[str]:
        said = self.walk.fetcher.robots(self.walk.site, self._home + "/").sitemaps
        roots = [self.state.sitemap] if self.state.sitemap and not self.walk.full else []
        roots += [self.walk.own(url) for url in said] + [self._home + path for path in _USUAL]
        return [url for url in dict.fromkeys(roots) if self._is_ours(url)]

    def _is_ours(self, url: str) -> bool:
        return is_on(self._home, url)

    def _read(self, root: str, listed: dict[str, Known]) -> Iterator[Fetched]:
        """Read a sitemap and what it names, breadth first, each file once, to a depth and a number."""
        queue = deque([(root, 0)])
        self._seen.add(canonical_url(root))
        while queue:
            url, depth = queue.popleft()
            fetched = self.walk.get(
                url, limit=_LARGEST, bear=(403,), accept="application/xml,text/xml,*/*;q=0.5"
            )
            if fetched is None:
                self._whole = False
                continue
            yield fetched
            sitemap = self._sitemap(fetched)
            if not sitemap.is_sitemap:
                self._whole = self._whole and depth == 0
                continue
            for loc, lastmod in sitemap.urls:
                own = self.walk.own(loc)
                key = article_key(own)
                if key is not None and self._is_ours(own):
                    before = self.state.articles.get(key)
                    kind = before.kind if before else "pages" if "page" in _name(url) else "posts"
                    listed[key] = Known(kind, own, instant_text(lastmod))
            for loc, _ in sitemap.children:
                own = self.walk.own(loc)
                name = canonical_url(own)
                if name in self._seen or not self._is_ours(own) or _NO_ARTICLES.search(_name(own)):
                    continue
                self._seen.add(name)
                if depth + 1 > _DEEPEST or len(self._seen) > _MOST_FILES:
                    self._whole = False
                    self.walk.failed(own, BadPage(f"sitemaps nest deeper or are more than we follow: {own}"))
                    return
                queue.append((own, depth + 1))

    def _sitemap(self, fetched: Fetched) -> Sitemap:
        if fetched.page.status != 200:
            return Sitemap(is_sitemap=False)
        body = fetched.page.body
        if not body.startswith(b"\x1f\x8b"):
            return read_sitemap(text_of(fetched))
        try:
            return read_sitemap(decode(decode_body([body], "gzip", _LARGEST), "application/xml").text)
        except CensusError as error:
            self.walk.failed(fetched.page.url, error)
            return Sitemap(is_sitemap=False)

    def _articles(self, listed: dict[str, Known]) -> Iterator[Fetched]:
        """Fetch new articles, those with a changed date, and the undated where the site changed."""
        state = self.state
        dated = any(known.modified for known in listed.values())
        due = self.walk.is_over(state.walked, _DATED if dated else _UNDATED)
        again = self.walk.full or not state.articles or due
        self._doubt = due and dated
        chosen: set[str] = set()
        if not dated:
            # Asked before the articles, so that what is edited while we read shows the next night.
            more = yield from self._undated(listed, again=again)
            again, chosen = (True, chosen) if more is None else (again, more)
        self._all = again
        always = {article_key(self._home + path) for path in self._paths}
        for key, known in sorted(listed.items(), key=_newest_first):
            if self.walk.is_before(known.modified):
                continue
            before = state.articles.get(key)
            same = before is not None and before.modified == known.modified and key not in state.missing
            undated_page = key in always and known.modified is None and dated
            if same and not again and not undated_page and key not in chosen:
                continue
            # A 304 for a page that the sitemap says was changed is worth nothing.
            trust = before is None or before.modified == known.modified
            trust = trust and not self._doubt and key not in chosen
            answer = yield from self.walk.article(known.url, trust=trust)
            if answer == "failed":
                self._whole = False
            elif answer == "gone":
                if before is None and key not in always:
                    state.articles[key] = known
                state.missing.setdefault(key, self.walk.today)
            else:
                known.parts = self.walk.parts.get(key, 1)
                state.articles[key] = known
                state.missing.pop(key, None)

    def _undated(self, listed: dict[str, Known], *, again: bool) -> Generator[Fetched, None, set[str] | None]:
        """Date the posts by what the feed tells of them; give what else to look at, None for all."""
        marks, before = self.state.watermarks, self.state.articles
        for key, known in listed.items():
            if key in before and known.kind == "posts":
                known.modified = before[key].modified

        def date_of(post: Article) -> str | None:
            key = self._key(post, listed)
            return before[key].modified if key in before else None

        changes = yield from changes_since(self.walk, self._home, marks.get(_MARK), date_of)
        if changes.newest is not None:
            marks[_MARK] = changes.newest
        for post, date in changes.posts:
            named = self._key(post, listed)
            if named is not None:
                listed.setdefault(named, Known("posts", self.walk.own(post.url))).modified = date
        if changes.told:
            return {key for key, known in listed.items() if known.kind == "pages" and changes.elsewhere}
        if changes.newest is not None:
            return set() if again or changes.same else None
        changed = yield from self._site_changed()
        if changed is not None:
            return None if changed else set()
        return set() if again else self._next_in_turn(listed)

    def _key(self, post: Article, listed: dict[str, Known]) -> str | None:
        """The key under which the sitemap lists a post of the feed; its own where it is not there yet."""
        url = self.walk.own(post.url)
        keys = [key for key in (post.key, article_key(url)) if key is not None]
        return next((key for key in keys if key in listed), keys[-1] if self._is_ours(url) and keys else None)

    def _next_in_turn(self, listed: dict[str, Known]) -> set[str]:
        """One article: nothing tells of changes, and a night must not ask for all."""
        keys = sorted(listed, key=lambda key: _newest_first((key, listed[key])))
        turn = (self.state.turns.get(_MARK, -1) + 1) % len(keys)
        self.state.turns[_MARK] = turn
        return {keys[turn]}

    def _site_changed(self) -> Generator[Fetched, None, bool | None]:
        """Ask the plain feed, by its validators, whether any post was modified; None where there is none."""
        url = f"{self._home}/feed/"
        before = self.walk.fetcher.archive.last(self.walk.site, url)
        fetched = self.walk.get(url, bear=(403,))
        if fetched is None:
            return None
        yield fetched
        if fetched.page.status != 200:
            return None
        if before is None:
            return True
        said = (fetched.page.etag, fetched.page.last_modified)
        return fetched.outcome != "unchanged" or said != (before.etag, before.last_modified)


def _name(url: str) -> str:
    """What a sitemap's address says of its content."""
    parts = split_url(url)
    return parts.path + "?" + _PAGED.sub("", parts.query)


def _newest_first(item: tuple[str, Known]) -> tuple[int, int, str]:
    key = item[0]
    return (0, -int(key), key) if is_post_number(key) else (1, 0, key)
