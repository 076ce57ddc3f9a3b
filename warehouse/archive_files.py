"""One archive file, which is one crawl of one site, read forward from an offset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema.errors import ArchiveDamaged
from warehouse.warc import REVISIT_NOT_MODIFIED, TornRecord, read_records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schema.records import Page
    from warehouse.archive import Archive


def file_site(warc_file: str) -> str:
    """The site a file holds a crawl of: `20261129T193000Z-dm-edh.warc.gz` is of dm-edh."""
    return warc_file.partition("-")[2].removesuffix(".warc.gz")


def crawl_pages(archive: Archive, warc_file: str, start: int = 0) -> Iterator[tuple[Page, int]]:
    """Stream (page, offset at which its record ends) of one file.

    A page that a 304 confirmed is left out: it was read in when it came. A body that came again in
    full is given again, since what stood at its URL in between may have been another.
    Raises ArchiveDamaged at a record that cannot be read.
    """
    with (archive.directory / warc_file).open("rb") as stream:
        try:
            for record in read_records(stream, start):
                if record.kind not in ("response", "revisit"):
                    continue
                if record.fields.get("warc-profile") == REVISIT_NOT_MODIFIED:
                    continue
                yield archive.read(warc_file, record.offset), record.offset + record.length
        except TornRecord as error:
            raise ArchiveDamaged(
                f"{warc_file} at {error.offset}: {error}",
                hint="put a copy of the file back; `deckcensus doctor` names everything that is damaged",
            ) from error
