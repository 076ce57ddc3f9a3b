"""What a person is told at the end of a night, read from the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from warehouse.database import sql_text
from warehouse.suggestions import Suggester

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import duckdb

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
    """The tables: sources, popular commanders, verdicts, unresolved names, tonight's news."""

    sources: Block
    popular: Block
    verdicts: Block
    unresolved: Block
    unresolved_names: int
    tonight: Block


def read_summary(
    con: duckdb.DuckDBPyConnection, games: Mapping[str, str], loads: Sequence[int] = ()
) -> Summary:
    """Read the summary; `games` tells each format's game, `loads` are the load ids of the night."""
    unresolved = _block(con, "unresolved")
    shown = []
    suggesters: dict[str, Suggester] = {}
    for format_name, text, lines in unresolved.rows[:SHOWN_NAMES]:
        game: Game = "mtg" if games.get(format_name) == "mtg" else "dm"
        suggester = suggesters.setdefault(game, Suggester(con, game))
        shown.append((format_name, text, lines, " / ".join(suggester.suggest(text))))
    return Summary(
        sources=_block(con, "sources"),
        popular=_block(con, "popular"),
        verdicts=_block(con, "verdicts"),
        unresolved=Block("unresolved", (*unresolved.columns, "suggestions"), tuple(shown)),
        unresolved_names=len(unresolved.rows),
        tonight=_block(con, "tonight", [list(loads)]),
    )


def _block(con: duckdb.DuckDBPyConnection, name: str, parameters: Sequence[object] = ()) -> Block:
    result = con.execute(sql_text("summary", name), list(parameters))
    columns = tuple(str(column[0]) for column in result.description or ())
    return Block(name, columns, tuple(result.fetchall()))
