"""Writing the report: made aside, then moved into place file by file, the front page last."""

from __future__ import annotations

import base64
import csv
import io
from importlib import resources
from itertools import chain
from typing import TYPE_CHECKING

from warehouse.aside import move_into_place, unwritable, written_aside
from warehouse.report.facts import read_facts
from warehouse.report.pages import pages

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import duckdb

    from schema.formats import Format
    from warehouse.report.facts import Row

_MARK = '<meta name="generator" content="deckcensus">'


def write_report(
    con: duckdb.DuckDBPyConnection, directory: Path, formats: Mapping[str, Format]
) -> list[Path]:
    """Write the report on a published copy to a directory; return its files, `index.html` last.

    `con` is a reader's connection (`connect_published`). The pages need no network and no server; scripts
    only make tables sortable. The same data give the same bytes. Pages of commanders that have no deck any
    more go. Raises WarehouseError when the directory can't be written, UsageError when it is none.
    """
    facts = read_facts(con, formats)
    data = {f"data/{name}.csv": _csv(rows) for name, rows in facts.tables().items()}
    names: list[str] = []
    try:
        with written_aside(directory) as aside:
            for name, text in chain(_assets().items(), data.items(), pages(con, facts)):
                (aside / name).parent.mkdir(exist_ok=True)
                (aside / name).write_text(text, encoding="utf-8", newline="\n")
                names.append(name)
            moved = move_into_place(aside, directory, names)
        _drop_old_pages(directory, set(names))
    except OSError as error:
        raise unwritable(directory, error) from error
    return moved


def _assets() -> dict[str, str]:
    """Looks and scripts. The table widget is a module, which a page on a disk can import from no file."""
    own = resources.files("warehouse.report") / "static"
    widget = resources.files("itables") / "html"
    module = base64.b64encode((widget / "dt_bundle.js").read_bytes()).decode("ascii")
    return {
        "assets/report.css": (own / "report.css").read_text(encoding="utf-8"),
        "assets/report.js": (own / "report.js").read_text(encoding="utf-8"),
        "assets/tables.css": (widget / "dt_bundle.css").read_text(encoding="utf-8"),
        "assets/tables.js": f'window.deckcensusTables = "data:text/javascript;base64,{module}";\n',
    }


def _csv(rows: list[Row]) -> str:
    """Rows as CSV: UTF-8, LF, empty for null."""
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def _drop_old_pages(directory: Path, files: set[str]) -> None:
    """Remove pages of commanders and formats that are there no more; what is not ours stays."""
    for path in (*(directory / "commander").glob("*.html"), *(directory / "decks").glob("*.html")):
        is_left_over = f"{path.parent.name}/{path.name}" not in files
        if is_left_over and _MARK in path.read_text(encoding="utf-8", errors="replace"):
            path.unlink()
