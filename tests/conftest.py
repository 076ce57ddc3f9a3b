"""Fixtures every room's tests share."""

import datetime
import fcntl
import os
import pickle
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--mutations N`: how many broken pages each parser reads (also DECKCENSUS_MUTATIONS)."""
    default = int(os.environ.get("DECKCENSUS_MUTATIONS", "240"))
    parser.addoption("--mutations", type=int, default=default, help="mutated pages a parser (%(default)s)")


@pytest.fixture(scope="session")
def mutations(request: pytest.FixtureRequest) -> int:
    """How many mutated pages a fuzz test makes."""
    return int(request.config.getoption("--mutations"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The directory of reference material beside the project; skips the test where it is absent."""
    path = PROJECT.parent / "shared"
    if not path.is_dir():
        pytest.skip("../shared is not here")
    return path


TODAY = datetime.date(2026, 11, 29)


@dataclass(frozen=True)
class SampleNight:
    """One night on the sample sites: its home (never to be written to) and its report."""

    home: Path
    report: object

    def copy(self, to: Path) -> Path:
        """A home of one's own that holds the same."""
        return Path(shutil.copytree(self.home, to))


@pytest.fixture(scope="session")
def sample_night(tmp_path_factory: pytest.TempPathFactory) -> SampleNight:
    """The sample sites crawled, judged and published once for all tests, without Prefect.

    Workers of one run share it: the first makes it, and the others wait.
    """
    from flows.night import run_night
    from flows.night_plan import NightPlan
    from flows.settings import SITES

    here = tmp_path_factory.getbasetemp()
    place = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "sample"
    place.mkdir(exist_ok=True)
    home, told = place / "census", place / "report.pickle"
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.is_file():
            plan = NightPlan(home=home, sites=SITES, today=TODAY, sample=True)
            told.write_bytes(pickle.dumps(run_night(plan)))
    return SampleNight(home, pickle.loads(told.read_bytes()))
