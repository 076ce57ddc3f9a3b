"""Listings that lie: totals, ids, dates, fields of any kind; the night ends, says so, loads what is there."""

import json

import pytest

from flows.ingest import ingest_pending
from tests.flows.crawl_sites import CLOSED, Blog, atom, index, urlset
from tests.flows.crawling import Nights
from tests.flows.hostile import reply
from warehouse.archive import Archive
from warehouse.database import connect_work

pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")


@pytest.fixture
def nights(tmp_path, server):
    return Nights(tmp_path, base=server.url)


def load(home):
    """Load everything kept, twice: the second time changes nothing."""
    con = connect_work(home)
    try:
        with Archive(home / "archive") as archive:
            ingest_pending(con, archive)
            assert ingest_pending(con, archive) == []
            assert list(archive.verify()) == []
        return con.execute("select kind, detail from problem").fetchall()
    finally:
        con.close()


def ends(nights, server, most=80):
    """Run a night: it must end within bounds, whole or with a reason."""
    report = nights.night()
    assert report.complete or report.reason
    assert len(server.log) < most, len(server.log)
    load(nights.home)
    return report


TOTALS = {
    "no pages": {"X-WP-TotalPages": None},
    "no totals": {"X-WP-TotalPages": None, "X-WP-Total": None},
    "a million pages": {"X-WP-TotalPages": "1000000"},
    "no page": {"X-WP-TotalPages": "0"},
    "a negative page": {"X-WP-TotalPages": "-1", "X-WP-Total": "-3"},
    "words": {"X-WP-TotalPages": "many", "X-WP-Total": "some"},
    "digits of another script": {"X-WP-Total": "٣", "X-WP-TotalPages": "²"},
    "too many digits": {"X-WP-Total": "9" * 5000, "X-WP-TotalPages": "9" * 5000},
    "too few": {"X-WP-Total": "1"},
    "too many": {"X-WP-Total": "4000"},
}


@pytest.mark.parametrize("how", TOTALS)
def test_totals_of_any_kind(nights, server, how):
    blog = Blog(server, 150)

    def answer(request):
        data = blog.answer(request)
        head, _, body = data.partition(b"\r\n\r\n")
        lines = [line for line in head.decode().split("\r\n") if line.partition(":")[0] not in TOTALS[how]]
        lines += [
            f"{name}: {value}" for name, value in TOTALS[how].items() if value and "wp-json" in request.path
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    server.routes["*"] = answer
    report = ends(nights, server)
    if report.mode == "rest":
        assert {str(number) for number in blog.posts} <= report.articles


ROWS = {
    "an id as text": {"id": "7"},
    "an id that is none": {"id": None},
    "an id of true": {"id": True},
    "a negative id": {"id": -7},
    "a broken id": {"id": 7.5},
    "an id of words": {"id": "seven"},
    "a huge id": {"id": 10**400},
    "an id of a list": {"id": [7]},
    "an id with a path": {"id": "../../etc/passwd"},
    "no link": {"link": None},
    "a link elsewhere": {"link": "http://169.254.169.254/x"},
    "a link of nothing": {"link": ""},
    "a link of a number": {"link": 7},
    "a link that is none": {"link": "http://[::1"},
    "a link of a scheme": {"link": "javascript:alert(1)"},
    "no dates": {"modified_gmt": None, "date": None, "date_gmt": None, "modified": None},
    "zero dates": {"modified_gmt": "0000-00-00T00:00:00", "date": "0000-00-00T00:00:00"},
    "malformed dates": {"modified_gmt": "soon", "date": "2020-13-45T99:99:99", "modified": "x"},
    "dates of numbers": {"modified_gmt": 20200101, "date": 5},
    "dates beyond": {"modified_gmt": "9999-12-31T23:59:59", "date": "99999-01-01T00:00:00"},
    "dates before": {"modified_gmt": "0001-01-01T00:00:00", "date": "0001-01-01T00:00:00"},
    "no content": {"content": None},
    "content as text": {"content": "<p>x</p>"},
    "content of numbers": {"content": {"rendered": 7, "protected": "no"}},
    "content of a list": {"content": [1]},
    "content deep": {"content": {"rendered": "<div>" * 20_000}},
    "no title": {"title": None},
    "markup in the title": {"title": {"rendered": "<b>【DMEDH】</b> &lt;script&gt; &amp;amp; \x00\ud800"}},
    "a title of a list": {"title": {"rendered": ["a"]}},
    "an author of anything": {
        "author": {"name": [1]},
        "_embedded": {"author": [None]},
        "yoast_head_json": [],
    },
}


@pytest.mark.parametrize("how", ROWS)
def test_rows_of_any_kind(nights, server, how):
    blog = Blog(server)
    plain = blog.value
    blog.value = lambda number, post, brief: plain(number, post, brief) | (ROWS[how] if number == 2 else {})
    ends(nights, server)
    ends(nights, server, most=160)
    assert not [request for request in server.log if "169.254" in request.path or "passwd" in request.path]


DOCUMENTS = {
    "a byte order mark in UTF-16": json.dumps([{"id": 1}]).encode("utf-16"),
    "the same row a hundred times": json.dumps([{"id": 1, "link": "/x"}] * 100).encode(),
    "deeper than any stack": b"[" * 100_000 + b"]" * 100_000,
    "numbers of a megabyte": b"[" + b"9" * 900_000 + b"]",
    "not a number": b'[{"id": NaN}, {"id": Infinity}]',
    "cut off": b'[{"id": 1, "link": "x"',
    "two documents": b"[][]",
    "nothing but blanks": b" \n\t ",
    "bytes that are no text": bytes(range(256)),
    "null": b"null",
    "a string": b'"[]"',
}


@pytest.mark.parametrize("how", DOCUMENTS)
def test_documents_of_any_kind(nights, server, how):
    Blog(server)
    server.routes["/wp-json/wp/v2/posts"] = reply(DOCUMENTS[how], 200, "application/json")
    server.routes["/wp-sitemap.xml"] = urlset(f"{server.url}/dmedh/1", f"{server.url}/dmedh/2")
    ends(nights, server)


SITEMAPS = {
    "an entity bomb": "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)
    ) + "]><urlset><url><loc>&j;</loc></url></urlset>",
    "malformed dates": "<urlset><url><loc>{url}/dmedh/1</loc><lastmod>2020-99-99</lastmod></url>"
    "<url><loc>{url}/dmedh/2</loc><lastmod>{long}</lastmod></url></urlset>",
    "addresses of any kind": "<urlset>" + "".join(
        f"<url><loc>{loc}</loc></url>"
        for loc in ("http://[::1", "http://a:b@c/", "//x", "js:x", "{url}/dmedh/1", "{url}/dmedh/%zz", "http://")
    ) + "</urlset>",
    "a million empty entries": "<urlset>" + "<url/>" * 300_000 + "</urlset>",
    "deep": "<urlset>" + "<url>" * 5_000 + "</urlset>",
    "cut off": "<urlset><url><loc>{url}/dmedh/1</loc></url><url><loc>{url}/dm",
    "UTF-16 by its word": '<?xml version="1.0" encoding="UTF-16"?><urlset><url><loc>{url}/dmedh/1</loc></url>'
    "</urlset>",
    "one address fifty thousand times": "<urlset>" + "<url><loc>{url}/x/1</loc></url>" * 50_000 + "</urlset>",
}  # fmt: skip


