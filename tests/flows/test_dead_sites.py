"""A site that is dead in any way: named as failed, its decks stay, and the other site is in as ever."""

import itertools
import json
from functools import partial

import pytest

from flows import stages
from flows.fetch_settings import FetchSettings
from flows.night import PARTIAL, run_night
from flows.night_plan import NightPlan
from flows.settings import SITES
from tests.conftest import TODAY
from tests.flows.hostile import reply
from warehouse.database import connect_work

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
LOGIN = "<html><title>Log in</title><form><input type='password' name='pwd'></form></html>"
# What the site answers to everything, robots.txt included; None where nobody listens.
DEAD = {
    "nobody listens": None,
    "500": reply("oops", 500),
    "403": reply("Scraping is against our terms.", 403, "text/plain"),
    "403 for JSON": reply('{"error": "forbidden"}', 403, "application/json"),
    "404": reply("<title>not here</title>", 404),
    "429 without a time": reply(status=429),
    "429 for a day": reply(status=429, Retry_After="86400"),
    "a browser check": reply("<html><title>Just a moment...</title></html>"),
    "a login page": reply(LOGIN),
    "an empty page": reply("<html><body></body></html>"),
    "an empty list": reply("[]", 200, "application/json"),
    "no answer": lambda request: [3.0],
    "a byte at a time": lambda request: itertools.chain([HEAD], *([b"x", 0.1] for _ in range(100))),
    "a circle": lambda request: reply(status=302, Location=request.path),
    "a torn answer": reply("<html>half", length=9999),
}
KNOWN = "select count(*), count(deleted_on) from deck where source = 'dm-edh' and is_current"


def known(home):
    con = connect_work(home)
    try:
        return con.execute(KNOWN).fetchone()
    finally:
        con.close()


def crawls_alone(name, step, *arguments):
    """Run what fetches and loads; what is made of it is other tests' subject."""
    return step(*arguments) if name.startswith(("crawl", "load")) else None


@pytest.mark.parametrize("way", DEAD)
def test_it_is_named_and_stops_nothing(way, sample_night, tmp_path, world, server, monkeypatch):
    impatient = partial(FetchSettings, retries=1, backoff=0.01, deadline=0.5, longest_retry_after=1.0)
    monkeypatch.setattr("flows.fetching.FetchSettings", impatient)
    home = sample_night.copy(tmp_path / "census")
    (home / "world.json").write_text(json.dumps({"world": "live"}))
    if DEAD[way] is not None:
        server.routes["*"] = DEAD[way]
    base = "http://127.0.0.1:1" if DEAD[way] is None else server.url
    # One way beside a site that lives, which costs two thousand requests; the others by themselves.
    sites = SITES if way == "500" else ("dm-edh",)
    plan = NightPlan(
        home=home,
        sites=sites,
        today=TODAY,
        bases={**world.bases, "dm-edh": base},
        pace=stages.SAMPLE_PACE,
        sample=False,
    )
    before = known(home)
    for _ in range(2):
        report = run_night(plan, crawls_alone)
        assert report.exit_code == PARTIAL
        assert set(report.failures) == {"dm-edh"}
        assert report.failures["dm-edh"]
        assert [crawl.status for crawl in report.crawls] == ["failed", "done"][: len(sites)]
    assert known(home) == before
    assert len(server.log) < 120
