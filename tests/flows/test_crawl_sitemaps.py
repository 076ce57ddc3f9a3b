"""Sitemaps that loop, swell and lie, feeds and archive pages: what the crawl makes of them."""

import gzip
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.flows.crawl_sites import (
    Changing,
    edited,
    index,
    read_again,
    urlset,
)
from tests.flows.hostile import reply

pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")


def test_an_index_that_lists_itself_and_two_that_list_each_other_end(nights, closed):
    base = closed.url
    closed.routes["/wp-sitemap.xml"] = index(f"{base}/wp-sitemap.xml", f"{base}/a.xml", f"{base}/a.xml#x")
    closed.routes["/a.xml"] = index(f"{base}/b.xml")
    closed.routes["/b.xml"] = index(f"{base}/a.xml", f"{base}/posts.xml")
    closed.routes["/posts.xml"] = urlset(f"{base}/dmedh/1", f"{base}/dmedh/2")
    report = nights.night()
    assert report.complete
    assert {"1", "2"} <= report.articles
    assert [path for path in closed.paths() if path.endswith(".xml")] == [
        "/wp-sitemap.xml",
        "/a.xml",
        "/b.xml",
        "/posts.xml",
    ]


def test_an_index_ten_deep_is_not_followed_to_its_end_and_says_so(nights, closed):
    closed.routes["/wp-sitemap.xml"] = index(f"{closed.url}/level-1.xml", f"{closed.url}/posts.xml")
    closed.routes["/posts.xml"] = urlset(f"{closed.url}/dmedh/1")
    for level in range(1, 11):
        closed.routes[f"/level-{level}.xml"] = index(f"{closed.url}/level-{level + 1}.xml")
    report = nights.night()
    assert "/level-9.xml" not in closed.paths()
    assert not report.complete
    assert "nest deeper" in report.reason
    assert "1" in report.articles


def test_an_index_that_swells_ends(nights, closed):
    closed.routes["/wp-sitemap.xml"] = index(*(f"{closed.url}/part-{n}.xml" for n in range(5000)))
    closed.routes["*"] = urlset(f"{closed.url}/dmedh/1")
    report = nights.night()
    assert not report.complete
    assert len(closed.log) < 100


def test_a_robots_txt_that_names_sitemaps_without_end_costs_sixty_of_them(nights, closed):
    lines = "".join(f"Sitemap: {closed.url}/part-{n}.xml\n" for n in range(5000))
    closed.routes["/robots.txt"] = reply(lines, content_type="text/plain")
    report = nights.night()
    assert any("none of the first 60 sitemaps lists an article" in note for note in report.notes)
    assert len(closed.log) < 100


def test_foreign_hosts_and_private_addresses_in_a_sitemap_are_not_visited(nights, closed):
    closed.routes["/wp-sitemap.xml"] = index(
        "http://169.254.169.254/a.xml", "https://elsewhere.test/b.xml", f"{closed.url}/posts.xml"
    )
    closed.routes["/posts.xml"] = urlset(
        "https://elsewhere.test/dmedh/9", "http://127.0.0.1:1/dmedh/8", f"{closed.url}/dmedh/1"
    )
    report = nights.night()
    assert report.complete
    assert "1" in report.articles
    assert not report.articles & {"8", "9"}


def test_a_bomb_of_a_sitemap_is_an_error_and_the_feed_is_next(nights, closed):
    bomb = gzip.compress(b"<urlset>" + b" " * 60_000_000)
    closed.routes["/wp-sitemap.xml"] = reply(bomb, content_type="application/gzip")
    closed.routes["/sitemap.xml"] = reply(bomb, content_type="application/xml", Content_Encoding="gzip")
    report = nights.night()
    assert not report.complete
    assert report.mode is None


def test_a_packed_sitemap_an_ampersand_a_byte_order_mark_and_an_entity(nights, closed):
    text = (
        '\ufeff<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<urlset>'
        f"<url><loc>{closed.url}/dmedh/1?a=1&b=2</loc></url><url><loc>&a;</loc></url>"
        f"<url><loc>  {closed.url}/dmedh/2\n</loc></url></urlset>"
    )
    closed.routes["/wp-sitemap.xml"] = reply(gzip.compress(text.encode()), content_type="application/xml")
    report = nights.night()
    assert {"1", "2"} <= report.articles
    assert not any("passwd" in path for path in closed.paths())


