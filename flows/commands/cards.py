"""`deckcensus cards load`: card facts from a file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from flows.commands.options import HomeOption, settings_for, today_in
from flows.output import notes
from schema.errors import UsageError
from schema.wording import counted

app = typer.Typer(help="Card facts: load FILE.", no_args_is_help=True, rich_markup_mode=None)


class GameName(StrEnum):
    """The games there are cards of."""

    mtg = "mtg"
    dm = "dm"


@app.callback()
def cards() -> None:
    """Card facts: load FILE."""


@app.command("load")
def load(
    file: Annotated[
        Path,
        typer.Argument(
            help="Scryfall bulk data, MTGJSON AtomicCards or AllPrintings, or a CSV: "
            "name,type,civ,race,cost,power; .gz too.",
            metavar="FILE",
        ),
    ],
    game: Annotated[GameName, typer.Option("--game", help="The cards' game.")],
    home: HomeOption = None,
) -> int:
    """Load card facts; decks whose names they answer are judged anew.

    Exit code 3 when a file of the archive is damaged; what can be read of it is in.
    """
    from flows.bulk_cards import load_card_file
    from flows.night import PARTIAL

    if not file.is_file():
        raise UsageError(f"no such file: {file}", hint="give the path of a downloaded card file")
    settings = settings_for(home)
    report = load_card_file(settings, file, "mtg" if game is GameName.mtg else "dm", today=today_in(settings))
    notes().print(
        f"{counted(report.cards, 'card')} new or changed, {counted(report.problems, 'problem')}"
        + (" (in the table problem, source cards)" if report.problems else ""),
        markup=False,
    )
    for line in report.troubles:
        notes().print(line, markup=False)
    return PARTIAL if report.troubles else 0
