"""`deckcensus report`: the web report on the published copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.commands.options import HomeOption, settings_for
from flows.output import notes


def report(
    directory: Annotated[
        Path, typer.Argument(help="Where the pages go; made where it is missing.", metavar="DIR")
    ],
    home: HomeOption = None,
) -> None:
    """Write the web report: pages and charts that need no network.

    Open DIR/index.html. Each night writes one into the home as well.
    """
    from flows.finish import report_published

    front = report_published(settings_for(home).home, directory)
    notes().print(f"the report is {front}", markup=False)
