"""The crawl of the official card database: only the cards that decks need, within a nightly budget.

A name is searched, its printings come newest first, and the newest whose page lives is read: one page
gives the card. A card page never changes, so one that is kept is not asked for again unless all is asked
for. What a search found and which ids are dead is remembered, so that no night asks it twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from flows.crawl.answers import text_of
from flows.crawl.base import CrawlReport, Stop, Walk
from parsers.dm_official import DmOfficialParser, read_card_list
from schema.errors import ArchiveDamaged, SiteChanged
from schema.names import clean, front_of, name_keys
from schema.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from flows.crawl.state import CrawlStates
    from flows.exchange import Fetched
    from flows.fetch import Fetcher
    from schema.records import Page

SITE = "dm-official"
HOME = "https://dm.takaratomy.co.jp"

_AJAX = {"X-Requested-With": "XMLHttpRequest"}
# A search that found nothing, or nothing of that name, is made again after so many days.
_SEARCH_AGAIN_DAYS = 14
_DEAD_AGAIN_DAYS = 90
# A short name is part of many others; so many of the newest cards found are read to find the one.
_CARDS_A_NAME = 12
_MOST_LIST_PAGES = 700
_WORD = re.compile(r"[^\s・･=＝/／~〜～-]+")


class _Spent(Exception):
    """The night's budget of requests is spent."""


@dataclass
class _Budget:
    most: int | None
    start: int

    def check(self, spent: int) -> None:
        if self.most is not None and spent - self.start >= self.most:
            raise _Spent


def crawl_cards(
    fetcher: Fetcher,
    states: CrawlStates,
    names: Iterable[str],
    *,
    budget: int | None = 200,
    full: bool = False,
    now: datetime | None = None,
) -> CrawlReport:
    """Crawl the hall of fame, and the cards of `names` (as decks write them, the most wanted first).

    No request is begun once `budget` of them are made, robots.txt and retries counted; None for no
    bound. `full` goes through the whole list and reads every card anew, beyond any budget. Names left
    over are in the report's `notes`, and come first where the caller gives them first. Go through the
    report's `pages`, load them, then call `states.settle("dm-official")`.
    """
    walk = Walk(fetcher, states, SITE, full=full, now=now)
    states.drop(SITE)
    walk.report.mode = "full" if full else "names"
    walk.report.pages = _CardCrawl(walk, None if full else budget).pages(list(dict.fromkeys(names)))
    return walk.report


