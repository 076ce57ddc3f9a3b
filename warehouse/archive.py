"""The raw archive: every response as WARC 1.1 records, the truth from which all else is rebuilt.

    archive/20261129T193000Z-dm-edh.warc.gz    one file a crawl and site, one gzip member a record
    archive/index.sqlite                       found again from the files where it is lost

A record counts once `append` has returned: its bytes, and the entry of its file in the directory,
are on disk by then. A process that dies in `append` leaves at most one torn record at the end of its
file; `mend` cuts it off. A body that the same source gave before is written as a `revisit`; what was
given by hand, and no server answered, as a `resource`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from typing import TYPE_CHECKING, NamedTuple

from schema.errors import ArchiveDamaged
from warehouse.archive_index import ArchiveIndex, Entry
from warehouse.archive_page import complete_headers, confirmed, reason_phrase
from warehouse.archive_reading import index_file, read_page, stream_pages
from warehouse.archive_recovery import Finding, torn_offset
from warehouse.archive_verify import verify_file
from warehouse.archive_writing import CrawlFiles
from warehouse.aside import sync
from warehouse.warc import (
    Record,
    TornRecord,
    is_answer,
    read_records,
    sha256_hex,
    write_exchange,
    write_resource,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from schema.records import Page

__all__ = ["Archive", "Finding", "Place", "confirmed"]


class Place(NamedTuple):
    """Where a page lies: file name within the archive, offset, and whether its body was known."""

    warc_file: str
    offset: int
    revisit: bool = False


class Archive:
    """The WARC files of one directory. One process writes; any number may read.

    `software` goes into the head of each new file. Nothing is written before the first `append`.
    """

    def __init__(self, directory: Path, *, software: str = "deckcensus") -> None:
        self.directory = directory
        self._crawls = CrawlFiles(directory, software)
        self._lock = threading.Lock()
        self._index: ArchiveIndex | None = None

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the index; the WARC files are never left open."""
        with self._lock:
            if self._index is not None:
                self._index.close()
                self._index = None
            self._crawls.forget()

    def files(self) -> list[Path]:
        """Give the WARC files by name, which is by the time they were begun."""
        return sorted(path for path in self.directory.glob("*.warc.gz") if path.is_file())

    # -- writing ---------------------------------------------------------------------------------

    def append(
        self,
        page: Page,
        *,
        headers: Sequence[tuple[str, str]] = (),
        method: str = "GET",
        request_headers: Sequence[tuple[str, str]] = (),
        request_body: bytes = b"",
        confirms: Place | None = None,
    ) -> Place:
        """Keep one response; it is on disk when this returns.

        `page.body` is free of content encoding; `headers` are the response's as received (content
        type and validators are added from the page where they lack).
        `confirms` is the place of the page that a 304 confirmed: `page` is then that page with the
        new `fetched_at`, and a `revisit` of the kind server-not-modified is written.
        Raises ArchiveDamaged where `page.sha256` is not the body's, OSError from a full disk (the
        file is cut back to its last whole record).
        """
        if sha256_hex(page.body) != page.sha256:
            raise ArchiveDamaged(f"the body of {page.url} is not the one its digest names", url=page.url)
        with self._lock:
            index = self._indexed()
            known = (
                index.at(confirms.warc_file, confirms.offset)
                if confirms
                else index.body(page.source, page.sha256)
            )
            if known is not None and not known.whole:
                known = index.body(page.source, known.sha256)
            original = self._record(known) if known and is_answer(page.url) else None
            not_modified = confirms is not None and original is not None
            file = self._crawls.of(page.source, page.fetched_at, index.indexed)
            if is_answer(page.url):
                data = write_exchange(
                    page,
                    file.records + 1,
                    reason=reason_phrase(304 if not_modified else page.status),
                    headers=headers if not_modified else complete_headers(headers, page),
                    method=method,
                    request_headers=request_headers,
                    request_body=request_body,
                    refers_to=original,
                    not_modified=not_modified,
                )
            else:
                data = write_resource(page, file.records + 1)
            offset = self._crawls.write(file, data, records=2 if is_answer(page.url) else 1)
            form = sha256_hex(request_body) if method != "GET" else ""
            entry = Entry(
                file=file.name,
                offset=offset,
                source=page.source,
                url=page.url,
                form=form,
                status=page.status,
                fetched_at=page.fetched_at,
                sha256=page.sha256,
                etag=page.etag,
                last_modified=page.last_modified,
                content_type=page.content_type,
                whole=original is None,
            )
            if not index.add(file.name, file.end, [entry]):
                # The record is on disk and counts; what the index lacks is read in at its next opening.
                index.close()
                self._index = None
            return Place(file.name, offset, original is not None)

    def _record(self, entry: Entry) -> Record | None:
        """Read a whole record to refer to; None where it is damaged: the body is then written again."""
        try:
            with (self.directory / entry.file).open("rb") as stream:
                return next(read_records(stream, entry.offset), None)
        except (TornRecord, OSError):
            return None

    # -- looking up ------------------------------------------------------------------------------

    def last(self, source: str, url: str, form: bytes = b"", *, status: int | None = 200) -> Entry | None:
        """Say what the archive holds last of a URL (its validators, digest and place), or None.

        Only answers of one status count, so that a passing 503 does not hide the page; None for any.
        """
        with self._lock:
            return self._indexed().last(source, url, sha256_hex(form) if form else "", status)

    def entry(self, warc_file: str, offset: int) -> Entry | None:
        """Say what the index holds of the page at a place."""
        with self._lock:
            return self._indexed().at(warc_file, offset)

    def before(self, entry: Entry) -> Entry | None:
        """Say what the archive holds before an entry of the same address, whatever its status; or None."""
        with self._lock:
            return self._indexed().before(entry)

    def revisits(self, source: str) -> list[Entry]:
        """Give the entries of every body of a source that was seen again, by order of writing."""
        with self._lock:
            return self._indexed().revisits(source)

    def read(self, warc_file: str, offset: int) -> Page:
        """Read the page at a place; a revisit comes with the body it refers to.

        Raises ArchiveDamaged where the record is torn, missing or not of its digest.
        """
        with self._lock:
            index = self._indexed()
        return read_page(self.directory, warc_file, offset, index)

    def _indexed(self) -> ArchiveIndex:
        """Open the index once and read in what it does not know yet."""
        if self._index is None:
            self.directory.mkdir(parents=True, exist_ok=True)
            index = ArchiveIndex(self.directory / "index.sqlite")
            known = index.indexed()
            present = {path.name: path for path in self.files()}
            for name in [name for name, upto in known.items() if upto and name not in present]:
                index.forget(name)
            for name, path in present.items():
                upto, size = known.get(name, 0), path.stat().st_size
                if upto > size:
                    index.forget(name)
                    upto = 0
                if upto < size:
                    index_file(index, path, upto)
            self._index = index
        return self._index

    # -- reading ---------------------------------------------------------------------------------

    def pages(
        self,
        *,
        sources: Sequence[str] | None = None,
        on_damage: Callable[[Finding], None] | None = None,
    ) -> Iterator[Page]:
        """Stream every kept page in order of writing, revisits with the body they refer to.

        Memory holds one page a source and a digest with its place for each body. A revisit is a
        page again, with its own `fetched_at` and place: a caller who keeps the last digest of each
        URL sees what changed. Raises ArchiveDamaged at the first damaged record; with `on_damage`
        the finding goes there, and the stream goes on with the next record that can be read.
        """
        return stream_pages(self.files(), sources=sources, on_damage=on_damage)

    # -- keeping whole ---------------------------------------------------------------------------

    def mend(self) -> list[Finding]:
        """Cut a torn last record off each file; the caller holds the home's lock.

        Damage in the middle of a file is not touched: `verify` names it. Only what lies past the
        indexed offset is read, so that this is quick at every start. A damaged index is begun anew.
        """
        with self._lock:
            if self._index is not None:
                self._index.close()
                self._index = None
            self._crawls.forget()
        if not self.directory.is_dir():
            return []
        with contextlib.closing(ArchiveIndex(self.directory / "index.sqlite", check=True)) as index:
            return list(self._mended(index))

    def _mended(self, index: ArchiveIndex) -> Iterator[Finding]:
        known = index.indexed()
        for path in self.files():
            size = path.stat().st_size
            start = known.get(path.name, 0)
            torn = torn_offset(path, start if start <= size else 0)
            if torn is None:
                continue
            with path.open("r+b") as stream:
                stream.truncate(torn)
                os.fsync(stream.fileno())
            if torn == 0:
                path.unlink()
                sync(self.directory)
            index.forget(path.name, torn)
            yield Finding(path.name, torn, "torn", f"{size - torn} bytes of a torn last record cut off")

    def verify(self) -> Iterator[Finding]:
        """Read every record; yield what is wrong: digests, torn records, gaps, lost originals, names."""
        originals: set[tuple[str, bytes]] = set()
        for path in self.files():
            yield from verify_file(path, originals)
