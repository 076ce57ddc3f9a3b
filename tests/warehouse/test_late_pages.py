"""Pages that are read in late find their place: any order of loading gives the same tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.errors import ArchiveDamaged
from schema.records import Problem, RuleText
from tests.warehouse.build import at, card, deck, load, page, rows, shown
from tests.warehouse.hashes import table_hashes
from warehouse.database import memory_database
from warehouse.load import mark_deleted
from warehouse.sightings import Confirmed

CURRENT = "select source_key, version, is_current from deck order by source_key, version"
TEXTS = (
    "select d.version, l.text from deck d join deck_line l using (deck_id) "
    "where l.zone = 'main' order by 1, l.line_no"
)


class Kept:
    """What an archive keeps: every page that was loaded, by a place of its own, and what was seen again."""

    def __init__(self):
        self.items = []
        self.confirmed = []

    def load(self, con, *batch, confirmed=()):
        given = []
        for one, parsed in batch:
            place = replace(one, warc_file="kept.warc.gz", warc_offset=len(self.items))
            item = (place, parsed)
            self.items.append(item)
            given.append(item)
        report = load(
            con, *given, confirmed=confirmed, again=self.again, seen_again=lambda *_: self.confirmed
        )
        self.confirmed += confirmed
        return report

    def again(self, places):
        for _, offset in places:
            one, parsed = self.items[offset]
            yield one, "test", "1", parsed


def sighting(day, content, *, body=None, key="1"):
    """The article's own page on a day: `content` are the deck's cards; None where it holds no deck."""
    decks = () if content is None else (deck(key, *content),)
    url = f"https://dm-edh.com/dmedh/{key}"
    return page(url, body=body or f"{content}", days=day), shown(*decks, keys=(key,))


VERSIONS = (
    "select d.version, d.is_current, d.seen_at, d.ended_at, d.revised_on, d.copies, p.fetched_at, "
    "(select list(text order by line_no) from deck_line l where l.deck_id = d.deck_id) "
    "from deck d left join page p using (page_id) where d.source_key = ? order by 1"
)
PAGES = "select fetched_at, sha256 from page where url = 'https://dm-edh.com/dmedh/' || ? order by 1"


class Orders:
    """One database for many orders: each is loaded as an article of its own."""

    def __init__(self):
        self.con, self.kept, self.number = memory_database(), Kept(), 0

    def loaded(self, portions):
        """What is held of an article whose sightings come in these portions; the same when met again."""
        self.number += 1
        key = str(self.number)
        batches = [[sighting(*one, key=key) for one in portion] for portion in portions if portion]
        for batch in batches:
            self.kept.load(self.con, *batch)
        found = self.held(key)
        for batch in batches:
            assert self.kept.load(self.con, *batch).changed == 0
        assert self.held(key) == found
        return found

    def held(self, key):
        return rows(self.con, VERSIONS, key), rows(self.con, PAGES, key)


@pytest.fixture(scope="module")
def orders():
    held = Orders()
    yield held
    held.con.close()


def test_a_list_changed_and_changed_back_is_three_versions_in_whatever_order(orders):
    instants = [at(day).replace(tzinfo=None) for day in (1, 3, 5)]
    for order in permutations([(1, "甲"), (3, "乙"), (5, "甲")]):
        versions, _ = orders.loaded([[one] for one in order])
        assert [(version, texts[-1], current, seen) for version, current, seen, *_, texts in versions] == [
            (1, "甲", False, instants[0]),
            (2, "乙", False, instants[1]),
            (3, "甲", True, instants[2]),
        ], order


SEEN = st.lists(
    st.tuples(st.integers(1, 9), st.sampled_from(["甲", "乙", "甲乙", None])),
    min_size=2,
    max_size=5,
    unique_by=lambda one: one[0],
)


@given(SEEN, st.data())
@settings(deadline=None, max_examples=30)
def test_any_order_of_loading_gives_the_same_tables(orders, seen, data):
    shuffled = data.draw(st.permutations(seen))
    cut = data.draw(st.integers(0, len(seen)))
    expected = orders.loaded([[one] for one in sorted(seen, key=lambda one: one[0])])
    assert orders.loaded([shuffled[:cut], shuffled[cut:]]) == expected


def confirmed(day, content):
    one, _ = sighting(day, content)
    return Confirmed(one.source, one.url, one.sha256, one.fetched_at)


def test_a_page_between_two_sightings_of_one_version_is_an_older_version(con):
    for again in ("the same body", "another body", "a 304"):
        fresh, kept = memory_database(), Kept()
        kept.load(fresh, sighting(1, "甲"))
        if again == "a 304":
            kept.load(fresh, confirmed=[confirmed(5, "甲")])
        else:
            kept.load(fresh, sighting(5, "甲", body=None if again == "the same body" else "markup"))
        report = kept.load(fresh, sighting(3, "乙"))
        assert report.late == {0: frozenset({("dm-edh", "1")})}
        assert rows(fresh, CURRENT) == [("1", 1, False), ("1", 2, False), ("1", 3, True)], again
        assert [text for _, text in rows(fresh, TEXTS)] == ["甲", "乙", "甲"]
        fresh.close()


def test_where_the_archive_cannot_be_read_again_a_late_page_is_a_missed_version_and_never_current(con):
    load(con, sighting(1, "甲"))
    load(con, sighting(5, "甲"))
    load(con, sighting(3, "乙"))
    assert rows(con, CURRENT) == [("1", 1, True), ("1", 2, False)]

    def lost(places):
        raise ArchiveDamaged("gone")
        yield

    load(con, sighting(4, "丙"), again=lost)
    assert rows(con, CURRENT) == [("1", 1, True), ("1", 2, False), ("1", 3, False)]


def test_an_older_page_without_the_deck_ends_none_that_was_seen_since(con):
    kept = Kept()
    for day, content in ((1, "甲"), (5, "甲"), (3, None)):
        kept.load(con, sighting(day, content))
    assert rows(con, CURRENT) == [("1", 1, True)]


def test_what_a_304_confirms_after_another_page_showed_an_edit_is_what_the_site_shows(con):
    kept = Kept()
    kept.load(con, sighting(1, "甲"))
    listing = page("https://dm-edh.com/wp-json/wp/v2/posts", body="list", days=3)
    kept.load(con, (listing, shown(deck("1", "乙"), keys=("1",))))
    kept.load(con, confirmed=[confirmed(5, "甲")])
    assert [text for _, text in rows(con, TEXTS)] == ["甲", "乙", "甲"]
    assert rows(con, CURRENT)[-1] == ("1", 3, True)


def test_what_is_only_seen_again_is_no_load(con):
    kept = Kept()
    kept.load(con, sighting(1, "甲"))
    before = table_hashes(con, ignore=())
    assert kept.load(con, confirmed=[confirmed(5, "甲")]).load_id is None
    assert table_hashes(con, ignore=()) == before


def test_other_decks_of_a_late_page_stay_as_they_are(con):
    kept = Kept()
    listing = "https://dm-edh.com/wp-json/wp/v2/posts"
    two = shown(deck("1", "甲"), deck("2", "子"), keys=("1", "2"))
    kept.load(con, (page(listing, body="a", days=1), two))
    kept.load(con, sighting(5, "甲"))
    kept.load(
        con, (page(listing, body="b", days=3), shown(deck("1", "乙"), deck("2", "丑"), keys=("1", "2")))
    )
    assert rows(con, CURRENT) == [
        ("1", 1, False),
        ("1", 2, False),
        ("1", 3, True),
        ("2", 1, False),
        ("2", 2, True),
    ]


def test_a_deck_that_is_gone_stays_gone_when_an_older_page_comes(con):
    kept = Kept()
    kept.load(con, sighting(1, "甲"))
    kept.load(con, sighting(5, "甲"))
    gone = date(2020, 3, 20)
    mark_deleted(con, "dm-edh", ["1"], on=gone, started_at=at(19), code_version="test")
    kept.load(con, sighting(3, "乙"))
    assert rows(con, "select version, is_current, deleted_on from deck order by 1") == [
        (1, False, None),
        (2, False, None),
        (3, True, gone),
    ]


def test_verdicts_and_cards_of_a_version_that_moved_do_not_stay_behind(con):
    kept = Kept()
    kept.load(con, sighting(1, "甲"))
    kept.load(con, sighting(5, "丙"))
    con.execute(
        "insert into verdict (deck_id, format, basis, as_of, edition, verdict) "
        "select deck_id, format, 'today', '2020-03-09', '2020-01-01', 'legal' from deck"
    )
    kept.load(con, sighting(3, "乙"))
    assert [text for _, text in rows(con, TEXTS)] == ["甲", "乙", "丙"]
    # The first version is what it was; the second is another list than it was judged as.
    assert rows(con, "select d.version from verdict join deck d using (deck_id)") == [(1,)]


def test_an_older_card_page_undoes_no_facts_of_a_newer_one(con):
    url = "https://dm.takaratomy.co.jp/card/detail/?id=x"
    new = shown(cards=(card("甲", "火"),), keys=("x",))
    old = shown(cards=(card("甲", "水"),), keys=("x",))
    kept = Kept()
    kept.load(con, (page(url, body="new", days=5, source="dm-official"), new))
    before = table_hashes(con, without=("page", "sighting", "page_article", "load"))
    kept.load(con, (page(url, body="old", days=3, source="dm-official"), old))
    assert table_hashes(con, without=("page", "sighting", "page_article", "load")) == before


def test_an_older_rule_page_is_not_the_rule_in_force(con):
    url = "https://dm-edh.com/dmedhrule"
    kept = Kept()
    for day, text in ((1, "60枚"), (5, "60枚"), (3, "40枚")):
        rule = RuleText("dm-edh", url, "rule", (("構築", text),))
        kept.load(con, (page(url, body=text, days=day), shown(rules=(rule,))))
    assert rows(con, "select text from rule_text where until_load_id is null") == [("60枚",)]


def test_the_body_of_a_page_is_known_by_its_earliest_sighting(con):
    kept = Kept()
    kept.load(con, sighting(5, "甲"))
    kept.load(con, sighting(1, "甲"))
    assert rows(con, "select fetched_at, warc_offset from page") == [(at(1).replace(tzinfo=None), 1)]
    assert rows(con, "select version, seen_at from deck") == [(1, at(1).replace(tzinfo=None))]


@pytest.mark.parametrize("title", ["deck 1", "another title"])
def test_an_excerpt_of_all_lines_is_no_edit_of_a_whole_list(con, title):
    """Cut off behind its last line, a list shows no more than is known; its title may be the excerpt's."""
    load(con, (page(), shown(deck("1", "甲", "乙"))))
    cut = deck("1", "甲", "乙", complete=False, title=title)
    load(con, (page(body="torn", days=1), shown(cut)))
    assert rows(con, "select version, title, is_complete from deck") == [(1, "deck 1", True)]
    whole = deck("1", "甲", "乙", title="renamed")
    load(con, (page(body="whole", days=2), shown(whole)))
    assert rows(con, "select version, title from deck order by 1") == [(1, "deck 1"), (2, "renamed")]


def test_an_excerpt_of_all_lines_is_completed_by_the_whole_under_its_own_title(con):
    load(con, (page(body="torn"), shown(deck("1", "甲", "乙", complete=False, title="A deck …"))))
    load(con, (page(body="whole", days=0.01), shown(deck("1", "甲", "乙", title="A deck of all"))))
    assert rows(con, "select version, title, is_complete from deck") == [(1, "A deck of all", True)]


def test_a_list_with_a_line_that_cannot_be_read_may_be_renamed(con):
    """It is never complete, so that nothing but its title tells the edit."""
    problem = Problem("dm-edh", "https://dm-edh.com/dmedh/1", "unreadable_line", "?", 3, "1")
    load(con, (page(), shown(deck("1", "甲", complete=False), problems=(problem,))))
    load(con, (page(body="b", days=3), shown(deck("1", "甲", complete=False, title="renamed"))))
    assert rows(con, "select version, title from deck order by 1") == [(1, "deck 1"), (2, "renamed")]
