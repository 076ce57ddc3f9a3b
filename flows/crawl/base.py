"""What every crawl shares: its report, its bookkeeping, and what is done about missing articles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from flows.crawl.absence import is_there, shown_number
from flows.crawl.answers import text_of, trouble_with
from flows.crawl.state import Known
from parsers.dates import TOKYO
from parsers.wordpress_parts import MOST_PARTS, part_links, part_number
from schema.errors import CensusError, ConfigurationError
from schema.urls import article_key, canonical_url, is_post_number, split_url
from schema.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from flows.crawl.state import CrawlStates, SiteState
    from flows.exchange import Fetched
    from flows.fetch import Fetcher
    from schema.records import Page


# A night on which nothing changed costs at most so many requests, robots.txt included; what is spare looks
# further back.
QUIET_REQUESTS = 5
_FEW = 5
# So many articles that could not be had are told by name.
_TOLD = 10
ArticleAnswer = Literal["read", "gone", "failed"]


class Stop(Exception):
    """The site is off for this run; what was fetched so far is kept."""

    def __init__(self, error: CensusError) -> None:
        super().__init__(str(error))
        self.error = error


class Closed(Exception):
    """One way into a site is shut; the next one is tried. `passing` where it may be open tomorrow."""

    def __init__(self, why: str, *, passing: bool = False) -> None:
        super().__init__(why)
        self.passing = passing


class Enough(Exception):
    """The caller's limit is reached."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One address that could not be had tonight; `article` where it is one article's, no listing."""

    url: str
    error: CensusError
    article: bool = False


@dataclass
class CrawlReport:
    """A crawl: iterate `pages` to run it; the rest is final once that is exhausted.

    `pages` yields every answer as it is kept (listings, articles, 404s), never holding more than one.
    `outcomes` counts them by word: new, changed, unchanged, gone, refused. `articles` are the keys listed
    or read tonight, `gone` the keys confirmed gone tonight. `complete` says that the whole site was gone
    through and the state proposed; `error` is what ended the crawl early, `notes` what a person should
    know (ways in that were shut, totals that did not fit).
    """

    site: str
    pages: Iterator[Fetched] = field(default_factory=lambda: iter(()))
    failures: list[Failure] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    mode: str | None = None
    articles: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    complete: bool = False
    limited: bool = False
    error: CensusError | None = None

    def run(self) -> CrawlReport:
        """Go through all pages and give the report itself: the archive holds them."""
        for _ in self.pages:
            pass
        return self

    @property
    def reason(self) -> str | None:
        """Say in one line why the crawl is not complete; None where it is, or was limited by its caller."""
        if self.error is not None:
            return str(self.error)
        if self.failures and not self.complete:
            first = next((failure for failure in self.failures if not failure.article), self.failures[0])
            more = f" (and {len(self.failures) - 1} more)" if len(self.failures) > 1 else ""
            return f"{first.url}: {first.error}{more}"
        return None if self.complete or self.limited else "; ".join(self.notes) or "nothing was found"


class Walk:
    """One crawl under way: it fetches, counts, and knows when to end."""

    def __init__(
        self,
        fetcher: Fetcher,
        states: CrawlStates,
        site: str,
        *,
        home: str = "",
        limit: int | None = None,
        since: date | None = None,
        full: bool = False,
        now: datetime | None = None,
    ) -> None:
        self.fetcher, self.states, self.site, self.limit, self.full = fetcher, states, site, limit, full
        self.home = home.rstrip("/")
        self.now = now or datetime.now(UTC)
        # The first instant, in Japan, of the day from which the caller reads changes.
        self.since = instant_text(datetime.combine(since, time.min, TOKYO)) if since else None
        self.state: SiteState = states.load(site)
        self.report = CrawlReport(site)
        self.read: set[str] = set()
        self.parts: dict[str, int] = {}
        self._requests = fetcher.requests[site]
        # Requests that are kept for what comes at the night's end.
        self.reserved = 0

    @property
    def spare(self) -> int:
        """How many requests are left of a night on which nothing changed."""
        used = self.fetcher.requests[self.site] - self._requests
        return max(0, QUIET_REQUESTS - self.reserved - used)

    @property
    def today(self) -> str:
        """The night's date, at the sites' place."""
        return self._day.isoformat()

    @property
    def yesterday(self) -> str:
        """The date of the night before."""
        return (self._day - timedelta(days=1)).isoformat()

    @property
    def _day(self) -> date:
        return self.now.astimezone(TOKYO).date()

    def is_over(self, since: str | None, days: int) -> bool:
        """Tell whether a day is unknown, in the future, or so many days ago."""
        if since is None:
            return True
        age = self._day - date.fromisoformat(since)
        return not timedelta(0) <= age < timedelta(days=days)

    def is_before(self, modified: str | None) -> bool:
        """Tell whether a change is dated before the day from which the caller reads."""
        return self.since is not None and modified is not None and modified < self.since

    def own(self, url: str) -> str:
        """Give the site's own address of a URL that a replica may have named."""
        return self.fetcher.settings.addresses.own(url)

    def get(self, url: str, *, article: bool = False, **options: Any) -> Fetched | None:
        """Fetch, and note what failed; None then. Raises Stop where the site is off for this run."""
        return self._asked(url, partial(self.fetcher.get, self.site, url, **options), article=article)

    def post(self, url: str, form: Sequence[tuple[str, str]], **options: Any) -> Fetched | None:
        """Send a form, like `get`."""
        return self._asked(url, partial(self.fetcher.post, self.site, url, form, **options), article=False)

    def _asked(self, url: str, ask: Callable[[], Fetched], *, article: bool) -> Fetched | None:
        try:
            fetched = ask()
        except ConfigurationError:
            raise
        except CensusError as error:
            self.failed(url, error, article=article)
            if self.fetcher.is_off(url):
                raise Stop(error) from error
            return None
        finally:
            self.report.requests = self.fetcher.requests[self.site] - self._requests
        self.report.outcomes[fetched.outcome] += 1
        return fetched

    def failed(self, url: str, error: CensusError, *, article: bool = False) -> None:
        """Note an address that could not be had."""
        self.report.failures.append(Failure(url, error, article))

    def is_whole(self) -> bool:
        """Tell whether the crawl may count as complete: every listing was read, and nearly every article.

        A few articles that could not be had are told in the notes; they are not in the state, so the
        next night asks for them again.
        """
        lost = [failure for failure in self.report.failures if failure.article]
        if lost:
            note = f"{counted(len(lost), 'article')} could not be had, first {lost[0].url}: {lost[0].error}"
            self.report.notes.append(note)
            told = [f"{failure.url}: {failure.error}" for failure in lost[1:_TOLD]]
            self.report.notes += told + ([f"… and {len(lost) - _TOLD} more"] if len(lost) > _TOLD else [])
        few = len(lost) < _FEW or len(lost) * 5 <= len(self.read)
        return few and len(lost) == len(self.report.failures)

    def shown(self, keys: Iterable[str]) -> None:
        """Note articles that were listed or read."""
        self.report.articles.update(keys)

    def counted(self, keys: Iterable[str]) -> None:
        """Note articles that were read tonight. Raises Enough at the caller's limit."""
        self.read.update(keys)
        self.shown(self.read)
        if self.limit is not None and len(self.read) >= self.limit:
            raise Enough

    def article(
        self, url: str, *, trust: bool = True, first: bool = False
    ) -> Generator[Fetched, None, ArticleAnswer]:
        """Fetch one article's own page and its further parts, and say what it was.

        Without `trust` the site's word that nothing changed (a 304) is not asked for. Of a post in parts
        all are fetched anew together: the archive then holds them one behind the other. With `first` that
        is done only where its first part changed.
        A page that is cut off, or that a site in trouble shows in an article's place, is `failed`: it is
        kept and told, and asked for again the next night.
        """
        known = self.state.articles.get(article_key(url) or "")
        trust = trust and not self.full and (known is None or known.parts == 1)
        # What comes back after it was gone is read anew: a 304 would tell the warehouse nothing.
        trust = trust and not self._was_gone(url)
        before = self.fetcher.archive.last(self.site, url)
        fetched = self.get(url, article=True, conditional=trust)
        if fetched is None:
            return "failed"
        yield fetched
        if fetched.outcome == "gone":
            return "gone"
        if fetched.outcome == "changed" and before is not None:
            self._note_successor(self.fetcher.kept(before), fetched)
        trouble = trouble_with(fetched)
        if trouble is not None:
            self.failed(url, trouble, article=True)
            return "failed"
        key = article_key(fetched.page.url)
        if first and self.state.marks.get(fetched.page.url) == fetched.page.sha256:
            self.counted([key] if key is not None else [])
            return "read"
        links = part_links(text_of(fetched), fetched.page.url) if fetched.page.status == 200 else {}
        if links and trust and fetched.outcome == "unchanged":
            again = self.get(url, article=True, conditional=False)
            if again is None:
                return "failed"
            yield again
        whole = yield from self._parts(fetched.page.url, links)
        if not whole:
            return "failed"
        if links:
            self.state.marks[fetched.page.url] = fetched.page.sha256
        if key is not None:
            self.counted([key])
        return "read"

    def _note_successor(self, before: Page | None, now: Fetched) -> None:
        """Where another post stands at an address than did, look for the one that stood there by its id."""
        old = shown_number(before) if before is not None else None
        if old is not None and shown_number(now.page) not in (None, old):
            self.state.articles.setdefault(old, Known("posts", f"{self.home}/?p={old}"))

    def _was_gone(self, url: str) -> bool:
        last = self.fetcher.archive.last(self.site, url, status=None)
        return last is not None and last.status in (404, 410)

    def _parts(self, url: str, links: dict[int, str]) -> Generator[Fetched, None, bool]:
        """Fetch the further parts of a post; False where one could not be had."""
        number = 1
        while number + 1 in links and number < MOST_PARTS:
            fetched = self.get(self.own(links[number + 1]), article=True, conditional=False)
            if fetched is None:
                return False
            yield fetched
            if fetched.page.status != 200 or part_number(url, fetched.page.url) != number + 1:
                # A link that leads to no part; where a list ends there, its parser says so.
                break
            trouble = trouble_with(fetched)
            if trouble is not None:
                self.failed(fetched.page.url, trouble, article=True)
                return False
            number += 1
            self.state.marks[fetched.page.url] = fetched.page.sha256
            links = part_links(text_of(fetched), url) | links
        self.parts[article_key(url) or url] = number
        return True

    def probe_missing(self, listed: set[str]) -> Iterator[Fetched]:
        """Look after known articles that a full listing left out, and those missing since before.

        One that answers 404 or 410 is missing; on a later night again, it is gone and forgotten here.
        One that answers is hidden from the listing, and stays; one whose answer tells nothing is asked again.
        """
        state = self.state
        for key in [*state.missing]:
            # What a list names although it is not there was asked for tonight.
            if key in listed and state.missing[key] != self.today:
                del state.missing[key]
        state.hidden = [key for key in state.hidden if key not in listed]
        # A page is known by its id in REST and by its path elsewhere: the one listed now stays.
        addresses = {state.articles[key].url.rstrip("/"): key for key in listed if key in state.articles}
        for key in state.articles.keys() - listed:
            now = addresses.get(state.articles[key].url.rstrip("/"))
            # Of two ids, the one took the other's name.
            if now is not None and not (is_post_number(key) and is_post_number(now)):
                del state.articles[key]
        absent = (state.articles.keys() - set(state.hidden) | state.missing.keys()) - listed
        state.unsure.clear()
        for key in sorted(absent):
            known = state.articles.get(key)
            if known is None:
                del state.missing[key]
                continue
            there = yield from is_there(self, key, known.url)
            if there is None:
                state.unsure.append(key)
            elif there:
                state.missing.pop(key, None)
                state.hidden.append(key)
            elif state.missing.setdefault(key, self.today) < self.today:
                del state.missing[key], state.articles[key]
                self.report.gone.append(key)


def is_on(home: str, url: str) -> bool:
    """Tell whether an address is one of the site's own host."""
    return split_url(canonical_url(url)).netloc == split_url(canonical_url(home)).netloc


def instant_text(instant: datetime | None) -> str | None:
    """Write an instant as REST does: UTC, seconds, no zone; so that all ways in compare equal."""
    if instant is None:
        return None
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds")
