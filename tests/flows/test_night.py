"""The night as a whole on the sample sites: what comes out, again, partial, refused, replayed."""

import json
import socket
from dataclasses import replace
from hashlib import sha256

import pytest

from flows import stages
from flows.home import claim_world
from flows.night import run_night
from flows.night_plan import NightPlan
from flows.output import Output
from flows.replay import replay
from flows.sample.world import SampleWorld
from flows.settings import SITES, Settings
from flows.summary import markdown_summary, print_summary
from schema.errors import ConfigurationError, Locked, WarehouseError
from tests.conftest import TODAY
from tests.warehouse.hashes import table_hashes
from warehouse.archive import Archive
from warehouse.database import connect_published, connect_work
from warehouse.lock import HomeLock

# When a night was, how far each archive file was read in, and what was seen again: every night writes these.
BOOKKEEPING = ("crawl", "site_night", "published_size", "sighting")


def rows(home, sql):
    con = connect_published(home)
    try:
        return con.execute(sql).fetchall()
    finally:
        con.close()


def hashes(home):
    con = connect_work(home)
    try:
        return table_hashes(con, without=(*BOOKKEEPING, "load", "schema_version"))
    finally:
        con.close()


@pytest.fixture
def world():
    with SampleWorld() as running:
        yield running


@pytest.fixture
def plan_in(sample_night, tmp_path, world):
    """A second night over a home of one's own, against sites with switches."""

    def make(**changes):
        home = sample_night.copy(tmp_path / "census")
        plan = NightPlan(
            home=home, sites=SITES, today=TODAY, bases=world.bases, pace=stages.SAMPLE_PACE, sample=False
        )
        (home / "world.json").write_text(json.dumps({"world": "live"}))
        return replace(plan, **changes)

    return make


def test_the_first_night_brings_every_table(sample_night):
    assert sample_night.report.exit_code == 0
    names = {row[0] for row in rows(sample_night.home, "select table_name from duckdb_tables()")}
    assert {
        "deck", "deck_line", "deck_card", "deck_commander", "card", "card_face", "card_name",
        "format_edition", "restriction", "verdict", "violation", "page", "load", "problem",
        "commander_popularity", "card_inclusion", "legality_summary", "rule_breaches",
        "ban_impact", "data_quality",
    } <= names  # fmt: skip
    assert all(
        (sample_night.home / "exports" / f"{name}.csv").is_file()
        for name in names
        if name != "schema_version"
    )


def test_every_verdict_word_and_rule_occurs(sample_night):
    words = {
        row[0]
        for row in rows(sample_night.home, "select distinct verdict from verdict where basis = 'published'")
    }
    assert words == {"legal", "illegal", "unknown", "incomplete"}


def test_the_lists_that_are_cut_off_come_out_incomplete(sample_night):
    found = rows(
        sample_night.home,
        "select source_key, verdict from verdict join deck using (deck_id) where basis = 'published' "
        "and source_key in ('4081', '4083', '5266', '5303', '6735')",
    )
    assert len(found) == 5
    assert {verdict for _, verdict in found} == {"incomplete"}


def test_every_verdict_leads_to_the_source_of_its_rules_and_to_the_very_bytes_it_was_read_from(sample_night):
    home = sample_night.home
    # LIST is ours: it says that a list is empty, cut off or not resolved.
    assert rows(home, "select distinct rule from violation where source_url is null") == [("LIST",)]
    assert rows(home, "select count(*) from restriction where source_url is null") == [(0,)]
    pages = rows(
        home,
        "select distinct p.url, p.sha256, p.status, p.warc_file, p.warc_offset "
        "from verdict join deck using (deck_id) left join page p using (page_id)",
    )
    assert len(pages) > 1
    with Archive(home / "archive") as archive:
        for url, digest, status, file, offset in pages:
            kept = archive.read(file, offset)
            assert (kept.url, kept.sha256, kept.status) == (url, digest, status)
            assert sha256(kept.body).hexdigest() == digest
            assert kept.fetched_at


def test_a_night_on_which_nothing_changed_changes_no_row_and_asks_little(plan_in):
    plan = plan_in()
    for _ in range(4):
        # A name that is part of many others is searched for over several nights.
        first = run_night(plan)
        if first.crawls[-1].requests <= 1:
            break
    before = hashes(plan.home)
    report = run_night(plan)
    assert first.exit_code == report.exit_code == 0
    assert sum(part.changed for part in report.ingested) == 0
    assert hashes(plan.home) == before
    assert all(crawl.requests <= 5 for crawl in report.crawls)


def test_the_sample_is_the_same_on_every_port(sample_night, tmp_path):
    home = sample_night.copy(tmp_path / "census")
    plan = NightPlan(home=home, sites=("dm-edh",), today=TODAY, sample=True)
    before = hashes(home)
    for _ in range(2):
        report = run_night(plan)
        assert sum(part.changed for part in report.ingested) == 0
    assert hashes(home) == before


def test_a_site_that_is_down_leaves_its_decks_and_the_others_go_on(plan_in, world):
    plan = plan_in()
    decks = rows(plan.home, "select count(*) from deck where is_current")
    world.set("dm-edh", fail_all=500)
    report = run_night(plan)
    assert report.exit_code == 3
    assert "dm-edh" in report.failures
    assert rows(plan.home, "select count(*) from deck where is_current") == decks
    assert report.published is not None


