"""The WordPress REST interface of the sample blog: posts and pages, lists and single ones."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flows.sample.articles import CATEGORIES, JST, SampleArticle, utc
from flows.sample.http import SampleRequest, SampleResponse
from flows.sample.parts import whole_body
from flows.sample.themes import AUTHOR, SITE_NAME, plain_page, shown_title

if TYPE_CHECKING:
    from flows.sample.blog import Blog

_JSON = "application/json; charset=UTF-8"
_ORDERS = {
    "id": lambda article: (article.id,),
    "date": lambda article: (article.published, article.id),
    "modified": lambda article: (article.modified, article.id),
}
_CLOSED = {
    401: ("rest_not_logged_in", "You are not currently logged in."),
    403: ("rest_forbidden", "Sorry, you are not allowed to do that."),
    404: ("rest_no_route", "No route was found matching the URL and request method."),
}


def _reply(value: object, *, status: int = 200, headers: dict[str, str] | None = None) -> SampleResponse:
    # PHP escapes slashes and everything outside ASCII.
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("/", "\\/")
    return SampleResponse(text.encode(), status=status, content_type=_JSON, headers=headers or {})


def _totals(total: int, pages: int) -> dict[str, str]:
    return {"X-WP-Total": str(total), "X-WP-TotalPages": str(pages)}


def _error(code: str, message: str, status: int) -> SampleResponse:
    return _reply({"code": code, "message": message, "data": {"status": status}}, status=status)


def article_json(article: SampleArticle, base: str) -> dict[str, Any]:
    """One post or page as REST gives it; dates are the site's own and UTC, both without a zone."""
    shut = article.status == "protected"
    local = "%Y-%m-%dT%H:%M:%S"
    kind = "posts" if article.kind == "post" else "pages"
    value: dict[str, Any] = {
        "id": article.id,
        "date": article.published.strftime(local),
        "date_gmt": utc(article.published).strftime(local),
        "guid": {"rendered": f"{base}/?p={article.id}"},
        "modified": article.modified.strftime(local),
        "modified_gmt": utc(article.modified).strftime(local),
        "slug": article.slug,
        "status": "publish",
        "type": article.kind,
        "link": f"{base}{article.path}",
        "title": {"rendered": shown_title(article)},
        "content": {"rendered": "" if shut else whole_body(article), "protected": shut},
        "excerpt": {"rendered": "" if shut else "<p>…</p>", "protected": shut},
        "author": 1,
        "featured_media": 0,
        "comment_status": "open",
        "ping_status": "open",
        "template": "",
        "meta": [],
        "_links": {"self": [{"href": f"{base}/wp-json/wp/v2/{kind}/{article.id}"}]},
    }
    if article.kind == "post":
        value |= {
            "sticky": article.sticky,
            "format": "standard",
            "categories": [CATEGORIES[article.category][0]],
            "tags": [],
        }
    return value


