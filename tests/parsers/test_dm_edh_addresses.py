"""Under which address an article is kept: the site's own, whatever host the site calls itself by."""

import json
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from parsers.dm_edh import DmEdhParser
from schema.records import Page

_LIST = "<p>《ボルシャック・ドラゴン》(統率者)</p>" + "".join(f"<p>《カード その{n}》</p>" for n in range(59))


@pytest.mark.parametrize(
    ("link", "kept"),
    [
        ("http://127.0.0.1:8080/dmedh/4081", "https://dm-edh.com/dmedh/4081"),
        ("https://cache.test/dmedh/4081", "https://dm-edh.com/dmedh/4081"),
        ("https://dm-edh.com/dmedh/4081", "https://dm-edh.com/dmedh/4081"),
    ],
)
def test_deck_is_kept_under_the_sites_own_address(link, kept):
    post = {
        "id": 4081,
        "link": link,
        "title": {"rendered": "【DMEDH】デッキ解説:赤"},
        "content": {"rendered": _LIST, "protected": False},
        "date": "2019-10-01T10:00:00",
        "modified_gmt": "2019-10-01T01:00:00",
    }
    body = json.dumps([post]).encode()
    page = Page(
        source="dm-edh",
        url="https://dm-edh.com/wp-json/wp/v2/posts?page=1",
        fetched_at=datetime(2026, 11, 29, tzinfo=UTC),
        status=200,
        content_type="application/json",
        body=body,
        sha256=sha256(body).hexdigest(),
    )
    parsed = DmEdhParser().parse(page)
    assert [deck.url for deck in parsed.decks] == [kept]
