"""The living rule page of the DMEDH site: its text by section, and the list as it stands on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.dates import days, short_days
from parsers.deck_headings import bullet_of
from parsers.dm_edh_status import HINT, heading_state
from parsers.dm_edh_updates import Notes, read_snapshot
from schema.records import RuleText
from schema.urls import article_key

if TYPE_CHECKING:
    from datetime import date

    from parsers.lines import Line
    from schema.records import RestrictionChange

RULE_PAGE_KEYS = frozenset({"dmedhrule"})
_CHANGED = re.compile("更新|改定|改訂|版|ver", re.IGNORECASE)


def is_rule_page(url: str, lines: list[Line]) -> bool:
    """Whether an article is the rule page: by its address, else by five or more headings of the list."""
    if article_key(url) in RULE_PAGE_KEYS:
        return True
    return names_states(lines) and any("構築" in line.text for line in lines)


def names_states(lines: list[Line]) -> bool:
    """Whether headings of five or more states of the list stand on a page."""
    if not HINT.search("\n".join([line.text for line in lines])):
        return False
    named = {str(move.now) for line in lines if (move := heading_state(line.text)) and move.now}
    return len(named) >= 5


def read_rule_page(
    lines: list[Line], *, source: str, url: str, title: str, day: date
) -> tuple[RuleText, list[RestrictionChange], Notes]:
    """Give the page's sections, the restriction list on it (kind snapshot) and what could not be read.

    `day` is the page's own last change as the site tells it; a newer date written on the page wins.
    """
    shown = [line for line in lines if not line.aside and not line.contents]
    written = [
        found
        for line in shown
        if _CHANGED.search(line.text) or bullet_of(line.text)
        for found in days(line.text) + short_days(line.text[:24])
        if found <= day
    ]
    changes, notes = read_snapshot(shown, url=url, day=max(written, default=day))
    return RuleText(source, url, title, sections(shown, title)), changes, notes


def sections(lines: list[Line], title: str) -> tuple[tuple[str, str], ...]:
    """Part the lines at headings (heading tags, or lines that begin with ■ and the like)."""
    found: list[tuple[str, list[str]]] = [(title, [])]
    for line in lines:
        if line.kind == "heading" or (
            bullet_of(line.text) in {"■", "□", "◆", "●", "▼"} and len(line.text) <= 40
        ):
            found.append((line.text, []))
        else:
            found[-1][1].append(line.text)
    return tuple((heading, "\n".join(texts)) for heading, texts in found if texts or heading != title)
