"""HTML text to a tree, leniently: what browsers read of a broken page is read here too."""

from __future__ import annotations

import re
import threading

import lxml.html
from lxml import etree


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
