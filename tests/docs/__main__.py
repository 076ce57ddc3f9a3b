"""Write the tables and outputs of the README anew: `python -m tests.docs`, or `… tables` for those alone."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from flows.night import run_night
from flows.night_plan import NightPlan
from flows.settings import SITES
from tests.bench.__main__ import promises
from tests.bench.table import written
from tests.conftest import TODAY
from tests.docs.readme import README, filled, parts
from tests.docs.running import asked, do_block, shown_as, standing_in, summary_table
from tests.docs.tables import TABLES


def renew_tables(text: str) -> str:
    """Fill in the tables that are made from the code; the bench's gets its promises, and no new figures."""
    for place, part in enumerate(parts(text)):
        if part.kind == "table":
            # What was filled in above moved the lines below.
            text = filled(parts(text)[place], TABLES[part.argument](), text)
    return written(text, promises(), [])


def renew_outputs(text: str, scratch: Path) -> str:
    """Follow the README in a scratch directory and fill in what comes out."""
    home = scratch / "census"
    report = run_night(NightPlan(home=home, sites=SITES, today=TODAY, sample=True))
    printed = ""
    with standing_in(scratch):
        for place, part in enumerate(parts(text)):
            now = parts(text)[place]
            match part.kind:
                case "file":
                    path = Path(part.argument)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(part.text, encoding="utf-8")
                case "sh":
                    ran = do_block(part)
                    printed = shown_as(ran[-1]) if ran else ""
                case "sql":
                    printed = asked(part, home)
                case "output":
                    text = filled(now, printed, text)
                case "summary":
                    text = filled(now, summary_table(report, part.argument), text)
    return text


def main() -> None:
    """Renew the README in place."""
    text = renew_tables(README.read_text(encoding="utf-8"))
    if "tables" not in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as directory:
            text = renew_outputs(text, Path(directory))
    README.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{README.name} is renewed\n")


if __name__ == "__main__":
    main()
