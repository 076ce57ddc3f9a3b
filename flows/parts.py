"""Pages of the archive in groups: a page, and the further parts of its post, kept right behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.wordpress_join import join_parts
from parsers.wordpress_parts import part_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schema.records import Page


@dataclass(frozen=True, slots=True)
class Group:
    """A page and its `followers`: parts of the same post in order, and redirects met on the way to them.

    `end` is the offset at which the last record of the group ends.
    """

    first: Page
    followers: tuple[Page, ...]
    end: int

    def whole(self) -> Page:
        """The page with the text of all its parts; the page itself where it has none."""
        parts = [page for page in self.followers if page.status == 200]
        return join_parts(self.first, parts) if parts else self.first


def groups(pages: Iterator[tuple[Page, int]]) -> Iterator[Group]:
    """Group (page, offset at which its record ends) of one crawl, in order."""
    first: Page | None = None
    followers: list[Page] = []
    parts = end = 0
    for page, at in pages:
        if first is not None and _goes_on(first, parts, page):
            followers.append(page)
            parts += page.status == 200
            end = at
            continue
        if first is not None:
            yield Group(first, tuple(followers), end)
        first, followers, parts, end = page, [], 0, at
    if first is not None:
        yield Group(first, tuple(followers), end)


def _goes_on(first: Page, parts: int, page: Page) -> bool:
    """Tell whether a page is the next part of a post, or a redirect to it."""
    if first.status != 200 or not (page.status == 200 or 300 <= page.status < 400):
        return False
    return part_number(first.url, page.url) == parts + 2
