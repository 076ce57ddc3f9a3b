"""Pages that ask not to be kept for others: kept privately, counted, told, and not published."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from flows import finish
from schema.errors import CensusError
from tests.conftest import TODAY
from tests.flows.crawl_sites import Blog
from tests.flows.crawling import Nights
from tests.flows.hostile import reply
from tests.flows.test_ingest import ask, page, take_in
from tests.warehouse.build import published
from warehouse.archive import Archive
from warehouse.database import connect_work
from warehouse.lock import HomeLock
from warehouse.publish import publish as publish_copy

NIGHT = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)


@pytest.fixture
def home(sample_night, tmp_path):
    return sample_night.copy(tmp_path / "census")


def publish(home):
    """All that a night does after its crawls; return where its files lie."""
    con = connect_work(home)
    try:
        with HomeLock(home) as lock:
            return finish.finish(con, home, TODAY, lock)
    finally:
        con.close()


def publish_again(home):
    """The published copy alone, of what was judged and counted before."""
    con = connect_work(home)
    try:
        publish_copy(con, home)
    finally:
        con.close()


def list_page(key, at, robots=None):
    rows = "".join(f"<p>《アクア・サーファー》{'x' * 0}</p><p>《青銅の鎧》</p>" for _ in range(1))
    body = (
        f"<html><head><title>【DMEDH】デッキ解説:赤</title></head><body class='single postid-{key}'>"
        f"<article id='post-{key}'><h1>【DMEDH】デッキ解説:赤</h1><div class='entry-content'>"
        f"<p>《ボルバルザーク・エクス》(統率者)</p>{rows}</div></article></body></html>"
    )
    return replace(page(key, body, at=at), robots=robots)


def test_a_deck_that_opts_out_is_counted_and_not_published(home):
    counted = "select sum(decks) from commander_popularity where period = 'all' and format = 'dmedh'"
    decks = "select count(*) from deck where source_key = '777001'"
    take_in(home, list_page("777001", NIGHT, "noarchive, nofollow"))
    result = publish(home)
    assert ask(home, decks) == [(1,)]
    with_it = published(home, counted)
    assert published(home, decks) == [(0,)]
    for table in ("deck_line", "deck_card", "deck_commander", "verdict", "violation"):
        missing = f"select count(*) from {table} anti join deck using (deck_id)"
        assert published(home, missing) == [(0,)], table
    told = "select kind, detail, url from problem where source_key = '777001'"
    assert published(home, told) == [("opted_out", "noarchive", "https://dm-edh.com/dmedh/777001")]
    for path in result.exports.rglob("*.csv"):
        text = path.read_text(encoding="utf-8")
        assert "777001" not in text or path.stem in ("page", "problem"), path
    # The page no longer asks: its deck is there, and was counted all along.
    take_in(home, list_page("777001", NIGHT + timedelta(days=1)))
    publish(home)
    assert published(home, decks) == [(1,)]
    assert published(home, counted) == with_it


def rest_page(at, says):
    row = {
        "id": 777001, "date": "2020-01-01T00:00:00", "link": "https://dm-edh.com/dmedh/777001",
        "title": {"rendered": "【DMEDH】デッキ解説:赤"},
        "content": {"rendered": "<p>《ボルバルザーク・エクス》(統率者)</p><p>《青銅の鎧》</p>"},
        "yoast_head_json": {"robots": {"index": says}},
    }  # fmt: skip
    listing = page("x", json.dumps([row]), at=at)
    return replace(
        listing, url="https://dm-edh.com/wp-json/wp/v2/posts?page=1", content_type="application/json"
    )


def test_what_rest_says_of_a_posts_head_holds_until_rest_says_otherwise(home):
    decks = "select count(*) from deck where source_key = '777001'"
    for night, (says, shown) in enumerate([("noindex", 0), ("index", 1), ("noindex", 0)]):
        take_in(home, rest_page(NIGHT + timedelta(days=night), says))
        publish_again(home)
        assert published(home, decks) == [(shown,)], says
    # What the post's own page said, REST does not take back.
    take_in(home, list_page("777001", NIGHT + timedelta(days=3), "noarchive"))
    take_in(home, rest_page(NIGHT + timedelta(days=4), "index"))
    publish_again(home)
    assert published(home, decks) == [(0,)]


def reserving(at, *rules, status=200):
    text = json.dumps([{"location": place, "tdm-reservation": value} for place, value in rules])
    return replace(
        page("x", text, at=at, status=status),
        url="https://dm-edh.com/.well-known/tdmrep.json",
        content_type="application/json",
    )


def test_what_a_tdmrep_json_reserves_is_counted_and_not_published(home):
    counted = "select sum(decks) from commander_popularity where period = 'all' and format = 'dmedh'"
    keys = "select source_key from deck where source = 'dm-edh' and source_key in ('4081', '5266') order by 1"
    before = published(home, counted)
    first, second = ("4081",), ("5266",)
    nights = [
        ([("/dmedh/4081/", 0), ("/dmedh/", 1)], 200, [first]),
        ([("/dmedh/", 0), ("/", 1)], 200, [first, second]),
        ([("/dmedh/4081$", 1)], 200, [second]),
        # A night on which it cannot be had changes nothing; a site without it reserves nothing.
        ([], 503, [second]),
        ([], 404, [first, second]),
    ]
    for night, (rules, status, shown) in enumerate(nights):
        take_in(home, reserving(NIGHT + timedelta(days=night), *rules, status=status))
        (publish if night == 1 else publish_again)(home)
        assert published(home, keys) == shown, rules
        assert published(home, counted) == before
        for table in ("deck_line", "deck_card", "deck_commander", "verdict", "violation"):
            missing = f"select count(*) from {table} anti join deck using (deck_id)"
            assert published(home, missing) == [(0,)], table
    told = "select distinct detail from problem where url like '%/.well-known/tdmrep.json' order by 1"
    rules = ("/", "/dmedh/", "/dmedh/4081$")
    assert published(home, told) == [(f"tdm-reservation: {place}",) for place in rules]


@pytest.mark.parametrize("url", ["https://dm-edh.com/dmedh/777001", "https://dm-edh.com/a-deck"])
def test_what_a_page_says_of_its_reservation_goes_before_the_sites_file(home, url):
    """TDM Reservation Protocol, "Processing priority": the file, then the header, then the head."""
    decks = "select count(*) from deck where source_key = '777001'"
    take_in(home, reserving(NIGHT, ("/", 1)))
    head = "<head><meta name='TDM-Reservation' content='{}'>"
    nights = [
        (None, None, 0),
        ("tdm-reservation=0", None, 1),
        ("tdm-reservation=0", "1", 0),
        ("tdm-reservation", "0", 1),
        ("tdm-reservation=0, noarchive", None, 0),
        ("", "0", 1),
        ("", "2", 0),
    ]
    for night, (header, meta, shown) in enumerate(nights, start=1):
        kept = list_page("777001", NIGHT + timedelta(days=night), header)
        body = kept.body.decode().replace("<head>", head.format(meta) if meta else "<head>")
        body = body.replace("アクア・サーファー", f"札 {night}").encode()
        take_in(home, replace(kept, url=url, body=body, sha256=sha256(body).hexdigest()))
        publish_again(home)
        assert (published(home, decks) != [(0,)]) == bool(shown), (header, meta)


@pytest.mark.parametrize(
    "answer",
    [
        reply('[{"location": "/", "tdm-reservation": 1}]', content_type="application/json"),
        reply("no", 403),
        reply("no", 404),
        reply("oops", 500),
        reply(status=301, Location="http://169.254.169.254/x"),
    ],
    ids=["reserved", "403", "404", "500", "away"],
)
def test_the_tdmrep_json_is_looked_at_once_a_week_and_stops_no_crawl(tmp_path, server, answer):
    Blog(server)
    server.routes["/.well-known/tdmrep.json"] = answer
    nights = Nights(tmp_path, base=server.url)
    asked = []
    for _ in range(9):
        server.log.clear()
        report = nights.night()
        assert report.complete, report.reason
        asked.append(server.paths().count("/.well-known/tdmrep.json"))
        if len(asked) > 1:
            assert len(server.log) <= 5 or asked[-1]
    assert [night for night, count in enumerate(asked) if count] == [0, 7]


def test_the_wish_is_kept_with_the_page_and_found_again(fetching, server):
    server.routes["/a"] = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\nX-Robots-Tag: noindex\r\n"
        b"X-Robots-Tag: otherbot: none\r\nTDM-Reservation: 1\r\nConnection: close\r\n\r\nx"
    )
    server.routes["/b"] = reply("x")
    fetcher = fetching()
    fetched = fetcher.get("a", server.url + "/a").page
    assert fetched.robots == "noindex, otherbot: none, tdm-reservation"
    assert fetcher.archive.read(fetched.warc_file, fetched.warc_offset) == fetched
    assert fetcher.get("a", server.url + "/b").page.robots is None
    kept = [each.robots for each in Archive(fetcher.archive.directory).pages()]
    assert kept == [None, fetched.robots, None]


@pytest.mark.parametrize(
    ("said", "kept"), [("0", "tdm-reservation=0"), ("2", None), (" 1 ", "tdm-reservation")]
)
def test_what_a_header_says_of_reservation_is_kept(fetching, server, said, kept):
    server.routes["/a"] = reply("x", TDM_Reservation=said)
    fetcher = fetching()
    fetched = fetcher.get("a", server.url + "/a").page
    assert fetched.robots == kept
    assert fetcher.archive.read(fetched.warc_file, fetched.warc_offset) == fetched


def test_a_304_keeps_the_wish(fetching, server):
    answers = iter([reply("x", ETag='"v"', X_Robots_Tag="noarchive"), reply(status=304)])
    server.routes["/a"] = lambda request: next(answers)
    first, second = (fetching().get("a", server.url + "/a").page for _ in range(2))
    assert (first.robots, second.robots) == ("noarchive", "noarchive")


def test_content_signals_are_told_and_stop_nothing(home, fetching, server):
    signal = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n"
    server.routes["/robots.txt"] = reply(signal, content_type="text/plain")
    server.routes["/deck"] = reply("x")
    try:
        assert fetching().get("a", server.url + "/deck").outcome == "new"
    except CensusError as error:
        raise AssertionError(error) from error
    robots = replace(page("x", signal), url="https://dm-edh.com/robots.txt", content_type="text/plain")
    take_in(home, robots)
    told = "select kind, detail from problem where kind = 'content_signal'"
    assert ask(home, told) == [("content_signal", "search=yes, ai-train=no")]
