"""Posts in parts, by every way in: one article and one deck of them, whole, or told to be cut off."""

import json

import pytest

from flows.ingest import ingest_pending
from flows.sample import SampleWorld
from flows.sample.articles import load_articles
from tests.flows.crawling import Nights
from tests.flows.hostile import reply
from tests.flows.test_crawl_wordpress import WAYS
from warehouse.archive import Archive
from warehouse.database import connect_work

DECKS = {
    article.id
    for article in load_articles()
    if article.decks and not article.hidden and not article.cut and article.revision == 1
}
EDITED = {article.id for article in load_articles() if article.revision == 2 and not article.hidden}


pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")


def decks(home):
    """Load everything that is kept: (key, version) -> (complete, current, lines)."""
    con = connect_work(home)
    try:
        with Archive(home / "archive") as archive:
            parts = ingest_pending(con, archive)
        assert not any(part.failed for part in parts), [part.reason for part in parts]
        rows = con.execute(
            "select source_key, version, is_complete, is_current, "
            "(select list((zone, copies, text) order by line_no) from deck_line l where l.deck_id = d.deck_id"
            ") from deck d order by 1, 2"
        ).fetchall()
        return {row[:2]: row[2:] for row in rows}
    finally:
        con.close()


def problems(home):
    con = connect_work(home)
    try:
        return con.execute("select source_key, kind from problem").fetchall()
    finally:
        con.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The decks of the sample as REST gives them."""
    with SampleWorld() as world:
        nights = Nights(tmp_path_factory.mktemp("whole"), base=world.base("dm-edh"))
        nights.night()
        return decks(nights.home)


@pytest.mark.parametrize(
    ("mode", "theme"),
    # A theme has no say in REST, nor in a feed.
    [("rest", "classic"), ("feed", "classic")]
    + [(mode, theme) for mode in ("sitemap", "archives") for theme in ("classic", "blocks", "bare")],
)
def test_a_post_in_parts_gives_the_deck_that_the_whole_gives(world, tmp_path, whole, mode, theme):
    world.set("dm-edh", theme=theme, parted=DECKS, **WAYS[mode])
    nights = Nights(tmp_path, base=world.base("dm-edh"))
    report = nights.night()
    assert (report.mode, report.complete, report.failures) == (mode, True, [])
    assert decks(tmp_path) == whole
    assert not {
        key for key, kind in problems(tmp_path) if kind in ("cut_off", "layout_changed", "truncated_page")
    } & {str(article) for article in DECKS}
    for _ in range(3):
        world.forget()
        assert nights.night().complete
        assert len(world.requests) <= 5
        assert decks(tmp_path) == whole


@pytest.mark.parametrize("mode", ["sitemap", "feed", "archives"])
def test_an_edit_of_any_part_is_one_new_version(world, tmp_path, mode):
    world.set("dm-edh", parted=DECKS, **WAYS[mode])
    nights = Nights(tmp_path, base=world.base("dm-edh"))
    nights.night()
    decks(tmp_path)
    world.set("dm-edh", revision=2)
    for _ in range(2 if mode == "sitemap" else 9):
        assert nights.night().complete
    found = decks(tmp_path)
    for article in EDITED:
        versions = {version: row for (key, version), row in found.items() if key == str(article)}
        assert {version: (row[0], row[1]) for version, row in versions.items()} == {
            1: (True, False),
            2: (True, True),
        }
    assert len(found) == len({key for key, _ in found}) + len(EDITED)


def test_a_feed_alone_never_makes_a_whole_deck(world, tmp_path):
    """The articles' own pages are closed to us: what the feed shows is taken, and counts as cut off."""
    world.set(
        "dm-edh",
        parted=DECKS,
        robots="User-agent: *\nDisallow: /dmedh/\nDisallow: /dueparty/\nDisallow: /*.xml\n",
    )
    world.set("dm-edh", rest_closed=404, archives_closed=True)
    nights = Nights(tmp_path, base=world.base("dm-edh"))
    report = nights.night()
    assert report.mode == "feed"
    assert report.complete, report.reason
    found = decks(tmp_path)
    assert len(found) > 80
    assert not any(complete for complete, *_ in found.values())


def test_a_list_that_a_feed_began_is_completed_on_a_later_load(world, tmp_path, whole):
    world.set("dm-edh", parted=DECKS, **WAYS["feed"])
    nights = Nights(tmp_path, base=world.base("dm-edh"))
    with Archive(tmp_path / "archive") as archive, nights.fetcher(archive) as fetcher:
        fetcher.get("dm-edh", "https://dm-edh.com/feed/")
    begun = decks(tmp_path)
    assert begun
    assert not any(complete for complete, *_ in begun.values())
    nights.night()
    assert decks(tmp_path) == whole


