"""A million decks of 100 cards, each by its own format and date: time, what-if and memory."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.bench.ratios import Promise, Ratio

PROMISES = (
    Promise("judge a million decks over one scan of their cards", "at most", 6),
    Promise("what-if of one card over a full judging", "at most", 0.1),
    Promise("the reference judge over ours, a deck of the million", "at least", 50),
    Promise("peak memory of judging them, as a share of 1 GiB", "at most", 0.999),
)


def measure() -> list[Ratio]:
    """Run in a process of its own, so that its peak memory is the judging's."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.judge_million"], capture_output=True, text=True, check=True
    )
    assert done.stdout, f"nothing was measured\n{done.stderr}"
    found = json.loads(done.stdout)
    decks, seconds = found["decks"], found["judge_seconds"]
    return [
        PROMISES[0].measured(
            found["judge_over_scan"],
            f"{decks:,} decks in {seconds:.1f} s, the scan {found['scan_seconds']:.1f} s; "
            f"{found['violations']:,} findings",
        ),
        PROMISES[1].measured(found["what_if_over_judge"], f"{found['what_if_seconds']:.2f} s"),
        PROMISES[2].measured(
            found["reference_over_judge"],
            f"{found['sampled']:,} decks, all verdicts equal; under every format of the game the million are "
            f"{found['under_all_formats']:,} verdicts in {found['under_all_formats_seconds']:.1f} s, "
            f"{found['under_all_formats_over_judge']:.1f}× the judging",
        ),
        PROMISES[3].measured(found["peak_memory_mib"] / 1024, f"{found['peak_memory_mib']:,} MiB"),
    ]
