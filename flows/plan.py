"""From settings and the command line to the plan of one night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows.commands.options import settings_for, today_in
from flows.night_plan import NightPlan
from flows.settings import SITES, is_base
from schema.errors import UsageError
from schema.wording import unknown_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path


def plan_night(
    *,
    home: Path | None = None,
    sites: Sequence[str] = (),
    bases: Sequence[str] = (),
    sample: bool = False,
    limit: int | None = None,
    since: date | None = None,
    full: bool = False,
) -> NightPlan:
    """Make the plan. `bases` are NAME=URL; without `sites` they are the sites to crawl.

    Raises UsageError for a site or base that is not there, ConfigurationError for a setting.
    """
    settings = settings_for(home)
    given = dict(_base(text) for text in bases)
    chosen = tuple(dict.fromkeys(sites)) or tuple(given) or settings.sites
    for name in (*chosen, *given):
        if name not in SITES:
            raise unknown_name("site", name, SITES)
    if sample and bases:
        raise UsageError("--sample and --base exclude each other", hint="the sample brings its own addresses")
    return NightPlan(
        home=settings.home,
        # The order is the one of the crawl: decks first, then the cards they name.
        sites=tuple(site for site in SITES if site in chosen),
        today=today_in(settings),
        bases={**settings.base, **given},
        pace=settings.pace,
        contact=settings.contact,
        sample=sample,
        limit=limit,
        since=since,
        full=full,
        official_budget=settings.official_budget,
        memory_limit=settings.memory_limit,
    )


def _base(text: str) -> tuple[str, str]:
    name, separator, url = text.partition("=")
    if not separator or not is_base(url):
        raise UsageError(f"--base takes NAME=URL, not {text!r}", hint="such as dm-edh=http://127.0.0.1:8080")
    return name.strip(), url.rstrip("/")
