"""Pages that show what their address showed before are not read again, but where something came between."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.flows.test_ingest import ask, read_in, take_in
from tests.parsers import article_pages
from tests.parsers.article_pages import NAMES, article, deck_table
from warehouse.archive import Archive, confirmed

BEGAN = datetime(2026, 11, 1, 19, 30, tzinfo=UTC)


def shown(day, last="甲", **changes):
    """The article's page on a day, its list ending with a card of this name."""
    made = article_pages.page(article(deck_table((*NAMES[:-1], last))))
    return replace(made, fetched_at=BEGAN + timedelta(days=day), **changes)


def gone(day):
    made = article_pages.page("<title>not here</title></html>")
    return replace(made, fetched_at=BEGAN + timedelta(days=day), status=404)


def night(home, *pages):
    """Keep pages as one night's file and read it in; what that gave."""
    (part,) = take_in(home, *pages)
    return part


def versions(home):
    return ask(home, "select version, deleted_on is not null from deck order by 1")


def test_the_same_body_on_a_later_night_is_not_read(tmp_path):
    assert (night(tmp_path, shown(1)).pages, versions(tmp_path)) == (1, [(1, False)])
    for day in (2, 3):
        part = night(tmp_path, shown(day), shown(day + 0.1))
        assert (part.pages, part.decks, part.changed) == (0, 0, 0)
    assert versions(tmp_path) == [(1, False)]


def test_a_304_of_a_known_body_is_not_read(tmp_path):
    with Archive(tmp_path / "archive") as archive:
        place = archive.append(shown(1, etag='"v"'))
    read_in(tmp_path)
    with Archive(tmp_path / "archive") as archive:
        archive.append(confirmed(shown(1, etag='"v"'), BEGAN + timedelta(days=2), {}), confirms=place)
    (part,) = read_in(tmp_path)
    assert (part.pages, part.decks, part.changed) == (0, 0, 0)


@pytest.mark.parametrize(
    ("between", "again", "ends"),
    [
        (shown(2, "乙"), shown(3), [(1, False), (2, False), (3, False)]),
        (gone(2), shown(3), [(1, False)]),
        (shown(2, robots="noarchive"), shown(3), [(1, False)]),
        (shown(2), shown(3, robots="noarchive"), [(1, False)]),
        (shown(2), shown(3, content_type="text/html; charset=utf-8"), [(1, False)]),
    ],
    ids=["another text", "a 404", "a wish", "a wish that is new", "another type"],
)
def test_what_came_between_or_changed_beside_the_body_has_it_read(tmp_path, between, again, ends):
    night(tmp_path, shown(1))
    night(tmp_path, between)
    assert night(tmp_path, again).pages == 1
    assert versions(tmp_path) == ends


def test_an_article_that_was_gone_for_two_nights_is_back_with_its_old_body(tmp_path):
    for one in (shown(1), gone(2), gone(3)):
        night(tmp_path, one)
    assert versions(tmp_path) == [(1, True)]
    night(tmp_path, shown(4))
    assert versions(tmp_path) == [(1, False)]


def test_bodies_that_were_refused_are_refused_again_the_next_night(tmp_path):
    places = [f"https://dm-edh.com/dmedh/{number}" for number in range(1, 7)]
    lists = [article(deck_table(NAMES), post_id=number) for number in range(1, 7)]
    bare = [article("<p>今日は大会でした。</p>", post_id=number) for number in range(1, 7)]

    def kept(bodies, day):
        at = BEGAN + timedelta(days=day)
        made = (article_pages.page(body) for body in bodies)
        return [replace(page, url=url, fetched_at=at) for page, url in zip(made, places, strict=True)]

    assert night(tmp_path, *kept(lists, 1)).status == "loaded"
    assert night(tmp_path, *kept(bare, 2)).status == "refused"
    part = night(tmp_path, *kept(bare, 3))
    assert (part.status, part.pages) == ("refused", 6)
    assert night(tmp_path, *kept(lists, 4)).status == "loaded"
    assert len(versions(tmp_path)) == 6


def test_a_warehouse_that_is_new_reads_each_body_once(tmp_path):
    for day in (1, 2, 3):
        night(tmp_path, shown(day))
    (tmp_path / "work.duckdb").unlink()
    assert [part.pages for part in read_in(tmp_path)] == [1, 0, 0]
    assert versions(tmp_path) == [(1, False)]
