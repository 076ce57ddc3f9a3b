"""`deckcensus what-if`: what a change of a list would do to the field."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.commands.options import HomeOption, OutputOption, parse_date, settings_for, today_in
from flows.output import Output, notes, write_rows
from schema.errors import UsageError
from schema.wording import unknown_name


def what_if(
    format: Annotated[  # noqa: A002 - the option's own name
        str, typer.Option("--format", "-f", help="The format whose field is asked.", metavar="F")
    ],
    ban: Annotated[
        list[str] | None, typer.Option("--ban", help="A card to ban; may be repeated.", metavar="CARD")
    ] = None,
    unban: Annotated[
        list[str] | None, typer.Option("--unban", help="A card to free; may be repeated.", metavar="CARD")
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", help="The day of the change; today by default.", metavar="DATE")
    ] = None,
    output: OutputOption = Output.table,
    home: HomeOption = None,
) -> None:
    """Count the decks that a ban or unban would change, by commander.

    Each row has its share of the field; the census stays as it is.
    """
    from schema.formats import load_formats
    from warehouse.database import connect_published
    from warehouse.what_if import what_if as ask

    if not ban and not unban:
        raise UsageError("nothing to change", hint="name a card with --ban or --unban")
    settings = settings_for(home)
    formats = load_formats(settings.home)
    if format not in formats:
        raise unknown_name("format", format, formats)
    con = connect_published(settings.home)
    try:
        result = ask(
            con,
            formats[format],
            ban=tuple(ban or ()),
            unban=tuple(unban or ()),
            on=parse_date(on, "--on") or today_in(settings),
        )
    finally:
        con.close()
    if output is Output.table:
        share = result.columns.index("share")
        rows = [(*row[:share], f"{row[share]:.1%}", *row[share + 1 :]) for row in result.rows]
        write_rows(result.columns, rows, output)
        notes().print(result.line, markup=False)
    else:
        write_rows(result.columns, result.rows, output)
