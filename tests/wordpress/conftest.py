"""One WordPress for the whole suite, emptied for each test."""

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.wordpress.nights import Nights
from tests.wordpress.server import WordPress, missing


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.wordpress)


@pytest.fixture(scope="session")
def running_wordpress():
    """A WordPress of Debian's packages; skips where they are not installed."""
    if reason := missing():
        pytest.skip(reason)
    # A short path: the database's socket lies in it.
    directory = Path(tempfile.mkdtemp(prefix="wp-"))
    try:
        with WordPress(directory) as site:
            yield site
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def site(running_wordpress):
    """The WordPress without posts, with Debian's theme and everything switched on."""
    running_wordpress.switch()
    running_wordpress.operate(
        {"do": "empty"},
        {"do": "theme", "name": "twentytwentyone"},
        {"do": "permalinks", "structure": "/%category%/%post_id%"},
    )
    running_wordpress.forget()
    return running_wordpress


@pytest.fixture
def nights(site, tmp_path):
    """Nights over that site, into a home of their own."""
    return Nights(site, tmp_path / "census")
