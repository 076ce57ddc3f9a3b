"""Articles that go, move, come back or leave their address to others, whatever the permalinks look like."""

import pytest

from flows.crawl.state import CrawlStates
from tests.flows.hostile import reply
from tests.flows.press import WAYS

pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")

LINKS = {
    "name": "/%postname%/",
    "id": "/%category%/%post_id%",
    "plain": "",
    "date and name": "/%year%/%monthnum%/%postname%/",
    "numeric": "/archives/%post_id%",
    "category and name": "/%category%/%postname%",
}


@pytest.mark.parametrize(
    ("way", "link"),
    [("sitemap", link) for link in LINKS] + [(way, link) for way in WAYS for link in ("name", "plain")],
)
def test_a_deletion_is_marked_on_a_later_night_and_a_return_takes_it_back(run, way, link):
    nights = run(link=LINKS[link], guesses=False, **WAYS[way])
    nights.run()
    assert nights.report.mode == way
    assert nights.ask("select count(*) from deck where is_current") == [(12,)]
    post = nights.site.posts.pop(5)
    nights.run()
    assert nights.deleted() == set()
    nights.until(lambda: nights.deleted() == {"5"}, 3)
    assert nights.ask("select count(*) from deck where is_current") == [(12,)]
    nights.run()
    nights.site.posts[5] = post
    nights.until(lambda: nights.deleted() == set(), 3)
    assert nights.ask("select count(*) from deck") == [(12,)]


@pytest.mark.parametrize("way", WAYS)
def test_a_deleted_post_whose_address_leads_to_another_is_marked(run, way):
    """WordPress guesses: `/deck-of-1/` leads to `/deck-of-10/` once there is no such post."""
    nights = run(**WAYS[way])
    nights.run()
    del nights.site.posts[1]
    nights.until(lambda: nights.deleted() == {"1"}, 4)


@pytest.mark.parametrize("way", WAYS)
def test_a_deleted_post_whose_name_another_took_is_marked(run, way):
    nights = run(**WAYS[way])
    nights.run()
    del nights.site.posts[5]
    nights.site.add(40, slug="deck-of-5")
    nights.until(lambda: nights.deleted() == {"5"}, 4)
    assert nights.versions(40) == 1
    nights.run()
    assert nights.deleted() == {"5"}


@pytest.mark.parametrize(
    ("way", "before", "after"),
    [
        ("sitemap", "name", "id"),
        ("sitemap", "id", "name"),
        ("sitemap", "name", "plain"),
        ("rest", "id", "name"),
    ]
    + [(way, "name", "date and name") for way in ("rest", "feed", "archives")],
)
def test_changed_permalinks_delete_nothing(run, way, before, after):
    nights = run(link=LINKS[before], guesses=False, **WAYS[way])
    nights.run()
    nights.site.link = LINKS[after]
    for _ in range(4):
        nights.run()
    assert nights.deleted() == set()
    assert nights.ask("select count(*) from deck") == [(12,)]
    del nights.site.posts[5]
    nights.until(lambda: nights.deleted() == {"5"}, 4)


@pytest.mark.parametrize("way", WAYS)
def test_a_post_that_is_no_longer_public_is_marked_until_it_is_again(run, way):
    nights = run(**WAYS[way])
    nights.run()
    nights.site.posts[5].status = "private"
    nights.until(lambda: nights.deleted() == {"5"}, 4)
    nights.site.posts[5].status = "publish"
    nights.until(lambda: nights.deleted() == set(), 4)


def test_a_sitemap_that_goes_on_listing_a_deleted_post_marks_it_and_is_quiet_again(run):
    nights = run(**WAYS["sitemap"])
    nights.run()
    site = nights.site
    shown = site.listed
    gone = site.posts[5]
    stale = lambda kind="post": sorted(  # noqa: E731
        {post.id: post for post in [*shown(kind), *([gone] if kind == "post" else [])]}.values(),
        key=lambda post: post.id,
        reverse=True,
    )
    sitemap = site._sitemap

    def listing(path):
        site.listed = stale
        try:
            return sitemap(path)
        finally:
            del site.listed

    site._sitemap = listing
    gone.status = "trash"
    site.posts[5].modified = nights.now
    nights.until(lambda: nights.deleted() == {"5"}, 3)
    nights.run()
    assert len(nights.run()) <= 5
    gone.status = "publish"
    gone.modified = nights.now
    nights.until(lambda: nights.deleted() == set(), 3)


CLOSED = {
    "a login": "<html><title>Log In</title><form><input type='password' name='pwd'></form></html>",
    "maintenance": "<html><title>Maintenance</title><p>Down for scheduled maintenance.</p></html>",
    "half a page": "<html><title>A</title><body class='single'><article id='post-5'><p>《札",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("closed", CLOSED)
def test_a_page_that_is_no_article_tells_of_none(run, way, closed):
    """Where a post was, the site asks for a login for two nights, or is being mended; then it is gone."""
    nights = run(**WAYS[way])
    nights.run()
    address = nights.site.path(nights.site.posts.pop(5))
    nights.site.server.routes[address] = reply(CLOSED[closed])
    for _ in range(2):
        nights.nights.night()
        assert CrawlStates(nights.home).load("dm-edh").hidden == []
    del nights.site.server.routes[address]
    nights.until(lambda: nights.deleted() == {"5"}, 4)
