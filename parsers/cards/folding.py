"""What the readers of Magic card files share at their end: identity compared, pool told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schema.magic import identity_difference, with_identity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schema.records import CardRecord


def compared(card: CardRecord, theirs: Iterable[str] | None) -> tuple[CardRecord, str | None]:
    """The card with the file's identity folded in, and what differed (None: nothing).

    A file's identity may rest on a colour indicator or a second face that it does not carry, so colours
    of both are kept; the difference is told.
    """
    if theirs is None:
        return card, None
    given = frozenset(theirs)
    found = identity_difference(card, given)
    if found is None:
        return card, None
    ours, file = ("".join(sorted(side)) or "none" for side in (found.ours, found.theirs))
    return with_identity(card, given), f"{card.name}: {ours} by its text, {file} in the file"


def pooled(card: CardRecord, pool: bool | None) -> CardRecord:
    """The card with its pool trait: none in the pool, `pool_unknown` for None, else `outside_pool`."""
    if pool is True:
        return card
    trait = "pool_unknown" if pool is None else "outside_pool"
    return replace(card, traits=(*card.traits, trait))
