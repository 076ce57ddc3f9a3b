"""The marts: one SQL file a table, built anew each night from the core tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.rule_kinds import RestrictionList
from warehouse.database import sql_files
from warehouse.tables import DATE, TEXT, columns_of, staged, transaction

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

    from schema.formats import Format

_LIST_COLUMNS: dict[str, Any] = {
    "format": TEXT,
    "list": TEXT,
    "status": TEXT,
    "zone": TEXT,
    "from_date": DATE,
    "until_date": DATE,
}


def build_marts(con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format] | None = None) -> None:
    """Build every mart, all in one transaction. `formats` tells which format reads what of which list."""
    columns = columns_of(lists_read(formats or {}), _LIST_COLUMNS)
    with transaction(con), staged(con, "list_read", _LIST_COLUMNS, columns):
        for _, text in sql_files("marts"):
            con.execute(text)


def lists_read(formats: Mapping[str, Format]) -> list[dict[str, Any]]:
    """What the editions of a format read of restriction lists, and when: a row a status and zone.

    The days before a format's first edition are judged by the first, so that one has no `from_date`.
    """
    return [
        {
            "format": identity,
            "list": rule.list,
            "status": status,
            "zone": zone,
            "from_date": rule.starts or (edition.starts if number else None),
            "until_date": rule.until or edition.until,
        }
        for identity, one in formats.items()
        for number, edition in enumerate(one.editions)
        for rule in edition.rules.values()
        if isinstance(rule, RestrictionList)
        for status in rule.statuses
        for zone in edition.zones_of(rule)
    ]
