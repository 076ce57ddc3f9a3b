"""The bench's table in the README: one row a promise, the figures of the last run that measured it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.docs.readme import cells, filled, parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.bench.ratios import Promise, Ratio

HEAD = ("what", "promise", "ratio", "", "measured")


def line(row: Iterable[str]) -> str:
    """One row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def written(text: str, promises: Sequence[Promise], ratios: Iterable[Ratio]) -> str:
    """The README with the table renewed: what was measured now, and what stood there of the same promise."""
    (block,) = [part for part in parts(text) if part.kind == "bench"]
    figures = {(row[0], row[1]): row for row in cells(block.text)}
    figures |= {(ratio.promise.name, ratio.promise.words): [*ratio.cells()] for ratio in ratios}
    rows = [
        figures.get((each.name, each.words), [each.name, each.words, "", "not measured", ""])
        for each in promises
    ]
    body = [line(HEAD), line(["---"] * len(HEAD)), *(line(row) for row in rows)]
    return filled(block, "\n".join(body), text)
