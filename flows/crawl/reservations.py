"""What a site reserves from text and data mining: its tdmrep.json, looked at once a week.

A site without the file, or that shows it to no crawler, reserves nothing by it; one that cannot be had
tonight leaves what it said before.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flows.fetch import UNAVAILABLE
from parsers.tdm_reservations import PLACE
from schema.errors import Blocked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flows.crawl.base import Walk
    from flows.exchange import Fetched

_EVERY = timedelta(days=7)


def reservations(walk: Walk, home: str) -> Iterator[Fetched]:
    """Fetch a site's tdmrep.json where it is due. Raises Stop where the site is off for this run."""
    kept = walk.fetcher.archive.last(walk.site, home + PLACE, status=None)
    if kept is not None and not walk.full and timedelta(0) <= walk.now - kept.fetched_at < _EVERY:
        return
    failures = walk.report.failures
    before = len(failures)
    # A firewall that hides all files with a dot in front refuses this one, and not us.
    fetched = walk.get(home + PLACE, bear=UNAVAILABLE, conditional=False, accept="application/json")
    if fetched is not None:
        yield fetched
        return
    error = failures[-1].error
    del failures[before:]
    if not isinstance(error, Blocked):
        walk.report.notes.append(f"tdmrep.json cannot be read: {error}")
