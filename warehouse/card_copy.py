"""What a database in memory that judges decks in hand takes from a published census."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema.errors import WarehouseError
from warehouse.database import PUBLISHED_FILE, connect_published

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

_CARD_TABLES = ("card", "card_face", "card_name", "card_identity")


def look_at_cards(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    """Let a new database in memory see a census' cards.

    Only read by a judging, and large, they are looked at where they lie: copying 35,000 cards with their
    keys takes longer than judging a deck. The tables become views of the published file, which stays
    attached, read-only. Raises what `connect_published` raises: WarehouseError, Locked.
    """
    _attach(con, home)
    for table in _CARD_TABLES:
        select = _select(con, table)
        con.execute(f"drop table {table}")
        con.execute(f"create view {table} as {select}")


def copy_list_changes(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    """Copy the crawled changes of restriction lists, to be folded with the lists that ship.

    Raises what `connect_published` raises: WarehouseError, Locked.
    """
    _attach(con, home)
    con.execute(f"insert into restriction_change by name {_select(con, 'restriction_change')}")


def _attach(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    connect_published(home).close()  # one line for the user where it cannot be read
    path = str(home / PUBLISHED_FILE).replace("'", "''")
    con.execute(f"attach if not exists '{path}' as census (read_only)")


def _select(con: duckdb.DuckDBPyConnection, table: str) -> str:
    """The rows of a published table with the columns of ours.

    What the published copy leaves out is bookkeeping: any value will do.
    """
    held = {
        str(row[0])
        for row in con.execute(
            "select column_name from duckdb_columns() where database_name = 'census' and table_name = ?",
            [table],
        ).fetchall()
    }
    if not held:
        raise WarehouseError(
            f"the published copy has no table {table}: it is of an earlier version",
            hint="run `deckcensus nightly`, or `deckcensus replay`, once",
        )
    needed = con.execute(
        "select column_name, is_nullable from duckdb_columns() "
        "where database_name = current_database() and table_name = ? order by column_index",
        [table],
    ).fetchall()
    columns = ", ".join(
        name if name in held else f"{'null' if nullable else '0'} as {name}" for name, nullable in needed
    )
    return f"select {columns} from census.{table}"  # noqa: S608
