"""The night without Prefect: what is done, in which order, and what a person is told at its end.

`run_night` knows the order; how a step is run (called, or as a Prefect task) is the runner's business.
One failed site never stops the others: what it kept so far is loaded, and the night ends as partial.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from flows import stages
from flows.fetch_settings import FetchSettings
from flows.finish import Published
from flows.home import claim_world
from schema.errors import CensusError
from warehouse.lock import HomeLock

if TYPE_CHECKING:
    from collections.abc import Callable

    from flows.ingest import Ingested
    from flows.night_plan import NightPlan
    from flows.stages import CrawlOutcome
    from warehouse.summary import Summary

DONE, PARTIAL = 0, 3
T = TypeVar("T")


class Runner(Protocol):
    """How a step is run."""

    def __call__(self, name: str, step: Callable[..., T], *arguments: object) -> T:
        """Run `step(*arguments)` under a name."""
        ...


@dataclass
class NightReport:
    """What a night did, for the summary, the exit code and the webhook."""

    plan: NightPlan
    crawls: list[CrawlOutcome] = field(default_factory=list)
    ingested: list[Ingested] = field(default_factory=list)
    published: Published | None = None
    # Of what was published, once it was read (flows/summary.py).
    summary: Summary | None = None

    @property
    def failures(self) -> dict[str, str]:
        """Site -> why it failed tonight."""
        failed = {crawl.site: crawl.reason or crawl.status for crawl in self.crawls if crawl.failed}
        failed |= {part.site: part.reason or part.status for part in self.ingested if part.failed}
        return failed

    @property
    def exit_code(self) -> int:
        """0, or 3 when a site failed and the rest is in."""
        return PARTIAL if self.failures else DONE


def direct(name: str, step: Callable[..., T], *arguments: object) -> T:
    """Run a step by calling it."""
    return step(*arguments)


def run_night(plan: NightPlan, run: Runner = direct, say: Callable[[str], None] | None = None) -> NightReport:
    """Run one night and return its report. Raises Locked where another run holds the home."""
    tell = say or (lambda line: None)
    check_contact(plan)
    report = NightReport(plan)
    with HomeLock(plan.home) as lock, contextlib.ExitStack() as stack:
        claim_world(plan.home, plan.world)
        stages.mend(plan.home)
        if plan.sample:
            plan = replace(plan, bases=stack.enter_context(stages.sample_bases()), pace=stages.SAMPLE_PACE)
            report.plan = plan
        # What an earlier run kept and did not load comes first: a crawl is planned from what is known.
        report.ingested += run("load what was left", stages.load, plan)
        for site in plan.sites:
            crawl = _crawl(plan, site, run)
            report.crawls.append(crawl)
            tell(crawl.line)
            for note in crawl.notes:
                tell(f"{site}: {note}")
            loaded = run(f"load {site}", stages.load, plan)
            report.ingested += loaded
            for part in loaded:
                if part.site == site or not part.failed:
                    tell(part.line)
            if not crawl.failed and not any(part.failed for part in loaded if part.site == site):
                stages.settle(plan, site)
            stages.note_night(plan, crawl, report.failures.get(site))
            run("resolve names", stages.resolve, plan)
        run("judge", stages.judge, plan)
        run("marts and checks", stages.marts, plan)
        lock.check()
        database = run("publish", stages.publish, plan)
        exports = run("export", stages.export, plan)
        report.published = Published(database, exports, run("report", stages.report, plan))
    return report


def _crawl(plan: NightPlan, site: str, run: Runner) -> CrawlOutcome:
    """Crawl a site; whatever it fails of, the other sites go on."""
    started = datetime.now(UTC)
    try:
        return run(f"crawl {site}", stages.crawl, plan, site)
    except CensusError as error:
        return stages.failed_crawl(site, started, " ".join(str(error).split()))


def check_contact(plan: NightPlan) -> None:
    """A live crawl says who it is. Raises ConfigurationError where it would not."""
    if not plan.sample and not all(stages.is_loopback(plan.bases.get(site)) for site in plan.sites):
        FetchSettings(contact=plan.contact).check_contact()
