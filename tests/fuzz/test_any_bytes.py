"""Any bytes at all: no parser raises, and what it gives obeys the records' own rules."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers.classify import PageClass, classify
from parsers.decode import decode
from parsers.registry import PARSERS
from parsers.sitemap import read_sitemap
from schema.problems import PROBLEM_KINDS
from schema.records import ZONES
from tests.parsers.article_pages import page

MARKUP = """
<table> <tr> <td> </td> </tr> </table> <p> <br> <h2> </h2> <li> <s> </s> </article> </div> <script> <aside>
< & &amp; &#x0; <![CDATA[ ]]> [ ] { } " \\u300a
<articleQid="post-1"> <divQclass="cardDetail"> <h3Qclass="card-name">
"""
WORDS = """
《 》 ≪ (統率者) （統率者） 統率者 『 』 ■デッキレシピ 超次元ゾーン GR ×4 3 禁止 2色以上で規制 → 解除 + /
札 龍 ア 光/水 2020/2/23 19/11/2最新版に更新 …
"""
PIECES = st.sampled_from([*(piece.replace("Q", " ") for piece in MARKUP.split()), *WORDS.split(), "\x00"])
BODIES = st.one_of(
    st.binary(max_size=400),
    st.lists(PIECES, max_size=60).map(lambda pieces: "".join(pieces).encode("utf-8", "surrogatepass")),
)
URLS = st.sampled_from(
    [
        "https://dm-edh.com/dmedh/1",
        "https://dm-edh.com/dmedhrule",
        "https://dm-edh.com/category/dmedh/page/2/",
        "https://dm-edh.com/wp-json/wp/v2/posts",
        "https://dm.takaratomy.co.jp/card/detail/?id=dm01-001",
        "https://dm.takaratomy.co.jp/card/",
        "https://dm.takaratomy.co.jp/rule/regulation/",
    ]
)
TYPES = st.sampled_from(
    ["text/html", "application/json", "application/rss+xml", "text/html; charset=Shift_JIS", ""]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(body=BODIES, url=URLS, content_type=TYPES, status=st.sampled_from([200, 200, 200, 403, 404, 503]))
@pytest.mark.parametrize("source", ["dm-edh", "dm-official"])
def test_no_parser_raises(source: str, body: bytes, url: str, content_type: str, status: int) -> None:
    kept = page(body, url=url, source=source, content_type=content_type, status=status)
    parser = next(parser for parser in PARSERS if parser.source == source)
    parsed = parser.parse(kept)
    assert {found.kind for found in parsed.problems} <= set(PROBLEM_KINDS)
    for deck in parsed.decks:
        assert {line.zone for line in deck.lines} <= set(ZONES)
        assert all(line.text and line.copies >= 1 for line in deck.lines)
        assert len({line.line_no for line in deck.lines}) == len(deck.lines)
    assert len({deck.source_key for deck in parsed.decks}) == len(parsed.decks)
    assert isinstance(classify(kept), PageClass)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.text(max_size=40))
def test_any_bytes_become_text(body: bytes, header: str) -> None:
    decoded = decode(body, header)
    assert "\x00" not in decoded.text
    assert decoded.replacements == decoded.text.count("\ufffd")
    read_sitemap(decoded.text)
