"""One page by hand: for `check URL` and `add URL`, with the same manners as a crawl."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from flows.fetching import fetcher_for
from parsers.registry import PARSERS
from warehouse.archive import Archive

if TYPE_CHECKING:
    from flows.settings import Settings
    from schema.records import Page


def fetch_one(url: str, settings: Settings) -> Page:
    """Fetch a page and keep nothing. Raises what the fetcher raises, ConfigurationError without contact."""
    with tempfile.TemporaryDirectory() as scratch, Archive(Path(scratch)) as archive:
        return fetch_into(archive, url, settings)


def fetch_into(archive: Archive, url: str, settings: Settings) -> Page:
    """Fetch a page into an archive, under the name of the site that owns it."""
    source = next((parser.source for parser in PARSERS if parser.owns(url)), "web")
    with fetcher_for(
        archive,
        home=settings.home,
        contact=settings.contact,
        bases=settings.base,
        pace=settings.pace,
    ) as fetcher:
        return fetcher.get(source, url, conditional=False).page
