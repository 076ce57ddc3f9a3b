"""What a kept response says beside its body: the headers that are kept with it, what a 304 renews."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from warehouse.warc import wishes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from schema.records import Page


def confirmed(page: Page, fetched_at: datetime, headers: Mapping[str, str]) -> Page:
    """Give the page that a 304 confirmed, seen now; validators in the 304 replace the old ones."""
    return replace(
        page,
        fetched_at=fetched_at,
        etag=headers.get("etag") or page.etag,
        last_modified=headers.get("last-modified") or page.last_modified,
        warc_file=None,
        warc_offset=None,
        robots=wishes(headers) or page.robots,
    )


def complete_headers(headers: Sequence[tuple[str, str]], page: Page) -> list[tuple[str, str]]:
    """Add what the page says and the headers do not, so that a read page equals the written one."""
    names = {name.lower() for name, _ in headers}
    said = [("Content-Type", page.content_type), ("ETag", page.etag), ("Last-Modified", page.last_modified)]
    if "tdm-reservation" not in names:
        said.append(("X-Robots-Tag", page.robots))
    return [*headers, *((name, value) for name, value in said if value and name.lower() not in names)]


def reason_phrase(status: int) -> str:
    """Give the words of a status; none for one that has no name."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
