"""Reading the archive: pages in order of writing, torn records, digests, gaps."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schema.errors import ArchiveDamaged
from schema.records import Page
from warehouse.archive_files import file_site
from warehouse.archive_index import ArchiveIndex, Entry
from warehouse.warc import (
    NUMBER_FIELD,
    REVISIT_NOT_MODIFIED,
    SOURCE_FIELD,
    Record,
    TornRecord,
    parse_record,
    read_members,
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

_GZIP_HEAD = b"\x1f\x8b\x08"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with the archive. `kind`: torn, digest, gap, lost, name."""

    warc_file: str
    offset: int
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.warc_file} at {self.offset}: {self.detail}"


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
                elif record.kind in ("response", "revisit"):
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
        whole=record.kind == "response",
    )


def _recovering(path: Path, report: Callable[[Finding], None]) -> Iterator[Record]:
    """Yield a file's records; past a damaged one go on at the next gzip head that holds a record."""
    start, size = 0, path.stat().st_size
    with path.open("rb") as stream:
        while start < size:
            at = start
            try:
                for offset, length, content in read_members(stream, start):
                    at = offset
                    record = parse_record(offset, length, content)
                    yield record
                    at = offset + length
                return
            except TornRecord as error:
                report(Finding(path.name, at, "torn", str(error)))
                start = _next_record(path, at + 1)


def _next_record(path: Path, start: int) -> int:
    """Find the next offset at which a whole record begins; the file's size where there is none."""
    with path.open("rb") as stream:
        stream.seek(start)
        data = stream.read()
        found = data.find(_GZIP_HEAD)
        while found >= 0:
            try:
                next(read_records(stream, start + found))
                return start + found
            except (TornRecord, StopIteration):
                found = data.find(_GZIP_HEAD, found + 1)
    return start + len(data)


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
    for record in _recovering(path, report):
        if record.kind not in ("response", "revisit"):
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
        if record.kind == "response":
            originals.setdefault(key, _Original(path, record.offset))
        yield page


def torn_offset(path: Path, start: int) -> int | None:
    """Find the offset of a torn last record, reading from `start` on; None where the file is whole.

    Damage that whole records follow is not a torn end: None as well, `verify` names it.
    """
    try:
        with path.open("rb") as stream:
            for _ in read_records(stream, start):
                pass
    except TornRecord as error:
        if _next_record(path, error.offset + 1) == path.stat().st_size:
            return error.offset
    else:
        if path.stat().st_size == 0:
            return 0
    return None


def verify_file(path: Path, originals: set[tuple[str, bytes]]) -> Iterator[Finding]:
    """Yield the findings of one file; `originals` gathers the bodies seen so far."""
    found: list[Finding] = []
    number = 0
    for record in _recovering(path, found.append):
        yield from found
        found.clear()
        number += 1
        said = record.fields.get(NUMBER_FIELD.lower(), str(number))
        if said != str(number):
            yield Finding(
                path.name, record.offset, "gap", f"record {said} stands where record {number} should"
            )
            number = int(said) if said.isascii() and said.isdigit() and len(said) < 10 else number
        if record.block_sha256 is not None and sha256_hex(record.block) != record.block_sha256:
            yield Finding(path.name, record.offset, "digest", "the block is not the one its digest names")
        named = record.fields.get("warc-filename", path.name)
        if record.kind == "warcinfo" and named != path.name:
            yield Finding(path.name, record.offset, "name", f"the file was written as {named}")
        if record.kind not in ("response", "revisit"):
            continue
        digest = record.payload_sha256 or ""
        key = (record.fields.get(SOURCE_FIELD.lower(), ""), bytes.fromhex(digest))
        if record.kind == "revisit":
            if key not in originals:
                yield Finding(path.name, record.offset, "lost", "the body it refers to is lost")
            continue
        try:
            body = record.http()[2]
        except ValueError as error:
            yield Finding(path.name, record.offset, "torn", f"no HTTP response in the record ({error})")
            continue
        if sha256_hex(body) != digest:
            yield Finding(path.name, record.offset, "digest", "the body is not the one its digest names")
        else:
            originals.add(key)
    yield from found
