"""What every parser is: a pure function from one kept page to records and problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from schema.records import Problem

if TYPE_CHECKING:
    from schema.records import Page, Parsed


class Parser(Protocol):
    """One site's parser.

    `version` changes whenever the same page would give other records: the warehouse then parses kept
    pages anew. `parse` is pure (no network, no clock, no files) and never raises for what a page holds:
    what it cannot read comes back as problems.
    """

    name: str
    version: str
    source: str

    def owns(self, url: str) -> bool:
        """Whether a URL is one of this site's, on any of its hosts."""
        ...

    def parse(self, page: Page) -> Parsed:
        """Read one page."""
        ...


def problem(
    page: Page, kind: str, detail: str, *, line_no: int | None = None, source_key: str | None = None
) -> Problem:
    """Make a problem of a page; the quoted detail is kept to 300 characters."""
    short = detail if len(detail) <= 300 else detail[:299] + "…"
    return Problem(page.source, page.url, kind, short, line_no=line_no, source_key=source_key)
