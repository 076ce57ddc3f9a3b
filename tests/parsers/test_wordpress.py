"""Articles from REST, pages, archives and feeds: ids, dates, titles, what is partial or protected."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from parsers.wordpress import articles_from_rest, read_json, rest_base
from parsers.wordpress_feeds import articles_from_feed
from parsers.wordpress_pages import articles_from_html, read_articles
from tests.parsers.article_pages import article, page, rest, rest_post

URL = "https://dm-edh.com/dmedh/4242"


def test_rest_gives_id_dates_and_text_unescaped_once() -> None:
    post = rest_post("<p>本文</p>", title="甲 &#8211; &amp;lt; 乙 &amp; 丙")
    (found,) = articles_from_rest(json.dumps([post])).articles
    assert found.key == "4242"
    assert found.title == "甲 – &lt; 乙 & 丙"
    assert found.published_on == date(2018, 5, 20)
    assert found.modified_at == datetime(2020, 3, 1, 3, 34, 56, tzinfo=UTC)
    assert [line.text for line in found.lines()] == ["本文"]


@pytest.mark.parametrize(
    "before",
    [
        "",
        "\ufeff",
        "\n\n",
        "<br />\n<b>Notice</b>: Undefined offset: 1 in <b>/srv/[x]/{y}.php</b> on line <b>[3]</b><br />\n",
        "Warning: array(1) [ ] { } in x\n",
    ],
)
def test_json_behind_what_broken_sites_print(before: str) -> None:
    assert [post["id"] for post in read_json(before + json.dumps([rest_post("x")]))] == [4242]


@pytest.mark.parametrize("text", ["", "<html></html>", "[{", '[{"id":1}', "[1]x", "{} {}"])
def test_json_that_does_not_reach_its_end_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="JSON"):
        read_json(text)
    assert articles_from_rest(text).problems[0][0] == "bad_json"


def test_rest_errors_and_odd_entries_are_problems() -> None:
    answer = articles_from_rest(
        '{"code":"rest_post_invalid_page_number","message":"x","data":{"status":400}}'
    )
    assert answer.articles == ()
    assert answer.problems == (("bad_json", "REST answers rest_post_invalid_page_number: x"),)
    mixed = articles_from_rest(json.dumps([rest_post("x"), "kaputt"]))
    assert len(mixed.articles) == 1
    assert mixed.problems[0][0] == "bad_json"


def test_one_post_alone_and_protected_and_embedded_author() -> None:
    single = rest_post("", protected=True, _embedded={"author": [{"name": "著者 &amp; 友"}]})
    (found,) = articles_from_rest(json.dumps(single)).articles
    assert found.protected
    assert found.author == "著者 & 友"


def test_a_listing_without_content_is_partial_and_no_problem() -> None:
    answer = articles_from_rest(json.dumps([{"id": 7, "modified_gmt": "2020-03-01T03:34:56", "link": URL}]))
    assert [found.partial for found in answer.articles] == [True]
    assert answer.problems == ()


def test_zero_dates_are_none() -> None:
    post = rest_post(
        "x",
        date="0000-00-00T00:00:00",
        date_gmt="0000-00-00T00:00:00",
        modified_gmt="0000-00-00T00:00:00",
        modified=None,
    )
    (found,) = articles_from_rest(json.dumps([post])).articles
    assert found.published_on is None
    assert found.modified_at is None


@pytest.mark.parametrize(
    ("url", "html", "wanted"),
    [
        (URL, article("x"), "4242"),
        ("https://dm-edh.com/?p=4242", article("x").replace('id="post-4242"', ""), "4242"),
        (
            "https://x.test/a-slug",
            '<html><head><title>甲 | 所</title><link rel="shortlink" href="https://x.test/?p=77"></head>'
            "<body><h1>甲</h1><p>本文</p></body></html>",
            "77",
        ),
        (
            "http://dm.akrecord.com/variantrules/Reading/dmedh/4081",
            "<html><head><title>甲</title></head><body><p>本文</p></body></html>",
            "4081",
        ),
        ("https://x.test/slug", "<html><body class='page-id-9'><p>本文</p></body></html>", "9"),
        ("https://x.test/dmedhrule", "<html><body><p>本文</p></body></html>", "dmedhrule"),
    ],
)
def test_a_page_is_known_by_its_post_id(url: str, html: str, wanted: str) -> None:
    answer = articles_from_html(html, url)
    assert [found.key for found in answer.articles] == [wanted]
    assert answer.shape == "page"


def test_page_title_dates_author_and_text_without_the_side_column() -> None:
    head = (
        '<meta property="article:modified_time" content="2020-03-01T12:34:56+09:00">'
        '<meta name="author" content="書き手">'
    )
    (found,) = articles_from_html(
        article("<p>本文</p>", head=head, published="2018-05-19T16:00:00Z"), URL
    ).articles
    assert found.title == "【DMEDH】デッキ解説:黒赤《統べる王 オメガ》"
    assert found.published_on == date(2018, 5, 20)  # 16:00 UTC is the next day in Japan
    assert found.modified_at == datetime(2020, 3, 1, 3, 34, 56, tzinfo=UTC)
    assert found.author == "書き手"
    assert [line.text for line in found.lines()] == ["本文"]


@pytest.mark.parametrize("form", ["2018年5月20日", "2018.05.20", "2018/5/20"])
def test_a_page_without_machine_dates_is_dated_by_its_header(form: str) -> None:
    post = f"<article><header><h1>甲</h1>{form}</header><p>x</p></article>"
    html = f"<html><head><title>甲</title></head><body>{post}</body></html>"
    (found,) = articles_from_html(html, URL).articles
    assert found.published_on == date(2018, 5, 20)


@pytest.mark.parametrize(
    "post",
    [
        '<article id="post-{n}"><h2><a href="https://dm-edh.com/dmedh/{n}">題{n}</a></h2>'
        '<div class="entry-content"><p>本文{n}</p></div></article>',
        '<div class="hentry post-{n}"><h2><a href="/dmedh/{n}">題{n}</a></h2><p>本文{n}</p></div>',
        '<section><h2><a href="/?p={n}">題{n}</a></h2><div><p>本文{n}</p></div></section>',
    ],
)
def test_an_archive_page_is_split_by_post_in_any_theme(post: str) -> None:
    posts = "".join(post.replace("{n}", str(n)) for n in (11, 12, 13))
    html = f'<html><body class="archive category"><main>{posts}</main></body></html>'
    answer = articles_from_html(html, "https://dm-edh.com/category/dmedh/page/2/")
    assert answer.shape == "archive"
    assert [(found.key, found.title) for found in answer.articles] == [
        ("11", "題11"),
        ("12", "題12"),
        ("13", "題13"),
    ]
    assert all(f"本文{found.key}" in found.text for found in answer.articles)
    assert not any("本文12" in found.text for found in answer.articles if found.key != "12")


def test_excerpts_in_an_archive_are_partial() -> None:
    posts = (
        '<article id="post-1"><h2><a href="/dmedh/1">甲</a></h2>'
        '<div class="entry-summary"><p>…</p></div></article>'
        '<article id="post-2"><h2><a href="/dmedh/2">乙</a></h2><div class="entry-content"><p>本文</p>'
        '<a class="more-link" href="/dmedh/2#more-2">続きを読む</a></div></article>'
        '<article id="post-3"><header><h2><a href="/dmedh/3">丙</a></h2></header></article>'
        '<article id="post-4"><h2><a href="/dmedh/4">丁</a></h2>'
        '<div class="entry-content"><p>本文</p></div></article>'
    )
    answer = articles_from_html(
        f"<html><body class='archive'>{posts}</body></html>", "https://dm-edh.com/category/x/"
    )
    assert [found.partial for found in answer.articles] == [True, True, True, False]


def test_related_posts_on_a_single_page_are_not_articles() -> None:
    html = article("<p>本文</p>").replace(
        "</body>", '<article id="post-9"><h2><a href="/dmedh/9">関連</a></h2></article></body>'
    )
    assert [found.key for found in articles_from_html(html, URL).articles] == ["4242"]


def test_a_page_without_its_end_is_not_closed() -> None:
    assert articles_from_html(article("<p>本文</p>"), URL).closed
    assert not articles_from_html(article("<p>本文</p>")[:-20], URL).closed


RSS = (
    '<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>所</title>'
    "<item><title>甲 &amp;amp; 乙</title><link>https://dm-edh.com/dmedh/4242</link>"
    '<guid isPermaLink="false">https://dm-edh.com/?p=4242</guid><dc:creator>著者</dc:creator>'
    "<pubDate>Sat, 19 May 2018 16:00:00 +0000</pubDate><description>短い</description>"
    "<content:encoded><![CDATA[<p>本文</p>]]></content:encoded></item>"
    "<item><title>丙</title><link>https://dm-edh.com/dmedh/4243</link><description>短い</description></item>"
    "</channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>甲</title><link href="https://dm-edh.com/dmedh/4242"/>'
    "<id>https://dm-edh.com/?p=4242</id><published>2018-05-19T16:00:00Z</published>"
    "<updated>2020-03-01T03:34:56Z</updated><author><name>著者</name></author>"
    '<content type="html">&lt;p&gt;本文&lt;/p&gt;</content></entry></feed>'
)


def test_rss_and_atom_give_the_same_article() -> None:
    rss, short = articles_from_feed(RSS).articles
    (atom,) = articles_from_feed(ATOM).articles
    for found in (rss, atom):
        assert found.key == "4242"
        assert found.published_on == date(2018, 5, 20)
        assert found.author == "著者"
        assert [line.text for line in found.lines()] == ["本文"]
    assert rss.title == "甲 & 乙"
    assert atom.modified_at == datetime(2020, 3, 1, 3, 34, 56, tzinfo=UTC)
    assert short.partial


def test_a_feed_is_read_without_entities_and_told_when_broken() -> None:
    bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + RSS.replace("短い", "&b;")
    assert "aaaa" not in repr(articles_from_feed(bomb))
    broken = articles_from_feed(RSS.replace("</channel>", ""))
    assert [kind for kind, _ in broken.problems] == ["layout_changed"]
    assert not articles_from_feed(RSS[: len(RSS) // 2]).closed
    assert articles_from_feed("<html></html>").problems


def test_the_shape_is_told_by_the_body_not_the_header() -> None:
    assert read_articles(page(RSS, content_type="text/html"), RSS).shape == "feed"
    listing = rest(rest_post("x"))
    text = listing.body.decode()
    assert read_articles(page(text, content_type="text/html"), text).shape == "rest"
    html = article("x")
    assert read_articles(page(html), html).shape == "page"


@pytest.mark.parametrize(
    ("html", "headers", "wanted"),
    [
        (
            "",
            {"Link": '<https://dm-edh.com/wp-json/>; rel="https://api.w.org/"'},
            "https://dm-edh.com/wp-json/",
        ),
        ("", {"link": "</?rest_route=/>; rel=https://api.w.org/"}, "https://dm-edh.com/?rest_route=/"),
        (
            '<head><link rel="https://api.w.org/" href="/blog/wp-json/"></head><body>',
            {},
            "https://dm-edh.com/blog/wp-json/",
        ),
        ("<p>https://api.w.org/</p>", {}, None),
        ("<p></p>", {"Link": "<https://dm-edh.com/?p=1>; rel=shortlink"}, None),
    ],
)
def test_rest_base_from_header_or_head(html: str, headers: dict[str, str], wanted: str | None) -> None:
    assert rest_base(html, headers, "https://dm-edh.com/") == wanted


@pytest.mark.shared
def test_saved_shapes(shared: Path) -> None:
    synthetic = shared / "fixtures/synthetic"
    archive = articles_from_html(
        (synthetic / "wp_category_archive_twentyfourteen_ja.html").read_text(),
        "https://example.test/category/dmedh/page/2/",
    )
    assert [(found.key, found.partial) for found in archive.articles] == [("4242", True), ("4001", True)]
    (post,) = articles_from_rest((synthetic / "wp_posts_page1.json").read_text()).articles
    assert post.title.endswith("– & more")
    (single,) = articles_from_html(
        (synthetic / "dmedh_article.html").read_text(), "https://example.test/dmedh/4242"
    ).articles
    assert single.modified_at == datetime(2020, 3, 1, 3, 34, 56, tzinfo=UTC)
