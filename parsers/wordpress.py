"""WordPress articles, however a site gives them: REST, a page, an archive page, a feed.

The key of an article is its post id, the same in all of them. `read_articles` tells the shapes apart
by what the body is, not by what its header says.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass, field
from datetime import UTC
from itertools import islice
from typing import TYPE_CHECKING, Any

from parsers.dates import day_in_tokyo, instant
from parsers.html_tree import read_tree
from parsers.lines import Line, visible_lines
from schema.urls import article_key, join_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date, datetime

    import lxml.html

# WordPress's `protected_title_format`, in English and Japanese.
_PROTECTED_TITLE = re.compile(r"(?:Protected|保護中)[:：]\s")
_TAG = re.compile(r"<[^>]*>")
_JSON_START = re.compile(r"[\[{]")
_HREF_API = "https://api.w.org/"
_LINK_HEADER = re.compile(r"<([^>]+)>\s*;[^,]*?rel=[\"']?https://api\.w\.org/[\"']?")


@dataclass(frozen=True, slots=True)
class Article:
    """One article. `id` is the post id as text (None where nothing carries one).

    `content` is its body, as HTML text or as an element of the page it stands on. `published_on` is
    the date in the site's zone, `modified_at` in UTC. `partial` marks an excerpt or an article cut by
    a "read more" link: its text is not the article's. `in_part` marks one of which this may be
    a part alone: on an archive page or in a feed, which show the first part of a post and nothing
    tells, or on a page that links to another. `post` is the whole element of the post where
    `content` is a block of it. `robots` is what a REST row says that the post's own head says to robots,
    where a plugin gives it.
    """

    id: str | None
    url: str
    title: str
    content: str | lxml.html.HtmlElement = field(repr=False, compare=False)
    published_on: date | None = None
    modified_at: datetime | None = None
    author: str | None = None
    protected: bool = False
    partial: bool = False
    in_part: bool = False
    post: lxml.html.HtmlElement | None = field(default=None, repr=False, compare=False)
    robots: str | None = None

    @property
    def key(self) -> str:
        """The source's key: the post id, else what the URL gives."""
        return self.id or article_key(self.url) or self.url

    @property
    def is_protected(self) -> bool:
        """Whether a password hides it: an archive or feed shows no form, only WordPress's title prefix."""
        return self.protected or bool(_PROTECTED_TITLE.match(self.title))

    @property
    def text(self) -> str:
        """Everything the body holds as text, shown or not (markup included where it is HTML text)."""
        return self.content if isinstance(self.content, str) else str(self.content.text_content())

    def lines(self) -> list[Line]:
        """The body's visible lines."""
        root = read_tree(f"<div>{self.content}</div>") if isinstance(self.content, str) else self.content
        return [] if root is None else visible_lines(root)


