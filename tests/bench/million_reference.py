"""The bench's synthetic cards and lists as the reference judge reads them, and its judging of some decks."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

from schema.identity import names_of
from tests.bench.loop import judged_in_a_loop
from tests.reference.model import RefCard, RefFace, RefRestriction

if TYPE_CHECKING:
    import duckdb

_LAND_TYPES = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


def seconds_by_reference(con: duckdb.DuckDBPyConnection, some: str) -> tuple[int, float]:
    """Judge the decks for which `some` holds in a loop over the same tables; their number, the time it took.

    Raises AssertionError where a verdict is another than the one that stands in `verdict`.
    """
    cards, restrictions = _cards(con), _restrictions(con)
    start = time.perf_counter()
    judged = judged_in_a_loop(con, cards, restrictions, some=some)
    seconds = time.perf_counter() - start
    stored = dict(
        con.execute(
            "select deck_id, verdict from verdict join deck using (deck_id, format) "
            f"where basis = 'published' and {some}"
        ).fetchall()
    )
    unequal = [number for number, answer in judged.items() if stored[number] != answer.verdict]
    assert not unequal, f"{len(unequal)} of {len(judged)} decks are judged otherwise, {unequal[0]} among them"
    return len(judged), seconds


def _cards(con: duckdb.DuckDBPyConnection) -> dict[int, RefCard]:
    rows = con.execute(
        "select c.card_id, c.name, c.types, c.traits, f.civilizations, f.mana_value "
        "from card c join card_face f using (card_id)"
    ).fetchall()
    cards = {}
    for card_id, name, types, traits, mask, cost in rows:
        colours = frozenset(names_of(mask, "mtg"))
        basic = "basic" in traits
        face = RefFace(
            name=name,
            types=frozenset(types),
            colours=frozenset() if basic else colours,
            cost=cost,
            subtypes=frozenset(_LAND_TYPES[colour] for colour in colours) if basic else frozenset(),
            supertypes=frozenset(trait.title() for trait in traits if trait in ("basic", "legendary")),
            mana_cost="" if basic else "".join(f"{{{colour}}}" for colour in sorted(colours)),
        )
        cards[card_id] = RefCard("mtg", name, "normal", (face,))
    return cards


def _restrictions(con: duckdb.DuckDBPyConnection) -> list[RefRestriction]:
    rows = con.execute(
        "select r.list, r.set_key, r.status, r.from_date, r.until_date, coalesce(r.min_identity, 0), "
        "coalesce(c.name, 'no card: ' || r.card_name) from restriction r left join card c using (card_id)"
    ).fetchall()
    sets: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for *of_set, name in rows:
        sets[tuple(of_set)].append(name)
    return [
        RefRestriction(name, tuple(cards), status, starts, ends, least)  # type: ignore[arg-type]
        for (name, _, status, starts, ends, least), cards in sets.items()
    ]
