"""WordPress articles from feeds: RSS 2.0, RDF and Atom."""

from __future__ import annotations

import re
from datetime import UTC
from typing import TYPE_CHECKING

from parsers.dates import day_in_tokyo, instant
from parsers.sitemap import local_name, read_xml
from parsers.wordpress import Article, Articles, plain
from schema.urls import article_key, is_post_number

_CLOSED = re.compile(r"</(?:\w+:)?(?:rss|feed|rdf)\s*>", re.IGNORECASE)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree


def articles_from_feed(text: str) -> Articles:
    """Read RSS 2.0, RDF or Atom; an item with a description alone is partial."""
    root, well_formed = read_xml(text)
    if root is None or local_name(root) not in {"rss", "feed", "rdf"}:
        return Articles("feed", problems=(("layout_changed", f"no feed: {text[:80]}"),))
    entries = [element for element in root.iter() if local_name(element) in {"item", "entry"}]
    closed = _CLOSED.search(text[-2000:]) is not None
    problems = () if well_formed else (("layout_changed", "the feed is not well-formed XML"),)
    return Articles("feed", tuple(_feed_article(entry) for entry in entries), problems, closed)


def _feed_article(entry: etree._Element) -> Article:
    fields: dict[str, str] = {}
    link = ""
    body: str | None = None
    for part in _children(entry):
        name, text = local_name(part), part.text or ""
        if name == "link":
            if part.get("rel", "alternate") == "alternate":
                link = link or part.get("href") or text.strip()
        elif name in {"encoded", "content"}:
            body = text or body
        elif name in {"author", "creator"}:
            fields[name] = " ".join("".join(str(piece) for piece in part.itertext()).split())
        else:
            fields.setdefault(name, text)
    guid = fields.get("guid") or fields.get("id") or ""
    key = article_key(link) if link else None
    number = next((k for k in (article_key(guid), key) if k is not None and is_post_number(k)), None)
    published = instant(fields.get("pubdate") or fields.get("published") or fields.get("date"), zone=UTC)
    return Article(
        id=number,
        url=link or guid,
        title=plain(fields.get("title")),
        content=body if body is not None else fields.get("description") or fields.get("summary") or "",
        published_on=day_in_tokyo(published),
        modified_at=instant(fields.get("updated") or fields.get("modified"), zone=UTC),
        author=fields.get("creator") or fields.get("author") or None,
        partial=body is None,
        in_part=True,
    )


def _children(entry: etree._Element) -> Iterator[etree._Element]:
    for part in entry:
        if isinstance(part.tag, str):
            yield part
