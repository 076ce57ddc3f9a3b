"""Opening databases: locks, foreign and newer files, migration, and no extension from the network."""

from __future__ import annotations

import subprocess
import sys

import duckdb
import pytest

from schema.errors import Locked, WarehouseError
from tests.warehouse.hashes import table_hashes
from warehouse.database import connect_published, connect_work, memory_database, migrate, schema_version
from warehouse.tables import Merged, merge_rows, scalar, staged, table_names, transaction

HOLDER = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def held(tmp_path):
    """A work database that another process holds open."""
    connect_work(tmp_path).close()
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "work.duckdb")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline().strip() == "held"
    yield tmp_path, process
    if not process.stdin.closed:
        process.stdin.close()
    process.stdout.close()
    process.wait(timeout=20)


def test_a_foreign_lock_is_an_error_that_names_its_holder(held):
    home, process = held
    with pytest.raises(Locked, match=str(process.pid)) as caught:
        connect_work(home, wait=0.1)
    assert caught.value.exit_code == 75
    assert caught.value.hint


def test_a_lock_that_goes_is_waited_for(held):
    home, process = held
    assert process.stdin is not None
    process.stdin.close()
    connect_work(home, wait=20).close()


def test_a_reader_of_a_copy_held_for_writing_is_told(held):
    home, _ = held
    (home / "census.duckdb").hardlink_to(home / "work.duckdb")
    with pytest.raises(Locked):
        connect_published(home, wait=0.1)


def test_a_missing_copy_is_told_at_once(tmp_path):
    with pytest.raises(WarehouseError, match="nothing is published") as caught:
        connect_published(tmp_path, wait=60)
    assert "nightly" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["work.duckdb", "census.duckdb"])
def test_a_file_that_is_no_database_is_refused(tmp_path, name):
    (tmp_path / name).write_bytes(b"not a database, just text " * 500)
    opening = connect_work if name == "work.duckdb" else connect_published
    with pytest.raises(WarehouseError, match="cannot be opened") as caught:
        opening(tmp_path)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


def test_a_database_of_something_else_is_refused(tmp_path):
    con = duckdb.connect(str(tmp_path / "work.duckdb"))
    con.execute("create table invoices (id int)")
    con.close()
    with pytest.raises(WarehouseError, match="something else"):
        connect_work(tmp_path)


def test_a_copy_without_any_table_is_no_census(tmp_path):
    duckdb.connect(str(tmp_path / "census.duckdb")).close()
    with pytest.raises(WarehouseError, match="no census") as caught:
        connect_published(tmp_path)
    assert caught.value.hint


@pytest.mark.parametrize("opening", [connect_work, connect_published])
def test_a_newer_database_is_refused(tmp_path, opening):
    con = connect_work(tmp_path)
    con.execute("insert into schema_version values (?, '999_later')", [schema_version() + 1])
    con.close()
    (tmp_path / "census.duckdb").write_bytes((tmp_path / "work.duckdb").read_bytes())
    with pytest.raises(WarehouseError, match="newer version") as caught:
        opening(tmp_path)
    assert caught.value.hint


def test_an_older_database_is_brought_up_to_date(tmp_path):
    con = connect_work(tmp_path)
    con.execute("delete from schema_version where version >= 5")
    for table in ("published_size", "crawl", "gone"):
        con.execute(f"drop table {table}")
    con.execute("alter table format_edition drop column fingerprint")
    con.close()
    con = connect_work(tmp_path)
    assert {"published_size", "crawl", "gone"} <= set(table_names(con))
    assert scalar(con, "select max(version) from schema_version") == schema_version()
    assert migrate(con) == []
    con.close()


def test_a_home_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WarehouseError, match="cannot make"):
        connect_work(tmp_path / "file" / "census")


def test_no_extension_is_fetched(con):
    settings = dict(
        con.execute(
            "select name, value from duckdb_settings() "
            "where name in ('autoinstall_known_extensions', 'autoload_known_extensions')"
        ).fetchall()
    )
    assert settings == {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}


def test_memory_threads_and_time_zone_are_set(tmp_path):
    con = connect_work(tmp_path, memory_limit="512MB", threads=1)
    found = dict(
        con.execute(
            "select name, value from duckdb_settings() where name in ('memory_limit', 'threads', 'TimeZone')"
        ).fetchall()
    )
    con.close()
    assert found["memory_limit"].startswith(("488", "512"))
    assert found["threads"] == "1"
    assert found["TimeZone"] == "UTC"


def test_merging_changes_as_few_rows_as_possible(con):
    con.execute("create table t (k int primary key, v varchar, l varchar[], load_id int)")
    con.execute("insert into t values (1, 'a', ['x'], 1), (2, 'b', null, 1), (3, 'c', ['y'], 1)")
    con.execute("create temp table s as select * from t where k <> 3")
    assert merge_rows(con, "t", "s", keys=("k",)) == Merged(0, 0, 0)
    con.execute("update s set load_id = 2, v = case k when 2 then null else v end")
    con.execute("insert into s values (4, 'd', [], 2)")
    merged = merge_rows(con, "t", "s", keys=("k",), scope="t.k < 4")
    assert (merged.inserted, merged.updated, merged.deleted) == (1, 1, 1)
    assert con.execute("from t order by k").fetchall() == [
        (1, "a", ["x"], 1),
        (2, None, None, 2),
        (4, "d", [], 2),
    ]


def test_hashes_tell_tables_apart_and_nothing_else(con):
    con.execute("create table t (a int, b varchar, load_id int)")
    con.execute("insert into t values (1, 'x', 1), (2, null, 1)")
    before = table_hashes(con)["t"]
    con.execute("delete from t")
    con.execute("insert into t values (2, null, 7), (1, 'x', 8)")
    assert table_hashes(con)["t"] == before
    assert table_hashes(con, ignore=())["t"] != before
    con.execute("update t set b = '' where a = 2")
    assert table_hashes(con)["t"] != before


def test_a_transaction_is_all_or_nothing_and_a_half_read_result_does_not_disturb(con):
    import pyarrow as pa

    con.execute("create table t (a int)")

    def fail():
        with transaction(con):
            con.execute("insert into t values (1)")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    con.execute("select 1").fetchone()
    with transaction(con), staged(con, "s", {"a": pa.int32()}, {"a": [1, 2]}):
        con.execute("insert into t from s")
    assert scalar(con, "select count(*) from t") == 2
    assert scalar(con, "select a from t where false") is None


def test_a_memory_database_has_every_table():
    con = memory_database()
    assert {"deck", "card", "verdict", "schema_version"} <= set(table_names(con))
    con.close()


def test_a_home_whose_path_duckdb_takes_apart_is_refused(tmp_path):
    with pytest.raises(WarehouseError, match="no database can be kept") as caught:
        connect_work(tmp_path / "why?" / "census")
    assert caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_spilled_goes(tmp_path):
    spilled = tmp_path / "work.duckdb.tmp"
    spilled.mkdir()
    (spilled / "duckdb_temp_storage_S32K-0.tmp").write_bytes(b"spilled")
    connect_work(tmp_path).close()
    assert not spilled.exists()
