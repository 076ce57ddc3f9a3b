"""Rows of JSON files: every layout of a file, every chunk boundary, and rows that are broken."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parsers.cards.json_rows as module
from parsers.cards.json_rows import BadRow, Row, json_rows


def values(text: str) -> list[Any]:
    return [row.value if isinstance(row, Row) else row.number for row in json_rows(io.StringIO(text))]


ROWS = [{"name": "A", "n": 1}, {"name": "B [x], {y}", "n": 2.5}, {"name": "C", "text": "a\nb"}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(ROWS),
        json.dumps(ROWS, indent=2),
        "[\n" + ",\n".join(json.dumps(row) for row in ROWS) + "\n]\n",
        "\n".join(json.dumps(row) for row in ROWS),
        "\n\n".join(json.dumps(row) for row in ROWS) + "\n",
        "\ufeff" + json.dumps(ROWS),
        json.dumps({"object": "list", "data": ROWS}),
        json.dumps({"object": "list", "has_more": False, "data": ROWS, "end": [1]}, indent=1),
        json.dumps({"meta": {"v": 1}, "data": dict(enumerate(ROWS))}),
    ],
)
def test_every_layout_gives_the_same_rows(text: str) -> None:
    assert values(text) == ROWS


def test_members_keep_their_key() -> None:
    rows = list(json_rows(io.StringIO('{"data": {"A": [1], "B": [2]}}')))
    assert rows == [Row(1, [1], "A"), Row(2, [2], "B")]


def test_a_single_object_is_one_row() -> None:
    assert values(json.dumps(ROWS[0])) == [ROWS[0]]
    assert values(json.dumps(ROWS[0], indent=2)) == [ROWS[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[\n{"a": 1},\n{"a": broken},\n{"a": 3}\n]', [{"a": 1}, 2, {"a": 3}]),
        ('{"a": 1}\n{"a": bro\n{"a": 3}', [{"a": 1}, 2, {"a": 3}]),
        ('[{"a": 1}, {"a": 2', [{"a": 1}, 2, 3]),
        ('[{"a": 1}', [{"a": 1}, 2]),
        ('{"data": {"A": 1, "B": ', [1, 2, 3, 1]),
        ("", []),
        ("   \n", []),
        ("name,type", [1]),
        ("[]", []),
    ],
)
def test_broken_rows_are_told_and_passed(text: str, expected: list[Any]) -> None:
    assert values(text) == expected


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.dictionaries(st.text(max_size=4), st.one_of(st.text(max_size=30), st.integers(), st.floats(0, 9))),
        min_size=1,
        max_size=6,
    ),
    st.integers(5, 60),
    st.sampled_from(["array", "indented", "lines", "data"]),
)
def test_any_chunk_size_gives_the_same_rows(rows: list[dict[str, Any]], chunk: int, layout: str) -> None:
    texts = {
        "array": json.dumps(rows),
        "indented": json.dumps(rows, indent=1),
        "lines": "\n".join(json.dumps(row) for row in rows) + "\n",
        "data": json.dumps({"object": "list", "data": rows}),
    }
    whole = module._CHUNK
    module._CHUNK = chunk
    try:
        found = values(texts[layout])
    finally:
        module._CHUNK = whole
    assert found == rows or (layout == "lines" and len(rows) == 1 and "data" in rows[0])


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '[{"a":' * 100_000, '{"a":' * 100_000 + "\n{}", '{"data":' * 50_000]
)
def test_deep_nesting_is_told(text: str) -> None:
    rows = list(json_rows(io.StringIO(text)))
    assert any(isinstance(row, BadRow) for row in rows)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='[]{},:"a1 \n', max_size=40))
def test_no_text_makes_it_fail_or_hang(text: str) -> None:
    rows = list(json_rows(io.StringIO(text)))
    assert all(isinstance(row, (Row, BadRow)) for row in rows)
    assert len(rows) <= len(text) + 1
