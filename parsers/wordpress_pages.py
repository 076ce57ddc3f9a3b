"""WordPress articles from HTML pages of any theme.

What carries a post's text: the theme's content block where one is known, else the whole post
(`wordpress_posts` finds the posts). A page is an archive when several posts stand on it and none is the
page's own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from lxml import etree

from parsers.html_tree import read_tree
from parsers.wordpress import Article, Articles, articles_from_rest, plain
from parsers.wordpress_feeds import articles_from_feed
from parsers.wordpress_heads import author_of, canonical_of, dates_of, is_protected, title_of
from parsers.wordpress_parts import may_be_part, part_number
from parsers.wordpress_posts import elements, own_id, posts_on
from schema.urls import article_key, canonical_url, join_url, split_url

if TYPE_CHECKING:
    import lxml.html

    from schema.records import Page

_DECLARATION = re.compile(
    r"^(?:<\?xml[^>]*\?>|<!doctype[^>\[]*(?:\[.*?\])?>|<!--.*?-->|\s)+", re.IGNORECASE | re.DOTALL
)
_NEXT_PART = re.compile(r".*/\d+/(\d{1,2})/?$")
_MORE = re.compile(r"続きを読む|続きをよむ|もっと読む|全文を読む|continue reading|read more", re.IGNORECASE)
_WITH_CLASS = etree.XPath("(descendant::*/@class|descendant::*/@itemprop)/..")
_LENGTH = etree.XPath("string-length()")
_CONTENT_CLASSES = frozenset((
    "entry-content", "post_content", "post-content", "entry-body", "entry_body", "article-body",
    "articleBody", "post-body", "the-content", "entry__content", "wp-block-post-content",
))  # fmt: skip


def read_articles(page: Page, text: str) -> Articles:
    """Read whatever a WordPress site answered: JSON, a feed, or an HTML page."""
    start = _DECLARATION.sub("", text[:1000].lstrip("\ufeff \t\r\n")).lower()
    kind = page.content_type.lower()
    if "json" in kind or start.startswith(("[", "{")):
        return articles_from_rest(text)
    if start.startswith(("<rss", "<feed", "<rdf")) or (
        any(word in kind for word in ("rss", "atom", "/xml")) and "<html" not in start
    ):
        return articles_from_feed(text)
    return articles_from_html(text, page.url)


def articles_from_html(text: str, url: str) -> Articles:
    """Read an HTML page: one article (shape `page`) or an archive of several (shape `archive`)."""
    root = read_tree(text)
    if root is None:
        return Articles("page", problems=(("layout_changed", "the page is empty"),), closed=False)
    closed = "</html>" in text or "</html>" in text.lower()
    posts = posts_on(root)
    own = own_id(root, url)
    is_article = own is not None or article_key(url) is not None
    if own is None and len(posts) == 1 and is_article:
        own = posts[0][0]
    if is_article or not posts:
        found = [element for number, element in posts if number == own]
        if found or is_article:
            article = _single(root, found[0] if found else None, own, url)
            more = _goes_on(found[0] if found else root, own, url)
            notes = (("cut_off", f"the article goes on at {more}"),) if more is not None else ()
            article = article if more is None else replace(article, in_part=True)
            return Articles("page", (article,), problems=notes, closed=closed and more is None)
    articles = tuple(_listed(number, element, url) for number, element in posts)
    return Articles("archive", articles, closed=closed)


def _content_of(element: lxml.html.HtmlElement) -> lxml.html.HtmlElement | None:
    """The theme's content block with the most text, where the theme is of the known kind."""
    blocks = [
        block
        for block in elements(_WITH_CLASS, element)
        if block.get("itemprop") == "articleBody"
        or not _CONTENT_CLASSES.isdisjoint((block.get("class") or "").split())
    ]
    return max(blocks, key=_text_length) if len(blocks) > 1 else blocks[0] if blocks else None


def _text_length(element: lxml.html.HtmlElement) -> float:
    return cast("float", _LENGTH(element))


