"""The readers' copy: whole at every instant, old clients, comments, macros, and failures that spare it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from datetime import date

import duckdb
import pytest

from schema.columns import published_tables
from schema.errors import WarehouseError
from tests.warehouse.build import at, deck, load, page, published, shown
from tests.warehouse.hashes import table_hashes
from tests.warehouse.world import fill
from warehouse.database import connect_published, connect_work
from warehouse.load import mark_deleted
from warehouse.publish import STORAGE_VERSION, publish


@pytest.fixture
def home(tmp_path):
    return tmp_path / "census"


@pytest.fixture
def work(home):
    con = connect_work(home)
    fill(con)
    yield con
    con.close()


def test_the_copy_holds_what_is_published_and_nothing_private(work, home):
    publish(work, home)
    tables = {name for (name,) in published(home, "select table_name from duckdb_tables()")}
    assert tables == set(published_tables())
    assert not tables & {"rule_text", "restriction_list", "published_size", "crawl"}
    assert sorted(path.name for path in home.iterdir()) == ["census.duckdb", "work.duckdb", "work.duckdb.wal"]
    hashes = table_hashes(work)
    con = connect_published(home)
    copied = table_hashes(con)
    con.close()
    assert copied == {name: hashes[name] for name in copied}


def test_every_table_and_column_is_commented(work, home):
    publish(work, home)
    for things, name in (
        ("duckdb_tables()", "table_name"),
        ("duckdb_columns() where not internal", "table_name || '.' || column_name"),
        ("duckdb_views() where not internal", "view_name"),
        ("duckdb_functions() where not internal", "function_name"),
    ):
        held = published(home, f"select {name}, comment from {things}")
        assert held
        assert [name for name, comment in held if not comment] == []


def test_keys_and_not_null_survive(work, home):
    publish(work, home)
    kinds = published(
        home,
        "select constraint_type, constraint_column_names from duckdb_constraints() "
        "where table_name = 'card_face'",
    )
    assert ("PRIMARY KEY", ["card_id", "face_no"]) in kinds
    assert ("NOT NULL", ["name"]) in kinds


def test_rows_lie_in_the_order_of_their_key(work, home):
    publish(work, home)
    ids = [row[0] for row in published(home, "select deck_id from deck")]
    assert ids == sorted(ids)


def test_macros_and_views_answer(work, home):
    publish(work, home)
    assert published(
        home, "select commander, decks, n from commander_share('dmedh', '2020-01-01', '2020-01-31')"
    ) == [
        ("火将", 3, 4),
        ("水将", 1, 4),
    ]
    assert published(home, "select source_key, zone, copies from decks_with('水将')") == [
        ("2", "commander", 1)
    ]
    assert published(
        home, "select source_key, verdict from verdicts_of('dmedh', 'today') where verdict = 'illegal'"
    ) == [("2", "illegal")]
    assert published(home, "select count(*) from current_deck") == [(6,)]
    assert published(home, "select verdict_today from current_deck where source_key = '2'") == [("illegal",)]
    assert published(
        home, "select card, copies from deck_list where source_key = '2' and zone = 'commander'"
    ) == [("水将", 1)]
    assert published(home, "select card_name from restricted_on('dmedh', '2020-01-01')") == []


def test_a_list_that_counts_in_another_source_keeps_its_commander(work, home):
    publish(work, home)
    twice = "current_deck where source_key in ('3', '9')"
    assert published(home, f"select source, commander, civilizations from {twice} order by 1") == [
        ("blog", "火将", "火"),
        ("dm-edh", "火将", "火"),
    ]
    counted = published(home, f"select count(*) from counted_deck semi join (from {twice}) using (deck_id)")
    assert counted == [(1,)]


def test_the_views_agree_with_the_field_wherever_it_counts(work, home):
    publish(work, home)
    differing = published(
        home,
        "select source_key from counted_deck c join current_deck d using (deck_id) "
        "where (c.commander, c.civilizations) is distinct from (d.commander, d.civilizations)",
    )
    assert differing == []


def test_a_deleted_deck_is_in_no_view(work, home):
    mark_deleted(work, "dm-edh", ["2"], on=date(2020, 3, 2), started_at=at(1), code_version="test")
    publish(work, home)
    for view in ("current_deck", "deck_list", "decks_with('水将')", "verdicts_of('dmedh', 'today')"):
        assert published(home, f"select count(*) from {view} where source_key = '2'") == [(0,)], view


def test_it_is_in_the_storage_version_of_duckdb_1_0(work, home):
    publish(work, home)
    ((tags,),) = published(home, "select tags from duckdb_databases() where database_name = 'census'")
    assert tags["storage_version"].startswith(STORAGE_VERSION)


@pytest.mark.skipif(
    "DECKCENSUS_OLD_DUCKDB" not in os.environ,
    reason="DECKCENSUS_OLD_DUCKDB names no Python with an older duckdb",
)
def test_an_older_client_opens_it(work, home):
    publish(work, home)
    asked = [
        *published_tables(),
        "current_deck",
        "deck_list",
        "commander_share('dmedh', '2020-01-01', '2020-12-31')",
        "restricted_on('dmedh', '2020-01-01')",
        "decks_with('水将')",
        "verdicts_of('dmedh', 'today')",
    ]
    code = (
        "import duckdb, json, sys; c = duckdb.connect(sys.argv[1], read_only=True); "
        "rows = [c.execute('select * from ' + name).fetchall() for name in json.loads(sys.argv[2])]; "
        "print(json.dumps([duckdb.__version__, rows], default=str))"
    )
    done = subprocess.run(
        [os.environ["DECKCENSUS_OLD_DUCKDB"], "-c", code, str(home / "census.duckdb"), json.dumps(asked)],
        check=True,
        capture_output=True,
        text=True,
    )
    version, answers = json.loads(done.stdout)
    assert version < duckdb.__version__
    for name, held in zip(asked, answers, strict=True):
        ours = json.loads(json.dumps(published(home, f"select * from {name}"), default=str))
        assert sorted(map(json.dumps, held)) == sorted(map(json.dumps, ours)), name


READER = """
    import sys
    from pathlib import Path
    import time
    import duckdb
    path, stop = sys.argv[1], Path(sys.argv[2])
    seen = set()
    reads = 0
    while not stop.exists():
        con = duckdb.connect(path, read_only=True)
        loads, decks, counted = con.execute(
            "select (select max(load_id) from load), (select count(*) from deck), "
            "(select sum(decks) from load)"
        ).fetchall()[0]
        assert decks == counted, (loads, decks, counted)
        con.close()
        seen.add(loads)
        reads += 1
        time.sleep(0.05)
    print(reads, len(seen))
