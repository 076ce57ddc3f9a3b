"""A fetcher set up for a home: its pace, its bases, its contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows.addresses import Addresses
from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace
from schema.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from warehouse.archive import Archive


def fetcher_for(
    archive: Archive,
    *,
    home: Path,
    contact: str | None,
    bases: Mapping[str, str],
    pace: Mapping[str, float],
) -> Fetcher:
    """Make a fetcher. The hosts and ports of `bases`, and no others, may be private addresses."""
    defaults = FetchSettings()
    settings = FetchSettings(
        contact=contact,
        delays={**defaults.delays, **pace},
        allow=frozenset(filter(None, map(_host_and_port, bases.values()))),
        addresses=Addresses.of_sites(bases),
    )
    return Fetcher(settings, archive, Pace(home / "pace"))


def _host_and_port(url: str) -> tuple[str, int] | None:
    parts = split_url(url)
    if not parts.hostname:
        return None
    return parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
