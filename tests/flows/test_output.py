"""What is printed is what was meant: no markup, no emoji, whatever stands in a cell."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from flows.output import Output, notes, print_table, write_rows

ODD = ["a.json:100: bad", "[bold]x[/bold]", ":smile:", "[1, 2]", "|pipe|", "《X》[red]"]


@pytest.mark.parametrize("text", ODD)
def test_a_cell_of_a_table_is_printed_as_it_is(text):
    out = io.StringIO()
    write_rows(("cell",), [(text,)], Output.table, out)
    assert text in out.getvalue()


@pytest.mark.parametrize("text", ODD)
def test_a_note_is_printed_as_it_is(text, capsys):
    notes().print(text, markup=False)
    assert capsys.readouterr().err == f"{text}\n"


@pytest.mark.parametrize("output", [Output.json, Output.csv, Output.md])
def test_every_cell_comes_back(output):
    out = io.StringIO()
    write_rows(("cell",), [(text,) for text in ODD], output, out)
    assert len(out.getvalue().splitlines()) >= len(ODD)
    assert ":100:" in out.getvalue()
    assert ":smile:" in out.getvalue()


def test_a_bar_or_a_line_end_in_a_column_head_is_no_new_cell():
    out = io.StringIO()
    write_rows(("a|b", "c\nd"), [(1, 2)], Output.md, out)
    assert out.getvalue() == "| a\\|b | c d |\n| --- | --- |\n| 1 | 2 |\n"


@pytest.mark.parametrize(
    ("value", "told"),
    [(float("nan"), None), (float("inf"), None), ([1.0, float("-inf")], [1.0, None]), (b"\x00\xff", "00ff")],
)
def test_json_is_json_whatever_a_cell_holds(value, told):
    def refuse(word: str) -> None:
        raise AssertionError(word)

    out = io.StringIO()
    write_rows(("cell",), [(value,)], Output.json, out)
    assert json.loads(out.getvalue(), parse_constant=refuse) == {"cell": told}


def test_columns_of_one_name_are_all_there_in_json():
    out = io.StringIO()
    write_rows(("a", "a", "a_1", "b"), [(1, 2, 3, 4)], Output.json, out)
    assert json.loads(out.getvalue()) == {"a": 1, "a_1": 2, "a_1_1": 3, "b": 4}


def drawn(width: int, columns: tuple[str, ...], rows: list[tuple[str, ...]], title: str | None = None) -> str:
    out = io.StringIO()
    print_table(Console(file=out, width=width, highlight=False), columns, rows, title=title)
    return out.getvalue()


def test_a_head_wider_than_its_column_goes_over_two_lines_where_there_is_no_room():
    columns, rows = ("source", "unresolved_lines", "long_text"), [("dm-edh", "84", "a b c d e f g h i j k l")]
    wide, narrow = drawn(80, columns, rows), drawn(45, columns, rows)
    assert wide.splitlines()[0].split() == ["source", "unresolved_lines", "long_text"]
    assert "unresolved_ " in narrow.splitlines()[0]
    assert "lines" in narrow.splitlines()[1]
    assert "long_text" in narrow.splitlines()[1]
    assert all(len(line) <= 45 for line in narrow.splitlines())


def test_a_table_without_room_for_its_short_cells_is_told_line_by_line():
    told = drawn(20, ("site", "requests", "status"), [("dm-official", "1,854", "done")], "Sites")
    assert told.splitlines() == ["Sites", "site      dm-official", "requests  1,854", "status    done"]


def test_counts_with_commas_stand_to_the_right():
    told = drawn(80, ("n",), [("1,854",), ("8",)])
    assert told.splitlines()[1:] == ["1,854", "    8"]
