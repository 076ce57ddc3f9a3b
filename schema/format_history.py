"""Since when a clause of a format says what it says."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from schema.formats import Edition, Format


def reads_so_since(form: Format, clause: str, day: date) -> date | None:
    """The first day from which the rules of a clause are those in force on a day; None: from the first.

    A change of a restriction list is none of the clause: the list has days of its own.
    """
    judged_by = form.clauses[clause].rules_of or clause if clause in form.clauses else clause
    held = [edition for edition in form.editions if edition.starts <= day]
    since = None
    for before, edition in pairwise(held):
        if _rules(before, judged_by) != _rules(edition, judged_by):
            since = edition.starts
    return since


def _rules(edition: Edition, clause: str) -> dict[str, object]:
    """A clause's rules: a rule key is the clause id, perhaps with a suffix after a dot."""
    return {key: rule for key, rule in edition.rules.items() if key.split(".")[0] == clause}
