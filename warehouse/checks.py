"""The checks after the marts: SQL that must return no rows. Nothing is published while one does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schema.errors import CheckFailed
from warehouse.database import sql_files
from warehouse.tables import scalar

if TYPE_CHECKING:
    import duckdb

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: its name, how many rows, and the first of them with their columns."""

    check: str
    count: int
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def __str__(self) -> str:
        cells = [self.columns, *(tuple("" if v is None else str(v) for v in row) for row in self.rows)]
        widths = [max(len(row[place]) for row in cells) for place in range(len(self.columns))]
        lines = [
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        ]
        more = [f"  … and {self.count - len(self.rows)} more"] if self.count > len(self.rows) else []
        return "\n".join([f"{self.check}: {self.count} rows", *lines, *more])


def find_faults(con: duckdb.DuckDBPyConnection) -> list[Finding]:
    """Run every check; give the ones that found something, in the order of their files."""
    findings: list[Finding] = []
    for name, text in sql_files("checks"):
        count = int(scalar(con, f"select count(*) from ({text})"))  # noqa: S608
        if count:
            found = con.execute(f"select * from ({text}) limit {SHOWN}")  # noqa: S608
            columns = tuple(str(column[0]) for column in found.description or ())
            rows = tuple(tuple(row) for row in found.fetchall())
            findings.append(Finding(name.split("_", 1)[1], count, columns, rows))
    return findings


def run_checks(con: duckdb.DuckDBPyConnection) -> None:
    """Raise CheckFailed with the rows of every check that found some; return when all are clean."""
    findings = find_faults(con)
    if findings:
        names = ", ".join(finding.check for finding in findings)
        raise CheckFailed(
            f"checks failed: {names}; nothing was published\n" + "\n".join(map(str, findings)),
            hint="the last published copy stays; `deckcensus replay` rebuilds the tables from the archive",
        )
