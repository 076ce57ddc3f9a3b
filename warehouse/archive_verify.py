"""Every record of an archive file held against its digests, its number and its file's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.archive_recovery import Finding, recovering
from warehouse.warc import NUMBER_FIELD, PAGE_KINDS, SOURCE_FIELD, sha256_hex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def verify_file(path: Path, originals: set[tuple[str, bytes]]) -> Iterator[Finding]:
    """Yield the findings of one file; `originals` gathers the bodies seen so far."""
    found: list[Finding] = []
    number = 0
    for record in recovering(path, found.append):
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
        if record.kind not in PAGE_KINDS:
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
