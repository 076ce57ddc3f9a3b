"""A hostile server and a quick fetcher that may talk to it."""

from dataclasses import replace

import pytest

from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace
from tests.flows.hostile import hostile_server
from warehouse.archive import Archive

QUICK = FetchSettings(
    contact="https://census.test/about",
    delay=0.0,
    delays={},
    retries=2,
    backoff=0.01,
    longest_retry_after=2.0,
    deadline=5.0,
    largest_body=1_000_000,
)


@pytest.fixture
def server():
    with hostile_server() as hostile:
        yield hostile


@pytest.fixture
def fetching(tmp_path, server):
    """Make fetchers over one archive and one pace; settings may be changed by name."""
    made = []

    def make(**changes):
        changes.setdefault("allow", frozenset({server.address}))
        guard = changes.pop("guard", None)
        clock = {"now": changes.pop("now")} if "now" in changes else {}
        fetcher = Fetcher(
            replace(QUICK, **changes),
            Archive(tmp_path / "archive"),
            Pace(tmp_path / "pace"),
            guard=guard,
            **clock,
        )
        made.append(fetcher)
        return fetcher

    yield make
    for fetcher in made:
        fetcher.close()
        fetcher.archive.close()
