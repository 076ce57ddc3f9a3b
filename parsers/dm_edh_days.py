"""The day from which an update of the DMEDH list holds, as its post says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.dates import days, days_near, short_days

if TYPE_CHECKING:
    from datetime import date

    from parsers.lines import Line

_EFFECTIVE = re.compile("適用|施行|発効|更新|改定|改訂|変更|より|から|付")
_IN_FORCE = re.compile("適用|施行|発効|有効")
_TAKES_EFFECT = re.compile(
    r"(?:日|[0-9０-９])(?:\s*[(（][^()（）]{1,3}[)）])?\s*(?:より|から|付|に?適用|に?施行)|適用(?:開始)?日|施行日"
)
_ASIDE = re.compile("訂正|追記|誤記|誤り|次回|予定")  # other days of a post


def post_day(title: str, lines: list[Line], *, published: date) -> date | None:
    """The day from which an update holds; None where its text gives none.

    What is said to take effect (適用, 施行 …) on a day, not before the title's; else the title's day; else
    the day beside words such as 更新 or より; else the first date. A day without a year is the one nearest
    to the publishing.
    """
    titled = next(iter(days(title) or short_days(title)), None)
    taking, beside, first = None, None, None
    for line in lines:
        found = days(line.text) or short_days(line.text[:40])
        if not found and _TAKES_EFFECT.search(line.text):
            found = days_near(line.text, titled or published)
        if not found or _ASIDE.search(line.text):
            continue
        if taking is None and _IN_FORCE.search(line.text) and found[-1] >= (titled or found[-1]):
            taking = found[-1]
        if beside is None and _EFFECTIVE.search(line.text):
            beside = found[-1]
        first = first or found[0]
    return taking or titled or beside or first
