"""Opening files in hand: a path or bytes, gzip or plain, closed again whatever happens."""

from __future__ import annotations

import gzip
import io
import zlib
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from schema.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

_GZIP = b"\x1f\x8b"


@contextmanager
def open_bytes(file: Path | str | bytes) -> Iterator[io.BufferedReader]:
    """Open a file for reading, unpacking gzip by its first bytes, whatever its name says.

    Raises UsageError where the file is not there, is a directory, or its gzip is torn or no gzip.
    """
    with ExitStack() as stack:
        try:
            raw = io.BytesIO(file) if isinstance(file, bytes) else Path(file).open("rb")  # noqa: SIM115
            plain = cast("io.BufferedReader", stack.enter_context(io.BufferedReader(raw)))
            if plain.peek(2)[:2] == _GZIP:
                packed = stack.enter_context(gzip.GzipFile(fileobj=plain))
                plain = cast("io.BufferedReader", stack.enter_context(io.BufferedReader(packed)))
            yield plain
        except (OSError, EOFError, zlib.error) as error:
            name = "the data" if isinstance(file, bytes) else str(file)
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(f"cannot read {name}: {reason}", hint="name an existing, whole file") from None


@contextmanager
def open_text(file: Path | str | bytes) -> Iterator[IO[str]]:
    """Open a file as UTF-8 text without its byte order mark; unreadable bytes become U+FFFD."""
    with open_bytes(file) as data:
        text = io.TextIOWrapper(data, encoding="utf-8-sig", errors="replace", newline="")
        yield text
        text.detach()
