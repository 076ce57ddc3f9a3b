"""robots.txt by RFC 9309: each status, each kind of body, each way of writing a rule."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from flows.robots import read_robots, unreachable
from schema.errors import Blocked, SiteDown
from tests.flows.hostile import reply

FORBID = "User-agent: *\nDisallow: /\n"


def answers_for(server, robots):
    server.routes["/robots.txt"] = robots
    server.routes["*"] = reply("a page")


ALLOWED = {
    "404": reply(status=404),
    "401": reply(status=401),
    "403": reply(status=403),
    "410": reply(status=410),
    "empty": reply("", content_type="text/plain"),
    "garbage": reply(bytes(range(1, 256)) * 4, content_type="text/plain"),
    "a picture": reply(b"\x89PNG\r\n\x1a\n\x00\x00" + FORBID.encode(), content_type="image/png"),
    "a web page": reply(f"<!DOCTYPE html><html><p>not found\n{FORBID}</html>"),
    "a web page called text": reply(f"<html>\n{FORBID}</html>", content_type="text/plain"),
    "rules for others": reply("User-agent: other\nDisallow: /\n", content_type="text/plain"),
    "nothing disallowed": reply("User-agent: *\nDisallow:\n", content_type="text/plain"),
    "ours before all": reply(f"{FORBID}\nUser-agent: Deckcensus\nAllow: /\n", content_type="text/plain"),
}
FORBIDDEN = {
    "plain": reply(FORBID, content_type="text/plain"),
    "byte order mark": reply(b"\xef\xbb\xbf" + FORBID.encode(), content_type="text/plain"),
    "blank lines and a byte order mark": reply(b"\xef\xbb\xbf\r\n\r\n" + FORBID.encode()),
    "rules called html": reply(FORBID, content_type="text/html"),
    "carriage returns alone": reply(FORBID.replace("\n", "\r"), content_type="text/plain"),
    "for us by name": reply("User-agent: deckcensus\nDisallow: /\n", content_type="text/plain"),
    "500": reply("oops", 500),
    "503": reply("oops", 503),
    "at the end of half a megabyte": reply("# a comment\n" * 40_000 + FORBID, content_type="text/plain"),
    "torn": reply(FORBID, length=9999),
    "no answer": lambda request: b"",
}


UNREADABLE = ("500", "503", "torn", "no answer")


@pytest.mark.parametrize("what", ALLOWED)
def test_what_allows(fetching, server, what):
    answers_for(server, ALLOWED[what])
    assert fetching().get("a", server.url + "/deck").page.body == b"a page"


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_forbids(fetching, server, what):
    answers_for(server, FORBIDDEN[what])
    # What cannot be had tonight may be there tomorrow; what is written stays.
    kind = SiteDown if what in UNREADABLE else Blocked
    with pytest.raises(kind, match=r"robots\.txt"):
        fetching().get("a", server.url + "/deck")
    assert set(server.paths()) == {"/robots.txt"}


def test_a_robots_txt_that_hangs_forbids(fetching, server):
    answers_for(server, lambda request: [3.0])
    with pytest.raises(SiteDown, match=r"robots\.txt"):
        fetching(deadline=0.2, retries=0).get("a", server.url + "/deck")
    assert server.paths() == ["/robots.txt"]


def test_a_server_that_is_not_there_forbids(fetching, server):
    with pytest.raises((Blocked, SiteDown)):
        fetching(allow=frozenset({("127.0.0.1", 1)})).get("a", "http://127.0.0.1:1/deck")


@pytest.mark.parametrize(("hops", "allowed"), [(1, False), (5, False), (6, True)])
def test_five_redirects_of_robots_txt_are_followed(fetching, server, hops, allowed):
    for n in range(1, hops + 1):
        here = "/robots.txt" if n == 1 else f"/robots-{n}"
        server.routes[here] = reply(status=301, Location=f"/robots-{n + 1}")
    server.routes[f"/robots-{hops + 1}"] = reply(FORBID, content_type="text/plain")
    server.routes["/deck"] = reply("a page")
    if allowed:
        assert fetching().get("a", server.url + "/deck").page.body == b"a page"
    else:
        with pytest.raises(Blocked):
            fetching().get("a", server.url + "/deck")


def test_a_robots_txt_that_redirects_in_a_circle_is_unavailable(fetching, server):
    answers_for(server, reply(status=301, Location="/robots.txt"))
    assert fetching().get("a", server.url + "/deck").page.body == b"a page"
    assert server.paths().count("/robots.txt") == 6


def test_a_robots_txt_that_leads_to_this_machine_forbids(fetching, server):
    answers_for(server, reply(status=301, Location="http://169.254.169.254/robots.txt"))
    with pytest.raises(SiteDown):
        fetching().get("a", server.url + "/deck")


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("Disallow: /dmedh/\nAllow: /dmedh/4081", "/dmedh/4081", True),
        ("Allow: /dmedh/4081\nDisallow: /dmedh/", "/dmedh/4083", False),
        ("Disallow: /*?replytocom", "/dmedh/1?replytocom=2", False),
        ("Disallow: /*.json$", "/a.json", False),
        ("Disallow: /*.json$", "/a.json?x", True),
        ("Disallow: /《A》", "/%E3%80%8AA%E3%80%8B", False),
        ("Disallow: /《A》", "/%e3%80%8aA%e3%80%8b", False),
        ("Disallow: /%e3%80%8aA%e3%80%8b", "/《A》", False),
        ("Disallow: /%E3%80%8AA%E3%80%8B", "/《B》", True),
        ("Disallow: /card", "/card/detail/?id=x", False),
        ("Disallow: /Card", "/card", True),
        ("Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php", "/card/", True),
    ],
)
def test_rules_are_read_as_meant(fetching, server, rules, path, allowed):
    answers_for(server, reply(f"User-agent: *\n{rules}\n", content_type="text/plain"))
    if allowed:
        assert fetching().get("a", server.url + path).outcome == "new"
    else:
        with pytest.raises(Blocked, match="forbids"):
            fetching().get("a", server.url + path)


def test_nothing_is_asked_before_a_slow_robots_txt_has_answered(fetching, server):
    answers_for(server, lambda request: [0.3, reply(FORBID, content_type="text/plain")])
    fetcher = fetching()
    errors = []

    def ask(n):
        try:
            fetcher.get("a", f"{server.url}/{n}")
        except Blocked as error:
            errors.append(error)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.paths() == ["/robots.txt"]
    assert len(errors) == 5


def test_robots_txt_is_kept_for_a_day_over_runs(fetching, server):
    clock = [datetime(2026, 11, 29, tzinfo=UTC)]
    answers_for(server, reply("User-agent: *\nDisallow: /no\n", content_type="text/plain", ETag='"r"'))
    for hours, fetched in [(0, 1), (23, 1), (25, 2), (26, 2)]:
        clock[0] = datetime(2026, 11, 29, tzinfo=UTC) + timedelta(hours=hours)
        fetcher = fetching(now=lambda: clock[0])
        fetcher.get("a", server.url + "/yes")
        with pytest.raises(Blocked):
            fetcher.get("a", server.url + "/no")
        assert server.paths().count("/robots.txt") == fetched


@pytest.mark.parametrize("status", [500, 429, 408])
def test_a_failed_robots_txt_is_not_kept(fetching, server, status):
    answers_for(server, reply(status=status))
    with pytest.raises(SiteDown):
        fetching().get("a", server.url + "/deck")
    with pytest.raises(SiteDown):
        fetching().get("a", server.url + "/deck")
    answers_for(server, reply(status=404))
    fetching().get("a", server.url + "/deck")


def test_a_crawl_delay_is_kept(fetching, server):
    answers_for(server, reply("User-agent: *\nCrawl-delay: 0.2\n", content_type="text/plain"))
    fetcher = fetching()
    for n in range(3):
        fetcher.get("a", f"{server.url}/{n}")
    assert min(server.gaps()[1:]) >= 0.2


def test_a_request_rate_is_a_delay_and_the_longer_one_counts():
    robots = read_robots(200, b"User-agent: *\nRequest-rate: 1/5\nCrawl-delay: 2\n")
    assert robots.delay == 5.0
    assert read_robots(200, b"User-agent: *\nCrawl-delay: soon\n").delay == 0.0
    assert read_robots(200, b"User-agent: *\nCrawl-delay: -3\n").delay <= 0.0


def test_a_delay_over_the_cap_skips_the_server_and_says_so(fetching, server):
    answers_for(server, reply("User-agent: *\nCrawl-delay: 60\n", content_type="text/plain"))
    with pytest.raises(Blocked, match="60 s between requests, over the cap of 30 s"):
        fetching().get("a", server.url + "/deck")
    assert server.paths() == ["/robots.txt"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_of_more_than_a_megabyte_the_whole_lines_are_read(end):
    rules = f"User-agent: *{end}Disallow: /no{end}"
    last = "Disallow: /deck"
    # The megabyte ends behind `Disallow: /`, which would forbid all.
    filling = "#" + "x" * ((1 << 20) - len(rules) - len(f"#{end}Disallow: /"))
    robots = read_robots(200, f"{rules}{filling}{end}{last}{end}".encode())
    assert not robots.allows("https://a.test/no")
    assert robots.allows("https://a.test/yes")


def test_sitemap_lines_are_given_in_order_once(fetching, server):
    text = "Sitemap: https://a.test/1.xml\nUser-agent: *\nsitemap:https://a.test/2.xml\nSitemap: https://a.test/1.xml"
    answers_for(server, reply(text, content_type="text/plain"))
    assert fetching().robots("a", server.url).sitemaps == ("https://a.test/1.xml", "https://a.test/2.xml")


def test_robots_txt_is_in_the_archive_like_everything(fetching, server):
    answers_for(server, reply("User-agent: *\n", content_type="text/plain"))
    fetcher = fetching()
    fetcher.get("a", server.url + "/deck")
    assert [page.url for page in fetcher.archive.pages()] == [
        server.url + "/robots.txt",
        server.url + "/deck",
    ]


@pytest.mark.parametrize(
    ("status", "allowed"),
    [
        (200, False),
        (299, False),
        (300, True),
        (304, True),
        (404, True),
        (499, True),
        (500, False),
        (503, False),
    ],
)
def test_each_status_allows_or_forbids_by_its_class(status, allowed):
    robots = read_robots(status, FORBID.encode())
    assert robots.allows("https://a.test/") is allowed
    assert robots.shuts_us_out is (status >= 500)


def test_what_could_not_be_had_forbids_all():
    robots = unreachable("no answer")
    assert not robots.allows("https://a.test/")
    assert robots.shuts_us_out
    with pytest.raises(SiteDown, match="no answer"):
        robots.check("https://a.test/", "https://a.test")
