"""`deckcensus nightly`: the main job."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from flows.commands.options import HomeOption, OutputOption, parse_date
from flows.output import Output, notes


def nightly(
    site: Annotated[
        list[str] | None, typer.Option("--site", help="Only this site; may be repeated.", metavar="NAME")
    ] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Crawl the replica sites that the package ships, on loopback.")
    ] = False,
    base: Annotated[
        list[str] | None,
        typer.Option("--base", help="Another address for a site; may be repeated.", metavar="NAME=URL"),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="At most this many articles a site.", metavar="N")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help="Articles modified since this day.", metavar="DATE")
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Read everything again, the whole card database included.")
    ] = False,
    output: OutputOption = Output.table,
    home: HomeOption = None,
) -> int:
    """The whole night: crawl, load, judge, publish, export and report.

    Exit code 0, or 3 when a site failed and the rest is in, 75 when another run holds the home.
    """
    from flows.night import check_contact
    from flows.plan import plan_night
    from flows.summary import print_summary
    from flows.webhook import send_summary
    from warehouse.lock import HomeLock

    plan = plan_night(
        home=home,
        sites=site or (),
        bases=base or (),
        sample=sample,
        limit=limit,
        since=parse_date(since, "--since"),
        full=full,
    )
    # Said at once, before Prefect takes its seconds to start.
    check_contact(plan)
    HomeLock(plan.home).refuse()
    os.environ.setdefault("PREFECT_LOGGING_LEVEL", "WARNING")
    os.environ.setdefault("PREFECT_LOGGING_TO_API_ENABLED", "false")
    # Its worker for events prints each one, whole, that a server which went away does not take.
    os.environ.setdefault("PREFECT_LOGGING_INTERNAL_LEVEL", "CRITICAL")
    console = notes()
    from flows.engine import run_with_prefect

    report = run_with_prefect(plan, lambda line: console.print(line, markup=False))
    print_summary(report, output)
    send_summary(report)
    return report.exit_code
