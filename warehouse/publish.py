"""The readers' copy: written aside, complete and commented, then swapped in with one rename.

It is written in the storage version of DuckDB 1.0, so that older clients open it. A reader that holds
the old file keeps it whole; a new one sees the new file; nobody sees half of either. Decks whose pages
ask not to be kept for others are counted in the marts and are not in it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from schema.columns import published_tables
from schema.errors import WarehouseError
from warehouse.aside import sync
from warehouse.database import PUBLISHED_FILE, sql_files, sql_text
from warehouse.opt_outs import anything_is_private, kept_private
from warehouse.tables import scalar, scarcity, table_names, transaction

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

    from schema.columns import TableMeaning

STORAGE_VERSION = "v1.0.0"


def publish(con: duckdb.DuckDBPyConnection, home: Path) -> Path:
    """Write the published tables of an open work database to `<home>/census.duckdb`; return its path.

    The caller has run the checks. Raises WarehouseError when the disk is full or the home read-only; the
    copy that was there stays as it was.
    """
    target = home / PUBLISHED_FILE
    aside = home / f"{PUBLISHED_FILE}.new"
    try:
        _remove(aside)
        _write(con, aside)
        sync(aside)
        os.replace(aside, target)
        sync(home)
    except BaseException as error:
        with suppress(OSError):
            _remove(aside)
        if not isinstance(error, OSError) and scarcity(error) is None:
            raise
        raise WarehouseError(
            f"the published copy could not be written: {str(error).splitlines()[0]}",
            hint="free space or rights in the home and run again; the last published copy is untouched",
        ) from error
    _remember_sizes(con)
    return target


def _write(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    work = str(scalar(con, "select current_database()"))
    name = str(path).replace("'", "''")
    con.execute(f"attach '{name}' as published (storage_version '{STORAGE_VERSION}')")
    try:
        # One transaction: a commit for each of the hundreds of comments would be as many waits for the disk.
        with transaction(con):
            made = dict(
                con.execute(
                    "select table_name, sql from duckdb_tables() where database_name = ? and not temporary",
                    [work],
                ).fetchall()
            )
            private = anything_is_private(con)
            for table in published_tables().values():
                if table.name not in made:
                    raise WarehouseError(
                        f"there is no table {table.name} to publish", hint="build the marts first"
                    )
                _copy(
                    con,
                    work,
                    table,
                    made[table.name],
                    kept_private(table.name, table.columns) if private else "true",
                )
            con.execute("use published")
            for _, text in _definitions():
                con.execute(text)
        con.execute(f'use "{work}"')
        con.execute("checkpoint published")
    finally:
        con.execute(f'use "{work}"')
        con.execute("detach published")


def _copy(con: duckdb.DuckDBPyConnection, work: str, table: TableMeaning, ddl: str, kept: str) -> None:
    """One table with its constraints, what is `kept` of its rows in the order of their key, its comments."""
    con.execute("use published")
    con.execute(ddl)
    for column, *_ in con.execute(f'describe "{table.name}"').fetchall():
        if column not in table.columns:  # the writer's own, of no meaning to a reader
            con.execute(f'alter table "{table.name}" drop column "{column}"')
    con.execute(f'use "{work}"')
    columns = ", ".join(f'"{name}"' for name in table.columns)
    con.execute(
        f'insert into published.main."{table.name}" by name '  # noqa: S608
        f'select {columns} from "{table.name}" where {kept} order by {_order(table)}'
    )
    place = f'published.main."{table.name}"'
    comments = [f"comment on table {place} is {_quoted(table.about)}"]
    comments += [
        f'comment on column {place}."{column}" is {_quoted(meaning)}'
        for column, meaning in table.columns.items()
    ]
    con.execute(";\n".join(comments))


def _definitions() -> Iterator[tuple[str, str]]:
    yield "00_macros", sql_text("marts", "00_macros")
    yield from sql_files("publish")


def _order(table: TableMeaning) -> str:
    return ", ".join(f'"{column}" nulls first' for column in table.key)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _remember_sizes(con: duckdb.DuckDBPyConnection) -> None:
    """Note how many decks each source had, for the check of the next publish."""
    if "published_size" in table_names(con):
        con.execute(
            "insert or replace into published_size "
            "select (select coalesce(max(load_id), 0) from load), source, count(*) from deck "
            "where is_current group by source"
        )


def _remove(path: Path) -> None:
    for left in (path, *path.parent.glob(f"{path.name}.wal*")):
        left.unlink(missing_ok=True)
