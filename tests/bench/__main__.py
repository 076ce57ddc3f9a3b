"""`make bench`: the promised ratios, as a Markdown table. Exit code 1 where one is missed.

`python -m tests.bench [--write] [parse load judge prefect million]` measures all or some of them;
`--write` puts what was measured into the table of the README, whose other rows stay.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import TYPE_CHECKING

from tests.bench.table import HEAD, line, written
from tests.docs.readme import README

if TYPE_CHECKING:
    from tests.bench.ratios import Promise, Ratio

PARTS = {
    "parse": "tests.bench.parse",
    "load": "tests.bench.load",
    "judge": "tests.bench.judge",
    "prefect": "tests.bench.prefect_share",
    "million": "tests.bench.million",
}


def promises() -> list[Promise]:
    """Every promise, in the order of the parts."""
    return [each for path in PARTS.values() for each in importlib.import_module(path).PROMISES]


def measured(name: str) -> list[Ratio]:
    """Run one part; AssertionError where it measures other than it promises."""
    part = importlib.import_module(PARTS[name])
    found = part.measure()
    ratios = found if isinstance(found, list) else [found]
    assert [ratio.promise for ratio in ratios] == list(part.PROMISES), f"{name} measures other than it says"
    return ratios


def main() -> int:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="|".join(PARTS))
    parser.add_argument("--write", action="store_true", help="into the table of the README")
    options = parser.parse_args()
    ratios: list[Ratio] = []
    sys.stdout.write(line(HEAD) + "\n" + line(["---"] * len(HEAD)) + "\n")
    for name in options.parts or PARTS:
        found = measured(name)
        ratios += found
        sys.stdout.write("".join(line(ratio.cells()) + "\n" for ratio in found))
        sys.stdout.flush()
        if options.write:
            # Part by part: one that fails later loses nothing.
            text = README.read_text(encoding="utf-8")
            README.write_text(written(text, promises(), found), encoding="utf-8")
    return 0 if all(ratio.kept for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
