"""Whether verdicts that were given for one day are those of another day too."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from warehouse.database import sql_text
from warehouse.tables import scalar

if TYPE_CHECKING:
    from datetime import date

    import duckdb

    from schema.formats import Edition, Format


def fingerprint(held: Format, edition: Edition) -> str:
    """A hash of all that an edition's verdicts hang on, its restriction lists aside."""
    text = f"{held.game} {held.excerpt_below} {edition.model_dump_json()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def verdicts_stand(con: duckdb.DuckDBPyConnection, held: Format, on: date) -> bool:
    """Whether the verdicts of basis `today` of a format's decks are those that `on` would give.

    They are where every deck has one, all for one day, by the same edition, whose rules are as they
    were judged by and all bind, and where nothing begins or ends between the two days: no rule and no
    restriction of its lists.
    """
    rows = con.execute(sql_text("legality/what_if", "standing"), {"format": held.id}).fetchall()
    decks, judged, first_day, last_day = rows[0]
    if not decks or judged != decks or first_day != last_day:
        return False
    edition = held.edition_on(on)
    if held.edition_on(first_day) is not edition or not all(rule.binding for rule in edition.rules.values()):
        return False
    known = {str(row[0]) for row in con.execute("describe format_edition").fetchall()}
    if "fingerprint" not in known:
        return False
    judged_by = scalar(
        con,
        "select fingerprint from format_edition where format = ? and edition = ?",
        [held.id, edition.starts],
    )
    if judged_by != fingerprint(held, edition):
        return False
    low, high = min(first_day, on), max(first_day, on)
    dates = {day for rule in edition.rules.values() for day in (rule.starts, rule.until)}
    if any(day is not None and low < day <= high for day in dates):
        return False
    changes = scalar(
        con,
        "select count(*) from restriction where list_contains(?::varchar[], list) "
        "and ((from_date > ? and from_date <= ?) or (until_date > ? and until_date <= ?))",
        [edition.lists, low, high, low, high],
    )
    return not changes
