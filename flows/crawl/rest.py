"""WordPress by REST: full passes by id, then only what changed, with the totals checked.

A quiet night costs two requests: the hundred posts and pages that were modified last, each with the total
of all. Ids and dates are listed without content; content is fetched for what is new or changed. A scheduled
post appears without being "modified", and a deleted one leaves no trace: both show in the total, which then
brings a listing of all ids. A total may stand still although posts were exchanged, and a date lie behind the
watermark: what a site has beyond a hundred is listed in turn, a hundred ids with what is spare of a night.

Sources: WordPress REST handbook (pagination; `orderby=modified`; `rest_post_invalid_page_number`), core
ticket 50617 (`modified_after`, 5.7).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from flows.crawl.answers import text_of
from flows.crawl.base import Closed, Walk, instant_text, is_on
from flows.crawl.rest_lists import MOST_PAGES, PASSES, Invalid, Reading, RestLists, Rows, number_of
from flows.crawl.turns import in_turn
from parsers.wordpress import rest_base
from schema.errors import BadPage, TooLarge

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from flows.crawl.state import Known
    from flows.exchange import Fetched

KINDS = ("posts", "pages")
_BRIEF = "id,modified_gmt,link"
_WHOLE = (
    "id,date,date_gmt,modified,modified_gmt,slug,status,type,link,title,content,author,categories,"
    # What plugins write into a post's own head, where they are: it tells of its wishes without a request.
    "yoast_head_json.robots,aioseo_head_json.robots"
)
# No watermark is older: no post is.
_BEGIN = "1970-01-01T00:00:00"
_LISTED = 100


class RestCrawl(RestLists):
    """The REST way into a WordPress site; `home` is the site's own address."""

    def __init__(self, walk: Walk, home: str, paths: tuple[str, ...] = ()) -> None:
        super().__init__(walk, home)
        self._paths = paths
        self._absent: set[str] = set()
        self._remembered = True
        # How many of a kind there are, and the keys whose listing is no longer as it was.
        self._totals: dict[str, int] = {}
        self._moved: dict[str, set[str]] = {kind: set() for kind in KINDS}

    def first_list(self) -> str:
        """The address of the first list that a full pass asks for."""
        return self._url("posts", f"per_page={self._size}&page=1&orderby=id&order=asc&_fields={_WHOLE}")

    def unlisted(self) -> list[str]:
        """The addresses of the pages outside the posts that REST does not list."""
        known = {known.url.rstrip("/") for known in self.state.articles.values()}
        return [url for url in (self._home + path for path in self._paths) if url.rstrip("/") not in known]

    def pages(self) -> Iterator[Fetched]:
        """Crawl. Raises Closed where REST is shut."""
        if self.state.rest_base is None or self.walk.full:
            yield from self._find_base()
        try:
            yield from self._pages()
        except Closed:
            # The address may have moved since it was found.
            before = self.state.rest_base
            if not self._remembered:
                raise
            yield from self._find_base()
            if self.state.rest_base == before:
                raise
            yield from self._pages()

    def _pages(self) -> Iterator[Fetched]:
        since = self.walk.since
        self._absent.clear()
        for kind in KINDS:
            try:
                if since is not None:
                    yield from self._changed_since(kind, since)
                else:
                    yield from self._until_quiet(kind)
            except Closed as closed:
                if kind == "posts":
                    raise
                self.walk.report.notes.append(f"{kind}: {closed}")
        if since is None:
            for kind in KINDS:
                yield from self._look_further(kind)
            away = (
                (self._absent - self.walk.report.articles)
                | self.state.missing.keys()
                | set(self.state.hidden)
            )
            yield from self.walk.probe_missing(self.state.articles.keys() - away)

    # -- the way in ------------------------------------------------------------------------------

    def _find_base(self) -> Iterator[Fetched]:
        self._remembered = False
        fetched = self.walk.get(self._home + "/")
        found = None
        if fetched is not None:
            yield fetched
            found = rest_base(text_of(fetched), fetched.headers, fetched.page.url)
        found = self.walk.own(found) if found else None
        if found is None or not is_on(self._home, found):
            found = f"{self._home}/wp-json/"
        self.state.rest_base = found

    # -- passes ----------------------------------------------------------------------------------

    def _until_quiet(self, kind: str) -> Iterator[Fetched]:
        """Read all, or what changed, and ask what has changed since, until nothing has.

        What is edited or moves a page while we read is so read the same night; and the last questions
        are the next night's: if nothing happens until then, they bring the same answers.
        """
        failures = len(self.walk.report.failures)
        if self.walk.full or kind not in self.state.watermarks:
            yield from self._full(kind)
        for _ in range(PASSES):
            if len(self.walk.report.failures) > failures:
                return
            changed = yield from self._changes(kind)
            if not changed:
                return

    def _full(self, kind: str) -> Iterator[Fetched]:
        """Read every article with its content, by id ascending."""
        rows = yield from self._listing(kind, _WHOLE, "", content=True)
        if not rows.shifted:
            self._check_some(kind, rows.rows)
        self._take_all(kind, rows)

    def _changes(self, kind: str) -> Generator[Fetched, None, bool]:
        """Read what is new or changed since the watermark; False where nothing is."""
        known = {key: each for key, each in self.state.articles.items() if each.kind == kind}
        expected = known.keys() - self.state.missing.keys() - set(self.state.hidden) - self._absent
        recent = yield from self._recent(kind)
        found = dict(recent.rows)
        listed = recent if recent.total == len(recent.rows) else None
        # Where no total is told, only what is listed in turn shows what is not there.
        if listed is None and recent.total not in (None, len(expected | found.keys())):
            newest = yield from self._newest(kind)
            found |= newest.rows
            if newest.total is None or newest.total != len(expected | found.keys()):
                listed = yield from self._listing(kind, _BRIEF, "", content=False)
                found |= listed.rows
        self._check_some(kind, found)
        self._totals[kind] = recent.total or len(expected | found.keys())
        changed = yield from self._take_changed(kind, found)
        if listed is not None and listed.whole:
            self._leave_out(kind, expected - listed.rows.keys())
        elif listed is not None:
            self._misfit(kind, listed)
        return changed

    def _take_changed(self, kind: str, found: dict[str, Known]) -> Generator[Fetched, None, bool]:
        """Fetch what is new or changed of what was listed; False where nothing is."""
        known, away = self.state.articles, self.state.missing.keys() | set(self.state.hidden)
        changed = [
            key
            for key, row in found.items()
            if key not in known
            or known[key].kind != kind
            or known[key].modified != row.modified
            or key in away
        ]
        self._moved[kind] |= set(changed)
        yield from self._content(kind, changed, found)
        return bool(changed)

    def _leave_out(self, kind: str, keys: set[str]) -> None:
        """Note keys that a listing leaves out; they are looked for at the end."""
        self._absent |= keys
        self._moved[kind] |= keys

    def _look_further(self, kind: str) -> Iterator[Fetched]:
        """List a hundred ids in turn: those whose listing changed tonight, then what a quiet night has spare.

        What changed is listed the same night, so that a later one hears what was heard before.
        """
        total = self._totals.get(kind, 0)
        if total <= _LISTED or len(self.walk.report.failures):
            return
        pages = -(-total // _LISTED)
        keys = sorted(key for key, each in self.state.articles.items() if each.kind == kind)
        keys = sorted(set(keys) - self._absent - self.state.missing.keys() - set(self.state.hidden), key=int)
        moved = {keys.index(key) // _LISTED + 1 for key in self._moved[kind] if key in keys}
        gone = self._moved[kind] & self._absent
        if gone:
            first = sum(int(key) < min(map(int, gone)) for key in keys) // _LISTED + 1
            moved |= set(range(first, pages + 1))
        turns = in_turn(self.walk, f"rest {kind}", range(1, pages + 1), keep=len(self.unlisted()))
        for page in sorted(moved) or turns:
            yield from self._look_at(kind, page, pages, keys)

    def _look_at(self, kind: str, page: int, pages: int, keys: list[str]) -> Iterator[Fetched]:
        """List one page of ids: what is not as it was is read, what is not there looked for at the end."""
        url = self._url(kind, f"per_page={_LISTED}&page={page}&orderby=id&order=asc&_fields={_BRIEF}")
        fetched, answer = self._ask(url, past_the_end=page > 1)
        yield fetched
        rows = self._known(kind, answer)
        self.walk.shown(rows)
        yield from self._take_changed(kind, rows)
        if not rows:
            return
        # From where the page before ended; the last page has all that follows.
        turns, low, high = self.state.turns, min(map(int, rows)), max(map(int, rows))
        if page == 1 or turns.get(f"{kind} page") == page - 1:
            low = 0 if page == 1 else turns[f"{kind} id"] + 1
        turns |= {f"{kind} page": page, f"{kind} id": high}
        within = {key for key in keys if low <= int(key) and (page == pages or int(key) <= high)}
        self._absent |= within - rows.keys()

    def _changed_since(self, kind: str, since: str) -> Iterator[Fetched]:
        """Read what was modified from an instant on."""
        after = (datetime.fromisoformat(since) - timedelta(seconds=1)).isoformat()
        try:
            yield from self._listing(kind, _WHOLE, f"&modified_after={after}Z", content=True)
        except Invalid:
            # Before WordPress 5.7 there is no `modified_after`.
            listed = yield from self._listing(kind, _BRIEF, "", content=False)
            changed = [key for key, row in listed.rows.items() if not self.walk.is_before(row.modified)]
            yield from self._content(kind, changed, listed.rows)

    @staticmethod
    def _check_some(kind: str, rows: Mapping[str, Known]) -> None:
        """A list of posts without a post is no way in: a blog has some. Raises Closed."""
        if kind == "posts" and not rows:
            raise Closed("REST lists no post")

    def _recent(self, kind: str) -> Reading:
        """List what was modified from the watermark on, the last first, with the total of all.

        The watermark's own second is listed again. Where a plugin keeps an order of its own, the list is
        asked for by `modified_after`; a WordPress before 5.7, which does not know it, for all.
        """
        mark, result = self.state.watermarks[kind], Rows()
        for page in range(1, MOST_PAGES):
            url = self._url(
                kind, f"per_page={_LISTED}&page={page}&orderby=modified&order=desc&_fields={_BRIEF}"
            )
            try:
                fetched, answer = self._ask(url, past_the_end=page > 1)
            except Invalid:
                return (yield from self._listing(kind, _BRIEF, "", content=False))
            yield fetched
            rows = self._known(kind, answer)
            self.walk.shown(rows)
            total = number_of(fetched, "x-wp-total")
            new = rows.keys() - result.rows.keys()
            result.rows |= rows
            result.total = len(rows) if page == 1 and total is None and len(rows) < _LISTED else total
            dates = [row.modified or "" for row in rows.values()]
            if not new or result.total == len(result.rows):
                break
            if any(one < other for one, other in pairwise(dates)):
                modified = yield from self._modified(kind)
                return Rows(modified.rows, modified.total or result.total)
            if dates[-1] < mark:
                break
        return result

    def _modified(self, kind: str) -> Reading:
        """List what was modified after the watermark's second had begun, with its own total left out."""
        mark = datetime.fromisoformat(self.state.watermarks[kind]) - timedelta(seconds=1)
        more = f"&modified_after={mark:%Y-%m-%dT%H:%M:%S}Z"
        try:
            rows = yield from self._listing(kind, _BRIEF, more, content=False)
        except Invalid:
            return (yield from self._listing(kind, _BRIEF, "", content=False))
        if not rows.whole:
            self._misfit(kind, rows)
        return Rows(rows.rows)

    def _newest(self, kind: str) -> Reading:
        """List the newest by date of publishing, with the total of all."""
        url = self._url(kind, f"per_page=100&orderby=date&order=desc&_fields={_BRIEF}")
        fetched, rows = self._ask(url)
        yield fetched
        return Rows(self._known(kind, rows), number_of(fetched, "x-wp-total"))

    def _content(self, kind: str, keys: Sequence[str], listed: dict[str, Known]) -> Iterator[Fetched]:
        """Fetch the content of new and changed articles, and take them into the state."""
        todo = sorted(keys, key=int)
        while todo:
            batch = todo[: self._size]
            include = ",".join(batch)
            url = self._url(
                kind, f"include={include}&per_page={len(batch)}&orderby=id&order=asc&_fields={_WHOLE}"
            )
            try:
                fetched, rows = self._ask(url)
            except TooLarge as error:
                if len(batch) == 1:
                    self.walk.failed(url, error, article=True)
                    todo = todo[1:]
                    continue
                self._smaller()
                continue
            yield fetched
            got = self._known(kind, rows)
            for key in batch:
                if key in got:
                    self._take(kind, key, got[key])
                else:
                    detail = f"post {key} is listed, and not given when asked for"
                    self.walk.failed(url, BadPage(detail, url=listed[key].url), article=True)
            todo = todo[len(batch) :]
            self.walk.counted(got)

    def _take_all(self, kind: str, rows: Rows) -> None:
        if not rows.whole:
            self._misfit(kind, rows)
        before = {key for key, known in self.state.articles.items() if known.kind == kind}
        self._moved[kind] |= rows.rows.keys()
        for key, row in rows.rows.items():
            self._take(kind, key, row)
        if rows.whole:
            self._leave_out(kind, before - rows.rows.keys() - set(self.state.hidden))
            self.state.watermarks.setdefault(kind, _BEGIN)

    def _take(self, kind: str, key: str, row: Known) -> None:
        self.state.articles[key] = row
        self.state.missing.pop(key, None)
        self.state.hidden = [each for each in self.state.hidden if each != key]
        # A date beyond tomorrow is a slip: as a mark it would hide every change before it.
        tomorrow = instant_text(self.walk.now + timedelta(days=1)) or ""
        if row.modified is not None and row.modified <= tomorrow:
            mark = self.state.watermarks.get(kind, _BEGIN)
            self.state.watermarks[kind] = max(mark, row.modified)

    def _misfit(self, kind: str, rows: Rows) -> None:
        detail = f"REST announces {rows.total} {kind}, {len(rows.rows)} were read"
        self.walk.report.notes.append(detail)
        self.walk.failed(self._url(kind, ""), BadPage(detail))
