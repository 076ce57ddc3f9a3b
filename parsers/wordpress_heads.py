"""What an HTML page says of a post beside its text: title, address, author, dates, whether it is shut."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from parsers.dates import first_day, instant, instant_and_day, shown_day, written_day
from parsers.wordpress import plain

if TYPE_CHECKING:
    from datetime import date, datetime

    import lxml.html


def title_of(root: lxml.html.HtmlElement, scope: lxml.html.HtmlElement) -> str:
    """The heading that the page is named by, else what its metadata call it; empty where nothing does."""
    page_title = plain(next((title.text for title in root.iter("title")), None) or "")
    for place in (scope, root):
        for heading in place.iter("h1", "h2"):
            text = plain(heading.text_content())
            if text and (not page_title or text in page_title or page_title in text):
                return text
    for meta in root.iter("meta"):
        if meta.get("property") == "og:title" and meta.get("content"):
            return plain(meta.get("content"))
    return re.split(r"\s+[|｜–—-]\s+", page_title)[0]


def canonical_of(root: lxml.html.HtmlElement) -> str | None:
    """The address that the page calls its own."""
    for link in root.iter("link"):
        if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
            return str(link.get("href")).strip()
    return None


def author_of(root: lxml.html.HtmlElement, scope: lxml.html.HtmlElement) -> str | None:
    """The author by the link to their archive, else by the metadata."""
    for anchor in scope.iter("a"):
        if (anchor.get("rel") or "") == "author" or "/author/" in (anchor.get("href") or ""):
            return plain(anchor.text_content()) or None
    for meta in root.iter("meta"):
        if meta.get("name") == "author" and meta.get("content"):
            return plain(meta.get("content"))
    return None


def dates_of(
    root: lxml.html.HtmlElement, scope: lxml.html.HtmlElement
) -> tuple[date | None, datetime | None]:
    """The day of publishing as the page shows it, and the instant of the last change."""
    published: date | None = None
    shown: date | None = None
    modified: datetime | None = None
    for meta in root.iter("meta"):
        name = meta.get("property") or meta.get("itemprop") or ""
        if name in {"article:published_time", "datePublished"}:
            published = published or shown_day(meta.get("content"))
        elif name in {"article:modified_time", "og:updated_time", "dateModified"}:
            modified = modified or instant(meta.get("content"))
    for time in scope.iter("time"):
        moment, day = instant_and_day(time.get("datetime"))
        words = f"{time.get('class') or ''} {time.get('itemprop') or ''}".lower()
        if ("updated" in words.split() and "published" not in words) or "modified" in words:
            modified = modified or moment
        else:
            published = published or day
            shown = shown or written_day(time.text_content())
    if published is None:
        head = " ".join(inner.text_content() for inner in scope.iter("header"))
        return first_day(head), modified
    # An instant in UTC does not say which day it is at the site; what stands beside it does.
    near = shown is not None and abs(shown - published) <= timedelta(days=1)
    return shown if near else published, modified


def is_protected(element: lxml.html.HtmlElement | None) -> bool:
    """Whether a form asks for the password of the post."""
    if element is None:
        return False
    return any(field.get("name") == "post_password" for field in element.iter("input"))
