"""When to ask again and when to stop: retries, Retry-After, hosts that refuse or challenge."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from flows.stop_rules import is_challenge, retry_after
from schema.errors import (
    BadPage,
    Blocked,
    RateLimited,
    SiteDown,
)
from tests.flows.hostile import hostile_server, reply

# -- retries -------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 520])
def test_what_may_pass_is_asked_again(fetching, server, status):
    answers = iter([reply(status=status), reply(status=status), reply("x")])
    server.routes["/"] = lambda request: next(answers)
    assert fetching().get("a", server.url + "/").page.body == b"x"
    assert len(server.log) == 4


@pytest.mark.parametrize("status", [400, 404, 410, 401, 403, 405, 418, 451])
def test_what_will_not_pass_is_asked_once(fetching, server, status):
    server.routes["/"] = reply(status=status)
    try:
        assert fetching().get("a", server.url + "/").outcome == "gone"
    except (Blocked, BadPage):
        assert status not in (404, 410)
    assert server.paths() == ["/robots.txt", "/"]


def test_a_dropped_connection_is_asked_again(fetching, server):
    answers = iter([b"", b"HTTP/1.1 200 OK\r\nContent-", reply("x")])
    server.routes["/"] = lambda request: next(answers)
    assert fetching().get("a", server.url + "/").page.body == b"x"


def test_retries_end(fetching, server):
    server.routes["/"] = reply("oops", 503)
    fetcher = fetching(retries=2)
    with pytest.raises(SiteDown, match="503"):
        fetcher.get("a", server.url + "/")
    assert server.paths().count("/") == 3
    assert fetcher.archive.last("a", server.url + "/", status=503) is not None


@pytest.mark.parametrize("form", ["seconds", "date"])
@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_honoured_in_both_forms(fetching, server, status, form):
    def busy_once(request):
        if server.paths().count("/") > 1:
            return reply("x")
        # A date is cut to whole seconds: this one is more than a second away.
        then = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
        return reply(status=status, Retry_After="1" if form == "seconds" else then)

    server.routes["/"] = busy_once
    fetching().get("a", server.url + "/")
    assert server.gaps()[-1] >= 1.0


def test_a_retry_after_of_a_day_gives_the_server_up_at_once(fetching, server):
    server.routes["/"] = reply(status=503, Retry_After="86400")
    fetcher = fetching()
    with pytest.raises(RateLimited, match="86,400 s"):
        fetcher.get("a", server.url + "/")
    with pytest.raises(RateLimited):
        fetcher.get("a", server.url + "/other")
    assert server.paths() == ["/robots.txt", "/"]
    assert list(fetcher.off) == [f"127.0.0.1:{server.port}"]


NOW = datetime(2026, 10, 21, 7, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2", 2),
        (" 120 ", 120),
        ("Wed, 21 Oct 2026 07:28:00 GMT", 1680),
        ("Wednesday, 21-Oct-26 07:28:00 GMT", 1680),
        ("Wed, 21 Oct 2026 06:28:00 GMT", None),
        ("abc", None),
        ("-5", None),
        ("0", None),
        ("1.5", None),
        ("", None),
        (None, None),
        ("9" * 400, 10**9),
        ("２", None),
    ],
)
def test_retry_after_is_read(value, seconds):
    assert retry_after(value, NOW) == seconds


# -- stop rules ----------------------------------------------------------------------------------


def test_a_host_that_forbids_everything_gets_at_most_three_requests(fetching, server):
    server.routes["*"] = reply(status=403)
    fetcher = fetching()
    for n in range(9):
        with pytest.raises(Blocked, match="403"):
            fetcher.get("a", f"{server.url}/{n}")
    assert len(server.log) <= 3


def test_one_403_may_be_borne_and_a_second_not(fetching, server):
    server.routes["*"] = reply(status=403)
    server.routes["/robots.txt"] = reply(status=404)
    fetcher = fetching()
    assert fetcher.get("a", server.url + "/wp-json/", bear=(401, 403)).outcome == "refused"
    with pytest.raises(Blocked):
        fetcher.get("a", server.url + "/wp-sitemap.xml", bear=(403,))
    with pytest.raises(Blocked):
        fetcher.get("a", server.url + "/feed/")
    assert server.paths() == ["/robots.txt", "/wp-json/", "/wp-sitemap.xml"]


CHALLENGE = "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>"


@pytest.mark.parametrize("status", [200, 403, 429, 503])
def test_a_challenge_page_switches_the_host_off(fetching, server, status):
    server.routes["/"] = reply(CHALLENGE, status)
    fetcher = fetching()
    with pytest.raises(Blocked, match="challenge"):
        fetcher.get("a", server.url + "/", bear=(403,))
    with pytest.raises(Blocked, match="challenge"):
        fetcher.get("a", server.url + "/other")
    assert server.paths() == ["/robots.txt", "/"]


def test_an_article_about_challenges_is_no_challenge():
    headers = {"content-type": "text/html"}
    page = b"<title>Decks</title>" + b"<p>words</p>" * 3000 + b"<title>Just a moment...</title>"
    assert not is_challenge(200, headers, page)
    assert is_challenge(200, headers, CHALLENGE.encode())
    assert not is_challenge(200, {"content-type": "application/json"}, b'{"x": "<title>Just a moment"}')
    assert is_challenge(200, {"content-type": "text/html", "cf-mitigated": "challenge"}, b"")


@pytest.mark.shared
def test_a_saved_challenge_page_is_one(shared):
    body = (shared / "fixtures/mtggoldfish/deck_3935836_cloudflare_403.html").read_bytes()
    assert is_challenge(403, {"content-type": "text/html; charset=UTF-8"}, body)


def test_five_failures_in_a_row_switch_the_host_off_and_an_answer_in_between_does_not(fetching, server):
    server.routes["/bad"] = reply(status=500)
    server.routes["/ok"] = reply("x")
    fetcher = fetching(retries=1)
    for _ in range(4):
        with pytest.raises(SiteDown):
            fetcher.get("a", server.url + "/bad")
        fetcher.get("a", server.url + "/ok")
    assert fetcher.off == {}
    for _ in range(9):
        with pytest.raises(SiteDown):
            fetcher.get("a", server.url + "/bad")
    assert server.paths().count("/bad") == 4 * 2 + 5
    with pytest.raises(SiteDown, match="5 times in a row"):
        fetcher.get("a", server.url + "/ok")


def test_another_host_goes_on_when_one_is_off(fetching, server):
    server.routes["*"] = reply(status=403)
    with hostile_server() as other:
        other.routes["/"] = reply("x")
        fetcher = fetching(allow=frozenset({server.address, other.address}))
        with pytest.raises(Blocked):
            fetcher.get("a", server.url + "/")
        assert fetcher.get("b", other.url + "/").page.body == b"x"
