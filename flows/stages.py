"""The steps of a night, each re-runnable from the one before; `flows/night.py` puts them in order."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flows import finish
from flows.crawl.dm_official import crawl_cards
from flows.crawl.state import CrawlStates
from flows.crawl.wordpress import crawl_site
from flows.fetching import fetcher_for
from flows.ingest import Ingested, ingest_pending
from flows.progress import Progress
from flows.version import VERSION
from schema.errors import CensusError, TransientError
from schema.formats import load_formats
from schema.urls import split_url
from schema.wording import counted
from warehouse.archive import Archive
from warehouse.crawls import known_articles, record_night
from warehouse.database import connect_work, sql_text
from warehouse.publish import publish as publish_copy
from warehouse.restrictions import games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

    from flows.crawl.base import CrawlReport
    from flows.fetch import Fetcher
    from flows.night_plan import NightPlan

_LOG = logging.getLogger(__name__)

# The replicas are ours: they need no rest between requests.
SAMPLE_PACE = {"dm-edh": 0.0, "dm-official": 0.0}


@dataclass(frozen=True, slots=True)
class CrawlOutcome:
    """How a site's crawl went. `status`: done, limited, failed."""

    site: str
    status: str
    reason: str | None
    requests: int
    pages: int
    articles: int
    notes: tuple[str, ...]
    started_at: datetime
    ended_at: datetime

    @property
    def failed(self) -> bool:
        """Whether the site must be called failed tonight."""
        return self.status == "failed"

    @property
    def line(self) -> str:
        """For a person."""
        # The publisher's database has cards in an article's place.
        shown = counted(self.articles, "card" if self.site == "dm-official" else "article")
        said = f"{self.site}: {counted(self.requests, 'request')}, {shown} looked at"
        return f"{said}; {self.status}: {self.reason}" if self.reason else said


def mend(home: Path) -> None:
    """Cut the torn last record of a run that died off its archive file."""
    with Archive(home / "archive") as archive:
        archive.mend()


@contextlib.contextmanager
def sample_bases() -> Iterator[dict[str, str]]:
    """The replica sites, served on loopback for as long as the block lasts: site -> address."""
    from flows.sample.world import SampleWorld

    with SampleWorld(own_addresses=True) as world:
        yield dict(world.bases)


def crawl(plan: NightPlan, site: str) -> CrawlOutcome:
    """Crawl one site into the archive. Raises TransientError where it is down, so that it is tried again."""
    started = datetime.now(UTC)
    try:
        return _crawl(plan, site, started)
    except (CensusError, OSError, MemoryError):
        raise
    except Exception as error:
        # What a site answers never breaks a crawl; where it does all the same, the other sites go on.
        _LOG.exception("the crawl of %s failed", site)
        return failed_crawl(site, started, f"a fault of ours, {type(error).__name__}: {error}")


def _crawl(plan: NightPlan, site: str, started: datetime) -> CrawlOutcome:
    states = CrawlStates(plan.home)
    software = f"deckcensus/{VERSION}"
    with (
        Archive(plan.home / "archive", software=software) as archive,
        fetcher_for(
            archive, home=plan.home, contact=plan.contact, bases=plan.bases, pace=plan.pace
        ) as fetcher,
    ):
        report = _begin(plan, site, fetcher, states)
        pages = 0
        with Progress("pages") as progress:
            for fetched in report.pages:
                pages += fetched.outcome in ("new", "changed")
                progress.step(site)
    if isinstance(report.error, TransientError):
        raise report.error
    outcome = CrawlOutcome(
        site=site,
        status=_status(report),
        reason=report.reason or _emptied(plan, site, report),
        requests=report.requests,
        pages=pages,
        articles=len(report.articles),
        notes=tuple(report.notes),
        started_at=started,
        ended_at=datetime.now(UTC),
    )
    if outcome.reason and outcome.status == "done":
        return failed_crawl(site, started, outcome.reason, outcome)
    return outcome


def failed_crawl(
    site: str, started: datetime, reason: str, known: CrawlOutcome | None = None
) -> CrawlOutcome:
    """The outcome of a site that failed."""
    return CrawlOutcome(
        site=site,
        status="failed",
        reason=reason,
        requests=known.requests if known else 0,
        pages=known.pages if known else 0,
        articles=known.articles if known else 0,
        notes=known.notes if known else (),
        started_at=started,
        ended_at=datetime.now(UTC),
    )


