"""Reading the archive: a page by its place, and all pages in order of writing."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schema.errors import ArchiveDamaged
from schema.records import Page
from warehouse.archive_files import file_site
from warehouse.archive_index import ArchiveIndex, Entry
from warehouse.archive_recovery import Finding, recovering
from warehouse.warc import (
    PAGE_KINDS,
    REVISIT_NOT_MODIFIED,
    SOURCE_FIELD,
    Record,
    TornRecord,
    read_records,
    sha256_hex,
    wishes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    # A page that waits for its turn: time, file, offset, and the rest of its file.
    _Waiting = tuple[datetime, str, int, Page, Iterator[Page]]


@dataclass(frozen=True, slots=True)
class _Original:
    path: Path
    offset: int


def _page(record: Record, warc_file: str, original: Record | None) -> Page:
    """Make a Page of a response, or of a revisit and its original. Raises ValueError for bad HTTP."""
    status, headers, body = record.http()
    content_type = headers.get("content-type", "")
    etag, last_modified = headers.get("etag"), headers.get("last-modified")
    robots = wishes(headers)
    if original is not None:
        first_status, first_headers, body = original.http()
        if record.fields.get("warc-profile") == REVISIT_NOT_MODIFIED:
            status = first_status
            content_type = first_headers.get("content-type", "")
            etag = etag or first_headers.get("etag")
            last_modified = last_modified or first_headers.get("last-modified")
            robots = robots or wishes(first_headers)
    return Page(
        source=record.fields.get(SOURCE_FIELD.lower(), ""),
        url=record.url,
        fetched_at=record.written_at,
        status=status,
        content_type=content_type,
        body=body,
        sha256=sha256_hex(body),
        etag=etag,
        last_modified=last_modified,
        warc_file=warc_file,
        warc_offset=record.offset,
        robots=robots,
    )


def _at(path: Path, offset: int) -> Record:
    try:
        with path.open("rb") as stream:
            return next(read_records(stream, offset))
    except (TornRecord, StopIteration, OSError) as error:
        raise ArchiveDamaged(
            f"{path.name} at {offset}: the record cannot be read ({error})", hint="run: deckcensus doctor"
        ) from error


def read_page(directory: Path, warc_file: str, offset: int, index: ArchiveIndex) -> Page:
    """Read one page by its place. Raises ArchiveDamaged."""
    record = _at(directory / warc_file, offset)
    original = None
    if record.kind == "revisit":
        digest = record.payload_sha256 or ""
        entry = index.body(record.fields.get(SOURCE_FIELD.lower(), ""), digest)
        if entry is None:
            raise ArchiveDamaged(f"{warc_file} at {offset}: the body it refers to is lost", url=record.url)
        original = _at(directory / entry.file, entry.offset)
    try:
        page = _page(record, warc_file, original)
    except ValueError as error:
        raise ArchiveDamaged(f"{warc_file} at {offset}: {error}", url=record.url) from error
    if page.sha256 != record.payload_sha256:
        raise ArchiveDamaged(
            f"{warc_file} at {offset}: the body is not the one its digest names", url=record.url
        )
    return page


def index_file(index: ArchiveIndex, path: Path, start: int) -> None:
    """Read a file into the index from an offset on, up to its end or its first torn record."""
    entries: list[Entry] = []
    upto, pending = start, None
    try:
        with path.open("rb") as stream:
            for record in read_records(stream, start):
                upto = record.offset + record.length
                if record.kind == "request" and pending is not None:
                    entries.append(_entry(path.name, *pending, record, index, entries))
                    pending = None
                elif record.kind in PAGE_KINDS:
                    if pending is not None:
                        entries.append(_entry(path.name, *pending, None, index, entries))
                    pending = (record, *record.http()[:2])
    except (TornRecord, ValueError):
        pass
    if pending is not None:
        entries.append(_entry(path.name, *pending, None, index, entries))
    index.add(path.name, upto, entries)


def _entry(
    file: str,
    record: Record,
    status: int,
    headers: dict[str, str],
    request: Record | None,
    index: ArchiveIndex,
    earlier: list[Entry],
) -> Entry:
    source, digest = record.fields.get(SOURCE_FIELD.lower(), ""), record.payload_sha256 or ""
    content_type = headers.get("content-type", "")
    etag, last_modified = headers.get("etag"), headers.get("last-modified")
    if record.fields.get("warc-profile") == REVISIT_NOT_MODIFIED:
        here = (
            entry for entry in earlier if entry.whole and entry.source == source and entry.sha256 == digest
        )
        first = next(here, None) or index.body(source, digest)
        if first is not None:
            status, content_type = first.status, first.content_type
            etag, last_modified = etag or first.etag, last_modified or first.last_modified
    form = ""
    if request is not None:
        line, _, body = request.block.partition(b"\r\n\r\n")
        form = "" if line.startswith(b"GET ") else sha256_hex(body)
    return Entry(
        file=file,
        offset=record.offset,
        source=source,
        url=record.url,
        form=form,
        status=status,
        fetched_at=record.written_at,
        sha256=digest,
        etag=etag,
        last_modified=last_modified,
        content_type=content_type,
        whole=record.kind != "revisit",
    )


def stream_pages(
    files: Sequence[Path],
    *,
    sources: Sequence[str] | None,
    on_damage: Callable[[Finding], None] | None,
) -> Iterator[Page]:
    """Merge the files' pages by the time of writing; see `Archive.pages`."""

    def report(finding: Finding) -> None:
        if on_damage is None:
            raise ArchiveDamaged(str(finding), hint="run: deckcensus doctor")
        on_damage(finding)

    wanted = [path for path in files if sources is None or file_site(path.name) in sources]
    originals: dict[tuple[str, bytes], _Original] = {}
    heap: list[_Waiting] = []
    waiting = iter(wanted)
    upcoming = next(waiting, None)
    while heap or upcoming is not None:
        while upcoming is not None and (not heap or _begun(upcoming) <= f"{heap[0][0]:%Y%m%dT%H%M%SZ}"):
            _push(heap, _file_pages(upcoming, originals, report), upcoming.name)
            upcoming = next(waiting, None)
        if not heap:
            continue
        _, name, _, page, rest = heapq.heappop(heap)
        yield page
        _push(heap, rest, name)


def _push(heap: list[_Waiting], pages: Iterator[Page], name: str) -> None:
    page = next(pages, None)
    if page is not None:
        heapq.heappush(heap, (page.fetched_at, name, page.warc_offset or 0, page, pages))


def _begun(path: Path) -> str:
    return path.name.partition("-")[0]


def _file_pages(
    path: Path, originals: dict[tuple[str, bytes], _Original], report: Callable[[Finding], None]
) -> Iterator[Page]:
    for record in recovering(path, report):
        if record.kind not in PAGE_KINDS:
            continue
        digest = record.payload_sha256 or ""
        key = (record.fields.get(SOURCE_FIELD.lower(), ""), bytes.fromhex(digest))
        original = None
        try:
            if record.kind == "revisit":
                if key not in originals:
                    report(Finding(path.name, record.offset, "lost", "the body it refers to is lost"))
                    continue
                original = _at(originals[key].path, originals[key].offset)
            page = _page(record, path.name, original)
        except (ValueError, ArchiveDamaged) as error:
            report(Finding(path.name, record.offset, "torn", str(error)))
            continue
        if page.sha256 != digest:
            report(Finding(path.name, record.offset, "digest", "the body is not the one its digest names"))
            continue
        if record.kind != "revisit":
            originals.setdefault(key, _Original(path, record.offset))
        yield page
