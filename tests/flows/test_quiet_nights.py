"""Nights on which nothing changed, by every way in: five requests, no row; and when what changed is seen."""

import pytest

from tests.flows.press import WAYS

pytestmark = pytest.mark.usefixtures("no_waiting_for_disks")

YOAST = WAYS["sitemap"] | {"sitemap": "yoast"}
# The site, and within how many nights the README lets an edit of the oldest post be seen: dated, undated.
SITES = {
    "rest": ({"count": 12}, 1, None),
    "rest of three pages": ({"count": 230}, 1, None),
    "sitemap": ({"count": 8} | WAYS["sitemap"], 1, 26),
    "sitemap of many files": ({"count": 12, "most": 3} | YOAST, 10, 36),
    "sitemap without dates": ({"count": 8, "dated": False} | WAYS["sitemap"], 1, 26),
    "sitemap without dates nor feed": ({"count": 8, "dated": False, "feed": False} | WAYS["sitemap"], 26, 26),
    "feed": ({"count": 25} | WAYS["feed"], 1, None),
    "feed of excerpts": ({"count": 12, "excerpts": True} | WAYS["feed"], 1, None),
    "feed of one": ({"count": 6, "shown": 1} | WAYS["feed"], 1, None),
    "archives": ({"count": 25} | WAYS["archives"], 5, 5),
    "archives of excerpts": ({"count": 6, "excerpts": True} | WAYS["archives"], 9, 9),
    "archives of three": ({"count": 10, "shown": 3} | WAYS["archives"], 8, 8),
    "plain archives": ({"count": 12, "link": ""} | WAYS["archives"], 4, 4),
}


@pytest.mark.parametrize("name", SITES)
def test_quiet_nights_keep_within_five_requests_and_what_changes_is_seen(run, name):
    options, dated, undated = SITES[name]
    nights = run(**options)
    nights.run()
    for _ in range(10):
        asked = nights.run()
        assert len(asked) <= 5, asked
        assert nights.changed == 0, asked
    nights.site.edit(1, nights.now)
    nights.until(lambda: nights.versions(1) == 2, dated)
    nights.run()
    assert len(nights.run()) <= 5
    if undated is not None:
        # An edit that no date tells of.
        nights.site.posts[2].text += "<p>《黙って入れた札》</p>"
        nights.until(lambda: nights.versions(2) == 2, undated)
        # A list that the server calls unchanged, as no date moved, does not bring the old text back.
        nights.run()
        assert nights.versions(2) == 2
    del nights.site.posts[3]
    nights.until(lambda: nights.deleted() == {"3"}, 12)
    nights.run()
    for _ in range(3):
        assert len(nights.run()) <= 5


def test_posts_that_were_exchanged_are_found_by_listing_in_turn(run):
    nights = run(count=230)
    nights.site.add(0 + 500, status="private", modified=nights.site.posts[1].modified)
    nights.site.posts[150].status = "private"
    nights.run()
    # One goes and an older one comes, and no date and no total tells.
    nights.site.posts[40].status = "private"
    nights.site.posts[150].status = "publish"
    nights.until(lambda: nights.versions(150) == 1, 4)
    nights.until(lambda: nights.deleted() == {"40"}, 4)


@pytest.mark.parametrize("way", ["sitemap", "feed", "archives"])
def test_rest_that_opens_is_found_and_one_that_stays_broken_costs_no_more(run, way, server):
    nights = run(count=6, **WAYS[way])
    nights.run()
    nights.until(lambda: any("/wp-json/" in path for path in server.paths()), 11)
    assert len(server.log) <= 5
    nights.site.rest = True
    nights.until(lambda: nights.report.mode == "rest", 11)
    nights.run()
    assert len(nights.run()) <= 5
    assert nights.deleted() == set()


def test_validators_that_move_every_night_are_no_longer_believed(run):
    nights = run(count=25, **WAYS["feed"])
    feed = nights.site._feed
    nights.site._feed = lambda request, path, query: feed(request, path, query).replace(
        b'ETag: "', f'ETag: "{nights.nights.count}'.encode()
    )
    for _ in range(4):
        nights.run()
    for _ in range(3):
        assert len(nights.run()) <= 5
    nights.site.edit(1, nights.now)
    nights.until(lambda: nights.versions(1) == 2, 3)
