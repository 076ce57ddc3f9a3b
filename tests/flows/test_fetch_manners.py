"""Manners on the wire: who we say we are, pace, retries, stop rules, conditional requests."""

import contextlib
import multiprocessing
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from flows.address_guard import AddressGuard
from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace, State
from flows.stop_rules import is_challenge, retry_after
from flows.version import VERSION
from schema.errors import (
    BadPage,
    Blocked,
    ConfigurationError,
    RateLimited,
    Refused,
    SiteDown,
    TransientError,
)
from tests.flows.hostile import hostile_server, reply
from warehouse.archive import Archive

# -- who we are ----------------------------------------------------------------------------------


def test_the_user_agent_on_the_wire_names_product_version_and_operator(fetching, server):
    server.routes["/"] = reply("x")
    fetching(contact="mail@census.test").get("a", server.url + "/")
    fetching(contact="mail@census.test").post("a", server.url + "/", [("a", "b")])
    assert {request.headers["user-agent"] for request in server.log} == {
        f"deckcensus/{VERSION} (+mail@census.test)"
    }
    assert all("cookie" not in request.headers for request in server.log)


@pytest.mark.parametrize(
    "contact",
    [
        None,
        "",
        "me",
        "you@",
        "mail@example.com",
        "https://example.org/x",
        "your-name@site.test",
        "a@b.test\r\nX: y",
    ],
)
def test_a_live_crawl_does_not_start_without_a_contact(fetching, server, contact):
    with pytest.raises(ConfigurationError, match="contact") as raised:
        fetching(contact=contact, allow=frozenset()).get("a", server.url + "/")
    assert "DECKCENSUS_CONTACT" in raised.value.hint
    assert server.log == []


def test_a_replica_needs_no_contact(fetching, server):
    server.routes["/"] = reply("x")
    assert fetching(contact=None).get("a", server.url + "/").outcome == "new"


def test_no_cookie_is_ever_sent_back(fetching, server):
    server.routes["/"] = reply("x", Set_Cookie="session=1")
    fetcher = fetching()
    fetcher.get("a", server.url + "/")
    fetcher.get("a", server.url + "/", conditional=False)
    assert all("cookie" not in request.headers for request in server.log)


def test_the_address_is_sent_as_written(fetching, server):
    server.routes["/card/detail/"] = reply("x")
    for query in ("?id=dm27+1d-003", "?id=dmrp07-s06$", "?id=a%2Bb", "?q=《A》"):
        fetching().get("a", f"{server.url}/card/detail/{query}#top")
    assert server.paths()[1:] == [
        "/card/detail/?id=dm27+1d-003",
        "/card/detail/?id=dmrp07-s06$",
        "/card/detail/?id=a%2Bb",
        "/card/detail/?q=%E3%80%8AA%E3%80%8B",
    ]


# -- pace ----------------------------------------------------------------------------------------


def test_the_gap_is_kept_after_pages_failures_and_redirects(fetching, server):
    server.routes |= {
        "/ok": reply("x"),
        "/moved": reply(status=302, Location="/ok"),
        "/gone": reply(status=404),
        "/broken": reply(status=500),
        "/torn": reply("x", length=99),
    }
    fetcher = fetching(delay=0.1, retries=1)
    for path in ("/ok", "/moved", "/gone", "/broken", "/ok", "/torn", "/ok"):
        with contextlib.suppress(TransientError):
            fetcher.get("a", server.url + path)
    assert len(server.log) == 11
    assert min(server.gaps()) >= 0.1
    assert server.overlaps == 0


