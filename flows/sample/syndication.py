"""Sitemaps and feeds of the sample blog."""

from __future__ import annotations

from email.utils import format_datetime
from html import escape
from typing import TYPE_CHECKING

from flows.sample.articles import CATEGORIES, SampleArticle, utc
from flows.sample.parts import body_parts
from flows.sample.themes import AUTHOR, SITE_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flows.sample.blog import Blog

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def _urlset(entries: Sequence[tuple[str, str | None]]) -> str:
    rows = [
        f"<url><loc>{escape(loc)}</loc>{f'<lastmod>{lastmod}</lastmod>' if lastmod else ''}</url>"
        for loc, lastmod in entries
    ]
    return f"{_XML}<urlset {_SPACE}>{''.join(rows)}</urlset>\n"


def sitemap(blog: Blog, path: str, base: str) -> str | None:
    """The sitemap at a path: the index of `/wp-sitemap.xml` and its four parts; None for any other."""
    dated = blog.switches.sitemap_lastmod
    parts: dict[str, list[tuple[str, str | None]]] = {
        "/wp-sitemap-posts-post-1.xml": [
            (f"{base}{article.path}", article.modified.isoformat() if dated else None)
            for article in sorted(blog.posts(), key=lambda article: article.id)
        ],
        "/wp-sitemap-posts-page-1.xml": [
            (f"{base}{article.path}", article.modified.isoformat() if dated else None)
            for article in blog.articles()
            if article.kind == "page"
        ],
        "/wp-sitemap-taxonomies-category-1.xml": [(f"{base}/category/{slug}", None) for slug in CATEGORIES],
        "/wp-sitemap-users-1.xml": [(f"{base}/author/{AUTHOR}", None)],
    }
    if path == "/wp-sitemap.xml":
        rows = "".join(f"<sitemap><loc>{base}{part}</loc></sitemap>" for part in parts)
        return f"{_XML}<sitemapindex {_SPACE}>{rows}</sitemapindex>\n"
    return _urlset(parts[path]) if path in parts else None


def _content(body: str) -> str:
    return f'<content type="html"><![CDATA[{body}]]></content>'


def _protected(article: SampleArticle) -> bool:
    return article.status == "protected"


def rss(articles: Sequence[SampleArticle], base: str, *, excerpts: bool = False) -> str:
    """An RSS 2.0 feed, with full content or with excerpts alone."""
    items = []
    for article in articles:
        body = "" if _protected(article) else body_parts(article)[0]
        items.append(
            f"<item><title>{escape(article.title, quote=False)}</title><link>{base}{article.path}</link>"
            f"<dc:creator><![CDATA[{AUTHOR}]]></dc:creator>"
            f"<pubDate>{format_datetime(utc(article.published)).replace('GMT', '+0000')}</pubDate>"
            f"<category><![CDATA[{CATEGORIES[article.category][1]}]]></category>"
            f'<guid isPermaLink="false">{base}/?p={article.id}</guid>'
            f"<description><![CDATA[…]]></description>"
            f"{'' if excerpts else f'<content:encoded><![CDATA[{body}]]></content:encoded>'}</item>"
        )
    return (
        f'{_XML}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>{SITE_NAME}</title><link>{base}</link>{''.join(items)}</channel></rss>\n"
    )


def atom(articles: Sequence[SampleArticle], base: str, *, excerpts: bool = False) -> str:
    """An Atom feed, with full content or with excerpts alone, and the day of the last change."""
    entries = []
    for article in articles:
        body = "" if _protected(article) else body_parts(article)[0]
        entries.append(
            f"<entry><author><name>{AUTHOR}</name></author>"
            f'<title type="html"><![CDATA[{article.title}]]></title>'
            f'<link rel="alternate" type="text/html" href="{base}{article.path}" />'
            f"<id>{base}/?p={article.id}</id>"
            f"<updated>{utc(article.modified):%Y-%m-%dT%H:%M:%SZ}</updated>"
            f"<published>{utc(article.published):%Y-%m-%dT%H:%M:%SZ}</published>"
            f"{'<summary>…</summary>' if excerpts else _content(body)}</entry>"
        )
    return (
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom"><title>{SITE_NAME}</title>'
        f"{''.join(entries)}</feed>\n"
    )
