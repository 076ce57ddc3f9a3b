"""Reading verdicts back: for `check`, which shows them, and clears the decks away again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from warehouse.database import sql_text

if TYPE_CHECKING:
    import duckdb

_OF_DECKS = (
    "violation",
    "verdict",
    "deck_commander",
    "deck_card",
    "deck_line",
    "deck",
    "problem",
    "page",
    "load",
)


def verdicts(con: duckdb.DuckDBPyConnection) -> dict[str, dict[str, dict[str, Any]]]:
    """Source key -> basis -> the verdict row: edition, as_of, verdict, cards, commanders, findings.

    `findings` are dictionaries with rule, severity, zone, card, copies, detail, source, since.
    """
    result = con.execute(sql_text("check", "verdicts"))
    columns = [column[0] for column in result.description or ()]
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for row in result.fetchall():
        view = dict(zip(columns, row, strict=True))
        view["findings"] = view["findings"] or []
        view["commanders"] = view["commanders"] or []
        found.setdefault(view["source_key"], {})[view["basis"]] = view
    return found


def unresolved_lines(con: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[int, str]]]:
    """Source key -> (line number, text as written) of every line that no card answers to."""
    rows = con.execute(
        "select d.source_key, l.line_no, l.text from deck_line l join deck d using (deck_id) "
        "where l.card_id is null order by d.source_key, l.line_no"
    ).fetchall()
    found: dict[str, list[tuple[int, str]]] = {}
    for key, line_no, text in rows:
        found.setdefault(str(key), []).append((int(line_no), str(text)))
    return found


def clear_decks(con: duckdb.DuckDBPyConnection) -> None:
    """Take every deck and what hangs on it out again; cards and restrictions stay."""
    for table in _OF_DECKS:
        con.execute(f"delete from {table}")  # noqa: S608 - names of our own
