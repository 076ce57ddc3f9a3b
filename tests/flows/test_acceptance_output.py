"""Tables on a terminal of 80 columns: nothing broken into letters, dates and numbers whole."""

import io

import pytest

from flows.output import Output, one_line, write_rows


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    return Terminal()


def _written(terminal, columns, rows):
    write_rows(columns, rows, Output.table, terminal)
    return terminal.getvalue()


def test_a_table_that_fits_is_a_table(terminal):
    out = _written(terminal, ("card", "copies"), [("火の王", 1), ("水の者", 12)])
    assert [line.split() for line in out.splitlines()] == [
        ["card", "copies"],
        ["火の王", "1"],
        ["水の者", "12"],
    ]


def test_long_text_is_folded_and_dates_stay_whole(terminal):
    rows = [("2020-02-23", "word " * 40, "0.206549", "2026-01-04")]
    out = _written(terminal, ("from_date", "detail", "share_low", "until_date"), rows)
    assert "2020-02-23" in out
    assert "0.206549" in out
    assert max(map(len, out.splitlines())) <= 80


def test_more_columns_than_the_terminal_holds_become_lines(terminal):
    columns = tuple(f"column_{number}" for number in range(20))
    out = _written(terminal, columns, [tuple(f"value {n}" for n in range(20))] * 2)
    lines = out.splitlines()
    assert lines[0].split() == ["column_0", "value", "0"]
    assert lines[20] == ""
    assert len(lines) == 41


def test_brackets_in_a_cell_are_text(terminal):
    assert "[bold]x[/bold] [1]" in _written(terminal, ("a",), [("[bold]x[/bold] [1]",)])


def test_a_line_for_the_terminal_has_no_control_characters():
    assert one_line("a\x1b[31m\x00 b\n c") == "a�[31m� b c"
    assert len(one_line("x" * 1000)) == 300
