"""What an answer is worth: its text, and what is wrong with one that should be an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.classify import PageClass, classify
from parsers.decode import decode
from schema.errors import BadPage, Truncated

if TYPE_CHECKING:
    from flows.exchange import Fetched
    from schema.errors import CensusError

# What a site in trouble shows with status 200 in an article's place.
_TROUBLE = (
    PageClass.MAINTENANCE,
    PageClass.LOGIN_WALL,
    PageClass.SOFT_404,
    PageClass.API_ERROR,
    PageClass.EMPTY,
    PageClass.ERROR,
)


def text_of(fetched: Fetched) -> str:
    """Decode an answer's body."""
    return decode(fetched.page.body, fetched.page.content_type).text


def trouble_with(fetched: Fetched) -> CensusError | None:
    """Say what is wrong with a page that should be an article; None for a whole page of content."""
    page = fetched.page
    kind = classify(page)
    if kind in _TROUBLE:
        return BadPage(f"{page.url} answers with a page of the kind {kind.value}", url=page.url)
    text = text_of(fetched).rstrip().lower()
    if "<html" in text[:2000] and "</html>" not in text[-4096:]:
        return Truncated(f"{page.url} ends before its end", url=page.url)
    return None
