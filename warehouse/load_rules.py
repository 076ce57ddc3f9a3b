"""Restriction changes and rule texts of a batch of pages."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from schema.ids import stable_id
from schema.records import Problem
from schema.urls import canonical_url
from warehouse.deck_versions import naive
from warehouse.tables import (
    BIGINT,
    DATE,
    INSTANT,
    INTEGER,
    SMALLINT,
    TEXT,
    TEXTS,
    columns_of,
    merge_rows,
    scalar,
    staged,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from schema.records import Page, RestrictionChange, RuleText

CHANGE_COLUMNS = {
    "change_id": BIGINT,
    "list": TEXT,
    "cards": TEXTS,
    "status": TEXT,
    "min_identity": SMALLINT,
    "effective_on": DATE,
    "previous": TEXT,
    "kind": TEXT,
    "url": TEXT,
    "line_no": INTEGER,
    "load_id": BIGINT,
}
_TEXT_COLUMNS = {
    "source": TEXT,
    "url": TEXT,
    "section": TEXT,
    "text": TEXT,
    "seen_at": INSTANT,
    "from_load_id": BIGINT,
}


def load_changes(
    con: duckdb.DuckDBPyConnection, changes: Iterable[tuple[Page, RestrictionChange]], load_id: int
) -> tuple[int, list[Problem]]:
    """Add restriction changes; one said twice (old and new address) is one. Return (new, problems)."""
    rows: dict[int, dict[str, Any]] = {}
    problems: list[Problem] = []
    for page, change in changes:
        if not (change.list and change.cards and all(change.cards) and change.status and change.effective_on):
            detail = f"a list update without list, card, status or date: {change.cards!r}"
            problems.append(Problem(page.source, page.url, "bad_record", detail, change.line_no))
            continue
        change_id = stable_id(
            "change",
            change.list,
            *change.cards,
            change.status,
            str(change.min_identity),
            change.effective_on.isoformat(),
            change.kind,
        )
        rows.setdefault(
            change_id,
            {
                "change_id": change_id,
                "list": change.list,
                "cards": list(change.cards),
                "status": change.status,
                "min_identity": change.min_identity,
                "effective_on": change.effective_on,
                "previous": change.previous,
                "kind": change.kind,
                "url": canonical_url(change.url),
                "line_no": change.line_no,
                "load_id": load_id,
            },
        )
    if not rows:
        return 0, problems
    with staged(con, "staged_change", CHANGE_COLUMNS, columns_of(list(rows.values()), CHANGE_COLUMNS)):
        merged = merge_rows(
            con,
            "restriction_change",
            "staged_change",
            keys=("change_id",),
            keep=("load_id", "url", "line_no", "previous"),
        )
    return merged.inserted, problems


def load_rule_text(
    con: duckdb.DuckDBPyConnection, page: Page, rule: RuleText, load_id: int
) -> tuple[int, list[Problem]]:
    """Keep a rule page section by section; a text that differs from the one before gives its diff.

    Return (sections changed, problems). A section that is gone or changed ends with this load.
    """
    url = canonical_url(rule.url)
    seen_at = naive(page.fetched_at)
    assert seen_at is not None
    last = scalar(
        con,
        "select max(greatest(seen_at, coalesce(ended_at, seen_at))) from rule_text "
        "where source = ? and url = ?",
        [rule.source, url],
    )
    if last is not None and seen_at <= last:
        return 0, []  # a view from before the last change, met again
    sections = _numbered(rule.sections)
    before = {
        str(section): str(text)
        for section, text in con.execute(
            "select section, text from rule_text where source = ? and url = ? and until_load_id is null",
            [rule.source, url],
        ).fetchall()
    }
    gone = [name for name, text in before.items() if sections.get(name) != text]
    new = [name for name, text in sections.items() if before.get(name) != text]
    if not gone and not new:
        return 0, []
    if gone:
        con.execute(
            "update rule_text set until_load_id = ?, ended_at = ? "
            "where source = ? and url = ? and until_load_id is null and list_contains(?::varchar[], section)",
            [load_id, seen_at, rule.source, url, gone],
        )
    rows = [
        {
            "source": rule.source,
            "url": url,
            "section": name,
            "text": sections[name],
            "seen_at": seen_at,
            "from_load_id": load_id,
        }
        for name in new
    ]
    if rows:
        with staged(con, "staged_rule", _TEXT_COLUMNS, columns_of(rows, _TEXT_COLUMNS)):
            con.execute(
                "insert into rule_text (source, url, section, text, seen_at, from_load_id) "
                "select source, url, section, text, seen_at, from_load_id from staged_rule"
            )
    if not before:
        return len(new), []
    return len(gone) + len(new), [Problem(rule.source, page.url, "rule_changed", _diff(before, sections))]


def _numbered(sections: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Sections by heading; a second one of the same heading gets a number."""
    named: dict[str, str] = {}
    for heading, text in sections:
        name, number = heading, 1
        while name in named:
            number += 1
            name = f"{heading} ({number})"
        named[name] = text
    return named


def _diff(before: dict[str, str], after: dict[str, str]) -> str:
    def lines(sections: dict[str, str]) -> list[str]:
        return [line for name, text in sections.items() for line in (f"## {name}", *text.splitlines())]

    return "\n".join(difflib.unified_diff(lines(before), lines(after), "before", "now", n=1, lineterm=""))
