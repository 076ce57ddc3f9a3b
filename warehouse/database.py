"""Opening databases: the writer's own, the readers' published copy, and one in memory.

The numbered files of `sql/ddl` are append-only: a database remembers the ones it has seen, and opening
an older one applies the rest. No DuckDB extension is ever downloaded or loaded (the wheel holds what we
use), so that a night needs no network but its sites.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import duckdb

from schema.errors import Locked, WarehouseError
from warehouse.aside import sync
from warehouse.tables import transaction

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

WORK_FILE = "work.duckdb"
PUBLISHED_FILE = "census.duckdb"

_LOCK_WORDS = ("could not set lock", "conflicting lock", "being used by another process")
_PID = re.compile(r"PID (\d+)")
_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


def sql_directory(name: str) -> Traversable:
    """The directory of SQL files of one step: ddl, load, resolve, legality, marts, checks, publish …"""
    return resources.files("warehouse") / "sql" / name


def sql_files(name: str) -> Iterator[tuple[str, str]]:
    """The SQL files of one step, as (file name without .sql, text), in the order of their names."""
    for entry in sorted(sql_directory(name).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".sql"):
            yield entry.name.removesuffix(".sql"), entry.read_text(encoding="utf-8")


@lru_cache(maxsize=128)
def sql_text(step: str, file: str) -> str:
    """The text of one SQL file: `sql_text("resolve", "answers")`."""
    return (sql_directory(step) / f"{file}.sql").read_text(encoding="utf-8")


def memory_database() -> duckdb.DuckDBPyConnection:
    """A new database in memory with every table, for `check` and for tests."""
    con = duckdb.connect(":memory:", config=dict(_SETTINGS))
    _settle(con)
    migrate(con)
    return con


def connect_work(
    home: Path, *, memory_limit: str = "2GB", threads: int | None = None, wait: float = 3.0
) -> duckdb.DuckDBPyConnection:
    """Open the writer's database of a home for reading and writing; make it where there is none.

    `memory_limit` is DuckDB's (beyond it, work spills to a directory beside the file); `threads`
    defaults to the machine's cores, at most four; `wait` is how many seconds a foreign lock may take
    to go. Raises Locked (exit 75) when it stays, WarehouseError when the file is no database of ours
    or was written by a newer version.
    """
    path = home / WORK_FILE
    if "?" in str(path):  # DuckDB would look for its log at the path up to there
        raise WarehouseError(f"no database can be kept in {home}", hint="give --home a path without ?")
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WarehouseError(
            f"cannot make {home}: {error.strerror or error}", hint="give --home a writable directory"
        ) from error
    con = _connect(path, read_only=False, wait=wait)
    spilled = path.with_name(path.name + ".tmp")
    try:
        _settle(con)
        # The file is ours alone by now: what lies there was spilled by a run that was killed.
        shutil.rmtree(spilled, ignore_errors=True)
        con.execute(f"set threads = {threads or min(4, os.cpu_count() or 1)}")
        con.execute("set memory_limit = ?", [memory_limit])
        con.execute("set temp_directory = ?", [str(spilled)])
        migrate(con, str(path))
    except BaseException:
        con.close()
        raise
    return con


def replace_work(aside: Path, home: Path) -> None:
    """Put a rebuilt and closed database, in the directory `aside`, in the place of a home's own.

    The caller holds the home's lock.
    """
    # A log that a killed run left belongs to the old file and would make the new one unreadable. Without
    # it the old file is as of its last checkpoint, and the next night reads the rest from the archive.
    for log in home.glob(f"{WORK_FILE}.wal*"):
        log.unlink()
    os.replace(aside / WORK_FILE, home / WORK_FILE)
    sync(home)


def connect_published(home: Path, *, wait: float = 3.0) -> duckdb.DuckDBPyConnection:
    """Open the published copy of a home read-only.

    Raises WarehouseError when there is none yet, when it is no database of ours or when a newer version
    wrote it, and Locked when another program holds it open for writing.
    """
    path = home / PUBLISHED_FILE
    if not path.is_file():
        raise WarehouseError(
            f"nothing is published in {home}",
            hint="run `deckcensus nightly` first, or name the home with --home",
        )
    con = _connect(path, read_only=True, wait=wait)
    try:
        _settle(con)
        _refuse_newer(con, str(path))
        if not _seen(con, str(path)):
            raise WarehouseError(
                f"{path} holds no census", hint="`deckcensus nightly` publishes one in its place"
            )
    except BaseException:
        con.close()
        raise
    return con


def migrate(con: duckdb.DuckDBPyConnection, name: str = "this database") -> list[str]:
    """Apply the DDL files that a database has not seen, each in its own transaction; return their names.

    Raises WarehouseError when the database holds tables that are not ours, or has seen files we lack.
    """
    known = _seen(con, name)
    files = [(int(file.split("_", 1)[0]), file, text) for file, text in sql_files("ddl")]
    _refuse_newer(con, name)
    applied: list[str] = []
    for version, file, text in files:
        if version in known:
            continue
        with transaction(con):
            con.execute(text)
            con.execute("insert into schema_version values (?, ?)", [version, file])
        applied.append(file)
    return applied


def schema_version() -> int:
    """The number of the last DDL file of this code."""
    return max(int(file.split("_", 1)[0]) for file, _ in sql_files("ddl"))


def _settle(con: duckdb.DuckDBPyConnection) -> None:
    """What a connection can only be told once it is open."""
    con.execute("set timezone = 'UTC'")
    # DuckDB's own bar goes to stdout, which holds data only.
    con.execute("set enable_progress_bar = false")


def _seen(con: duckdb.DuckDBPyConnection, name: str) -> set[int]:
    tables = {
        str(row[0])
        for row in con.execute(
            "select table_name from duckdb_tables() "
            "where database_name = current_database() and not temporary"
        ).fetchall()
    }
    if not tables:
        return set()
    if "schema_version" not in tables:
        raise WarehouseError(
            f"{name} is a DuckDB database of something else", hint="give --home another directory"
        )
    return {int(row[0]) for row in con.execute("select version from schema_version").fetchall()}


def _refuse_newer(con: duckdb.DuckDBPyConnection, name: str) -> None:
    known = _seen(con, name)
    if known and max(known) > schema_version():
        raise WarehouseError(
            f"{name} was written by a newer version (schema {max(known)}, this is {schema_version()})",
            hint="install the newer version again, or rebuild from the archive with `deckcensus replay`",
        )


def _connect(path: Path, *, read_only: bool, wait: float) -> duckdb.DuckDBPyConnection:
    """Connect, with patience for a lock alone: a missing or foreign file surfaces at once."""
    deadline = time.monotonic() + wait
    pause = 0.05
    while True:
        try:
            return duckdb.connect(str(path), read_only=read_only, config=dict(_SETTINGS))
        except duckdb.Error as error:
            text = str(error)
            if not any(word in text.lower() for word in _LOCK_WORDS):
                raise WarehouseError(
                    f"{path} cannot be opened: {_first_line(text)}",
                    hint="is it a DuckDB file of this or an older version? `deckcensus replay` rebuilds it "
                    "from the archive after it was moved aside",
                ) from error
            if time.monotonic() >= deadline:
                holder = _PID.search(text)
                by = f"process {holder.group(1)}" if holder else "another process"
                raise Locked(
                    f"{path} is held open by {by}",
                    hint="close that program, or open the published copy census.duckdb read-only instead",
                ) from error
        time.sleep(pause)
        pause = min(pause * 2, 0.5)


def _first_line(text: str) -> str:
    return text.splitlines()[0].strip() if text else text
