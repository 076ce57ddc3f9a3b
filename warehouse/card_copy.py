"""The cards of a published census, copied into a database in memory for `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.database import PUBLISHED_FILE, connect_published

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

_TABLES = ("card", "card_face", "card_name", "card_identity", "restriction_change")


def copy_cards(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    """Copy cards, their names and identities, and the crawled restriction changes.

    Raises what `connect_published` raises: WarehouseError, Locked.
    """
    connect_published(home).close()  # one line for the user where it cannot be read
    path = str(home / PUBLISHED_FILE).replace("'", "''")
    con.execute(f"attach '{path}' as census (read_only)")
    try:
        for table in _TABLES:
            held = {
                str(row[0])
                for row in con.execute(
                    "select column_name from duckdb_columns() "
                    "where database_name = 'census' and table_name = ?",
                    [table],
                ).fetchall()
            }
            needed = [
                (str(name), bool(nullable))
                for name, nullable in con.execute(
                    "select column_name, is_nullable from duckdb_columns() "
                    "where database_name = current_database() and table_name = ? order by column_index",
                    [table],
                ).fetchall()
            ]
            if not held:
                continue
            # What the published copy leaves out is bookkeeping: any value will do.
            columns = ", ".join(
                name if name in held else f"{'null' if nullable else '0'} as {name}"
                for name, nullable in needed
            )
            con.execute(f"insert into {table} by name select {columns} from census.{table}")  # noqa: S608
    finally:
        con.execute("detach census")
