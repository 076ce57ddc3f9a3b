"""What Prefect costs of a night: its own time beside the work of replaying 2,000 pages.

Prefect's time is what the nightly flow takes with its stages doing nothing: the flow's run, a task a
stage, the two artifacts, under the settings of a night. The work is the whole replay of the archive,
which runs without Prefect. Both are wall time. The summary that an artifact shows is read once a night,
with Prefect or without. Prefect's import and, where no server runs, the start of one are not in the share:
they come once a process, whatever the night has to do; they are told beside it.
"""

from __future__ import annotations

import os
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from unittest.mock import patch

from flows.night import NightReport
from flows.night_plan import NightPlan
from flows.replay import replay
from flows.settings import Settings
from flows.summary import summary_of
from schema.records import Page
from tests.bench.parse import article
from tests.bench.ratios import Promise, Ratio

if TYPE_CHECKING:
    from collections.abc import Callable

    from flows.night import Runner

PAGES = 2_000
# What was left, crawl, load and resolve of two sites, then judge, marts, publish, export, report.
STAGES = 12
NIGHTS = 5
SITES = ("dm-edh", "dm-official")
TODAY = date(2026, 11, 29)
PROMISES = (Promise("Prefect's share of a replay", "at most", 0.05),)


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
    replay(Settings(home=home), today=TODAY, say=_silent)
    return time.perf_counter() - start


def orchestration_times(home: Path) -> tuple[float, float]:
    """Seconds of a nightly flow whose stages do nothing; seconds until its server and imports are there.

    `home` holds a published census, which the artifacts summarize.
    """
    start = time.perf_counter()
    from prefect.testing.utilities import prefect_test_harness

    from flows import nightly
    from flows.engine import run_with_prefect

    plan = NightPlan(home=home, sites=SITES, today=TODAY)
    report = NightReport(plan)
    summary_of(report)

    def empty_night(plan: NightPlan, run: Runner, say: Callable[[str], None] | None = None) -> NightReport:
        for number in range(STAGES):
            run(f"stage {number}", _nothing, plan)
        return report

    with prefect_test_harness(server_startup_timeout=180), patch.object(nightly, "run_night", empty_night):
        ready = time.perf_counter() - start
        times = []
        for _ in range(NIGHTS):
            start = time.perf_counter()
            run_with_prefect(plan, _silent)
            times.append(time.perf_counter() - start)
            # The server goes on writing the events of a run that is over, and turns the next one away
            # meanwhile; nights do not follow each other so closely, nor does the server's end.
            time.sleep(2)
    return median(times), ready


def _nothing(plan: NightPlan) -> None: ...


def _silent(line: str) -> None: ...


def measure() -> Ratio:
    """Prefect's time over the whole: a nightly flow of empty stages, against a replay's work."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["PREFECT_HOME"] = str(Path(scratch) / "prefect")
        os.environ["PREFECT_LOGGING_LEVEL"] = "CRITICAL"
        # As the nightly command has it.
        os.environ["PREFECT_LOGGING_TO_API_ENABLED"] = "false"
        home = Path(scratch) / "census"
        home.mkdir()
        fill(home)
        work = replay_time(home)
        prefect, ready = orchestration_times(home)
    return PROMISES[0].measured(
        prefect / (prefect + work),
        f"{PAGES:,} pages in {work:.1f} s, a flow of {STAGES} empty stages {prefect:.2f} s; "
        f"imports and a server {ready:.0f} s, once",
    )  # fmt: skip
