"""Sites under another address."""

import pytest

from flows.addresses import Addresses

BOOK = Addresses.of_sites({"dm-edh": "http://127.0.0.1:8080/blog/", "dm-official": "http://localhost"})


@pytest.mark.parametrize(
    ("own", "answering"),
    [
        ("https://dm-edh.com/dmedh/4081", "http://127.0.0.1:8080/blog/dmedh/4081"),
        ("http://dm-edh.com/?p=4081", "http://127.0.0.1:8080/blog/?p=4081"),
        ("https://dm-edh.com", "http://127.0.0.1:8080/blog"),
        (
            "https://dm.takaratomy.co.jp/card/detail/?id=dm27+1d-003",
            "http://localhost/card/detail/?id=dm27+1d-003",
        ),
        ("https://elsewhere.test/dmedh/4081", "https://elsewhere.test/dmedh/4081"),
        ("https://dm-edh.com.elsewhere.test/", "https://dm-edh.com.elsewhere.test/"),
    ],
)
def test_a_page_of_a_site_is_asked_for_at_its_base(own, answering):
    assert BOOK.answering(own) == answering


@pytest.mark.parametrize(
    ("named", "own"),
    [
        ("http://127.0.0.1:8080/blog/dmedh/4081", "https://dm-edh.com/dmedh/4081"),
        (
            "http://127.0.0.1:8080/blog/wp-json/wp/v2/posts?page=2",
            "https://dm-edh.com/wp-json/wp/v2/posts?page=2",
        ),
        ("http://127.0.0.1:8080/blogger/1", "http://127.0.0.1:8080/blogger/1"),
        ("http://127.0.0.1:9090/blog/dmedh/4081", "http://127.0.0.1:9090/blog/dmedh/4081"),
        ("https://dm-edh.com/dmedh/4081", "https://dm-edh.com/dmedh/4081"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("http://127.0.0.1:notaport/", "http://127.0.0.1:notaport/"),
    ],
)
def test_whatever_named_a_page_it_is_kept_under_the_sites_own_address(named, own):
    assert BOOK.own(named) == own
