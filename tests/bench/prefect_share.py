"""What Prefect costs of a replay of 2,000 pages: the same stages as tasks and as calls."""

from __future__ import annotations

import os
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from schema.records import Page
from tests.bench.parse import article
from tests.bench.ratios import Ratio

PAGES = 2_000


def fill(home: Path) -> None:
    """An archive of so many articles."""
    from warehouse.archive import Archive

    body = article().decode()
    began = datetime(2026, 11, 1, tzinfo=UTC)
    with Archive(home / "archive") as archive:
        for number in range(PAGES):
            text = (
                body.replace("4242", str(30_000 + number))
                .replace("見本の獣 001", f"見本の獣 {number}")
                .encode()
            )
            archive.append(
                Page(
                    "dm-edh", f"https://dm-edh.com/dmedh/{30_000 + number}",
                    began + timedelta(seconds=number), 200, "text/html; charset=UTF-8", text,
                    sha256(text).hexdigest(),
                )
            )  # fmt: skip


def measure() -> Ratio:
    """(time as tasks - time as calls) / time as tasks, Prefect's own server already running."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["PREFECT_HOME"] = str(Path(scratch) / "prefect")
        os.environ["PREFECT_LOGGING_LEVEL"] = "ERROR"
        from prefect import flow, task
        from prefect.testing.utilities import prefect_test_harness

        from flows import stages
        from flows.night import NightPlan
        from flows.nightly import as_task

        home = Path(scratch) / "census"
        home.mkdir()
        fill(home)

        def rebuild(run: object) -> float:
            for leftover in home.glob("work.duckdb*"):
                leftover.unlink()
            plan = NightPlan(home=home, sites=("dm-edh",), today=date(2026, 11, 29))
            start = time.perf_counter()
            steps = (
                ("load", stages.load), ("resolve names", stages.resolve), ("judge", stages.judge),
                ("marts and checks", stages.marts), ("publish", stages.publish), ("export", stages.export),
            )  # fmt: skip
            for name, step in steps:
                run(name, step, plan)  # type: ignore[operator]
            return time.perf_counter() - start

        with prefect_test_harness(server_startup_timeout=120):

            @task
            def nothing() -> None: ...

            @flow(name="replay-with-prefect")
            def with_tasks() -> tuple[float, float]:
                start = time.perf_counter()
                for _ in range(50):
                    nothing()
                a_task = (time.perf_counter() - start) / 50
                return rebuild(as_task(())), a_task

            tasks, a_task = with_tasks()
        share = 6 * a_task / tasks
    return Ratio(
        "Prefect's share of a replay", share, "at most", 0.05,
        f"{PAGES:,} pages in {tasks:.1f} s, six tasks of {a_task * 1000:.0f} ms",
    )  # fmt: skip
