"""`make bench`: the promised ratios, as a Markdown table. Exit code 1 where one is missed.

`python -m tests.bench [parse load judge prefect million]` measures some of them.
"""

from __future__ import annotations

import importlib
import sys

PARTS = {
    "parse": "tests.bench.parse",
    "load": "tests.bench.load",
    "judge": "tests.bench.judge",
    "prefect": "tests.bench.prefect_share",
    "million": "tests.bench.million",
}


def main() -> int:
    names = sys.argv[1:] or [*PARTS]
    sys.stdout.write("| what | ratio | promise | | measured |\n| --- | --- | --- | --- | --- |\n")
    missed = 0
    for name in names:
        found = importlib.import_module(PARTS[name]).measure()
        for ratio in found if isinstance(found, list) else [found]:
            sys.stdout.write(ratio.line() + "\n")
            sys.stdout.flush()
            missed += not ratio.kept
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
