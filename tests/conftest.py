"""Fixtures every room's tests share."""

import datetime
import os
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
    """The sample sites crawled, judged and published once for all tests, without Prefect."""
    from flows.night import run_night
    from flows.night_plan import NightPlan
    from flows.settings import SITES

    home = tmp_path_factory.mktemp("sample") / "census"
    plan = NightPlan(home=home, sites=SITES, today=TODAY, sample=True)
    return SampleNight(home, run_night(plan))
