"""Loading rows: our bulk load of deck lines against `executemany` of the same rows."""

from __future__ import annotations

from typing import Any

from tests.bench.ratios import Promise, Ratio, seconds
from warehouse.database import memory_database
from warehouse.tables import BIGINT, INTEGER, TEXT, columns_of, merge_rows, staged

ROWS = 100_000
SLOW_ROWS = 2_000
PROMISES = (Promise("load rows", "at least", 300),)
COLUMNS: dict[str, Any] = {
    "deck_id": BIGINT,
    "zone": TEXT,
    "line_no": INTEGER,
    "text": TEXT,
    "copies": INTEGER,
    "card_id": BIGINT,
    "resolved_by": TEXT,
}


def rows(count: int) -> list[dict[str, Any]]:
    return [
        {
            "deck_id": number // 60, "zone": "main", "line_no": number % 60,
            "text": f"見本の獣 {number % 997}", "copies": 1, "card_id": None, "resolved_by": None,
        }
        for number in range(count)
    ]  # fmt: skip


def measure() -> Ratio:
    """Rows a second of both, each into an empty table with its primary key."""
    fast, slow = rows(ROWS), rows(SLOW_ROWS)

    def bulk() -> None:
        con = memory_database()
        with staged(con, "new_line", COLUMNS, columns_of(fast, COLUMNS)):
            merge_rows(con, "deck_line", "new_line", keys=("deck_id", "line_no"), scope="true")
        assert con.execute("select count(*) from deck_line").fetchone() == (ROWS,)
        con.close()

    def one_by_one() -> None:
        con = memory_database()
        con.executemany(
            "insert into deck_line values (?, ?, ?, ?, ?, ?, ?)", [tuple(row.values()) for row in slow]
        )
        assert con.execute("select count(*) from deck_line").fetchone() == (SLOW_ROWS,)
        con.close()

    def nothing() -> None:
        memory_database().close()

    empty = seconds(nothing)
    quick, tedious = seconds(bulk) - empty, seconds(one_by_one, 3) - empty
    return PROMISES[0].measured(
        (ROWS / quick) / (SLOW_ROWS / tedious),
        f"{ROWS / quick:,.0f} rows/s, executemany {SLOW_ROWS / tedious:,.0f} rows/s",
    )  # fmt: skip