# -- sites that part oddly ---------------------------------------------------------------------------


def split(number, part, links, text):
    anchors = "".join(f'<a class="post-page-numbers" href="{link}">x</a>' for link in links)
    return reply(
        f"<html><head><title>【DMEDH】デッキ解説:赤</title></head><body class='single postid-{number}'>"
        f"<article id='post-{number}'><h1>【DMEDH】デッキ解説:赤</h1><div class='entry-content'>{text}"
        f"<p>{anchors}</p></div></article></body></html>"
    )


def cards(first, last):
    return "".join(f"<p>《札 その{number}》</p>" for number in range(first, last))


@pytest.fixture
def site(server, tmp_path):
    """A site of one article whose first part links to a second."""
    server.routes["/wp-json/wp/v2/posts"] = reply('{"code":"rest_no_route"}', 404, "application/json")
    server.routes["/robots.txt"] = reply(status=404)
    server.routes["/dmedhrule"] = reply("<title>rules</title><p>x</p></html>")
    row = f"<url><loc>{server.url}/dmedh/1</loc><lastmod>2020-01-01</lastmod></url>"
    server.routes["/wp-sitemap.xml"] = reply(f"<urlset>{row}</urlset>", content_type="application/xml")
    head = "<p>《龍の将》(統率者)</p>" + cards(0, 30)
    server.routes["/dmedh/1"] = split(1, 1, ["/dmedh/1/2/"], head)
    server.routes["/dmedh/1/2/"] = split(1, 2, ["/dmedh/1", "/dmedh/1/3/"], cards(30, 45))
    server.routes["/dmedh/1/3/"] = split(1, 3, ["/dmedh/1", "/dmedh/1/2/"], cards(45, 59))
    return server


def only_deck(nights):
    found = decks(nights.home)
    assert list(found) == [("1", 1)]
    complete, _, lines = found["1", 1]
    return complete, len(lines)


def test_parts_that_are_linked_one_by_one_are_followed(site, tmp_path):
    nights = Nights(tmp_path, base=site.url)
    assert nights.night().complete
    assert only_deck(nights) == (True, 60)
    assert [path for path in site.paths() if path.startswith("/dmedh/")] == [
        "/dmedh/1",
        "/dmedh/1/2/",
        "/dmedh/1/3/",
    ]


def test_a_redirect_on_the_way_to_a_part_is_followed(site, tmp_path):
    site.routes["/dmedh/1"] = split(1, 1, ["/dmedh/1/2"], "<p>《龍の将》(統率者)</p>" + cards(0, 30))
    site.routes["/dmedh/1/2"] = reply(status=301, Location="/dmedh/1/2/")
    nights = Nights(tmp_path, base=site.url)
    nights.night()
    assert only_deck(nights) == (True, 60)


@pytest.mark.parametrize(
    "answer",
    [
        reply("oops", 500),
        reply("<html><title>メンテナンス中</title></html>"),
        reply("<html><article id='post-1'><p>《札 その30》</p>"),
    ],
    ids=["an error", "maintenance", "cut off"],
)
def test_a_part_that_cannot_be_had_leaves_the_deck_open_and_is_asked_for_again(site, tmp_path, answer):
    good, site.routes["/dmedh/1/3/"] = site.routes["/dmedh/1/3/"], answer
    nights = Nights(tmp_path, base=site.url)
    report = nights.night()
    assert [failure.url.rpartition("/dmedh")[2] for failure in report.failures] == ["/1/3/"]
    assert only_deck(nights) == (False, 46)
    site.routes["/dmedh/1/3/"] = good
    assert nights.night().failures == []
    found = decks(nights.home)
    assert [(row[0], len(row[2])) for row in found.values() if row[1]] == [(True, 60)]


@pytest.mark.parametrize(
    "answer", [reply(status=404), reply(status=301, Location="/dmedh/1"), reply(status=410)]
)
def test_a_link_to_a_part_that_is_not_there_leaves_the_deck_open_and_says_so(site, tmp_path, answer):
    site.routes["/dmedh/1/3/"] = answer
    nights = Nights(tmp_path, base=site.url)
    assert nights.night().complete
    assert only_deck(nights) == (False, 46)
    assert "cut_off" in {kind for _, kind in problems(tmp_path)}


def test_parts_without_end_end(site, tmp_path):
    def endless(request):
        number = int(request.path.strip("/").rpartition("/")[2])
        return split(1, number, [f"/dmedh/1/{number + 1}/"], cards(number, number + 1))

    site.routes["*"] = endless
    for number in (2, 3):
        del site.routes[f"/dmedh/1/{number}/"]
    nights = Nights(tmp_path, base=site.url)
    nights.night()
    assert len(site.log) < 45
    assert only_deck(nights)[0] is False


