"""Write the tables and outputs of the README anew: `python -m tests.docs`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from flows.night import run_night
from flows.night_plan import NightPlan
from flows.settings import SITES
from tests.conftest import TODAY
from tests.docs.readme import README, filled, parts
from tests.docs.running import asked, do_block, pretty, standing_in, summary_table
from tests.docs.tables import TABLES


def renew(scratch: Path) -> None:
    """Follow the README in a scratch directory and fill in what comes out."""
    home = scratch / "census"
    report = run_night(NightPlan(home=home, sites=SITES, today=TODAY, sample=True))
    text = README.read_text(encoding="utf-8")
    before = ""
    with standing_in(scratch):
        for place, part in enumerate(parts(text)):
            # What was filled in above moved the lines below.
            now = parts(text)[place]
            body = None
            match part.kind:
                case "table":
                    body = TABLES[part.argument]()
                case "summary":
                    body = summary_table(report, part.argument)
                case "file":
                    path = Path(part.argument)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(part.text, encoding="utf-8")
                case "sh":
                    ran = do_block(part)
                    before = (
                        f"```json\n{pretty(ran[-1].stdout)}\n```" if ran and "json" in ran[-1].command else ""
                    )
                case "sql":
                    before = asked(part, home)
                case "output":
                    body = before
            if body is not None:
                text = filled(now, body, text)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        renew(Path(directory))
    sys.stdout.write(f"{README.name} is renewed\n")
