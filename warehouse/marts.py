"""The marts: one SQL file a table, built anew each night from the core tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.database import sql_files
from warehouse.tables import TEXT, staged, transaction

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

    from schema.formats import Format

MARTS = (
    "counted_deck",
    "commander_popularity",
    "civilization_popularity",
    "card_inclusion",
    "legality_summary",
    "rule_breaches",
    "ban_impact",
    "data_quality",
)


def build_marts(con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format] | None = None) -> None:
    """Build every mart, all in one transaction. `formats` tells which format reads which restriction list."""
    pairs = format_lists(formats or {})
    columns = {"format": [pair[0] for pair in pairs], "list": [pair[1] for pair in pairs]}
    with transaction(con), staged(con, "format_list", {"format": TEXT, "list": TEXT}, columns):
        for _, text in sql_files("marts"):
            con.execute(text)


def format_lists(formats: Mapping[str, Format]) -> list[tuple[str, str]]:
    """The (format, restriction list) pairs that any edition names."""
    return sorted(
        {
            (identity, name)
            for identity, one in formats.items()
            for edition in one.editions
            for rule in edition.rules.values()
            if isinstance(name := getattr(rule, "list", None), str)
        }
    )


def games(formats: Mapping[str, Format]) -> dict[str, str]:
    """The game of every format and of every restriction list, as `resolve` wants it."""
    named = {identity: one.game for identity, one in formats.items()}
    return {**{name: formats[identity].game for identity, name in format_lists(formats)}, **named}
