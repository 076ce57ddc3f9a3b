"""Posts in parts: `<!--nextpage-->` splits a post over several addresses, and only REST gives it whole.

The parts of `/dmedh/4081` are `/dmedh/4081/2`, `/dmedh/4081/3` … (`?p=4081&page=2` where permalinks are
plain). A post's own page links to them; a feed shows the first part and says nothing of the others.

Source: WordPress's `wp_link_pages` and `_wp_link_page`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlunsplit

from parsers.html_tree import read_tree
from schema.urls import canonical_url, join_url, split_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    import lxml.html

# More parts than any author makes: a site that links on for ever is left at this one.
MOST_PARTS = 30
_PLAIN = ("p", "page_id")
_PART = re.compile(r"/\d{1,2}/?(?:#.*)?$|[?&]page=\d{1,2}(?:[&#].*)?$")
# What may stand beside the links to parts: `Pages:`, `次のページ`.
_LABEL_LENGTH = 20
_NO_LABEL = re.compile(r"[\d\s:：|/·«»<>←→&-]+")


def part_number(post_url: str, url: str) -> int | None:
    """Which part of a post stands at a URL: 1 for the post's own address, None for another page's.

    The host plays no part, so that a replica's parts are the site's.
    """
    (path, query), (base_path, base_query) = _place(join_url(post_url, url)), _place(post_url)
    if (path, query) == (base_path, base_query):
        return 1
    asked = dict(parse_qsl(query))
    if any(name in asked for name in _PLAIN):
        number = asked.pop("page", "")
        return _number(number) if (path, urlencode(asked)) == (base_path, base_query) else None
    head, _, number = path.rpartition("/")
    return _number(number) if head and (head, query) == (base_path, base_query) else None


def post_of_part(url: str) -> str | None:
    """The address of the post that a URL would be a further part of; None for a URL of another form."""
    if not may_be_part(url):
        return None
    parts = split_url(canonical_url(url))
    query = parse_qsl(parts.query)
    if any(name in _PLAIN for name, _ in query):
        parts = parts._replace(query=urlencode([one for one in query if one[0] != "page"]))
    else:
        parts = parts._replace(path=parts.path.rpartition("/")[0])
    post = urlunsplit(parts)
    return post if (part_number(post, url) or 1) > 1 else None


def may_be_part(url: str) -> bool:
    """Tell quickly whether a URL has the form of a part's; most links of a page have not."""
    return _PART.search(url) is not None


def part_links(text: str, post_url: str) -> dict[int, str]:
    """The further parts that a page of a post links to: number -> address, in order."""
    root = read_tree(text)
    found: dict[int, str] = {}
    if root is None:
        return found
    for element in root.iter("a", "link"):
        if element.tag == "link" and (element.get("rel") or "").lower() != "next":
            continue
        href = (element.get("href") or "").strip()
        number = part_number(post_url, href) if may_be_part(href) else None
        if number is not None and number > 1:
            # On the post's own host, whatever host the link names.
            path, query = split_url(join_url(post_url, href))[2:4]
            found.setdefault(
                number, urlunsplit(split_url(post_url)._replace(path=path, query=query, fragment=""))
            )
    return dict(sorted(found.items()))


def part_anchors(
    root: lxml.html.HtmlElement, post_url: str
) -> Iterator[tuple[int, lxml.html.HtmlElement, lxml.html.HtmlElement]]:
    """A tree's links to parts of its post: number, link, and the line or block that holds nothing else."""
    for anchor in [*root.iter("a", "link")]:
        href = (anchor.get("href") or "").strip()
        named = "page-numbers" in (anchor.get("class") or "")
        number = part_number(post_url, href) if may_be_part(href) or named else None
        if number is None or (number == 1 and not named):
            continue
        block = anchor
        for above in anchor.iterancestors():
            label = _NO_LABEL.sub("", above.text_content())
            if above.tag in ("body", "article", "main") or len(label) > _LABEL_LENGTH:
                break
            block = above
        yield number, anchor, block


def drop_part_links(root: lxml.html.HtmlElement, post_url: str) -> dict[int, str]:
    """Take the links to parts of a post out of a tree, with the lines that hold nothing else; give them."""
    found = [*part_anchors(root, post_url)]
    for _, _, block in found:
        if block.getparent() is not None:
            block.drop_tree()
    return {number: str(anchor.get("href")).strip() for number, anchor, _ in found}


def _place(url: str) -> tuple[str, str]:
    parts = split_url(canonical_url(url))
    return parts.path, parts.query


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 and int(text) > 1 else None
