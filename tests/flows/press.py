"""A WordPress on loopback, of posts that a test can change: every way in, permalinks of any structure."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from flows.ingest import ingest_pending
from tests.flows.crawling import BEGIN, Nights
from tests.flows.hostile import reply
from warehouse.archive import Archive
from warehouse.database import connect_work

if TYPE_CHECKING:
    from pathlib import Path

    from flows.crawl.base import CrawlReport
    from tests.flows.hostile import Hostile, Request

# What is switched off, and the way in that is left.
WAYS: dict[str, dict[str, Any]] = {
    "rest": {},
    "sitemap": {"rest": False},
    "feed": {"rest": False, "sitemap": None},
    "archives": {"rest": False, "sitemap": None, "feed": False},
}
XML = '<?xml version="1.0"?>'


@dataclass
class Post:
    """One post or page as its author left it; instants are UTC."""

    id: int
    slug: str
    published: datetime
    modified: datetime
    text: str = ""
    status: str = "publish"
    kind: str = "post"
    sticky: bool = False


@dataclass
class Press:
    """The site. `link` is its permalink structure; `sitemap` is core, yoast or None."""

    server: Hostile
    count: int = 12
    link: str = "/%postname%/"
    rest: bool = True
    prefix: str = "wp-json"
    sitemap: str | None = "core"
    dated: bool = True
    feed: bool = True
    archives: bool = True
    excerpts: bool = False
    shown: int = 10
    most: int = 2000
    guesses: bool = True
    posts: dict[int, Post] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number in range(1, self.count + 1):
            self.add(number)
        self.server.routes["*"] = self.answer
        self.server.routes["/robots.txt"] = reply(status=404)

    # -- the author ------------------------------------------------------------------------------

    def add(self, number: int, **more: Any) -> Post:
        day = datetime(2020, 1, 1, 3, tzinfo=UTC) + timedelta(days=number)
        post = Post(number, f"deck-of-{number}", more.pop("published", day), more.pop("modified", day))
        cards = "".join(f"<p>《札 {number}の{card}》</p>" for card in range(1, 8))
        post.text = f"<p>《龍の将 {number}》(統率者)</p>{cards}"
        for name, value in more.items():
            setattr(post, name, value)
        self.posts[number] = post
        return post

    def edit(self, number: int, at: datetime) -> None:
        self.posts[number].text += "<p>《新しい札》</p>"
        self.posts[number].modified = at

    def path(self, post: Post) -> str:
        if post.kind == "page":
            return f"/{post.slug}/"
        if not self.link:
            return f"/?p={post.id}"
        names = {"%postname%": quote(post.slug), "%post_id%": str(post.id), "%category%": "dmedh"}
        names |= {"%year%": f"{post.published:%Y}", "%monthnum%": f"{post.published:%m}"}
        path = self.link
        for name, value in names.items():
            path = path.replace(name, value)
        return path

    def listed(self, kind: str = "post") -> list[Post]:
        """What visitors are shown, newest first."""
        posts = [post for post in self.posts.values() if (post.status, post.kind) == ("publish", kind)]
        return sorted(posts, key=lambda post: (post.published, post.id), reverse=True)

    # -- the server ------------------------------------------------------------------------------

    def answer(self, request: Request) -> bytes:
        parts = urlsplit(request.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = unquote(parts.path)
        if self.rest and path.startswith(f"/{self.prefix}/"):
            return self._rest(path.rpartition("/")[2], query)
        if "sitemap" in path or "sitemap" in query:
            return self._sitemap(path)
        if path.startswith("/feed") or "feed" in query:
            return self._feed(request, path, query)
        found = self._single(path, query)
        return found or self._archive(path, query) or reply("<title>not here</title></html>", 404)

    def _rest(self, kind: str, query: dict[str, str]) -> bytes:
        kinds = {"posts": "post", "pages": "page"}
        if kind not in kinds:
            return reply('{"code":"rest_no_route","message":"x"}', 404, "application/json")
        rows = self.listed(kinds[kind])
        key = {"id": lambda post: post.id, "modified": lambda post: (post.modified, post.id)}
        if query.get("orderby", "date") in key:
            rows = sorted(rows, key=key[query["orderby"]], reverse=True)
        if query.get("order") == "asc":
            rows = rows[::-1]
        if "modified_after" in query:
            after = datetime.fromisoformat(query["modified_after"])
            rows = [post for post in rows if post.modified > after]
        if "include" in query:
            rows = [post for post in rows if str(post.id) in query["include"].split(",")]
        size, page = int(query.get("per_page", "10")), int(query.get("page", "1"))
        part = rows[(page - 1) * size : page * size]
        if page > 1 and not part:
            error = {"code": "rest_post_invalid_page_number", "message": "x"}
            return reply(json.dumps(error), 400, "application/json")
        values = [self._row(post, query["_fields"].split(",")) for post in part]
        totals = {"X_WP_Total": str(len(rows)), "X_WP_TotalPages": str(-(-len(rows) // size))}
        return reply(json.dumps(values), 200, "application/json", **totals)

    def _row(self, post: Post, wanted: list[str]) -> dict[str, Any]:
        value = {
            "id": post.id,
            "date": f"{post.published + timedelta(hours=9):%Y-%m-%dT%H:%M:%S}",
            "modified_gmt": f"{post.modified:%Y-%m-%dT%H:%M:%S}",
            "link": self.server.url + self.path(post),
            "title": {"rendered": title(post)},
            "content": {"rendered": post.text, "protected": False},
        }
        return {name: part for name, part in value.items() if name in wanted}

    def _sitemap(self, path: str) -> bytes:
        kinds = {"post": self.listed()[::-1], "page": self.listed("page")}
        names: dict[str, list[Post]] = {}
        for kind, posts in kinds.items():
            for number in range(1, max(1, -(-len(posts) // self.most)) + 1):
                part = posts[(number - 1) * self.most : number * self.most]
                suffix = "" if number == 1 else str(number)
                core = f"/wp-sitemap-posts-{kind}-{number}.xml"
                names[core if self.sitemap == "core" else f"/{kind}-sitemap{suffix}.xml"] = part
        root = {"core": "/wp-sitemap.xml", "yoast": "/sitemap_index.xml"}.get(self.sitemap or "")
        if path == root:
            rows = "".join(f"<sitemap><loc>{self.server.url}{name}</loc></sitemap>" for name in names)
            return reply(f"{XML}<sitemapindex>{rows}</sitemapindex>", content_type="application/xml")
        if root is None or path not in names:
            return reply("<title>not here</title></html>", 404)
        rows = "".join(
            f"<url><loc>{self.server.url}{self.path(post)}</loc>"
            + (f"<lastmod>{post.modified.isoformat()}</lastmod>" if self.dated else "")
            + "</url>"
            for post in names[path]
        )
        return reply(f"{XML}<urlset>{rows}</urlset>", content_type="application/xml")

    def _feed(self, request: Request, path: str, query: dict[str, str]) -> bytes:
        posts = self.listed()
        if query.get("orderby") == "modified":
            posts = sorted(posts, key=lambda post: post.modified, reverse=True)
        if query.get("order") == "asc":
            posts = posts[::-1]
        page = int(query.get("paged", "1"))
        part = posts[(page - 1) * self.shown : page * self.shown]
        if not self.feed or not part:
            return reply("<title>not here</title></html>", 404)
        newest = max(post.modified for post in self.posts.values() if post.status == "publish")
        last, tag = (
            f"{newest:%a, %d %b %Y %H:%M:%S} GMT",
            f'"{hashlib.md5(str(newest).encode()).hexdigest()}"',
        )
        # As WordPress does: by the newest change alone, whatever page is asked for.
        if request.headers.get("if-none-match") == tag:
            return reply(status=304, ETag=tag, Last_Modified=last)
        return reply(self._entries(part), content_type="application/atom+xml", ETag=tag, Last_Modified=last)

    def _entries(self, part: list[Post]) -> str:
        rows = "".join(
            f"<entry><title>{title(post)}</title><link href='{self.server.url}{self.path(post)}'/>"
            f"<id>{self.server.url}/?p={post.id}</id><published>{post.published.isoformat()}</published>"
            f"<updated>{post.modified.isoformat()}</updated>"
            + ("<summary>…</summary>" if self.excerpts else f"<content><![CDATA[{post.text}]]></content>")
            + "</entry>"
            for post in part
        )
        return f"{XML}<feed>{rows}</feed>"

    def _single(self, path: str, query: dict[str, str]) -> bytes | None:
        shown = [*self.listed(), *self.listed("page")]
        if path == "/" and query.get("p", "").isdigit():
            found = next((post for post in shown if str(post.id) == query["p"]), None)
            if found is None or self.path(found).startswith("/?"):
                return reply("<title>not here</title></html>", 404) if found is None else page_of(found)
            return reply(status=301, Location=self.server.url + self.path(found))
        by_path = {unquote(self.path(post)).rstrip("/"): post for post in shown}
        if path != "/" and path.rstrip("/") in by_path:
            return page_of(by_path[path.rstrip("/")])
        name = path.strip("/").rpartition("/")[2]
        guess = next((post for post in shown if name and post.slug.startswith(name)), None)
        if self.guesses and guess is not None and "/page/" not in path:
            return reply(status=301, Location=self.server.url + self.path(guess))
        return None

    def _archive(self, path: str, query: dict[str, str]) -> bytes | None:
        base, _, number = path.partition("page/")
        page = (
            int(number.strip("/") or query.get("paged", "1")) if (number.strip("/") or "1").isdigit() else 0
        )
        posts = self.listed()
        part = posts[(page - 1) * self.shown : page * self.shown] if page else []
        if page == 1 and base == "/":
            part = [post for post in posts if post.sticky] + [post for post in part if not post.sticky]
        if base not in ("/", "/category/dmedh/") or not self.archives or not part:
            return None if base != "/" or page != 1 else reply("<body class='home page'>hello</body></html>")
        rows = "".join(
            f"<article id='post-{post.id}'><h2><a href='{self.path(post)}'>{title(post)}</a></h2>"
            + (
                "<div class='entry-summary'>…</div>"
                if self.excerpts
                else f"<div class='entry-content'>{post.text}</div>"
            )
            + "</article>"
            for post in part
        )
        plain = "<a href='/?paged=2'>2</a>" if not self.link else ""
        head = f"<link rel='https://api.w.org/' href='{self.server.url}/{self.prefix}/'>" if self.rest else ""
        return reply(f"<html><head>{head}</head><body class='blog'>{rows}{plain}</body></html>")


def title(post: Post) -> str:
    return f"【DMEDH】デッキ解説:{post.slug}"


def page_of(post: Post) -> bytes:
    kind = "page page-id" if post.kind == "page" else "single postid"
    return reply(
        f"<html><head><title>{title(post)}</title></head><body class='{kind}-{post.id}'>"
        f"<article id='post-{post.id}'><h1>{title(post)}</h1><div class='entry-content'>{post.text}</div>"
        "</article></body></html>"
    )


@dataclass
class PressNights:
    """Nights over such a site, each loaded: what was asked, and the decks as the warehouse has them."""

    site: Press
    home: Path
    nights: Nights = field(init=False)
    report: CrawlReport = field(init=False)
    # Rows that the last night changed.
    changed: int = 0

    def __post_init__(self) -> None:
        self.nights = Nights(self.home, base=self.site.server.url)
        # Open over all nights: they are many and short.
        self.con = connect_work(self.home)

    @property
    def now(self) -> datetime:
        """When the next night begins."""
        return BEGIN + timedelta(days=self.nights.count)

    def run(self, **options: Any) -> list[str]:
        """Run a night, load it, and give what was asked for."""
        self.site.server.log.clear()
        report = self.nights.night(**options)
        assert report.complete, report.reason
        assert report.failures == [], report.notes
        self.report = report
        with Archive(self.home / "archive") as archive:
            parts = ingest_pending(self.con, archive)
        assert [part.reason for part in parts if part.failed] == []
        self.changed = sum(part.changed for part in parts)
        return self.site.server.paths()

    def until(self, done: Any, most: int) -> int:
        """Run nights until something holds; how many that took. Fails beyond `most`."""
        for number in range(1, most + 1):
            self.run()
            if done():
                return number
        raise AssertionError(f"not within {most} nights")

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        return self.con.execute(sql).fetchall()

    def deleted(self) -> set[str]:
        """The decks that are marked as deleted."""
        rows = self.ask("select source_key from deck where is_current and deleted_on is not null")
        return {key for (key,) in rows}

    def versions(self, number: int) -> int:
        """How many versions of a post's deck are known."""
        ((found,),) = self.ask(f"select count(*) from deck where source_key = '{number}'")
        return int(found)
