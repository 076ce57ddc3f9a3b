"""WARC 1.1 records as bytes: writing by warcio, reading by gzip member.

One record is one gzip member, so a file can be cut, joined and read from any offset. Bodies are kept
free of transfer and content encoding, because a page is decoded once, under a cap, when it is
fetched; the headers that spoke of the encoding are kept under `X-Archive-Orig-`. Cookies and
credentials are not kept. What no server answered (a file given by hand) is a `resource`.

Source: ISO 28500:2017 (WARC 1.1), clauses 5 (named fields), 6.4 (resource), 6.7 (revisit), annex D (gzip).
"""

from __future__ import annotations

import hashlib
import io
import zlib
from base64 import b32decode, b32encode
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders
from warcio.utils import Digester
from warcio.warcwriter import WARCWriter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from schema.records import Page

Headers = list[tuple[str, str]]

REVISIT_SAME_BODY = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
REVISIT_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

# Fields of our own: the site that a record belongs to, and its number in its file (1, 2, 3 …), so
# that a record cut out of the middle is noticed.
SOURCE_FIELD = "Deckcensus-Source"
NUMBER_FIELD = "Deckcensus-Number"

_ENCODING_HEADERS = {"content-encoding", "transfer-encoding", "content-length"}
_SECRET_HEADERS = {"authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key"}
_BLOCK = 1 << 16
# The records that hold a page.
PAGE_KINDS = frozenset({"response", "resource", "revisit"})


class TornRecord(ValueError):
    """A gzip member that ends before its end or does not decode; `offset` is where it starts."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset


class _Writer(WARCWriter):  # type: ignore[misc]
    """warcio's writer with SHA-256 digests."""

    @staticmethod
    def _create_digester() -> Digester:
        return Digester("sha256")


@dataclass(frozen=True, slots=True)
class Record:
    """One record as read: `fields` are the WARC named fields in lower case, `block` its content."""

    offset: int
    length: int
    fields: Mapping[str, str]
    block: bytes

    @property
    def kind(self) -> str:
        """Say the WARC type: warcinfo, request, response, resource, revisit."""
        return self.fields.get("warc-type", "")

    @property
    def url(self) -> str:
        """Give the target URI, without the angle brackets some writers add."""
        return self.fields.get("warc-target-uri", "").strip("<>")

    @property
    def written_at(self) -> datetime:
        """Give WARC-Date as an aware instant. Raises ValueError for a record without one."""
        return datetime.fromisoformat(self.fields.get("warc-date", "")).astimezone(UTC)

    @property
    def payload_sha256(self) -> str | None:
        """Give the payload digest as hex, None where the record has none or of another kind."""
        return _hex(self.fields.get("warc-payload-digest", ""))

    @property
    def block_sha256(self) -> str | None:
        """Give the block digest as hex, None where the record has none or of another kind."""
        return _hex(self.fields.get("warc-block-digest", ""))

    def http(self) -> tuple[int, dict[str, str], bytes]:
        """Split an HTTP block into status, headers (names in lower case) and body; a resource is a 200.

        Raises ValueError for a block that is no HTTP response.
        """
        if self.kind == "resource":
            return 200, {"content-type": self.fields.get("content-type", "")}, self.block
        head, _, body = self.block.partition(b"\r\n\r\n")
        first, *lines = head.decode("utf-8", "surrogateescape").split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(":")
            key = name.strip().lower()
            if key == "x-robots-tag" and key in headers:
                headers[key] += f", {value.strip()}"
            headers.setdefault(key, value.strip())
        status = first.split(" ", 2)[1:2]
        if not status:
            raise ValueError(f"no HTTP response: {first[:40]!r}")
        return int(status[0]), headers, body


