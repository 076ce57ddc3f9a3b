"""What pages ask of those who keep and list them, and of whom they ask it."""

from dataclasses import replace

import pytest

from parsers.content_signals import content_signals
from parsers.dm_edh import DmEdhParser
from parsers.opt_out import opt_outs
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
