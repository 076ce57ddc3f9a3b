"""The published tables for others: CSV, Parquet and the data package that describes them.

Plain CSV is exact and the same byte for byte on every run: UTF-8, LF, no byte order mark, ISO dates,
empty for null and `""` for an empty text, lists as JSON, rows in the order of their key. With
`excel=True` it is for Excel instead: a byte order mark (else Japanese is read as cp932), CRLF, and a
leading apostrophe before cells that Excel would run as a formula or turn into a date (a score of `3-1`)
or into another number (a key of `0017`), which changes the data.
"""

from __future__ import annotations

import csv
import re
from datetime import datetime
from typing import TYPE_CHECKING

import duckdb

from schema.columns import published_tables
from schema.errors import UsageError
from warehouse.aside import move_into_place, unwritable, written_aside
from warehouse.datapackage import write_datapackage

if TYPE_CHECKING:
    from pathlib import Path

    from schema.columns import TableMeaning

KINDS = ("csv", "parquet", "all")
# What starts a formula or a command in a spreadsheet (OWASP, CSV injection; ASVS 1.2.10).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0")
# What Excel takes for a day: of this year (3-1), or with the year at its end (3-1-1).
_LIKE_A_DATE = re.compile(r"\d{1,2}[-/]\d{1,2}(?:[-/]\d{1,4})?")
# What Excel takes for another number than is written: zeros in front go, digits after the fifteenth too.
_LIKE_A_NUMBER = re.compile(r"0\d+|\d{16,}|\d+(?:\.\d+)?[eE][+-]?\d+")
_ROWS_AT_ONCE = 5_000


def export(
    con: duckdb.DuckDBPyConnection, directory: Path, kind: str = "all", excel: bool = False
) -> list[Path]:
    """Write every published table to a directory, and `datapackage.json`; return the files.

    `con` is a reader's connection (`connect_published`). `kind` is csv, parquet or all. The files are
    written aside and renamed into place one by one, the data package last. Raises WarehouseError when the
    directory can't be written, UsageError when it is none.
    """
    if kind not in KINDS:
        raise UsageError(f"{kind!r} is no kind of export", hint=f"one of {', '.join(KINDS)}")
    try:
        with written_aside(directory) as aside:
            files: list[Path] = []
            for table in published_tables().values():
                if kind in {"csv", "all"}:
                    files.append(aside / f"{table.name}.csv")
                    _write_csv(con, table, files[-1], excel=excel)
                if kind in {"parquet", "all"}:
                    files.append(aside / f"{table.name}.parquet")
                    _write_parquet(con, table, files[-1])
            files.append(write_datapackage(con, files, aside))
            return move_into_place(aside, directory, [file.name for file in files])
    except (OSError, duckdb.IOException) as error:
        raise unwritable(directory, error) from error


def _select(con: duckdb.DuckDBPyConnection, table: TableMeaning, *, lists_as_json: bool) -> str:
    described = con.execute(f'describe "{table.name}"').fetchall()
    kinds = {str(row[0]): str(row[1]) for row in described}
    columns = [
        f'to_json("{name}")::varchar as "{name}"'
        if lists_as_json and kinds[name].endswith("[]")
        else f'"{name}"'
        for name in table.columns
    ]
    order = [*table.key, *([] if table.key_is_unique else [c for c in table.columns if c not in table.key])]
    by = ", ".join(f'"{table.name}"."{name}" nulls first' for name in order)
    return f'select {", ".join(columns)} from "{table.name}" order by {by}'  # noqa: S608


def _write_csv(con: duckdb.DuckDBPyConnection, table: TableMeaning, path: Path, *, excel: bool) -> None:
    select = _select(con, table, lists_as_json=True)
    if excel:
        _write_excel(con, select, path)
        return
    con.execute(
        f"copy ({select}) to '{_path(path)}' (format csv, header true, delimiter ',', quote '\"', "
        "escape '\"', nullstr '', dateformat '%Y-%m-%d', timestampformat '%Y-%m-%dT%H:%M:%SZ')"
    )


def _write_excel(con: duckdb.DuckDBPyConnection, select: str, path: Path) -> None:
    result = con.execute(select)
    names = [str(column[0]) for column in result.description or ()]
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(names)
        while rows := result.fetchmany(_ROWS_AT_ONCE):
            writer.writerows([_excel_cell(value) for value in row] for row in rows)


def _excel_cell(value: object) -> object:
    if isinstance(value, str) and (
        value.startswith(FORMULA_STARTS) or _LIKE_A_DATE.fullmatch(value) or _LIKE_A_NUMBER.fullmatch(value)
    ):
        return "'" + value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return value


def _write_parquet(con: duckdb.DuckDBPyConnection, table: TableMeaning, path: Path) -> None:
    select = _select(con, table, lists_as_json=False)
    con.execute(f"copy ({select}) to '{_path(path)}' (format parquet, compression zstd)")


def _path(path: Path) -> str:
    return str(path).replace("'", "''")
