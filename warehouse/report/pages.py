"""The pages of the report, from templates; every name and address in them is escaped."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined

from warehouse.report import charts
from warehouse.report.facts import decks_page_of, lists_of_commanders, newest_decks, page_of
from warehouse.report.words import JAPANESE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    import duckdb

    from warehouse.report.facts import FormatFacts, ReportFacts

# A share of fewer decks says little: it is shown in grey.
FEW = 30
FRONT = "index.html"


def pages(con: duckdb.DuckDBPyConnection, facts: ReportFacts) -> Iterator[tuple[str, str]]:
    """Every page as (path below the report's directory, HTML), the front page last."""
    templates = _templates()
    shared: dict[str, Any] = {"foot": facts.foot, "few": FEW}
    page = templates.get_template("commander.html")
    for form, commander, cards, decks in lists_of_commanders(con, facts):
        about = {"form": form, "commander": commander, "cards": cards, "decks": decks, **_words(form)}
        yield commander.page, page.render(**shared, **about, root="../")
    newest = newest_decks(con)
    page = templates.get_template("decks.html")
    for form in facts.formats:
        shown = {"form": form, "decks": newest.get(form.id, []), **_words(form)}
        yield decks_page_of(form.id), page.render(**shared, **shown, page_of=page_of, root="../")
    formats = [_shown(form, facts.foot["data_of"]) for form in facts.formats]
    index = templates.get_template("index.html")
    yield (
        FRONT,
        index.render(
            **shared,
            root="",
            formats=formats,
            has_japanese=any(form["tongue"] == "ja" for form in formats),
            sources=facts.sources,
            problems=facts.problems,
        ),
    )


def _words(form: FormatFacts) -> dict[str, str]:
    """What a game calls its colours, and the language of its cards."""
    is_magic = form.game == "mtg"
    return {
        "colours": "colours" if is_magic else "civilizations",
        "tongue": "en" if is_magic else "ja",
    }


def _shown(form: FormatFacts, data_of: datetime | None) -> dict[str, Any]:
    """A format with its charts and with the words of its game."""
    led = [each.row for each in form.commanders]
    order = [row["commander"] for row in led]
    dated = [row for row in form.restrictions if row["from_date"] is not None]
    changed_on = [row["from_date"] for row in dated]
    last_day = data_of.date() if data_of is not None else date.min
    return {
        **{field.name: getattr(form, field.name) for field in fields(form)},
        **_words(form),
        "decks_page": decks_page_of(form.id),
        "charts": {
            "popularity": charts.popularity(led) if led else "",
            "trend": charts.trend(form.trend, order, changed_on) if form.trend else "",
            "legality": charts.legality(form.legality) if form.legality else "",
            "timeline": charts.timeline(dated, last_day) if dated else "",
        },
    }


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("warehouse.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters |= {
        "percent": _percent,
        "signed": _signed,
        "number": _number,
        "moment": _moment,
        "web": _is_web,
    }
    templates.globals["japanese"] = JAPANESE
    return templates


def _percent(value: float) -> str:
    return f"{value:.1%}"


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}".replace("-", "−")


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _moment(value: datetime | None) -> str:
    return "" if value is None else f"{value:%Y-%m-%d %H:%M} UTC"


def _is_web(url: str | None) -> bool:
    """Whether an address may become a link: what a page says can be anything."""
    return urlsplit(url or "").scheme in {"http", "https"}
