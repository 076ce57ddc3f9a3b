"""One address for one page, one key for one article."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.urls import article_key, canonical_url, is_post_number, join_url, split_url


@pytest.mark.parametrize(
    "url",
    [
        "https://dm-edh.com/dmedh/4081",
        "http://dm-edh.com/dmedh/4081",
        "HTTPS://DM-EDH.com/dmedh/4081/",
        "https://www.dm-edh.com/dmedh/4081",
        "https://dm-edh.com./dmedh/4081",
        "https://dm-edh.com:443/dmedh/4081",
        "http://dm-edh.com:80/dmedh/4081",
        "https://dm-edh.com/dmedh/4081#more-4081",
        "https://dm-edh.com/dmedh/4081?utm_source=x&utm_medium=y&fbclid=z",
        "https://dm-edh.com/dmedh/4081?replytocom=7",
        "https://dm-edh.com/dmedh/4081?share=twitter&nb=1",
        "https://dm-edh.com/x/../dmedh/./4081",
        "http://dm.akrecord.com/variantrules/Reading/dmedh/4081",
        "http://dm.akrecord.com/variantrules/Reading/dmedh/4081/",
        "  https://dm-edh.com/%64medh/4081  ",
    ],
)
def test_one_page_has_one_address(url: str) -> None:
    assert canonical_url(url) == "https://dm-edh.com/dmedh/4081"
    assert article_key(url) == "4081"


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("http://dm.akrecord.com/variantrules/Reading/dmedhrule", "https://dm-edh.com/dmedhrule"),
        (
            "https://dm.takaratomy.co.jp/card/detail/?id=dm27+1d-003",
            "https://dm.takaratomy.co.jp/card/detail?id=dm27+1d-003",
        ),
        (
            "https://dm.takaratomy.co.jp/card/detail/?id=dmrp07-s06$",
            "https://dm.takaratomy.co.jp/card/detail?id=dmrp07-s06$",
        ),
        ("https://dmwiki.net/?%a1%d4", "https://dmwiki.net/?%A1%D4"),
        ("https://x.test/《A》", "https://x.test/%E3%80%8AA%E3%80%8B"),
        ("https://x.test/%e3%80%8aA%e3%80%8b", "https://x.test/%E3%80%8AA%E3%80%8B"),
        ("https://note.mu/a/n/nb24", "https://note.com/a/n/nb24"),
        ("https://note.com.:443/a/n/nb24", "https://note.com/a/n/nb24"),
        ("http://127.0.0.1:8123/dmedh/4081/", "http://127.0.0.1:8123/dmedh/4081"),
        ("http://[::1]:8123/x", "http://[::1]:8123/x"),
        ("https://x.test", "https://x.test/"),
        ("https://x.test/?page=2&lang=ja", "https://x.test/?page=2&lang=ja"),
        ("file:///tmp/deck.txt", "file:///tmp/deck.txt"),
        ("http://x.test:99999999/", "http://x.test:99999999/"),
        ("not a url", "not a url"),
    ],
)
def test_other_addresses(url: str, wanted: str) -> None:
    assert canonical_url(url) == wanted


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("https://dm-edh.com/?p=4081", "4081"),
        ("https://dm-edh.com/?p=04081&utm_source=x", "4081"),
        ("https://dm-edh.com/?page_id=9", "9"),
        ("https://dm-edh.com/dmedh/4081/2/", "4081"),
        ("https://dm-edh.com/dmedh/4081/amp/", "4081"),
        ("https://dm-edh.com/dmedh/4081/feed/", "4081"),
        ("https://dm-edh.com/know-how/10566", "10566"),
        ("https://dm-edh.com/archives/4081/", "4081"),
        ("https://dm-edh.com/archives/2020/05", None),
        ("https://dm-edh.com/wp-json/wp/v2/posts/4081?_fields=id", "4081"),
        ("https://dm-edh.com/?rest_route=/wp/v2/posts/4081", "4081"),
        ("https://dm-edh.com/dmedhrule/", "dmedhrule"),
        ("http://dm.akrecord.com/variantrules/Reading/dmedhrule", "dmedhrule"),
        ("https://dm-edh.com/210117sec", "210117sec"),
        ("https://k0terry.hatenablog.com/entry/2018/06/18/214849", "entry/2018/06/18/214849"),
        ("http://127.0.0.1:8123/dmedh/4081", "4081"),
        ("https://dm-edh.com/", None),
        ("https://dm-edh.com/page/2/", None),
        ("https://dm-edh.com/category/dmedh/page/2", None),
        ("https://dm-edh.com/author/melkiss063/page/11", None),
        ("https://dm-edh.com/2019/10/", None),
        ("https://dm-edh.com/2019/10/27/", None),
        ("https://dm-edh.com/feed/", None),
        ("https://dm-edh.com/comments/feed/", None),
        ("https://dm-edh.com/dmedh/4081/comment-page-1/", None),
        ("https://dm-edh.com/wp-json/wp/v2/posts?page=2", None),
        ("https://dm-edh.com/wp-content/uploads/a.jpg", None),
        ("https://dm-edh.com/wp-sitemap-posts-post-1.xml", None),
        ("https://dm-edh.com/robots.txt", None),
        ("https://dm-edh.com/?s=4081", None),
        ("https://dm-edh.com/?rest_route=/wp/v2/posts", None),
        ("http://[::1", None),
    ],
)
def test_article_keys(url: str, wanted: str | None) -> None:
    assert article_key(url) == wanted


def test_what_no_database_counts_is_no_post_id() -> None:
    long = "9" * 5000
    assert article_key(f"https://dm-edh.com/dmedh/{long}") == f"dmedh/{long}"
    assert article_key(f"https://dm-edh.com/?p={long}") is None
    assert article_key("https://dm-edh.com/①") == "①"
    assert [is_post_number(key) for key in ("4081", "①", "²", long, "dmedhrule", "")] == [True, *[False] * 5]


@given(st.text(max_size=80), st.sampled_from(["https://", "http://", ""]))
def test_any_text_is_folded_once_and_for_all(text: str, scheme: str) -> None:
    once = canonical_url(scheme + text)
    assert canonical_url(once) == once
    article_key(once)
    assert all(part is not None for part in split_url(text))
    assert isinstance(join_url(once, text), str)


@pytest.mark.parametrize("text", ["http://[::1", "//[", "http://a:b:c/", "http://a:99999/"])
def test_what_is_no_address_has_no_part(text: str) -> None:
    assert split_url(text) == ("", "", "", "", "")


def test_references_are_joined_as_browsers_do() -> None:
    assert join_url("https://dm-edh.com/dmedh/1", "../x") == "https://dm-edh.com/x"
    assert join_url("https://dm-edh.com/", "http://[::1") == ""
