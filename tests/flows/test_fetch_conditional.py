"""What a fetch keeps, and asking only for what has changed."""

from datetime import UTC, datetime, timedelta

import pytest

from schema.errors import (
    BadPage,
    SiteDown,
)
from tests.flows.hostile import reply


def test_a_304_gives_the_kept_page_and_moves_its_time(fetching, server):
    clock = [datetime(2026, 11, 1, tzinfo=UTC)]

    def route(request):
        if request.headers.get("if-none-match") == 'W/"v1"':
            return b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
        return reply("body", ETag='W/"v1"', Last_Modified="Sun, 01 Nov 2026 00:00:00 GMT")

    server.routes["/"] = route
    first = fetching(now=lambda: clock[0]).get("a", server.url + "/")
    clock[0] += timedelta(days=1)
    second = fetching(now=lambda: clock[0]).get("a", server.url + "/")
    clock[0] += timedelta(days=1)
    third = fetching(now=lambda: clock[0]).get("a", server.url + "/")
    assert [one.outcome for one in (first, second, third)] == ["new", "unchanged", "unchanged"]
    assert third.page.body == b"body"
    assert third.page.status == 200
    assert third.page.fetched_at == clock[0]
    assert third.page.etag == 'W/"v1"'
    asked = server.log[-1].headers
    assert asked["if-none-match"] == 'W/"v1"'
    assert asked["if-modified-since"] == "Sun, 01 Nov 2026 00:00:00 GMT"


def test_last_modified_alone_is_enough(fetching, server):
    def route(request):
        if request.headers.get("if-modified-since"):
            return b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
        return reply("body", Last_Modified="Sun, 01 Nov 2026 00:00:00 GMT")

    server.routes["/"] = route
    assert [fetching().get("a", server.url + "/").outcome for _ in range(2)] == ["new", "unchanged"]


def test_the_hash_decides_where_validators_lie(fetching, server):
    bodies = iter(["one", "two", "two", "one"])
    server.routes["/"] = lambda request: reply(next(bodies), ETag='"always"')
    outcomes = [fetching().get("a", server.url + "/").outcome for _ in range(4)]
    assert outcomes == ["new", "changed", "unchanged", "changed"]
    pages = [page.body for page in fetching().archive.pages() if page.status == 200]
    assert pages == [b"one", b"two", b"two", b"one"]


def test_an_error_in_between_does_not_lose_the_validators(fetching, server):
    answers = iter([reply("x", ETag='"v"'), reply(status=500), reply("gone?", 404), reply("x", ETag='"v"')])
    server.routes["/"] = lambda request: next(answers)
    fetching().get("a", server.url + "/")
    with pytest.raises(SiteDown):
        fetching(retries=0).get("a", server.url + "/")
    assert fetching().get("a", server.url + "/").outcome == "gone"
    assert fetching().get("a", server.url + "/").outcome == "unchanged"
    assert server.log[-1].headers["if-none-match"] == '"v"'


def test_a_304_that_nobody_asked_for_is_a_bad_page(fetching, server):
    server.routes["/"] = b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
    with pytest.raises(BadPage, match="304"):
        fetching().get("a", server.url + "/")


def test_lost_validators_come_back_from_the_archive(fetching, server, tmp_path):
    server.routes["/"] = reply("x", ETag='"v"')
    fetcher = fetching()
    fetcher.get("a", server.url + "/")
    fetcher.archive.close()
    (tmp_path / "archive/index.sqlite").unlink()
    fetching().get("a", server.url + "/")
    assert server.log[-1].headers["if-none-match"] == '"v"'


def test_everything_fetched_is_kept(fetching, server):
    server.routes |= {"/a": reply(status=302, Location="/b"), "/b": reply("x"), "/c": reply("not here", 404)}
    fetcher = fetching()
    fetcher.get("a", server.url + "/a")
    gone = fetcher.get("a", server.url + "/c")
    kept = [(page.url.rpartition("/")[2], page.status) for page in fetcher.archive.pages()]
    assert kept == [("robots.txt", 404), ("a", 302), ("b", 200), ("c", 404)]
    assert fetcher.archive.read(gone.page.warc_file, gone.page.warc_offset) == gone.page
    assert fetcher.requests["a"] == 4
