"""WordPress by REST: full passes by id, then only what changed, with the totals checked.

A quiet night costs three requests: what was modified after the watermark, the newest posts with the
total of all, and the pages. Ids and dates are listed without content; content is fetched for what is
new or changed. A scheduled post appears without being "modified", and a deleted one leaves no trace:
both show in the total, which then brings a listing of all ids.

Sources: WordPress REST handbook (pagination; `rest_post_invalid_page_number`), core ticket 50617
(`modified_after`, 5.7).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from flows.crawl.base import Closed, Walk, instant_text, is_on, text_of
from flows.crawl.state import Known
from parsers.dates import instant
from parsers.wordpress import is_post_id, read_json, rest_base
from schema.errors import BadPage, TooLarge, TransientError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from flows.exchange import Fetched

KINDS = ("posts", "pages")
_BRIEF = "id,modified_gmt,link"
_WHOLE = (
    "id,date,date_gmt,modified,modified_gmt,slug,status,type,link,title,content,author,categories,"
    # What plugins write into a post's own head, where they are: it tells of its wishes without a request.
    "yoast_head_json.robots,aioseo_head_json.robots"
)
_SIZES = (100, 50, 20, 10, 5, 1)
_PASSES = 3
_MOST_PAGES = 1000
# No watermark is older: no post is.
_BEGIN = "1970-01-01T00:00:00"
# Every so many days all ids are listed, whatever the totals say.
_LIST_ALL_DAYS = 7
_JSON = "application/json"


@dataclass
class _Rows:
    """What a listing gave: rows by key, the total it announced, and whether both fit."""

    rows: dict[str, Known] = field(default_factory=dict)
    total: int | None = None
    shifted: bool = False

    @property
    def whole(self) -> bool:
        return not self.shifted and (self.total is None or self.total == len(self.rows))


# A listing in progress: yields its answers, returns its rows.
_Reading = Generator["Fetched", None, _Rows]


class _Invalid(Exception):
    """REST answers rest_invalid_param."""


class RestCrawl:
    """The REST way into a WordPress site; `home` is the site's own address."""

    def __init__(self, walk: Walk, home: str) -> None:
        self.walk, self.state = walk, walk.state
        self._home = home.rstrip("/")
        self._absent: set[str] = set()
        self._remembered = True
        self._size = 100 if walk.limit is None else max(1, min(100, walk.limit))

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

    def _url(self, kind: str, parameters: str) -> str:
        base = self.state.rest_base or f"{self._home}/wp-json/"
        route = base if base.endswith("/") else base + "/"
        mark = "&" if "?" in route else "?"
        return f"{route}wp/v2/{kind}{mark}{parameters}"

    # -- passes ----------------------------------------------------------------------------------

    def _until_quiet(self, kind: str) -> Iterator[Fetched]:
        """Read all, or what changed, and ask what has changed since, until nothing has.

        What is edited or moves a page while we read is so read the same night; and the last questions
        are the next night's: if nothing happens until then, they bring the same answers.
        """
        failures = len(self.walk.report.failures)
        if self.walk.full or kind not in self.state.watermarks:
            yield from self._full(kind)
        for _ in range(_PASSES):
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
        listed: _Rows | None = None
        found: dict[str, Known] = {}
        if kind == "posts" and not self.walk.is_over(self.state.walked, _LIST_ALL_DAYS):
            modified = yield from self._modified(kind)
            if not modified.whole:
                self._misfit(kind, modified)
            found = dict(modified.rows)
            newest = yield from self._newest(kind)
            found |= newest.rows
            if newest.total is None or newest.total != len(expected | found.keys()):
                listed = yield from self._listing(kind, _BRIEF, "", content=False)
        else:
            listed = yield from self._listing(kind, _BRIEF, "", content=False)
            if kind == "posts" and listed.whole:
                self.state.walked = self.walk.today
        if listed is not None:
            found |= listed.rows
        self._check_some(kind, found)
        away = self.state.missing.keys() | set(self.state.hidden)
        changed = [
            key
            for key, row in found.items()
            if key not in known or known[key].modified != row.modified or key in away
        ]
        yield from self._content(kind, changed, found)
        if listed is not None and listed.whole:
            self._absent |= expected - listed.rows.keys()
        elif listed is not None:
            self._misfit(kind, listed)
        return bool(changed)

    def _changed_since(self, kind: str, since: str) -> Iterator[Fetched]:
        """Read what was modified from an instant on."""
        after = (datetime.fromisoformat(since) - timedelta(seconds=1)).isoformat()
        try:
            yield from self._listing(kind, _WHOLE, f"&modified_after={after}Z", content=True)
        except _Invalid:
            # Before WordPress 5.7 there is no `modified_after`.
            listed = yield from self._listing(kind, _BRIEF, "", content=False)
            changed = [key for key, row in listed.rows.items() if not self.walk.is_before(row.modified)]
            yield from self._content(kind, changed, listed.rows)

    def _modified(self, kind: str) -> _Reading:
        """List what was modified from the watermark on; the watermark's own second is listed again."""
        mark = datetime.fromisoformat(self.state.watermarks[kind]) - timedelta(seconds=1)
        try:
            return (
                yield from self._listing(
                    kind, _BRIEF, f"&modified_after={mark:%Y-%m-%dT%H:%M:%S}Z", content=False
                )
            )
        except _Invalid:
            # Before WordPress 5.7 there is no `modified_after`: list all.
            return (yield from self._listing(kind, _BRIEF, "", content=False))

    def _newest(self, kind: str) -> _Reading:
        """List the newest by date of publishing, with the total of all."""
        url = self._url(kind, f"per_page=100&orderby=date&order=desc&_fields={_BRIEF}")
        fetched, rows = self._ask(url)
        yield fetched
        return _Rows(self._known(kind, rows), _number(fetched, "x-wp-total"))

    def _listing(self, kind: str, wanted: str, more: str, *, content: bool) -> _Reading:
        """Read all pages of a list; again from the start where articles moved between its pages."""
        result, passes = _Rows(), 0
        while passes < _PASSES:
            size = self._size
            result = yield from self._one_pass(kind, wanted, more, content=content)
            if result.whole:
                break
            # A pass that ended because its pages were over the cap is no pass.
            passes += size == self._size or size == 1
        return result

    def _one_pass(self, kind: str, wanted: str, more: str, *, content: bool) -> _Reading:
        result = _Rows()
        for page in range(1, _MOST_PAGES):
            size = self._size if content else 100
            url = self._url(kind, f"per_page={size}&page={page}&orderby=id&order=asc&_fields={wanted}{more}")
            try:
                fetched, rows = self._ask(url, past_the_end=page > 1)
            except TooLarge:
                self._smaller()
                result.shifted = True
                return result
            yield fetched
            total = _number(fetched, "x-wp-total")
            if fetched.page.status == 400:
                break
            found = self._known(kind, rows)
            moved = result.total is not None and total != result.total
            if moved or found.keys() & result.rows.keys():
                # Something was published or deleted while we read: the pages have moved.
                result.shifted = True
            result.total = total
            new = found.keys() - result.rows.keys()
            result.rows |= found
            if content:
                self.walk.counted(found)
            self.walk.shown(found)
            last = _number(fetched, "x-wp-totalpages") or None
            if not new or (last is not None and page >= last) or (last is None and len(rows) < size):
                break
        return result

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

    # -- answers ---------------------------------------------------------------------------------

    def _ask(self, url: str, *, past_the_end: bool = False) -> tuple[Fetched, list[dict[str, Any]]]:
        """Ask for a list. Raises Closed where the answer is none; TooLarge is the caller's to handle."""
        failures = self.walk.report.failures
        before = len(failures)
        fetched = self.walk.get(url, bear=(400, 401, 403), conditional=False, accept=_JSON)
        if fetched is None:
            error = failures[-1].error
            if isinstance(error, TooLarge):
                del failures[before:]
                raise error
            raise Closed(f"REST cannot be read: {error}", passing=isinstance(error, TransientError))
        try:
            value = read_json(text_of(fetched))
        except ValueError:
            value = None
        if isinstance(value, list) and all(isinstance(row, dict) and "id" in row for row in value):
            rows = [row for row in value if is_post_id(row["id"])]
            if len(rows) < len(value):
                odd = next(row["id"] for row in value if not is_post_id(row["id"]))
                self.walk.failed(url, BadPage(f"REST lists a post with the id {str(odd)[:40]}"), article=True)
            return fetched, rows
        code = value.get("code") if isinstance(value, dict) else None
        if fetched.page.status == 400 and past_the_end:
            return fetched, []
        if code == "rest_invalid_param":
            raise _Invalid
        raise Closed(
            f"REST answers {fetched.page.status} {code or fetched.page.content_type or 'without a list'}"
        )

    @staticmethod
    def _check_some(kind: str, rows: Mapping[str, Known]) -> None:
        """A list of posts without a post is no way in: a blog has some. Raises Closed."""
        if kind == "posts" and not rows:
            raise Closed("REST lists no post")

    def _smaller(self) -> None:
        self._size = next((size for size in _SIZES if size < self._size), 1)

    def _known(self, kind: str, rows: Sequence[dict[str, Any]]) -> dict[str, Known]:
        known = {}
        for row in rows:
            link = self.walk.own(_text(row.get("link")) or "")
            # A link to another host is the owner's affair; the post stands on the site all the same.
            if not is_on(self._home, link):
                link = f"{self._home}/?p={row['id']}"
            modified = instant(_text(row.get("modified_gmt")), zone=UTC)
            known[str(row["id"])] = Known(kind, link, instant_text(modified))
        return known

    def _take_all(self, kind: str, rows: _Rows) -> None:
        if not rows.whole:
            self._misfit(kind, rows)
        before = {key for key, known in self.state.articles.items() if known.kind == kind}
        for key, row in rows.rows.items():
            self._take(kind, key, row)
        if rows.whole:
            self._absent |= before - rows.rows.keys() - set(self.state.hidden)
            self.state.watermarks.setdefault(kind, _BEGIN)
            if kind == "posts":
                self.state.walked = self.walk.today

    def _take(self, kind: str, key: str, row: Known) -> None:
        self.state.articles[key] = row
        self.state.missing.pop(key, None)
        self.state.hidden = [each for each in self.state.hidden if each != key]
        # A date beyond tomorrow is a slip: as a mark it would hide every change before it.
        tomorrow = instant_text(self.walk.now + timedelta(days=1)) or ""
        if row.modified is not None and row.modified <= tomorrow:
            mark = self.state.watermarks.get(kind, _BEGIN)
            self.state.watermarks[kind] = max(mark, row.modified)

    def _misfit(self, kind: str, rows: _Rows) -> None:
        detail = f"REST announces {rows.total} {kind}, {len(rows.rows)} were read"
        self.walk.report.notes.append(detail)
        self.walk.failed(self._url(kind, ""), BadPage(detail))


def _number(fetched: Fetched, name: str) -> int | None:
    value = fetched.headers.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and not value.startswith("0000") else None
