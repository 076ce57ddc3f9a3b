"""Since when a clause reads as it does, by the days of the editions."""

from __future__ import annotations

from datetime import date

import pytest

from schema.format_history import reads_so_since
from schema.formats import load_formats


@pytest.mark.parametrize(
    ("clause", "day", "since"),
    [
        ("DM1", date(2026, 11, 30), date(2023, 2, 10)),
        ("DM1", date(2019, 12, 19), date(2019, 3, 3)),
        ("DM1", date(2018, 1, 1), None),
        ("DM2", date(2026, 11, 30), None),
        ("DM7", date(2026, 11, 30), date(2020, 2, 23)),
        ("no such clause", date(2026, 11, 30), None),
    ],
)
def test_a_clause_reads_so_since_the_edition_that_changed_it(clause, day, since):
    assert reads_so_since(load_formats()["dmedh"], clause, day) == since
