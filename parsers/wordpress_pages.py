"""WordPress articles from HTML pages of any theme.

What carries a post: an element with id `post-N` (8 of 9 themes), else a class `post-N`, else a heading
that links to an article. What carries its text: the theme's content block where one is known, else
the whole post. A page is an archive when several posts stand on it and none is the page's own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from lxml import etree

from parsers.dates import first_day, instant, instant_and_day, shown_day, written_day
from parsers.lines import read_tree
from parsers.wordpress import Article, Articles, articles_from_rest, plain
from parsers.wordpress_feeds import articles_from_feed
from parsers.wordpress_parts import may_be_part, part_number
from schema.urls import article_key, is_post_number, split_url

if TYPE_CHECKING:
    from datetime import date, datetime

    import lxml.html

    from schema.records import Page

_DECLARATION = re.compile(
    r"^(?:<\?xml[^>]*\?>|<!doctype[^>\[]*(?:\[.*?\])?>|<!--.*?-->|\s)+", re.IGNORECASE | re.DOTALL
)
_POST_ID = re.compile(r"^post-(\d+)$")
_BODY_ID = re.compile(r"\b(?:postid|page-id)-(\d+)\b")
_SINGLE = re.compile(r"(?:^|\s)(?:single|page|single-post|page-template\S*|postid-\d+|page-id-\d+)(?:\s|$)")
_NEXT_PART = re.compile(r".*/\d+/(\d{1,2})/?$")
_MORE = re.compile(r"続きを読む|続きをよむ|もっと読む|全文を読む|continue reading|read more", re.IGNORECASE)
# By their attributes, elements are found four times as fast as by asking each element.
_WITH_POST_ID = etree.XPath("//@id[starts-with(.,'post-')]/..")
_WITH_POST_CLASS = etree.XPath("//@class[contains(.,'post-')]/..")
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
    posts = _posts(root)
    own = _own_id(root, url)
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


def _posts(root: lxml.html.HtmlElement) -> list[tuple[str, lxml.html.HtmlElement]]:
    """The outermost elements that carry a post, by id, else class, else linked heading."""
    by_id = [
        (found.group(1), element)
        for element in _found(_WITH_POST_ID, root)
        if (found := _POST_ID.match(element.get("id").strip()))
    ]
    if by_id:
        return _outermost(by_id)
    by_class: list[tuple[str, lxml.html.HtmlElement]] = []
    for element in _found(_WITH_POST_CLASS, root):
        for word in element.get("class").split():
            if (found := _POST_ID.match(word)) and element.tag != "body":
                by_class.append((found.group(1), element))
                break
    if by_class:
        return _outermost(by_class)
    return _by_headings(root)


def _found(path: etree.XPath, place: lxml.html.HtmlElement) -> list[lxml.html.HtmlElement]:
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


def _own_id(root: lxml.html.HtmlElement, url: str) -> str | None:
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


def _content_of(element: lxml.html.HtmlElement) -> lxml.html.HtmlElement | None:
    """The theme's content block with the most text, where the theme is of the known kind."""
    blocks = [
        block
        for block in _found(_WITH_CLASS, element)
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
    published, modified = _dates(root, scope)
    body = root.find("body")
    return Article(
        id=own,
        url=_canonical(root) or url,
        title=_title(root, scope),
        content=content,
        published_on=published,
        modified_at=modified,
        author=_author(root, scope),
        protected=_is_protected(scope if element is not None else body),
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
    published, modified = _dates(element, element)
    teaser = (content is None and bool(summary)) or _is_bare(element) or _is_card(element, heading)
    return Article(
        id=number,
        url=(link.get("href") if link is not None else None) or url,
        title=plain(title.text_content()) if title is not None else "",
        content=content if content is not None else element,
        published_on=published,
        modified_at=modified,
        author=_author(element, element),
        protected=_is_protected(element),
        partial=more or teaser,
        in_part=True,
        post=element if content is not None else None,
    )


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


def _title(root: lxml.html.HtmlElement, scope: lxml.html.HtmlElement) -> str:
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


def _canonical(root: lxml.html.HtmlElement) -> str | None:
    for link in root.iter("link"):
        if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
            return str(link.get("href")).strip()
    return None


def _author(root: lxml.html.HtmlElement, scope: lxml.html.HtmlElement) -> str | None:
    for anchor in scope.iter("a"):
        if (anchor.get("rel") or "") == "author" or "/author/" in (anchor.get("href") or ""):
            return plain(anchor.text_content()) or None
    for meta in root.iter("meta"):
        if meta.get("name") == "author" and meta.get("content"):
            return plain(meta.get("content"))
    return None


def _dates(root: lxml.html.HtmlElement, scope: lxml.html.HtmlElement) -> tuple[date | None, datetime | None]:
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


def _is_protected(element: lxml.html.HtmlElement | None) -> bool:
    if element is None:
        return False
    return any(field.get("name") == "post_password" for field in element.iter("input"))
