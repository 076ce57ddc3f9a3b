"""Sitemaps: indexes, URL sets, dates that may be missing or wrong, entities that must not be read."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from parsers.sitemap import read_sitemap

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def test_urls_and_children_with_dates() -> None:
    found = read_sitemap(
        f'<?xml version="1.0"?><urlset {NAMESPACE}><url><loc> https://x.test/dmedh/1 </loc>'
        "<lastmod>2020-03-01T12:34:56+09:00</lastmod></url><url><loc>https://x.test/dmedh/2</loc></url>"
        "<url><loc>https://x.test/dmedh/3</loc><lastmod>2020-03-01</lastmod></url>"
        "<url><loc>https://x.test/dmedh/4</loc><lastmod>yesterday</lastmod></url></urlset>"
    )
    assert found.urls == (
        ("https://x.test/dmedh/1", datetime(2020, 3, 1, 3, 34, 56, tzinfo=UTC)),
        ("https://x.test/dmedh/2", None),
        ("https://x.test/dmedh/3", datetime(2020, 3, 1, tzinfo=UTC)),
        ("https://x.test/dmedh/4", None),
    )
    index = read_sitemap(
        f"<sitemapindex {NAMESPACE}><sitemap><loc>https://x.test/a.xml</loc></sitemap></sitemapindex>"
    )
    assert index.children == (("https://x.test/a.xml", None),)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff\n\n<urlset><url><loc>https://x.test/?a=1&b=2</loc></url></urlset>",
        "<urlset xmlns='http://wrong.test/'><url><loc>https://x.test/?a=1&amp;b=2</loc></url></urlset>",
        "<s:urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'><s:url><s:loc>https://x.test/?a=1&b=2</s:loc></s:url></s:urlset>",
        "https://x.test/?a=1&b=2\n",
    ],
)
def test_what_real_sites_send(text: str) -> None:
    assert [address for address, _ in read_sitemap(text).urls] == ["https://x.test/?a=1&b=2"]


def test_entities_are_never_expanded() -> None:
    text = (
        '<!DOCTYPE urlset [<!ENTITY a "https://x.test/"><!ENTITY file SYSTEM "file:///etc/passwd">]>'
        "<urlset><url><loc>https://x.test/&a;&file;</loc></url></urlset>"
    )
    ((address, _),) = read_sitemap(text).urls
    assert address == "https://x.test/&a;&file;"


@pytest.mark.parametrize("text", ["", "<html><body>x</body></html>", "{}", "nothing", "<urlset", "<a>"])
def test_anything_else_is_no_sitemap(text: str) -> None:
    assert not read_sitemap(text).is_sitemap


def test_entries_without_a_usable_address_are_counted() -> None:
    text = "<urlset><url><loc>file:///x</loc></url><url></url><url><loc>https://x.test/1</loc></url></urlset>"
    found = read_sitemap(text)
    assert len(found.urls) == 1
    assert found.skipped == 2


def test_a_swollen_sitemap_is_cut_at_the_standard_limit() -> None:
    text = "<urlset>" + "<url><loc>https://x.test/1</loc></url>" * 50_010 + "</urlset>"
    found = read_sitemap(text)
    assert (len(found.urls), found.skipped) == (50_000, 10)


@pytest.mark.shared
def test_saved_sitemaps(shared: Path) -> None:
    synthetic = shared / "fixtures/synthetic"
    assert len(read_sitemap((synthetic / "wp-sitemap.xml").read_text()).children) == 4
    assert len(read_sitemap((synthetic / "wp-sitemap-posts-post-1.xml").read_text()).urls) == 2
    children = read_sitemap((synthetic / "hatena_sitemap_index.xml").read_text()).children
    assert children[1][0].endswith("?year=2020&month=3")


@pytest.mark.parametrize("text", ["<!DOCTYPE a [", "<!DOCTYPE ", "<!DOCTYPE a [] ", "<urlset><!DOCTYPE a ["])
def test_document_types_without_end_cost_no_time(text: str) -> None:
    begun = time.process_time()
    assert read_sitemap(text * 100_000).urls == ()
    assert time.process_time() - begun < 5


def test_a_document_type_is_cut_with_all_it_declares() -> None:
    entry = "<url><loc>https://x.test/1</loc></url>"
    for declared in (
        "",
        " SYSTEM 'x.dtd'",
        " [<!ENTITY a 'b'>]",
        " [ <!ENTITY a '[]'> ] ",
        " PUBLIC 'a' 'b' []",
    ):
        found = read_sitemap(f"<!doctype urlset{declared}><urlset>{entry}</urlset>")
        assert found.urls == (("https://x.test/1", None),), declared
        assert found.well_formed
