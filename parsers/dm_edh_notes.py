"""The update note of a deck article: the day on which its author says the list was last changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.dates import days, short_days

if TYPE_CHECKING:
    from datetime import date

    from parsers.lines import Line

NOTE_WORDS = ("更新", "最新版", "改訂", "改定", "差し替え", "修正", "追記", "変更")
_NOTE_WORD = re.compile("|".join(NOTE_WORDS))


def update_note(lines: list[Line], *, before: date) -> date | None:
    """The newest date of an update note (`19/11/2 … 最新版に更新`): at a line's start, or beside 最新版.

    Dates after `before` (the day of the fetch) are slips of the pen.
    """
    found: list[date] = []
    for line in lines:
        text = line.text
        if len(text) > 200 or not _NOTE_WORD.search(text):
            continue
        head = text[:16] if "最新版" not in text else text
        found += [day for day in short_days(head) + days(head) if day <= before]
    return max(found, default=None)
