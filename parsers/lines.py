"""A page as its visible lines: what a reader sees, in order, free of any theme's markup.

The parsers of articles work on these lines and never on class names, so that a new theme changes
nothing. One pass over the tree, no recursion (broken pages nest thousands deep).
"""

from __future__ import annotations

import re
import threading
from typing import Literal, NamedTuple

import lxml.html
from lxml import etree

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
_PLACING = _ASIDE | frozenset(_HEADING) | {"tr", "td", "th", "li", "pre"}  # blocks that say where a line is
_ROLES: dict[str, str] = {
    **dict.fromkeys(_BLOCK, "block"),
    **dict.fromkeys(_PLACING, "placing"),
    "br": "break",
    **dict.fromkeys(_SKIP, "skip"),
}
_STRIKE = frozenset(("s", "del", "strike"))
_BLANKS = re.compile(r"[ \t\r\n\x0b\x0c\xa0]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


class Line(NamedTuple):
    """One visible line of one block or table cell.

    `row` and `cell` place it in a table (row numbers run through the page; -1 outside tables).
    `level` is a heading's. `aside` marks navigation and side columns; `contents` a line that is
    nothing but links into the page, `linked` one that is nothing but links. `soft` holds the parts
    between line breaks of the source that a browser would show as blanks. `struck` is the same text
    with `STRUCK`/`UNSTRUCK` marks.
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


def read_tree(text: str) -> lxml.html.HtmlElement | None:
    """Parse HTML text leniently; None where there is nothing to parse. Comments are left out.

    libxml2 gives up on a page nested over 2,048 deep: such a page is flattened and read again.
    """
    tree, too_deep = _parse(text)
    for wrapper in (_WRAPPER, _ANY_TAG):
        if not too_deep:
            break
        text = wrapper.sub("<br>", text)
        tree, too_deep = _parse(text)
    return tree


# Forms and inputs need no classes of their own, and lxml asks Python for the class of each element.
_ONE_CLASS = etree.ElementDefaultClassLookup(element=lxml.html.HtmlElement)
_KEPT = threading.local()
_WRAPPER = re.compile(r"<(?!/?(?:td|th|tr|li|h[1-6]|p|br|s|del|a|html|body)\b)[^>]*>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^>]*>")


def _parse(text: str) -> tuple[lxml.html.HtmlElement | None, bool]:
    if not text or text.isspace():
        return None, False
    parser = _parser()
    try:
        tree = lxml.html.document_fromstring(text, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        tree = None
    too_deep = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
    return tree, too_deep


def _parser() -> lxml.html.HTMLParser:
    """This thread's parser: to make one takes half as long as to read a page."""
    parser: lxml.html.HTMLParser | None = getattr(_KEPT, "parser", None)
    if parser is None:
        parser = lxml.html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)
        parser.set_element_class_lookup(_ONE_CLASS)
        _KEPT.parser = parser
    return parser


def visible_lines(root: lxml.html.HtmlElement) -> list[Line]:
    """Give the visible lines below an element, in reading order."""
    return _Reader().read(root)


class _Reader:
    def __init__(self) -> None:
        self.out: list[Line] = []
        self.buffer: list[str] = []
        self.rows: list[int] = []
        self.cells: list[int] = []
        self.next_row = 0
        self.lone_cell = False  # inside a cell whose row tag is missing
        self.levels: list[int] = []
        self.items = 0
        self.aside = 0
        self.struck = 0
        self.pre = 0
        self.inner_link = 0
        self.links = 0
        self.length = 0
        self.linked = 0
        self.linked_out = 0

    def read(self, root: lxml.html.HtmlElement) -> list[Line]:
        skip = 0
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag
            role = _ROLES.get(tag, "inline")
            opens = event == "start"
            if skip or role == "skip":
                skip += 1 if opens else -1
                text = element.tail if not skip else None
            elif role == "block" or role == "placing":
                if self.buffer:
                    self._flush()
                if role == "placing":
                    (self._open_block if opens else self._close_block)(tag)
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

    def _open_block(self, tag: str) -> None:
        if tag == "tr":
            self._row()
        elif tag in ("td", "th"):
            if not self.rows:
                self._row()
                self.lone_cell = True
            self.cells[-1] += 1
        elif tag in _HEADING:
            self.levels.append(_HEADING[tag])
        elif tag == "li":
            self.items += 1
        elif tag == "pre":
            self.pre += 1
        else:
            self.aside += 1

    def _row(self) -> None:
        self.rows.append(self.next_row)
        self.cells.append(-1)
        self.next_row += 1

    def _close_block(self, tag: str) -> None:
        if self.rows and (tag == "tr" or (self.lone_cell and tag in ("td", "th"))):
            self.rows.pop()
            self.cells.pop()
            self.lone_cell = False
        elif tag in _HEADING and self.levels:
            self.levels.pop()
        elif tag == "li":
            self.items -= 1
        elif tag == "pre":
            self.pre -= 1
        if tag in _ASIDE:
            self.aside -= 1

    def _text(self, text: str) -> None:
        if self.pre and "\n" in text:
            for number, part in enumerate(text.split("\n")):
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
        rows, levels = self.rows, self.levels
        kind: Kind = "heading" if levels else "cell" if rows else "item" if self.items > 0 else "text"
        self.out.append(
            Line(
                text,
                kind,
                rows[-1] if rows else -1,
                self.cells[-1] if rows else -1,
                levels[-1] if levels else 0,
                self.aside > 0,
                all_linked,
                only_links,
                marked,
                soft,
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


def _strikes(tag: str, element: lxml.html.HtmlElement) -> bool:
    if tag in _STRIKE:
        return True
    style = element.get("style")
    return bool(style) and "line-through" in style


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
