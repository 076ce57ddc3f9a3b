"""What the report shows, read from the published copy: rows by format, ready for the pages."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from schema.problems import PROBLEM_KINDS
from warehouse.database import sql_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import duckdb

    from schema.format_files import Clause
    from schema.formats import Format

Row = dict[str, Any]
_ROWS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class CommanderFacts:
    """One commander of one format: its row of popularity and the file of its page."""

    row: Row
    page: str


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
    trend: list[Row]
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
        name: _by_format(_rows(con, name))
        for name in ("civilizations", "months", "trend", "legality", "breaches", "restrictions")
    }
    commanders = _by_format(_rows(con, "commanders"))
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
                    CommanderFacts(row, page_of(identity, row["commander"])) for row in commanders[identity]
                ],
                **{name: rows[identity] for name, rows in held.items()},
            )
        )
    sources = _rows(con, "sources")
    return ReportFacts(found, sources, _problems(sources), _rows(con, "foot")[0])


def lists_of_commanders(
    con: duckdb.DuckDBPyConnection, facts: ReportFacts
) -> Iterator[tuple[FormatFacts, CommanderFacts, list[Row], list[Row]]]:
    """Each commander with its cards and its decks, one after another: all at once are too many to hold."""
    led = [(form.id, each.row["commander"], form, each) for form in facts.formats for each in form.commanders]
    cards, decks = _Groups(con.cursor(), "cards"), _Groups(_with_verdicts(con), "decks")
    for format_id, commander, form, each in sorted(led, key=lambda one: one[:2]):
        key = (format_id, commander)
        yield form, each, cards.rows(key), decks.rows(key)


def newest_decks(con: duckdb.DuckDBPyConnection) -> Mapping[str, list[Row]]:
    """Format -> its newest decks with their verdicts, known commander or not."""
    return _by_format(_rows(_with_verdicts(con), "newest_decks"))


def _with_verdicts(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """A connection that has the view of decks with their verdicts and reasons."""
    reader = con.cursor()
    reader.execute(sql_text("report", "deck_verdicts"))
    return reader


class _Groups:
    """Rows in the order of (format, commander), given out group by group, in that order."""

    def __init__(self, con: duckdb.DuckDBPyConnection, name: str) -> None:
        rows = _stream(con, name)
        self._groups = groupby(rows, key=lambda row: (str(row["format"]), str(row["commander"])))
        self._next = next(self._groups, None)

    def rows(self, key: tuple[str, str]) -> list[Row]:
        """The group of a key, empty where there is none; keys ask in their order."""
        while self._next is not None and self._next[0] < key:
            self._next = next(self._groups, None)
        if self._next is None or self._next[0] != key:
            return []
        return list(self._next[1])


def page_of(format_id: str, commander: str) -> str:
    """The file of a commander's page: stable, and safe in any file system."""
    return f"commander/{format_id}-{hashlib.sha256(commander.encode()).hexdigest()[:12]}.html"


def decks_page_of(format_id: str) -> str:
    """The file of a format's list of decks."""
    return f"decks/{format_id}.html"


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
    return list(_stream(con, name))


def _stream(con: duckdb.DuckDBPyConnection, name: str) -> Iterator[Row]:
    result = con.execute(sql_text("report", name))
    columns = [str(column[0]) for column in result.description or ()]
    while rows := result.fetchmany(_ROWS_AT_ONCE):
        yield from (dict(zip(columns, row, strict=True)) for row in rows)


def _by_format(rows: Iterable[Row]) -> defaultdict[str, list[Row]]:
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["format"]].append(row)
    return groups
