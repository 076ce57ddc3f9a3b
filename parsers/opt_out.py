"""What a page asks of those who keep and list pages: noarchive, noindex, none, and TDM's reservation.

The wish stands in a header (X-Robots-Tag, TDM-Reservation) or in a page's head (meta robots), for all or
for us by name. WordPress calls its REST answers and some plugins call feeds `noindex`, which says nothing
of the articles in them: there only noarchive counts, and what a plugin's field of a REST row says that the
article's own head says.

Of a reservation, a page's head goes before its header, and its header before the site's tdmrep.json; each
says 1 (reserved) or 0 (not), and anything else says nothing and changes nothing.

Sources: Google's and Bing's robots meta tag specifications; TDM Reservation Protocol, final report of
10 May 2024, "Processing priority" (https://www.w3.org/2022/tdmrep/#sec-processing-priority).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schema.records import Page

US = "deckcensus"
RESERVED = "tdm-reservation"
_UNRESERVED = "tdm-reservation=0"
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
    if _is_html(page, text):
        for name, content in _metas(text):
            if name in ("robots", US):
                found |= set(_words(content))
    else:
        found -= {"noindex", "none"}
    if reservation(page, text):
        found.add(RESERVED)
    else:
        found.discard(RESERVED)
    return _binding(found)


def reservation(page: Page, text: str) -> bool | None:
    """Tell whether a page itself is reserved from text and data mining; None where it does not say."""
    heads = {content for name, content in _metas(text) if name == RESERVED} if _is_html(page, text) else set()
    if heads & {"0", "1"}:
        return "1" in heads
    words = _words(page.robots or "")
    return True if RESERVED in words else False if _UNRESERVED in words else None


def opt_outs_in_head(robots: str) -> tuple[str, ...]:
    """Give the wishes that bind us in what a page's head says to robots, wherever that is written."""
    return _binding(set(_words(robots)))


def _binding(words: set[str]) -> tuple[str, ...]:
    return tuple(word for word in _KEEP_PRIVATE if word in words)


def _is_html(page: Page, text: str) -> bool:
    return "html" in page.content_type.lower() or "<html" in text[:5000].lower()


@lru_cache(maxsize=2)
def _metas(text: str) -> tuple[tuple[str, str], ...]:
    """The (name in lower case, content) of the meta elements of a page's head, which is asked for often."""
    # To search without regard to case is quicker than to lower the case of Japanese text.
    found = []
    for meta in _META.finditer(text, 0, _HEAD):
        values = {
            name.lower(): (double or single or bare).strip()
            for name, double, single, bare in _ATTRIBUTE.findall(meta.group())
        }
        found.append((values.get("name", "").lower(), values.get("content", "")))
    return tuple(found)


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
