"""Sites that miscount, shift, loop, swell and lie: what the crawl makes of them."""

import gzip
import json
from datetime import UTC, date, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.flows.crawling import Nights
from tests.flows.hostile import reply
from warehouse.archive import Archive


@pytest.fixture(autouse=True)
def _no_waiting_for_disks(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


class Blog:
    """A WordPress of posts that a test can change while it is read."""

    def __init__(self, server, count=3):
        self.server = server
        self.posts = {n: {"modified": f"2020-01-{n % 28 + 1:02d}T00:00:00"} for n in range(1, count + 1)}
        self.kinds = {"posts": self.posts, "pages": {}}
        self.before_page = lambda kind, page, brief: None
        self.total = lambda kind, rows: len(rows)
        self.ignores_modified_after = False
        server.routes["/"] = reply("<title>x</title>")
        server.routes["*"] = self.answer
        server.routes["/robots.txt"] = reply(status=404)

    def answer(self, request):
        parts = urlsplit(request.path)
        kind = parts.path.rpartition("/")[2]
        if not parts.path.startswith("/wp-json/wp/v2/") or kind not in self.kinds:
            number = int(kind) if kind.isdigit() else 0
            if number in self.posts:
                return reply(f"<title>{number}</title><article id='post-{number}'>x</article></html>")
            return reply("<title>not here</title>", 404)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        page, size = int(query.get("page", 1)), int(query["per_page"])
        brief = "content" not in query["_fields"]
        self.before_page(kind, page, brief)
        rows = self.rows(kind, query)
        pages = -(-len(rows) // size)
        if page > max(1, pages):
            error = {"code": "rest_post_invalid_page_number", "message": "x", "data": {"status": 400}}
            return reply(json.dumps(error), 400, "application/json")
        part = rows[(page - 1) * size : page * size]
        values = [self.value(number, post, brief) for number, post in part]
        totals = {"X_WP_Total": str(self.total(kind, rows)), "X_WP_TotalPages": str(pages)}
        return reply(json.dumps(values), 200, "application/json", **totals)

    def rows(self, kind, query):
        rows = sorted(self.kinds[kind].items())
        after = query.get("modified_after", "").removesuffix("Z")
        if after and not self.ignores_modified_after:
            rows = [(number, post) for number, post in rows if post["modified"] > after]
        if "include" in query:
            wanted = {int(number) for number in query["include"].split(",")}
            rows = [(number, post) for number, post in rows if number in wanted]
        return rows[::-1] if query.get("order") == "desc" else rows

    def value(self, number, post, brief):
        url = f"{self.server.url}/dmedh/{number}"
        value = {"id": number, "modified_gmt": post["modified"], "link": url}
        if not brief:
            text = post.get("text", "本文")
            value |= {"title": {"rendered": "題"}, "content": {"rendered": text, "protected": False}}
        return value


@pytest.fixture
def nights(tmp_path, server):
    return Nights(tmp_path, base=server.url)


def lists(server):
    return [path for path in server.paths() if path.startswith("/wp-json/wp/v2/posts")]


def test_lists_of_more_than_a_page_are_read_to_their_end(nights, server):
    Blog(server, 250)
    report = nights.night()
    assert report.complete
    assert len(report.articles) == 250
    whole = [path for path in lists(server) if "content" in path]
    assert [path.partition("&page=")[2].partition("&")[0] for path in whole] == ["1", "2", "3"]
    server.log.clear()
    assert nights.night().complete
    assert len(server.log) <= 5


def test_without_totals_the_400_past_the_end_ends_the_list(nights, server):
    blog = Blog(server, 200)

    def answer(request):
        data = blog.answer(request)
        return data.replace(b"X-WP-Total", b"X-Other")

    server.routes["*"] = answer
    report = nights.night()
    assert report.complete
    assert len(report.articles) == 200
    assert sum("content" in path for path in lists(server)) == 3


def test_a_total_that_is_more_than_the_rows_leaves_the_watermark(nights, server):
    blog = Blog(server)
    blog.total = lambda kind, rows: len(rows) + (kind == "posts")
    report = nights.night()
    assert not report.complete
    assert "announces 4 posts, 3 were read" in report.reason
    assert not (nights.home / "crawls/dm-edh.json").exists()
    blog.total = lambda kind, rows: len(rows)
    assert nights.night().complete


def test_what_is_edited_while_we_read_is_read_the_same_night(nights, server):
    blog = Blog(server, 150)

    def edit(kind, page, brief):
        if page == 2 and not brief:
            blog.posts[1] = {"modified": "2022-02-02T00:00:00", "text": "edited meanwhile"}

    blog.before_page = edit
    assert nights.night().complete
    assert any(b"edited meanwhile" in one.page.body for one in nights.fetched)


def test_a_night_after_which_nothing_changed_asks_the_same_questions_and_hears_the_same(nights, server):
    blog = Blog(server, 150)
    nights.night()
    for change in ({"modified": "2022-02-02T00:00:00"}, None, {"modified": "2022-02-03T00:00:00"}, None):
        if change is not None:
            blog.posts[4] = change
        nights.night()
        if change is None:
            # A 404 of the rule page aside, every answer is one the archive holds.
            assert {one.outcome for one in nights.fetched} <= {"unchanged", "gone"}


@pytest.mark.parametrize("what", ["deleted", "added", "both"])
def test_posts_that_move_between_pages_are_neither_doubled_nor_lost(nights, server, what):
    blog = Blog(server, 250)
    moved = []

    def shift(kind, page, brief):
        if page == 2 and not moved:
            moved.append(1)
            if what in ("deleted", "both"):
                del blog.posts[7]
            if what == "added":
                blog.posts[0] = {"modified": "2020-02-01T00:00:00"}
            if what == "both":
                blog.posts[300] = {"modified": "2020-02-01T00:00:00"}

    blog.before_page = shift
    for _ in range(8):
        report = nights.night()
        assert report.complete
    assert read_keys(nights) == {str(number) for number in blog.posts} | (set() if what == "added" else {"7"})


def read_keys(nights):
    keys = set()
    for page in Archive(nights.home / "archive").pages():
        if b'"content"' in page.body:
            keys |= {str(post["id"]) for post in json.loads(page.body)}
    return keys


def test_a_post_published_late_and_one_edited_in_the_same_second_are_found(nights, server):
    blog = Blog(server)
    assert nights.night().complete
    blog.posts[9] = {"modified": "2019-01-01T00:00:00"}  # scheduled: published, and not "modified"
    newest = max(post["modified"] for post in blog.posts.values())
    blog.posts[10] = {"modified": newest}
    assert nights.night().complete
    assert read_keys(nights) >= {"9", "10"}


def test_a_deletion_hidden_by_an_addition_is_found_within_a_week(nights, server):
    blog = Blog(server, 130)
    assert nights.night().complete
    del blog.posts[5]
    blog.posts[1] = {"modified": "2019-01-01T00:00:00"}
    gone = [key for _ in range(9) for key in nights.night().gone]
    assert gone == ["5"]


def test_a_wordpress_without_modified_after_is_read_all_the_same(nights, server):
    blog = Blog(server, 120)
    blog.ignores_modified_after = True
    assert nights.night().complete
    blog.posts[3] = {"modified": "2021-01-01T00:00:00", "text": "新"}
    server.log.clear()
    assert nights.night().complete
    assert any(json.dumps("新").encode() in one.page.body for one in nights.fetched)
    assert sum("content" in path for path in server.paths()) == 1


def test_a_site_that_does_not_know_modified_after_is_listed_whole(nights, server):
    blog = Blog(server)
    assert nights.night().complete

    def answer(request):
        if "modified_after" in request.path:
            return reply('{"code":"rest_invalid_param","message":"x"}', 400, "application/json")
        return blog.answer(request)

    server.routes["*"] = answer
    blog.posts[2] = {"modified": "2021-01-01T00:00:00"}
    assert nights.night().complete
    assert any("include=2&" in path for path in server.paths())


def test_a_deletion_takes_two_nights_and_a_return_takes_it_back(nights, server):
    blog = Blog(server)
    nights.night()
    post = blog.posts.pop(2)
    first = nights.night()
    assert (first.complete, first.gone) == (True, [])
    assert "/dmedh/2" in server.paths()
    blog.posts[2] = post
    assert nights.night().gone == []
    del blog.posts[2]
    assert nights.night().gone == []
    assert nights.night().gone == ["2"]
    server.log.clear()
    nights.night()
    assert "/dmedh/2" not in server.paths()


def test_the_same_night_twice_confirms_nothing(nights, server):
    blog = Blog(server)
    nights.night()
    del blog.posts[2]
    nights.night()
    nights.count -= 1
    assert nights.night().gone == []


def test_two_crawls_on_one_night_in_japan_confirm_nothing_whatever_the_day_in_utc(nights, server):
    blog = Blog(server)
    nights.night()
    del blog.posts[2]
    # 23:30 in UTC and half past midnight there are one morning in Japan.
    assert nights.night(now=datetime(2026, 11, 9, 23, 30, tzinfo=UTC)).gone == []
    assert nights.night(now=datetime(2026, 11, 10, 0, 30, tzinfo=UTC)).gone == []
    # Half past midnight in Japan is the next night there.
    assert nights.night(now=datetime(2026, 11, 10, 15, 30, tzinfo=UTC)).gone == ["2"]


@pytest.mark.parametrize("modified", ["2026-10-31T14:59:59", "2026-10-31T15:00:00"])
def test_since_begins_with_the_day_in_japan(nights, server, modified):
    blog = Blog(server)
    blog.posts[9] = {"modified": modified}
    report = nights.night(since=date(2026, 11, 1))
    assert report.articles == ({"9"} if modified.endswith("00:00") else set())


def test_a_post_that_rest_hides_and_the_site_shows_is_not_gone(nights, server):
    blog = Blog(server)
    nights.night()
    hidden = dict(blog.posts)
    blog.kinds["posts"] = {number: post for number, post in hidden.items() if number != 2}
    assert [nights.night().gone for _ in range(3)] == [[], [], []]
    server.log.clear()
    assert nights.night().complete
    assert len(server.log) <= 5


def test_lists_over_the_cap_are_asked_for_in_smaller_pages(nights, server):
    blog = Blog(server, 30)
    for post in blog.posts.values():
        post["text"] = "x" * 30_000
    report = nights.night(settings={"largest_body": 400_000})
    assert report.complete
    assert len(report.articles) == 30
    assert any("per_page=10&" in path for path in lists(server))


@pytest.mark.parametrize(
    "text",
    ["\ufeff[]", "<br />\n<b>Warning</b>: x [1] in <b>/x.php</b><br />\n[]"],
    ids=["byte order mark", "notice"],
)
def test_json_behind_rubbish_is_read(nights, server, text):
    blog = Blog(server)

    def answer(request):
        head, _, body = blog.answer(request).partition(b"\r\n\r\n")
        if not body.startswith(b"["):
            return head + b"\r\n\r\n" + body
        data = text.removesuffix("[]").encode() + body
        total = head.partition(b"X-WP-Total: ")[2].partition(b"\r\n")[0].decode()
        return reply(data, 200, "application/json", X_WP_Total=total)

    server.routes["*"] = answer
    assert nights.night().complete


CLOSED = {
    "401": reply('{"code":"rest_not_logged_in","message":"x"}', 401, "application/json"),
    "403": reply('{"code":"rest_forbidden","message":"x"}', 403, "application/json"),
    "404": reply('{"code":"rest_no_route","message":"x"}', 404, "application/json"),
    "html": reply("<!DOCTYPE html><html><title>Welcome</title></html>"),
    "an error in a 200": reply('{"code":"rest_disabled","message":"x"}', 200, "application/json"),
    "an object": reply('{"hello": 1}', 200, "application/json"),
    "a list of other things": reply("[1, 2]", 200, "application/json"),
    "nothing": reply("", 200, "application/json"),
    "500": reply("oops", 500),
}


@pytest.mark.parametrize("how", CLOSED)
def test_each_way_of_being_closed_leads_to_the_sitemap(nights, server, how):
    blog = Blog(server)

    def answer(request):
        if request.path.startswith("/wp-json"):
            return CLOSED[how]
        return blog.answer(request)

    server.routes["*"] = answer
    server.routes["/wp-sitemap.xml"] = urlset(*(f"{server.url}/dmedh/{number}" for number in blog.posts))
    report = nights.night()
    assert report.mode == "sitemap"
    assert report.complete, report.reason
    assert {"1", "2", "3"} <= report.articles


def test_rest_that_moved_is_found_again_and_one_that_closed_is_not_asked_twice(nights, server):
    blog = Blog(server)
    nights.night()

    def answer(request):
        if request.path.startswith("/wp-json"):
            return CLOSED["403"]
        if request.path.startswith("/api/"):
            request.path = request.path.replace("/api/", "/wp-json/")
        return blog.answer(request)

    server.routes["*"] = answer
    server.routes["/wp-sitemap.xml"] = urlset(*(f"{server.url}/dmedh/{number}" for number in blog.posts))
    server.log.clear()
    assert nights.night().mode == "sitemap"
    assert sum(path.startswith("/wp-json") for path in server.paths()) == 1
    server.routes["/"] = reply("x", Link=f'<{server.url}/api/>; rel="https://api.w.org/"')
    nights.count += 7
    assert nights.night().mode == "rest"


# -- sitemaps ------------------------------------------------------------------------------------


def urlset(*urls, lastmod="2020-01-01"):
    rows = "".join(f"<url><loc>{url}</loc><lastmod>{lastmod}</lastmod></url>" for url in urls)
    return reply(f'<?xml version="1.0"?><urlset>{rows}</urlset>', content_type="application/xml")


def index(*urls):
    rows = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return reply(f"<sitemapindex>{rows}</sitemapindex>", content_type="application/xml")


@pytest.fixture
def closed(server):
    """A site of three articles whose REST is closed."""
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    server.routes["/robots.txt"] = reply(status=404)
    for number in (1, 2, 3):
        server.routes[f"/dmedh/{number}"] = reply(
            f"<title>{number}</title><article id='post-{number}'></html>"
        )
    return server


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


@pytest.fixture
def undated(closed):
    """A site of three articles whose sitemap gives no dates."""
    rows = "".join(f"<url><loc>{closed.url}/dmedh/{n}</loc></url>" for n in (1, 2, 3))
    closed.routes["/wp-sitemap.xml"] = reply(f"<urlset>{rows}</urlset>", content_type="application/xml")
    closed.routes["/dmedhrule"] = reply("<title>rules</title></html>")
    return closed


def edited(closed, number, text):
    closed.routes[f"/dmedh/{number}"] = reply(
        f"<title>{number}</title><article id='post-{number}'>{text}</article></html>"
    )


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


def atom(url, changes, **headers):
    """An Atom feed of (post, its change) in this order; all were published in the order of their numbers."""
    rows = "".join(
        f"<entry><link href='{url}/dmedh/{number}'/><id>{url}/?p={number}</id><content>x</content>"
        f"<published>2019-01-0{number}T00:00:00Z</published><updated>{changed}Z</updated></entry>"
        for number, changed in changes
    )
    return reply(f"<feed>{rows}</feed>", content_type="application/atom+xml", **headers)


class Changing:
    """The feed of a site of three posts, by the order asked for."""

    def __init__(self, site, *, ignores=False):
        self.site, self.ignores = site, ignores
        self.dates = {1: "2020-01-01T00:00:00", 2: "2020-01-02T00:00:00", 3: "2020-01-03T00:00:00"}
        self.elsewhere = ""
        site.routes["/feed/atom/"] = self.answer

    def answer(self, request):
        rows = sorted(self.dates.items(), reverse=True)
        if not self.ignores:
            rows = sorted(rows, key=lambda row: row[1], reverse="asc" not in request.path)
        last = max([*self.dates.values(), self.elsewhere])
        said = datetime.fromisoformat(last).replace(tzinfo=UTC)
        return atom(self.site.url, rows, Last_Modified=f"{said:%a, %d %b %Y %H:%M:%S} GMT")


def read_again(nights, site):
    site.log.clear()
    report = nights.night()
    assert report.complete
    return [path for path in site.paths() if path.startswith("/dmedh")]


def test_the_feed_by_its_changes_names_what_to_read_again(nights, undated):
    feed = Changing(undated)
    nights.night()
    assert read_again(nights, undated) == []
    feed.dates[1] = "2021-01-01T00:00:00"
    edited(undated, 1, "new")
    assert read_again(nights, undated) == ["/dmedh/1"]
    assert read_again(nights, undated) == []
    # Something public that is no post: the pages are looked at.
    feed.elsewhere = "2021-02-02T00:00:00"
    assert read_again(nights, undated) == ["/dmedhrule"]
    assert read_again(nights, undated) == []
    feed.dates |= {2: "2021-03-01T00:00:00", 3: "2021-03-02T00:00:00"}
    assert read_again(nights, undated) == ["/dmedh/3", "/dmedh/2"]


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


def test_without_dates_and_without_a_feed_one_article_a_night_and_all_each_week(nights, undated):
    nights.night()
    edited(undated, 1, "new")
    asked, found = [], []
    for _ in range(8):
        paths = read_again(nights, undated)
        assert len(undated.log) <= 5 or len(paths) >= 3
        asked.append(len(paths))
        found += [one.page.url for one in nights.fetched if one.outcome == "changed"]
    assert found == ["https://dm-edh.com/dmedh/1"]
    assert sorted(asked)[:-1] == [1] * 7
    assert max(asked) >= 3


def test_one_article_that_fails_does_not_hold_up_the_others_and_is_asked_again(nights, closed):
    closed.routes["/wp-sitemap.xml"] = urlset(*(f"{closed.url}/dmedh/{n}" for n in (1, 2, 3)))
    good, closed.routes["/dmedh/2"] = closed.routes["/dmedh/2"], reply("oops", 500)
    report = nights.night()
    assert report.complete
    assert [failure.article for failure in report.failures] == [True]
    assert "1 articles could not be had" in report.notes[-1]
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
    assert "1 articles could not be had" in report.notes[-1]
    closed.routes["/dmedh/2"] = good
    closed.log.clear()
    assert nights.night().failures == []
    assert "/dmedh/2" in closed.paths()
    closed.log.clear()
    nights.night()
    assert "/dmedh/2" not in closed.paths()


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


# -- feeds and archives --------------------------------------------------------------------------


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


def test_a_site_with_nothing_open_is_a_failed_one(nights, closed):
    report = nights.night()
    assert not report.complete
    assert "no way into dm-edh is open" in report.reason
    assert not (nights.home / "crawls").exists()
