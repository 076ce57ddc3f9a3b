"""`deckcensus query`: SQL over the published copy."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from flows.commands.options import HomeOption, OutputOption, settings_for
from flows.output import Output, write_rows


def query(
    sql: Annotated[str, typer.Argument(help="The statement, or - to read it from stdin.", metavar="SQL|-")],
    output: OutputOption = Output.table,
    home: HomeOption = None,
) -> None:
    """Run SQL over the published copy, read-only."""
    from warehouse.query import run_query

    text = sys.stdin.read() if sql == "-" else sql
    with run_query(settings_for(home).home, text) as result:
        write_rows(result.columns, result.rows, output)
