"""`deckcensus serve`: the schedule."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.commands.options import HomeOption, settings_for


def serve(
    cron: Annotated[
        str | None,
        typer.Option(
            "--cron", help="When (minute hour day month weekday); 30 4 * * * by default.", metavar="CRON"
        ),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            "--timezone", help="The time zone of the schedule; Asia/Tokyo by default.", metavar="ZONE"
        ),
    ] = None,
    home: HomeOption = None,
) -> None:
    """Run the night on a schedule, until stopped.

    A long-running process; started again it goes on with its schedule.
    """
    from flows.night import check_contact
    from flows.plan import plan_night

    settings = settings_for(home)
    check_contact(plan_night(home=home))
    from flows.serve import serve_nightly

    serve_nightly(settings, cron=cron or settings.cron, timezone=timezone or settings.timezone)
