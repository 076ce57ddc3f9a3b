"""`deckcensus replay`: the database again, from the archive alone."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.commands.options import HomeOption, settings_for, today_in
from flows.output import notes
from schema.wording import counted


def replay(
    past_damage: Annotated[
        bool,
        typer.Option("--past-damage", help="Rebuild from what can be read of damaged files; exit code 3."),
    ] = False,
    home: HomeOption = None,
) -> int:
    """Rebuild the database from the archive, without any network.

    What it rebuilds is published and exported like a night. Where a file of the archive is damaged, nothing
    is changed, unless asked to go past it.
    """
    from flows.night import PARTIAL
    from flows.replay import replay as rebuild

    settings = settings_for(home)
    report = rebuild(
        settings,
        today=today_in(settings),
        say=lambda line: notes().print(line, markup=False),
        past_damage=past_damage,
    )
    notes().print(
        f"{counted(report.pages, 'page')} and {counted(report.decks, 'deck')} from "
        f"{counted(report.files, 'archive file')}; "
        f"published {settings.home / 'census.duckdb'}",
        markup=False,
    )
    return PARTIAL if report.damaged else 0
