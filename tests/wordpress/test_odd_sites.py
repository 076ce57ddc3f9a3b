"""A real WordPress as owners, themes and plugins leave it: closed ways, rubbish, moving pages."""

import pytest

from tests.wordpress.nights import published_problems
from tests.wordpress.posts import DECK_IDS, a_blog, article, listed, local, post
from tests.wordpress.story import WAYS_IN

ALL_IDS = {str(one) for one in DECK_IDS}
FEW_IDS = (4081, 20001, 20004, 20020, 20025, 20040, 20703)
FEW_DECKS = {"4081", "20001", "20004", "20020", "20025", "20040"}


def assert_as_written(night, ids):
    assert set(night.current) == set(ids)
    for key, deck in night.current.items():
        assert deck.listed == listed(article(int(key)).decks[0]), key
        assert deck.version == 1, key


@pytest.mark.parametrize("answer", [401, 403, 404, "html"])
def test_each_way_of_closing_rest_leads_to_the_sitemap(site, nights, answer):
    site.operate(*a_blog(FEW_IDS))
    site.switch(rest=answer)
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, FEW_DECKS)
    assert "/wp-sitemap.xml" in night.targets


@pytest.mark.parametrize("rubbish", ["bom", "notice"])
def test_rubbish_before_every_answer_loses_nothing(site, nights, rubbish):
    site.operate(*a_blog(FEW_IDS))
    site.switch(**{rubbish: True})
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, FEW_DECKS)
    quiet = nights.run()
    assert quiet.report.exit_code == 0, quiet.said
    assert quiet.decks == night.decks
    assert len(quiet.requests) <= 5, quiet.targets


@pytest.mark.parametrize("way", ["sitemap", "archives"])
@pytest.mark.parametrize(
    "theme", ["panels", "plainblog", "twentytwentyone", "twentytwentythree", "twentytwentytwo"]
)
def test_no_theme_hides_a_list(site, nights, theme, way):
    if theme not in site.themes():
        pytest.skip(f"Debian's wordpress-theme-{theme} is not installed")
    site.operate({"do": "theme", "name": theme}, *a_blog(FEW_IDS))
    site.switch(**WAYS_IN[way])
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, FEW_DECKS)
    quiet = nights.run()
    assert quiet.decks == night.decks
    assert len(quiet.requests) <= 5, quiet.targets


@pytest.mark.parametrize("way", ["rest", "archives"])
def test_sticky_posts_are_met_twice_and_counted_once(site, nights, way):
    # The oldest lists, on the second page of the archive by their dates.
    site.operate(*a_blog(), {"do": "stick", "id": 4081}, {"do": "stick", "id": 20001})
    site.switch(**WAYS_IN[way])
    night = nights.run()
    assert_as_written(night, ALL_IDS)
    assert len(night.decks) == len(DECK_IDS)


@pytest.mark.parametrize(
    ("way", "match"), [("archives", r"^/$"), ("feed", r"^/feed/atom/$"), ("rest", r"per_page=100&page=1")]
)
def test_a_post_that_appears_while_pages_are_read_doubles_none(site, nights, way, match):
    more = tuple(range(30001, 30091)) if way == "rest" else ()
    site.operate(*a_blog(), *(prose(one) for one in more))
    new = post(article(20035), date=local(nights.at(0)), modified=local(nights.at(0)))
    site.switch(**WAYS_IN[way], meanwhile={"match": match, "operations": [new]})
    first, second = nights.run(), nights.run()
    assert set(first.current) - {"20035"} == ALL_IDS
    assert_as_written(second, ALL_IDS | {"20035"})
    assert len(second.decks) == len(DECK_IDS) + 1


@pytest.mark.parametrize(
    ("way", "match"), [("archives", r"^/$"), ("feed", r"^/feed/atom/$"), ("rest", r"per_page=100&page=1")]
)
def test_a_post_that_vanishes_while_pages_are_read_takes_no_other_along(site, nights, way, match):
    # By id ascending the lists come last; by date descending they are on both sides of the page's end.
    more = tuple(range(301, 391)) if way == "rest" else ()
    site.operate(*a_blog(), *(prose(one) for one in more))
    gone = {"do": "delete", "id": 301 if way == "rest" else 20703}
    site.switch(**WAYS_IN[way], meanwhile={"match": match, "operations": [gone]})
    nights.run()
    second = nights.run()
    assert_as_written(second, ALL_IDS)


