"""What went wrong, as rows of `problem`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.ids import stable_id
from schema.urls import canonical_url
from warehouse.tables import BIGINT, INTEGER, TEXT, columns_of, merge_rows, staged

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from schema.records import Problem

PROBLEM_COLUMNS = {
    "problem_id": BIGINT,
    "source": TEXT,
    "url": TEXT,
    "source_key": TEXT,
    "kind": TEXT,
    "detail": TEXT,
    "line_no": INTEGER,
    "page_id": BIGINT,
    "load_id": BIGINT,
}


def write_problems(
    con: duckdb.DuckDBPyConnection, problems: Iterable[tuple[Problem, int | None]], load_id: int
) -> int:
    """Write problems, each with the id of its page and once; return how many are new."""
    rows: dict[int, dict[str, Any]] = {}
    for problem, page in problems:
        url = canonical_url(problem.url) if problem.url else None
        identity = stable_id(
            "problem",
            problem.source,
            url or "",
            problem.source_key or "",
            problem.kind,
            problem.detail,
            str(problem.line_no),
            str(page),
        )
        rows.setdefault(
            identity,
            {
                "problem_id": identity,
                "source": problem.source,
                "url": url,
                "source_key": problem.source_key,
                "kind": problem.kind,
                "detail": problem.detail,
                "line_no": problem.line_no,
                "page_id": page,
                "load_id": load_id,
            },
        )
    with staged(con, "staged_problem", PROBLEM_COLUMNS, columns_of(list(rows.values()), PROBLEM_COLUMNS)):
        merged = merge_rows(
            con, "problem", "staged_problem", keys=("problem_id",), keep=tuple(PROBLEM_COLUMNS)
        )
    return merged.inserted