@pytest.mark.parametrize("how", SITEMAPS)
def test_sitemaps_of_any_kind(nights, server, how):
    Blog(server)
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    text = SITEMAPS[how].replace("{url}", server.url).replace("{long}", "9" * 10_000)
    server.routes["/wp-sitemap.xml"] = reply(text, content_type="application/xml")
    ends(nights, server)


def test_an_index_that_redirects_to_itself_and_to_elsewhere(nights, server):
    Blog(server)
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    server.routes["/wp-sitemap.xml"] = index(
        f"{server.url}/a.xml", f"{server.url}/b.xml", f"{server.url}/c.xml"
    )
    server.routes["/a.xml"] = reply(status=301, Location="/wp-sitemap.xml")
    server.routes["/b.xml"] = reply(status=301, Location="http://169.254.169.254/b.xml")
    server.routes["/c.xml"] = urlset(f"{server.url}/dmedh/1")
    report = ends(nights, server)
    assert "1" in report.articles


FEEDS = {
    "entries without anything": "<feed><entry/><entry><id/></entry></feed>",
    "links of any kind": "<feed><entry><link href='http://[::1'/><id>x</id><content>x</content></entry>"
    "<entry><link href='javascript:x'/><content>x</content></entry></feed>",
    "malformed dates": "<feed><entry><link href='{url}/dmedh/1'/><updated>soon</updated>"
    "<published>x</published><content>x</content></entry></feed>",
    "an entity": "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><feed><entry><title>&a;</title>"
    "<link href='{url}/dmedh/1'/><content>&a;</content></entry></feed>",
    "ten thousand entries": "<feed>"
    + "<entry><link href='{url}/dmedh/1'/><content>x</content></entry>" * 10_000
    + "</feed>",
}


@pytest.mark.parametrize("how", FEEDS)
def test_feeds_of_any_kind(nights, server, how):
    Blog(server)
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    text = FEEDS[how].replace("{url}", server.url)
    server.routes["/feed/atom/"] = reply(text, content_type="application/atom+xml")
    ends(nights, server)
    assert not any(b"root:" in one.page.body for one in nights.fetched)


def test_a_change_of_the_future_hides_no_other(nights, server):
    blog = Blog(server)
    blog.posts[2]["modified"] = "9999-12-31T23:59:59"
    nights.night()
    blog.posts[1] = {"modified": "2021-01-01T00:00:00", "text": "edited"}
    nights.night()
    assert any(b"edited" in one.page.body for one in nights.fetched)


def test_a_feed_of_changes_without_end_ends(nights, server):
    Blog(server)
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    rows = "".join(f"<url><loc>{server.url}/dmedh/{n}</loc></url>" for n in (1, 2, 3))
    server.routes["/wp-sitemap.xml"] = reply(f"<urlset>{rows}</urlset>", content_type="application/xml")
    pages = []

    def endless(request):
        pages.append(request.path)
        return atom(server.url, [(n, f"{2999 - len(pages)}-01-0{n}T00:00:00") for n in (3, 2, 1)])

    server.routes["/feed/atom/"] = endless
    ends(nights, server)
    ends(nights, server, most=120)
    assert len(pages) < 30
