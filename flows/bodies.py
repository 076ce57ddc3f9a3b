"""Content decoding under a cap: no body can grow past its limit, however it was packed.

gzip (several members too), deflate (zlib and raw), br and zstd, also stacked. Each decoder hands on
small pieces and the count is kept after every piece, at every level: a bomb costs its limit, not its
size. A body that ends before its end is an error, never a shorter page.

Source: RFC 9110 8.4 (Content-Encoding), RFC 9659 (zstd windows of at most 8 MiB in HTTP).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import brotli
import zstandard

from schema.errors import BadPage, TooLarge, Truncated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ACCEPT_ENCODING = "gzip, deflate, br, zstd"

_PIECE = 1 << 16
# A zstd block of 4 bytes can hold 128 KiB: feeding 64 bytes at a time bounds a piece to 2 MiB.
_ZSTD_FEED = 64
_ZSTD_WINDOW = 1 << 23
_MOST_ENCODINGS = 3
# No packing: the word for it, and what some servers write there by mistake.
_UNPACKED = frozenset({"identity", "none", "utf-8", "utf8"})


def decode_body(chunks: Iterable[bytes], content_encoding: str | None, limit: int) -> bytes:
    """Join a body's chunks, free of content encoding and of at most `limit` bytes.

    Raises TooLarge beyond the limit (at any level of stacked encodings), Truncated for packed data
    that ends early, BadPage for packed data that is damaged or of an unknown encoding.
    """
    names = [name.strip().lower() for name in (content_encoding or "").split(",")]
    names = [name for name in names if name and name not in _UNPACKED]
    if len(names) > _MOST_ENCODINGS:
        raise BadPage(f"{len(names)} content encodings on top of each other")
    pieces: Iterator[bytes] = _counted(_cut(chunks), limit)
    for name in reversed(names):
        decoder = _DECODERS.get(name)
        if decoder is None:
            raise BadPage(f"an unknown content encoding: {name}")
        pieces = _counted(decoder(pieces), limit)
    return b"".join(pieces)


def _cut(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Cut chunks to pieces: a decoder copies what is left of one for every member it ends."""
    for chunk in chunks:
        for at in range(0, len(chunk), _PIECE):
            yield chunk[at : at + _PIECE]


def _counted(pieces: Iterator[bytes], limit: int) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > limit:
            raise TooLarge(f"a body of more than {limit:,} bytes")
        if piece:
            yield piece


def _inflate(pieces: Iterator[bytes], wbits: int, first: bytes = b"") -> Iterator[bytes]:
    decoder = zlib.decompressobj(wbits)
    started = False
    for piece in _then(first, pieces):
        data = piece
        while data:
            if decoder.eof:
                # Another member follows, or padding that browsers pass over.
                if wbits != 31 or not data.startswith(b"\x1f"):
                    return
                decoder = zlib.decompressobj(wbits)
            started = True
            try:
                out = decoder.decompress(data, _PIECE)
                yield out
                while decoder.unconsumed_tail:
                    out = decoder.decompress(decoder.unconsumed_tail, _PIECE)
                    yield out
            except zlib.error as error:
                raise BadPage(f"packed data is damaged ({error})") from error
            data = decoder.unused_data
    while started and not decoder.eof:
        # What the last call held back for its size comes out of calls without input.
        out = decoder.decompress(b"", _PIECE)
        if not out:
            raise Truncated("packed data ends before its end")
        yield out


def _gzip(pieces: Iterator[bytes]) -> Iterator[bytes]:
    return _inflate(pieces, 31)


def _deflate(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Decode deflate: RFC 9110 says a zlib stream; some servers send the raw one."""
    first = b""
    for piece in pieces:
        first += piece
        if len(first) >= 2:
            break
    zlib_head = len(first) >= 2 and first[0] & 0x0F == 8 and (first[0] << 8 | first[1]) % 31 == 0
    yield from _inflate(pieces, 15 if zlib_head else -15, first)


def _then(first: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from pieces


def _brotli(pieces: Iterator[bytes]) -> Iterator[bytes]:
    decoder = brotli.Decompressor()
    started = False
    try:
        for piece in pieces:
            if decoder.is_finished():
                return
            started = True
            yield decoder.process(piece, output_buffer_limit=_PIECE)
            while not decoder.is_finished() and not decoder.can_accept_more_data():
                yield decoder.process(b"", output_buffer_limit=_PIECE)
        # What the last call held back for its size comes out of calls without input.
        while started and not decoder.is_finished():
            out = decoder.process(b"", output_buffer_limit=_PIECE)
            if not out:
                raise Truncated("packed data ends before its end")
            yield out
    except brotli.error as error:
        raise BadPage(f"packed data is damaged ({error})") from error


def _zstd(pieces: Iterator[bytes]) -> Iterator[bytes]:
    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    decoder = decompressor.decompressobj()
    started = False
    try:
        for piece in pieces:
            data = piece
            while data:
                if decoder.eof:
                    decoder = decompressor.decompressobj()
                started = True
                feed, data = data[:_ZSTD_FEED], data[_ZSTD_FEED:]
                yield decoder.decompress(feed)
                if decoder.eof:
                    data = decoder.unused_data + data
    except zstandard.ZstdError as error:
        raise BadPage(f"packed data is damaged ({error})") from error
    if started and not decoder.eof:
        raise Truncated("packed data ends before its end")


_DECODERS: dict[str, Callable[[Iterator[bytes]], Iterator[bytes]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
