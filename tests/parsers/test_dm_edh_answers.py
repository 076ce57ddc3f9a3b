"""Answers of the blog that are no lists: protected posts however shown, redirects, the end of a list."""

from datetime import UTC, datetime
from hashlib import sha256

import pytest

from parsers.dm_edh import DmEdhParser
from parsers.wordpress_pages import articles_from_html
from schema.records import Page

_FEED = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>b</title>
<item><title>{title}</title><link>https://dm-edh.com/dmedh/4081</link>
<guid isPermaLink="false">https://dm-edh.com/?p=4081</guid>
<content:encoded><![CDATA[<p>There is no excerpt because this is a protected post.</p>]]></content:encoded>
</item></channel></rss>"""
_ARCHIVE = """<html><head><title>b</title></head><body class="home blog">
<article id="post-4081" class="post-4081 post"><header><h2 class="entry-title">
<a href="https://dm-edh.com/dmedh/4081">{title}</a></h2></header>
<div class="entry-content"><p>There is no excerpt because this is a protected post.</p></div></article>
<article id="post-4083" class="post-4083 post"><header><h2 class="entry-title">
<a href="https://dm-edh.com/dmedh/4083">日記</a></h2></header>
<div class="entry-content"><p>今日は大会でした。</p></div></article></body></html>"""


def page(body, *, url="https://dm-edh.com/feed/", status=200, kind="text/html; charset=UTF-8"):
    data = body.encode()
    when = datetime(2026, 11, 29, tzinfo=UTC)
    return Page("dm-edh", url, when, status, kind, data, sha256(data).hexdigest())


@pytest.mark.parametrize("prefix", ["Protected: ", "保護中: "])
@pytest.mark.parametrize(
    ("body", "url", "kind"),
    [
        (_FEED, "https://dm-edh.com/feed/", "application/rss+xml; charset=UTF-8"),
        (_ARCHIVE, "https://dm-edh.com/", "text/html; charset=UTF-8"),
    ],
)
def test_protected_post_is_told_apart_where_no_form_is_shown(prefix, body, url, kind):
    parsed = DmEdhParser().parse(
        page(body.format(title=f"{prefix}【DMEDH】デッキ解説:赤"), url=url, kind=kind)
    )
    assert [(found.kind, found.source_key) for found in parsed.problems] == [("protected", "4081")]
    assert parsed.decks == ()


def test_a_title_that_only_speaks_of_protection_is_no_protected_post():
    parsed = DmEdhParser().parse(
        page(_ARCHIVE.format(title="【DMEDH】デッキ解説:保護中心の白"), url="https://dm-edh.com/")
    )
    assert [found.kind for found in parsed.problems] == ["layout_changed"]


@pytest.mark.parametrize(
    ("status", "url", "kinds"),
    [
        (301, "https://dm-edh.com/category/dmedh/", []),
        (404, "https://dm-edh.com/page/3/", []),
        (404, "https://dm-edh.com/feed/?paged=4", []),
        (404, "https://dm-edh.com/dmedh/4081", ["not_content"]),
    ],
)
def test_redirect_and_the_end_of_a_list_are_no_problem_and_a_missing_article_is(status, url, kinds):
    body = "" if status == 301 else "<html><head><title>Page not found</title></head><body></body></html>"
    assert [found.kind for found in DmEdhParser().parse(page(body, url=url, status=status)).problems] == kinds


_CARDS = """<html><head><title>b</title></head><body class="home blog"><ul class="p-postList">
<li class="p-postList__item"><a href="https://dm-edh.com/dmedh/4081" class="p-postList__link">
<h2 class="p-postList__title">【DMEDH】デッキ解説:赤</h2>
<div class="p-postList__excerpt">《A》を軸にした構築です。</div></a></li>
<li class="p-postList__item"><a href="https://dm-edh.com/dmedh/4083" class="p-postList__link">
<h2 class="p-postList__title">【DMEDH】デッキ解説:青</h2>
<div class="p-postList__excerpt">《B》(統率者)</div></a></li>
</ul></body></html>"""


def test_an_archive_of_linked_cards_names_its_articles_and_gives_no_text():
    found = articles_from_html(_CARDS, "https://dm-edh.com/")
    assert found.shape == "archive"
    assert [(article.id, article.partial) for article in found.articles] == [("4081", True), ("4083", True)]


_EXCERPTS = """<html><head><title>b</title></head><body class="home blog"><ul class="wp-block-post-template">
<li class="wp-block-post post-4081 post"><h2 class="wp-block-post-title">
<a href="https://dm-edh.com/dmedh/4081">【DMEDH】デッキ解説:赤</a></h2>
<div class="wp-block-post-excerpt"><p>《A》(統率者) 《B》 《C》</p></div></li>
<li class="wp-block-post post-4083 post"><h2 class="wp-block-post-title">
<a href="https://dm-edh.com/dmedh/4083">日記</a></h2>
<div class="entry-content wp-block-post-content"><p>今日は大会でした。</p></div></li></ul></body></html>"""


def test_an_excerpt_of_a_block_theme_is_no_article():
    found = articles_from_html(_EXCERPTS, "https://dm-edh.com/")
    assert [(article.id, article.partial) for article in found.articles] == [("4081", True), ("4083", False)]
    assert DmEdhParser().parse(page(_EXCERPTS, url="https://dm-edh.com/")).problems == ()


def split_post(url, links):
    rows = "".join(f"<p>《カード その{number}》</p>" for number in range(30))
    return page(
        '<html><head><title>【DMEDH】デッキ解説:赤</title></head><body class="single postid-4081">'
        '<article id="post-4081"><h1 class="entry-title">【DMEDH】デッキ解説:赤</h1>'
        f'<div class="entry-content"><p>《ボルシャック・ドラゴン》(統率者)</p>{rows}</div>'
        f'<nav class="post-nav-links">{links}</nav></article></body></html>',
        url=url,
    )


@pytest.mark.parametrize(
    ("url", "links"),
    [
        ("https://dm-edh.com/dmedh/4081", '<a href="http://dm-edh.com/dmedh/4081/2">2</a>'),
        ("https://dm-edh.com/dmedh/4081", '<a href="https://dm-edh.com/dmedh/4081/2/">次のページ</a>'),
        ("https://dm-edh.com/dmedh/4081/2", '<a href="https://dm-edh.com/dmedh/4081">1</a>'),
    ],
)
def test_a_list_of_a_split_post_is_never_a_whole_one(url, links):
    parsed = DmEdhParser().parse(split_post(url, links))
    assert [(deck.source_key, deck.complete) for deck in parsed.decks] == [("4081", False)]
    assert "cut_off" in {found.kind for found in parsed.problems}


@pytest.mark.parametrize(
    "links",
    [
        '<a href="https://dm-edh.com/dmedh/4083/2">2</a>',
        '<a href="https://dm-edh.com/dmedh/page/2/">2</a>',
        '<a href="https://dm-edh.com/dmedh/4083">次の記事</a>',
    ],
)
def test_links_to_other_articles_split_nothing(links):
    parsed = DmEdhParser().parse(split_post("https://dm-edh.com/dmedh/4081", links))
    assert "cut_off" not in {found.kind for found in parsed.problems}
