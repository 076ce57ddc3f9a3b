"""A page as its visible lines: what a reader sees, in order, free of any theme's markup.

The parsers of articles work on these lines and never on class names, so that a new theme changes
nothing. One pass over the tree, no recursion (broken pages nest thousands deep).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import lxml.html
from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_STRIKE = frozenset(("s", "del", "strike"))
_BLANKS = re.compile(r"[ \t\r\n\x0b\x0c\xa0]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class Line:
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


_WRAPPER = re.compile(r"<(?!/?(?:td|th|tr|li|h[1-6]|p|br|s|del|a|html|body)\b)[^>]*>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^>]*>")


def _parse(text: str) -> tuple[lxml.html.HtmlElement | None, bool]:
    if not text.strip():
        return None, False
    parser = lxml.html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        tree = lxml.html.document_fromstring(text, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        tree = None
    too_deep = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
    return tree, too_deep


def visible_lines(root: lxml.html.HtmlElement) -> list[Line]:
    """Give the visible lines below an element, in reading order."""
    return list(_Reader().read(root))


class _Reader:
    def __init__(self) -> None:
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
        self.linked = 0
        self.linked_out = 0
        self.length = 0

    def read(self, root: lxml.html.HtmlElement) -> Iterator[Line]:
        skip = 0
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag
            if event == "start":
                if skip or tag in _SKIP:
                    skip += 1
                    continue
                yield from self._open(tag, element)
                if element.text:
                    yield from self._text(element.text)
            else:
                if skip:
                    skip -= 1
                else:
                    yield from self._close(tag, element)
                if not skip and element.tail and element is not root:
                    yield from self._text(element.tail)
        yield from self._flush()

    def _open(self, tag: str, element: lxml.html.HtmlElement) -> Iterator[Line]:
        if tag in _BLOCK:
            yield from self._flush()
            self._open_block(tag)
        elif tag == "br":
            yield from self._flush()
        elif tag == "a":
            self.links += 1
            if (element.get("href") or "").startswith("#"):
                self.inner_link += 1
        elif _strikes(tag, element):
            self.struck += 1
            self.buffer.append(STRUCK)

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
        if tag in _ASIDE:
            self.aside += 1

    def _row(self) -> None:
        self.rows.append(self.next_row)
        self.cells.append(-1)
        self.next_row += 1

    def _close(self, tag: str, element: lxml.html.HtmlElement) -> Iterator[Line]:
        if tag in _BLOCK:
            yield from self._flush()
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
        elif tag == "a":
            self.links -= 1
            if (element.get("href") or "").startswith("#"):
                self.inner_link -= 1
        elif _strikes(tag, element):
            self.struck -= 1
            self.buffer.append(UNSTRUCK)

    def _text(self, text: str) -> Iterator[Line]:
        if self.pre and "\n" in text:
            for number, part in enumerate(text.split("\n")):
                if number:
                    yield from self._flush()
                self._keep(part)
        else:
            self._keep(text)

    def _keep(self, text: str) -> None:
        self.buffer.append(text)
        if not text.isspace():
            self.length += 1
            self.linked += 1 if self.inner_link else 0
            self.linked_out += 1 if self.links else 0

    def _flush(self) -> Iterator[Line]:
        if not self.buffer:
            return
        raw = _INVISIBLE.sub("", "".join(self.buffer))
        struck_through = STRUCK in raw or UNSTRUCK in raw or self.struck > 0
        all_linked = self.length > 0 and self.linked == self.length
        self.buffer = []
        only_links = self.length > 0 and self.linked_out == self.length
        self.length = self.linked = self.linked_out = 0
        marked = ""
        if struck_through:
            marked = _BLANKS.sub(" ", raw).strip()
            if marked.count(STRUCK) < marked.count(UNSTRUCK):
                marked = STRUCK + marked
            raw = raw.replace(STRUCK, "").replace(UNSTRUCK, "")
            if self.struck:
                self.buffer.append(STRUCK)
        text = _BLANKS.sub(" ", raw).strip()
        if not text:
            return
        soft = tuple(part for part in (_BLANKS.sub(" ", part).strip() for part in raw.split("\n")) if part)
        kind: Kind = "text"
        if self.levels:
            kind = "heading"
        elif self.rows:
            kind = "cell"
        elif self.items > 0:
            kind = "item"
        yield Line(
            text=text,
            kind=kind,
            row=self.rows[-1] if self.rows else -1,
            cell=self.cells[-1] if self.cells else -1,
            level=self.levels[-1] if self.levels else 0,
            aside=self.aside > 0,
            contents=all_linked,
            linked=only_links,
            struck=marked,
            soft=soft if len(soft) > 1 else (),
        )


def _strikes(tag: str, element: lxml.html.HtmlElement) -> bool:
    if tag in _STRIKE:
        return True
    style = element.get("style")
    return bool(style) and "line-through" in style


# Text where a tag's name or attributes belong: a tag that lost its `>`.
_BROKEN_TAG = re.compile(r"<[A-Za-z/][^<>\"']{0,80}[\u3041-\u30fe\u4e00-\u9fff《][^<>\"']{0,80}")
# Markup inside an element that a browser never shows: a tag that became another.
_SWALLOWED = re.compile(
    r"<(script|style|textarea|noscript|template|select|iframe)\b(?:(?!</\1).){0,4000}?"
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
