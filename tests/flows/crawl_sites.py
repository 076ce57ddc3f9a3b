"""Sites that a test can change while they are crawled, and the pages they are made of."""

import json
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

from tests.flows.hostile import reply
from warehouse.archive import Archive


class Blog:
    """A WordPress of posts that a test can change while it is read."""

    def __init__(self, server, count=3):
        self.server = server
        self.posts = {n: {"modified": f"2020-01-{n % 28 + 1:02d}T00:00:00"} for n in range(1, count + 1)}
        self.kinds = {"posts": self.posts, "pages": {}}
        self.before_page = lambda kind, page, brief: None
        self.total = lambda kind, rows: len(rows)
        self.ignores_modified_after = False
        server.routes["/"] = reply("<title>x</title>")
        server.routes["*"] = self.answer
        server.routes["/robots.txt"] = reply(status=404)

    def answer(self, request):
        parts = urlsplit(request.path)
        kind = parts.path.rpartition("/")[2]
        if not parts.path.startswith("/wp-json/wp/v2/") or kind not in self.kinds:
            number = int(kind) if kind.isdigit() else 0
            if number in self.posts:
                return reply(f"<title>{number}</title><article id='post-{number}'>x</article></html>")
            return reply("<title>not here</title>", 404)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        page, size = int(query.get("page", 1)), int(query["per_page"])
        brief = "content" not in query["_fields"]
        self.before_page(kind, page, brief)
        rows = self.rows(kind, query)
        pages = -(-len(rows) // size)
        if page > max(1, pages):
            error = {"code": "rest_post_invalid_page_number", "message": "x", "data": {"status": 400}}
            return reply(json.dumps(error), 400, "application/json")
        part = rows[(page - 1) * size : page * size]
        values = [self.value(number, post, brief) for number, post in part]
        totals = {"X_WP_Total": str(self.total(kind, rows)), "X_WP_TotalPages": str(pages)}
        return reply(json.dumps(values), 200, "application/json", **totals)

    def rows(self, kind, query):
        rows = sorted(self.kinds[kind].items())
        after = query.get("modified_after", "").removesuffix("Z")
        if after and not self.ignores_modified_after:
            rows = [(number, post) for number, post in rows if post["modified"] > after]
        if "include" in query:
            wanted = {int(number) for number in query["include"].split(",")}
            rows = [(number, post) for number, post in rows if number in wanted]
        return rows[::-1] if query.get("order") == "desc" else rows

    def value(self, number, post, brief):
        url = f"{self.server.url}/dmedh/{number}"
        value = {"id": number, "modified_gmt": post["modified"], "link": url}
        if not brief:
            text = post.get("text", "本文")
            value |= {"title": {"rendered": "題"}, "content": {"rendered": text, "protected": False}}
        return value


def lists(server):
    return [path for path in server.paths() if path.startswith("/wp-json/wp/v2/posts")]


def read_keys(nights):
    keys = set()
    for page in Archive(nights.home / "archive").pages():
        if b'"content"' in page.body:
            keys |= {str(post["id"]) for post in json.loads(page.body)}
    return keys


CLOSED = {
    "401": reply('{"code":"rest_not_logged_in","message":"x"}', 401, "application/json"),
    "403": reply('{"code":"rest_forbidden","message":"x"}', 403, "application/json"),
    "404": reply('{"code":"rest_no_route","message":"x"}', 404, "application/json"),
    "html": reply("<!DOCTYPE html><html><title>Welcome</title></html>"),
    "an error in a 200": reply('{"code":"rest_disabled","message":"x"}', 200, "application/json"),
    "an object": reply('{"hello": 1}', 200, "application/json"),
    "a list of other things": reply("[1, 2]", 200, "application/json"),
    "nothing": reply("", 200, "application/json"),
    "an empty list": reply("[]", 200, "application/json"),
    "500": reply("oops", 500),
}


def urlset(*urls, lastmod="2020-01-01"):
    rows = "".join(f"<url><loc>{url}</loc><lastmod>{lastmod}</lastmod></url>" for url in urls)
    return reply(f'<?xml version="1.0"?><urlset>{rows}</urlset>', content_type="application/xml")


def index(*urls):
    rows = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return reply(f"<sitemapindex>{rows}</sitemapindex>", content_type="application/xml")


def edited(closed, number, text):
    closed.routes[f"/dmedh/{number}"] = reply(
        f"<title>{number}</title><article id='post-{number}'>{text}</article></html>"
    )


def atom(url, changes, **headers):
    """An Atom feed of (post, its change) in this order; all were published in the order of their numbers."""
    rows = "".join(
        f"<entry><link href='{url}/dmedh/{number}'/><id>{url}/?p={number}</id><content>x</content>"
        f"<published>2019-01-0{number}T00:00:00Z</published><updated>{changed}Z</updated></entry>"
        for number, changed in changes
    )
    return reply(f"<feed>{rows}</feed>", content_type="application/atom+xml", **headers)


class Changing:
    """The feed of a site of three posts, by the order asked for."""

    def __init__(self, site, *, ignores=False):
        self.site, self.ignores = site, ignores
        self.dates = {1: "2020-01-01T00:00:00", 2: "2020-01-02T00:00:00", 3: "2020-01-03T00:00:00"}
        self.elsewhere = ""
        site.routes["/feed/atom/"] = self.answer

    def answer(self, request):
        rows = sorted(self.dates.items(), reverse=True)
        if not self.ignores:
            rows = sorted(rows, key=lambda row: row[1], reverse="asc" not in request.path)
        last = max([*self.dates.values(), self.elsewhere])
        said = datetime.fromisoformat(last).replace(tzinfo=UTC)
        return atom(self.site.url, rows, Last_Modified=f"{said:%a, %d %b %Y %H:%M:%S} GMT")


def read_again(nights, site):
    site.log.clear()
    report = nights.night()
    assert report.complete
    return [path for path in site.paths() if path.startswith("/dmedh")]
