"""What a page asks of those who keep and list pages: noarchive, noindex, none, and TDM's reservation.

The wish stands in a header (X-Robots-Tag, TDM-Reservation) or in a page's head (meta robots), for all or
for us by name. WordPress calls its REST answers and some plugins call feeds `noindex`, which says nothing
of the articles in them: there only noarchive counts, and what a plugin's field of a REST row says that the
article's own head says.

Sources: Google's and Bing's robots meta tag specifications, the TDM Reservation Protocol.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schema.records import Page

US = "deckcensus"
RESERVED = "tdm-reservation"
_HEAD = 30_000
_META = re.compile(r"<meta\b[^>]{0,400}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(name|content)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
# What stands before a colon and is a wish of its own, no robot's name.
_WITH_VALUE = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview", "revisit-after"}
)
_KEEP_PRIVATE = ("noarchive", "none", "noindex", RESERVED)


def opt_outs(page: Page, text: str) -> tuple[str, ...]:
    """Give the wishes of a page that bind us, in a fixed order; empty for a page that asks for nothing."""
    found = set(_words(page.robots or ""))
    start = text[:_HEAD]
    is_html = "<html" in start[:5000].lower() or "html" in page.content_type.lower()
    if is_html and "<meta" in start:
        for meta in _META.finditer(start):
            found |= _meta(meta.group())
    if not is_html:
        found -= {"noindex", "none"}
    return _binding(found)


def opt_outs_in_head(robots: str) -> tuple[str, ...]:
    """Give the wishes that bind us in what a page's head says to robots, wherever that is written."""
    return _binding(set(_words(robots)))


def _binding(words: set[str]) -> tuple[str, ...]:
    return tuple(word for word in _KEEP_PRIVATE if word in words)


def _meta(tag: str) -> set[str]:
    values = {
        name.lower(): (double or single or bare).strip()
        for name, double, single, bare in _ATTRIBUTE.findall(tag)
    }
    name, content = values.get("name", "").lower(), values.get("content", "")
    if name in ("robots", US):
        return set(_words(content))
    return {RESERVED} if name == RESERVED and content == "1" else set()


def _words(text: str) -> list[str]:
    """The words of a list of wishes that are for all robots or for us: `noindex, otherbot: noarchive`."""
    words: list[str] = []
    ours = True
    for part in text.lower().split(","):
        head, colon, rest = part.strip().partition(":")
        if colon and head.strip() not in _WITH_VALUE:
            ours, part = head.strip() in ("*", "robots", US), rest
        if ours:
            words.append(part.strip())
    return words
