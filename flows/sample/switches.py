"""What a test may turn on the replica sites between two nights."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flows.sample.http import Validators
    from flows.sample.themes import Theme


_SETS = ("deleted", "gone", "added", "parted")


@dataclass(slots=True)
class Switches:
    """The state of one site.

    `fail_all`: status of every answer, robots.txt included (503, 403 …). `latency`: seconds before each.
    `validators`: honest (ETag, Last-Modified, 304), constant (an ETag that never changes), none.
    Blog: `rest_closed` is False, a status (401,
    403, 404) or "html" (a page with status 200 at the JSON address); `rest_ignores_modified` is an old
    WordPress that does not know `modified_after`; `sitemap_closed`, `feed_closed`, `archives_closed` answer
    404; `sitemap_lastmod` may be left out; `excerpts` shortens the posts of feeds and archives;
    `revision` chooses the revision of edited articles; `deleted` answer 404, `gone` 410; `added` shows
    hidden articles; `parted` are split over two pages in the midst of their list; `theme` is the look.
    Card database: `layout` is current, older or mixed.
    """

    fail_all: int | None = None
    latency: float = 0.0
    validators: Validators = "honest"
    robots: str | None = None
    rest_closed: bool | int | str = False
    rest_ignores_modified: bool = False
    sitemap_closed: bool = False
    sitemap_lastmod: bool = True
    feed_closed: bool = False
    archives_closed: bool = False
    excerpts: bool = False
    revision: int = 1
    deleted: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    added: frozenset[int] = frozenset()
    parted: frozenset[int] = frozenset()
    theme: Theme = "classic"
    layout: str = "mixed"

    def turn(self, **values: Any) -> None:
        """Set switches by name. Raises TypeError for an unknown one."""
        known = {field.name for field in fields(self)}
        unknown = set(values) - known
        if unknown:
            raise TypeError(
                f"unknown switch: {', '.join(sorted(unknown))}; known: {', '.join(sorted(known))}"
            )
        for name, value in values.items():
            setattr(self, name, frozenset(value) if name in _SETS else value)
