"""`deckcensus add`: hand-fed decks, kept and loaded like crawled ones."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.commands.options import HomeOption, settings_for, today_in
from flows.output import notes
from schema.wording import counted


def add(
    decks: Annotated[
        list[str],
        typer.Argument(help="Deck files, directories, saved pages, JSON lines or URLs.", metavar="PATH|URL"),
    ],
    format: Annotated[  # noqa: A002 - the option's own name
        str | None,
        typer.Option("--format", "-f", help="The decks' format, whatever they say themselves.", metavar="F"),
    ] = None,
    event: Annotated[
        str | None, typer.Option("--event", help="The event they were played at.", metavar="NAME")
    ] = None,
    player: Annotated[str | None, typer.Option("--player", help="Who played them.", metavar="NAME")] = None,
    source: Annotated[
        str, typer.Option("--source", help="The name of their source.", metavar="NAME")
    ] = "hand",
    home: HomeOption = None,
) -> int:
    """Add decks by hand: files, saved pages, JSON lines or URLs.

    They go through the archive, so that `replay` has them too. Exit code 1 when no deck was read, 3 when
    some were and something given gave none, or a file of the archive is damaged.
    """
    from flows.add_decks import AddedAs, add_decks
    from flows.night import PARTIAL

    settings = settings_for(home)
    report = add_decks(
        settings,
        decks,
        AddedAs(format=format, event=event, player=player, source=source),
        today=today_in(settings),
    )
    for line in report.lines:
        notes().print(line, markup=False)
    notes().print(
        f"{counted(report.decks, 'deck')} read, {counted(report.changed, 'row')} changed, "
        f"{counted(report.problems, 'problem')}",
        markup=False,
    )
    for line in report.troubles:
        notes().print(line, markup=False)
    if not report.decks:
        return 1
    return PARTIAL if report.lost or report.troubles else 0
