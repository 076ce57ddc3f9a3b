"""Writes the archive file that `test_old_archive.py` opens: `python -m tests.warehouse.keep_archive NAME`.

One file a released layout is kept for good; never write one anew under a name that is there.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from schema.records import Page
from warehouse.archive import Archive, Place, confirmed

KEPT = Path(__file__).parent / "storage"
BEGAN = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
BODIES = ("<html>《見本》</html>", "<html>《見本》、直した</html>")


def page(number: int, body: str) -> Page:
    data = body.encode()
    return Page(
        "dm-edh", "https://dm-edh.com/dmedh/4242", BEGAN + timedelta(days=number), 200,
        "text/html; charset=UTF-8", data, sha256(data).hexdigest(), etag=f'"{number}"',
    )  # fmt: skip


def write(directory: Path) -> Path:
    """A page, the same by 304, an edit, the first text again in full; from layout 2 on, one by hand."""
    with Archive(directory) as archive:
        first = page(0, BODIES[0])
        place = archive.append(first)
        again = confirmed(first, BEGAN + timedelta(days=1), {})
        archive.append(again, confirms=Place(place.warc_file, place.offset))
        archive.append(page(2, BODIES[1]))
        archive.append(page(3, BODIES[0]))
        archive.append(replace(page(4, BODIES[1]), url="urn:deckcensus:deck?name=4242", etag=None))
        (file,) = archive.files()
    return file


if __name__ == "__main__":
    target = KEPT / f"{sys.argv[1]}.warc.gz"
    if target.exists():
        sys.exit(f"{target} is kept for good")
    with tempfile.TemporaryDirectory() as scratch:
        target.write_bytes(write(Path(scratch)).read_bytes())