class _CardCrawl:
    def __init__(self, walk: Walk, budget: int | None) -> None:
        self.walk, self.state = walk, walk.state
        self._budget = _Budget(budget, walk.fetcher.requests[SITE])
        self._parser = DmOfficialParser()

    def pages(self, names: list[str]) -> Iterator[Fetched]:
        report = self.walk.report
        done = 0
        try:
            yield from self._got(f"{HOME}/rule/regulation/")
            if self.walk.full:
                yield from self._all()
            for name in names:
                if not self.walk.full:
                    yield from self._name(name)
                done += 1
        except _Spent:
            report.notes.append(
                f"the night's requests are spent; {counted(len(names) - done, 'name')} left for later"
            )
            report.limited = True
        except Stop as stop:
            report.error = stop.error
        # What was searched and what is dead is true whatever came after; the pages are in the archive.
        self.walk.states.propose(SITE, self.state)
        report.complete = report.error is None and not report.limited and self.walk.is_whole()

    def _got(self, url: str, *, article: bool = False) -> Iterator[Fetched]:
        self._budget.check(self.walk.fetcher.requests[SITE])
        fetched = self.walk.get(url, article=article)
        if fetched is not None:
            yield fetched

    # -- by name ---------------------------------------------------------------------------------

    def _name(self, name: str) -> Iterator[Fetched]:
        written = clean(name)
        if not written:
            return
        ids: list[str] = []
        yield from self._searched(written, ids)
        wanted = {key for _, key in name_keys("dm", written)}
        living = [card_id for card_id in ids if not self._is_dead(card_id)]
        for card_id in living[:_CARDS_A_NAME]:
            kept = None if self.walk.full else self._kept(card_id)
            if kept is not None:
                if wanted & self._names_on(kept):
                    return
                continue
            for fetched in self._card(card_id):
                yield fetched
                if wanted & self._names_on(fetched.page):
                    return

    def _searched(self, written: str, ids: list[str]) -> Iterator[Fetched]:
        """Fill `ids` with what a search finds or found lately."""
        entry = self.state.searched.get(written)
        if entry is not None and not self.walk.is_over(entry[0], _SEARCH_AGAIN_DAYS):
            ids += entry[1]
            return
        failures = len(self.walk.report.failures)
        for keyword in _keywords(written):
            yield from self._search(keyword, ids)
            if ids:
                break
        # A search that failed has found nothing out.
        if len(self.walk.report.failures) == failures:
            self.state.searched[written] = [self.walk.today, list(ids)]

    def _search(self, keyword: str, ids: list[str]) -> Iterator[Fetched]:
        form = [
            ("keyword", keyword),
            ("keyword_type[]", "card_name"),
            ("samename", "show"),
            ("sort", "release_new"),
            ("pagenum", "1"),
        ]
        yield from self._listed(form, ids)

    def _listed(self, form: list[tuple[str, str]], ids: list[str]) -> Iterator[Fetched]:
        """Ask for a list page and add its ids. A page that is no list is the site's change, told so."""
        self._budget.check(self.walk.fetcher.requests[SITE])
        fetched = self.walk.post(f"{HOME}/card/", form, headers=_AJAX)
        if fetched is None:
            return
        yield fetched
        found = read_card_list(text_of(fetched))
        if not found.ids and found.total is None:
            detail = "the card list answers with something that is no list"
            self.walk.failed(fetched.page.url, SiteChanged(detail, url=fetched.page.url))
        ids += [card_id for card_id in found.ids if card_id not in ids]

    # -- all -------------------------------------------------------------------------------------

    def _all(self) -> Iterator[Fetched]:
        """Go through the whole list until a page shows nothing new, then read every card."""
        ids: list[str] = []
        for number in range(1, _MOST_LIST_PAGES):
            before = len(ids)
            form = [("samename", "show"), ("sort", "release_new"), ("pagenum", str(number))]
            yield from self._listed(form, ids)
            if len(ids) == before:
                break
        for card_id in ids:
            if not self._is_dead(card_id):
                yield from self._card(card_id)

    # -- one card --------------------------------------------------------------------------------

    def _card(self, card_id: str) -> Iterator[Fetched]:
        for fetched in self._got(_detail(card_id), article=True):
            # Before it is given: who has found the card on it asks for nothing more.
            if fetched.outcome == "gone" or self._is_shell(fetched):
                self.state.dead[card_id] = self.walk.today
            else:
                self.walk.shown([card_id])
            yield fetched

    def _is_shell(self, fetched: Fetched) -> bool:
        """Tell the page of an id that is not there: status 200, and no name in its title."""
        problems = self._parser.parse(fetched.page).problems
        return any(problem.kind == "soft_404" for problem in problems)

    def _names_on(self, page: Page) -> set[str]:
        cards = self._parser.parse(page).cards
        texts = {text for card in cards for text in (card.name, *(face.name for face in card.faces))}
        return {key for text in texts for _, key in name_keys("dm", text)}

    def _kept(self, card_id: str) -> Page | None:
        archive = self.walk.fetcher.archive
        entry = archive.last(SITE, _detail(card_id))
        if entry is None:
            return None
        try:
            return archive.read(entry.file, entry.offset)
        except ArchiveDamaged:
            return None

    def _is_dead(self, card_id: str) -> bool:
        since = self.state.dead.get(card_id)
        return since is not None and not self.walk.is_over(since, _DEAD_AGAIN_DAYS)


def _detail(card_id: str) -> str:
    """Give a card's address; `+` and `$` of an id stay as they are (a blank of the id is written `+`)."""
    return f"{HOME}/card/detail/?id=" + quote(card_id.replace(" ", "+"), safe="+$-_.~!*(),:@/")


def _keywords(written: str) -> list[str]:
    """What to search for: the front face as written, then its longest word, which odd dashes spare."""
    front = front_of(written) or written
    words = sorted(_WORD.findall(front), key=len, reverse=True)
    return list(dict.fromkeys([front, *words[:1]]))
