"""The cards of a published census, for a database in memory that judges decks in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.database import PUBLISHED_FILE, connect_published

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

# Only read by a judging, and large: looked at where they lie, since copying 35,000 cards with their
# keys takes longer than judging a deck.
_LOOKED_AT = ("card", "card_face", "card_name", "card_identity")
# Folded with the shipped lists, and small.
_COPIED = ("restriction_change",)


def look_at_cards(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    """Let a new database in memory see a census' cards, and copy the crawled restriction changes.

    The card tables become views of the published file, which stays attached, read-only, as `census`.
    Raises what `connect_published` raises: WarehouseError, Locked.
    """
    connect_published(home).close()  # one line for the user where it cannot be read
    path = str(home / PUBLISHED_FILE).replace("'", "''")
    con.execute(f"attach '{path}' as census (read_only)")
    for table in (*_LOOKED_AT, *_COPIED):
        held = {
            str(row[0])
            for row in con.execute(
                "select column_name from duckdb_columns() where database_name = 'census' and table_name = ?",
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
            name if name in held else f"{'null' if nullable else '0'} as {name}" for name, nullable in needed
        )
        if table in _COPIED:
            con.execute(f"insert into {table} by name select {columns} from census.{table}")  # noqa: S608
        else:
            con.execute(f"drop table {table}")
            con.execute(f"create view {table} as select {columns} from census.{table}")  # noqa: S608
