"""What Prefect costs of a replay of 2,000 pages: the same stages as tasks and as calls."""

from __future__ import annotations

import os
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from flows.replay import replay
from flows.settings import Settings
from schema.records import Page
from tests.bench.parse import article
from tests.bench.ratios import Ratio, seconds

PAGES = 2_000
# Crawl, load and resolve of two sites, then judge, marts, publish, export.
STAGES = 11


def fill(home: Path) -> None:
    """An archive of so many articles."""
    from warehouse.archive import Archive

    began = datetime(2026, 11, 1, tzinfo=UTC)
    with Archive(home / "archive") as archive:
        for number in range(PAGES):
            text = article(number).replace(b"4242", str(30_000 + number).encode())
            archive.append(
                Page(
                    "dm-edh", f"https://dm-edh.com/dmedh/{30_000 + number}",
                    began + timedelta(seconds=number), 200, "text/html; charset=UTF-8", text,
                    sha256(text).hexdigest(),
                )
            )  # fmt: skip


def replay_time(home: Path) -> float:
    """Seconds of a replay of the archive without Prefect."""
    start = time.perf_counter()
    replay(Settings(home=home), today=date(2026, 11, 29), say=lambda line: None)
    return time.perf_counter() - start


def orchestration_time(stages: int) -> float:
    """Seconds that Prefect adds to a flow of so many stages that do nothing, its server running."""
    from prefect import flow
    from prefect.testing.utilities import prefect_test_harness

    from flows.nightly import as_task

    def nothing() -> None: ...

    @flow(name="empty-night")
    def empty_night() -> None:
        run = as_task(())
        for number in range(stages):
            run(f"stage {number}", nothing)

    with prefect_test_harness(server_startup_timeout=180):
        empty_night()
        return seconds(empty_night, 3)


def measure() -> Ratio:
    """Prefect's time over the whole: the night's stages as empty tasks, against a replay's work."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["PREFECT_HOME"] = str(Path(scratch) / "prefect")
        os.environ["PREFECT_LOGGING_LEVEL"] = "CRITICAL"
        # As the nightly command has it.
        os.environ["PREFECT_LOGGING_TO_API_ENABLED"] = "false"
        home = Path(scratch) / "census"
        home.mkdir()
        fill(home)
        work = replay_time(home)
        prefect = orchestration_time(STAGES)
    return Ratio(
        "Prefect's share of a replay", prefect / (prefect + work), "at most", 0.05,
        f"{PAGES:,} pages in {work:.1f} s, {STAGES} stages as tasks {prefect:.2f} s",
    )  # fmt: skip
