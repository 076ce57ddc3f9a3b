"""Whether an article is still there: asked at its address, then by its id.

An address alone can say the wrong thing. A post that moved answers 404 where it was; one that was deleted
may redirect to another whose name begins alike, or have left its name to another post. `/?p=4081` names the
post itself: WordPress answers 404 there, or leads to where the post is.

Source: WordPress's `redirect_canonical` and `redirect_guess_404_permalink`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flows.crawl.answers import trouble_with
from parsers.classify import PageClass, classify
from parsers.decode import decode
from parsers.wordpress_pages import read_articles
from schema.urls import article_key, canonical_url, is_permanent, is_post_number

if TYPE_CHECKING:
    from collections.abc import Generator

    from flows.crawl.base import Walk
    from flows.exchange import Fetched
    from schema.records import Page


def is_there(walk: Walk, key: str, url: str) -> Generator[Fetched, None, bool | None]:
    """Ask whether an article, known by its key and last address, is there; None where that cannot be told."""
    number = key if is_post_number(key) else _kept_number(walk, url)
    fetched = walk.get(url, article=True, conditional=False)
    if fetched is None:
        return None
    yield fetched
    if _says_nothing(walk, fetched):
        return None
    there = not _is_gone(fetched)
    if there and number is not None:
        shown = shown_number(fetched.page)
        there = shown is None or shown == number
        if there:
            return True
    permanent = f"{walk.home}/?p={number}"
    if there or number is None or canonical_url(permanent) == canonical_url(url):
        return there
    if not walk.fetcher.robots(walk.site, permanent).allows(permanent):
        return False
    fetched = walk.get(permanent, article=True, conditional=False)
    if fetched is None:
        return None
    yield fetched
    if _says_nothing(walk, fetched):
        return None
    return not _is_gone(fetched) and shown_number(fetched.page) == number


def shown_number(page: Page) -> str | None:
    """The id of the post whose own page this is, by its markup, else by the path of its address."""
    text = decode(page.body, page.content_type).text
    # An address that names a post by id says what was asked for, and not what came.
    told = read_articles(replace(page, url="https://site.invalid/-"), text)
    if told.shape == "page" and told.articles and told.articles[0].id is not None:
        return told.articles[0].id
    key = None if is_permanent(page.url) else article_key(page.url)
    return key if key is not None and is_post_number(key) else None


def _kept_number(walk: Walk, url: str) -> str | None:
    kept = walk.fetcher.archive.last(walk.site, url)
    page = walk.fetcher.kept(kept) if kept is not None else None
    return shown_number(page) if page is not None else None


def _says_nothing(walk: Walk, fetched: Fetched) -> bool:
    """Note an answer in trouble, such as a login or a site in maintenance: it tells of no article."""
    trouble = None if _is_gone(fetched) else trouble_with(fetched)
    if trouble is not None:
        walk.failed(fetched.page.url, trouble, article=True)
    return trouble is not None


def _is_gone(fetched: Fetched) -> bool:
    return fetched.outcome == "gone" or classify(fetched.page) is PageClass.SOFT_404
