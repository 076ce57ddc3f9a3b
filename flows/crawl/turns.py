"""What a quiet night looks at in its turn: pages of lists, sitemaps, articles, each after the other.

Nothing tells of some changes: a list whose first page stands still says nothing of its last, a wrong date
nothing of an edit. What is spare of a night's five requests looks there, a little further every night, and
remembers in the state's `turns` how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

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

    Of a post in parts all are asked for: a part alone would be read as a post of its own.
    """
    answer = yield from walk.article(known.url, trust=False)
    if answer == "gone":
        walk.state.missing.setdefault(key, walk.today)
    known.parts = walk.parts.get(key, known.parts)


def kept_page(walk: Walk, url: str) -> Page | None:
    """The page that the archive holds last of an address; None where there is none, or it is damaged."""
    kept = walk.fetcher.archive.last(walk.site, url)
    return walk.fetcher.kept(kept) if kept is not None else None
