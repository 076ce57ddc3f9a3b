"""One archive file, which is one crawl of one site, read forward from an offset."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schema.errors import ArchiveDamaged
from warehouse.archive_recovery import Finding, recovering
from warehouse.sightings import Confirmed
from warehouse.warc import PAGE_KINDS, REVISIT_NOT_MODIFIED, SOURCE_FIELD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schema.records import Page
    from warehouse.archive import Archive
    from warehouse.warc import Record


def file_site(warc_file: str) -> str:
    """The site a file holds a crawl of: `20261129T193000Z-dm-edh.warc.gz` is of dm-edh."""
    return warc_file.partition("-")[2].removesuffix(".warc.gz")


class Crawled(NamedTuple):
    """A page of a crawl, the offset at which its record ends, and whether it brings nothing new."""

    page: Page
    end: int
    is_repeat: bool = False


def crawl_pages(
    archive: Archive,
    warc_file: str,
    start: int = 0,
    *,
    is_repeat: Callable[[Record], bool] | None = None,
    on_confirmed: Callable[[Confirmed], None] | None = None,
    on_damage: Callable[[Finding], None] | None = None,
) -> Iterator[Crawled]:
    """Stream the pages of one file.

    `is_repeat` tells a record that brings nothing new. A page that a 304 confirmed is then left out, and
    told to `on_confirmed`; one that came again in full is given and marked. Without `is_repeat` no page is
    marked, and of those that a 304 confirmed only the one at `start` is given. Raises ArchiveDamaged at a
    record that cannot be read; with `on_damage` the finding goes there, and the stream goes on with the
    next that can be.
    """

    def report(finding: Finding) -> None:
        if on_damage is None:
            raise ArchiveDamaged(
                str(finding),
                hint="put a copy of the file back; `deckcensus doctor` names everything that is damaged",
            )
        on_damage(finding)

    for record in recovering(archive.directory / warc_file, report, start):
        if record.kind not in PAGE_KINDS:
            continue
        repeat = is_repeat is not None and is_repeat(record)
        if record.fields.get("warc-profile") == REVISIT_NOT_MODIFIED and (
            repeat or (is_repeat is None and record.offset != start)
        ):
            if on_confirmed is not None and (seen := _confirmed(record)) is not None:
                on_confirmed(seen)
            continue
        try:
            page = archive.read(warc_file, record.offset)
        except ArchiveDamaged as error:
            reason = str(error).removeprefix(f"{warc_file} at {record.offset}: ")
            report(Finding(warc_file, record.offset, "torn", reason))
            continue
        yield Crawled(page, record.offset + record.length, repeat)


def _confirmed(record: Record) -> Confirmed | None:
    digest = record.payload_sha256
    if digest is None:
        return None
    try:
        return Confirmed(record.fields.get(SOURCE_FIELD.lower(), ""), record.url, digest, record.written_at)
    except ValueError:
        return None
