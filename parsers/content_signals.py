"""Content-Signal lines of a robots.txt: what the site says of the use of its pages. Told, not acted on.

The census neither trains a model nor answers with the pages: it counts decks, and links to them.

Source: contentsignals.org (2025).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.base import problem

if TYPE_CHECKING:
    from schema.records import Page, Problem

_LINE = re.compile(rb"^[ \t]*content-signal[ \t]*:[ \t]*([^\r\n#]+)", re.IGNORECASE | re.MULTILINE)
_MOST = 10


def content_signals(page: Page) -> tuple[Problem, ...]:
    """Give a problem of the kind `content_signal` for each signal of a robots.txt, each once."""
    if page.status != 200:
        return ()
    found = dict.fromkeys(line.strip().decode("utf-8", "replace") for line in _LINE.findall(page.body))
    return tuple(problem(page, "content_signal", signal) for signal in list(found)[:_MOST])
