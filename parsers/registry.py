"""Which parser reads a page: by the page's source, else its address, else what stands on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.decode import decode
from parsers.dm_edh import DmEdhParser
from parsers.dm_official import DmOfficialParser

if TYPE_CHECKING:
    from parsers.base import Parser
    from schema.records import Page

_CARD_PAGE = re.compile(r"class=[\"'](?:cardDetail|cardPopupDetail)[\"']")
_DECK_PAGE = re.compile(r"[(（]\s*(?:統率者|パートナー)\s*[)）]|DMEDH|\\u7d71\\u7387\\u8005|デュエパーティー")

PARSERS: tuple[Parser, ...] = (DmEdhParser(), DmOfficialParser())


def parser_for(page: Page) -> Parser | None:
    """Give the parser of a page, or None for a page of no known site."""
    for parser in PARSERS:
        if parser.source == page.source:
            return parser
    for parser in PARSERS:
        if parser.owns(page.url):
            return parser
    return _by_content(page)


def _by_content(page: Page) -> Parser | None:
    """Tell a saved page by what stands on it."""
    text = decode(page.body, page.content_type).text
    if not text.lstrip().startswith(("<", "{", "[")):
        return None
    if _CARD_PAGE.search(text):
        return PARSERS[1]
    return PARSERS[0] if _DECK_PAGE.search(text) else None