def test_a_sitemap_that_is_a_web_page_is_none(nights, closed):
    closed.routes["/wp-sitemap.xml"] = reply("<!DOCTYPE html><html><title>x</title></html>")
    closed.routes["/sitemap.xml"] = urlset(f"{closed.url}/dmedh/3")
    report = nights.night()
    assert report.mode == "sitemap"
    assert "3" in report.articles


def test_sitemap_lines_of_robots_txt_come_first(nights, closed):
    closed.routes["/robots.txt"] = reply(f"Sitemap: {closed.url}/mine.xml", content_type="text/plain")
    closed.routes["/mine.xml"] = urlset(f"{closed.url}/dmedh/2")
    closed.routes["/wp-sitemap.xml"] = urlset(f"{closed.url}/dmedh/1")
    report = nights.night()
    assert "2" in report.articles
    assert "/wp-sitemap.xml" not in closed.paths()


def test_an_undated_sitemap_asks_the_feed_whether_anything_changed(nights, undated):
    closed = undated
    feed = {"tag": '"1"'}
    closed.routes["/feed/"] = lambda request: reply("<rss><channel/></rss>", ETag=feed["tag"])
    nights.night()
    nights.night()
    closed.log.clear()
    assert nights.night().complete
    assert len(closed.log) <= 5
    assert "/dmedh/1" not in closed.paths()
    feed["tag"] = '"2"'
    closed.routes["/dmedh/1"] = reply("<title>1</title><article id='post-1'>edited</article></html>")
    assert nights.night().outcomes["changed"] == 1


def changed(nights, site):
    """What a night read anew, in order; one that read nothing anew kept within five requests."""
    read_again(nights, site)
    new = [urlsplit(one.page.url).path for one in nights.fetched if one.outcome == "changed"]
    new = [path for path in new if path.startswith("/dmedh")]
    assert new or len(site.log) <= 5, site.paths()
    return new


def test_the_feed_by_its_changes_names_what_to_read_again(nights, undated):
    feed = Changing(undated)
    nights.night()
    assert changed(nights, undated) == []
    feed.dates[1] = "2021-01-01T00:00:00"
    edited(undated, 1, "new")
    assert changed(nights, undated) == ["/dmedh/1"]
    assert changed(nights, undated) == []
    # Something public that is no post: the pages are looked at.
    feed.elsewhere = "2021-02-02T00:00:00"
    undated.routes["/dmedhrule"] = reply("<title>rules</title>new</html>")
    assert changed(nights, undated) == ["/dmedhrule"]
    assert changed(nights, undated) == []
    feed.dates |= {2: "2021-03-01T00:00:00", 3: "2021-03-02T00:00:00"}
    edited(undated, 2, "new")
    edited(undated, 3, "new")
    assert changed(nights, undated) == ["/dmedh/3", "/dmedh/2"]


def test_a_feed_that_ignores_the_order_is_found_out_and_all_is_read(nights, undated):
    feed = Changing(undated, ignores=True)
    nights.night()
    feed.dates[1] = "2021-01-01T00:00:00"
    edited(undated, 1, "new")
    assert set(read_again(nights, undated)) >= {"/dmedh/1", "/dmedh/2", "/dmedh/3"}
    assert nights.fetched
    # Its own order and the order of changes are one: the other way round tells.
    feed.dates = {1: "2021-01-01T00:00:00", 2: "2021-01-02T00:00:00", 3: "2021-01-03T00:00:00"}
    assert set(read_again(nights, undated)) >= {"/dmedh/1", "/dmedh/2", "/dmedh/3"}
    assert any("order=asc" in path for path in undated.paths())


def test_without_dates_and_without_a_feed_articles_are_looked_at_in_turn(nights, undated):
    nights.night()
    edited(undated, 1, "new")
    found = []
    for _ in range(8):
        read_again(nights, undated)
        assert len(undated.log) <= 5, undated.paths()
        found += [one.page.url for one in nights.fetched if one.outcome == "changed"]
    assert found == ["https://dm-edh.com/dmedh/1"]


