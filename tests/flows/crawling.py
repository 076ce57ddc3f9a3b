"""Nights of crawling for the tests: one home, one archive, a new fetcher each night."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from flows.addresses import Addresses
from flows.crawl.state import CrawlStates
from flows.crawl.wordpress import DM_EDH, crawl_site
from flows.fetch import Fetcher
from flows.fetch_settings import FetchSettings
from flows.pace import Pace
from parsers.registry import parser_for
from warehouse.archive import Archive

if TYPE_CHECKING:
    from pathlib import Path

    from flows.crawl.base import CrawlReport
    from flows.exchange import Fetched

BEGIN = datetime(2026, 11, 1, 19, 30, tzinfo=UTC)


@dataclass
class Nights:
    """The home of a crawl and what its nights fetched."""

    home: Path
    own: str = "https://dm-edh.com"
    base: str = ""
    count: int = 0
    fetched: list[Fetched] = field(default_factory=list)

    def fetcher(self, archive: Archive, **changes: Any) -> Fetcher:
        host, _, port = self.base.removeprefix("http://").partition(":")
        settings: dict[str, Any] = {
            "delay": 0.0,
            "delays": {},
            "retries": 0,
            "backoff": 0.01,
            "deadline": 5.0,
            "allow": frozenset({(host, int(port))}),
            "addresses": Addresses({self.own: self.base}),
        }
        now = BEGIN + timedelta(days=self.count)
        return Fetcher(
            FetchSettings(**settings | changes), archive, Pace(self.home / "pace"), now=lambda: now
        )

    def night(
        self, *, settle: bool = True, settings: dict[str, Any] | None = None, **options: Any
    ) -> CrawlReport:
        """Crawl the blog for one night; `fetched` is what it gave."""
        states = CrawlStates(self.home)
        now = options.pop("now", BEGIN + timedelta(days=self.count))
        with Archive(self.home / "archive") as archive, self.fetcher(archive, **settings or {}) as fetcher:
            report = crawl_site(fetcher, states, DM_EDH, now=now, **options)
            self.fetched = list(report.pages)
        if settle and report.complete:
            states.settle(DM_EDH.name)
        self.count += 1
        return report

    def articles(self) -> set[str]:
        """The keys that the last night's pages gave to the parser."""
        pages = [one.page for one in self.fetched if one.page.status == 200]
        parsed = [parser.parse(page) for page in pages if (parser := parser_for(page)) is not None]
        return set(itertools.chain.from_iterable(each.keys for each in parsed))