def test_parts_are_asked_for_on_the_site_itself(site, tmp_path):
    text = "<p>《龍の将》(統率者)</p>" + cards(0, 30)
    site.routes["/dmedh/1"] = split(1, 1, ["http://169.254.169.254/dmedh/1/2/"], text)
    nights = Nights(tmp_path, base=site.url)
    assert nights.night().failures == []
    assert only_deck(nights) == (True, 60)


def test_a_post_that_lost_its_parts_is_read_as_it_is(site, tmp_path):
    nights = Nights(tmp_path, base=site.url)
    nights.night()
    state = json.loads((tmp_path / "crawls/dm-edh.json").read_text())
    assert state["articles"]["1"]["parts"] == 3
    site.routes["/dmedh/1"] = split(1, 1, [], "<p>《龍の将》(統率者)</p>" + cards(0, 59))
    row = f"<url><loc>{site.url}/dmedh/1</loc><lastmod>2020-02-02</lastmod></url>"
    site.routes["/wp-sitemap.xml"] = reply(f"<urlset>{row}</urlset>", content_type="application/xml")
    nights.night()
    assert only_deck(nights) == (True, 60)
    assert json.loads((tmp_path / "crawls/dm-edh.json").read_text())["articles"]["1"]["parts"] == 1


def test_an_edit_that_nothing_dates_of_a_part_is_found_in_turn_by_one_request_a_night(site, tmp_path):
    nights = Nights(tmp_path, base=site.url)
    nights.night()
    assert only_deck(nights) == (True, 60)
    quiet = []
    for _ in range(9):
        site.log.clear()
        assert nights.night().complete
        assert len(site.log) <= 5, site.paths()
        quiet += [path for path in site.paths() if path.startswith("/dmedh/")]
        assert only_deck(nights) == (True, 60)
    assert set(quiet) == {"/dmedh/1", "/dmedh/1/2/", "/dmedh/1/3/"}
    site.routes["/dmedh/1/3/"] = split(1, 3, ["/dmedh/1"], cards(45, 58) + "<p>《新しい札》</p>")
    for _ in range(9):
        assert nights.night().complete
    found = decks(tmp_path)
    assert [(version, row[0], len(row[2])) for (_, version), row in found.items()] == [
        (1, True, 60),
        (2, True, 60),
    ]
    assert problems(tmp_path) == []


def test_an_edited_part_that_was_kept_before_a_crawl_died_is_read_the_next_time(site, tmp_path):
    nights = Nights(tmp_path, base=site.url)
    nights.night()
    assert only_deck(nights) == (True, 60)
    edited = split(1, 3, ["/dmedh/1"], cards(45, 58) + "<p>《新しい札》</p>")
    last, first = site.routes["/dmedh/1/3/"], site.routes["/dmedh/1"]
    site.routes["/dmedh/1/3/"] = edited
    site.routes["/dmedh/1"] = reply(status=500)
    for _ in range(6):
        nights.night(settle=False)
        decks(tmp_path)
    site.routes["/dmedh/1"] = first
    for _ in range(9):
        assert nights.night().complete
        found = decks(tmp_path)
    listed = [(version, row[0], row[1], row[2][-1][2]) for (_, version), row in found.items()]
    assert listed == [(1, True, False, "札 その58"), (2, True, True, "新しい札")]
    # Back again, with the first part the same all the time.
    site.routes["/dmedh/1/3/"] = last
    for _ in range(9):
        assert nights.night().complete
    listed = [(version, row[1], row[2][-1][2]) for (_, version), row in decks(tmp_path).items()]
    assert listed == [(1, False, "札 その58"), (2, False, "新しい札"), (3, True, "札 その58")]


def test_the_first_part_unchanged_by_a_304_does_not_stand_alone(site, tmp_path):
    """A state that was lost: the archive's validators bring a 304, and all parts are fetched anew."""
    page = site.routes["/dmedh/1"]

    def route(request):
        if request.headers.get("if-none-match") == '"v"':
            return reply(status=304)
        return page.replace(b"Connection:", b'ETag: "v"\r\nConnection:', 1)

    site.routes["/dmedh/1"] = route
    nights = Nights(tmp_path, base=site.url)
    nights.night(settle=False)
    decks(tmp_path)
    site.routes["/dmedh/1/3/"] = split(1, 3, ["/dmedh/1"], cards(45, 58) + "<p>《新しい札》</p>")
    nights.night()
    found = decks(tmp_path)
    assert [(version, row[0], len(row[2])) for (_, version), row in found.items()] == [
        (1, True, 60),
        (2, True, 60),
    ]
