"""Pages of the archive in groups: a page, and the further parts of its post, kept right behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parsers.wordpress_join import join_parts
from parsers.wordpress_parts import part_number
from warehouse.warc import sha256_hex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schema.records import Page
    from warehouse.archive_files import Crawled


@dataclass(frozen=True, slots=True)
class Group:
    """A page and its `followers`: parts of the same post in order, and redirects met on the way to them.

    `end` is the offset at which the last record of the group ends; a repeat where each of its pages is one.
    """

    first: Page
    followers: tuple[Page, ...]
    end: int
    is_repeat: bool = False

    @property
    def pages(self) -> tuple[Page, ...]:
        """All of them."""
        return (self.first, *self.followers)

    def whole(self) -> Page:
        """The page with the text of all its parts; the page itself where it has none."""
        parts = [page for page in self.followers if page.status == 200]
        return join_parts(self.first, parts) if parts else self.first


def groups(pages: Iterable[Crawled]) -> Iterator[Group]:
    """Group the pages of one crawl, in order."""
    group: list[Crawled] = []
    parts = 0
    for crawled in pages:
        if group and _goes_on(group[0].page, parts, crawled.page):
            group.append(crawled)
            parts += crawled.page.status == 200
            continue
        if group:
            yield _group(group)
        group, parts = [crawled], 0
    if group:
        yield _group(group)


def _group(crawled: list[Crawled]) -> Group:
    first, *followers = (one.page for one in crawled)
    parts = [page.sha256 for page in followers if page.status == 200]
    if parts:
        first = replace(first, whole_sha256=sha256_hex("".join([first.sha256, *parts]).encode()))
    return Group(
        first,
        tuple(followers),
        crawled[-1].end,
        all(one.is_repeat for one in crawled),
    )


def _goes_on(first: Page, parts: int, page: Page) -> bool:
    """Tell whether a page is the next part of a post, or a redirect to it."""
    if first.status != 200 or not (page.status == 200 or 300 <= page.status < 400):
        return False
    return part_number(first.url, page.url) == parts + 2
