"""The crawl of the blog by every way in, over several nights, on the replica site."""

import json
import shutil
from dataclasses import replace
from datetime import date, datetime

import pytest

from flows.sample.articles import JST, load_articles
from parsers.registry import parser_for
from schema.urls import article_key
from tests.flows.crawling import Nights

SHOWN = {article.id for article in load_articles() if not article.hidden and article.status != "future"}
EDITED = {str(article.id) for article in load_articles() if article.revision == 2 and not article.hidden}
WAYS = {
    "rest": {},
    "sitemap": {"rest_closed": 404},
    "feed": {"rest_closed": 403, "sitemap_closed": True},
    "archives": {"rest_closed": "html", "sitemap_closed": True, "feed_closed": True},
}


pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")


@pytest.fixture
def nights(tmp_path, world):
    return Nights(tmp_path, base=world.base("dm-edh"))


def asked(world, nights, **options):
    """Crawl a night and give the report and what was asked."""
    world.forget()
    nights.base = world.base("dm-edh")
    report = nights.night(**options)
    return report, [request.target for request in world.requests]


@pytest.mark.parametrize("mode", WAYS)
def test_every_way_in_gives_every_article_once_and_then_is_quiet(world, nights, mode):
    world.set("dm-edh", **WAYS[mode])
    report, _ = asked(world, nights)
    assert (report.mode, report.complete, report.failures) == (mode, True, [])
    ids = {str(article) for article in SHOWN}
    assert ids - nights.articles() == set()
    # The rule page is there under its id or its path.
    assert nights.articles() - ids <= {"dmedhrule"}
    for _ in range(3):
        report, targets = asked(world, nights)
        assert report.complete
        assert len(targets) <= 5, targets
        assert report.requests == len(targets)
        changed = [one.page for one in nights.fetched if one.outcome not in ("unchanged", "gone")]
        # The questions of an incremental night are new ones at first; none of them brings content.
        assert not [page.url for page in changed if b"content" in page.body]


@pytest.mark.parametrize(
    ("mode", "switches"),
    [
        ("rest", {}),
        ("rest", {"rest_ignores_modified": True}),
        ("sitemap", {}),
        ("sitemap", {"validators": "constant"}),
        ("feed", {}),
        ("feed", {"validators": "none", "excerpts": True}),
        ("feed", {"validators": "constant"}),
        ("archives", {}),
        ("archives", {"validators": "none"}),
        ("archives", {"excerpts": True}),
    ],
)
def test_an_edit_an_addition_and_a_deletion_are_noticed(world, nights, mode, switches):
    world.set("dm-edh", **WAYS[mode] | switches)
    asked(world, nights)
    added = {article.id for article in load_articles() if article.hidden}
    world.set("dm-edh", revision=2, deleted={4083}, added=added)
    edited = {str(article.id) for article in load_articles() if article.revision == 2 and not article.hidden}
    assert edited
    found, gone = set(), []
    sure = mode == "rest" or (mode == "sitemap" and switches.get("sitemap_lastmod", True))
    for _ in range(2 if sure else 9):
        report, _ = asked(world, nights)
        assert report.complete
        found |= {key for one in nights.fetched if one.outcome in ("new", "changed") for key in keys_of(one)}
        gone += report.gone
        if sure and nights.count == 2:
            assert edited | {str(number) for number in added} <= found
            assert gone == []
        if sure and nights.count == 3:
            assert gone == ["4083"]
    assert edited | {str(number) for number in added} <= found
    assert gone == ["4083"]


@pytest.mark.parametrize("validators", ["honest", "constant", "none"])
def test_a_sitemap_without_dates_costs_what_was_changed(world, nights, validators, monkeypatch):
    # The sample's edits are of 2020, and its newest posts of 2026: here they are made tonight.
    tonight = datetime(2026, 11, 28, 21, 0, tzinfo=JST)
    edits = [replace(each, modified=tonight) if each.revision == 2 else each for each in load_articles()]
    monkeypatch.setattr("flows.sample.blog.load_articles", lambda: edits)
    world.set("dm-edh", sitemap_lastmod=False, validators=validators, **WAYS["sitemap"])
    asked(world, nights)
    world.set("dm-edh", revision=2)
    report, targets = asked(world, nights)
    assert (report.mode, report.complete) == ("sitemap", True)
    assert {key for one in nights.fetched if one.outcome == "changed" for key in keys_of(one)} >= EDITED
    # The sitemap's three files, the feed both ways, the page, and the two that were edited.
    assert len(targets) <= 9, targets
    for _ in range(3):
        report, targets = asked(world, nights)
        assert report.complete
        assert len(targets) <= 5, targets


def keys_of(fetched):
    parser = parser_for(fetched.page)
    return parser.parse(fetched.page).keys if fetched.page.status == 200 else ()


def test_the_state_moves_only_when_the_caller_has_loaded_the_pages(world, nights):
    first, _ = asked(world, nights, settle=False)
    again, _ = asked(world, nights, settle=False)
    assert first.complete
    assert again.complete
    assert again.articles == first.articles
    assert {one.outcome for one in nights.fetched} == {"unchanged"}
    settled, _ = asked(world, nights)
    _, targets = asked(world, nights)
    assert settled.articles == first.articles
    assert len(targets) <= 5


def test_a_crawl_that_ends_early_leaves_the_state_as_it_was(world, nights):
    asked(world, nights)
    world.set("dm-edh", revision=2)
    world.set("dm-edh", fail_all=500)
    report, _ = asked(world, nights)
    assert not report.complete
    assert report.reason
    world.set("dm-edh", fail_all=None)
    report, _ = asked(world, nights)
    assert report.complete
    assert "20092" in {key for one in nights.fetched for key in keys_of(one)}


