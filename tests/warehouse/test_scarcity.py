"""Which of DuckDB's errors mean a full disk or scarce memory, in plain words, and which do not."""

import duckdb
import pytest

from warehouse.tables import scarcity


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (duckdb.IOException('IO Error: Could not write file "a": No space left on device'), "written"),
        (
            duckdb.TransactionException(
                'TransactionContext Error: Failed to commit: Could not write file "a.wal": File too large'
            ),
            "written",
        ),
        (
            duckdb.OutOfMemoryException("Out of Memory Error: failed\nPossible solutions"),
            "memory",
        ),
    ],
)
def test_scarcity_is_one_plain_line(error, word):
    plain = scarcity(error)
    assert plain is not None
    assert word in str(plain)
    assert "\n" not in str(plain)
    assert plain.hint


@pytest.mark.parametrize(
    "error",
    [
        duckdb.TransactionException("TransactionContext Error: Conflict on update!"),
        duckdb.ConstraintException("Constraint Error: Duplicate key"),
        ValueError("could not write"),
    ],
)
def test_other_errors_are_no_scarcity(error):
    assert scarcity(error) is None
