"""What pages ask of those who keep and list them, and of whom they ask it."""

import json
import re
from dataclasses import replace

import pytest

from parsers.content_signals import content_signals
from parsers.dm_edh import DmEdhParser
from parsers.opt_out import opt_outs, reservation
from parsers.tdm_reservations import PLACE, reservations, told
from schema.records import Page
from tests.parsers.article_pages import article, deck_article, page, rest, rest_post

URL = "https://dm-edh.com/dmedh/4242"


def asked(head: str = "", robots: str | None = None, content_type: str = "text/html") -> tuple[str, ...]:
    text = article("x", head=head) if "html" in content_type else head
    return opt_outs(replace(page(text, url=URL, content_type=content_type), robots=robots), text)


@pytest.mark.parametrize(
    ("robots", "words"),
    [
        (None, ()),
        ("", ()),
        ("noarchive", ("noarchive",)),
        ("NoArchive, nofollow", ("noarchive",)),
        ("none", ("none",)),
        ("noindex, noarchive", ("noarchive", "noindex")),
        ("index, follow, max-image-preview:large", ()),
        ("googlebot: noarchive", ()),
        ("googlebot: noarchive, nofollow", ()),
        ("otherbot: noarchive, deckcensus: noindex", ("noindex",)),
        ("noarchive, googlebot: nofollow", ("noarchive",)),
        ("unavailable_after: 25 Jun 2010 15:00:00 PST, noarchive", ("noarchive",)),
        ("tdm-reservation", ("tdm-reservation",)),
        (": , :,,", ()),
    ],
)
def test_by_header(robots: str | None, words: tuple[str, ...]) -> None:
    assert asked(robots=robots) == words


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("<meta name='robots' content='max-image-preview:large' />", ()),
        ('<meta name="robots" content="noindex, nofollow, noarchive">', ("noarchive", "noindex")),
        ("<META CONTENT=noarchive NAME=ROBOTS>", ("noarchive",)),
        ('<meta name="deckcensus" content="none">', ("none",)),
        ('<meta name="googlebot" content="noarchive">', ()),
        ('<meta name="tdm-reservation" content="1">', ("tdm-reservation",)),
        ('<meta name="tdm-reservation" content="0">', ()),
        ('<meta name="description" content="noarchive">', ()),
        ('<meta name="robots">', ()),
    ],
)
def test_by_the_head_of_a_page(head: str, words: tuple[str, ...]) -> None:
    assert asked(head) == words


@pytest.mark.parametrize(
    ("header", "meta", "reserved"),
    [
        (None, None, None),
        ("tdm-reservation", None, True),
        ("tdm-reservation=0", None, False),
        ("tdm-reservation=0", "1", True),
        ("tdm-reservation", "0", False),
        ("tdm-reservation", "2", True),
        ("noarchive", "0", False),
    ],
)
def test_a_head_goes_before_a_header_and_what_is_neither_0_nor_1_says_nothing(header, meta, reserved) -> None:
    head = f'<meta name="tdm-reservation" content="{meta}">' if meta else ""
    text = article("x", head=head)
    kept = replace(page(text, url=URL), robots=header)
    assert reservation(kept, text) is reserved
    assert ("tdm-reservation" in opt_outs(kept, text)) == bool(reserved)


def test_rest_and_feeds_are_never_indexed_and_that_says_nothing_of_their_articles() -> None:
    assert asked("[]", "noindex", "application/json") == ()
    assert asked("<rss/>", "noindex, follow", "application/rss+xml") == ()
    assert asked("[]", "noindex, noarchive", "application/json") == ("noarchive",)


