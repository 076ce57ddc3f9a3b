"""REST's lists: asked page by page, again where posts moved meanwhile, in smaller pages over the cap."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Any

from flows.crawl.answers import text_of
from flows.crawl.base import Closed, Walk, instant_text, is_on
from flows.crawl.state import Known
from parsers.dates import instant
from parsers.wordpress import is_post_id, read_json
from schema.errors import BadPage, TooLarge, TransientError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flows.exchange import Fetched

_SIZES = (100, 50, 20, 10, 5, 1)
PASSES = 3
MOST_PAGES = 1000
_JSON = "application/json"


@dataclass
class Rows:
    """What a listing gave: rows by key, the total it announced, and whether both fit."""

    rows: dict[str, Known] = field(default_factory=dict)
    total: int | None = None
    shifted: bool = False

    @property
    def whole(self) -> bool:
        """Whether as many rows were read as were announced, and none moved meanwhile."""
        return not self.shifted and (self.total is None or self.total == len(self.rows))


# A listing in progress: yields its answers, returns its rows.
Reading = Generator["Fetched", None, Rows]


class Invalid(Exception):
    """REST answers rest_invalid_param."""


class RestLists:
    """The lists of a WordPress site's REST; `home` is the site's own address."""

    def __init__(self, walk: Walk, home: str) -> None:
        self.walk, self.state = walk, walk.state
        self._home = home.rstrip("/")
        self._size = 100 if walk.limit is None else max(1, min(100, walk.limit))

    def _url(self, kind: str, parameters: str) -> str:
        base = self.state.rest_base or f"{self._home}/wp-json/"
        route = base if base.endswith("/") else base + "/"
        mark = "&" if "?" in route else "?"
        return f"{route}wp/v2/{kind}{mark}{parameters}"

    def _listing(self, kind: str, wanted: str, more: str, *, content: bool) -> Reading:
        """Read all pages of a list; again from the start where articles moved between its pages."""
        result, passes = Rows(), 0
        while passes < PASSES:
            size = self._size
            result = yield from self._one_pass(kind, wanted, more, content=content)
            if result.whole:
                break
            # A pass that ended because its pages were over the cap is no pass.
            passes += size == self._size or size == 1
        return result

    def _one_pass(self, kind: str, wanted: str, more: str, *, content: bool) -> Reading:
        result = Rows()
        for page in range(1, MOST_PAGES):
            size = self._size if content else 100
            url = self._url(kind, f"per_page={size}&page={page}&orderby=id&order=asc&_fields={wanted}{more}")
            try:
                fetched, rows = self._ask(url, past_the_end=page > 1)
            except TooLarge:
                self._smaller()
                result.shifted = True
                return result
            yield fetched
            total = number_of(fetched, "x-wp-total")
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
            last = number_of(fetched, "x-wp-totalpages") or None
            if not new or (last is not None and page >= last) or (last is None and len(rows) < size):
                break
        return result

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
            raise Invalid
        raise Closed(
            f"REST answers {fetched.page.status} {code or fetched.page.content_type or 'without a list'}"
        )

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


def number_of(fetched: Fetched, name: str) -> int | None:
    """Read a header that is a count; None for anything else."""
    value = fetched.headers.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and not value.startswith("0000") else None
