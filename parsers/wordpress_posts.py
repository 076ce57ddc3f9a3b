"""Which posts an HTML page carries, and which of them is the page's own.

What carries a post: an element with id `post-N` (8 of 9 themes), else a class `post-N`, else a heading
that links to an article.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from lxml import etree

from schema.urls import article_key, is_post_number

if TYPE_CHECKING:
    import lxml.html

_POST_ID = re.compile(r"^post-(\d+)$")
_BODY_ID = re.compile(r"\b(?:postid|page-id)-(\d+)\b")
_SINGLE = re.compile(r"(?:^|\s)(?:single|page|single-post|page-template\S*|postid-\d+|page-id-\d+)(?:\s|$)")
# By their attributes, elements are found four times as fast as by asking each element.
_WITH_POST_ID = etree.XPath("//@id[starts-with(.,'post-')]/..")
_WITH_POST_CLASS = etree.XPath("//@class[contains(.,'post-')]/..")


def posts_on(root: lxml.html.HtmlElement) -> list[tuple[str, lxml.html.HtmlElement]]:
    """The outermost elements that carry a post, by id, else class, else linked heading."""
    by_id = [
        (found.group(1), element)
        for element in elements(_WITH_POST_ID, root)
        if (found := _POST_ID.match(element.get("id").strip()))
    ]
    if by_id:
        return _outermost(by_id)
    by_class: list[tuple[str, lxml.html.HtmlElement]] = []
    for element in elements(_WITH_POST_CLASS, root):
        for word in element.get("class").split():
            if (found := _POST_ID.match(word)) and element.tag != "body":
                by_class.append((found.group(1), element))
                break
    if by_class:
        return _outermost(by_class)
    return _by_headings(root)


def elements(path: etree.XPath, place: lxml.html.HtmlElement) -> list[lxml.html.HtmlElement]:
    """The elements that a path gives below a place."""
    return cast("list[lxml.html.HtmlElement]", path(place))


def _outermost(
    posts: list[tuple[str, lxml.html.HtmlElement]],
) -> list[tuple[str, lxml.html.HtmlElement]]:
    elements = {element for _, element in posts}
    kept: dict[str, lxml.html.HtmlElement] = {}
    for number, element in posts:
        if number not in kept and not any(above in elements for above in element.iterancestors()):
            kept[number] = element
    return list(kept.items())


def _by_headings(root: lxml.html.HtmlElement) -> list[tuple[str, lxml.html.HtmlElement]]:
    found: list[tuple[str, lxml.html.HtmlElement]] = []
    for heading in root.iter("h1", "h2", "h3"):
        # The link stands in the heading, or around a card that holds it.
        for link in (*heading.iter("a"), *heading.iterancestors("a")):
            key = article_key(link.get("href") or "")
            if key is not None and is_post_number(key):
                found.append((key, heading))
                break
    headings = {heading for _, heading in found}
    posts: list[tuple[str, lxml.html.HtmlElement]] = []
    for key, heading in found:
        block = heading
        for above in heading.iterancestors():
            if (
                above.tag == "body"
                or sum(1 for inner in above.iter("h1", "h2", "h3") if inner in headings) > 1
            ):
                break
            block = above
        if not any(number == key for number, _ in posts):
            posts.append((key, block))
    return posts


def own_id(root: lxml.html.HtmlElement, url: str) -> str | None:
    """The id of the post that the page is about; None on an archive, or where nothing tells."""
    body = root.find("body")
    classes = (body.get("class") or "") if body is not None else ""
    found = _BODY_ID.search(classes)
    if found:
        return found.group(1)
    if re.search(r"(?:^|\s)(?:archive|home|blog|search|paged)(?:\s|$)", classes) and not _SINGLE.search(
        classes
    ):
        return None
    for link in root.iter("link"):
        rel = (link.get("rel") or "").lower()
        if rel in {"shortlink", "canonical"}:
            key = article_key(link.get("href") or "")
            if key is not None and is_post_number(key):
                return key
    key = article_key(url)
    return key if key is not None and is_post_number(key) else None
