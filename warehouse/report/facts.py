"""What the report shows, read from the published copy: rows by format, ready for the pages."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schema.problems import PROBLEM_KINDS
from warehouse.database import sql_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import duckdb

    from schema.formats import Clause, Format

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CommanderFacts:
    """One commander of one format: its row of popularity, its cards and its decks."""

    row: Row
    page: str
    cards: list[Row]
    decks: list[Row]


@dataclass(frozen=True, slots=True)
class FormatFacts:
    """One format with decks. `clauses` is empty for a format that no file describes (any more)."""

    id: str
    game: str
    names: dict[str, str]
    clauses: dict[str, Clause]
    field: Row
    commanders: list[CommanderFacts]
    civilizations: list[Row]
    months: list[Row]
    legality: list[Row]
    breaches: list[Row]
    restrictions: list[Row]


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """Everything: the formats, the largest field first, how each source is read, and the foot of the page."""

    formats: list[FormatFacts]
    sources: list[Row]
    problems: list[Row]
    foot: Row

    def tables(self) -> dict[str, list[Row]]:
        """The rows behind the charts and tables of the front page, of all formats."""
        tables = {
            name: [row for form in self.formats for row in getattr(form, name)]
            for name in ("civilizations", "months", "legality", "breaches", "restrictions")
        }
        commanders = [each.row for form in self.formats for each in form.commanders]
        return {"commanders": commanders, **tables, "sources": self.sources, "problems": self.problems}


def read_facts(con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format]) -> ReportFacts:
    """Read the published tables; `formats` give the names of formats and of their clauses."""
    held = {
        name: _by(_rows(con, name), "format")
        for name in ("civilizations", "months", "legality", "breaches", "restrictions")
    }
    cards, decks = (_by(_rows(con, name), "format", "commander") for name in ("cards", "decks"))
    commanders = _by(_rows(con, "commanders"), "format")
    found = []
    for field in _rows(con, "fields"):
        identity = field["format"]
        form = formats.get(identity)
        found.append(
            FormatFacts(
                id=identity,
                game=form.game if form else "dm",
                names=dict(form.names) if form else {"en": identity},
                clauses=dict(form.clauses) if form else {},
                field=field,
                commanders=[
                    CommanderFacts(
                        row,
                        page_of(identity, row["commander"]),
                        cards[identity, row["commander"]],
                        decks[identity, row["commander"]],
                    )
                    for row in commanders[identity,]
                ],
                **{name: rows[identity,] for name, rows in held.items()},
            )
        )
    sources = _rows(con, "sources")
    return ReportFacts(found, sources, _problems(sources), _rows(con, "foot")[0])


def page_of(format_id: str, commander: str) -> str:
    """The file of a commander's page: stable, and safe in any file system."""
    return f"commander/{format_id}-{hashlib.sha256(commander.encode()).hexdigest()[:12]}.html"


def _problems(sources: Iterable[Row]) -> list[Row]:
    """`cut_off 9, protected 1` of each source as rows, with what the kinds mean."""
    rows = []
    for source in sources:
        for part in (source["problem_kinds"] or "").split(", "):
            kind, _, count = part.partition(" ")
            if kind:
                meaning = PROBLEM_KINDS.get(kind, "")
                rows.append(
                    {"source": source["source"], "kind": kind, "problems": int(count), "meaning": meaning}
                )
    return rows


def _rows(con: duckdb.DuckDBPyConnection, name: str) -> list[Row]:
    result = con.execute(sql_text("report", name))
    columns = [str(column[0]) for column in result.description or ()]
    return [dict(zip(columns, row, strict=True)) for row in result.fetchall()]


def _by(rows: Iterable[Row], *keys: str) -> defaultdict[tuple[Any, ...], list[Row]]:
    groups: defaultdict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    return groups
