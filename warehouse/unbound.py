"""Restricted names that no known card answers to: such a row binds nothing, so people must see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.restrictions import lists_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import duckdb

    from schema.formats import Format


def lists_judged_by(con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format]) -> list[str]:
    """The lists that the formats of current decks read."""
    rows = con.execute("select distinct format from deck where is_current order by all").fetchall()
    return sorted({name for (held,) in rows if held in formats for name in lists_of(formats[held])})


def unbound_names(con: duckdb.DuckDBPyConnection, lists: Iterable[str]) -> dict[str, list[str]]:
    """List -> its names without a card, in order; only of the lists asked for, and none where all have one.

    A name that several cards answer to is without one as well.
    """
    found: dict[str, list[str]] = {}
    rows = con.execute(
        "select list, card_name from restriction where list_contains(?::varchar[], list) "
        "group by all having count(card_id) = 0 order by all",
        [list(lists)],
    ).fetchall()
    for name, card in rows:
        found.setdefault(str(name), []).append(str(card))
    return found
