"""The pages of a post's parts as one page, so that a list that goes over a split is read as one list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import lxml.html

from parsers.classify import PageClass, classify_text
from parsers.decode import decode
from parsers.wordpress import plain
from parsers.wordpress_pages import articles_from_html
from parsers.wordpress_parts import drop_part_links, part_anchors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parsers.wordpress import Article
    from schema.records import Page


def join_parts(first: Page, more: Sequence[Page]) -> Page:
    """Give the first part's page with the text of the others behind its own.

    Only the body (UTF-8) and its type are new: the page stands for the kept one, digest and place. A
    part that cannot be read as the post's, or whose page is cut off, ends the joining: the page then
    still links to it, and counts as cut off itself.
    """
    url = first.url
    head = _content(first, url, further=False)
    if head is None:
        return first
    root = head.getroottree().getroot()
    links = drop_part_links(root, url)
    joined = 1
    for page in more:
        part = _content(page, url, further=True)
        if part is None:
            break
        joined += 1
        links |= drop_part_links(part, url)
        _append(head, part)
    if joined + 1 in links:
        # The post goes on: the link stands where a theme would put it, and the page counts as cut off.
        nav = head.makeelement("nav")
        anchor = head.makeelement("a", {"href": links[joined + 1]})
        anchor.text = str(joined + 1)
        nav.append(anchor)
        head.append(nav)
    text = lxml.html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>")
    return replace(first, body=text.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")


def _content(page: Page, url: str, *, further: bool) -> lxml.html.HtmlElement | None:
    """The element that holds the post's text on a part's page; None where the page is not whole."""
    text = decode(page.body, page.content_type).text
    if classify_text(page, text) is not PageClass.CONTENT or "</html>" not in text.lower():
        return None
    answer = articles_from_html(text, url)
    if answer.shape != "page" or len(answer.articles) != 1:
        return None
    article = answer.articles[0]
    if isinstance(article.content, str):
        return None
    content = article.content
    if article.post is None:
        content = _before_links(article, content, url)
    if further:
        # The title of the post stands before its first part already.
        for element in [*content.iter("header", "h1")]:
            if element is not content and element.getparent() is not None:
                element.drop_tree()
    return content


def _before_links(article: Article, scope: lxml.html.HtmlElement, url: str) -> lxml.html.HtmlElement:
    """Where no block of text is known: the one at whose end the links to the parts stand, or before them."""
    block = next((block for _, _, block in part_anchors(scope, url) if block is not scope), None)
    parent = block.getparent() if block is not None else None
    if block is None or parent is None:
        return scope
    if any(plain(inner.text_content()) == article.title for inner in parent.iter("h1", "h2", "h3")):
        # The title stands there too: the text is what comes right before the links.
        before = block.getprevious()
        return parent if before is None else before
    return parent


def _append(head: lxml.html.HtmlElement, part: lxml.html.HtmlElement) -> None:
    """Move what stands in one element to the end of another."""
    if part.text and part.text.strip():
        lead = part.makeelement("p")
        lead.text = part.text
        head.append(lead)
    for child in list(part):
        head.append(child)
