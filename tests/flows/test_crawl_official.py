"""The crawl of the card database: lazily by name, within a budget, each page once."""

from datetime import UTC, datetime, timedelta

import pytest

from flows.addresses import Addresses
from flows.crawl.dm_official import crawl_cards
from flows.crawl.state import CrawlStates
from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace
from parsers.dm_official import DmOfficialParser
from schema.names import name_keys
from tests.flows.hostile import reply
from warehouse.archive import Archive

OWN = "https://dm.takaratomy.co.jp"


pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")


@pytest.fixture
def night(tmp_path):
    """Crawl names for one night against a base address; gives the report and the fetched pages."""
    count = [0]

    def run(base, names, *, settle=True, **options):
        host, _, port = base.removeprefix("http://").partition(":")
        settings = FetchSettings(
            delay=0.0,
            delays={},
            retries=0,
            allow=frozenset({(host, int(port))}),
            addresses=Addresses({OWN: base}),
        )
        now = datetime(2026, 11, 1, tzinfo=UTC) + timedelta(days=count[0])
        states = CrawlStates(tmp_path)
        with (
            Archive(tmp_path / "archive") as archive,
            Fetcher(settings, archive, Pace(tmp_path / "pace"), now=lambda: now) as fetcher,
        ):
            report = crawl_cards(fetcher, states, names, now=now, **options)
            pages = list(report.pages)
        if settle:
            states.settle("dm-official")
        count[0] += 1
        return report, pages

    return run


def targets(world):
    found = [request.target for request in world.requests if request.site == "dm-official"]
    world.forget()
    return found


def names_on(pages):
    cards = [card for one in pages for card in DmOfficialParser().parse(one.page).cards]
    return {key for card in cards for _, key in name_keys("dm", card.name)}


def test_a_name_costs_a_search_and_a_page_and_nothing_the_next_night(world, night):
    names = ["《 天災 デドダム》", "サイバー・K・ウォズレック/ウォズレックの審問", "龍覇 トンプウ "]
    report, pages = night(world.base("dm-official"), names)
    assert report.complete
    for name in names:
        assert {key for _, key in name_keys("dm", name)} & names_on(pages)
    assert len(report.articles) == len(names), "a card counts once it is read, whoever stops there"
    assert len(targets(world)) == 2 + 2 * len(names)
    report, _ = night(world.base("dm-official"), names)
    assert targets(world) == ["/robots.txt", "/rule/regulation/"]
    assert report.outcomes == {"unchanged": 1}


def test_the_budget_is_kept_and_what_is_left_is_said(world, night):
    names = ["天災 デドダム", "龍覇 トンプウ", "コダマンマ", "緊急再誕"]
    report, _ = night(world.base("dm-official"), names, budget=6)
    assert len(targets(world)) == 6
    assert report.limited
    assert not report.complete
    assert "2 names left for later" in report.notes[0]
    night(world.base("dm-official"), names, budget=6)
    # What was found before is not asked for again; the budget goes to the rest.
    asked = targets(world)
    assert len(asked) <= 6
    assert sum(path.startswith("/card/") for path in asked) >= 3


def test_an_unknown_name_is_searched_once_in_two_weeks(world, night):
    searches = []
    for _ in range(16):
        night(world.base("dm-official"), ["そんな札はない"])
        searches.append(sum(path == "/card/" for path in targets(world)))
    assert searches[0] >= 1
    assert searches[1:14] == [0] * 13
    assert sum(searches[14:]) >= 1


def test_a_lost_state_asks_for_no_card_page_twice(world, night, tmp_path):
    night(world.base("dm-official"), ["天災 デドダム"])
    targets(world)
    (tmp_path / "crawls/dm-official.json").unlink()
    night(world.base("dm-official"), ["天災 デドダム"])
    assert [path for path in targets(world) if path.startswith("/card/detail/")] == []


LIST = "<div id='total_count'>{n}</div><ul id='cardlist'>{rows}</ul>"
SHELL = "<html><head><title>( ) | デュエル・マスターズ</title></head><body><div id='x'></div></body></html>"


def card_list(*ids):
    rows = "".join(f"<li><a data-href='/card/detail/?id={card_id}'>x</a></li>" for card_id in ids)
    return reply(LIST.format(n=len(ids), rows=rows))


def test_odd_ids_go_over_the_wire_as_they_are_and_dead_ones_once(server, night):
    server.routes |= {
        "/robots.txt": reply(status=404),
        "/rule/regulation/": reply("<h2>殿堂入り</h2>"),
        "/card/": card_list("dm27+1d-001", "dmrp07-s06$", "promoy18-csp"),
        "/card/detail/": reply(SHELL),
    }
    night(server.url, ["札"])
    details = [path for path in server.paths() if "detail" in path]
    assert details == [f"/card/detail/?id={card}" for card in ("dm27+1d-001", "dmrp07-s06$", "promoy18-csp")]
    night(server.url, ["札"])
    assert [path for path in server.paths() if "detail" in path] == details


def test_the_search_says_what_the_site_expects(server, night):
    server.routes |= {"/robots.txt": reply(status=404), "/card/": card_list()}
    night(server.url, ["《A・B/C》"])
    posts = [request for request in server.log if request.method == "POST"]
    assert posts[0].headers["x-requested-with"] == "XMLHttpRequest"
    assert posts[0].headers["content-type"] == "application/x-www-form-urlencoded"
    assert b"keyword=A%E3%83%BBB&" in posts[0].body
    assert b"sort=release_new" in posts[0].body


def test_a_list_that_is_none_is_the_sites_change_and_not_no_card(server, night):
    server.routes |= {
        "/robots.txt": reply(status=404),
        "/rule/regulation/": reply("<h2>殿堂入り</h2>"),
        "/card/": reply("<html><title>new site</title></html>"),
    }
    report, _ = night(server.url, ["札"])
    assert not report.complete
    assert "no list" in report.reason
    # It is not remembered as "found nothing".
    server.routes["/card/"] = card_list()
    server.log.clear()
    night(server.url, ["札"])
    assert "/card/" in server.paths()


def test_a_refusal_stops_the_site_at_once(server, night):
    server.routes["*"] = reply(status=403)
    report, _ = night(server.url, ["a", "b", "c"])
    assert len(server.log) <= 3
    assert "403" in report.reason


def test_in_full_the_list_is_read_until_it_repeats(server, night):
    pages = {1: card_list("a-1", "a-2"), 2: card_list("a-3"), 3: card_list("a-3")}

    def listed(request):
        return pages[int(request.body.rpartition(b"pagenum=")[2])]

    server.routes |= {
        "/robots.txt": reply(status=404),
        "/card/": listed,
        "/card/detail/": reply(SHELL),
        "/rule/regulation/": reply("<h2>殿堂入り</h2>"),
    }
    night(server.url, [], full=True, budget=1)
    assert sum(path == "/card/" for path in server.paths()) == 3
    assert sum("detail" in path for path in server.paths()) == 3
