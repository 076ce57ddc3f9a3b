"""Opening card files: path or bytes, gzip or plain, read as they come."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import IO, Any

from schema.errors import UsageError

_GZIP = b"\x1f\x8b"


def open_bytes(file: Path | str | bytes) -> IO[bytes]:
    """Open a card file for reading, unpacking gzip by its first bytes, whatever its name says.

    Raises UsageError where the file is not there.
    """
    if isinstance(file, bytes):
        raw: io.BufferedReader[Any] = io.BufferedReader(io.BytesIO(file))
    else:
        try:
            raw = Path(file).open("rb")  # noqa: SIM115 - the caller closes it
        except OSError as error:
            reason = f"cannot read {file}: {error.strerror}"
            raise UsageError(reason, hint="name an existing card file") from None
    if raw.peek(2)[:2] == _GZIP:
        return io.BufferedReader(gzip.GzipFile(fileobj=raw))
    return raw


def open_text(file: Path | str | bytes) -> IO[str]:
    """Open a card file as UTF-8 text without its byte order mark; unreadable bytes become U+FFFD."""
    return io.TextIOWrapper(open_bytes(file), encoding="utf-8-sig", errors="replace", newline="")
