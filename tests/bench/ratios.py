"""One figure of the bench: what was measured, its ratio, and what is promised."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Ratio:
    """`value` is a ratio of two times of one run; `promise` the bound it is held against."""

    name: str
    value: float
    bound: Literal["at least", "at most"]
    promise: float
    detail: str

    @property
    def kept(self) -> bool:
        return self.value >= self.promise if self.bound == "at least" else self.value <= self.promise

    def line(self) -> str:
        value = f"{self.value:.1%}" if self.promise < 1 else f"{self.value:,.1f}×"
        promise = f"{self.promise:.0%}" if self.promise < 1 else f"{self.promise:,.0f}×"
        word = "kept" if self.kept else "MISSED"
        return f"| {self.name} | {value} | {self.bound} {promise} | {word} | {self.detail} |"


def seconds(run: Callable[[], Any], repeats: int = 5) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return median(times)