def test_the_deck_is_read_and_the_wish_is_told() -> None:
    kept = replace(page(article(deck_article()), url=URL), robots="noarchive")
    parsed = DmEdhParser().parse(kept)
    assert [deck.source_key for deck in parsed.decks] == ["4242"]
    told = [(found.kind, found.detail, found.source_key) for found in parsed.problems]
    assert told == [("opted_out", "noarchive", "4242")]
    assert DmEdhParser().parse(replace(rest(rest_post(deck_article())), robots="noindex")).problems == ()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"yoast_head_json": {"robots": {"index": "noindex", "follow": "follow"}}}, "noindex"),
        ({"yoast_head_json": {"robots": {"index": "index", "archive": "noarchive"}}}, "noarchive"),
        ({"aioseo_head_json": {"robots": "noindex, nofollow"}}, "noindex"),
        ({"yoast_head_json": {"robots": {"index": "index", "max-snippet": "max-snippet:-1"}}}, None),
        ({"yoast_head_json": {"robots": [7]}}, None),
        ({"yoast_head_json": {"robots": {"index": None}}, "aioseo_head_json": {"robots": "none"}}, None),
        ({"yoast_head_json": "noindex"}, None),
        ({}, None),
    ],
)
def test_what_a_plugin_says_in_a_rest_row_is_the_posts_own_wish(fields, words) -> None:
    plain = rest_post(deck_article(), post_id=4243)
    parsed = DmEdhParser().parse(replace(rest(rest_post(deck_article(), **fields), plain), robots="noindex"))
    assert [deck.source_key for deck in parsed.decks] == ["4242", "4243"]
    told = [(found.source_key, found.detail) for found in parsed.problems if found.kind == "opted_out"]
    assert told == ([("4242", words)] if words else [])
    robots = [each.get("robots") for each in fields.values() if isinstance(each, dict)]
    says = any(isinstance(each, dict | str) for each in robots[:1])
    assert parsed.free == (("4242",) if says and not words else ())


RULES = [
    {"location": "/dmedh/4081", "tdm-reservation": 0},
    {"location": "/dmedh/", "tdm-reservation": 1, "tdm-policy": "https://dm-edh.com/policy"},
    {"location": "/*/list$", "tdm-reservation": 1},
    {"location": "/デッキ%e3%80%8a", "tdm-reservation": 1},
    {"location": "/x", "tdm-reservation": 2},
    {"location": "/x", "tdm-reservation": True},
    {"location": 7, "tdm-reservation": 1},
    {"tdm-reservation": 1},
    "x",
]


def tdmrep(body: object, status: int = 200) -> Page:
    text = body if isinstance(body, str) else json.dumps(body)
    return page(text, url=f"https://dm-edh.com{PLACE}", content_type="application/json", status=status)


def test_the_rules_of_a_tdmrep_json_are_read_as_robots_txt_is() -> None:
    rules = reservations(tdmrep(RULES))
    assert rules is not None
    assert [reserved for _, reserved in rules] == [False, True, True, True]

    def reserved(path: str) -> bool | None:
        return next((wish for pattern, wish in rules if re.search(pattern, path)), None)

    assert [reserved(path) for path in ("/dmedh/4081", "/dmedh/40812", "/dmedh/5266")] == [False, False, True]
    assert [reserved(path) for path in ("/know-how/list", "/know-how/list/2", "/dmedh")] == [True, None, None]
    assert reserved("/%E3%83%87%E3%83%83%E3%82%AD%E3%80%8A1") is True
    assert [found.kind for found in told(tdmrep(RULES))] == ["opted_out"] * 3


@pytest.mark.parametrize(
    "body", ["", "{", "<html></html>", {"location": "/", "tdm-reservation": 1}, "[" * 9000]
)
def test_a_tdmrep_json_that_is_none_reserves_nothing(body: object) -> None:
    assert reservations(tdmrep(body)) == ()
    assert reservations(tdmrep(RULES, 404)) == ()
    assert reservations(tdmrep(RULES, 503)) is None
    assert told(tdmrep(RULES, 503)) == ()


def test_what_robots_txt_says_of_the_use_of_pages_is_told_once() -> None:
    text = (
        "User-agent: *\nContent-Signal: search=yes, ai-train=no\ncontent-signal:ai-input=no # why\n"
        "Content-Signal: search=yes, ai-train=no\nAllow: /\n"
    )
    found = content_signals(page(text, url="https://dm-edh.com/robots.txt", content_type="text/plain"))
    assert [(one.kind, one.detail) for one in found] == [
        ("content_signal", "search=yes, ai-train=no"),
        ("content_signal", "ai-input=no"),
    ]
    assert content_signals(page(text, url="https://dm-edh.com/robots.txt", status=404)) == ()