"""


def test_a_reader_sees_one_night_or_another_while_nights_are_published(work, home, tmp_path):
    publish(work, home)
    stop = tmp_path / "stop"
    reader = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(READER), str(home / "census.duckdb"), str(stop)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    held = duckdb.connect(str(home / "census.duckdb"), read_only=True)
    before = held.execute("select count(*) from deck").fetchall()
    for night in range(20):
        key = f"n{night}"
        load(
            work,
            (
                page(f"https://dm-edh.com/dmedh/{key}", days=night),
                shown(deck(key, f"{night + 2} 甲", commander="火将")),
            ),
        )
        publish(work, home)
    stop.write_text("")
    out, err = reader.communicate(timeout=60)
    assert reader.returncode == 0, err
    reads, nights = map(int, out.split())
    assert reads >= nights >= 1
    # The reader that was there from the start still reads its night.
    assert held.execute("select count(*) from deck").fetchall() == before
    held.close()
    assert published(home, "select count(*) from deck") == [(26,)]


def test_a_reader_of_the_work_copy_is_never_needed_and_a_writer_never_blocks_one(work, home):
    publish(work, home)
    # `work` is open for writing while the copy is read.
    assert published(home, "select count(*) from deck") == [(6,)]


def test_what_a_dead_publish_left_is_cleared(work, home):
    (home / "census.duckdb.new").write_bytes(b"half")
    (home / "census.duckdb.new.wal").write_bytes(b"half")
    publish(work, home)
    assert not list(home.glob("census.duckdb.new*"))
    assert published(home, "select count(*) from deck") == [(6,)]


def test_a_publish_that_fails_leaves_the_last_copy(work, home, monkeypatch):
    publish(work, home)
    before = (home / "census.duckdb").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(WarehouseError, match="No space left") as caught:
        publish(work, home)
    assert caught.value.hint
    assert (home / "census.duckdb").read_bytes() == before
    assert not list(home.glob("census.duckdb.new*"))
    monkeypatch.undo()
    publish(work, home)


def test_without_marts_nothing_is_published(home):
    con = connect_work(home)
    with pytest.raises(WarehouseError, match="no table counted_deck"):
        publish(con, home)
    assert not (home / "census.duckdb").exists()
    # The connection is still of use.
    fill(con)
    publish(con, home)
    con.close()


def test_a_home_with_quotes_and_japanese_in_its_name(tmp_path):
    home = tmp_path / "it's 国勢調査"
    con = connect_work(home)
    fill(con)
    publish(con, home)
    con.close()
    assert published(home, "select count(*) from deck") == [(6,)]
