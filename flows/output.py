"""Rows to stdout as table, JSON lines, CSV or Markdown; everything that is not data goes to stderr."""

from __future__ import annotations

import csv
import json
import math
import sys
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


# In a table that must be folded: cells up to SHORT columns of a terminal stay whole, others keep FOLDED.
SHORT = 20
FOLDED = 14


class Output(StrEnum):
    """How rows are printed."""

    table = "table"
    json = "json"
    csv = "csv"
    md = "md"


class Terminal(Console):
    """A console that tells of a reader who went away as a plain write does, so that `| head` is no error."""

    def on_broken_pipe(self) -> None:
        """Called by rich in place of the error."""
        raise BrokenPipeError


def notes() -> Console:
    """The console for notes, progress and errors: stderr, no colour off a terminal or with NO_COLOR."""
    return Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)


def one_line(text: str, longest: int = 300) -> str:
    """Text from elsewhere, fit for one line of a terminal: no control characters, cut where too long."""
    clean = "".join(letter if letter.isprintable() else "�" for letter in " ".join(text.split()))
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


def write_rows(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    output: Output,
    stream: TextIO | None = None,
) -> None:
    """Print rows as they come (a table needs them all first). CSV is UTF-8 with LF, empty for null.

    In JSON a second column of one name is told apart as DuckDB does it: `name_1`.
    """
    out = stream or sys.stdout
    if output is Output.json:
        keys = _distinct(columns)
        for row in rows:
            held = dict(zip(keys, map(plain, row), strict=True))
            out.write(json.dumps(held, ensure_ascii=False, allow_nan=False) + "\n")
    elif output is Output.csv:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(value) for value in row] for row in rows)
    elif output is Output.md:
        out.write(_markdown(columns))
        out.write("|" + " --- |" * len(columns) + "\n")
        out.writelines(_markdown([_cell(value) for value in row]) for row in rows)
    else:
        _write_table(columns, rows, out)
    out.flush()


def _markdown(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |\n"


def _distinct(columns: Sequence[str]) -> list[str]:
    keys: list[str] = []
    for name in columns:
        key, number = name, 0
        while key in keys:
            number += 1
            key = f"{name}_{number}"
        keys.append(key)
    return keys


def _write_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], out: TextIO) -> None:
    terminal = out.isatty()
    console = Terminal(file=out, highlight=False, width=None if terminal else 10_000)
    print_table(console, columns, [[_cell(value) for value in row] for row in rows], bold=terminal)


def print_table(
    console: Console,
    columns: Sequence[str],
    held: Sequence[Sequence[str]],
    *,
    title: str | None = None,
    bold: bool = True,
) -> None:
    """A table; on a terminal too narrow for it, one block of `column  value` lines a row."""
    widths = [
        max([cell_len(line) for row in held for line in row[place].split("\n")], default=0)
        for place in range(len(columns))
    ]
    headers = list(columns)
    if _sum_of(max(width, len(name)) for width, name in zip(widths, columns, strict=True)) > console.width:
        # A head that alone makes its column wide goes over two lines.
        headers = [
            name.replace("_", "_\n") if len(name) > width else name
            for width, name in zip(widths, columns, strict=True)
        ]
    # Dates, numbers and short words stay whole; only long text is folded.
    least = [
        max(min(width, SHORT) if width <= SHORT else FOLDED, *(len(part) for part in name.split("\n")))
        for width, name in zip(widths, headers, strict=True)
    ]
    if held and _sum_of(least) > console.width:
        if title:
            console.print(Text(title, "bold"), soft_wrap=True)
        _write_blocks(columns, held, console)
        return
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        header_style="bold" if bold else "",
    )
    for place, name in enumerate(headers):
        numeric = bool(held) and all(_is_number(row[place]) for row in held)
        table.add_column(
            Text(name),
            justify="right" if numeric else "left",
            overflow="fold",
            min_width=least[place],
            no_wrap=widths[place] <= SHORT,
        )
    for row in held:
        table.add_row(*[Text(cell) for cell in row])
    console.print(table)


def _sum_of(widths: Iterable[int]) -> int:
    found = list(widths)
    return sum(found) + 2 * (len(found) - 1)


def _write_blocks(columns: Sequence[str], rows: Sequence[Sequence[str]], console: Console) -> None:
    widest = max(map(len, columns))
    for number, row in enumerate(rows):
        if number:
            console.print()
        for name, value in zip(columns, row, strict=True):
            line = Text.assemble((f"{name:<{widest}}", "bold"), "  ", value)
            console.print(line, soft_wrap=True)


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "").removesuffix("%") or "0")
    except ValueError:
        return False
    return True


def plain(value: Any) -> Any:
    """Make a value fit for JSON: dates as ISO, decimals as floats, bytes in hex, other things as text.

    Numbers that JSON has not (infinite, not a number) are null.
    """
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, float):
        value = plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
