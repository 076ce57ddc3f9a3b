"""The schedule on one machine: a process that starts the night by cron, through Prefect."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
os.environ.setdefault("DO_NOT_TRACK", "1")
# What our own code logs shows up in the run's log too.
os.environ.setdefault("PREFECT_LOGGING_EXTRA_LOGGERS", "flows,parsers,warehouse,schema")

from prefect import serve as serve_deployments
from prefect.schedules import Cron
from prefect.settings import PREFECT_API_URL, temporary_settings
from prefect.types.entrypoint import EntrypointType

from flows.nightly import SERVED_BY, scheduled_nightly
from flows.prefect_server import local_server
from schema.errors import UsageError

if TYPE_CHECKING:
    from prefect.deployments.runner import RunnerDeployment

    from flows.settings import Settings

DEPLOYMENT = "nightly"


def nightly_deployment(settings: Settings, *, cron: str, timezone: str) -> RunnerDeployment:
    """The deployment that the schedule starts. Raises UsageError for a schedule that is none."""
    try:
        ZoneInfo(timezone)
        schedule = Cron(cron, timezone=timezone)
    except (ValueError, KeyError, OSError) as error:
        raise UsageError(
            f"no such schedule: {cron!r} in {timezone!r}", hint="such as --cron '30 4 * * *'"
        ) from error
    deployment = scheduled_nightly.to_deployment(
        name=DEPLOYMENT,
        schedules=[schedule],
        parameters={"home": str(settings.home.resolve()), "sites": list(settings.sites)},
        description="The census of commander decklists: crawl, judge, publish.",
        tags=["deckcensus"],
        # One night at a time: the home's lock would refuse the second in any case.
        concurrency_limit=1,
        # Found by its module, from whatever directory the process was started in.
        entrypoint_type=EntrypointType.MODULE_PATH,
    )
    assert not hasattr(deployment, "__await__"), "called outside an event loop"
    return deployment


def serve_nightly(settings: Settings, *, cron: str, timezone: str) -> None:
    """Serve the nightly flow until stopped, with a server of our own where none is configured.

    Stopping does not pause the schedule, so that a restart goes on with it. The server, and a night that
    runs, end with this process, however it ends.
    """
    deployment = nightly_deployment(settings, cron=cron, timezone=timezone)
    os.environ[SERVED_BY] = str(os.getpid())
    with contextlib.ExitStack() as stack:
        if not PREFECT_API_URL.value():
            url = stack.enter_context(local_server(settings.home))
            # The runs are processes of their own: they learn the address from the environment.
            os.environ["PREFECT_API_URL"] = url
            stack.enter_context(temporary_settings({PREFECT_API_URL: url}))
        serve_deployments(deployment, pause_on_shutdown=False, limit=1)