def test_a_crawl_that_breaks_leaves_the_other_site_alone(plan_in, monkeypatch):
    def breaking(*arguments, **options):
        raise IndexError("nobody thought of it")

    monkeypatch.setattr(stages, "crawl_site", breaking)
    report = run_night(plan_in())
    assert report.exit_code == 3
    assert report.failures == {"dm-edh": "a fault of ours, IndexError: nobody thought of it"}
    assert [crawl.status for crawl in report.crawls] == ["failed", "done"]
    assert report.published is not None


def test_success_is_told_in_one_place_and_what_came_in_in_another(plan_in, world):
    plan = plan_in(sites=("dm-edh",))
    told = "select last_good, status from site_status where site = 'dm-edh'"
    newest = "select newest_page from data_quality where source = 'dm-edh'"

    def ask():
        con = connect_work(plan.home)
        try:
            return con.execute(told).fetchone(), rows(plan.home, newest)[0][0]
        finally:
            con.close()

    run_night(plan)
    (good, _), came = ask()
    run_night(plan)
    (quiet, status), same = ask()
    assert quiet > good
    assert (status, same) == ("done", came)
    # What a night kept before it failed came in, and makes no good night of it.
    world.set("dm-edh", revision=2, rest_closed=401, robots="User-agent: *\nDisallow: /dmedh/20092\n")
    world.set("dm-edh", sitemap_closed=True, feed_closed=True, archives_closed=True)
    run_night(plan)
    (after, status), _ = ask()
    assert (after, status) == (quiet, "failed")


def test_a_night_on_a_held_home_is_refused_at_once(sample_night, tmp_path):
    home = sample_night.copy(tmp_path / "census")
    with HomeLock(home), pytest.raises(Locked):
        run_night(NightPlan(home=home, sites=SITES, today=TODAY, sample=True))


def test_a_home_is_of_one_world(tmp_path):
    claim_world(tmp_path, "sample")
    claim_world(tmp_path, "sample")
    with pytest.raises(ConfigurationError, match="sample"):
        claim_world(tmp_path, "live")
    # What a power cut left says nothing, and is not taken for leave to mix the two.
    for text in ("", "[]", "{}"):
        (tmp_path / "world.json").write_text(text)
        with pytest.raises(ConfigurationError, match="does not say"):
            claim_world(tmp_path, "sample")


def test_replay_gives_the_same_tables_with_sockets_blocked(sample_night, tmp_path, monkeypatch):
    home = sample_night.copy(tmp_path / "census")
    before = hashes(home)

    def refuse(*arguments, **options):
        raise AssertionError("a replay must not open a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    report = replay(Settings(home=home), today=TODAY, say=lambda line: None)
    monkeypatch.undo()
    assert report.decks > 90
    assert hashes(home) == before


def test_a_replay_keeps_how_the_nights_went(sample_night, tmp_path):
    home = sample_night.copy(tmp_path / "census")
    told = "select site, started_at, ended_at, status, reason, requests from site_night order by all"

    def nights():
        con = connect_work(home)
        try:
            return con.execute(told).fetchall()
        finally:
            con.close()

    before = nights()
    assert {row[0] for row in before} == set(SITES)
    replay(Settings(home=home), today=TODAY, say=lambda line: None)
    assert nights() == before
    # A database that cannot be read is no reason not to build it anew.
    (home / "work.duckdb").write_bytes(b"no database")
    replay(Settings(home=home), today=TODAY, say=lambda line: None)
    assert nights() == []


def test_replay_without_an_archive_says_so(tmp_path):
    with pytest.raises(WarehouseError, match="no archive"):
        replay(Settings(home=tmp_path), today=TODAY, say=lambda line: None)


def test_the_summary_tells_what_came_out(sample_night, capsys):
    print_summary(sample_night.report, Output.table)
    out = capsys.readouterr().out
    for word in ("Most played commanders", "Verdicts", "n", "census.duckdb", "exports", "dm-official"):
        assert word in out
    text = markdown_summary(sample_night.report)
    assert text.startswith("# Night of 2026-11-29")
    assert "| dm-edh | done |" in text


def test_the_summary_as_json_is_one_object(sample_night, capsys):
    print_summary(sample_night.report, Output.json)
    data = json.loads(capsys.readouterr().out)
    assert data["failures"] == {}
    leader = data["popular"][0]
    assert leader["share_low"] < leader["share"] < leader["share_high"]
    assert leader["share"] == pytest.approx(leader["decks"] / leader["n"], abs=1e-6)


def test_what_a_crawl_could_not_have_is_told_by_name(plan_in, world, tmp_path):
    said = []
    world.set(
        "dm-edh", rest_closed=401, robots="User-agent: *\nDisallow: /dmedh/20092\nDisallow: /dmedh/20091\n"
    )
    report = run_night(plan_in(sites=("dm-edh",), home=tmp_path / "new"), say=said.append)
    assert report.exit_code == 0
    told = "\n".join(said)
    assert "dm-edh: rest: REST answers 401" in told
    assert "2 articles could not be had" in told
    for article in ("20091", "20092"):
        assert f"https://dm-edh.com/dmedh/{article}: robots.txt forbids" in told
