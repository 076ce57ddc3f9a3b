"""The files that crawls are writing: named by their begin, each write whole and on disk, or not there."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from warehouse.archive_files import file_site
from warehouse.aside import sync
from warehouse.warc import write_warcinfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


@dataclass
class CrawlFile:
    """The file that a source's crawl is writing: its name, end and count of records."""

    name: str
    end: int
    records: int


class CrawlFiles:
    """One file a source and run, in the directory of an archive. The caller holds a lock."""

    def __init__(self, directory: Path, software: str) -> None:
        self._directory = directory
        self._software = software
        self._open: dict[str, CrawlFile] = {}

    def forget(self) -> None:
        """Begin new files from now on."""
        self._open.clear()

    def of(self, source: str, now: datetime, given: Callable[[], Iterable[str]]) -> CrawlFile:
        """Give the file that a source's crawl is writing; a new one, with its head, where it has none yet.

        `given` tells the names that were given before, those of files that are lost among them.
        """
        file = self._open.get(source)
        if file is None:
            self._directory.mkdir(parents=True, exist_ok=True)
            name = self._new_name(source, now, given())
            file = self._open[source] = CrawlFile(name, 0, 0)
            info = {
                "software": self._software,
                "format": "WARC File Format 1.1",
                "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
                "description": f"one crawl of {source}",
                "robots": "obey",
            }
            try:
                self.write(file, write_warcinfo(name, now, 1, info), records=1)
            except OSError:
                del self._open[source]
                raise
            sync(self._directory)
        return file

    def _new_name(self, source: str, now: datetime, given: Iterable[str]) -> str:
        """Name a file after its begin, later than every file of its source: names give the order.

        Who reads a file remembers by its name how far: no name is given twice.
        """
        stamp = now.astimezone(UTC).replace(microsecond=0)
        # Of whatever kind: what has such a name stands in the way of a file.
        names = [*given, *(path.name for path in self._directory.glob("*.warc.gz"))]
        newest = max((name.partition("-")[0] for name in names if file_site(name) == source), default="")
        if newest and f"{stamp:%Y%m%dT%H%M%SZ}" <= newest:
            stamp = datetime.strptime(newest, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) + timedelta(seconds=1)
        return f"{stamp:%Y%m%dT%H%M%SZ}-{source}.warc.gz"

    def write(self, file: CrawlFile, data: bytes, *, records: int) -> int:
        """Write whole records at the end of a file, to the disk; give the offset of the first.

        Raises OSError from a full disk; the file is cut back to its last whole record.
        """
        path = self._directory / file.name
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            os.lseek(descriptor, file.end, os.SEEK_SET)
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(descriptor, view) :]
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, file.end)
                raise
        finally:
            os.close(descriptor)
        offset = file.end
        file.end += len(data)
        file.records += records
        return offset
