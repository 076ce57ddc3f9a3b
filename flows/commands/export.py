"""`deckcensus export`: the published tables for others."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from flows.commands.options import HomeOption, settings_for
from flows.output import notes
from schema.wording import counted


class ExportKind(StrEnum):
    """Which files are written."""

    csv = "csv"
    parquet = "parquet"
    all = "all"


def export(
    directory: Annotated[
        Path, typer.Argument(help="Where the files go; made where it is missing.", metavar="DIR")
    ],
    kind: Annotated[
        ExportKind, typer.Option("--as", help="Which files: csv, parquet or all.")
    ] = ExportKind.all,
    excel: Annotated[
        bool, typer.Option("--excel", help="CSV for Excel: byte order mark, CRLF, formulas made harmless.")
    ] = False,
    home: HomeOption = None,
) -> None:
    """Write the published tables as CSV and Parquet.

    A datapackage.json beside them says what each table and column means.
    """
    from warehouse.database import connect_published
    from warehouse.export import export as export_tables

    con = connect_published(settings_for(home).home)
    try:
        files = export_tables(con, directory, kind.value, excel)
    finally:
        con.close()
    notes().print(f"{counted(len(files), 'file')} in {directory}", markup=False)
