"""What a quiet night looks at in its turn: pages of lists, sitemaps, articles, each after the other.

Nothing tells of some changes: a list whose first page stands still says nothing of its last, a wrong date
nothing of an edit. What is spare of a night's five requests looks there, a little further every night, and
remembers in the state's `turns` how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from parsers.decode import decode
from parsers.wordpress_pages import read_articles
from parsers.wordpress_parts import part_links
from schema.urls import is_post_number

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

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


def article_pages(articles: dict[str, Known]) -> list[tuple[str, int]]:
    """The pages of articles, newest first, as (key of the article, number of its part)."""
    return [
        (key, part)
        for key in sorted(articles, key=newest_first)
        for part in range(1, articles[key].parts + 1)
    ]


def newest_first(key: str) -> tuple[int, int, str]:
    """A key to sort articles by: the highest ids first, then paths."""
    return (0, -int(key), key) if is_post_number(key) else (1, 0, key)


def look_at(walk: Walk, key: str, known: Known, part: int) -> Generator[Fetched, None, bool]:
    """Look at one page of an article, whatever its dates say; True where the article was read anew.

    Of a post in parts one page says whether it was edited: then all of them are read.
    """
    if known.parts == 1:
        answer = yield from walk.article(known.url, trust=False)
        if answer == "gone":
            walk.state.missing.setdefault(key, walk.today)
        return False
    url = known.url
    if part > 1:
        first = kept_page(walk, known.url)
        links = part_links(decode(first.body, first.content_type).text, first.url) if first else {}
        url = walk.own(links.get(part, known.url))
    before = kept_page(walk, url)
    fetched = walk.get(url, article=True, conditional=False)
    if fetched is None:
        return False
    yield fetched
    if before is not None and fetched.page.status == 200 and _text(before) == _text(fetched.page):
        return False
    answer = yield from walk.article(known.url, trust=False)
    known.parts = walk.parts.get(key, known.parts)
    return answer == "read"


def kept_page(walk: Walk, url: str) -> Page | None:
    """The page that the archive holds last of an address; None where there is none, or it is damaged."""
    kept = walk.fetcher.archive.last(walk.site, url)
    return walk.fetcher.kept(kept) if kept is not None else None


def _text(page: Page) -> list[str]:
    text = decode(page.body, page.content_type).text
    return [line.text for article in read_articles(page, text).articles for line in article.lines()]
