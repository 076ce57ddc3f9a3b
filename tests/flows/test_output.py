"""What is printed is what was meant: no markup, no emoji, whatever stands in a cell."""

from __future__ import annotations

import io

import pytest

from flows.output import Output, notes, write_rows

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
