"""What owners change of a whole site: its addresses, how long its lists are, excerpts, kinds of posts."""

import pytest

from tests.wordpress.posts import DECK_IDS, a_blog, article, edit, listed, local, post
from tests.wordpress.story import WAYS_IN
from tests.wordpress.test_odd_sites import FEW_DECKS, FEW_IDS, assert_as_written

WAYS = list(WAYS_IN)


def option(name, value):
    return {"do": "option", "name": name, "value": value}


def permalinks(structure):
    return {"do": "permalinks", "structure": structure}


@pytest.mark.parametrize("way", WAYS)
def test_plain_permalinks_lose_nothing(site, nights, way):
    site.operate(*a_blog(), permalinks(""))
    site.switch(**WAYS_IN[way])
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, {str(one) for one in DECK_IDS})
    quiet = nights.run()
    assert quiet.decks == night.decks


@pytest.mark.parametrize("way", WAYS)
def test_names_in_addresses_double_nothing_when_they_change(site, nights, way):
    made = [post(article(one), slug=f"デッキ解説-{one}-赤緑") for one in FEW_IDS]
    site.operate({"do": "empty"}, permalinks("/%category%/%postname%/"), *made)
    site.switch(**WAYS_IN[way])
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, FEW_DECKS)
    site.operate({"do": "edit", "id": 20001, "slug": "新しい名前", "modified": local(nights.at(12))})
    renamed = nights.run()
    assert set(renamed.decks) == set(night.decks)
    site.operate(permalinks("/%category%/%post_id%"))
    for _ in range(3):
        moved = nights.run()
    assert set(moved.decks) == set(night.decks)
    assert [deck.key for deck in moved.decks.values() if deck.deleted_on] == []


@pytest.mark.parametrize("way", WAYS)
def test_one_post_a_page_costs_more_once_and_loses_nothing(site, nights, way):
    site.operate(*a_blog(FEW_IDS), option("posts_per_page", 1), option("posts_per_rss", 1))
    site.switch(**WAYS_IN[way])
    try:
        night, quiet = nights.run(), nights.run()
    finally:
        site.operate(option("posts_per_page", 10), option("posts_per_rss", 10))
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, FEW_DECKS)
    assert quiet.decks == night.decks
    assert len(quiet.requests) <= 5, quiet.targets


@pytest.mark.parametrize("way", WAYS)
def test_drafts_private_and_protected_posts_are_read_once_they_are_public(site, nights, way):
    hidden = (post(article(20011), status="draft"), post(article(20017), status="private"))
    site.operate(*a_blog(FEW_IDS), *hidden, post(article(20006), password="x"), {"do": "stick", "id": 20001})
    site.switch(**WAYS_IN[way])
    night = nights.run()
    assert night.report.exit_code == 0, night.said
    assert_as_written(night, FEW_DECKS)
    shown = {"status": "publish", "modified": local(nights.at(11)), "date": local(nights.at(10))}
    site.operate(
        {"do": "edit", "id": 20011} | shown,
        {"do": "edit", "id": 20017} | shown,
        {"do": "edit", "id": 20006, "password": "", "modified": local(nights.at(12))},
        {"do": "trash", "id": 20004},
    )
    # An old post that shows itself stands on an archive page that is looked at in its turn.
    public = FEW_DECKS | {"20011", "20017", "20006"}
    after = nights.until(
        lambda night: set(night.current) == public and night.decks["20004", 1].deleted_on is not None,
        8 if way == "archives" else 2,
    )
    assert [deck.key for deck in after.decks.values() if deck.deleted_on] == ["20004"]
    for key in ("20011", "20017", "20006"):
        assert after.current[key].listed == listed(article(int(key)).decks[0])
    site.operate({"do": "edit", "id": 20004, "status": "publish", "modified": local(nights.at(12))})
    back = nights.until(lambda night: night.current["20004"].deleted_on is None, 2)
    assert set(back.current) == public


@pytest.mark.parametrize("way", ["feed", "archives"])
def test_an_edit_behind_an_excerpt_is_seen_within_a_week(site, nights, way):
    site.operate(*a_blog(FEW_IDS), option("rss_use_excerpt", 1), {"do": "theme", "name": "twentytwentyone"})
    site.switch(**WAYS_IN[way])
    try:
        assert_as_written(nights.run(), FEW_DECKS)
        site.operate(edit(article(20004), nights.at(12), title="【DMEDH】デッキ解説:新しい題"))
        after = nights.until(lambda night: night.current["20004"].version == 2, 8)
    finally:
        site.operate(option("rss_use_excerpt", 0))
    assert after.current["20004"].version == 2
    assert len(after.decks) == len(FEW_DECKS) + 1


@pytest.mark.parametrize("way", WAYS)
def test_a_category_base_and_addresses_without_categories_double_nothing(site, nights, way):
    site.operate(*a_blog(FEW_IDS))
    site.switch(**WAYS_IN[way])
    first = nights.run()
    site.operate(option("category_base", "bunrui"), permalinks("/archives/%post_id%"))
    try:
        for _ in range(3):
            after = nights.run()
    finally:
        site.operate(option("category_base", ""))
    assert after.report.exit_code == 0, after.said
    assert set(after.decks) == set(first.decks)
    assert [deck.key for deck in after.decks.values() if deck.deleted_on] == []
