"""A page as its visible lines: what a reader sees, in order, free of any theme's markup.

The parsers of articles work on these lines and never on class names, so that a new theme changes
nothing. One pass over the tree, no recursion (broken pages nest thousands deep).
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import lxml.html
from lxml import etree

from parsers.table_grid import Grid

Kind = Literal["heading", "cell", "item", "text"]

# Struck-through text stands between these two (private use, never in a page's own text).
STRUCK, UNSTRUCK = "\ue000", "\ue001"

_SKIP = frozenset(
    {"script", "style", "noscript", "template", "svg", "math", "iframe", "object", "select", "button"}
    | {"textarea", "head", "title", "rt", "rp", "video", "audio", "canvas"}
)
_ASIDE = frozenset({"aside", "nav", "footer"})
_BLOCK = frozenset(
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl"}
    | {"dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html", "li"}
    | {"main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead"}
    | {"tr", "td", "th", "ul", "h1", "h2", "h3", "h4", "h5", "h6"}
)
_HEADING = {f"h{level}": level for level in range(1, 7)}
_PLACING = (
    _ASIDE | frozenset(_HEADING) | {"table", "tr", "td", "th", "li", "pre"}
)  # blocks that say where a line is
_ROLES: dict[str, str] = {
    **dict.fromkeys(_BLOCK, "block"),
    **dict.fromkeys(_PLACING, "placing"),
    "br": "break",
    **dict.fromkeys(_SKIP, "skip"),
}
_STRIKE = frozenset(("s", "del", "strike"))
_BLANKS = re.compile(r"[ \t\r\n\x0b\x0c\xa0]+")
# In preformatted text, a line ends with a line break, and a column before a tab (but before a count).
_PREFORMATTED = re.compile(r"\n|\t+(?=[^\s0-9０-９×xX])")
# The elements with something to look at; most pages have none, which is told in a third of the time.
_ANY_SPECIAL = etree.XPath("boolean(.//@style|.//@hidden|.//@rowspan|.//@colspan|.//sup)")
_SPECIAL = etree.XPath(".//*[@style or @hidden or @rowspan or @colspan or self::sup]")
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


class Line(NamedTuple):
    """One visible line of one block or table cell.

    `row` and `cell` place it in a table (row numbers run through the page; -1 outside tables).
    `level` is a heading's. `aside` marks navigation and side columns; `contents` a line that is
    nothing but links into the page, `linked` one that is nothing but links. `soft` holds the parts
    between line breaks of the source that a browser would show as blanks. `struck` is the same text
    with `STRUCK`/`UNSTRUCK` marks. `hidden` marks text that the page shows at first to nobody (an
    unopened tab, say); such lines are `aside` too. Lines of one paragraph have the same `block`.
    """

    text: str
    kind: Kind = "text"
    row: int = -1
    cell: int = -1
    level: int = 0
    aside: bool = False
    contents: bool = False
    linked: bool = False
    struck: str = ""
    soft: tuple[str, ...] = ()
    hidden: bool = False
    block: int = 0


def visible_lines(root: lxml.html.HtmlElement) -> list[Line]:
    """Give the visible lines below an element, in reading order."""
    return _Reader().read(root)


class _Reader:
    def __init__(self) -> None:
        self.out: list[Line] = []
        self.buffer: list[str] = []
        self.grid = Grid()
        self.special: frozenset[lxml.html.HtmlElement] = frozenset()
        self.levels: list[int] = []
        self.items = 0
        self.aside = 0
        self.hidden = 0
        self.block = 0
        self.struck = 0
        self.pre = 0
        self.inner_link = 0
        self.links = 0
        self.length = 0
        self.linked = 0
        self.linked_out = 0

    def read(self, root: lxml.html.HtmlElement) -> list[Line]:
        skip = 0
        special = self.special = _special(root)
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag
            role = _ROLES.get(tag, "inline")
            opens = event == "start"
            if (
                skip
                or role == "skip"
                or (special and role == "inline" and element in special and _passed_over(tag, element))
            ):
                skip += 1 if opens else -1
                text = element.tail if not skip else None
            elif role == "block" or role == "placing":
                if self.buffer:
                    self._flush()
                self.block += 1
                if role == "placing":
                    if opens:
                        self._open_block(tag, element)
                    else:
                        self._close_block(tag)
                if special and element in special and _hides(element):
                    self.hidden += 1 if opens else -1
                text = element.text if opens else element.tail
            else:
                if role == "break":
                    if opens:
                        self._flush()
                else:
                    (self._open_inline if opens else self._close_inline)(tag, element)
                text = element.text if opens else element.tail
            if text and (opens or element is not root):
                self._text(text)
        self._flush()
        return self.out

    def _open_inline(self, tag: str, element: lxml.html.HtmlElement) -> None:
        if tag == "a":
            self.links += 1
            if (element.get("href") or "").startswith("#"):
                self.inner_link += 1
        elif _strikes(tag, element):
            self.struck += 1
            self.buffer.append(STRUCK)

    def _close_inline(self, tag: str, element: lxml.html.HtmlElement) -> None:
        if tag == "a":
            self.links -= 1
            if (element.get("href") or "").startswith("#"):
                self.inner_link -= 1
        elif _strikes(tag, element):
            self.struck -= 1
            self.buffer.append(UNSTRUCK)

    def _open_block(self, tag: str, element: lxml.html.HtmlElement) -> None:
        if tag == "tr":
            self.grid.open_row()
        elif tag in ("td", "th"):
            special = self.special
            self.grid.open_cell(element if special and element in special else None)
        elif tag == "table":
            self.grid.open_table()
        elif tag in _HEADING:
            self.levels.append(_HEADING[tag])
        elif tag == "li":
            self.items += 1
        elif tag == "pre":
            self.pre += 1
        else:
            self.aside += 1

    def _close_block(self, tag: str) -> None:
        if tag in ("tr", "td", "th"):
            self.grid.close(tag)
        elif tag in _HEADING and self.levels:
            self.levels.pop()
        elif tag == "li":
            self.items -= 1
        elif tag == "pre":
            self.pre -= 1
        elif tag in _ASIDE:
            self.aside -= 1

    def _text(self, text: str) -> None:
        if self.pre and _PREFORMATTED.search(text):
            for number, part in enumerate(_PREFORMATTED.split(text)):
                if number:
                    self._flush()
                self._text(part)
        elif not text.isspace():
            self.buffer.append(text)
            self.length += 1
            if self.links:
                self.linked_out += 1
                self.linked += 1 if self.inner_link else 0
        elif self.buffer:
            self.buffer.append(text)

    def _flush(self) -> None:
        buffer = self.buffer
        if not buffer:
            return
        raw = buffer[0] if len(buffer) == 1 else "".join(buffer)
        self.buffer = []
        all_linked = self.length > 0 and self.linked == self.length
        only_links = self.length > 0 and self.linked_out == self.length
        self.length = self.linked = self.linked_out = 0
        marked = ""
        soft: tuple[str, ...] = ()
        if not self.struck and "  " not in raw and raw.isprintable():
            text = raw.strip()  # of blanks it holds only single spaces, of marks none
        else:
            text, marked, soft = self._fold(raw)
        if not text:
            return
        row, levels = self.grid.row, self.levels
        kind: Kind = "heading" if levels else "cell" if row >= 0 else "item" if self.items > 0 else "text"
        self.out.append(
            Line(
                text,
                kind,
                row,
                self.grid.cell,
                levels[-1] if levels else 0,
                self.aside > 0 or self.hidden > 0,
                all_linked,
                only_links,
                marked,
                soft,
                self.hidden > 0,
                self.block,
            )
        )

    def _fold(self, raw: str) -> tuple[str, str, tuple[str, ...]]:
        """A line's text with blanks folded, the same with strike marks, its soft parts."""
        raw = _INVISIBLE.sub("", raw)
        marked = ""
        if STRUCK in raw or UNSTRUCK in raw or self.struck > 0:
            marked = _BLANKS.sub(" ", raw).strip()
            if marked.count(STRUCK) < marked.count(UNSTRUCK):
                marked = STRUCK + marked
            raw = raw.replace(STRUCK, "").replace(UNSTRUCK, "")
            if self.struck:
                self.buffer.append(STRUCK)
        text = _BLANKS.sub(" ", raw).strip()
        if not text or "\n" not in raw:
            return text, marked, ()
        soft = tuple(part for part in (_BLANKS.sub(" ", part).strip() for part in raw.split("\n")) if part)
        return text, marked, soft if len(soft) > 1 else ()


def _special(root: lxml.html.HtmlElement) -> frozenset[lxml.html.HtmlElement]:
    if not _ANY_SPECIAL(root):
        return frozenset()
    found = _SPECIAL(root)
    return frozenset(found) if isinstance(found, list) and found else frozenset()


def _hides(element: lxml.html.HtmlElement) -> bool:
    """Whether a browser shows nothing of an element, until a script may open it."""
    return element.get("hidden") is not None or _HIDING.search(element.get("style") or "") is not None


def _passed_over(tag: str, element: lxml.html.HtmlElement) -> bool:
    """Whether inline text is none of its line: a hidden hint, the mark of a footnote."""
    if tag == "sup" and any((link.get("href") or "").startswith("#") for link in element.iter("a")):
        return True
    return _hides(element)


def _strikes(tag: str, element: lxml.html.HtmlElement) -> bool:
    if tag in _STRIKE:
        return True
    style = element.get("style")
    return bool(style) and "line-through" in style