def _single(
    root: lxml.html.HtmlElement, element: lxml.html.HtmlElement | None, own: str | None, url: str
) -> Article:
    scope = element
    if scope is None:
        articles = root.findall(".//article")
        mains = root.findall(".//main")
        scope = articles[0] if len(articles) == 1 else mains[0] if mains else root
    content = _content_of(scope)
    # A content block that a broken page closed too early would hide the rest of the article.
    if content is None or _text_length(content) * 3 + 500 < _text_length(scope):
        content = scope
    published, modified = dates_of(root, scope)
    body = root.find("body")
    return Article(
        id=own,
        url=canonical_of(root) or url,
        title=title_of(root, scope),
        content=content,
        published_on=published,
        modified_at=modified,
        author=author_of(root, scope),
        protected=is_protected(scope if element is not None else body),
        post=scope if content is not scope else None,
    )


def _listed(number: str, element: lxml.html.HtmlElement, url: str) -> Article:
    link = next(
        (
            anchor
            for anchor in element.iter("a")
            if article_key(anchor.get("href") or "") == number and anchor.text_content().strip()
        ),
        None,
    )
    heading = next((inner for inner in element.iter("h1", "h2", "h3") if inner.text_content().strip()), None)
    if link is None and heading is not None:
        # Where names stand in addresses, the post is what its heading links to.
        anchors = (*heading.iter("a"), *heading.iterancestors("a"))
        link = next((each for each in anchors if _names_article(url, each.get("href") or "")), None)
    title = heading if heading is not None else link
    content = _content_of(element)
    # Classic themes say entry-summary; block themes wp-block-post-excerpt, others an excerpt of their own.
    summary = element.xpath(
        ".//*[contains(concat(' ',normalize-space(@class),' '),' entry-summary ')"
        " or contains(@class,'excerpt')]"
    )
    more = any(
        "more-link" in (anchor.get("class") or "") or _MORE.search(anchor.text_content())
        for anchor in element.iter("a")
    )
    published, modified = dates_of(element, element)
    teaser = (content is None and bool(summary)) or _is_bare(element) or _is_card(element, heading)
    return Article(
        id=number,
        url=(join_url(url, link.get("href") or "") if link is not None else None) or url,
        title=plain(title.text_content()) if title is not None else "",
        content=content if content is not None else element,
        published_on=published,
        modified_at=modified,
        author=author_of(element, element),
        protected=is_protected(element),
        partial=more or teaser,
        in_part=True,
        post=element if content is not None else None,
    )


def _names_article(url: str, href: str) -> bool:
    """Tell whether a link of a page leads to an article of the same site."""
    named = canonical_url(join_url(url, href))
    return article_key(named) is not None and split_url(named).netloc == split_url(canonical_url(url)).netloc


def _is_bare(element: lxml.html.HtmlElement) -> bool:
    """A post that is nothing but its heading."""
    text = len(element.text_content().strip())
    return text <= sum(
        len(inner.text_content().strip()) for inner in element.iter("header", "h1", "h2", "h3")
    )


def _is_card(element: lxml.html.HtmlElement, heading: lxml.html.HtmlElement | None) -> bool:
    """A post of which all is one link to its page: a teaser, whatever text stands in it."""
    link = next(heading.iterancestors("a"), None) if heading is not None else None
    return link is not None and any(above is element for above in (link, *link.iterancestors()))


def _goes_on(scope: lxml.html.HtmlElement, own: str | None, url: str) -> str | None:
    """The address of another part of a post (`<!--nextpage-->` splits posts), where it is or links to one."""
    for href in (url, *((anchor.get("href") or "").strip() for anchor in scope.iter("a"))):
        if href is not url and may_be_part(href) and part_number(url, href) is not None:
            return str(href)
        found = _NEXT_PART.match(split_url(href).path)
        if found and own is not None and article_key(href[: href.rindex(found.group(1))]) == own:
            return href
    return None
