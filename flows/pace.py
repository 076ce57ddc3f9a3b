"""The pace of requests to a server: one at a time, with a rest after each, over all processes.

The state is one small file a server in a directory of the home. It is locked (flock) for the whole
of a request, so two threads, flows or processes never overlap, and holds when the last request ended;
a process that is killed frees the lock, and the start of its request was already written down.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import math
import os
import re
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# A rest is never stretched beyond this, whatever a slow or failing server would make of it.
LONGEST_REST = 60.0
_STRETCH = 20


@dataclass
class State:
    """What is known of a server, in Unix seconds.

    `last` is when its last request ended (or began, if it never ended), `busy` how long it took,
    `slow` by how much the delay is stretched after failures, `not_before` what a Retry-After asked.
    """

    last: float = 0.0
    busy: float = 0.0
    slow: float = 1.0
    not_before: float = 0.0

    def ready_at(self, delay: float, now: float) -> float:
        """Say when the next request may start: the delay, stretched after failures, or as long as
        the last answer took, whichever is longer; never before what a Retry-After asked."""
        stretched = max(delay * self.slow, min(self.busy, _STRETCH * delay))
        rest = max(delay, min(stretched, LONGEST_REST))
        # A clock that was set back must not stop the crawl for its step.
        last = min(self.last, now)
        return max(last + rest, min(self.not_before, now + 2 * LONGEST_REST))


class Pace:
    """The pace of every server, kept in `directory`. `sleep` is given in by tests that watch it."""

    def __init__(self, directory: Path, sleep: Callable[[float], None] = time.sleep) -> None:
        self._directory = directory
        self._sleep = sleep

    @contextlib.contextmanager
    def turn(self, server: str, delay: float) -> Iterator[State]:
        """Wait for the server's turn and hold it: requests go within.

        Change the yielded state with `slow_down`, `speed_up` and `wait_until`.
        """
        self._directory.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^a-z0-9.-]", "_", server.lower())
        descriptor = os.open(self._directory / f"{name}.json", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            state = _read(descriptor)
            now = time.time()
            # By a clock that nobody sets: else the wait for a time ahead of a clock set back moves with it.
            ready = time.monotonic() + state.ready_at(delay, now) - now
            while (wait := ready - time.monotonic()) > 0:
                self._sleep(wait)
            state.not_before = min(state.not_before, time.time())
            begun = state.last = time.time()
            _write(descriptor, state)
            try:
                yield state
            finally:
                state.last = time.time()
                state.busy = max(0.0, state.last - begun)
                _write(descriptor, state)
        finally:
            os.close(descriptor)


def slow_down(state: State) -> None:
    """Double the delay after a 429, a 5xx or no answer."""
    state.slow = min(state.slow * 2, 16.0)


def speed_up(state: State) -> None:
    """Come back towards the plain delay after a good answer, never below it."""
    state.slow = max(1.0, state.slow / 2)


def wait_until(state: State, instant: float) -> None:
    """Let no one ask this server before an instant (Unix seconds): its Retry-After."""
    state.not_before = max(state.not_before, instant)


def _read(descriptor: int) -> State:
    try:
        data = os.pread(descriptor, 4096, 0)
        state = State(**{key: float(value) for key, value in json.loads(data).items()}) if data else State()
        if not all(map(math.isfinite, asdict(state).values())):
            raise ValueError(data)
        return state
    except (ValueError, TypeError, AttributeError):
        return State(last=time.time())


def _write(descriptor: int, state: State) -> None:
    data = json.dumps(asdict(state)).encode("ascii")
    os.pwrite(descriptor, data, 0)
    os.ftruncate(descriptor, len(data))
