"""Which Duel Masters Gods link with which, and whether linked Gods stand in a completed form.

The table `god_links.csv` holds one link a row: `left` stands at the left of `right`; `link` is an
ordinary one, `tri` one that only the Tri-G-Link gives, `ring` one of the five Gods' ring, `centre360` one
that 中央Gリンク360 properly gives. A God that has a row has all its links there, so a side without a
row links with nobody. What the table lacks is unknown, never guessed (GOD1, GOD2, GOD3).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from schema.names import name_keys

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@dataclass(frozen=True, slots=True)
class GodFault:
    """Why a form is not a completed one: the clause, whether that is certain, and in words."""

    rule: str
    is_known: bool
    detail: str


def god_key(name: str) -> str:
    """The key under which two spellings of a God meet."""
    return dict(name_keys("dm", name)).get("punctuation", name)


@lru_cache(maxsize=1)
def god_links() -> tuple[tuple[str, str, str], ...]:
    """The rows of the table as (left key, right key, link)."""
    text = (resources.files("schema") / "god_links.csv").read_text(encoding="utf-8")
    return tuple(
        (god_key(row["left"]), god_key(row["right"]), row["link"])
        for row in csv.DictReader(text.splitlines())
    )


def form_fault(names: Sequence[str], centre_360: Collection[str] = ()) -> GodFault | None:
    """Why these Gods, linked, are no completed form; None if they are one.

    `names` are two or more card names, `centre_360` those of them with 中央Gリンク360.
    """
    keys = [god_key(name) for name in names]
    links = god_links()
    known = {key for left, right, _ in links for key in (left, right)}
    ring = {key for left, right, link in links if link == "ring" for key in (left, right)}
    if len(set(keys)) < len(keys):
        return GodFault("GOD1", is_known=True, detail="one God twice is no form")
    if set(keys) <= ring:
        return _ring_fault(keys, links)
    centres = {god_key(name) for name in centre_360}
    strangers = [name for name, key in zip(names, keys, strict=True) if key not in known]
    if strangers:
        rule = "GOD3" if centres & set(keys) else "GOD1"
        return GodFault(rule, is_known=False, detail=f"the table of links lacks {', '.join(strangers)}")
    tri = {key for left, right, link in links if link == "tri" for key in (left, right)}
    if set(keys) == tri:
        return GodFault("GOD1", is_known=True, detail="a God commander doesn't Tri-G-Link")
    return _chain_fault(keys, [row for row in links if row[2] in ("link", "centre360")])


def _ring_fault(keys: list[str], links: Sequence[tuple[str, str, str]]) -> GodFault | None:
    """GOD2: any proper link of the five counts: each links with its two neighbours in the ring."""
    neighbours = {frozenset((left, right)) for left, right, link in links if link == "ring"}
    reached = {keys[0]}
    while True:
        more = {key for key in keys if any(frozenset((key, other)) in neighbours for other in reached)}
        if more <= reached:
            break
        reached |= more
    if reached >= set(keys):
        return None
    return GodFault(
        "GOD2", is_known=True, detail="each of the five links with its neighbours in the ring alone"
    )


def _chain_fault(keys: list[str], links: Sequence[tuple[str, str, str]]) -> GodFault | None:
    """GOD1: joined in one chain, and no side of it free for a further link."""
    inside = [(left, right) for left, right, _ in links if left in keys and right in keys]
    if len(inside) < len(keys) - 1:
        return GodFault("GOD1", is_known=False, detail="the table of links lacks a link between these Gods")
    rights = {left for left, _ in inside}
    lefts = {right for _, right in inside}
    for left, right, _ in links:
        if left in keys and right not in keys and left not in rights:
            return GodFault("GOD1", is_known=True, detail="one of these Gods can link further at its right")
        if right in keys and left not in keys and right not in lefts:
            return GodFault("GOD1", is_known=True, detail="one of these Gods can link further at its left")
    return None
