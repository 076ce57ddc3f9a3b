"""The published tables: the README names each, and the database says of each what columns.toml does."""

from __future__ import annotations

import re

from schema.columns import published_tables
from tests.docs.readme import README, sections
from warehouse.database import connect_published


def test_every_published_table_is_named():
    body = sections(README.read_text(encoding="utf-8"))["Published tables"]
    named = set(re.findall(r"`(\w+)`", body.split("Views:")[0]))
    assert set(published_tables()) == named - {"published", "today"}


def test_the_key_of_a_table_is_of_its_columns():
    assert all(set(table.key) <= set(table.columns) for table in published_tables().values())


def test_the_database_holds_these_tables_and_their_comments(sample_night):
    con = connect_published(sample_night.home)
    try:
        held = dict(
            con.execute("select table_name, comment from duckdb_tables() where not internal").fetchall()
        )
    finally:
        con.close()
    assert held == {name: table.about for name, table in published_tables().items()}
