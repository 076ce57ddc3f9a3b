"""Homes to compare: what a night leaves behind, said in hashes that do not speak of when it was."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.warehouse.hashes import RUN_COLUMNS, table_hashes
from warehouse.archive import Archive
from warehouse.archive_recovery import torn_offset
from warehouse.database import connect_published, connect_work

if TYPE_CHECKING:
    from pathlib import Path

# When and where a page was kept, and which run did it; what it was and what came of it is all else.
WHEN = RUN_COLUMNS | {
    "fetched_at",
    "newest_page",
    "seen_at",
    "ended_at",
    "warc_file",
    "warc_offset",
    "deleted_on",
    "missed_on",
    "as_of",
    # A night that was killed asked for lists that an undisturbed one did not need.
    "pages",
}
# A row a run: nights that were killed wrote some, and the next ones their own.
RUNS = ("load", "schema_version", "crawl", "site_night", "page", "published_size", "sighting", "page_article")


@dataclass(frozen=True)
class Content:
    """What a home holds: hashes of its tables, the pages it kept, what readers see."""

    tables: dict[str, str]
    pages: frozenset[tuple[str, str, int, str]]
    published: dict[str, str]


def content(home: Path) -> Content:
    """Read a home that nobody is writing to. Fails where a page is doubled or the archive damaged."""
    con = connect_work(home)
    try:
        tables = table_hashes(con, without=RUNS, ignore=WHEN)
        pages = Counter(con.execute("select source, canonical_url, status, sha256 from page").fetchall())
    finally:
        con.close()
    doubled = [page for page, times in pages.items() if times > 1]
    assert not doubled, doubled[:3]
    con = connect_published(home)
    try:
        published = table_hashes(con, without=RUNS, ignore=WHEN)
    finally:
        con.close()
    with Archive(home / "archive") as archive:
        findings = list(archive.verify())
    assert not findings, findings[:3]
    return Content(tables, frozenset(pages), published)


def kept(home: Path) -> dict[str, bytes]:
    """The whole records of every archive file, as they lie there at this instant; a torn end is none."""
    files = {}
    for path in (home / "archive").rglob("*.warc.gz"):
        torn = torn_offset(path, 0)
        files[path.name] = path.read_bytes()[:torn]
    return files


def differences(one: dict[str, str], other: dict[str, str]) -> dict[str, tuple[str | None, str | None]]:
    """The tables whose hashes differ, with both."""
    return {
        name: (one.get(name), other.get(name))
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    }
