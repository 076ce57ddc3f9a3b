"""What a quiet night looks at in its turn: pages of lists, sitemaps, articles, each after the other.

Nothing tells of some changes: a list whose first page stands still says nothing of its last, a wrong date
nothing of an edit. What is spare of a night's five requests looks there, a little further every night, and
remembers in the state's `turns` how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from parsers.decode import decode
from parsers.wordpress_parts import part_links
from schema.urls import is_post_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flows.crawl.base import Walk
    from flows.crawl.state import Known
    from flows.exchange import Fetched
    from schema.records import Page

T = TypeVar("T")


def in_turn(walk: Walk, name: str, items: Sequence[T], *, keep: int = 0) -> Iterator[T]:
    """Give the next items of a round for as long as a request is spare, `keep` of them aside; each once."""
    turns = walk.state.turns
    for _ in items if walk.since is None else ():
        if walk.spare <= keep:
            return
        turn = turns.get(name, -1) + 1
        turns[name] = turn = turn if turn < len(items) else 0
        yield items[turn]


def newest_first(key: str) -> tuple[int, int, str]:
    """A key to sort articles by: the highest ids first, then paths."""
    return (0, -int(key), key) if is_post_number(key) else (1, 0, key)


def look_at(walk: Walk, key: str, known: Known) -> Iterator[Fetched]:
    """Look at an article, whatever its dates say.

    Of a post in parts one part is looked at, another each time; where that changed, all are asked for: a
    part alone would be read as a post of its own.
    """
    part = _next_part(walk, key, known) if known.parts > 1 else None
    if part is not None:
        fetched = walk.get(part, article=True, conditional=False)
        if fetched is None:
            return
        yield fetched
        # As it was when all were read, whatever an earlier night saw that could not go on.
        if walk.state.marks.get(fetched.page.url) == fetched.page.sha256:
            return
    answer = yield from walk.article(known.url, trust=False, first=known.parts > 1 and part is None)
    if answer == "gone":
        walk.state.missing.setdefault(key, walk.today)
    known.parts = walk.parts.get(key, known.parts)


def _next_part(walk: Walk, key: str, known: Known) -> str | None:
    """The address of the part whose turn it is; None for the first, which is the article's own."""
    turns, name = walk.state.turns, f"parts of {key}"
    turns[name] = turn = turns.get(name, -1) + 1 if turns.get(name, -1) + 1 < known.parts else 0
    page = kept_page(walk, known.url) if turn else None
    if page is None:
        return None
    links = part_links(decode(page.body, page.content_type).text, page.url)
    # One by one, as they were followed: the first part may link to the second alone.
    while turn + 1 not in links:
        last = max(links, default=1)
        after = kept_page(walk, links[last]) if last > 1 else None
        further = part_links(decode(after.body, after.content_type).text, page.url) if after else {}
        if max(further, default=1) <= last:
            turns[name] = 0
            return None
        links = further | links
    return walk.own(links[turn + 1])


def kept_page(walk: Walk, url: str) -> Page | None:
    """The page that the archive holds last of an address; None where there is none, or it is damaged."""
    kept = walk.fetcher.archive.last(walk.site, url)
    return walk.fetcher.kept(kept) if kept is not None else None
