"""Where a cell stands in its table: the row counted through the page, the column as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import lxml.html

_MOST_COLUMNS, _MOST_ROWS = 100, 1000


@dataclass(slots=True)
class _Row:
    number: int
    taken: dict[int, int]  # columns that cells of rows above reach down into
    cell: int = -1
    free: int = 0  # the first column behind the open cell


class Grid:
    """Follows the rows and cells of tables, in any nesting, as their tags open and close.

    `row` is that of the innermost open cell, -1 outside tables; `cell` its column, -1 outside cells.
    """

    def __init__(self) -> None:
        self.row = self.cell = -1
        self._rows: list[_Row] = []
        self._next_row = 0
        self._lone_cell = False  # inside a cell whose row tag is missing
        self._reaching: dict[int, dict[int, int]] = {}  # by nesting: columns, rows that they fill below

    def open_table(self) -> None:
        """Begin a table: no cell of another reaches into it."""
        self._reaching.pop(len(self._rows), None)

    def open_row(self) -> None:
        """Begin a row."""
        reaching = self._reaching.get(len(self._rows)) or {}
        if reaching:
            left = {column: rows - 1 for column, rows in reaching.items() if rows > 1}
            self._reaching[len(self._rows)] = left
        self._rows.append(_Row(self._next_row, reaching))
        self.row, self.cell = self._next_row, -1
        self._next_row += 1

    def open_cell(self, spanning: lxml.html.HtmlElement | None) -> None:
        """Begin a cell in the next column that is free; `spanning` is one with a colspan or rowspan."""
        if not self._rows:
            self.open_row()
            self._lone_cell = True
        row = self._rows[-1]
        cell = row.free
        while cell in row.taken:
            cell += 1
        self.cell = row.cell = cell
        row.free = cell + 1
        if spanning is not None:
            row.free = cell + _span(spanning, "colspan", _MOST_COLUMNS)
            rows = _span(spanning, "rowspan", _MOST_ROWS)
            if rows > 1:
                reaching = self._reaching.setdefault(len(self._rows) - 1, {})
                reaching.update(dict.fromkeys(range(cell, row.free), rows - 1))

    def close(self, tag: str) -> None:
        """End a row, or a cell that had none."""
        if self._rows and (tag == "tr" or self._lone_cell):
            self._rows.pop()
            self._lone_cell = False
            row = self._rows[-1] if self._rows else None
            self.row, self.cell = (row.number, row.cell) if row is not None else (-1, -1)


def _span(element: lxml.html.HtmlElement, name: str, most: int) -> int:
    written = element.get(name)
    if written is None or not written.strip().isdecimal():
        return 1
    return min(int(written), most) or (most if name == "rowspan" else 1)  # rowspan=0: to the table's end
