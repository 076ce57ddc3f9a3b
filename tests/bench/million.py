"""A million decks of 100 cards, each by its own format and date: time, what-if and memory."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.bench.ratios import Ratio


def measure() -> list[Ratio]:
    """Run in a process of its own, so that its peak memory is the judging's."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.judge_million"], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    decks, seconds = found["decks"], found["judge_seconds"]
    return [
        Ratio(
            f"judge {decks:,} decks over one scan", found["judge_over_scan"], "at most", 6,
            f"{seconds:.1f} s, the scan {found['scan_seconds']:.1f} s; {found['violations']:,} findings",
        ),
        Ratio(
            "what-if of one card over a full judging", found["what_if_over_judge"], "at most", 0.1,
            f"{found['what_if_seconds']:.2f} s",
        ),
        Ratio(
            "peak memory of 1 GiB", found["peak_memory_mib"] / 1024, "at most", 0.999,
            f"{found['peak_memory_mib']:,} MiB",
        ),
    ]  # fmt: skip