def _begin(plan: NightPlan, site: str, fetcher: Fetcher, states: CrawlStates) -> CrawlReport:
    if site == "dm-official":
        names = wanted_names(plan)
        return crawl_cards(
            fetcher,
            states,
            names[: plan.limit] if plan.limit else names,
            # The replica answers on loopback: no budget to keep.
            budget=None if plan.sample else plan.official_budget,
            full=plan.full,
        )
    return crawl_site(fetcher, states, limit=plan.limit, since=plan.since, full=plan.full)


def _status(report: CrawlReport) -> str:
    if report.error is not None:
        return "failed"
    return "done" if report.complete else "limited" if report.limited else "failed"


def _emptied(plan: NightPlan, site: str, report: CrawlReport) -> str | None:
    """A source that lists nothing, or gives none of the articles it had, is a failed source."""
    if site == "dm-official" or report.articles or not report.complete:
        return None
    with _work(plan) as con:
        known = known_articles(con, site)
    if plan.full_pass(report.mode) or report.outcomes["gone"] >= known:
        return f"it lists nothing; {known} of its articles are known" if known else None
    return None


def wanted_names(plan: NightPlan) -> list[str]:
    """The names of Duel Masters cards that the warehouse cannot answer yet, the most wanted first."""
    formats = load_formats(plan.home)
    named = sorted(name for name, game in games(formats).items() if game == "dm")
    with _work(plan) as con:
        rows = con.execute(sql_text("crawl", "wanted_names"), [named, named]).fetchall()
    return [str(row[0]) for row in rows]


def load(plan: NightPlan) -> list[Ingested]:
    """Parse and load what the archive holds and the warehouse does not; a damaged file stops no other."""
    with _work(plan) as con, Archive(plan.home / "archive") as archive, Progress("pages") as progress:
        if not archive.directory.is_dir():
            return []
        return ingest_pending(
            con, archive, on_page=lambda page: progress.step(f"load {page.source}"), past_damage=True
        )


def settle(plan: NightPlan, site: str) -> None:
    """Everything of a crawl is in: its watermark may move."""
    CrawlStates(plan.home).settle(site)


def note_night(plan: NightPlan, crawl: CrawlOutcome, reason: str | None) -> None:
    """Write down how a site's night went, for `doctor`."""
    with _work(plan) as con:
        record_night(
            con,
            site=crawl.site,
            started_at=crawl.started_at,
            ended_at=crawl.ended_at,
            status="failed" if reason else "done",
            reason=reason,
            requests=crawl.requests,
            pages=crawl.pages,
            articles=crawl.articles,
        )


def resolve(plan: NightPlan) -> None:
    """Fold the restriction lists and resolve names."""
    with _work(plan) as con:
        finish.resolve_names(con, plan.home)


def judge(plan: NightPlan) -> None:
    """Judge every deck, on its own date and today."""
    with _work(plan) as con:
        finish.judge_decks(con, plan.home, plan.today)


def marts(plan: NightPlan) -> None:
    """Build the marts and run the checks. Raises CheckFailed."""
    with _work(plan) as con:
        finish.count(con, plan.home)


def publish(plan: NightPlan) -> Path:
    """Swap the readers' copy."""
    with _work(plan) as con:
        return publish_copy(con, plan.home)


def export(plan: NightPlan) -> Path:
    """Write the exports from the published copy."""
    return finish.export_published(plan.home)


def report(plan: NightPlan) -> Path:
    """Write the web report on the published copy."""
    return finish.report_published(plan.home)


@contextlib.contextmanager
def _work(plan: NightPlan) -> Iterator[duckdb.DuckDBPyConnection]:
    con = connect_work(plan.home, memory_limit=plan.memory_limit)
    try:
        yield con
    finally:
        con.close()


def is_loopback(base: str | None) -> bool:
    """Whether an address is on this machine; None, the site's own, is not."""
    host = split_url(base).hostname if base else None
    if host is None:
        return False
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
