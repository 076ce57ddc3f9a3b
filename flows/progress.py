"""A progress line for long work: on a terminal only, on stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as RichProgress

if TYPE_CHECKING:
    from types import TracebackType


class Progress:
    """Counts steps of something; shows nothing where stderr is no terminal."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._shown = sys.stderr.isatty()
        self._bar = RichProgress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(what),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not self._shown,
        )
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def step(self, description: str) -> None:
        """Count one."""
        if self._shown:
            self._bar.update(self._task, advance=1, description=description)
