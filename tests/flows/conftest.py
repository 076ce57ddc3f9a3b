"""A hostile server, a quick fetcher that may talk to it, and nights on sites of a few articles."""

from dataclasses import replace

import pytest

from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace
from flows.sample import SampleWorld
from tests.flows.crawl_sites import CLOSED
from tests.flows.crawling import Nights
from tests.flows.hostile import hostile_server, reply
from tests.flows.press import Press, PressNights
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
def no_waiting_for_disks(monkeypatch):
    """What a power cut would do is tested with the archive; crawls write thousands of pages."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture
def world():
    """The sample sites, served for one test."""
    with SampleWorld() as made:
        yield made


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


@pytest.fixture
def nights(tmp_path, server):
    return Nights(tmp_path, base=server.url)


@pytest.fixture
def run(server, tmp_path):
    """Make a site of posts that a test can change, and the nights over it."""
    made = []

    def make(**options):
        made.append(PressNights(Press(server, **options), tmp_path))
        return made[-1]

    yield make
    for nights in made:
        nights.con.close()


@pytest.fixture
def closed(server):
    """A site of three articles whose REST is closed."""
    server.routes["/wp-json/wp/v2/posts"] = CLOSED["404"]
    server.routes["/robots.txt"] = reply(status=404)
    for number in (1, 2, 3):
        server.routes[f"/dmedh/{number}"] = reply(
            f"<title>{number}</title><article id='post-{number}'></html>"
        )
    return server


@pytest.fixture
def undated(closed):
    """A site of three articles whose sitemap gives no dates."""
    rows = "".join(f"<url><loc>{closed.url}/dmedh/{n}</loc></url>" for n in (1, 2, 3))
    closed.routes["/wp-sitemap.xml"] = reply(f"<urlset>{rows}</urlset>", content_type="application/xml")
    closed.routes["/dmedhrule"] = reply("<title>rules</title></html>")
    return closed
