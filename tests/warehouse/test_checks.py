"""Each check after the marts has a case that makes it fail, and says what it found."""

from __future__ import annotations

import re

import pytest

from schema.errors import CheckFailed
from tests.warehouse.world import fill
from warehouse.checks import find_faults, run_checks
from warehouse.database import memory_database, sql_files

FAULTS = {
    "keys": [
        "insert into deck_line select * from deck_line limit 1",
        "insert into deck_card select * from deck_card limit 1",
        "insert into verdict select * from verdict limit 1",
        "update deck set source_key = '1', version = 2 where source_key = '2'",
        "insert into commander_popularity select * from commander_popularity limit 1",
        "insert into card_inclusion select * from card_inclusion limit 1",
        "insert into civilization_popularity select * from civilization_popularity limit 1",
        "insert into counted_deck select * from counted_deck limit 1",
        "insert into legality_summary select * from legality_summary limit 1",
        "insert into rule_breaches select * from rule_breaches limit 1",
        "insert into ban_impact (format, list, set_key, status, from_date) "
        "select 'f', 'l', 'k', 'banned', date '2020-01-01' from range(2)",
        "insert into restriction (list, set_key, card_name, status, source_url) "
        "select 'l', 'k', 'n', 'banned', 'u' from range(2)",
    ],
    "references": [
        "delete from card where name = '甲'",
        "delete from page where source = 'blog'",
        "delete from card_face where card_id = (select card_id from card where name = '甲')",
        "delete from verdict where basis = 'today'",
        "delete from deck where source_key = '2'",
        "update deck_commander set card_id = 77",
        "update problem set page_id = 77",
        "update violation set card_id = 77",
        "insert into restriction (list, set_key, card_id, card_name, status, source_url) "
        "values ('l', 'k', 77, 'n', 'banned', 'u')",
    ],
    "sums": [
        "update deck_card set copies = copies + 1 where zone = 'main'",
        "delete from deck_card where zone = 'main'",
        "update deck_line set card_id = null where zone = 'commander'",
    ],
    "numbers": [
        "update deck_card set copies_in_deck = 2 where zone = 'main'",
        "update deck_card set copies_in_deck = null where zone = 'commander'",
        "update deck_card set card_no = card_no + 1",
        "update deck_card set card_no = null",
        "update card_number set card_no = card_no + 1",
        "delete from card_number",
    ],
    "ranges": [
        "update deck_line set copies = 0 where line_no = 1",
        "update deck_line set zone = 'attic' where line_no = 1",
        "update deck set published_on = '1973-03-12' where source_key = '1'",
        "update card_identity set mask = 32",
        "update verdict set verdict = 'fine' where basis = 'today'",
        "update violation set severity = 'bad'",
        "update deck_line set line_no = 0 where line_no = 1",
        "update deck_card set copies = 0 where zone = 'main'",
        "update deck set version = 0 where source_key = '1'",
        "update card_face set civilizations = 32",
        "update verdict set basis = 'tomorrow' where basis = 'today'",
        "update commander_popularity set share_low = 0.9, share = 0.5",
        "update civilization_popularity set share_high = 1.1",
        "update card_inclusion set decks = n + 1",
        "update rule_breaches set share = share_high + 0.1",
        "insert into ban_impact (format, list, set_key, status, from_date, decks, n) "
        "values ('f', 'l', 'k', 'banned', '2020-01-01', 2, 1)",
        "insert into restriction (list, set_key, card_name, status, from_date, until_date, source_url) "
        "values ('l', 'k', 'n', 'banned', '2020-01-02', '2020-01-02', 'u')",
    ],
    "verdicts": [
        "delete from violation; "
        "delete from verdict where deck_id = (select deck_id from deck where source_key = '1')",
        "update verdict set verdict = 'legal'",
        "delete from violation",
        "update violation set severity = 'advisory'",
        "update verdict set verdict = 'unknown' where verdict = 'legal'",
        "update verdict set verdict = 'incomplete' where verdict = 'illegal'",
        "update verdict set verdict = 'unknown'; update violation set severity = 'incomplete'",
        "insert into violation (deck_id, format, basis, rule, severity, detail) "
        "select deck_id, format, basis, 'LIST', 'unknown', 'x' from verdict where verdict = 'legal'",
        "insert into violation (deck_id, format, basis, rule, severity, detail) "
        "select deck_id, format, basis, 'LIST', 'incomplete', 'x' from verdict where verdict = 'legal'",
    ],
    "loads": [
        "update load set decks = decks + 1 where load_id = 1",
        "delete from deck where source_key = '4'",
        "update load set pages = 0",
        "update load set finished_at = null where load_id = 1",
    ],
    "sizes": [
        "insert into published_size values (1, 'dm-edh', 9)",
        "insert into published_size values (1, 'gone', 5)",
    ],
    "marts": [
        "delete from commander_popularity where commander = '火将'",
        "update legality_summary set decks = decks + 1",
        "delete from counted_deck where source = 'mtg'",
    ],
}


@pytest.fixture(scope="module")
def filled():
    con = memory_database()
    fill(con)
    yield con
    con.close()


@pytest.fixture
def con(filled):
    """The filled census; what a test does to it is undone."""
    filled.execute("begin")
    yield filled
    filled.execute("rollback")


def test_a_sound_census_has_no_faults(con):
    assert find_faults(con) == []
    run_checks(con)


def test_every_check_has_a_case():
    assert set(FAULTS) == {name.split("_", 1)[1] for name, _ in sql_files("checks")}


@pytest.mark.parametrize(
    ("check", "fault"), [(check, fault) for check, faults in FAULTS.items() for fault in faults]
)
def test_a_fault_is_found(con, check, fault):
    con.execute(fault)
    assert check in {finding.check for finding in find_faults(con)}


@pytest.mark.parametrize("check", ["keys", "references", "ranges", "loads"])
def test_every_part_of_a_check_is_met_by_a_case(filled, check):
    """A check says in its first column what it found wrong; no part of it may be empty unnoticed."""
    ((text, parts),) = [
        (text, set(re.findall(r"select '([^']+)'", text)))
        for name, text in sql_files("checks")
        if name.split("_", 1)[1] == check
    ]
    met = set()
    for fault in FAULTS[check]:
        filled.execute("begin")
        filled.execute(fault)
        met |= {str(row[0]) for row in filled.execute(text).fetchall()}
        filled.execute("rollback")
    assert len(parts) > 2
    assert {part for part in parts if not any(said.startswith(part) for said in met)} == set()


def test_a_source_that_shrank_within_reason_is_published(con):
    con.execute("insert into published_size values (1, 'dm-edh', 5), (1, 'tiny', 4)")
    run_checks(con)


def test_the_rows_are_printed(con):
    con.execute("update deck_card set copies = 7 where zone = 'main'")
    with pytest.raises(CheckFailed) as caught:
        run_checks(con)
    text = str(caught.value)
    assert text.startswith("checks failed: sums, numbers; nothing was published")
    assert "copies_in_deck_card" in text
    assert "  7" in text
    assert caught.value.hint


def test_many_rows_are_counted_and_the_first_shown(con):
    con.execute(
        "insert into verdict (deck_id, format, basis, as_of, verdict) "
        "select range, 'x', 'today', '2020-01-01', 'legal' from range(100)"
    )
    con.execute("insert into verdict select * from verdict where format = 'x'")
    (finding,) = [finding for finding in find_faults(con) if finding.check == "keys"]
    assert finding.count == 100
    assert len(finding.rows) == 20
    assert "… and 80 more" in str(finding)
