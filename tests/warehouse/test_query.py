"""A user's own SQL over the published copy: read-only, without files, with plain errors."""

from __future__ import annotations

import pytest

from schema.errors import UsageError, WarehouseError
from tests.warehouse.world import fill
from warehouse.database import connect_work
from warehouse.publish import publish
from warehouse.query import run_query


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    home = tmp_path_factory.mktemp("census")
    con = connect_work(home)
    fill(con)
    publish(con, home)
    con.close()
    return home


def test_columns_and_rows(ready):
    with run_query(ready, "select source_key as key, format from deck order by 1 limit 2") as result:
        assert result.columns == ["key", "format"]
        assert list(result.rows) == [("1", "dmedh"), ("2", "dmedh")]


def test_several_statements_give_the_last(ready):
    with run_query(ready, "create temp table x as select 1 as a; select a from x;") as result:
        assert list(result.rows) == [(1,)]


@pytest.mark.parametrize(
    "sql",
    [
        "selct 1",
        "select * from nothing",
        "delete from deck",
        "drop table deck",
        "create table x (a int)",
        "copy deck to '/tmp/deck.csv'",
        "select * from read_csv('/etc/passwd')",
        "select * from '/etc/passwd'",
        "attach '/tmp/other.duckdb'",
        "install httpfs",
        "set enable_external_access = true",
        "select 1/0::varchar::date",
    ],
)
def test_wrong_and_forbidden_sql_is_a_plain_error(ready, sql):
    with pytest.raises(UsageError) as caught, run_query(ready, sql) as result:
        list(result.rows)
    assert caught.value.hint
    with run_query(ready, "select count(*) from deck") as result:
        assert list(result.rows) == [(6,)]


def test_without_a_copy_the_user_is_told_what_to_do(tmp_path):
    with (
        pytest.raises(WarehouseError, match="nothing is published") as caught,
        run_query(tmp_path, "select 1"),
    ):
        pass
    assert "nightly" in str(caught.value.hint)
