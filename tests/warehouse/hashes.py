"""A hash of every table, to show that a second run, a replay or a run after a crash ends the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.tables import scalar, table_names

if TYPE_CHECKING:
    from collections.abc import Collection

    import duckdb

# What a second run writes differently although it found the same: when, under which load, and in which
# order cards were met.
RUN_COLUMNS = frozenset(
    {"load_id", "from_load_id", "until_load_id", "started_at", "finished_at", "code_version", "card_no"}
)


def table_hashes(
    con: duckdb.DuckDBPyConnection,
    *,
    without: Collection[str] = ("load", "schema_version", "published_size"),
    ignore: Collection[str] = RUN_COLUMNS,
) -> dict[str, str]:
    """Give every table a hash of its rows in any order: equal tables, equal hashes.

    `ignore` names columns left out (by default what says when a run was, not what it found); `without`
    names tables left out (by default those that tell of runs).
    """
    hashes: dict[str, str] = {}
    for table in table_names(con):
        if table in without:
            continue
        described = con.execute(f'describe "{table}"').fetchall()
        names = sorted(str(row[0]) for row in described if row[0] not in ignore)
        row_text = " || chr(31) || ".join(f'coalesce("{name}"::varchar, chr(30))' for name in names)
        hashes[table] = scalar(
            con,
            f"select count(*) || ':' || coalesce(sum(hash({row_text})::hugeint), 0) from \"{table}\"",
        )
    return hashes
