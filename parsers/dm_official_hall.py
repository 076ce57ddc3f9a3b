"""The official hall-of-fame page: the list as it stands, as restriction rows of kind snapshot."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from parsers.base import problem
from parsers.dates import TOKYO, days
from schema.names import clean
from schema.records import Page, Problem, RestrictionChange

if TYPE_CHECKING:
    from datetime import date

    import lxml.html

LIST = "dm-hall"
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LIFTED = re.compile("解除")
_ADVERT = re.compile(r"【[^】]*】")
_PACK = re.compile(r"\s*[(（][A-Za-z][^()（）]*[)）]\s*$")
_IN_FORCE = re.compile("適用|施行|より|から|改定|改訂|発効")


def read_hall_page(
    root: lxml.html.HtmlElement, page: Page
) -> tuple[tuple[RestrictionChange, ...], tuple[Problem, ...]]:
    """Read the page's sections: 殿堂 is limited, プレミアム殿堂 and 使用禁止 banned, コンビ a pair or trio.

    Lifted cards (解除) are left out. Dated by the page's own date, else by the day of the fetch.
    """
    day = _day(root, page)
    status: str | None = None
    changes: list[RestrictionChange] = []
    problems: list[Problem] = []
    seen_lists: set[lxml.html.HtmlElement] = set()
    for element in root.iter("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"):
        if element.tag in _HEADINGS:
            status = _status(_text(element), element.tag, status)
        elif status is not None and not any(above in seen_lists for above in element.iterancestors()):
            seen_lists.add(element)
            for number, cards in enumerate(_rows(element, status), start=len(changes) + 1):
                if status == "pair" and not 2 <= len(cards) <= 3:
                    detail = f"a combination that can't be told apart: {', '.join(cards)}"
                    problems.append(problem(page, "bad_row", detail, line_no=number))
                    continue
                word = "trio" if len(cards) == 3 and status == "pair" else status
                changes.append(
                    RestrictionChange(LIST, cards, word, day, page.url, kind="snapshot", line_no=number)
                )
    if not changes:
        problems.append(problem(page, "layout_changed", "no hall-of-fame cards on the page"))
    return tuple(changes), tuple(problems)


def _status(text: str, tag: str, current: str | None) -> str | None:
    if _LIFTED.search(text):
        return None
    if "コンビ" in text:
        return "pair"
    if "プレミアム殿堂" in text or "使用禁止" in text:
        return "banned"
    if "殿堂" in text:
        return "limited"
    return current if tag not in ("h1", "h2") else None


def _rows(block: lxml.html.HtmlElement, status: str) -> list[tuple[str, ...]]:
    """The card sets of a list: one a row; a combination one row, or a list of two or three rows."""
    rows = [names for row in block.findall("li") if (names := _names(row))]
    singles = all(len(names) == 1 for names in rows)
    if status == "pair" and singles and rows:
        return [tuple(name for names in rows for name in names)]
    if status == "pair":
        return [tuple(names) for names in rows]
    return [(name,) for names in rows for name in names]


def _names(row: lxml.html.HtmlElement) -> list[str]:
    links = [
        link
        for link in row.iter("a")
        if "/card/detail" in (link.get("data-href") or "") or "/card/detail" in (link.get("href") or "")
    ]
    names = [name for link in links if (name := _name(_text(link)))]
    if names or links:
        return names
    return [name for found in re.findall(r"《([^》]+)》", _text(row)) if (name := _name(found))]


def _name(text: str) -> str:
    return clean(_PACK.sub("", _ADVERT.sub("", text)))


def _text(element: lxml.html.HtmlElement) -> str:
    return " ".join(str(element.text_content()).split())


def _day(root: lxml.html.HtmlElement, page: Page) -> date:
    fetched = page.fetched_at.astimezone(TOKYO).date()
    for text in root.itertext():
        plain = unicodedata.normalize("NFKC", str(text))
        if _IN_FORCE.search(plain):
            for day in days(plain):
                if day <= fetched:
                    return day
    return fetched
