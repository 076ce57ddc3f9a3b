"""Pages into the database: versions, dates, bad records, and the same batch twice."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from schema.records import DeckLine, Problem, RestrictionChange, RuleText
from tests.warehouse.build import at, card, deck, give_cards, load, page, rows, shown
from tests.warehouse.hashes import table_hashes
from warehouse.load import load_cards, mark_deleted
from warehouse.resolve import resolve

CURRENT = "select source_key, version, is_current from deck order by source_key, version"


def test_a_deck_is_stored_with_its_lines_and_its_page(con):
    report = load(con, (page(), shown(deck("1", "甲", "2 乙"))))
    assert (report.pages, report.new_versions, report.problems) == (1, 1, 0)
    assert rows(con, "select zone, line_no, text, copies from deck_line order by line_no") == [
        ("commander", 1, "将", 1),
        ("main", 2, "甲", 1),
        ("main", 3, "乙", 2),
    ]
    assert rows(con, "select d.source_key, p.canonical_url from deck d join page p using (page_id)") == [
        ("1", "https://dm-edh.com/dmedh/1")
    ]
    assert rows(con, "select load_id, source, pages, decks from load where finished_at is not null") == [
        (1, "dm-edh", 1, 1)
    ]


def test_the_same_batch_again_changes_no_row(con):
    batch = [
        (page(), shown(deck("1", "甲"), deck("1#2", "乙"), keys=("1",))),
        (page(body="edited", days=1), shown(deck("1", "甲", "丙"), deck("1#2", "乙"), keys=("1",))),
        (page(body="third", days=2), shown(deck("1", "甲"), keys=("1",))),
    ]
    load(con, *batch)
    before = table_hashes(con, without=())
    report = load(con, *batch)
    assert report.load_id is None
    assert report.changed == 0
    assert table_hashes(con, without=()) == before
    for one in batch:
        assert load(con, one).changed == 0
    assert table_hashes(con, without=()) == before


def test_one_article_under_many_addresses_is_one_deck(con):
    addresses = [
        "http://dm.akrecord.com/variantrules/Reading/dmedh/4081",
        "https://dm-edh.com/dmedh/4081/",
        "https://dm-edh.com/?p=4081",
        "https://dm-edh.com/wp-json/wp/v2/posts?per_page=100",
        "http://dm-edh.com/dmedh/4081?utm_source=x",
    ]
    for day, url in enumerate(addresses):
        one = deck("4081", "甲", url=url)
        load(con, (page(url, body=f"markup {day}", days=day), shown(one)))
    assert rows(con, CURRENT) == [("4081", 1, True)]


def test_two_lists_of_one_instant_loaded_again_change_nothing(con):
    batch = [(page(), shown(deck("1", "甲"))), (page(body="b"), shown(deck("1", "乙")))]
    load(con, *batch)
    before = table_hashes(con, without=())
    assert load(con, *batch).changed == 0
    assert load(con, batch[0]).changed == 0
    assert table_hashes(con, without=()) == before
    assert rows(con, CURRENT) == [("1", 1, False), ("1", 2, True)]


def test_a_whole_list_that_grew_within_a_night_is_a_new_version(con):
    load(con, (page(), shown(deck("1", "甲"))))
    load(con, (page(body="b", days=0.1), shown(deck("1", "甲", "乙"))))
    assert rows(con, CURRENT) == [("1", 1, False), ("1", 2, True)]


def test_markup_of_the_list_is_no_new_version(con):
    load(con, (page(), shown(deck("1", "アクア 甲", title="一  二"))))
    load(con, (page(body="b", days=1), shown(deck("1", "アクア  甲", title="一 二"))))
    assert rows(con, CURRENT) == [("1", 1, True)]


def test_an_edited_list_is_a_new_version_and_the_old_one_stays(con):
    load(con, (page(), shown(deck("1", "甲"))))
    load(con, (page(body="b", days=1), shown(deck("1", "乙"))))
    load(con, (page(days=2), shown(deck("1", "甲"))))
    assert rows(con, CURRENT) == [("1", 1, False), ("1", 2, False), ("1", 3, True)]
    assert rows(con, "select count(distinct deck_id), count(*) from deck_line where zone = 'main'") == [
        (3, 3)
    ]


def test_an_older_page_seen_late_does_not_take_the_place_of_a_newer_one(con):
    load(con, (page(days=5), shown(deck("1", "新"))))
    load(con, (page(body="old", days=1), shown(deck("1", "旧"))))
    assert rows(con, CURRENT) == [("1", 1, True), ("1", 2, False)]
    load(con, (page(body="newest", days=6), shown(deck("1", "最新"))))
    assert rows(con, CURRENT) == [("1", 1, False), ("1", 2, False), ("1", 3, True)]


def test_a_cut_off_view_of_a_known_list_is_no_edit(con):
    load(con, (page(), shown(deck("1", "甲", "乙", "丙"))))
    load(con, (page(body="feed", days=1), shown(deck("1", "甲", complete=False))))
    assert rows(con, CURRENT) == [("1", 1, True)]
    load(con, (page(body="other", days=2), shown(deck("1", "丁", complete=False))))
    assert rows(con, CURRENT) == [("1", 1, False), ("1", 2, True)]


def test_what_a_feed_shows_never_takes_the_place_of_a_whole_list(con):
    load(con, (page(), shown(deck("1", "甲", "乙"))))
    when = datetime(2020, 3, 3, 16, 0, tzinfo=UTC)
    told = shown(deck("1", "丙", complete=False, in_part=True, modified_at=when))
    load(con, (page(body="feed", days=3), told))
    assert rows(con, CURRENT) == [("1", 1, True)]
    # The article's own page tells how it was changed, the feed when.
    load(con, (page(body="feed", days=4), told), (page(body="own", days=4.01), shown(deck("1", "丙", "丁"))))
    assert rows(con, CURRENT) == [("1", 1, False), ("1", 2, True)]
    assert rows(con, "select is_complete, revised_on from deck where is_current") == [
        (True, date(2020, 3, 4))
    ]


def test_a_list_that_a_feed_began_is_completed_with_its_lines(con):
    begun = deck("1", "甲", "乙", complete=False, in_part=True)
    load(con, (page(body="feed"), shown(begun)))
    give_cards(con, card("将", "火"), card("甲", "火"), card("乙", "火"), card("丙", "火"))
    resolve(con, {"dmedh": "dm"})
    load(con, (page(body="own", days=0.01), shown(deck("1", "甲", "乙", "丙"))))
    resolve(con, {"dmedh": "dm"})
    assert rows(con, CURRENT) == [("1", 1, True)]
    assert rows(con, "select is_complete, copies from deck") == [(True, 4)]
    assert rows(con, "select text from deck_line order by line_no") == [("将",), ("甲",), ("乙",), ("丙",)]
    assert rows(con, "select count(*), count(distinct card_id) from deck_card") == [(4, 4)]
    assert rows(con, "select count(*) from deck_commander") == [(1,)]
    # Days later the same beginning may go on otherwise because its author wrote on.
    load(con, (page(body="feed 2"), shown(deck("2", "甲", complete=False, in_part=True))))
    load(con, (page(body="own 2", days=3), shown(deck("2", "甲", "丙"))))
    assert rows(con, CURRENT) == [("1", 1, True), ("2", 1, False), ("2", 2, True)]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"noted_on": date(2018, 5, 2), "modified_at": datetime(2019, 1, 1, tzinfo=UTC)}, date(2018, 5, 2)),
        # 16:00 UTC is the next day in Japan.
        ({"modified_at": datetime(2020, 2, 9, 16, 0, tzinfo=UTC)}, date(2020, 2, 10)),
        ({"modified_at": datetime(2020, 1, 5, 3, 0, tzinfo=UTC)}, None),
        ({}, None),
    ],
)
def test_when_a_list_was_revised(con, fields, expected):
    load(con, (page(), shown(deck("1", "甲", **fields))))
    assert rows(con, "select revised_on from deck") == [(expected,)]


def test_a_note_that_stood_still_while_the_list_changed_is_stale(con):
    note = date(2018, 5, 2)
    load(con, (page(), shown(deck("1", "甲", noted_on=note, modified_at=datetime(2018, 5, 2, tzinfo=UTC)))))
    later = datetime(2020, 2, 20, 20, 0, tzinfo=UTC)
    load(con, (page(body="b", days=1), shown(deck("1", "乙", noted_on=note, modified_at=later))))
    moved = date(2020, 3, 3)
    load(con, (page(body="c", days=3), shown(deck("1", "丙", noted_on=moved, modified_at=later))))
    assert rows(con, "select version, revised_on from deck order by 1") == [
        (1, note),
        (2, date(2020, 2, 21)),
        (3, moved),
    ]


def test_a_changed_list_without_any_date_is_dated_by_its_page(con):
    load(con, (page(), shown(deck("1", "甲"))))
    load(con, (page(body="b", days=10), shown(deck("1", "乙"))))
    load(con, (page(body="c", days=20), shown(deck("1", "乙", title="renamed"))))
    assert rows(con, "select revised_on from deck order by version") == [
        (None,),
        (date(2020, 3, 12),),
        (date(2020, 3, 12),),
    ]


def test_facts_that_a_later_page_adds_are_filled_in(con):
    load(con, (page(), shown(deck("1", "甲", author=None, published_on=None))))
    rest = deck("1", "甲", author="someone", modified_at=datetime(2020, 2, 1, tzinfo=UTC))
    load(con, (page(body="rest", days=1), shown(rest)))
    assert rows(con, "select version, author, published_on, revised_on from deck") == [
        (1, "someone", date(2020, 1, 5), date(2020, 2, 1))
    ]


def test_an_article_edited_until_it_holds_no_deck_ends_it(con):
    load(con, (page(), shown(deck("1", "甲"), deck("1#2", "乙"), keys=("1",))))
    load(con, (page(body="b", days=1), shown(deck("1", "甲"), keys=("1",))))
    assert rows(con, CURRENT) == [("1", 1, True), ("1#2", 1, False)]
    load(con, (page(body="c", days=2), shown(keys=("1",))))
    assert rows(con, CURRENT) == [("1", 1, False), ("1#2", 1, False)]
    load(con, (page(body="d", days=3), shown(deck("1", "甲"), keys=("1",))))
    assert rows(con, CURRENT) == [("1", 1, True), ("1#2", 1, False)]


@pytest.mark.parametrize("kind", ["protected", "layout_changed", "truncated_page", "soft_404", "bad_json"])
def test_a_page_that_shows_nothing_ends_no_deck(con, kind):
    load(con, (page(), shown(deck("1", "甲"), keys=("1",))))
    problem = Problem("dm-edh", "https://dm-edh.com/dmedh/1", kind, "x", None, "1")
    load(con, (page(body="b", days=1), shown(keys=("1",), problems=(problem,))))
    assert rows(con, CURRENT) == [("1", 1, True)]
    assert rows(con, "select kind from problem") == [(kind,)]


def test_many_articles_that_lose_their_decks_at_once_are_a_changed_layout(con):
    listing = "https://dm-edh.com/wp-json/wp/v2/posts"
    keys = ("1", "2", "3")
    load(con, (page(listing), shown(*(deck(key, "甲") for key in keys), keys=keys)))
    report = load(con, (page(listing, body="new layout", days=1), shown(keys=keys)))
    assert report.problems == 1
    assert rows(con, "select kind from problem") == [("layout_changed",)]
    assert all(current for _, _, current in rows(con, CURRENT))


def test_a_deleted_article_keeps_its_deck_and_says_since_when(con):
    load(
        con,
        (page(), shown(deck("1", "甲"), deck("1#2", "乙"))),
        (page(url="https://dm-edh.com/dmedh/2"), shown()),
    )
    run = {"started_at": at(5), "code_version": "test"}
    report = mark_deleted(con, "dm-edh", ["1"], on=date(2020, 3, 6), **run)
    assert report.changed_decks == 2
    assert mark_deleted(con, "dm-edh", ["1"], on=date(2020, 3, 8), **run).changed == 0
    assert rows(con, "select source_key, deleted_on, is_current from deck order by 1") == [
        ("1", date(2020, 3, 6), True),
        ("1#2", date(2020, 3, 6), True),
    ]
    assert rows(con, "select distinct kind from problem") == [("deleted",)]
    load(con, (page(body="back", days=20), shown(deck("1", "甲"))))
    assert rows(con, "select source_key, deleted_on from deck order by 1") == [
        ("1", None),
        ("1#2", date(2020, 3, 6)),
    ]


def test_bad_records_become_problems_and_stop_nothing(con):
    bad = replace(
        deck("1", "甲"),
        lines=(
            DeckLine("commander", 1, "将"),
            DeckLine("main", 2, None),  # type: ignore[arg-type]
            DeckLine("main", 3, "乙", 0),
            DeckLine("main", 4, "丙", -3),
            DeckLine("attic", 5, "丁"),  # type: ignore[arg-type]
            DeckLine("main", 1, "戊"),
        ),
    )
    nameless = replace(deck("2", "甲"), source_key="")
    empty = replace(deck("3"), lines=())
    ranked = replace(deck("5", "甲"), placing=1)  # type: ignore[arg-type]
    report = load(con, (page(), shown(bad, nameless, empty, ranked, deck("4", "甲"), deck("4", "乙"))))
    assert report.new_versions == 2
    assert rows(con, "select kind, count(*) from problem group by 1 order by 1") == [
        ("bad_record", 7),
        ("duplicate_key", 1),
        ("empty_deck", 1),
    ]
    assert rows(con, "select source_key, is_complete from deck order by 1") == [("1", False), ("4", True)]
    assert rows(con, "select text from deck_line join deck using (deck_id) where source_key = '1'") == [
        ("将",)
    ]


def test_sql_in_a_text_is_a_text(con):
    text = "'); drop table deck; -- {} %s $1 \\"
    give_cards(con, card(text, "火"), card("将", "火"))
    one = deck("1", text, title=text, author=text, url=f"https://dm-edh.com/dmedh/1?{text}")
    load(con, (page(), shown(one)))
    resolve(con, {"dmedh": "dm"})
    found = (
        "select title, author, c.name from deck join deck_card using (deck_id) join card c using (card_id)"
    )
    assert (text, text, text) in rows(con, found)
    assert rows(con, CURRENT) == [("1", 1, True)]


def test_a_deck_of_more_cards_than_a_number_holds_keeps_what_it_can(con):
    lines = tuple(DeckLine("main", number, "甲", 100_000) for number in range(1, 22_001))
    report = load(con, (page(), shown(replace(deck("1"), lines=lines), deck("2", "乙"))))
    assert report.new_versions == 2
    assert rows(con, "select source_key, copies, is_complete from deck order by 1") == [
        ("1", 1_000_000_000, False),
        ("2", 2, True),
    ]
    assert rows(con, "select line_no, detail from problem order by 1 limit 1") == [
        (10_001, "more than 1000000000 cards in one deck: 100000 of 甲")
    ]


def test_a_load_that_fails_leaves_nothing_behind(con):
    before = table_hashes(con, without=())

    def cards():
        for number in range(30):
            yield card(f"札{number}", "水")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        load_cards(con, cards(), source="cards", url="file:x", started_at=at(), code_version="t", size=10)
    assert table_hashes(con, without=()) == before
    assert load(con, (page(), shown(deck("1", "甲")))).load_id == 1


def test_problems_of_a_page_are_kept_once(con):
    problem = Problem("dm-edh", "https://dm-edh.com/dmedh/1", "unreadable_line", "???", 7, "1")
    load(con, (page(), shown(problems=(problem, problem))))
    assert rows(con, "select source, kind, detail, line_no, source_key from problem") == [
        ("dm-edh", "unreadable_line", "???", 7, "1")
    ]


def test_restriction_changes_said_twice_are_one(con):
    change = RestrictionChange(
        "dmedh", ("甲", "乙"), "pair", date(2019, 10, 27), "http://dm-edh.com/dmedh/7190", None, "free"
    )
    again = replace(change, url="https://dm-edh.com/category/information/page/4")
    report = load(con, (page(), shown(changes=(change,))), (page(body="b"), shown(changes=(again,))))
    assert report.changes == 1
    assert rows(
        con, "select list, cards, status, effective_on, previous, kind, url from restriction_change"
    ) == [
        ("dmedh", ["甲", "乙"], "pair", date(2019, 10, 27), "free", "change", "https://dm-edh.com/dmedh/7190")
    ]
    nothing = replace(change, cards=())
    assert load(con, (page(body="c"), shown(changes=(nothing,)))).problems == 1


def test_a_changed_rule_page_is_reported_as_a_diff(con):
    url = "https://dm-edh.com/dmedhrule"

    def rule(*sections):
        return shown(rules=(RuleText("dm-edh", url, "rule", sections),))

    first = (page(url), rule(("構築", "60枚\n1枚ずつ"), ("禁止", "なし")))
    second = (page(url, body="b", days=1), rule(("構築", "60枚\n2枚ずつ")))
    back = (page(url, days=2), rule(("構築", "60枚\n1枚ずつ"), ("禁止", "なし")))
    assert load(con, first).problems == 0
    assert load(con, second).problems == 1
    ((detail,),) = rows(con, "select detail from problem where kind = 'rule_changed'")
    assert "-1枚ずつ" in detail
    assert "+2枚ずつ" in detail
    assert "-## 禁止" in detail
    assert " 60枚" in detail
    load(con, back)
    before = table_hashes(con, without=())
    assert load(con, first, second, back).changed == 0
    assert table_hashes(con, without=()) == before
    assert rows(con, "select section, text from rule_text where until_load_id is null order by 1") == [
        ("構築", "60枚\n1枚ずつ"),
        ("禁止", "なし"),
    ]
