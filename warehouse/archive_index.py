"""The archive's index: where each URL's and each body's last record lies.

A SQLite file beside the WARC files, `index.sqlite`. It holds nothing that the WARC files do not: a
lost, foreign or damaged index is built again from them, and what a file holds past the indexed
offset is read in at the next opening. It is never needed for reading the archive front to back.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from schema.errors import WarehouseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LAYOUT = 1
_TABLES = """
create table if not exists entry (
    file text not null, position integer not null, source text not null, url text not null,
    form text not null, status integer not null, fetched_at text not null, sha256 text not null,
    etag text, last_modified text, content_type text not null, whole integer not null,
    primary key (file, position)
);
create index if not exists entry_url on entry (source, url, form);
create index if not exists entry_body on entry (source, sha256) where whole = 1;
create table if not exists file (name text primary key, indexed integer not null);
"""
_COLUMNS = (
    "file, position, source, url, form, status, fetched_at, sha256, etag, last_modified, content_type, whole"
)

_INSERT = "insert or replace into entry values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Entry:
    """One response (`whole`) or revisit of the archive.

    `status` is the page's own: a revisit by 304 has the status of the page it confirms. `form` is
    the SHA-256 of a POST's body, empty for a GET.
    """

    file: str
    offset: int
    source: str
    url: str
    form: str
    status: int
    fetched_at: datetime
    sha256: str
    etag: str | None
    last_modified: str | None
    content_type: str
    whole: bool


_FIELDS = tuple(each.name for each in fields(Entry))


def _entry(row: tuple[Any, ...]) -> Entry:
    named = dict(zip(_FIELDS, row, strict=True))
    return Entry(
        **named | {"fetched_at": datetime.fromisoformat(named["fetched_at"]), "whole": bool(named["whole"])}
    )


class ArchiveIndex:
    """The index file; safe to use from several threads of one process.

    With `check` every page of it is looked at first, and a damaged file begun anew. Raises WarehouseError
    where the file can be neither read nor written any more.
    """

    def __init__(self, path: Path, *, check: bool = False) -> None:
        self._path = path
        self._check = check
        self._lock = threading.Lock()
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            return self._prepared(sqlite3.connect(self._path, check_same_thread=False))
        except sqlite3.OperationalError:
            # A read-only archive: index it in memory.
            return self._prepared(sqlite3.connect(":memory:", check_same_thread=False))
        except sqlite3.DatabaseError:
            self._path.unlink()
            return self._prepared(sqlite3.connect(self._path, check_same_thread=False))

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        try:
            if self._check and connection.execute("pragma quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError(f"{self._path} is damaged")
            # The index may lose its last writes in a power cut: they are read in again.
            connection.execute("pragma synchronous = off")
            if connection.execute("pragma user_version").fetchone()[0] != _LAYOUT:
                connection.executescript("drop table if exists entry; drop table if exists file;")
                connection.execute(f"pragma user_version = {_LAYOUT}")
            connection.executescript(_TABLES)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def indexed(self) -> dict[str, int]:
        """Give, for each known file, the offset up to which it is indexed."""
        with self._lock, self._told():
            return dict(self._connection.execute("select name, indexed from file").fetchall())

    def add(self, file: str, upto: int, entries: list[Entry]) -> bool:
        """Take in the entries of a file up to an offset, in one transaction; False where that fails."""
        rows = [
            (
                entry.file,
                entry.offset,
                entry.source,
                entry.url,
                entry.form,
                entry.status,
                entry.fetched_at.astimezone(UTC).isoformat(),
                entry.sha256,
                entry.etag,
                entry.last_modified,
                entry.content_type,
                int(entry.whole),
            )
            for entry in entries
        ]
        try:
            with self._lock, self._connection:
                self._connection.executemany(_INSERT, rows)
                self._connection.execute("insert or replace into file values (?, ?)", (file, upto))
        except sqlite3.Error:
            return False
        return True

    def forget(self, file: str, position: int = 0) -> None:
        """Drop what lies in a file from an offset on: the file was cut there, or is gone. Its name stays."""
        with self._lock, self._told(), self._connection:
            self._connection.execute("delete from entry where file = ? and position >= ?", (file, position))
            self._connection.execute(
                "update file set indexed = min(indexed, ?) where name = ?", (position, file)
            )

    def last(self, source: str, url: str, form: str = "", status: int | None = None) -> Entry | None:
        """Give a URL's newest entry of a status (None: of any), by order of writing."""
        condition = "source = ? and url = ? and form = ? and status = coalesce(?, status)"
        return self._one(f"{condition} order by file desc, position desc", (source, url, form, status))

    def body(self, source: str, sha256: str) -> Entry | None:
        """Give the first whole record of a body within a source."""
        return self._one("source = ? and sha256 = ? and whole = 1 order by file, position", (source, sha256))

    def at(self, file: str, position: int) -> Entry | None:
        """Give the entry at an offset of a file."""
        return self._one("file = ? and position = ?", (file, position))

    def before(self, entry: Entry) -> Entry | None:
        """Give the entry before another at the same address, by order of writing."""
        condition = "source = ? and url = ? and form = ? and (file, position) < (?, ?)"
        values = (entry.source, entry.url, entry.form, entry.file, entry.offset)
        return self._one(f"{condition} order by file desc, position desc", values)

    def revisits(self, source: str) -> list[Entry]:
        """Give every revisit of a source, by order of writing."""
        return self._all("source = ? and whole = 0 order by file, position", (source,))

    def _one(self, condition: str, values: tuple[object, ...]) -> Entry | None:
        found = self._all(f"{condition} limit 1", values)
        return found[0] if found else None

    def _all(self, condition: str, values: tuple[object, ...]) -> list[Entry]:
        with self._lock, self._told():
            rows = self._connection.execute(
                f"select {_COLUMNS} from entry where {condition}",  # noqa: S608 - our own text
                values,
            ).fetchall()
        return [_entry(row) for row in rows]

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise WarehouseError(
                f"the archive's index {self._path} cannot be used: {error}",
                hint="free space or rights there; where it is damaged, delete it: it is built again",
            ) from error

    def close(self) -> None:
        """Close the file."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._connection.close()
