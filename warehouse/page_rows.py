"""Kept bodies as rows of `page`: one a body, by its earliest sighting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.urls import canonical_url
from warehouse.database import sql_text
from warehouse.sightings import instant
from warehouse.tables import BIGINT, INSTANT, SMALLINT, TEXT, columns_of, merge_rows, scalar, staged

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from schema.records import Page

PAGE_COLUMNS = {
    "page_id": BIGINT,
    "source": TEXT,
    "url": TEXT,
    "canonical_url": TEXT,
    "fetched_at": INSTANT,
    "status": SMALLINT,
    "content_type": TEXT,
    "etag": TEXT,
    "last_modified": TEXT,
    "sha256": TEXT,
    "warc_file": TEXT,
    "warc_offset": BIGINT,
    "load_id": BIGINT,
}


def write_pages(
    con: duckdb.DuckDBPyConnection, pages: Sequence[Page], ids: Sequence[int], load_id: int
) -> int:
    """Write pages; return how many bodies are new, or were seen earlier than was known."""
    rows: dict[int, dict[str, Any]] = {}
    for page, identity in zip(pages, ids, strict=True):
        fetched_at = instant(page)
        if identity not in rows or fetched_at < rows[identity]["fetched_at"]:
            rows[identity] = {
                "page_id": identity,
                "source": page.source,
                "url": page.url,
                "canonical_url": canonical_url(page.url),
                "fetched_at": fetched_at,
                "status": page.status,
                "content_type": page.content_type,
                "etag": page.etag,
                "last_modified": page.last_modified,
                "sha256": page.sha256,
                "warc_file": page.warc_file,
                "warc_offset": page.warc_offset,
                "load_id": load_id,
            }
    with staged(con, "staged_page", PAGE_COLUMNS, columns_of(list(rows.values()), PAGE_COLUMNS)):
        merged = merge_rows(con, "page", "staged_page", keys=("page_id",), keep=tuple(PAGE_COLUMNS))
        # The same body, seen earlier than was known.
        earlier = scalar(con, sql_text("load", "earlier_pages"))
    return merged.inserted + int(earlier or 0)
