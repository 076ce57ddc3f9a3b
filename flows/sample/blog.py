"""The replica of the deck blog: a WordPress site as its visitors meet it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from flows.sample import syndication
from flows.sample.articles import CATEGORIES, SampleArticle, load_articles, utc
from flows.sample.http import SampleRequest, SampleResponse, Validators
from flows.sample.parts import body_parts
from flows.sample.rest import Rest
from flows.sample.switches import Switches
from flows.sample.themes import AUTHOR, SITE_NAME, archive_page, article_page, plain_page

if TYPE_CHECKING:
    from collections.abc import Sequence

POSTS_A_PAGE = 10
_OLD_PREFIX = "/variantrules/Reading"
_PAGED = re.compile(r"^(?P<path>.*/)page/(?P<page>\d+)/?$")
_PART = re.compile(r"/(\d+)/?")
_XML = "application/xml; charset=UTF-8"


class Blog:
    """The site `dm-edh`: robots, REST, sitemap, feeds, archives, articles, redirects, old paths."""

    name = "dm-edh"

    def __init__(self) -> None:
        self.switches = Switches()
        self._rest = Rest(self)

    def latency(self) -> float:
        """Seconds before each answer."""
        return self.switches.latency

    def validators(self) -> Validators:
        """How validators are sent and honoured."""
        return self.switches.validators

    def articles(self) -> list[SampleArticle]:
        """What the site shows tonight, newest first: chosen revisions, hidden and deleted ones left out."""
        now = self.switches
        chosen: dict[int, SampleArticle] = {}
        for article in load_articles():
            if article.revision <= now.revision:
                chosen[article.id] = article
        shown = [
            replace(article, parted=True) if article.id in now.parted else article
            for article in chosen.values()
            if article.status != "future"
            and (not article.hidden or article.id in now.added)
            and article.id not in now.deleted | now.gone
        ]
        return sorted(shown, key=lambda article: (article.published, article.id), reverse=True)

    def posts(self) -> list[SampleArticle]:
        """The posts among them."""
        return [article for article in self.articles() if article.kind == "post"]

    def answer(self, request: SampleRequest) -> SampleResponse:
        """Answer one request."""
        if self.switches.fail_all is not None:
            return SampleResponse(b"<html><body>error</body></html>", self.switches.fail_all)
        query = dict(parse_qsl(request.query, keep_blank_values=True))
        path = request.path
        if path == "/robots.txt":
            return self._robots(request)
        if path.startswith("/wp-json") or "rest_route" in query:
            return self._rest.answer(request, query)
        if "sitemap" in path and path.endswith(".xml"):
            return self._sitemap(request)
        if re.search(r"(^|/)feed(/|$)", path):
            return self._feed(request, query)
        return self._html(request, query)

    def _robots(self, request: SampleRequest) -> SampleResponse:
        text = self.switches.robots
        if text is None:
            text = "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n"
            if not self.switches.sitemap_closed:
                text += f"\nSitemap: {request.base}/wp-sitemap.xml\n"
        return SampleResponse(text.encode(), content_type="text/plain; charset=utf-8")

    def _sitemap(self, request: SampleRequest) -> SampleResponse:
        text = None if self.switches.sitemap_closed else syndication.sitemap(self, request.path, request.base)
        if text is None:
            return self._not_found(request)
        return SampleResponse(text.encode(), content_type=_XML)

    def _feed(self, request: SampleRequest, query: dict[str, str]) -> SampleResponse:
        if self.switches.feed_closed:
            return self._not_found(request)
        posts = self._selection(re.sub(r"feed/?(atom/?|rss2?/?)?$", "", request.path))
        if posts is not None and query.get("orderby") == "modified":
            posts = sorted(posts, key=lambda article: article.modified, reverse=True)
        if posts is not None and query.get("order") == "asc":
            posts = posts[::-1]
        page = int(query.get("paged", "1")) if query.get("paged", "1").isdigit() else 1
        part = None if posts is None else posts[(page - 1) * POSTS_A_PAGE : page * POSTS_A_PAGE]
        if not part:
            return self._not_found(request)
        atom = "atom" in request.path
        write = syndication.atom if atom else syndication.rss
        text = write(part, request.base, excerpts=self.switches.excerpts)
        newest = max(article.modified for article in self.articles())
        kind = "application/atom+xml" if atom else "application/rss+xml"
        return SampleResponse(text.encode(), content_type=f"{kind}; charset=UTF-8", modified=utc(newest))

    def _selection(self, path: str) -> list[SampleArticle] | None:
        """The posts of an archive path, newest first; None for a path that is no archive."""
        posts = self.posts()
        if path in ("", "/"):
            return posts
        category = re.fullmatch(r"/category/([\w-]+)/?", path)
        if category and category.group(1) in CATEGORIES:
            return [article for article in posts if article.category == category.group(1)]
        return posts if re.fullmatch(rf"/author/{AUTHOR}/?", path) else None

    def _html(self, request: SampleRequest, query: dict[str, str]) -> SampleResponse:
        path = request.path
        by_id = {article.id: article for article in self.articles()}
        if query.get("p", "").isdigit() or query.get("page_id", "").isdigit():
            found = by_id.get(int(query.get("p") or query["page_id"]))
            return self._redirect(request, found.path) if found else self._not_found(request)
        paged = _PAGED.match(path)
        archive = paged.group("path") if paged else path
        posts = self._selection(archive)
        if posts is not None and not self.switches.archives_closed:
            return self._archive(request, archive, posts, int(paged.group("page")) if paged else 1)
        plain = path.removeprefix(_OLD_PREFIX) if path.startswith(_OLD_PREFIX) else path
        for article in by_id.values():
            if article.path == plain:
                return self._article(request, article)
            part = (
                _PART.fullmatch(plain.removeprefix(article.path)) if plain.startswith(article.path) else None
            )
            if part is not None and article.parted:
                number = int(part.group(1))
                if 1 < number <= len(body_parts(article)):
                    return self._article(request, article, number)
                return self._redirect(request, article.path)
            if plain.rstrip("/") == article.path:
                return self._redirect(request, article.path)
        return self._not_found(request)

    def _article(self, request: SampleRequest, article: SampleArticle, part: int = 1) -> SampleResponse:
        text = article_page(article, request.base, self.switches.theme, part)
        headers = {"Link": f'<{request.base}/wp-json/>; rel="https://api.w.org/"'}
        return SampleResponse(text.encode(), headers=headers, modified=utc(article.modified))

    def _archive(
        self, request: SampleRequest, path: str, posts: Sequence[SampleArticle], page: int
    ) -> SampleResponse:
        pages = max(1, -(-len(posts) // POSTS_A_PAGE))
        if not 1 <= page <= pages:
            return self._not_found(request)
        # As WordPress does: sticky posts lead the first page of the home listing, on top of its ten.
        part = list(posts[(page - 1) * POSTS_A_PAGE : page * POSTS_A_PAGE])
        if path == "/" and page == 1:
            part = [a for a in posts if a.sticky] + [a for a in part if not a.sticky]
        slug = path.strip("/").split("/")[-1]
        title = f"「{CATEGORIES[slug][1]}」カテゴリーアーカイブ" if slug in CATEGORIES else SITE_NAME
        if path.startswith("/author/"):
            title = f"{AUTHOR} のすべての投稿"
        path = path if path.endswith("/") else f"{path}/"
        text = archive_page(
            part,
            request.base,
            self.switches.theme,
            title=title,
            path=path,
            page=page,
            pages=pages,
            excerpts=self.switches.excerpts,
        )
        headers = {"Link": f'<{request.base}/wp-json/>; rel="https://api.w.org/"'}
        return SampleResponse(text.encode(), headers=headers)

    def _redirect(self, request: SampleRequest, path: str) -> SampleResponse:
        return SampleResponse(status=301, headers={"Location": f"{request.base}{path}"})

    def _not_found(self, request: SampleRequest) -> SampleResponse:
        digits = re.search(r"(\d+)/?$", request.path)
        gone = digits is not None and int(digits.group(1)) in self.switches.gone
        text = plain_page(
            "ページが見つかりません", request.base, "/", "お探しのページは見つかりませんでした。"
        )
        return SampleResponse(text.encode(), status=410 if gone else 404)