def wishes(headers: Mapping[str, str]) -> str | None:
    """What the headers of a response (names in lower case) ask of those who keep and list pages."""
    said = [headers["x-robots-tag"]] if headers.get("x-robots-tag") else []
    reserved = headers.get("tdm-reservation", "").strip()
    if reserved in ("0", "1"):
        said.append("tdm-reservation" if reserved == "1" else "tdm-reservation=0")
    return ", ".join(said) or None


def digest_field(sha256: str) -> str:
    """Write a hex digest as WARC does: `sha256:` and base 32."""
    return "sha256:" + b32encode(bytes.fromhex(sha256)).decode("ascii")


def _hex(field: str) -> str | None:
    algorithm, _, value = field.partition(":")
    if algorithm.lower() != "sha256":
        return None
    try:
        digest = bytes.fromhex(value) if len(value) == 64 else b32decode(value + "=" * (-len(value) % 8))
    except ValueError:
        return None
    return digest.hex()


def warc_date(instant: datetime) -> str:
    """Write an aware instant as WARC 1.1 does, in UTC with microseconds."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def kept_headers(headers: Iterable[tuple[str, str]], body_length: int | None) -> Headers:
    """Leave out secrets and rename the headers that no longer describe the kept body."""
    kept: Headers = []
    for name, value in headers:
        lower = name.lower()
        clean = value.replace("\r", " ").replace("\n", " ")
        if lower in _SECRET_HEADERS:
            continue
        kept.append((f"X-Archive-Orig-{name}" if lower in _ENCODING_HEADERS else name, clean))
    if body_length is not None:
        kept.append(("Content-Length", str(body_length)))
    return kept


def write_warcinfo(filename: str, written_at: datetime, number: int, info: Mapping[str, str]) -> bytes:
    """Give the member that opens a file: who wrote it, and how it behaves."""
    out = io.BytesIO()
    writer = _Writer(out, gzip=True, warc_version="1.1")
    text = "".join(f"{name}: {value}\r\n" for name, value in info.items()).encode()
    record = writer.create_warc_record(
        "",
        "warcinfo",
        payload=io.BytesIO(text),
        length=len(text),
        warc_headers_dict={
            "WARC-Date": warc_date(written_at),
            "WARC-Filename": filename,
            NUMBER_FIELD: str(number),
        },
    )
    writer.write_record(record)
    return out.getvalue()


def is_answer(url: str) -> bool:
    """Whether what stands at a URL was answered by a server, rather than given by hand."""
    return url.startswith(("http://", "https://"))


def write_resource(page: Page, number: int) -> bytes:
    """Give the member of a page that no server answered: its bytes alone."""
    out = io.BytesIO()
    writer = _Writer(out, gzip=True, warc_version="1.1")
    record = writer.create_warc_record(
        page.url,
        "resource",
        payload=io.BytesIO(page.body),
        length=len(page.body),
        warc_content_type=page.content_type or "application/octet-stream",
        warc_headers_dict={
            "WARC-Date": warc_date(page.fetched_at),
            SOURCE_FIELD: page.source,
            NUMBER_FIELD: str(number),
            "WARC-Payload-Digest": digest_field(page.sha256),
        },
    )
    writer.write_record(record)
    return out.getvalue()


def write_exchange(
    page: Page,
    number: int,
    *,
    reason: str,
    headers: Sequence[tuple[str, str]],
    method: str,
    request_headers: Sequence[tuple[str, str]],
    request_body: bytes,
    refers_to: Record | None,
    not_modified: bool,
) -> bytes:
    """Give the members of one exchange: the response (or revisit) first, then its request.

    The response comes first so that a cut in between leaves a page, not a question without answer.
    With `refers_to` the body is not written again; `not_modified` says that the server answered 304.
    """
    out = io.BytesIO()
    writer = _Writer(out, gzip=True, warc_version="1.1")
    fields = {
        "WARC-Date": warc_date(page.fetched_at),
        SOURCE_FIELD: page.source,
        NUMBER_FIELD: str(number),
        "WARC-Payload-Digest": digest_field(page.sha256),
    }
    body_length = None if refers_to is not None else len(page.body)
    status = 304 if not_modified else page.status
    http = StatusAndHeaders(f"{status} {reason}".strip(), kept_headers(headers, body_length), "HTTP/1.1")
    if refers_to is None:
        response = writer.create_warc_record(
            page.url,
            "response",
            payload=io.BytesIO(page.body),
            length=len(page.body),
            http_headers=http,
            warc_headers_dict=fields,
        )
    else:
        fields["WARC-Profile"] = REVISIT_NOT_MODIFIED if not_modified else REVISIT_SAME_BODY
        fields["WARC-Refers-To"] = refers_to.fields["warc-record-id"]
        fields["WARC-Refers-To-Target-URI"] = refers_to.url
        fields["WARC-Refers-To-Date"] = refers_to.fields["warc-date"]
        response = writer.create_warc_record(page.url, "revisit", http_headers=http, warc_headers_dict=fields)
    writer.write_record(response)
    target = _request_target(page.url)
    line = StatusAndHeaders(
        f"{method} {target} HTTP/1.1", kept_headers(request_headers, None), is_http_request=True
    )
    request = writer.create_warc_record(
        page.url,
        "request",
        payload=io.BytesIO(request_body),
        length=len(request_body),
        http_headers=line,
        warc_headers_dict={
            "WARC-Date": warc_date(page.fetched_at),
            SOURCE_FIELD: page.source,
            NUMBER_FIELD: str(number + 1),
            "WARC-Concurrent-To": response.rec_headers.get_header("WARC-Record-ID"),
        },
    )
    writer.write_record(request)
    return out.getvalue()


def _request_target(url: str) -> str:
    rest = url.split("://", 1)[-1]
    slash = rest.find("/")
    return quote(rest[slash:] if slash >= 0 else "/", safe="/?:@!$&'()*+,;=%-._~")


def read_members(stream: BinaryIO, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Yield (offset, length, content) of each gzip member from `start` on.

    Raises TornRecord at the first member that is cut or damaged.
    """
    stream.seek(start)
    offset, pending = start, b""
    while True:
        if not pending:
            pending = stream.read(_BLOCK)
            if not pending:
                return
        decoder = zlib.decompressobj(31)
        content: list[bytes] = []
        length = 0
        while not decoder.eof:
            try:
                content.append(decoder.decompress(pending))
            except zlib.error as error:
                raise TornRecord(offset, f"a damaged gzip member ({error})") from error
            length += len(pending) - len(decoder.unused_data)
            if not decoder.eof:
                pending = stream.read(_BLOCK)
                if not pending:
                    raise TornRecord(offset, "the last record ends before its end")
        pending = decoder.unused_data
        yield offset, length, b"".join(content)
        offset += length


def parse_record(offset: int, length: int, content: bytes) -> Record:
    """Read one member's content as a WARC record. Raises TornRecord for anything else."""
    head, separator, rest = content.partition(b"\r\n\r\n")
    version, *lines = head.decode("utf-8", "replace").split("\r\n")
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        fields[name.strip().lower()] = value.strip()
    if not version.startswith("WARC/") or not separator or not fields.get("content-length", "").isdigit():
        raise TornRecord(offset, "a gzip member that is no WARC record")
    size = int(fields["content-length"])
    if rest[size:] != b"\r\n\r\n":
        raise TornRecord(offset, "a record whose length is not the one it announces")
    return Record(offset, length, fields, rest[:size])


def read_records(stream: BinaryIO, start: int = 0) -> Iterator[Record]:
    """Yield the records of an open file from `start` on. Raises TornRecord like `read_members`."""
    for offset, length, content in read_members(stream, start):
        yield parse_record(offset, length, content)


def sha256_hex(data: bytes) -> str:
    """Give the SHA-256 of bytes as hex."""
    return hashlib.sha256(data).hexdigest()
