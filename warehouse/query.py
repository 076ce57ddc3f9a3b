"""A user's own SQL over the published copy: read-only, with no way to files or settings."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from schema.errors import UsageError
from warehouse.database import connect_published

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ROWS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The columns of a result and its rows as they come."""

    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


@contextmanager
def run_query(home: Path, sql: str) -> Iterator[QueryResult]:
    """Run SQL over the published copy of a home; the result lives as long as the block.

    Raises UsageError for SQL that is wrong, writes, or reaches for files; WarehouseError when nothing is
    published.
    """
    con = connect_published(home)
    try:
        con.execute("set enable_external_access = false")
        con.execute("set lock_configuration = true")
        try:
            result = con.execute(sql)
            columns = [str(column[0]) for column in result.description or ()]
            yield QueryResult(columns, _rows(result))
        except duckdb.Error as error:
            raise UsageError(
                str(error).strip(), hint='`deckcensus query "show tables"` lists the tables'
            ) from error
    finally:
        con.close()


def _rows(result: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while rows := result.fetchmany(_ROWS_AT_ONCE):
        yield from rows
