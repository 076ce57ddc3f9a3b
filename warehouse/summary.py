"""What a person is told at the end of a night, read from the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from warehouse.database import sql_text
from warehouse.suggestions import Suggester
from warehouse.unbound import lists_judged_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import duckdb

    from schema.formats import Format
    from schema.records import Game

SHOWN_NAMES = 8


@dataclass(frozen=True, slots=True)
class Block:
    """One table of the summary."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def dictionaries(self) -> list[dict[str, Any]]:
        """The rows by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Summary:
    """The tables: sources, popular commanders, verdicts, unresolved names, those of lists, tonight's news."""

    sources: Block
    popular: Block
    verdicts: Block
    unresolved: Block
    unresolved_names: int
    unbound: Block
    tonight: Block


def read_summary(
    con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format], loads: Sequence[int] = ()
) -> Summary:
    """Read the summary; `formats` by name, `loads` are the load ids of the night."""
    unresolved = _block(con, "unresolved")
    shown = []
    suggesters: dict[str, Suggester] = {}
    for format_name, text, lines in unresolved.rows[:SHOWN_NAMES]:
        game: Game = formats[format_name].game if format_name in formats else "dm"
        if game not in suggesters:
            suggesters[game] = Suggester(con, game)
        shown.append((format_name, text, lines, " / ".join(suggesters[game].suggest(text))))
    return Summary(
        sources=_block(con, "sources"),
        popular=_block(con, "popular"),
        verdicts=_block(con, "verdicts"),
        unresolved=Block("unresolved", (*unresolved.columns, "suggestions"), tuple(shown)),
        unresolved_names=len(unresolved.rows),
        unbound=_block(con, "unbound", [lists_judged_by(con, formats)]),
        tonight=_block(con, "tonight", [list(loads)]),
    )


def _block(con: duckdb.DuckDBPyConnection, name: str, parameters: Sequence[object] = ()) -> Block:
    result = con.execute(sql_text("summary", name), list(parameters))
    columns = tuple(str(column[0]) for column in result.description or ())
    return Block(name, columns, tuple(result.fetchall()))
