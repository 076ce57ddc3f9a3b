"""Addresses, numbers and dates that are none, wherever a site writes one: no crawl breaks at them."""

import pytest

from flows.ingest import ingest_pending
from tests.flows.crawl_sites import CLOSED, Blog, index, urlset
from tests.flows.hostile import reply
from warehouse.archive import Archive
from warehouse.database import connect_work

pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")

LONG = "9" * 5000
# What is no address, is one of nowhere, or carries a number that is none.
ODD = (
    "http://[::1",
    "//[",
    "http://a:b:c/",
    "http://127.0.0.1:99999/2",
    f"/dmedh/{LONG}",
    f"/?p={LONG}",
    "/²",
)
XML, ATOM = "application/xml", "application/atom+xml"


def article(number, inner="x", head=""):
    return reply(f"<html><head>{head}</head><article id='post-{number}'>{inner}</article></html>")


def links(odd):
    return f"<a href='{odd}'>2</a><a rel='next' href='{odd}/2/'>2</a>"


def in_rest_link_header(server, odd):
    server.routes["/"] = reply("<title>x</title>", Link=f'<{odd}>; rel="https://api.w.org/"')


def in_rest_link_tag(server, odd):
    server.routes["/"] = reply(f"<html><head><link rel='https://api.w.org/' href='{odd}'></head></html>")


def in_robots_txt(server, odd):
    server.routes["/robots.txt"] = reply(f"Sitemap: {odd}\n", content_type="text/plain")
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    server.routes["/wp-sitemap.xml"] = urlset(f"{server.url}/dmedh/1")


def in_a_sitemap(server, odd):
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    whole = odd if odd.startswith("http") else server.url + odd
    server.routes["/wp-sitemap.xml"] = index(whole, f"{server.url}/posts.xml")
    server.routes["/posts.xml"] = urlset(whole, f"{server.url}/dmedh/1")


def in_a_feed(server, odd):
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    entries = "".join(
        f"<entry><link href='{odd}'/><id>{name}</id><updated>2020-01-01T00:00:00Z</updated>"
        "<content>x</content></entry>"
        for name in (f"{server.url}/?p=1", odd)
    )
    server.routes["/feed/atom/"] = reply(f"<feed>{entries}</feed>", content_type=ATOM)


def in_the_feed_of_changes(server, odd):
    in_a_feed(server, odd)
    rows = f"<urlset><url><loc>{server.url}/dmedh/1</loc></url></urlset>"
    server.routes["/wp-sitemap.xml"] = reply(rows, content_type=XML)


def in_an_archive(server, odd):
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    posts = f"<article id='post-1'><h2><a href='{odd}'>a</a></h2><p>x</p>{links(odd)}</article>"
    posts += "<article id='post-2'><h2><a href='/dmedh/2'>b</a></h2><p>y</p></article>"
    server.routes["/"] = reply(f"<html><body class='home blog'>{posts}</body></html>")


def in_an_article(server, odd):
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    server.routes["/wp-sitemap.xml"] = urlset(f"{server.url}/dmedh/1")
    head = f"<link rel='canonical' href='{odd}'><link rel='shortlink' href='{odd}'>"
    server.routes["/dmedh/1"] = article(1, links(odd), head)


PLACES = [
    in_rest_link_header,
    in_rest_link_tag,
    in_robots_txt,
    in_a_sitemap,
    in_a_feed,
    in_the_feed_of_changes,
    in_an_archive,
    in_an_article,
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: ascii(odd)[1:24])
def test_an_address_that_is_none_stops_no_crawl(nights, server, place, odd):
    Blog(server)
    place(server, odd)
    first = nights.night()
    # A REST that is said to be where it is not is shut, and this blog has no other way in.
    assert "1" in first.articles or (place in PLACES[:2] and first.reason)
    second = nights.night()
    assert second.complete == first.complete
    assert "parser_failed" not in problem_kinds(nights)


def problem_kinds(nights):
    con = connect_work(nights.home)
    try:
        with Archive(nights.home / "archive") as archive:
            ingest_pending(con, archive)
        return {kind for (kind,) in con.execute("select kind from problem").fetchall()}
    finally:
        con.close()


def with_links(blog, link):
    """The blog whose second post names another address of its own."""
    plain = blog.value
    blog.value = lambda number, post, brief: (
        plain(number, post, brief) | ({"link": link} if number == 2 else {})
    )


ELSEWHERE = ("https://elsewhere.test/2", "http://127.0.0.1:1/2", "mailto:a@b", "/dmedh/\ud800", "/\x00\n2")


@pytest.mark.parametrize("link", [*ODD, *ELSEWHERE], ids=lambda link: ascii(link)[1:24])
def test_a_post_that_links_elsewhere_is_looked_for_on_the_site(nights, server, link):
    blog = Blog(server)
    with_links(blog, link)
    server.routes["/?p=2"] = reply("<title>not here</title>", 404)
    assert nights.night().complete
    assert "parser_failed" not in problem_kinds(nights)
    del blog.posts[2]
    nights.night()
    assert nights.night().gone == ["2"]


@pytest.mark.parametrize("year", ["0001", "0150", "0999"])
def test_dates_before_all_posts_are_dates(nights, server, year):
    blog = Blog(server)
    for post in blog.posts.values():
        post["modified"] = f"{year}-01-01T00:00:00"
    for _ in range(2):
        assert nights.night().complete
    blog.posts[1] = {"modified": "2021-01-01T00:00:00", "text": "edited"}
    assert nights.night().complete
    assert any(b"edited" in one.page.body for one in nights.fetched)
