"""The forms of God commanders, worked out for the distinct command zones that hold several Gods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from schema.gods import form_fault
from warehouse.judging_tables import write_table
from warehouse.tables import BIGINT, BOOLEAN, TEXT

if TYPE_CHECKING:
    import duckdb

_COLUMNS: dict[str, Any] = {
    "command_key": pa.uint64(),
    "rule": TEXT,
    "card_id": BIGINT,
    "is_known": BOOLEAN,
    "detail": TEXT,
}


def write_god_forms(con: duckdb.DuckDBPyConnection) -> None:
    """Make `judging_god_form`: the command zones of linked Gods that are no completed form, and why."""
    rows = con.execute(
        """
        select f.command_key, list(c.name order by x.slot), min(c.card_id),
            list(c.name) filter (where list_contains(c.traits, 'centre_link_360'))
        from judging_form f
        join judging_commander x using (command_key)
        join card c using (card_id)
        where f.is_god
        group by f.command_key
        order by f.command_key
        """
    ).fetchall()
    faults = [(key, card_id, form_fault(names, centres or ())) for key, names, card_id, centres in rows]
    found = [
        {
            "command_key": key,
            "rule": fault.rule,
            "card_id": card_id,
            "is_known": fault.is_known,
            "detail": fault.detail,
        }
        for key, card_id, fault in faults
        if fault is not None
    ]
    write_table(con, "judging_god_form", _COLUMNS, found)