def test_one_article_that_fails_does_not_hold_up_the_others_and_is_asked_again(nights, closed):
    closed.routes["/wp-sitemap.xml"] = urlset(*(f"{closed.url}/dmedh/{n}" for n in (1, 2, 3)))
    good, closed.routes["/dmedh/2"] = closed.routes["/dmedh/2"], reply("oops", 500)
    report = nights.night()
    assert report.complete
    assert [failure.article for failure in report.failures] == [True]
    assert "1 article could not be had" in report.notes[-1]
    closed.routes["/dmedh/2"] = good
    closed.log.clear()
    nights.night()
    assert "/dmedh/2" in closed.paths()


TROUBLE = {
    "cut off": "<!DOCTYPE html><html><title>2</title><article id='post-2'>half a list",
    "maintenance": "<html><title>メンテナンス中</title></html>",
    "login wall": "<html><title>ログイン</title><form><input type='password' name='pwd'></form></html>",
    "soft 404": "<html><body class='error404'><h1>お探しのページは見つかりませんでした</h1></html>",
    "empty": " ",
}


@pytest.mark.parametrize("what", TROUBLE)
def test_a_page_in_an_articles_place_that_is_none_is_asked_for_again(nights, closed, what):
    closed.routes["/wp-sitemap.xml"] = urlset(*(f"{closed.url}/dmedh/{n}" for n in (1, 2, 3)))
    closed.routes["/dmedhrule"] = reply("<title>rules</title>《札》</html>")
    good, closed.routes["/dmedh/2"] = closed.routes["/dmedh/2"], reply(TROUBLE[what])
    report = nights.night()
    assert [failure.url.rpartition("/")[2] for failure in report.failures] == ["2"]
    assert "1 article could not be had" in report.notes[-1]
    closed.routes["/dmedh/2"] = good
    closed.log.clear()
    assert nights.night().failures == []
    assert "/dmedh/2" in closed.paths()
    closed.log.clear()
    assert nights.night().failures == []
    assert len(closed.log) <= 5


def test_a_304_for_a_page_that_the_sitemap_calls_changed_is_not_believed(nights, closed):
    closed.routes["/dmedhrule"] = reply("<title>rules</title>《札》</html>")
    closed.routes["/wp-sitemap.xml"] = urlset(f"{closed.url}/dmedh/1")
    text = {"now": "<title>1</title>《旧》</html>"}

    def lying(request):
        if "if-none-match" in request.headers:
            return reply(status=304)
        return reply(text["now"], ETag='"same"')

    closed.routes["/dmedh/1"] = lying
    nights.night()
    text["now"] = "<title>1</title>《新》</html>"
    closed.routes["/wp-sitemap.xml"] = urlset(f"{closed.url}/dmedh/1", lastmod="2020-02-02")
    nights.night()
    assert [one.outcome for one in nights.fetched if one.page.url.endswith("/dmedh/1")] == ["changed"]


def test_an_edit_that_a_dated_sitemap_does_not_date_is_read_in_its_turn(nights, closed):
    closed.routes["/dmedhrule"] = reply("<title>rules</title>《札》</html>")
    closed.routes["/wp-sitemap.xml"] = urlset(*(f"{closed.url}/dmedh/{number}" for number in (1, 2, 3)))
    nights.night()
    edited(closed, 2, "新")
    found = [one.page.url for _ in range(9) for one in fetched_as_changed(nights)]
    assert found == ["https://dm-edh.com/dmedh/2"]


def fetched_as_changed(nights):
    assert nights.night().complete
    return [one for one in nights.fetched if one.outcome == "changed"]


def test_paths_of_odd_digits_are_read_like_any_other(nights, closed):
    base, long = closed.url, "9" * 5000
    closed.routes["/wp-sitemap.xml"] = urlset(f"{base}/①", f"{base}/{long}", f"{base}/?p={long}", f"{base}/2")
    closed.routes["*"] = reply("<title>x</title><article>本文</article></html>")
    report = nights.night()
    assert report.complete
    assert {"①", long, "2"} <= report.articles
    assert {"/%E2%91%A0", f"/{long}", "/2"} <= set(closed.paths())


