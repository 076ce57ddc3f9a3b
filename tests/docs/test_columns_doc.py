"""The published tables: what the README says of them is what columns.toml and the database say."""

from __future__ import annotations

import pytest

from schema.columns import published_tables
from tests.docs.readme import cells, parts
from warehouse.database import connect_published

ROWS = {
    row[0].strip("`"): row[1:]
    for part in parts()
    if part.kind == "table" and part.argument == "published"
    for row in cells(part.text)
}


@pytest.mark.parametrize("name", list(published_tables()))
def test_grain_and_key_are_the_ones_of_columns_toml(name):
    table = published_tables()[name]
    about, key = ROWS[name]
    assert about == table.about
    assert tuple(part.strip(" `") for part in key.split(",")) == table.key
    assert set(table.key) <= set(table.columns)


def test_the_database_holds_these_tables_and_their_comments(sample_night):
    con = connect_published(sample_night.home)
    try:
        held = dict(
            con.execute("select table_name, comment from duckdb_tables() where not internal").fetchall()
        )
    finally:
        con.close()
    assert set(held) == set(ROWS)
    assert all(held[name] == about for name, (about, _) in ROWS.items())
