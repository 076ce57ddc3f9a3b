"""Manners on the wire: who we say we are, pace, and whom we connect to."""

import contextlib
import json
import multiprocessing
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from flows.address_guard import AddressGuard
from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace, State
from flows.version import VERSION
from schema.errors import (
    ConfigurationError,
    Refused,
    SiteDown,
    TransientError,
)
from tests.flows.hostile import reply
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


def test_a_quick_pace_shortens_no_pause_after_a_failure(fetching, server):
    server.routes |= {"/broken": reply(status=500), "/robots.txt": reply(status=404)}
    with contextlib.suppress(TransientError):
        fetching(delay=0.02, retries=2, backoff=0.2).get("a", server.url + "/broken")
    after_failures = server.gaps()[-2:]
    assert after_failures[0] >= 0.2
    assert after_failures[1] >= 0.4


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


def test_an_answer_of_refusal_never_shortens_the_rest(fetching, server, tmp_path):
    server.routes |= {"/ok": reply("x"), "/busy": reply(status=503), "/closed": reply(status=403)}

    def stretched():
        return json.loads((tmp_path / "pace" / f"127.0.0.1_{server.port}.json").read_text())["slow"]

    fetcher = fetching(retries=0)
    for path, slow in (("/busy", 2), ("/busy", 4), ("/gone", 4), ("/closed", 4), ("/ok", 2), ("/ok", 1)):
        with contextlib.suppress(SiteDown):
            fetcher.get("a", server.url + path, bear=(403,))
        assert stretched() == slow, path


def test_every_request_says_what_it_accepts(fetching, server):
    server.routes["/"] = reply("x")
    fetching().get("a", server.url + "/")
    fetching().post("a", server.url + "/", [("a", "b")])
    assert all(request.headers.get("accept") for request in server.log)


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


@pytest.mark.parametrize(
    ("ahead", "longest"),
    [({"last": 86_400}, 0.2), ({"not_before": 86_400}, 120), ({"last": float("nan")}, 0.2)],
)
def test_a_clock_that_was_set_back_costs_one_rest(tmp_path, monkeypatch, ahead, longest):
    now = time.time()
    (tmp_path / "a.test.json").write_text(json.dumps({key: now + value for key, value in ahead.items()}))
    clock = [1_000.0]
    waits = []

    def sleep(seconds):
        waits.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr("flows.pace.time", SimpleNamespace(time=time.time, monotonic=lambda: clock[0]))
    for _ in range(2):
        with Pace(tmp_path, sleep).turn("a.test", 0.2):
            pass
    assert waits == [pytest.approx(longest, abs=0.1), pytest.approx(0.2, abs=0.1)]


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
