"""Serve the sample sites by hand: `python -m flows.sample`, until interrupted."""

from __future__ import annotations

import contextlib
import sys
import time

from flows.sample.world import SampleWorld


def main() -> None:
    """Print the addresses of the sites and serve them until Ctrl-C."""
    with SampleWorld() as world, contextlib.suppress(KeyboardInterrupt):
        for name, base in world.bases.items():
            sys.stdout.write(f"{name} {base}\n")
        sys.stdout.flush()
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
