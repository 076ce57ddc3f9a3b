"""The marts, by given and expected rows."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date
from statistics import NormalDist

import pytest

from schema.formats import load_formats
from schema.identity import mask_of, names_of
from schema.records import DeckLine, Problem
from tests.warehouse.build import card, deck, face, give_cards, load, page, rows, shown
from tests.warehouse.hashes import table_hashes
from tests.warehouse.world import GAMES, RULE, Edition, ReadFormat, build, fill
from warehouse.marts import build_marts
from warehouse.resolve import resolve
from warehouse.restrictions import games


def field(con, *decks, cards=()):
    """Load decks, one page each, resolve, build."""
    give_cards(con, card("火将", "火"), card("水将", "水"), card("甲", "火"), card("乙", "水"), *cards)
    for number, one in enumerate(decks):
        load(con, (page(f"https://{one.source}.example/{number}", source=one.source), shown(one)))
    resolve(con, GAMES)
    build(con)


def test_wilson_is_the_interval_of_the_textbook(con):
    build_marts(con)
    z = NormalDist().inv_cdf(0.975)
    for n in (1, 2, 7, 30, 1000):
        for k in {0, 1, n // 3, n - 1, n}:
            p = k / n
            middle = (p + z * z / (2 * n)) / (1 + z * z / n)
            half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
            ((low, high),) = rows(con, f"select wilson_low({k}, {n}), wilson_high({k}, {n})")
            assert low == pytest.approx(max(0, middle - half), abs=1e-6)
            assert high == pytest.approx(min(1, middle + half), abs=1e-6)
            assert low <= p <= high
    assert rows(con, "select wilson_low(0, 0), wilson_high(0, 0), share_of(0, 0)") == [(None, None, None)]


@pytest.mark.parametrize("game", ["dm", "mtg"])
def test_masks_are_named_as_the_schema_names_them(con, game):
    build_marts(con)
    for mask in range(1, 32):
        names = names_of(mask, game)
        assert mask_of(names) == mask
        assert rows(con, f"select mask_names({mask}, '{game}')") == [("/".join(names),)]


def test_popularity_by_month_and_in_all(con):
    field(
        con,
        deck("1", "甲", commander="火将", published_on=date(2019, 11, 30)),
        deck("2", "2 甲", commander="火将", published_on=date(2019, 11, 1)),
        deck("3", "甲", commander="水将", published_on=date(2018, 1, 1), noted_on=date(2019, 11, 2)),
        deck("4", "甲", "乙", commander="水将", published_on=None),
        deck("5", "甲", commander="知らない"),
    )
    assert rows(
        con,
        "select period, commander, civilizations, decks, n, share from commander_popularity order by 1, 2",
    ) == [
        ("2019-11", "水将", "水", 1, 3, 0.333333),
        ("2019-11", "火将", "火", 2, 3, 0.666667),
        ("all", "水将", "水", 2, 4, 0.5),
        ("all", "火将", "火", 2, 4, 0.5),
    ]
    assert rows(con, "select distinct format from commander_popularity") == [("dmedh",)]
    assert rows(
        con, "select civilizations, decks, n from civilization_popularity where period = 'all' order by 1"
    ) == [
        ("水", 2, 4),
        ("火", 2, 4),
    ]


def test_a_pair_is_one_commander_in_either_order(con):
    gods = (card("霊神ゴウ", "光", traits=("god",)), card("雷神リキ", "火", traits=("god",)))
    field(
        con,
        deck("1", "甲", commander="霊神ゴウ + 雷神リキ"),
        deck("2", "乙", commander="雷神リキ + 霊神ゴウ"),
        cards=gods,
    )
    assert rows(
        con, "select commander, civilizations, decks, n from commander_popularity where period = 'all'"
    ) == [("雷神リキ + 霊神ゴウ", "光/火", 2, 2)]


def test_a_pair_of_which_one_is_unknown_is_not_counted(con):
    field(con, deck("1", "甲", commander="火将 + 知らない"))
    assert rows(con, "select commander, civilizations from counted_deck") == [(None, None)]
    assert rows(con, "select count(*) from commander_popularity") == [(0,)]


def test_an_unknown_civilization_stays_unknown(con):
    field(con, deck("1", "甲", commander="謎将"), cards=(card("謎将", identities=(("civilization", None),)),))
    assert rows(con, "select commander, identity, civilizations from counted_deck") == [("謎将", None, None)]
    assert rows(con, "select civilizations from civilization_popularity where period = 'all'") == [("?",)]


def test_a_pair_of_which_one_s_civilizations_are_unknown_has_none_known(con):
    one = card("謎将", traits=("god",), identities=(("civilization", None),))
    field(con, deck("1", "甲", commander="火将 + 謎将"), cards=(one,))
    assert rows(con, "select commander, identity, civilizations from counted_deck") == [
        ("火将 + 謎将", None, None)
    ]


def test_a_deck_is_of_the_day_it_was_last_revised(con):
    field(con, deck("1", "甲", commander="火将", published_on=date(2020, 1, 31)))
    con.execute("update deck set revised_on = '2020-05-05'")
    build(con)
    assert rows(con, "select dated_on, month from counted_deck") == [(date(2020, 5, 5), "2020-05")]


def test_old_versions_and_deleted_decks_are_not_counted(con):
    field(con, deck("1", "甲", commander="火将"), deck("2", "乙", commander="火将"))
    load(con, (page(body="b", days=1), shown(deck("1", "乙", "甲", commander="水将"))))
    con.execute("update deck set deleted_on = '2020-03-03' where source_key = '2'")
    resolve(con, GAMES)
    build(con)
    assert rows(con, "select commander, decks, n from commander_popularity where period = 'all'") == [
        ("水将", 1, 1)
    ]


def test_the_same_list_on_two_sites_counts_once(con):
    field(
        con,
        deck("1", "甲", "乙", commander="火将"),
        deck("x", "乙", "甲", commander="火将", source="blog"),
        deck("y", "乙", "2 甲", commander="火将", source="blog"),
    )
    assert rows(con, "select source, count(*) from counted_deck group by 1 order by 1") == [("blog", 2)]


def test_a_list_of_two_sites_counts_where_it_is_held_oftener(con):
    field(
        con,
        deck("x", "甲", commander="火将", source="blog"),
        deck("1", "甲", commander="火将"),
        deck("2", "甲", commander="火将"),
    )
    assert rows(con, "select source, count(*) from counted_deck group by 1") == [("dm-edh", 2)]


def test_a_card_in_two_zones_of_a_deck_is_included_once(con):
    two = deck("1", "甲", commander="火将")
    both = replace(two, lines=(*two.lines, DeckLine("gr", 9, "甲")))
    field(con, both, deck("2", "乙", commander="火将"))
    assert rows(con, "select card, decks, n from card_inclusion order by 1") == [("乙", 1, 2), ("甲", 1, 2)]


def test_the_same_list_of_two_players_of_one_site_counts_twice(con):
    fields = {"commander": "火将", "event": "cup"}
    field(
        con,
        deck("1", "甲", player="a", **fields),
        deck("2", "甲", player="b", **fields),
        deck("3", "甲", player="b", **fields),  # the same registration in two files
        deck("4", "甲", commander="火将"),
        deck("5", "甲", commander="火将"),
    )
    assert rows(con, "select count(*) from counted_deck") == [(4,)]


def test_inclusion_counts_complete_decks_of_the_commander(con):
    field(
        con,
        deck("1", "3 甲", "乙", commander="火将"),
        deck("2", "甲", commander="火将"),
        deck("3", "乙", commander="火将", complete=False),
        deck("4", "乙", "2 乙", commander="水将"),
    )
    assert rows(
        con, "select commander, card, decks, n, share, synergy from card_inclusion order by 1, 2"
    ) == [
        ("水将", "乙", 1, 1, 1.0, 0.5),
        ("火将", "乙", 1, 2, 0.5, -0.5),
        ("火将", "甲", 2, 2, 1.0, 1.0),
    ]


def test_legality_and_breaches(con):
    fill(con)
    assert rows(
        con, "select format, edition, basis, verdict, decks, n, share from legality_summary order by 3, 4"
    ) == [
        ("dmedh", date(2020, 1, 1), "published", "illegal", 1, 4, 0.25),
        ("dmedh", date(2020, 1, 1), "published", "legal", 3, 4, 0.75),
        ("dmedh", date(2020, 1, 1), "today", "illegal", 1, 4, 0.25),
        ("dmedh", date(2020, 1, 1), "today", "legal", 3, 4, 0.75),
    ]
    assert rows(con, "select rule, severity, basis, decks, n from rule_breaches order by basis") == [
        ("DM2", "violation", "published", 1, 4),
        ("DM2", "violation", "today", 1, 4),
    ]


def test_a_deck_that_breaks_a_rule_twice_breaks_it_once(con):
    fill(con)
    con.execute("insert into violation select * from violation")
    build_marts(con)
    assert rows(con, "select rule, basis, decks, n from rule_breaches order by basis") == [
        ("DM2", "published", 1, 4),
        ("DM2", "today", 1, 4),
    ]


def restrict(con, status, *cards, since=date(2020, 2, 1), identity=None, key="k"):
    for name in cards:
        con.execute(
            "insert into restriction (list, set_key, card_id, card_name, status, min_identity, from_date, "
            "source_url) values ('dmedh', ?, (select card_id from card where name = ?), ?, ?, ?, ?, 'https://x.example/')",
            [key, name, name, status, identity, since],
        )


@pytest.mark.parametrize(
    ("status", "cards", "identity", "decks"),
    [
        ("banned", ["甲"], None, 2),
        ("banned", ["水将"], None, 1),
        ("banned_as_commander", ["水将"], None, 1),
        ("banned_as_commander", ["甲"], None, 0),
        ("banned", ["甲"], 2, 1),
        ("banned", ["甲"], 3, 0),
        ("pair", ["甲", "乙"], None, 1),
        ("limited", ["甲"], None, 2),
        ("banned", ["知らない"], None, 0),
    ],
)
def test_the_field_on_the_day_before_a_restriction(con, status, cards, identity, decks):
    give_cards(con, card("二色将", "火", "水", faces=(face("二色将", "火", "水"),)))
    field(
        con,
        deck("1", "2 甲", commander="火将", published_on=date(2020, 1, 31)),
        deck("2", "甲", "乙", commander="二色将", published_on=date(2020, 1, 1)),
        deck("3", "甲", commander="火将", published_on=date(2020, 2, 1)),
        deck("4", "乙", commander="水将", published_on=date(2019, 1, 1)),
    )
    restrict(con, status, *cards, identity=identity)
    build(con)
    assert rows(con, "select format, list, status, decks, n from ban_impact") == [
        ("dmedh", "dmedh", status, decks, 3)
    ]


def test_one_card_in_two_zones_is_no_pair_and_is_held_once(con):
    one = deck("1", "甲", commander="火将", published_on=date(2020, 1, 1))
    field(con, replace(one, lines=(*one.lines, DeckLine("gr", 9, "甲"))))
    restrict(con, "pair", "甲", "乙")
    restrict(con, "banned", "甲", key="b")
    build(con)
    assert rows(con, "select status, decks, n from ban_impact order by 1") == [
        ("banned", 1, 1),
        ("pair", 0, 1),
    ]


def test_what_no_rule_of_the_format_reads_has_no_impact(con):
    field(
        con,
        deck("1", "甲", commander="火将", published_on=date(2020, 1, 31)),
        replace(
            deck("2", commander="火将", published_on=date(2020, 1, 1)),
            lines=(DeckLine("commander", 1, "火将"), DeckLine("sideboard", 2, "甲")),
        ),
    )
    restrict(con, "banned", "甲")
    restrict(con, "trio", "甲", "乙", "水将", key="t")
    build(con)
    assert rows(con, "select format, status, decks, n from ban_impact") == [("dmedh", "banned", 1, 2)]


@pytest.mark.parametrize(("first", "second", "decks"), [({}, {"DM8": RULE}, [1]), ({"DM8": RULE}, {}, [])])
def test_a_restriction_of_the_day_of_an_edition_is_that_edition_s(con, first, second, decks):
    day = date(2020, 2, 1)
    field(con, deck("1", "甲", commander="火将", published_on=date(2020, 1, 1)))
    restrict(con, "banned", "甲", since=day)
    build_marts(con, {"dmedh": ReadFormat("dm", (Edition(first, until=day), Edition(second, starts=day)))})
    assert [row[0] for row in rows(con, "select decks from ban_impact")] == decks


def test_what_nobody_knows_how_a_list_restricts_has_no_impact(con):
    rule = RULE.model_copy(update={"statuses": ("unknown", "banned")})
    field(con, deck("1", "甲", "乙", commander="火将", published_on=date(2020, 1, 1)))
    restrict(con, "unknown", "甲")
    restrict(con, "banned", "乙", key="b")
    build_marts(con, {"dmedh": ReadFormat("dm", (Edition({"DM8": rule}),))})
    assert rows(con, "select status, decks from ban_impact") == [("banned", 1)]


def test_a_list_counts_while_the_format_reads_it(con):
    """The format that ships two lists, one after the other, has each restriction of either once."""
    formats = load_formats()
    build_marts(con, formats)
    for name, since in (("duel-commander", date(2012, 1, 1)), ("duel-commander-mtgdc", date(2026, 1, 1))):
        con.execute(
            "insert into restriction (list, set_key, card_name, status, from_date, source_url) "
            "values (?, 'early', 'early', 'banned', date '2011-01-01', 'u'), "
            "(?, 'late', 'late', 'banned', ?, 'u')",
            [name, name, max(since, date(2026, 1, 1))],
        )
    build_marts(con, formats)
    assert rows(con, "select format, list, cards from ban_impact order by all") == [
        ("duel-commander", "duel-commander", "early"),
        ("duel-commander", "duel-commander", "late"),
        ("duel-commander-mtgdc", "duel-commander", "early"),
        ("duel-commander-mtgdc", "duel-commander-mtgdc", "late"),
    ]


def test_quality_of_each_source(con):
    problem = Problem("dm-edh", "https://dm-edh.com/dmedh/1", "unreadable_line", "old", 3, "1")
    load(con, (page(), shown(deck("1", "甲"), problems=(problem,))))
    load(con, (page(body="b", days=1), shown(deck("1", "乙", "丙"))))
    give_cards(con, card("乙", "火"))
    resolve(con, GAMES)
    build(con)
    # The problem of the page that was edited since is history.
    assert rows(
        con,
        "select source, pages, decks, current_decks, complete_decks, deleted_decks, card_lines, "
        "unresolved_lines, "
        "problems, problem_kinds from data_quality",
    ) == [("dm-edh", 2, 2, 1, 1, 0, 3, 2, 2, "unresolved_name 2")]


def test_a_problem_of_an_article_read_anew_under_another_address_is_history(con):
    rest = "https://dm-edh.com/wp-json/wp/v2/posts?modified_after="
    old = Problem("dm-edh", "https://dm-edh.com/dmedh/1", "unclosed_bracket", "《甲", 3, "1")
    other = Problem("dm-edh", "https://dm-edh.com/dmedh/2", "cut_off", "…", None, "2")
    load(con, (page(rest + "1"), shown(deck("1", "甲"), deck("2", "乙"), problems=(old, other))))
    load(con, (page(rest + "2", body="b", days=1), shown(deck("1", "甲", "丙"))))
    build(con)
    assert rows(con, "select problem_kinds from data_quality") == [("cut_off 1",)]
    assert rows(con, "select count(*) from problem") == [(2,)]


def test_building_twice_gives_the_same(con):
    fill(con)
    before = table_hashes(con)
    build(con)
    assert table_hashes(con) == before


def test_games_of_formats_and_lists():
    formats = load_formats()
    asked = {name: formats[name] for name in ("ryugekisen", "duel-commander-mtgdc")}
    assert games(asked) == {
        "ryugekisen": "dm",
        "dm-hall": "dm",
        "duel-commander-mtgdc": "mtg",
        "duel-commander": "mtg",
    }
