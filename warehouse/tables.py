"""Rows in bulk: staging through Arrow, merging by key, all of it or nothing."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from schema.errors import WarehouseError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

BIGINT = pa.int64()
INTEGER = pa.int32()
SMALLINT = pa.int16()
DOUBLE = pa.float64()
TEXT = pa.string()
TEXTS = pa.list_(pa.string())
DATE = pa.date32()
INSTANT = pa.timestamp("us")
BOOLEAN = pa.bool_()


@dataclass(frozen=True, slots=True)
class Merged:
    """How many rows a merge changed."""

    inserted: int
    updated: int
    deleted: int


@contextmanager
def staged(
    con: duckdb.DuckDBPyConnection,
    name: str,
    columns: Mapping[str, pa.DataType],
    rows: Mapping[str, Sequence[Any]],
) -> Iterator[str]:
    """Hold columns of Python values as a view of the connection for the length of a block.

    `columns` gives the types, `rows` the values, column by column. Instants are naive UTC.
    """
    table = pa.table({column: pa.array(rows[column], type=kind) for column, kind in columns.items()})
    con.execute("select 1").fetchall()  # ends a result fetched in part, which would refuse the registration
    con.register(name, table)
    try:
        yield name
    except BaseException:
        # In an aborted transaction nothing can be unregistered; the rollback takes the view away.
        with suppress(duckdb.Error):
            con.unregister(name)
        raise
    con.unregister(name)


def columns_of(rows: Sequence[Mapping[str, Any]], names: Collection[str]) -> dict[str, list[Any]]:
    """Turn rows into columns."""
    return {name: [row[name] for row in rows] for name in names}


def merge_rows(
    con: duckdb.DuckDBPyConnection,
    target: str,
    source: str,
    *,
    keys: Sequence[str],
    scope: str | None = None,
    keep: Collection[str] = ("load_id", "page_id"),
) -> Merged:
    """Make the rows of `target` within `scope` equal to those of `source`, changing as few as possible.

    `source` is a table or view with some or all of the target's columns, unique on `keys`. `scope` is a
    predicate over the target (alias t): rows in it that the source lacks are deleted; without a scope
    nothing is. The columns of `keep` come with a new row but are no reason to touch an old one.
    No key is deleted and inserted in one transaction.
    """
    names = [str(row[0]) for row in con.execute(f"describe select * from {source}").fetchall()]  # noqa: S608
    match = " and ".join(f't."{key}" is not distinct from s."{key}"' for key in keys)
    values = [name for name in names if name not in keys and name not in keep]
    deleted = updated = 0
    if scope is not None:
        gone = f"not exists (select 1 from {source} s where {match})"  # noqa: S608
        deleted = _count(con, f"delete from {target} as t where ({scope}) and {gone}")  # noqa: S608
    if values:
        differs = " or ".join(f't."{name}" is distinct from s."{name}"' for name in values)
        sets = ", ".join(f'"{name}" = s."{name}"' for name in [*values, *(k for k in keep if k in names)])
        updated = _count(
            con,
            f"update {target} as t set {sets} from {source} as s where {match} and ({differs})",  # noqa: S608
        )
    listed = ", ".join(f'"{name}"' for name in names)
    chosen = ", ".join(f's."{name}"' for name in names)
    inserted = _count(
        con,
        f"insert into {target} ({listed}) select {chosen} from {source} s "  # noqa: S608
        f"where not exists (select 1 from {target} t where {match})",
    )
    return Merged(inserted, updated, deleted)


def scalar(con: duckdb.DuckDBPyConnection, sql: str, values: Sequence[Any] = ()) -> Any:
    """The first value of the first row of a query; None where there is no row.

    Fetches the whole result: one fetched in part keeps the connection busy.
    """
    rows = con.execute(sql, list(values)).fetchall()
    return rows[0][0] if rows else None


def _count(con: duckdb.DuckDBPyConnection, sql: str) -> int:
    return int(scalar(con, sql) or 0)


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All of a block or nothing of it.

    Raises WarehouseError when the disk is full, the file can't be written or memory does not suffice.
    """
    con.execute("begin")
    try:
        yield
        con.execute("commit")
    except BaseException as error:
        # After a commit that failed there may be nothing left to roll back.
        with suppress(duckdb.Error):
            con.execute("rollback")
        scarce = scarcity(error)
        if scarce is not None:
            raise scarce from error
        raise


def scarcity(error: BaseException) -> WarehouseError | None:
    """The plain error for a full disk, a file that can't be written or scarce memory; None for any other.

    DuckDB tells of a disk that fills up at a commit by a TransactionException.
    """
    if isinstance(error, duckdb.OutOfMemoryException):
        return WarehouseError(
            f"the database needs more memory: {_first_line(error)}",
            hint="raise the memory limit, or make the batch smaller; nothing of this step was kept",
        )
    full = isinstance(error, duckdb.TransactionException) and "could not write" in str(error).lower()
    if full or isinstance(error, duckdb.IOException):
        return WarehouseError(
            f"the database could not be written: {_first_line(error)}",
            hint="free space on the disk and run again; nothing of this step was kept",
        )
    return None


def was_interrupted(error: BaseException) -> bool:
    """Whether an error is a signal to stop: one that reaches a running query, DuckDB tells as this."""
    return isinstance(error, KeyboardInterrupt) or (
        type(error) is RuntimeError and str(error) == "Query interrupted"
    )


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0]


def table_names(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Every table of the database, in the order of names."""
    rows = con.execute(
        "select table_name from duckdb_tables() "
        "where database_name = current_database() and not temporary order by 1"
    ).fetchall()
    return [str(row[0]) for row in rows]
