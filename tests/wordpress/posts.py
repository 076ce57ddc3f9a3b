"""Posts for the WordPress under test: the sample's articles as an author would have entered them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flows.sample.articles import JST, SampleArticle, SampleDeck, load_articles
from flows.sample.shapes import render_body
from schema.names import clean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime

# One list of each way of writing, a post with two decks, list updates, prose, the rule page.
DECK_IDS = (4081, 5266, 6735, 20001, 20004, 20006, 20011, 20017, 20025, 20093)
OTHER_IDS = (237, 7190, 9193, 13198, 20703)
RULE_PAGE = 20990


@dataclass(frozen=True)
class Listed:
    """A list as its author wrote it: names by zone, cleaned of brackets."""

    commander: tuple[str, ...]
    cards: frozenset[str]


def article(post_id: int, revision: int = 1) -> SampleArticle:
    """One article of the sample, in a revision."""
    return next(one for one in load_articles() if (one.id, one.revision) == (post_id, revision))


def local(instant: datetime) -> str:
    """An instant as WordPress holds it: the site's own time, without a zone."""
    return f"{instant.astimezone(JST):%Y-%m-%d %H:%M:%S}"


def tokyo(instant: datetime) -> date:
    """The day an instant falls on where the site's readers live."""
    return instant.astimezone(JST).date()


def post(chosen: SampleArticle, **more: Any) -> dict[str, Any]:
    """The operation that enters an article."""
    made = {
        "do": "post",
        "id": chosen.id,
        "type": chosen.kind,
        "slug": chosen.slug if chosen.kind == "page" else "",
        "title": chosen.title,
        "content": render_body(chosen),
        "date": local(chosen.published),
        "modified": local(chosen.modified),
        "category": chosen.category,
    }
    return made | more


def edit(chosen: SampleArticle, modified: datetime, **more: Any) -> dict[str, Any]:
    """The operation that edits an article in place at an instant."""
    made = {"do": "edit", "id": chosen.id, "title": chosen.title, "content": render_body(chosen)}
    return made | {"modified": local(modified)} | more


def a_blog(ids: Iterable[int] = DECK_IDS + OTHER_IDS) -> list[dict[str, Any]]:
    """An empty site, then these posts and the rule page."""
    return [{"do": "empty"}, *(post(article(one)) for one in ids), post(article(RULE_PAGE))]


def with_cards_changed(chosen: SampleArticle, old: str, new: str) -> SampleArticle:
    """The article with one card of its first list replaced. Raises ValueError where the card is not there."""
    deck = chosen.decks[0]
    if old not in deck.main:
        raise ValueError(old)
    main = tuple(new if line == old else line for line in deck.main)
    return replace(chosen, decks=(replace(deck, main=main), *chosen.decks[1:]))


def listed(deck: SampleDeck) -> Listed:
    """What a reader of the list must find in it."""
    lines = (*deck.main, *deck.hyperspatial, *deck.gr, *deck.extra)
    return Listed(tuple(clean(name) for name in deck.commander), frozenset(clean(line) for line in lines))
