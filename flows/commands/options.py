"""Options that several commands share, and what they mean together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from flows.output import Output
from schema.errors import UsageError

if TYPE_CHECKING:
    from flows.settings import Settings


@dataclass
class _Global:
    home: Path | None = None
    debug: bool = False


GLOBAL = _Global()

HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home", help="Where everything is kept (else DECKCENSUS_HOME, else ./census).", metavar="DIR"
    ),
]
OutputOption = Annotated[
    Output, typer.Option("--output", "-o", help="How data is printed: table, json (lines), csv or md.")
]


def settings_for(home: Path | None) -> Settings:
    """The settings with the home of the command line, given before or after the command's name."""
    from flows.settings import load_settings

    settings = load_settings()
    chosen = home or GLOBAL.home
    return settings.model_copy(update={"home": chosen}) if chosen is not None else settings


def parse_date(text: str | None, option: str) -> date | None:
    """Read an ISO date. Raises UsageError naming the option."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(
            f"{option} takes a date, not {text!r}", hint="year, month and day, such as 2020-02-23"
        ) from error


def today_in(settings: Settings) -> date:
    """Today's date where the community lives (`timezone` of the settings)."""
    try:
        return datetime.now(ZoneInfo(settings.timezone)).date()
    except (KeyError, ValueError, OSError) as error:  # a directory of zones is no zone
        raise UsageError(
            f"no such time zone: {settings.timezone}",
            hint="set DECKCENSUS_TIMEZONE to a name such as Asia/Tokyo",
        ) from error