def test_a_lost_or_spoilt_state_means_a_full_pass_and_no_body_twice(world, nights):
    first, _ = asked(world, nights)
    whole = json.loads((nights.home / "crawls/dm-edh.json").read_text())
    wrong = (
        {"watermarks": {"posts": "soon"}},
        {"asked": {"rest": "then"}},
        {"missing": {"1": "then"}},
        {"hidden": "x"},
    )
    spoilt = [json.dumps(whole | part) for part in wrong]
    for text in (None, "", "{", "[]", '{"layout": 99}', '{"layout": 1, "articles": 7}', *spoilt):
        if text is None:
            shutil.rmtree(nights.home / "crawls")
        else:
            (nights.home / "crawls/dm-edh.json").write_text(text)
        report, _ = asked(world, nights)
        assert report.complete
        assert report.articles == first.articles
        assert report.outcomes["new"] == 0


def test_a_host_that_is_closed_to_us_gets_three_requests_and_a_reason(world, nights):
    for status in (403,):
        world.set("dm-edh", fail_all=status)
        report, targets = asked(world, nights)
        assert len(targets) <= 3
        assert "403" in report.reason
        assert not report.complete


def test_a_robots_txt_that_forbids_all_is_obeyed(world, nights):
    world.set("dm-edh", robots="User-agent: *\nDisallow: /\n")
    report, targets = asked(world, nights)
    assert targets == ["/robots.txt"]
    assert not report.complete
    assert "robots.txt" in report.reason


def test_a_crawl_delay_over_the_cap_skips_the_site_and_says_so(world, nights):
    world.set("dm-edh", robots="User-agent: *\nCrawl-delay: 90\n")
    report, targets = asked(world, nights)
    assert targets == ["/robots.txt"]
    assert "90 s between requests" in report.reason


def test_a_robots_txt_that_shuts_rest_leads_to_the_sitemap(world, nights):
    world.set("dm-edh", robots="User-agent: *\nDisallow: /wp-json/\n")
    report, targets = asked(world, nights)
    assert (report.mode, report.complete) == ("sitemap", True)
    assert not [target for target in targets if target.startswith("/wp-json")]


def test_rest_that_opens_again_is_found_within_a_week(world, nights):
    world.set("dm-edh", **WAYS["sitemap"])
    asked(world, nights)
    world.set("dm-edh", rest_closed=False)
    modes = [asked(world, nights)[0].mode for _ in range(8)]
    assert modes[0] == "sitemap"
    assert modes[-1] == "rest"
    report, targets = asked(world, nights)
    assert len(targets) <= 5
    assert report.gone == []


def test_rest_that_shuts_falls_to_the_sitemap_the_same_night(world, nights):
    asked(world, nights)
    world.set("dm-edh", rest_closed=401)
    report, _ = asked(world, nights)
    assert (report.mode, report.complete) == ("sitemap", True)
    assert any("401" in note for note in report.notes)
    assert report.gone == []


def test_a_limit_and_a_since_leave_the_state_alone(world, nights):
    report, _ = asked(world, nights, limit=7)
    assert report.limited
    assert not report.complete
    assert report.reason is None
    assert 7 <= len(report.articles) < 20
    report, _ = asked(world, nights, since=date(2026, 9, 1))
    assert report.limited
    assert 0 < len(report.articles) < len(SHOWN)
    assert not (nights.home / "crawls/dm-edh.json").exists()


@pytest.mark.parametrize(("mode", "most"), [("rest", 6), ("sitemap", 9)])
def test_since_a_day_on_which_nothing_was_changed_asks_little_and_says_so(world, nights, mode, most):
    world.set("dm-edh", **WAYS[mode])
    report, targets = asked(world, nights, since=date(2030, 1, 1))
    assert (report.mode, report.limited) == (mode, True)
    assert len(targets) <= most, targets
    assert "no article was changed since 2030-01-01" in report.notes


@pytest.mark.parametrize("mode", ["feed", "archives"])
def test_since_says_where_lists_are_gone_through_whole(world, nights, mode):
    world.set("dm-edh", **WAYS[mode])
    report, _ = asked(world, nights, since=date(2030, 1, 1))
    assert (report.mode, report.limited) == (mode, True)
    assert f"{mode}: its lists are gone through whole, whatever --since says" in report.notes


def test_since_reads_by_a_dated_sitemap_what_rest_gives(world, tmp_path):
    given = {}
    for mode in ("rest", "sitemap"):
        world.set("dm-edh", rest_closed=404 if mode == "sitemap" else False)
        report, targets = asked(world, Nights(tmp_path / mode), since=date(2026, 6, 1))
        assert (report.mode, report.limited) == (mode, True)
        asked_for = {article_key(target) for target in targets} & {str(number) for number in SHOWN}
        given[mode] = report.articles - {"dmedhrule"} if mode == "rest" else asked_for
    assert given["sitemap"] == given["rest"]
    assert 0 < len(given["rest"]) < len(SHOWN)


def test_the_state_file_says_what_the_docstring_says(world, nights):
    asked(world, nights)
    state = json.loads((nights.home / "crawls/dm-edh.json").read_text())
    assert state["mode"] == "rest"
    assert set(state["watermarks"]) == {"posts", "pages"}
    assert {int(key) for key in state["articles"]} == SHOWN
    assert all(known["url"].startswith("https://dm-edh.com/") for known in state["articles"].values())
