"""Databases of every schema ever kept still open, are brought up to date, and take a night."""

from __future__ import annotations

import gzip

import pytest

from tests.warehouse.build import deck, load, page, rows, shown
from tests.warehouse.keep_storage import DIRECTORY
from tests.warehouse.world import GAMES, build
from warehouse.checks import run_checks
from warehouse.database import connect_work, memory_database, schema_version
from warehouse.publish import publish
from warehouse.resolve import resolve
from warehouse.tables import table_names

KEPT = sorted(DIRECTORY.glob("schema_*.duckdb.gz"))


def test_the_present_schema_is_kept():
    assert f"schema_{schema_version():03}.duckdb.gz" in {path.name for path in KEPT}, (
        "a DDL file was added: run python -m tests.warehouse.keep_storage"
    )


@pytest.fixture(params=KEPT, ids=lambda path: path.name.split(".")[0])
def old(request, tmp_path):
    (tmp_path / "work.duckdb").write_bytes(gzip.decompress(request.param.read_bytes()))
    con = connect_work(tmp_path)
    yield con, tmp_path
    con.close()


def columns(con):
    sql = (
        "select column_name, data_type, is_nullable from duckdb_columns() "
        "where table_name = ? and not internal order by 1"
    )
    return {table: rows(con, sql, table) for table in table_names(con)}


def test_an_old_database_has_the_tables_of_a_new_one(old):
    con, _ = old
    fresh = memory_database()
    expected = columns(fresh)
    fresh.close()
    assert {table: found for table, found in columns(con).items() if table in expected} == expected, (
        "a DDL file that databases have seen was changed: add a new file instead "
        "(before the first release: run python -m tests.warehouse.keep_storage)"
    )


def test_a_night_runs_on_an_old_database(old):
    con, home = old
    assert rows(con, "select count(*) from deck") == [(6,)]
    # By these a page that comes late finds its place also among what was read in before they were kept.
    assert rows(con, "select count(*) from page anti join sighting using (page_id)") == [(0,)]
    assert rows(con, "select count(*) from deck d anti join page_article a using (page_id)") == [(0,)]
    load(con, (page(body="edited", days=3), shown(deck("1", "甲", "甲", commander="水将"))))
    resolve(con, GAMES)
    con.execute("delete from verdict")
    con.execute("delete from violation")
    con.execute("delete from format_edition")
    build(con)
    run_checks(con)
    publish(con, home)
    assert rows(con, "select version, is_current from deck where source_key = '1' order by 1") == [
        (1, False),
        (2, True),
    ]
