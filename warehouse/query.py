"""A user's own SQL over the published copy: read-only, with no way to files or settings."""

from __future__ import annotations

import re
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

    Raises UsageError for SQL that is wrong, writes, reaches for files, or gives rows more than once;
    WarehouseError when nothing is published.
    """
    if not sql.strip():
        raise _nothing_to_run()
    con = connect_published(home)
    try:
        con.execute("set enable_external_access = false")
        con.execute("set lock_configuration = true")
        try:
            _refuse_rows_unseen(con, sql)
            result = con.execute(sql)
            columns = [str(column[0]) for column in result.description or ()]
            yield QueryResult(columns, _rows(result))
        except duckdb.Error as error:
            # Without the statement again and the mark under it, which say nothing on one line.
            said = re.split(r"\s*\n\s*LINE \d+:", str(error).strip())[0]
            raise UsageError(said, hint=_hint(said)) from error
    finally:
        con.close()


def _refuse_rows_unseen(con: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Only the last statement's rows are printed: those of an earlier one would go in silence."""
    statements = con.extract_statements(sql)
    if not statements:
        raise _nothing_to_run()
    for statement in statements[:-1]:
        gives_rows = statement.expected_result_type == [duckdb.ExpectedResultType.QUERY_RESULT]
        if gives_rows and statement.type is not duckdb.StatementType.PRAGMA:
            raise UsageError(
                f"only the last statement's rows are printed, and an earlier one gives some: "
                f"{' '.join(statement.query.split())[:60]}",
                hint="ask one SELECT a call, or join several by UNION ALL",
            )


def _nothing_to_run() -> UsageError:
    return UsageError("there is no SQL to run", hint='try: deckcensus query "from commander_popularity"')


def _hint(said: str) -> str:
    if "read-only mode" in said:
        return "the published copy is only read; the nights write it"
    if "disabled by configuration" in said:
        return "a query reaches the census and no files; `deckcensus export` writes the tables"
    return '`deckcensus query "show tables"` lists the tables, "describe TABLE" the columns of one'


def _rows(result: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while rows := result.fetchmany(_ROWS_AT_ONCE):
        yield from rows
