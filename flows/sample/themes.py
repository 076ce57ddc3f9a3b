"""What stands around an article: three themes, each with its own markup for pages and archives.

`classic` is the pattern of the stock themes (article#post-N, .entry-content, a sidebar that names cards);
`blocks` that of a newer block theme (.post_content, no article id); `bare` has neither, so that a reader
must find the text by its content.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Literal

from flows.sample.parts import body_parts, part_links

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flows.sample.articles import SampleArticle

Theme = Literal["classic", "blocks", "bare"]
SITE_NAME = "見本のデュエマ記録"
AUTHOR = "sample"

_SIDEBAR = (
    '<aside id="secondary" class="widget-area"><h3>人気の記事</h3><ul>'
    "<li>《 ボルバルザーク・紫電・ドラゴン》の使い方</li>"
    "<li>《超竜バジュラ》(統率者)で遊ぼう</li></ul></aside>"
)
_COMMENTS = (
    '<div id="comments" class="comments-area"><h2>コメント</h2><ol class="comment-list">'
    '<li class="comment"><p>《バルガゲイザー》(統率者)のデッキも見てみたいです。</p></li></ol></div>'
)
_PROTECTED = (
    '<form action="/wp-login.php?action=postpass" class="post-password-form" method="post">'
    "<p>このコンテンツはパスワードで保護されています。</p>"
    '<p><label>パスワード: <input name="post_password" type="password" /></label></p></form>'
)


def shown_title(article: SampleArticle) -> str:
    """The title as the site shows it, HTML-escaped."""
    title = escape(article.title, quote=False)
    return f"保護中: {title}" if article.status == "protected" else title


def _body(article: SampleArticle, base: str, *, excerpt: bool, part: int) -> str:
    if article.status == "protected":
        return _PROTECTED
    if excerpt:
        return f'<p>… <a class="more-link" href="{base}{article.path}">続きを読む</a></p>'
    if part == 0:
        return body_parts(article)[0]
    return body_parts(article)[part - 1] + part_links(article, part, base)


def _head(title: str, base: str, path: str, extra: str = "") -> str:
    return (
        '<!DOCTYPE html>\n<html lang="ja">\n<head>\n<meta charset="UTF-8" />\n'
        f"<title>{title} | {SITE_NAME}</title>\n"
        f'<link rel="canonical" href="{base}{path}" />\n'
        f'<link rel="https://api.w.org/" href="{base}/wp-json/" />\n'
        f'<link rel="alternate" type="application/rss+xml" href="{base}/feed/" />\n{extra}</head>\n'
    )


def _classic(article: SampleArticle, base: str, *, excerpt: bool = False, part: int = 0) -> str:
    day = article.published
    return (
        f'<article id="post-{article.id}" class="post-{article.id} {article.kind} type-{article.kind} '
        f'status-publish category-{article.category}">\n'
        f'<header class="entry-header"><h1 class="entry-title"><a href="{base}{article.path}" '
        f'rel="bookmark">{shown_title(article)}</a></h1>\n'
        f'<div class="entry-meta"><time class="entry-date published" datetime="{day.isoformat()}">'
        f"{day.year}年{day.month}月{day.day}日</time>"
        f'<time class="updated" datetime="{article.modified.isoformat()}"></time>'
        f'<span class="author vcard"><a class="url fn n" href="{base}/author/{AUTHOR}">{AUTHOR}</a></span>'
        f'</div></header>\n<div class="entry-content">\n{_body(article, base, excerpt=excerpt, part=part)}\n'
        "</div></article>\n"
    )


def _block(article: SampleArticle, base: str, *, excerpt: bool = False, part: int = 0) -> str:
    day = article.published
    return (
        f'<div class="l-article"><h1 class="c-postTitle__ttl"><a href="{base}{article.path}">'
        f"{shown_title(article)}</a></h1>\n"
        f'<time class="c-postTimes__posted icon-posted" datetime="{day.date().isoformat()}">'
        f"{day:%Y.%m.%d}</time>\n"
        f'<div class="post_content">\n{_body(article, base, excerpt=excerpt, part=part)}\n</div></div>\n'
    )


def _bare(article: SampleArticle, base: str, *, excerpt: bool = False, part: int = 0) -> str:
    link = f'<a href="{base}{article.path}">{shown_title(article)}</a>'
    return f"<h2>{link}</h2>\n<div>{_body(article, base, excerpt=excerpt, part=part)}</div>\n"


_ARTICLE = {"classic": _classic, "blocks": _block, "bare": _bare}


def article_page(article: SampleArticle, base: str, theme: Theme, part: int = 1) -> str:
    """The article's own page, or the page of a further part of it."""
    extra = (
        f'<link rel="shortlink" href="{base}/?p={article.id}" />\n'
        f'<meta property="article:published_time" content="{article.published.isoformat()}" />\n'
        f'<meta property="article:modified_time" content="{article.modified.isoformat()}" />\n'
    )
    head = _head(shown_title(article), base, article.path, extra)
    classes = f"single single-{article.kind} postid-{article.id} single-format-standard"
    if article.kind == "page":
        classes = f"page page-id-{article.id}"
    body_class = "" if theme == "bare" else f' class="{classes}"'
    main = _ARTICLE[theme](article, base, part=part)
    content = f'<div id="content" role="main">\n{main}{_COMMENTS}</div>'
    return f"{head}<body{body_class}>\n{content}\n{_SIDEBAR}\n</body></html>\n"


def archive_page(
    articles: Sequence[SampleArticle],
    base: str,
    theme: Theme,
    *,
    title: str,
    path: str,
    page: int,
    pages: int,
    excerpts: bool = False,
) -> str:
    """One page of an archive: full posts (or excerpts), newest first, and the links between pages."""
    suffix = f"page/{page}/" if page > 1 else ""
    head = _head(f"{title} - パート {page}" if page > 1 else title, base, f"{path}{suffix}")
    links = [
        f'<a class="page-numbers" href="{base}{path}{f"page/{n}/" if n > 1 else ""}">{n}</a>'
        if n != page
        else f'<span aria-current="page" class="page-numbers current">{n}</span>'
        for n in range(1, pages + 1)
    ]
    if page < pages:
        links.append(f'<a class="next page-numbers" href="{base}{path}page/{page + 1}/">次 &rarr;</a>')
    posts = "".join(_ARTICLE[theme](article, base, excerpt=excerpts) for article in articles)
    return (
        f'{head}<body class="archive paged-{page}">\n<div id="content" role="main">\n'
        f'<header class="archive-header"><h1 class="archive-title">{title}</h1></header>\n{posts}'
        f'<nav class="navigation paging-navigation">{" ".join(links)}</nav>\n</div>\n'
        f"{_SIDEBAR}\n</body></html>\n"
    )


def plain_page(title: str, base: str, path: str, message: str) -> str:
    """A page that holds one sentence: not found, home."""
    return f"{_head(title, base, path)}<body><h1>{title}</h1><p>{message}</p>\n{_SIDEBAR}</body></html>\n"
