"""Text that broken markup hides from every reader of a page."""

from __future__ import annotations

import re

# Text where a tag's name or attributes belong: a tag that lost its `>`.
_BROKEN_TAG = re.compile(r"<[A-Za-z/][^<>\"']{0,80}[\u3041-\u30fe\u4e00-\u9fff《][^<>\"']{0,80}")
# Markup inside an element that a browser never shows: a tag that became another.
_SWALLOWED = re.compile(
    r"<(?=[stni][cteof])(script|style|textarea|noscript|template|select|iframe)\b(?:(?!</\1).){0,4000}?"
    r"</(?:p|td|tr|li|div|h[1-6]|article|section)>",
    re.IGNORECASE | re.DOTALL,
)


def broken_markup(html: str) -> str | None:
    """Give a sample of text that broken markup hides from every reader, None where nothing shows it.

    Two signs: Japanese text inside a tag, outside its quotes; block markup inside a script or its like.
    """
    found = _BROKEN_TAG.search(html)
    if found is not None:
        return found.group()[:80]
    for swallowed in _SWALLOWED.finditer(html):
        if re.search("[\u3041-\u30fe\u4e00-\u9fff]", swallowed.group()):
            return swallowed.group()[:80]
    return None