def test_excerpts_send_us_to_the_articles(nights, closed):
    items = "".join(
        f"<item><title>x</title><link>{closed.url}/dmedh/{n}</link><description>…</description></item>"
        for n in (1, 2, 3)
    )
    closed.routes["/feed/"] = reply(
        f"<rss><channel>{items}</channel></rss>", content_type="application/rss+xml"
    )
    report = nights.night()
    assert (report.mode, report.complete) == ("feed", True)
    assert {"/dmedh/1", "/dmedh/2", "/dmedh/3"} <= set(closed.paths())


def test_archive_pages_that_never_end_end(nights, closed):
    posts = "".join(
        f"<article id='post-{n}'><h2><a href='/dmedh/{n}'>t</a></h2>"
        "<div class='entry-content'>x</div></article>"
        for n in (1, 2, 3)
    )
    closed.routes["*"] = reply(f"<html><body class='blog'>{posts}</body></html>")
    closed.routes["/"] = closed.routes["*"]
    for path in ("/wp-sitemap.xml", "/sitemap_index.xml", "/sitemap.xml", "/feed/atom/", "/feed/"):
        closed.routes[path] = reply(status=404)
    report = nights.night()
    assert report.mode == "archives"
    assert {"1", "2", "3"} <= report.articles
    assert len(closed.log) < 25


@pytest.mark.parametrize("way", ["sitemap", "feed", "archives"])
def test_plain_permalinks_are_read_to_their_end(nights, server, way):
    ids = range(12, 0, -1)

    def answer(request):
        asked = dict(parse_qsl(urlsplit(request.path).query))
        page = int(asked.get("paged", 1))
        part = ids[(page - 1) * 5 : page * 5]
        if "p" in asked:
            return reply(f"<html><article id='post-{asked['p']}'>x</article></html>")
        if "sitemap" in asked and way == "sitemap":
            kinds = {"posts": ids, "users": (), "taxonomies": ()}
            if asked["sitemap"] == "index":
                return index(*(f"{server.url}/?sitemap={kind}&amp;paged=1" for kind in kinds))
            return urlset(*(f"{server.url}/?p={number}" for number in ids))
        if "feed" in asked and way != "archives" and part:
            entry = "<entry><link href='{0}/?p={1}'/><id>{0}/?p={1}</id><summary>x</summary></entry>"
            rows = "".join(entry.format(server.url, number) for number in part)
            return reply(f"<feed>{rows}</feed>", content_type="application/atom+xml")
        if not part or "feed" in asked or "sitemap" in asked:
            return reply("<title>not here</title>", 404)
        posts = "".join(f"<article id='post-{n}'><h2><a href='/?p={n}'>t</a></h2>x</article>" for n in part)
        return reply(f"<html><body class='blog'>{posts}<a href='/?paged=2'>2</a></body></html>")

    server.routes["/"] = answer
    server.routes["/robots.txt"] = reply(status=404)
    report = nights.night()
    assert (report.mode, report.complete) == (way, True)
    assert {str(number) for number in ids} <= report.articles
    assert not [path for path in server.paths() if "users" in path or "taxonomies" in path]
    server.log.clear()
    assert nights.night().complete
    assert len(server.log) <= 5, server.paths()


def test_an_entry_that_names_no_post_and_may_not_be_asked_for_is_told(nights, closed):
    entries = "".join(
        f"<entry><link href='{closed.url}/dmedh/{name}'/><id>x</id><content>x</content></entry>"
        for name in ("red", "green")
    )
    closed.routes["/feed/atom/"] = reply(f"<feed>{entries}</feed>", content_type="application/atom+xml")
    closed.routes["/dmedh/red"] = reply("<article id='post-1'>x</article>")
    closed.routes["/robots.txt"] = reply("User-agent: *\nDisallow: /dmedh/green\n", content_type="text/plain")
    report = nights.night()
    assert any("does not say which post it is" in note for note in report.notes)
    assert nights.articles() == {"1"}


def test_a_site_with_nothing_open_is_a_failed_one(nights, closed):
    report = nights.night()
    assert not report.complete
    assert "no way into dm-edh is open" in report.reason
    assert not (nights.home / "crawls").exists()