@dataclass(frozen=True, slots=True)
class Articles:
    """What a response gave: its shape, its articles, and what could not be read as (kind, detail).

    `shape` is one of rest, page, archive, feed. `closed` is False for a page that ends before its end.
    """

    shape: str
    articles: tuple[Article, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    closed: bool = True


def read_json(text: str) -> Any:
    """Read JSON that may stand behind a byte order mark or the notices of a badly kept PHP site.

    Raises ValueError where no JSON object or list can be read to its end.
    """
    decoder = json.JSONDecoder()
    for start in _starts(text):
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        # `[1]` inside a notice is JSON too; the answer is what reaches the end of the body.
        if not text[end:].strip() and isinstance(value, dict | list):
            return value
    raise ValueError("no JSON document reaches the end of the body")


def _starts(text: str) -> Iterator[int]:
    """Where the document may begin: at its first sign, or behind a notice, never inside the document."""
    for found in islice(_JSON_START.finditer(text[:20_000]), 60):
        before = text[: found.start()].rstrip()
        if not before.lstrip("\ufeff"):
            yield found.start()
            return
        if before[-1] not in "[{,:":
            yield found.start()


def articles_from_rest(text: str) -> Articles:
    """Read REST's list of posts, or one post.

    An object with `code` and `message` is REST's error; it gives a problem `bad_json`.
    """
    try:
        value = read_json(text)
    except ValueError as error:
        return Articles("rest", problems=(("bad_json", f"{error}: {text[:80]}"),))
    posts = value if isinstance(value, list) else [value]
    articles: list[Article] = []
    problems: list[tuple[str, str]] = []
    for post in posts:
        if isinstance(post, dict) and is_post_id(post.get("id")):
            article = _rest_article(post)
            articles.append(article)
            if article.partial and "title" in post:
                problems.append(("bad_json", f"post {article.id} has a title and no content"))
        elif isinstance(post, dict) and "code" in post:
            problems.append(("bad_json", f"REST answers {post['code']}: {post.get('message', '')}"))
        else:
            problems.append(("bad_json", f"not a post: {str(post)[:80]}"))
    return Articles("rest", tuple(articles), tuple(problems))


def rest_base(page_html: str, headers: Mapping[str, str], url: str = "") -> str | None:
    """Find the REST base address in a Link header or in a page's head; None where neither names one.

    `headers` may have names in any case. The base ends in `/` (or is a `?rest_route=/` address).
    """
    for name, value in headers.items():
        if name.lower() == "link" and (found := _LINK_HEADER.search(value)):
            return join_url(url, found.group(1)) or None
    if _HREF_API not in page_html:
        return None
    tree = read_tree(page_html)
    if tree is None:
        return None
    for link in tree.iter("link"):
        if (link.get("rel") or "").strip() == _HREF_API and link.get("href"):
            return join_url(url, str(link.get("href")).strip()) or None
    return None


def is_post_id(value: object) -> bool:
    """Tell whether a value is the id of a post: a whole number, not below zero."""
    return type(value) is int and 0 <= value < 2**63


def plain(rendered: object) -> str:
    """The text of a rendered title: tags out, entities unescaped once, blanks folded."""
    if not isinstance(rendered, str):
        return ""
    return " ".join(html.unescape(_TAG.sub("", rendered)).split())


def _rest_article(post: dict[str, Any]) -> Article:
    content = post.get("content")
    body = content.get("rendered") if isinstance(content, dict) else content
    published = instant(_text(post.get("date"))) or instant(_text(post.get("date_gmt")), zone=UTC)
    modified = instant(_text(post.get("modified_gmt")), zone=UTC) or instant(_text(post.get("modified")))
    title = post.get("title")
    link = _text(post.get("link")) or ""
    return Article(
        id=str(post["id"]),
        url=link,
        title=plain(title.get("rendered") if isinstance(title, dict) else title),
        content=body if isinstance(body, str) else "",
        published_on=day_in_tokyo(published),
        modified_at=modified,
        author=_rest_author(post),
        protected=isinstance(content, dict) and bool(content.get("protected")),
        partial=not isinstance(body, str),
        robots=_rest_robots(post),
    )


def _rest_robots(post: dict[str, Any]) -> str | None:
    """What Yoast or All in One SEO write into the post's head; None where neither gives it."""
    for plugin in ("yoast_head_json", "aioseo_head_json"):
        head = post.get(plugin)
        said = head.get("robots") if isinstance(head, dict) else None
        if isinstance(said, dict):
            return ", ".join(value for value in said.values() if isinstance(value, str))
        if isinstance(said, str):
            return said
    return None


def _rest_author(post: dict[str, Any]) -> str | None:
    embedded = post.get("_embedded")
    authors = embedded.get("author") if isinstance(embedded, dict) else None
    if isinstance(authors, list) and authors and isinstance(authors[0], dict):
        return plain(authors[0].get("name")) or None
    head = post.get("yoast_head_json")
    name = plain(head.get("author")) if isinstance(head, dict) else ""
    return name or None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and not value.startswith("0000") else None