@pytest.mark.parametrize(
    ("way", "theme"),
    # A theme has no say in REST, nor in a feed.
    [("rest", "twentytwentyone"), ("feed", "panels")]
    + [
        (way, theme)
        for way in ("sitemap", "archives")
        for theme in ("panels", "plainblog", "twentytwentyone")
    ],
)
def test_a_split_post_gives_its_whole_list(site, nights, way, theme):
    whole = article(20001)
    made = post(whole)
    half = len(whole.decks[0].main) // 2
    line = whole.decks[0].main[half]
    start = made["content"].rindex("<tr>", 0, made["content"].index(line))
    before, after = made["content"][:start], made["content"][start:]
    made["content"] = f"{before}</tbody></table>\n<!--nextpage-->\n<table><tbody>{after}"
    site.operate({"do": "empty"}, {"do": "theme", "name": theme}, made, post(article(20004)))
    site.switch(**WAYS_IN[way])
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, {"20001", "20004"})
    assert all(deck.complete for deck in night.current.values())
    assert "cut_off" not in {kind for _, kind in published_problems(nights.home)}
    quiet = nights.run()
    assert quiet.decks == night.decks
    assert len(quiet.requests) <= 5, quiet.targets
    line = whole.decks[0].main[-1]
    edited = made["content"].replace(line, "新しく入れた札")
    site.operate({"do": "edit", "id": 20001, "content": edited, "modified": local(nights.at(12))})
    # Where no list shows the post's text, it is asked for in its turn.
    after = nights.until(lambda night: ("20001", 2) in night.decks, 1 if way in ("rest", "feed") else 8)
    assert [(deck.version, deck.complete) for deck in after.decks.values() if deck.key == "20001"] == [
        (1, True),
        (2, True),
    ]
    assert "新しく入れた札" in after.current["20001"].listed.cards


def test_a_deleted_post_that_comes_back_is_not_marked(site, nights):
    site.operate(*a_blog(FEW_IDS))
    nights.run()
    site.operate({"do": "edit", "id": 20001, "status": "draft"})
    away = nights.run()
    assert away.decks[("20001", 1)].deleted_on is None
    site.operate({"do": "edit", "id": 20001, "status": "publish"})
    back = nights.run()
    assert_as_written(back, FEW_DECKS)
    assert all(deck.deleted_on is None for deck in back.decks.values())


def test_a_trashed_post_that_comes_back_late_is_no_longer_marked(site, nights):
    site.operate(*a_blog(FEW_IDS))
    nights.run()
    site.operate({"do": "edit", "id": 20001, "status": "draft"})
    nights.run()
    marked = nights.run()
    assert marked.decks[("20001", 1)].deleted_on is not None
    site.operate({"do": "edit", "id": 20001, "status": "publish"})
    back = nights.run()
    assert back.decks[("20001", 1)].deleted_on is None
    assert_as_written(back, FEW_DECKS)


def test_maintenance_is_no_empty_site(site, nights):
    site.operate(*a_blog(FEW_IDS))
    first = nights.run()
    maintenance = site.site / ".maintenance"
    # As WordPress itself writes it while it updates.
    maintenance.write_text("<?php $upgrading = time(); ?>", encoding="utf-8")
    try:
        night = nights.run()
    finally:
        maintenance.unlink()
    assert night.report.exit_code == 3
    assert "dm-edh" in night.report.failures
    assert night.decks == first.decks
    assert len(night.requests) <= 3, night.targets
    after = nights.run()
    assert after.report.exit_code == 0
    assert after.decks == first.decks


def test_an_emptied_site_is_a_failed_one_and_its_decks_stay(site, nights):
    site.operate(*a_blog(FEW_IDS))
    first = nights.run()
    site.operate({"do": "empty"})
    night = nights.run()
    assert night.report.exit_code == 3, night.said
    assert night.decks == first.decks


def test_drafts_attachments_and_revisions_are_not_read(site, nights):
    site.operate(
        *a_blog(FEW_IDS),
        post(article(20011), status="draft"),
        post(article(20017), status="private"),
        post(article(20006), type="attachment", slug="list-6"),
    )
    night = nights.run()
    assert_as_written(night, FEW_DECKS)


def prose(post_id):
    return {
        "do": "post",
        "id": post_id,
        "title": f"日記 {post_id}",
        "content": "<p>今日は大会でした。</p>",
        "date": f"2019-01-{post_id % 28 + 1:02d} 12:00:00",
        "category": "information",
    }
