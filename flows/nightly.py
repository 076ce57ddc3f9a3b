"""The nightly job as a Prefect flow: a task per site and stage, run names, retries, two artifacts.

The order of the steps is `flows/night.py`'s; Prefect runs them, shows them and keeps their history.
A task is a site's crawl or a whole stage, never a page or a deck: each costs milliseconds. Results are
neither cached nor persisted: a fetch is never answered from a cache, and the archive is what we keep.
It works with a running Prefect server (`PREFECT_API_URL`) and without one.
"""

from __future__ import annotations

import contextlib
import os

# A night speaks to the sites it crawls and to nobody else.
os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
os.environ.setdefault("DO_NOT_TRACK", "1")
# Without a server of its own Prefect starts one for the run; a busy machine takes its time over that.
os.environ.setdefault("PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS", "120")

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from prefect import flow, task
from prefect.cache_policies import NO_CACHE
from prefect.settings import (
    PREFECT_API_URL,
    PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
    PREFECT_SERVER_EPHEMERAL_ENABLED,
    PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS,
    get_current_settings,
    temporary_settings,
)

from flows.artifacts import write_artifacts
from flows.beside import end_with
from flows.night import NightReport, Runner, run_night
from flows.night_plan import NightPlan
from flows.plan import plan_night
from flows.prefect_server import night_server
from flows.webhook import send_summary
from schema.errors import TransientError

T = TypeVar("T")

# Seconds before a site that is down is crawled again, within one night.
RETRY_DELAYS = (60, 300)

# In the environment of a night that `serve` runs: the process of `serve`, with which the night ends.
SERVED_BY = "CENSUS_SERVED_BY"


def _is_transient(task: Any, task_run: Any, state: Any) -> bool:
    try:
        state.result()
    except TransientError:
        return True
    except BaseException:
        return False
    return False


def as_task(delays: tuple[int, ...]) -> Runner:
    """A runner that makes each step a Prefect task; crawls are tried again while their site is down."""

    def run(name: str, step: Callable[..., T], *arguments: object) -> T:
        made: Any = task(name=name, task_run_name=name, cache_policy=NO_CACHE, persist_result=False)(step)
        if name.startswith("crawl "):
            made = made.with_options(
                retries=len(delays), retry_delay_seconds=list(delays), retry_condition_fn=_is_transient
            )
        result: T = made(*arguments)
        return result

    return run


@flow(name="nightly", flow_run_name="nightly {today}", persist_result=False, validate_parameters=False)
def nightly_flow(
    plan: NightPlan,
    today: date,
    say: Callable[[str], None] | None = None,
    done: Callable[[NightReport], None] | None = None,
) -> NightReport:
    """One night; `today` is the plan's, for the run's name. `done` hears of it before Prefect does."""
    delays = (0,) * len(RETRY_DELAYS) if plan.sample else RETRY_DELAYS
    report = run_night(plan, as_task(delays), say)
    if done is not None:
        done(report)
    write_artifacts(report)
    return report


@contextlib.contextmanager
def own_server() -> Iterator[None]:
    """Let the runs of the block speak to a server of our own, where no other is configured.

    Prefect would start one as well, which goes on for ever when the night is killed; ours ends with it.
    Raises RuntimeError when it does not answer.
    """
    if PREFECT_API_URL.value() or not PREFECT_SERVER_EPHEMERAL_ENABLED.value():
        yield
        return
    settings = get_current_settings().to_environment_variables(exclude_unset=True)
    wait = float(PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS.value())
    with night_server(settings, wait) as url, temporary_settings({PREFECT_API_URL: url}):
        yield


def run_flow(
    plan: NightPlan,
    say: Callable[[str], None] | None = None,
    done: Callable[[NightReport], None] | None = None,
) -> NightReport:
    """Run the nightly flow without Prefect's heartbeats, unless their frequency was set by the user.

    A heartbeat tells a server that the flow's process lives, for an automation there that calls silent
    runs crashed. The census needs none: whether a killed night still holds the home is decided by the
    home's own lock. And the thread that sends them sleeps whole seconds and is waited for at the end.
    A scheduled run keeps the heartbeats of the flow around this one.
    """
    with temporary_settings(set_defaults={PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
        return nightly_flow(plan, plan.today, say, done)


@flow(name="scheduled-nightly", flow_run_name="scheduled nightly", persist_result=False)
def scheduled_nightly(home: str | None = None, sites: list[str] | None = None) -> None:
    """The flow that `serve` and a work pool start: settings from the environment, date of the day.

    A night in which a site failed ends as failed, so that the schedule shows it; the rest is published.
    """
    if os.environ.get(SERVED_BY) == str(os.getppid()):
        end_with(os.getppid())
    plan = plan_night(home=Path(home) if home else None, sites=tuple(sites or ()))
    report = run_flow(plan)
    send_summary(report)
    if report.failures:
        raise RuntimeError("partial: " + "; ".join(f"{site}: {why}" for site, why in report.failures.items()))
