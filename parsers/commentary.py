"""Runs of commentary and of plain card rows, cut short before a page's tree is built.

Below its list an article explains its cards one by one: a heading that is one card in brackets, then
paragraphs of prose, often two hundred times. Such a part brings the search for lists into a state
that every further one leaves as it is: the heading opens a list of one card, which the prose closes and
the next heading drops. So a run is read by its first part and its last, and what stands between is cut;
nothing that it could have told is lost:

- headings h3 to h6 of one name with no mark, count or bracket of another kind, that is no zone's name;
- paragraphs whose lines begin with a word, end with 。, and can be no heading of the vocabulary: 41
  characters and more, or a 、 inside and no digit; without tags but line breaks, without entities;
- no words or dates of an update note, no state of the list in force, no name of a format.

A list is a table, often of fifty rows that hold nothing but names in brackets. Such rows are put into
one cell, but for the first five cards and the last row, which the search looks ahead to: a cell may hold
any number of cards.

Where a cut stands inside anything but plain blocks (`stands_free`), the whole page is to be read.
The tests read every page both ways and compare.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.deck_headings import ZONE_INITIALS
from parsers.deck_items import LETTERS
from parsers.dm_edh_notes import NOTE_WORDS
from parsers.dm_edh_status import HINTS, heading_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    import lxml.html

# How a tag goes on behind its name: at once, mostly.
_END = (
    r'(?:>|(?: class="(?:(?:wp-block-(?:heading|paragraph)|(?:has|is)-[a-z-]{1,40}) ?)+"'
    r'| id="(?:i|toc|h)-?[0-9]{1,4}(?:-[0-9]{1,4})?")++>)'
)
_NAME = (
    rf"(?![{ZONE_INITIALS}{ZONE_INITIALS.upper()}][^》]{{0,14}}》)"
    rf"[0-9A-Za-zぁ-ゖァ-ヺ一-龠][{LETTERS}]{{0,60}}+"
)
_HEADING = rf"<h([3-6]){_END}(?:《 ?{_NAME}》|<span{_END}《 ?{_NAME}》</span>)</h\1>"
_INNER = rf"《[{LETTERS}]{{1,60}}+》"
_LONG = rf"(?:{_INNER})?+[ぁ-ゖァ-ヺ一-龠][{LETTERS.replace(' ', '')}()（）]{{40,}}+"
_SHORT = (
    r"(?=[^< ]{41}|[^<0-9０-９]*+(?<=、)[^<0-9０-９、]++<|[^<0-9０-９、]++、[^<0-9０-９]++<)"
    rf"(?:{_INNER})?+[ぁ-ゖァ-ヺ一-龠]"
)
_PROSE = (
    r"(?!超[次GgＧｇ]|ゴッド統|統率|パートナ|コマンダ)"
    rf"(?:{_LONG}|{_SHORT})(?:[{LETTERS}()（）]++|{_INNER})*+(?<=。)"
)
_PARAGRAPH = rf"<p{_END}{_PROSE}(?:<br ?/?>\n?{_PROSE})*+</p>"
_PART = rf"{_HEADING}\s*+(?:{_PARAGRAPH}\s*+)++"
_RUN = re.compile(rf"{_PART}(?P<between>(?:{_PART}){{3,}}+)")
_CELL = rf'<td(?: (?:style|width|height|align)="[a-z0-9 :;.%#-]*")*+>(?:《 ?{_NAME}》|&nbsp;)?</td>\s*+'
_ROW = re.compile(rf"<tr>\s*+(?:{_CELL})++</tr>\s*+")
_ROWS = re.compile(rf"(?:{_ROW.pattern}){{7,}}+")
_CARD = re.compile("《[^》]*》")
_TAG = re.compile(r"<[^>]*>")
_DATE = re.compile(r"\d\s*[年/.-]\s*\d")
_CUT = "data-commentary-cut"
_MARK = f"<hr {_CUT}>"
_PLAIN_BLOCKS = frozenset(
    {"html", "body", "main", "article", "section", "div", "figure", "table", "tbody", "tr"}
)


@dataclass(frozen=True, slots=True)
class Brief:
    """A page's text with `cuts` runs cut short, each marked: by an empty rule, or on its cell."""

    text: str
    cuts: int


def without_commentary(html: str, start: int = 0) -> Brief | None:
    """Cut the runs that begin at or after a place of the text; None where there is none to cut."""
    pieces: list[str] = []
    place = 0
    for left, right, short in sorted([*_commentary(html, start), *_rows(html, start)]):
        if not _tells(html, left, right):
            pieces += (html[place:left], short)
            place = right
    if not pieces:
        return None
    pieces.append(html[place:])
    return Brief("".join(pieces), len(pieces) // 2)


def _commentary(html: str, start: int) -> Iterator[tuple[int, int, str]]:
    """What to cut of each run of commentary, and what to put there."""
    for run in _RUN.finditer(html, start):
        left = run.start("between")
        yield left, html.rindex("<h", left, run.end()), _MARK


def _rows(html: str, start: int) -> Iterator[tuple[int, int, str]]:
    """The same of each run of plain rows."""
    place = html.find("<tr>", start)
    while place >= 0:
        run = _ROWS.match(html, place)
        place = html.find("<tr>", place + 1 if run is None else run.end())
        if run is None:
            continue
        left, cards = run.start(), 0
        while cards < 5 and (row := _ROW.match(html, left, run.end())) is not None:
            left, cards = row.end(), cards + row.group().count("《")
        right = html.rindex("<tr>", 0, run.end())
        names = _CARD.findall(html, left, right) if left < right else []
        if len(names) >= 5:
            yield left, right, f"<tr><td {_CUT}>{''.join(names)}</td></tr>"


def stands_free(brief: Brief, content: lxml.html.HtmlElement) -> bool:
    """Whether all cuts stand in an article's content, in plain blocks only, where lines are just lines."""
    marks = [mark for mark in content.iter("hr", "td") if mark.get(_CUT) is not None]
    plain: set[lxml.html.HtmlElement] = set()
    for mark in marks:
        for above in mark.iterancestors():
            if above in plain:
                break
            if above.tag not in _PLAIN_BLOCKS:
                return False
            plain.add(above)
    return len(marks) == brief.cuts


def _tells(html: str, left: int, right: int) -> bool:
    """Whether a run says anything beyond its cards: a date, a state of the list, a format."""
    if _holds(html, left, right, _FORMAT):
        return True
    if _holds(html, left, right, _NOTE) and _DATE.search(html, left, right):
        return True
    return _holds(html, left, right, _STATE) and any(
        heading_state(text) is not None for text in _TAG.split(html[left:right])
    )


def _by_letter(words: tuple[str, ...], letters: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The words by a letter that each holds: one letter is found forty times as fast as a word."""
    found = tuple((letter, tuple(word for word in words if letter in word)) for letter in letters)
    assert {word for _, held in found for word in held} == set(words), "each word holds one of the letters"
    return found


# The letters that prose has least.
_FORMAT = _by_letter(("デュエパ",), "デ")
_NOTE = _by_letter(NOTE_WORDS, "更版改替修追")
_STATE = _by_letter(HINTS, "止制推解撤可フ未不検率?？")


def _holds(html: str, left: int, right: int, words: tuple[tuple[str, tuple[str, ...]], ...]) -> bool:
    for letter, held in words:
        if html.find(letter, left, right) >= 0:
            for word in held:
                if html.find(word, left, right) >= 0:
                    return True
    return False
