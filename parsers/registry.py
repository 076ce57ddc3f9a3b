"""Which parser reads a page: by the page's source, else its address, else what stands on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.dm_edh import DmEdhParser
from parsers.dm_official import DmOfficialParser

if TYPE_CHECKING:
    from parsers.base import Parser
    from schema.records import Page

PARSERS: tuple[Parser, ...] = (DmEdhParser(), DmOfficialParser())


def parser_for(page: Page) -> Parser | None:
    """Give the parser of a page, or None for a page of no known site."""
    for parser in PARSERS:
        if parser.source == page.source:
            return parser
    for parser in PARSERS:
        if parser.owns(page.url):
            return parser
    return None
