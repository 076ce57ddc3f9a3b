"""A small part of the sample world, before and after a day on which its author was busy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows.sample.articles import load_articles

if TYPE_CHECKING:
    from flows.sample.world import SampleWorld

# Two real lists, cut off; a list edited in place; one that goes; prose, list updates, the rule page.
SHOWN = frozenset({4081, 4083, 20093, 20006, 237, 7190, 9193, 20990})
SHOWN_DECKS = frozenset({4081, 4083, 20093, 20006})
EDITED, DELETED, ADDED = 20093, 20006, 5303


def on_the_first_night(world: SampleWorld) -> None:
    """Show the blog as it is before."""
    world.set("dm-edh", revision=1, deleted=_all() - SHOWN)


def on_the_second_night(world: SampleWorld) -> None:
    """One list edited in place, one post deleted, one added."""
    world.set("dm-edh", revision=2, deleted=(_all() - SHOWN - {ADDED}) | {DELETED})


def _all() -> frozenset[int]:
    return frozenset(article.id for article in load_articles())