class Rest:
    """Answers below `/wp-json/` and `/?rest_route=`."""

    def __init__(self, blog: Blog) -> None:
        self._blog = blog

    def answer(self, request: SampleRequest, query: dict[str, str]) -> SampleResponse:
        """Answer one REST request, or refuse it where the interface is closed."""
        closed = self._blog.switches.rest_closed
        if closed == "html":
            return SampleResponse(plain_page(SITE_NAME, request.base, "/", "ようこそ。").encode())
        if closed:
            status = 401 if closed is True else int(closed)
            return _error(*_CLOSED[status], status)
        route = query.get("rest_route") or request.path.removeprefix("/wp-json")
        match = re.fullmatch(r"/?(?:wp/v2(?:/(posts|pages|categories|users)(?:/(\d+))?)?)?/?", route)
        if match is None:
            return _error(*_CLOSED[404], 404)
        kind, number = match.groups()
        if kind is None:
            return _reply({"name": SITE_NAME, "url": request.base, "namespaces": ["wp/v2"], "routes": {}})
        if kind == "categories":
            rows = [{"id": n, "slug": slug, "name": name} for slug, (n, name) in CATEGORIES.items()]
            return _reply(rows, headers=_totals(len(rows), 1))
        if kind == "users":
            rows = [{"id": 1, "name": AUTHOR, "slug": AUTHOR}]
            return _reply(rows, headers=_totals(1, 1))
        wanted = "post" if kind == "posts" else "page"
        rows_of_kind = [article for article in self._blog.articles() if article.kind == wanted]
        if number is not None:
            return self._single(request, rows_of_kind, int(number), query)
        return self._list(request, kind, rows_of_kind, query)

    def _single(
        self, request: SampleRequest, articles: list[SampleArticle], number: int, query: dict[str, str]
    ) -> SampleResponse:
        for article in articles:
            if article.id == number:
                response = _reply(_picked(article_json(article, request.base), query))
                response.modified = utc(article.modified)
                return response
        return _error("rest_post_invalid_id", "Invalid post ID.", 404)

    def _list(
        self, request: SampleRequest, kind: str, articles: list[SampleArticle], query: dict[str, str]
    ) -> SampleResponse:
        try:
            size, page = int(query.get("per_page", "10")), int(query.get("page", "1"))
            if self._blog.switches.rest_ignores_modified:
                query = {name: value for name, value in query.items() if name != "modified_after"}
            chosen = _filtered(articles, query)
            key = _ORDERS[query.get("orderby", "date")]
        except (ValueError, KeyError):
            return _error("rest_invalid_param", "Invalid parameter(s)", 400)
        if not 1 <= size <= 100 or page < 1:
            return _error("rest_invalid_param", "Invalid parameter(s): per_page, page", 400)
        chosen.sort(key=key, reverse=query.get("order", "desc") == "desc")
        pages = -(-len(chosen) // size)
        if page > max(pages, 1):
            message = "The page number requested is larger than the number of pages available."
            return _error("rest_post_invalid_page_number", message, 400)
        part = chosen[(page - 1) * size : page * size]
        headers = _totals(len(chosen), pages)
        links = [
            f'<{_list_url(request, kind, query, page + step)}>; rel="{word}"'
            for step, word in ((-1, "prev"), (1, "next"))
            if 1 <= page + step <= pages
        ]
        if links:
            headers["Link"] = ", ".join(links)
        return _reply(
            [_picked(article_json(article, request.base), query) for article in part], headers=headers
        )


def _list_url(request: SampleRequest, kind: str, query: dict[str, str], page: int) -> str:
    if "rest_route" in query:
        return f"{request.base}/?{urlencode({**query, 'page': page})}"
    return f"{request.base}/wp-json/wp/v2/{kind}?{urlencode({**query, 'page': page})}"


def _picked(value: dict[str, Any], query: dict[str, str]) -> dict[str, Any]:
    wanted = [name.split(".")[0] for name in query.get("_fields", "").split(",") if name]
    return {name: part for name, part in value.items() if name in wanted} if wanted else value


def _filtered(articles: list[SampleArticle], query: dict[str, str]) -> list[SampleArticle]:
    """Apply the list's filters; an instant without a zone is in the site's own time, as in WordPress."""
    chosen = list(articles)
    if "modified_after" in query:
        after = _instant(query["modified_after"])
        chosen = [article for article in chosen if article.modified > after]
    if "after" in query:
        after = _instant(query["after"])
        chosen = [article for article in chosen if article.published > after]
    if "include" in query:
        ids = {int(number) for number in query["include"].split(",")}
        chosen = [article for article in chosen if article.id in ids]
    if "slug" in query:
        chosen = [article for article in chosen if article.slug == query["slug"]]
    if "categories" in query:
        ids = {int(number) for number in query["categories"].split(",")}
        chosen = [article for article in chosen if CATEGORIES[article.category][0] in ids]
    return chosen


def _instant(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=JST)
