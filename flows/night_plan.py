"""What one night is to do: which sites, where they answer, where everything is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class NightPlan:
    """One night: what is crawled and where it is kept.

    `bases` maps a site to another address; `sample` starts the replica sites that the package ships.
    `today` is the date of the verdicts' `today` basis. `limit` and `since` make a partial crawl, which
    moves no watermark.
    """

    home: Path
    sites: tuple[str, ...]
    today: date
    bases: Mapping[str, str] = field(default_factory=dict)
    pace: Mapping[str, float] = field(default_factory=dict)
    contact: str | None = None
    sample: bool = False
    limit: int | None = None
    since: date | None = None
    full: bool = False
    official_budget: int = 200
    memory_limit: str = "2GB"

    def full_pass(self, mode: str | None) -> bool:
        """Whether a crawl in this mode went through everything the site has."""
        return self.full or mode not in (None, "rest")

    @property
    def world(self) -> str:
        """What the home is a census of: `sample` or `live`; the two are never mixed."""
        return "sample" if self.sample else "live"
