"""Pages that ask not to be kept for others: kept privately, counted, told, and not published."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from flows import finish
from schema.errors import CensusError
from tests.conftest import TODAY
from tests.flows.hostile import reply
from tests.flows.test_ingest import ask, page, take_in
from tests.warehouse.build import published
from warehouse.archive import Archive
from warehouse.database import connect_work
from warehouse.lock import HomeLock

NIGHT = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)


@pytest.fixture
def home(sample_night, tmp_path):
    return sample_night.copy(tmp_path / "census")


def publish(home):
    con = connect_work(home)
    try:
        with HomeLock(home) as lock:
            return finish.finish(con, home, TODAY, lock)
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
