"""Sites that miscount, shift and lie in their REST answers: what the crawl makes of them."""

import json
from datetime import UTC, date, datetime

import pytest

from tests.flows.crawl_sites import (
    CLOSED,
    Blog,
    lists,
    read_keys,
    urlset,
)
from tests.flows.hostile import reply

pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")


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


def test_since_is_kept_by_a_site_that_does_not_know_modified_after(nights, server):
    blog = Blog(server)
    blog.posts[2] = {"modified": "2021-01-01T00:00:00"}

    def answer(request):
        if "modified_after" in request.path:
            return reply('{"code":"rest_invalid_param","message":"x"}', 400, "application/json")
        return blog.answer(request)

    server.routes["*"] = answer
    report = nights.night(since=date(2021, 1, 1))
    assert (report.mode, report.limited, report.failures) == ("rest", True, [])
    assert read_keys(nights) == {"2"}


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


def test_a_rest_that_lists_nothing_any_more_leads_to_the_sitemap_and_hides_nothing(nights, server):
    blog = Blog(server, 8)
    nights.night()
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["an empty list"]
    server.routes["/wp-sitemap.xml"] = urlset(*(f"{server.url}/dmedh/{number}" for number in blog.posts))
    report = nights.night()
    assert (report.mode, report.complete, report.gone) == ("sitemap", True, [])
    assert {str(number) for number in blog.posts} <= report.articles
    assert "rest: REST lists no post" in report.notes


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
    assert "rest" in [nights.night().mode for _ in range(12)]
