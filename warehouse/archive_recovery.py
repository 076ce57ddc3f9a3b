"""Archive files that are damaged: what can still be read of them, and where a torn end begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from warehouse.warc import TornRecord, parse_record, read_members, read_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from warehouse.warc import Record

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


def recovering(path: Path, report: Callable[[Finding], None], start: int = 0) -> Iterator[Record]:
    """Yield a file's records from an offset on; past a damaged one go on at the next that can be read."""
    size = path.stat().st_size
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


def torn_offset(path: Path, start: int) -> int | None:
    """Find the offset of a torn last record, reading from `start` on; None where the file is whole.

    Damage that whole records follow is not a torn end, nor is what no run of ours began to write (a file
    of another kind under such a name): None as well, `verify` names it.
    """
    try:
        with path.open("rb") as stream:
            for _ in read_records(stream, start):
                pass
    except TornRecord as error:
        if _next_record(path, error.offset + 1) == path.stat().st_size and _is_begun(path, error.offset):
            return error.offset
    else:
        if path.stat().st_size == 0:
            return 0
    return None


def _is_begun(path: Path, offset: int) -> bool:
    """Whether what lies at an offset can be a record that was cut: its head, or blocks never written."""
    with path.open("rb") as stream:
        stream.seek(offset)
        head = stream.read(len(_GZIP_HEAD))
    return _GZIP_HEAD.startswith(head) or not any(head)