def test_threads_and_fetchers_take_turns(fetching, server):
    server.routes["*"] = lambda request: [0.03, reply("x")]
    server.routes["/robots.txt"] = reply(status=404)
    fetchers = [fetching(delay=0.05) for _ in range(2)]
    threads = [
        threading.Thread(target=fetchers[n % 2].get, args=(f"site-{n % 2}", f"{server.url}/{n}"))
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(server.log) == 8
    assert server.overlaps == 0
    assert min(server.gaps()) >= 0.05


def _ask_often(home, url, address):
    settings = FetchSettings(
        contact="https://census.test/", delay=0.05, delays={}, allow=frozenset({address})
    )
    with Fetcher(
        settings, Archive(home / str(multiprocessing.current_process().pid)), Pace(home / "pace")
    ) as fetcher:
        for n in range(3):
            fetcher.get("a", f"{url}/{n}")


def test_processes_take_turns(tmp_path, server):
    server.routes["*"] = lambda request: [0.03, reply("x")]
    server.routes["/robots.txt"] = reply(status=404)
    context = multiprocessing.get_context("spawn")
    children = [
        context.Process(target=_ask_often, args=(tmp_path, server.url, server.address)) for _ in range(2)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0]
    assert len(server.log) == 8
    assert server.overlaps == 0
    assert min(server.gaps()) >= 0.05


def test_a_slow_or_failing_server_gets_longer_rests_and_a_clock_set_back_stops_nothing():
    now = 1_000_000.0
    assert State(last=now).ready_at(3, now) == now + 3
    assert State(last=now, busy=8).ready_at(3, now) == now + 8
    assert State(last=now, busy=999).ready_at(3, now) == now + 60
    assert State(last=now, slow=4).ready_at(3, now) == now + 12
    assert State(last=now + 86_400).ready_at(3, now) == now + 3
    assert State(last=now, not_before=now + 50).ready_at(3, now) == now + 50


HOLD = """
import sys, time
from pathlib import Path
from flows.pace import Pace
with Pace(Path(sys.argv[1])).turn("a.test", 0):
    print(time.time(), flush=True)
    time.sleep(60)
"""


def test_a_process_killed_in_its_turn_frees_it_and_the_gap_is_still_kept(tmp_path):
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE) as child:
        begun = float(child.stdout.readline())
        child.kill()
    with Pace(tmp_path).turn("a.test", 0.5):
        assert time.time() >= begun + 0.5


def test_a_retry_after_is_kept_by_those_who_did_not_hear_it(fetching, server):
    server.routes["/busy"] = reply(status=503, Retry_After="1")
    server.routes["/"] = reply("x")
    with pytest.raises(SiteDown):
        fetching(retries=0).get("a", server.url + "/busy")
    fetching().get("b", server.url + "/")
    busy, after = (next(r for r in server.log if r.path == path) for path in ("/busy", "/"))
    assert after.arrived - busy.arrived >= 1.0


def test_a_spoilt_pace_file_waits_rather_than_rushes(tmp_path):
    waits = []
    (tmp_path / "a.test.json").write_text("{]")

    def sleep(seconds):
        waits.append(seconds)
        time.sleep(seconds)

    with Pace(tmp_path, sleep).turn("a.test", 0.2):
        pass
    assert 0.1 < waits[0] <= 0.2


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


# -- conditional requests ------------------------------------------------------------------------


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


# -- the guard at the moment of connecting -------------------------------------------------------


def test_a_name_that_resolves_to_this_network_is_not_connected_to(fetching, server):
    for answer in (["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:127.0.0.1"]):
        guard = AddressGuard(resolve=lambda host, port, answer=answer: answer)
        with pytest.raises(Refused, match="public internet"):
            fetching(guard=guard).get("a", f"http://decks.test:{server.port}/")
    assert server.log == []


def test_the_connection_goes_to_the_checked_address_and_not_to_a_second_answer(fetching, server):
    asked = []

    def resolve(host, port):
        asked.append(host)
        return ["127.0.0.1"]

    server.routes["/"] = reply("x")
    guard = AddressGuard(frozenset({("decks.test", server.port)}), resolve=resolve)
    fetching(guard=guard, allow=guard.allow).get("a", f"http://decks.test:{server.port}/")
    assert server.log[-1].headers["host"] == f"decks.test:{server.port}"
    # One connection a request, one resolution a connection.
    assert asked == ["decks.test"] * 2


def test_a_base_lets_through_its_host_and_port_and_no_other(fetching, server):
    server.routes["/"] = reply("x")
    fetching(allow=frozenset({server.address})).get("a", server.url + "/")
    for allow in ({("127.0.0.1", server.port + 1)}, {("localhost", server.port)}, set()):
        with pytest.raises(Refused):
            fetching(allow=frozenset(allow)).get("a", server.url + "/")
