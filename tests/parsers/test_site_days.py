"""The day of a post near midnight: the same by every way in, and the one that the site shows."""

from datetime import UTC, date, datetime

import pytest

from parsers.dates import instant, shown_day, written_day
from parsers.sitemap import read_sitemap
from parsers.wordpress import Articles
from parsers.wordpress_pages import read_articles
from tests.parsers.article_pages import page, rest

HALF_PAST = datetime(2020, 2, 29, 15, 30, tzinfo=UTC)  # 00:30 on the first of March in Japan
MARCH = date(2020, 3, 1)


def read(body: str, content_type: str = "text/html") -> Articles:
    kept = page(body, content_type=content_type, url="https://dm-edh.com/dmedh/1")
    return read_articles(kept, body)


def html(*marks: str, head: str = "") -> str:
    return (
        f"<html><head><title>t</title>{head}</head><body class='single postid-1'><article id='post-1'>"
        f"<header><h1>t</h1>{''.join(marks)}</header><div class='entry-content'>《札》</div></article>"
        "</body></html>"
    )


WAYS = {
    "a page of the site's own offset": html('<time datetime="2020-03-01T00:30:00+09:00">x</time>'),
    "a page in UTC": html('<time datetime="2020-02-29T15:30:00+00:00">x</time>'),
    "a page in UTC that shows the day": html('<time datetime="2020-02-29T15:30:00Z">2020年3月1日</time>'),
    "a page that shows a day alone": html('<time datetime="2020-03-01">2020.03.01</time>'),
    "metadata in UTC": html(
        head='<meta property="article:published_time" content="2020-02-29T15:30:00+00:00" />'
    ),
    "a header without time": html("<p>2020年3月1日</p>"),
    "atom": '<feed><entry><link href="https://dm-edh.com/dmedh/1"/><content>x</content>'
    "<published>2020-02-29T15:30:00Z</published></entry></feed>",
    "rss": "<rss><channel><item><link>https://dm-edh.com/dmedh/1</link><description>x</description>"
    "<pubDate>Sat, 29 Feb 2020 15:30:00 +0000</pubDate></item></channel></rss>",
}


@pytest.mark.parametrize("way", WAYS)
def test_half_past_midnight_is_of_the_day_in_japan(way: str) -> None:
    (article,) = read(WAYS[way]).articles
    assert article.published_on == MARCH


@pytest.mark.parametrize(
    "dates",
    [
        {"date": "2020-03-01T00:30:00", "date_gmt": "2020-02-29T15:30:00"},
        {"date": None, "date_gmt": "2020-02-29T15:30:00"},
        {"date": "0000-00-00T00:00:00", "date_gmt": "2020-02-29T15:30:00"},
        {"date": "2020-03-01T00:30:00", "date_gmt": "0000-00-00T00:00:00"},
    ],
)
def test_rest_by_its_local_date_else_by_its_instant(dates: dict[str, str | None]) -> None:
    kept = rest({"id": 1, "content": {"rendered": "x"}, "title": {"rendered": "t"}, **dates})
    (article,) = read_articles(kept, kept.body.decode()).articles
    assert article.published_on == MARCH


@pytest.mark.parametrize(
    "mark",
    [
        '<time datetime="2020-03-01T23:30:00+00:00">March 1, 2020</time>',
        '<time datetime="2020-03-01T23:30:00+00:00">1 March 2020</time>',
        '<time datetime="2020-03-01T23:30:00+00:00">2020年3月1日</time>',
        '<time datetime="2020-03-01T23:30:00-05:00">x</time>',
    ],
)
def test_a_site_in_another_zone_is_dated_as_it_shows_itself(mark: str) -> None:
    (article,) = read(html(mark)).articles
    assert article.published_on == MARCH


def test_a_date_that_is_another_one_does_not_count() -> None:
    mark = '<time datetime="2020-02-29T15:30:00Z">updated on 2021-05-05</time>'
    assert read(html(mark)).articles[0].published_on == MARCH


def test_changes_are_instants_in_every_way_in() -> None:
    atom = "<feed><entry><updated>2020-02-29T15:30:00Z</updated></entry></feed>"
    assert read(atom).articles[0].modified_at == HALF_PAST
    kept = rest({"id": 1, "modified": "2020-03-01T00:30:00", "modified_gmt": "2020-02-29T15:30:00"})
    assert read_articles(kept, kept.body.decode()).articles[0].modified_at == HALF_PAST
    kept = rest({"id": 1, "modified": "2020-03-01T00:30:00"})
    assert read_articles(kept, kept.body.decode()).articles[0].modified_at == HALF_PAST
    sitemap = (
        "<urlset><url><loc>https://x.test/1</loc><lastmod>2020-03-01T00:30:00+09:00</lastmod></url></urlset>"
    )
    assert read_sitemap(sitemap).urls[0][1] == HALF_PAST
    marked = html('<time class="updated" datetime="2020-03-01T00:30:00+09:00"></time>')
    assert read(marked).articles[0].modified_at == HALF_PAST


@pytest.mark.parametrize(
    "text", ["", None, "soon", "2020-13-40T00:00:00Z", "Sat, 99 Foo 2020", "9999-12-31T23:59:59-12:00"]
)
def test_malformed_dates_are_none(text: str | None) -> None:
    assert shown_day(text) in (None, date(9999, 12, 31))
    assert instant(text) is None


def test_days_in_english() -> None:
    assert written_day("Posted on Sept. 3rd, 2021 by x") == date(2021, 9, 3)
    assert written_day("3 September 2021") == date(2021, 9, 3)
    assert written_day("September 2021") is None
    assert written_day("May the 4th") is None
