"""WordPress by sitemap, where REST is shut: every article's own page, by what the sitemap says of it.

A changed `lastmod` is a hint to look again. A sitemap without (WordPress before 6.5) leaves the feed to
say what was modified since the last night; a feed without dates only whether anything was, by its
validators. On a quiet night the file that lists the newest is asked for, or an index that dates the others;
what else there is, files and articles of whatever date, is looked at in turn (flows/crawl/turns.py).
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from flows.bodies import decode_body
from flows.crawl.base import Closed, Walk, instant_text, is_on
from flows.crawl.modified_feed import Changes, changes_since
from flows.crawl.state import Known
from flows.crawl.turns import in_turn, kept_page, look_at, newest_first
from parsers.decode import decode
from parsers.sitemap import Sitemap, read_sitemap
from schema.errors import BadPage, CensusError
from schema.urls import article_key, canonical_url, is_post_number, split_url

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from flows.exchange import Fetched
    from parsers.wordpress import Article
    from schema.records import Page

# The last is where WordPress has it while its permalinks are plain.
USUAL = ("/wp-sitemap.xml", "/sitemap_index.xml", "/sitemap.xml", "/?sitemap=index")
_NO_ARTICLES = re.compile(
    r"taxonom|categor|[-_/]tag|post_tag|author|[-_/=]users|attachment|image", re.IGNORECASE
)
_PAGED = re.compile(r"\bpaged=\d+")
_MOST_FILES = 60
_DEEPEST = 4
_LARGEST = 20_000_000
_ACCEPT = "application/xml,text/xml,*/*;q=0.5"
# Feeds of a site without dates, by the names under which it is remembered that they are not there.
CHANGES, FEED = "feed of changes", "plain feed"
# Where the newest change that the feed told of is remembered.
_MARK = "feed"


class SitemapCrawl:
    """The sitemap way into a site; `home` is the site's own address, `paths` what is always looked at."""

    def __init__(self, walk: Walk, home: str, paths: tuple[str, ...]) -> None:
        self.walk, self.state = walk, walk.state
        self._home = home.rstrip("/")
        self._paths = paths
        self._whole = True
        # Every sitemap asked for or to be asked for tonight, from whatever root, and what they answered.
        self._seen: set[str] = set()
        self._fresh: dict[str, Fetched] = {}

    def pages(self) -> Iterator[Fetched]:
        """Crawl. Raises Closed where no sitemap lists an article."""
        listed: dict[str, Known] = {}
        files = self._kept_files()
        if files and not self.walk.full and self.walk.since is None:
            quiet = yield from self._is_quiet(files)
            if quiet:
                for url, sitemap in files.items():
                    self._list(url, sitemap, listed)
        if not listed:
            yield from self._all(listed)
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

    def _all(self, listed: dict[str, Known]) -> Iterator[Fetched]:
        """Read the first root that lists articles, with all that it names."""
        for root in self._roots():
            if len(self._seen) > _MOST_FILES:
                raise Closed(f"none of the first {_MOST_FILES} sitemaps lists an article")
            yield from self._read(root, listed)
            if listed:
                self.state.sitemap = root
                return

    # -- quiet nights ----------------------------------------------------------------------------

    def _kept_files(self) -> dict[str, Sitemap]:
        """The sitemaps as the archive holds them, from the root that worked; none where one is not there."""
        files: dict[str, Sitemap] = {}
        queue = [self.state.sitemap] if self.state.sitemap else []
        while queue:
            url = queue.pop(0)
            page = kept_page(self.walk, self.state.lists.get(url, [url])[0])
            if page is None:
                if not files:
                    return {}
                # An index may name what is not there.
                files[url] = Sitemap(is_sitemap=False)
                continue
            files[url] = self._sitemap(page)
            if len(files) == 1 and not files[url].is_sitemap:
                return {}
            for loc, _ in files[url].children:
                own = self.walk.own(loc)
                if self._is_followed(own) and own not in files and own not in queue:
                    queue.append(own)
        return files

    def _is_quiet(self, files: dict[str, Sitemap]) -> Generator[Fetched, None, bool]:
        """Ask for the file where a change shows first, and others in turn; False where one has changed."""
        dated = any(lastmod for sitemap in files.values() for _, lastmod in sitemap.urls)
        # What is asked behind it: pages outside the posts, and the feed where nothing is dated.
        feeds = {CHANGES, FEED} - self.state.asked.keys()
        ahead = len(self._paths) + (not dated and bool(feeds))
        others = [url for url in files if files[url].is_sitemap]
        head = self._head(files)
        others.remove(head)
        same = yield from self._is_same(head, files[head])
        if not same:
            return False
        # Every second night one is left for an article.
        left = self.state.turns.get("one left", 0)
        if not self.walk.reserved:
            self.state.turns["one left"] = 1 - left
        for url in in_turn(self.walk, "sitemaps", others, keep=ahead + left):
            same = yield from self._is_same(url, files[url])
            if not same:
                return False
        return True

    def _head(self, files: dict[str, Sitemap]) -> str:
        """The index where it dates all that it names, else the file that lists the newest."""
        root = next(iter(files))
        if files[root].children and all(lastmod for _, lastmod in files[root].children):
            return root

        def newest(url: str) -> tuple[str, int, int]:
            dates = [instant_text(lastmod) or "" for _, lastmod in files[url].urls]
            keys = [article_key(loc) or "" for loc, _ in files[url].urls]
            numbers = [int(key) for key in keys if is_post_number(key)]
            return (max(dates, default=""), max(numbers, default=-1), places.index(url))

        # The newest of several that say neither is the last of them, but for the pages outside the posts.
        places = [url for url in files if files[url].urls] or [root]
        posts = [url for url in places if "page" not in _name(url)]
        return max(posts or places, key=newest)

    def _is_same(self, url: str, before: Sitemap) -> Generator[Fetched, None, bool]:
        fetched = self._ask(url)
        if fetched is None:
            return False
        yield fetched
        self._fresh[url] = fetched
        return self._sitemap(fetched.page) == before

    def _ask(self, url: str) -> Fetched | None:
        address = self.state.lists.get(url, [url])[0]
        return self.walk.get(address, limit=_LARGEST, bear=(403,), accept=_ACCEPT)

    # -- reading ---------------------------------------------------------------------------------

    def _roots(self) -> list[str]:
        said = self.walk.fetcher.robots(self.walk.site, self._home + "/").sitemaps
        roots = [self.state.sitemap] if self.state.sitemap and not self.walk.full else []
        roots += [self.walk.own(url) for url in said] + [self._home + path for path in USUAL]
        return [url for url in dict.fromkeys(roots) if self._is_ours(url)]

    def _is_ours(self, url: str) -> bool:
        return is_on(self._home, url)

    def _read(self, root: str, listed: dict[str, Known]) -> Iterator[Fetched]:
        """Read a sitemap and what it names, breadth first, each file once, to a depth and a number."""
        queue = deque([(root, 0)])
        self._seen.add(canonical_url(root))
        while queue:
            url, depth = queue.popleft()
            fetched = self._fresh.pop(url, None)
            if fetched is None:
                fetched = self._ask(url)
                if fetched is None:
                    self._whole = False
                    continue
                yield fetched
            sitemap = self._sitemap(fetched.page)
            if not sitemap.is_sitemap:
                # Where it was found may no longer be where it is.
                self.state.lists.pop(url, None)
                self._whole = self._whole and depth == 0
                continue
            self.state.lists.pop(url, None)
            if fetched.page.url != url:
                self.state.lists[url] = [fetched.page.url]
            self._list(url, sitemap, listed)
            for loc, _ in sitemap.children:
                own = self.walk.own(loc)
                name = canonical_url(own)
                if name in self._seen or not self._is_followed(own):
                    continue
                self._seen.add(name)
                if depth + 1 > _DEEPEST or len(self._seen) > _MOST_FILES:
                    self._whole = False
                    self.walk.failed(own, BadPage(f"sitemaps nest deeper or are more than we follow: {own}"))
                    return
                queue.append((own, depth + 1))

    def _list(self, url: str, sitemap: Sitemap, listed: dict[str, Known]) -> None:
        """Take in what a sitemap lists."""
        for loc, lastmod in sitemap.urls:
            own = self.walk.own(loc)
            key = article_key(own)
            if key is not None and self._is_ours(own):
                before = self.state.articles.get(key)
                kind = before.kind if before else "pages" if "page" in _name(url) else "posts"
                listed[key] = Known(kind, own, instant_text(lastmod))

    def _is_followed(self, url: str) -> bool:
        return self._is_ours(url) and not _NO_ARTICLES.search(_name(url))

    def _sitemap(self, page: Page) -> Sitemap:
        if page.status != 200:
            return Sitemap(is_sitemap=False)
        body = page.body
        if not body.startswith(b"\x1f\x8b"):
            return read_sitemap(decode(body, page.content_type).text)
        try:
            return read_sitemap(decode(decode_body([body], "gzip", _LARGEST), "application/xml").text)
        except CensusError as error:
            self.walk.failed(page.url, error)
            return Sitemap(is_sitemap=False)

    def _articles(self, listed: dict[str, Known]) -> Iterator[Fetched]:
        """Fetch new articles, those with a changed date, and the undated where the site changed."""
        state = self.state
        dated = any(known.modified for known in listed.values())
        again = self.walk.full or not state.articles
        chosen: set[str] = set()
        if not dated:
            # Asked before the articles, so that what is edited while we read shows the next night.
            more = yield from self._undated(listed, again=again)
            again, chosen = (True, chosen) if more is None else (again, more)
        # The feed of changes tells when something that is no post was edited.
        vouched = not dated and state.watermarks.get(_MARK) is not None
        always = {article_key(self._home + path) for path in self._paths}
        for key in sorted(listed, key=newest_first):
            known = listed[key]
            if self.walk.is_before(known.modified):
                continue
            before = state.articles.get(key)
            same = before is not None and before.modified == known.modified and key not in state.missing
            known.parts = before.parts if before is not None else 1
            nightly = key in always and known.modified is None and not vouched
            if same and not again and key not in chosen and not nightly:
                state.articles[key] = known
                continue
            # A 304 for a page that the sitemap says was changed is worth nothing.
            trust = before is None or before.modified == known.modified
            answer = yield from self.walk.article(known.url, trust=trust and key not in chosen)
            if answer == "failed":
                self._whole = False
            elif answer == "gone":
                self._gone(key, known, always)
            else:
                known.parts = self.walk.parts.get(key, 1)
                state.articles[key] = known
                state.missing.pop(key, None)
                state.dead.pop(key, None)
        # What was read tonight need not be looked at again.
        rest = listed.keys() - always - self.walk.read
        articles = {key: each for key, each in state.articles.items() if key in rest}
        for key in in_turn(self.walk, "articles", sorted(articles, key=newest_first)):
            yield from look_at(self.walk, key, articles[key])

    def _gone(self, key: str, known: Known, always: set[str | None]) -> None:
        """Note an article that is listed and not there; on a later night again, it is gone and left alone."""
        state = self.state
        if key in always or key in state.dead:
            return
        state.articles[key] = known
        if state.missing.setdefault(key, self.walk.today) < self.walk.today:
            del state.missing[key]
            state.dead[key] = self.walk.today
            self.walk.report.gone.append(key)

    def _undated(self, listed: dict[str, Known], *, again: bool) -> Generator[Fetched, None, set[str] | None]:
        """Date the posts by what the feed tells of them; give what else to look at, None for all."""
        marks, before = self.state.watermarks, self.state.articles
        for key, known in listed.items():
            if key in before and known.kind == "posts":
                known.modified = before[key].modified

        def date_of(post: Article) -> str | None:
            key = self._key(post, listed)
            return before[key].modified if key in before else None

        changes = Changes()
        if CHANGES not in self.state.asked:
            changes = yield from changes_since(self.walk, self._home, marks.get(_MARK), date_of)
        if changes.newest is None:
            # There is none: it is asked for again now and then (flows/crawl/chores.py).
            marks.pop(_MARK, None)
            self.state.asked.setdefault(CHANGES, self.walk.today)
        else:
            marks[_MARK] = changes.newest
        for post, date in changes.posts:
            named = self._key(post, listed)
            # A feed that is as it was may still show what was deleted: WordPress's validators don't notice.
            if named is not None and (named in listed or not changes.same):
                listed.setdefault(named, Known("posts", self.walk.own(post.url))).modified = date
        if changes.told:
            return {key for key, known in listed.items() if known.kind == "pages" and changes.elsewhere}
        if changes.newest is not None:
            return set() if again or changes.same else None
        changed = yield from self._site_changed()
        return None if changed else set()

    def _key(self, post: Article, listed: dict[str, Known]) -> str | None:
        """The key under which the sitemap lists a post of the feed; its own where it is not there yet."""
        url = self.walk.own(post.url)
        keys = [key for key in (post.key, article_key(url)) if key is not None]
        return next((key for key in keys if key in listed), keys[-1] if self._is_ours(url) and keys else None)

    def _site_changed(self) -> Generator[Fetched, None, bool | None]:
        """Ask the plain feed, by its validators, whether any post was modified; None where there is none."""
        url = f"{self._home}/feed/"
        if FEED in self.state.asked:
            return None
        before = self.walk.fetcher.archive.last(self.walk.site, url)
        fetched = self.walk.get(url, bear=(403,))
        if fetched is None:
            return None
        yield fetched
        if fetched.page.status != 200:
            self.state.asked[FEED] = self.walk.today
            return None
        if before is None:
            return True
        said = (fetched.page.etag, fetched.page.last_modified)
        return fetched.outcome != "unchanged" or said != (before.etag, before.last_modified)


def _name(url: str) -> str:
    """What a sitemap's address says of its content."""
    parts = split_url(url)
    return parts.path + "?" + _PAGED.sub("", parts.query)
