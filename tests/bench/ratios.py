"""What the bench promises, and one figure of it: a ratio of two times of one run against its bound."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Promise:
    """What a ratio is held against: declared by each part of the bench, shown in the README."""

    name: str
    bound: Literal["at least", "at most"]
    value: float

    @property
    def words(self) -> str:
        """The bound as a reader sees it."""
        return f"{self.bound} {f'{self.value:.0%}' if self.value < 1 else f'{self.value:,.0f}×'}"

    def measured(self, value: float, detail: str) -> Ratio:
        """The figure that a run came to; `detail` says what was timed."""
        return Ratio(self, value, detail)


@dataclass(frozen=True)
class Ratio:
    """`value` is a ratio of two times, or of two sizes, of one run."""

    promise: Promise
    value: float
    detail: str

    @property
    def kept(self) -> bool:
        """Whether the promise holds in this run."""
        bound = self.promise.value
        return self.value >= bound if self.promise.bound == "at least" else self.value <= bound

    def cells(self) -> tuple[str, ...]:
        """One row of the bench's table."""
        value = f"{self.value:.1%}" if self.promise.value < 1 else f"{self.value:,.1f}×"
        word = "kept" if self.kept else "missed"
        return self.promise.name, self.promise.words, value, word, self.detail


def seconds(run: Callable[[], Any], repeats: int = 5) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return median(times)
