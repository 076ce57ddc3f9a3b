"""Records that show what their address showed before: nobody has to read them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema.errors import ArchiveDamaged
from schema.urls import canonical_url
from warehouse.warc import REVISIT_NOT_MODIFIED, wishes

if TYPE_CHECKING:
    import duckdb

    from warehouse.archive import Archive
    from warehouse.archive_index import Entry
    from warehouse.warc import Record


class Repeats:
    """Tells the records of one archive file that bring nothing new.

    A record does so where the answer before it at its address was a 200 of the same body and type that asked
    for the same, and that body is in the warehouse: what stood there in between (another text, a 404), and
    a body that was refused, is a reason to read it again.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, archive: Archive, warc_file: str) -> None:
        self._con = con
        self._archive = archive
        self._file = warc_file

    def __call__(self, record: Record) -> bool:
        """Tell it of one record."""
        if record.kind != "revisit":
            return False
        entry = self._archive.entry(self._file, record.offset)
        if entry is None or entry.status != 200:
            return False
        before = self._archive.before(entry)
        if before is None:
            return False
        same = (before.status, before.sha256, before.content_type) == (200, entry.sha256, entry.content_type)
        return same and self._asks_the_same(record, before) and self._is_known(entry)

    def _asks_the_same(self, record: Record, before: Entry) -> bool:
        try:
            asked = wishes(record.http()[1])
            # A 304 need not say again what the answer said that it confirms.
            if asked is None and record.fields.get("warc-profile") == REVISIT_NOT_MODIFIED:
                return True
            return asked == self._archive.read(before.file, before.offset).robots
        except (ValueError, ArchiveDamaged):
            return False

    def _is_known(self, entry: Entry) -> bool:
        # Not by its id: a post in parts has one of all of them.
        row = self._con.execute(
            "select 1 from page where source = ? and canonical_url = ? and sha256 = ? limit 1",
            [entry.source, canonical_url(entry.url), entry.sha256],
        ).fetchone()
        return row is not None
