"""Five nights over a real WordPress, by every way in: what is asked, kept, known and marked after each."""

from dataclasses import replace

import pytest

from flows.replay import replay
from flows.settings import Settings
from tests.wordpress.nights import PACE, Nights, work_hashes
from tests.wordpress.posts import DECK_IDS, OTHER_IDS, article, listed, tokyo
from tests.wordpress.story import (
    ADDED,
    DELETED,
    EDITED,
    PROTECTED,
    REWRITTEN,
    SCHEDULED,
    WAYS_IN,
    tell,
)
from warehouse.database import connect_published

ALL_IDS = {str(one) for one in DECK_IDS}


@pytest.fixture(scope="module", params=list(WAYS_IN))
def story(request, running_wordpress, tmp_path_factory):
    running_wordpress.switch()
    running_wordpress.operate(
        {"do": "theme", "name": "twentytwentyone"}, {"do": "permalinks", "structure": "/%category%/%post_id%"}
    )
    nights = Nights(running_wordpress, tmp_path_factory.mktemp(request.param) / "census")
    return tell(running_wordpress, nights, request.param)


def changed_tables(night, before):
    return {name for name, found in night.hashes.items() if found != before.hashes[name]}


def everyone(story):
    return (story.first, story.quiet, story.changed, story.later, story.last)


def test_every_night_is_whole(story):
    for night in everyone(story):
        assert night.report.exit_code == 0, night.said


def test_first_night_takes_every_list_as_written(story):
    assert set(story.first.current) == ALL_IDS
    for key, deck in story.first.current.items():
        written = article(int(key))
        assert deck.version == 1
        assert deck.listed == listed(written.decks[0]), key
        assert deck.title == written.title
        assert deck.published_on == written.published.date(), key
        assert deck.complete == (not written.cut), key
        assert deck.url == f"https://dm-edh.com/{written.category}/{key}"
        assert deck.deleted_on is None


def test_first_night_asks_for_nothing_twice(story):
    # The front page is looked at for the way in; a list's first page once more when its last was read; where
    # there is no sitemap, its address for plain permalinks leads to the usual one.
    again = ("/", "/feed/atom/", "/wp-sitemap.xml")
    targets = [target for target in story.first.targets if target not in again]
    assert sorted(set(targets)) == sorted(targets)
    articles = len(DECK_IDS) + len(OTHER_IDS) + 1
    most = {"rest": 7, "sitemap": articles + 8, "feed": articles + 14, "archives": articles + 16}[story.way]
    assert len(targets) <= most, targets


def test_quiet_night_costs_five_requests_and_reads_nothing(story):
    for quiet in (story.quiet, story.last):
        assert len(quiet.requests) <= 5, quiet.targets
    assert {(part.pages, part.decks, part.changed) for part in story.quiet.report.ingested} <= {(0, 0, 0)}


def test_quiet_night_changes_no_row(story):
    assert story.quiet.decks == story.first.decks
    # That a list was seen again after the articles' own pages is written down, once.
    assert changed_tables(story.quiet, story.first) <= {"sighting"}
    assert story.last.decks == story.later.decks
    # The pages beside the article that appeared link to it now; one of them was looked at in its turn.
    assert changed_tables(story.last, story.later) <= {"page", "page_article", "sighting", "data_quality"}


def test_edited_list_is_a_new_version_and_the_old_one_stays(story):
    old, new = story.changed.decks[(str(EDITED), 1)], story.changed.decks[(str(EDITED), 2)]
    assert old == replace(story.first.decks[(str(EDITED), 1)], is_current=False)
    assert new.is_current
    assert new.listed == listed(story.edited.decks[0])
    assert new.listed != old.listed
    assert new.revised_on == story.days[EDITED]


def test_rewritten_list_is_dated_by_its_edit_where_its_note_stands_still(story):
    new = story.changed.decks[(str(REWRITTEN), 2)]
    assert new.listed == listed(article(REWRITTEN, revision=2).decks[0])
    assert new.revised_on == story.days[REWRITTEN]


def test_deleted_article_is_marked_on_the_later_night_and_kept(story):
    key = (str(DELETED), 1)
    assert story.changed.decks[key] == story.first.decks[key]
    marked = story.later.decks[key]
    assert marked.deleted_on == tokyo(story.later.instant)
    assert marked.is_current
    assert marked.listed == listed(article(DELETED).decks[0])
    assert story.last.decks[key] == marked


def test_protected_article_keeps_its_deck_and_is_told_of(story):
    for night in (story.changed, story.later, story.last):
        assert night.decks[(str(PROTECTED), 1)] == story.first.decks[(str(PROTECTED), 1)]
    con = connect_published(story.nights.home)
    told = con.execute("select source_key from problem where kind = 'protected'").fetchall()
    con.close()
    assert (str(PROTECTED),) in told


def test_added_article_is_there_the_same_night(story):
    deck = story.changed.current[str(ADDED)]
    assert deck.version == 1
    assert deck.listed == listed(article(ADDED).decks[0])
    assert deck.published_on == story.days[ADDED]


def test_scheduled_article_appears_when_it_is_published_and_not_before(story):
    assert str(SCHEDULED) not in story.changed.current
    deck = story.later.current[str(SCHEDULED)]
    assert deck.listed == listed(article(SCHEDULED).decks[0])


def test_nothing_else_changed(story):
    touched = {str(one) for one in (EDITED, REWRITTEN, DELETED, PROTECTED)}
    for key in ALL_IDS - touched:
        assert story.last.decks[(key, 1)] == story.first.decks[(key, 1)]
    assert len(story.last.decks) == len(DECK_IDS) + 4


def test_requests_keep_the_pace_and_never_overlap(story):
    for night in everyone(story):
        for before, after in zip(night.requests, night.requests[1:], strict=False):
            assert after.began - before.ended >= PACE * 0.95, (before.target, after.target)


def test_requests_say_who_asks(story):
    for night in everyone(story):
        assert {asked.agent.partition("/")[0] for asked in night.requests} == {"deckcensus"}
        assert {asked.method for asked in night.requests} == {"GET"}


def test_replay_ends_in_the_same_tables(story):
    before = work_hashes(story.nights.home)
    replay(Settings(home=story.nights.home), today=story.nights.plan().today, say=print)
    after = work_hashes(story.nights.home)
    assert {name: text for name, text in after.items() if text != before.get(name)} == {}
