"""Nights over the WordPress under test: each at an instant of our choosing, through the night's own code."""

from __future__ import annotations

import contextlib
import shutil
import sys
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from flows.night import NightReport, run_night
from flows.night_plan import NightPlan
from schema.names import clean
from tests.warehouse.hashes import RUN_COLUMNS, table_hashes
from tests.wordpress.posts import Listed
from warehouse.database import connect_published, connect_work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.wordpress.server import Asked, WordPress

# Seconds between requests: enough to tell an overlap from a gap, of thousands of requests.
PACE = 0.01
# Each night writes a row of its own here, whatever it found.
RUN_TABLES = ("load", "schema_version", "crawl", "site_night", "published_size")
# The day of a verdict is the night's.
RUN_VALUES = RUN_COLUMNS | {"as_of"}
FIRST_NIGHT = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


@contextlib.contextmanager
def clock(instant: datetime) -> Iterator[None]:
    """Let the night's own code see an instant that goes on from here; sites and locks keep real time.

    Two nights of a test are minutes apart in truth, and what a night knows of dates it takes from its clock.
    """
    shift = instant - datetime.now(UTC)

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + shift

    patched = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("flows.") and getattr(module, "datetime", None) is datetime
    ]
    for module in patched:
        module.datetime = Shifted  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in patched:
            module.datetime = datetime  # type: ignore[attr-defined]


def up_to_the_copy(name: str, step: Any, *arguments: Any) -> Any:
    """Run a night's step, if a test here reads what it makes: none reads the exports or the web report."""
    return None if name in ("export", "report") else step(*arguments)


@dataclass(frozen=True)
class Deck:
    """A deck version as the published copy shows it."""

    key: str
    version: int
    is_current: bool
    title: str
    published_on: date | None
    revised_on: date | None
    deleted_on: date | None
    url: str
    complete: bool
    listed: Listed


@dataclass
class Night:
    """What one night did: its report, what the site saw, the decks as published.

    `hashes` are those of its tables, where they were asked for.
    """

    report: NightReport
    requests: list[Asked]
    decks: dict[tuple[str, int], Deck]
    hashes: dict[str, str]
    instant: datetime
    said: list[str] = field(default_factory=list)

    @property
    def current(self) -> dict[str, Deck]:
        """The current version of each deck."""
        return {deck.key: deck for deck in self.decks.values() if deck.is_current}

    @property
    def targets(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.target for asked in self.requests]


@dataclass
class Nights:
    """A home and the site it crawls, night after night."""

    site: WordPress
    home: Path
    instant: datetime = FIRST_NIGHT
    nights: int = 0

    def run(self, *, hours: float = 24, hashes: bool = False, **plan: Any) -> Night:
        """Run a night; each is `hours` after the last."""
        if self.nights:
            self.instant += timedelta(hours=hours)
        self.nights += 1
        self.site.forget()
        # The pace of the night before is kept in real time, and for this night a day has passed.
        shutil.rmtree(self.home / "pace", ignore_errors=True)
        said: list[str] = []
        with clock(self.instant):
            report = run_night(self.plan(**plan), up_to_the_copy, said.append)
        found = work_hashes(self.home) if hashes else {}
        return Night(report, self.site.requests, published_decks(self.home), found, self.instant, said)

    def until(self, shows: Callable[[Night], bool], most: int) -> Night:
        """Run nights until one shows what is waited for, and one more. Fails where `most` do not show it."""
        for _ in range(most):
            night = self.run()
            if shows(night):
                after = self.run()
                assert after.decks == night.decks
                return after
        raise AssertionError(f"not within {most} nights: {night.decks.keys()}, {night.targets}")

    def plan(self, **more: Any) -> NightPlan:
        """The plan of the next night."""
        return NightPlan(
            home=self.home,
            sites=("dm-edh",),
            today=(self.instant + timedelta(hours=9)).date(),
            bases={"dm-edh": self.site.base},
            pace={"dm-edh": PACE},
            **more,
        )

    def at(self, hours: float) -> datetime:
        """An instant that many hours after the last night."""
        return self.instant + timedelta(hours=hours)


def published_decks(home: Path) -> dict[tuple[str, int], Deck]:
    """Read the decks that readers see, by (key, version)."""
    con = connect_published(home)
    try:
        rows = con.execute(
            "select source_key, version, is_current, title, published_on, revised_on, deleted_on, url, "
            "is_complete, deck_id from deck where source = 'dm-edh' order by all"
        ).fetchall()
        lines = con.execute("select deck_id, zone, text from deck_line order by deck_id, line_no").fetchall()
    finally:
        con.close()
    found = {}
    for row in rows:
        mine = [(zone, clean(text)) for deck_id, zone, text in lines if deck_id == row[-1]]
        list_of = Listed(
            tuple(name for zone, name in mine if zone == "commander"),
            frozenset(name for zone, name in mine if zone != "commander"),
        )
        found[(row[0], row[1])] = Deck(*row[:-1], list_of)
    return found


def published_problems(home: Path) -> set[tuple[str | None, str]]:
    """The problems that readers see, as (key of the article, kind)."""
    con = connect_published(home)
    try:
        return set(con.execute("select source_key, kind from problem").fetchall())
    finally:
        con.close()


def work_hashes(home: Path) -> dict[str, str]:
    """A hash of the rows of every table that says what was found, not when it was looked for."""
    con = connect_work(home)
    try:
        return table_hashes(con, without=RUN_TABLES, ignore=RUN_VALUES)
    finally:
        con.close()
