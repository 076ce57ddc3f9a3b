"""Pages for the archive's tests, and a reader of WARC that shares no code with it."""

import hashlib
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

from schema.records import Page
from warehouse.archive import Archive, Place

START = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)


def page(
    url: str,
    body: bytes,
    minute: float = 0,
    source: str = "dm-edh",
    status: int = 200,
    etag: str | None = None,
) -> Page:
    return Page(
        source=source,
        url=url,
        fetched_at=START + timedelta(minutes=minute),
        status=status,
        content_type="text/html; charset=utf-8",
        body=body,
        sha256=hashlib.sha256(body).hexdigest(),
        etag=etag,
    )


HEADERS = [("Content-Type", "text/html; charset=utf-8")]


def keep(archive: Archive, kept: Page, **more: object) -> Place:
    headers = [*HEADERS, *([("ETag", kept.etag)] if kept.etag else [])]
    return archive.append(kept, headers=headers, request_headers=[("Host", "a.test")], **more)  # type: ignore[arg-type]


def plain_reader(path: Path) -> list[tuple[int, dict[str, str], bytes]]:
    """Read a WARC file from the standard's text alone: gzip members, named fields, a counted block."""
    data, offset, records = path.read_bytes(), 0, []
    while offset < len(data):
        decoder = zlib.decompressobj(wbits=31)
        content = decoder.decompress(data[offset:]) + decoder.flush()
        assert decoder.eof
        head, rest = content.split(b"\r\n\r\n", 1)
        version, *lines = head.decode().split("\r\n")
        assert version == "WARC/1.1"
        fields = dict(line.split(": ", 1) for line in lines)
        length = int(fields["Content-Length"])
        assert rest[length:] == b"\r\n\r\n"
        records.append((offset, fields, rest[:length]))
        offset = len(data) - len(decoder.unused_data)
    return records
