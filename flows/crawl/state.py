"""What a crawl remembers from night to night: `<home>/crawls/<site>.json`.

Written beside, synced and renamed, so that it is whole or the one before. A crawl ends by writing
`<site>.pending.json`; `settle` makes that the state once everything the crawl kept is in the
warehouse. A crawl whose pages were not loaded never moves a watermark: the next one starts from the
state before.

Nothing in it is precious. Validators, bodies and robots.txt come from the archive. A lost or foreign
state is an empty one: the next crawl makes a full pass, and its pages are compared with the archive's.
What is lost with it is only since when an article has been missing: deletion is found a night later.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from warehouse.aside import sync

if TYPE_CHECKING:
    from pathlib import Path

_LAYOUT = 1


@dataclass
class Known:
    """One article as last listed: its kind (posts, pages), address, and last change as the site writes it.

    Where a listing gives no date, `modified` is a mark of the text it shows. `parts` is how many pages
    the post goes over.
    """

    kind: str
    url: str
    modified: str | None = None
    parts: int = 1


@dataclass
class SiteState:
    """The memory of one site. Instants are ISO text in UTC, dates those of Japan.

    `watermarks` is the newest change read, by kind (posts, pages; feed where a feed tells of changes);
    `articles` every article known, by key; `missing` the keys that were not there, with the date of the
    first night; `hidden` keys that a listing leaves out although their pages are there, `unsure` those of
    which the last answer told nothing (a failure, a login). `lists` is where a paged list was found, with
    its validators, `lengths` how many pages it had, `turns` which of them (or of the articles) was looked
    at last on a quiet night, `marks` what each page of a list showed, and the digest of each part of a post
    in parts.
    `mode` is the way in that worked (rest, sitemap, feed, archives), `asked` when each thing that need
    not be looked at every night was (tdmrep.json, the ways in that were shut). `searched` is, for a card
    database, each name's search (date and ids found),
    `dead` its dead ids; for a site of articles `dead` are those that are gone and listed all the same.
    """

    mode: str | None = None
    rest_base: str | None = None
    sitemap: str | None = None
    watermarks: dict[str, str] = field(default_factory=dict)
    articles: dict[str, Known] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    hidden: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    lists: dict[str, list[Any]] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    searched: dict[str, list[Any]] = field(default_factory=dict)
    dead: dict[str, str] = field(default_factory=dict)


_READ = TypeAdapter(SiteState)


def _check_dates(state: SiteState) -> None:
    """Raise ValueError for a date that is none."""
    searched = [entry[0] for entry in state.searched.values()]
    days = [*state.asked.values(), *state.missing.values(), *state.dead.values(), *searched]
    for day in days:
        if day is not None:
            date.fromisoformat(day)
    for mark in state.watermarks.values():
        datetime.fromisoformat(mark)


class CrawlStates:
    """The states of a home's sites."""

    def __init__(self, home: Path) -> None:
        self._directory = home / "crawls"

    def load(self, site: str) -> SiteState:
        """Read a site's settled state; an empty one where there is none that can be read."""
        try:
            data = json.loads(self._file(site).read_text(encoding="utf-8"))
            if data.pop("layout") != _LAYOUT:
                return SiteState()
            state = _READ.validate_python(data)
            _check_dates(state)
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            return SiteState()
        return state

    def propose(self, site: str, state: SiteState) -> None:
        """Write what the state will be once the crawl's pages are loaded."""
        self._directory.mkdir(parents=True, exist_ok=True)
        pending = self._pending(site)
        aside = pending.with_suffix(".tmp")
        with aside.open("w", encoding="utf-8") as stream:
            json.dump({"layout": _LAYOUT, **asdict(state)}, stream, indent=0)
            stream.flush()
            os.fsync(stream.fileno())
        aside.replace(pending)
        sync(self._directory)

    def settle(self, site: str) -> bool:
        """Make the proposed state the state; False where nothing was proposed."""
        try:
            self._pending(site).replace(self._file(site))
        except FileNotFoundError:
            return False
        sync(self._directory)
        return True

    def drop(self, site: str) -> None:
        """Forget a proposal: its crawl was not loaded, or a new crawl begins."""
        self._pending(site).unlink(missing_ok=True)

    def _file(self, site: str) -> Path:
        return self._directory / f"{site}.json"

    def _pending(self, site: str) -> Path:
        return self._directory / f"{site}.pending.json"
