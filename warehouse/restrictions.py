"""Restriction lists in the warehouse: shipped changes and crawled ones, folded into dated intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.records import RestrictionChange
from schema.restrictions import Interval, fold
from warehouse.tables import BIGINT, DATE, INTEGER, SMALLINT, TEXT, columns_of, merge_rows, staged

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import duckdb

    from schema.formats import Format
    from schema.records import Game

_COLUMNS: dict[str, Any] = {
    "list": TEXT,
    "set_key": TEXT,
    "card_name": TEXT,
    "status": TEXT,
    "min_identity": SMALLINT,
    "from_date": DATE,
    "until_date": DATE,
    "source_url": TEXT,
    "load_id": BIGINT,
}
_LIST_COLUMNS: dict[str, Any] = {"list": TEXT, "intervals": INTEGER, "first_date": DATE, "last_date": DATE}


def list_games(formats: Mapping[str, Format]) -> dict[str, Game]:
    """The game of every restriction list that a format names."""
    return {name: held.game for held in formats.values() for name in lists_of(held)}


def games(formats: Mapping[str, Format]) -> dict[str, Game]:
    """The game of every format and of every restriction list, as `resolve` wants it."""
    return {**list_games(formats), **{identity: one.game for identity, one in formats.items()}}


def lists_of(form: Format) -> list[str]:
    """The restriction lists that some edition of a format reads."""
    return sorted({name for edition in form.editions for name in edition.lists})


def fold_restrictions(
    con: duckdb.DuckDBPyConnection,
    shipped: Mapping[str, Iterable[RestrictionChange]],
    games: Mapping[str, Game],
) -> int:
    """Fold shipped and crawled changes of every list into `restriction`; return the number of its rows.

    `games` says of which game a list is (`list_games`); a list it lacks is folded as Duel Masters' if
    crawled, since no format reads it. Card names are resolved afterwards (`warehouse/resolve.py`); rows
    that stay the same keep their card. `restriction_list` says how many rows each list must have.
    """
    changes: dict[str, list[tuple[RestrictionChange, int | None]]] = {}
    for name, rows in shipped.items():
        changes.setdefault(name, []).extend((change, None) for change in rows)
    for name, change, load_id in _crawled(con):
        changes.setdefault(name, []).append((change, load_id))
    intervals: list[tuple[Interval, int | None]] = []
    for name, held in sorted(changes.items()):
        loads = {change.url: load_id for change, load_id in held if load_id is not None}
        folded = fold(games.get(name, "dm"), [change for change, _ in held])
        intervals += [(interval, loads.get(interval.url)) for interval in folded]
    folded_rows = [_row(interval, card, load) for interval, load in intervals for card in interval.cards]
    with staged(con, "staged_restriction", _COLUMNS, columns_of(folded_rows, _COLUMNS)):
        merge_rows(
            con,
            "restriction",
            "staged_restriction",
            keys=("list", "set_key", "card_name", "status", "min_identity", "from_date", "until_date"),
            keep=("load_id",),
            scope="true",
        )
    lists = [_list_row(name, folded_rows) for name in sorted(changes)]
    with staged(con, "staged_list", _LIST_COLUMNS, columns_of(lists, _LIST_COLUMNS)):
        merge_rows(con, "restriction_list", "staged_list", keys=("list",), scope="true")
    return len(folded_rows)


def _crawled(con: duckdb.DuckDBPyConnection) -> list[tuple[str, RestrictionChange, int]]:
    rows = con.execute(
        "select list, cards, status, effective_on, url, min_identity, previous, kind, line_no, load_id "
        "from restriction_change order by list, effective_on, url, line_no, cards"
    ).fetchall()
    return [(row[0], RestrictionChange(row[0], tuple(row[1]), *row[2:9]), row[9]) for row in rows]


def _row(interval: Interval, card: str, load_id: int | None) -> dict[str, Any]:
    return {
        "list": interval.list,
        "set_key": interval.set_key,
        "card_name": card,
        "status": interval.status,
        "min_identity": interval.min_identity,
        "from_date": interval.starts,
        "until_date": interval.until,
        "source_url": interval.url,
        "load_id": load_id,
    }


def _list_row(name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    own = [row for row in rows if row["list"] == name]
    days = [row[key] for row in own for key in ("from_date", "until_date") if row[key] is not None]
    return {
        "list": name,
        "intervals": len(own),
        "first_date": min(days, default=None),
        "last_date": max(days, default=None),
    }
