"""What rows of Japanese lists say in their own ways, read as the articles' parser reads them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.card_counts import ALONE, TIMES, count_beside, count_in_name
from parsers.card_remarks import without_bullet, without_remarks
from parsers.commander_marks import LABEL, MARK, MARK_SIGN, WORD
from parsers.deck_headings import read_heading

if TYPE_CHECKING:
    from parsers.decklists.sections import Section

_JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_SECTIONS: dict[str, Section] = {"section": "category", "aside": "aside", "start": "main"}
_IN_ORDER = re.compile(r"^(?P<n>[0-9０-９]{1,2})[\s\u3000]+(?=\S)")
_BOLD = re.compile(r"\*\*(?P<text>[^*]+?)\s*\*\*")
_STRUCK = re.compile(r"^~~(?P<text>[^~]+)~~$")


def is_japanese(text: str) -> bool:
    """True for a row with a letter of Japanese."""
    return not text.isascii() and _JAPANESE.search(text) is not None


def without_signs(text: str) -> str:
    """The row without its bullet and without Markdown's signs of bold type."""
    return without_bullet(_BOLD.sub(r"\g<text>", text))


def struck_text(text: str) -> str | None:
    """What Markdown strikes through where that is the whole row."""
    found = _STRUCK.match(text)
    return found["text"].strip() if found else None


def heading_of(text: str) -> Section | None:
    """The section that a row heads, by the words of articles; None for none of a plain list."""
    heading = read_heading(text)
    if heading is None or (heading.role == "section" and heading.total is not None):
        return None  # the total may stand behind any word
    return heading.zone if heading.role == "zone" else _SECTIONS.get(heading.role)


def without_mark(text: str) -> str | None:
    """The row without what makes its card the commander; None where nothing does."""
    if not WORD.search(text):
        return None
    text = _BOLD.sub(r"\g<text>", text)
    label = LABEL.match(text)
    if label is not None:
        return text[label.end() :].strip() or None
    if MARK_SIGN.search(text) and MARK.search(text):
        return MARK.sub(" ", text).strip() or None
    return None


def is_in_order(rows: list[str]) -> bool:
    """Whether rows begin with 1, 2, 3 … and not with counts; each part may begin anew."""
    numbers = [int(found["n"]) for row in rows if (found := _IN_ORDER.match(row))]
    if len(numbers) < 5 or max(numbers) < 5 or len(numbers) * 2 <= len(rows):
        return False
    runs = zip([0, *numbers], numbers, strict=False)
    return all(after == before + 1 or after == 1 < before for before, after in runs)


def without_order(text: str) -> str:
    """The row without its number in the list."""
    return _IN_ORDER.sub("", text)


def may_count(rows: list[str]) -> bool:
    """Whether most rows end or begin with what may be a count: X（２）, X：2, Xx2, X②."""
    counted = sum(found is not None and not found.certain for found in map(count_in_name, rows))
    return counted > 2 and counted * 2 > len(rows)


def counted_name(text: str, *, possible: bool) -> tuple[int, str] | None:
    """Copies and name of a row without brackets; None where it has no count."""
    found = count_in_name(text)
    return (found.copies, found.name) if found and (found.certain or possible) else None


def plain_name(text: str) -> str:
    """A name without a number, a civilization and remarks around it."""
    return without_remarks(text).strip()


def copies_beside(text: str) -> int | None:
    """The copies that a text beside a name in brackets writes, where it is nothing but a count."""
    left = TIMES.sub("", text).strip(" \u3000…・.:：-–—()（）")
    copies, counted, _ = count_beside(text)
    return copies if counted and (not left or ALONE.match(text)) else None
