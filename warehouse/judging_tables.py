"""The small tables that a judging reads its parameters from: their columns, and how they are filled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from schema.card_tests import read_test
from schema.magic_subtypes import NONCREATURE_TYPES
from warehouse.tables import BIGINT, BOOLEAN, DATE, DOUBLE, INTEGER, SMALLINT, TEXT, TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import duckdb

RULE_COLUMNS: dict[str, Any] = {
    "edition_no": SMALLINT,
    "rule_key": TEXT,
    "rule": TEXT,
    "kind": TEXT,
    "game": TEXT,
    "severity": TEXT,
    "source_url": TEXT,
    "from_date": DATE,
    "until_date": DATE,
    "zones": TEXTS,
    "least": INTEGER,
    "most": INTEGER,
    "numbers": pa.list_(pa.int32()),
    "expected": INTEGER,
    "copies": INTEGER,
    "exempt": TEXTS,
    "exempt_cards": TEXTS,
    "commander_method": TEXT,
    "cards_method": TEXT,
    "lane": INTEGER,
    "clauses": TEXT,
    "least_cost": INTEGER,
    "allowed": TEXTS,
    "class_no": INTEGER,
    "class_name": TEXT,
    "undecided": BOOLEAN,
    "is_allowed": BOOLEAN,
    "list": TEXT,
    "statuses": TEXTS,
    "colours": TEXT,
    "want": BIGINT,
}
RULE_TABLES: dict[str, dict[str, Any]] = {
    "judging_rule": RULE_COLUMNS,
    "judging_edition": {
        "edition_no": SMALLINT,
        "format_no": SMALLINT,
        "format": TEXT,
        "game": TEXT,
        "from_date": DATE,
        "until_date": DATE,
        "low": DATE,
        "high": DATE,
        "source_url": TEXT,
        "excerpt_below": DOUBLE,
    },
    "judging_lane": {"game": TEXT, "method": TEXT, "lane": INTEGER},
    "judging_method": {"method": TEXT},
    "judging_class": {"class_no": INTEGER, "bit": INTEGER, "has_any": BOOLEAN},
    "judging_class_test": {"class_no": INTEGER, "side": TEXT, "test": TEXT, "said": TEXT},
    "judging_rule_test": {"edition_no": SMALLINT, "rule_key": TEXT, "side": TEXT, "test": TEXT, "said": TEXT},
    "judging_list": {"list": TEXT, "bit": INTEGER},
}
TERM_COLUMNS: dict[str, Any] = {
    "test": TEXT,
    "terms": INTEGER,
    "field": TEXT,
    "operator": TEXT,
    "value": TEXT,
    "is_noncreature": BOOLEAN,
}


def term_rows(tests: Iterable[str]) -> list[dict[str, Any]]:
    """The terms of card tests, one row a term."""
    rows: list[dict[str, Any]] = []
    for test in sorted(tests):
        terms = read_test(test)
        rows += [
            {
                "test": test,
                "terms": len(terms),
                "field": name,
                "operator": operator,
                "value": value,
                "is_noncreature": value in NONCREATURE_TYPES,
            }
            for name, operator, value in terms
        ]
    return rows


def write_table(
    con: duckdb.DuckDBPyConnection,
    name: str,
    columns: Mapping[str, Any],
    rows: Iterable[Mapping[str, Any]],
) -> None:
    """Replace one temporary table by rows."""
    held = list(rows)
    table = pa.table({key: pa.array([row[key] for row in held], type=kind) for key, kind in columns.items()})
    con.register("judging_rows", table)
    con.execute(f"create or replace temp table {name} as from judging_rows")
    con.unregister("judging_rows")
