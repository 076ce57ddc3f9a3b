"""Running a night through Prefect, and without it where Prefect cannot run.

A night that finds Prefect's server gone or its database locked is still a night: the same steps run
in the same order without it, and that is said. So is one whose server goes while it runs: its tasks go
on, and that nobody took down how it ended is said.
"""

from __future__ import annotations

import gc
import logging
from typing import TYPE_CHECKING

from flows.night import run_night
from schema.errors import CensusError
from warehouse.tables import was_interrupted

if TYPE_CHECKING:
    from collections.abc import Callable

    from flows.night import NightReport
    from flows.night_plan import NightPlan


def run_with_prefect(plan: NightPlan, say: Callable[[str], None]) -> NightReport:
    """Run one night as a Prefect flow. Raises what the night raises, such as Locked or CheckFailed."""
    begun: list[bool] = []
    done: list[NightReport] = []

    def tell(line: str) -> None:
        begun.append(True)
        say(line)

    try:
        from flows.nightly import own_server, run_flow

        # What Prefect's import left (some 300,000 objects) stays as long as the process: each full
        # collection of garbage in the night would look through it again, for a third of a second.
        gc.freeze()
        # Prefect prints a traceback of what a flow raises; the user gets one line from us.
        logging.getLogger("prefect").setLevel(logging.CRITICAL)
        with own_server():
            report = run_flow(plan, tell, done.append)
    except CensusError:
        raise
    except Exception as error:
        if was_interrupted(error) or not _is_prefects(error):
            raise
        if done:
            say(f"Prefect did not take down how the night ended ({_said(error)}); the night is done")
            return done[0]
        if begun:
            raise
        say(f"Prefect cannot run ({_said(error)}); the night runs without it")
        return run_night(plan, say=say)
    return report


def _said(error: BaseException) -> str:
    return " ".join(str(error).split())[:120]


def _is_prefects(error: BaseException) -> bool:
    """Whether an error comes from Prefect or its server rather than from the night."""
    seen: BaseException | None = error
    while seen is not None:
        if type(seen).__module__.partition(".")[0] in {
            "prefect",
            "httpx",
            "httpcore",
            "sqlalchemy",
            "sqlite3",
        }:
            return True
        seen = seen.__cause__ or seen.__context__
    return isinstance(error, (ImportError, ConnectionError, RuntimeError, TimeoutError))
