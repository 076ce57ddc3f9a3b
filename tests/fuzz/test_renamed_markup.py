"""Markup of another name: each class, id and element of a page renamed alone, everywhere on the page.

A theme's update does so overnight. What comes out is what came out before, or a problem says so.
"""

import re

import pytest

from parsers.dm_edh import DmEdhParser
from parsers.dm_official import DmOfficialParser
from schema.records import Page, Parsed
from tests.fuzz.test_dm_official_pages import WHOLE as CARD
from tests.parsers.article_pages import article, deck_article, page
from tests.parsers.card_pages import ADDRESS

ARTICLE = article(deck_article())
_ATTRIBUTE = re.compile(r"""\b(?:class|id)=["']([^"']+)["']""")
_ELEMENT = re.compile(r"<([a-z][a-z0-9]*)")


def article_page(text: str) -> Page:
    return page(text)


def card_page(text: str) -> Page:
    return page(text, url=f"{ADDRESS}dmx-001", source="dm-official")


def what_it_gives(parsed: Parsed) -> tuple[object, ...]:
    return tuple((deck.title, deck.lines) for deck in parsed.decks), tuple(
        (card.name, card.layout, card.faces) for card in parsed.cards
    )


def renamed(text: str) -> dict[str, str]:
    """The page with one of its names changed, by that name."""
    words = sorted({word for names in _ATTRIBUTE.findall(text) for word in names.split()})
    pages = {
        f"class {word}": _ATTRIBUTE.sub(lambda found, word=word: found[0].replace(word, f"new-{word}x"), text)
        for word in words
    }
    for name in sorted(set(_ELEMENT.findall(text)) - {"html"}):
        pages[f"element {name}"] = re.sub(rf"(</?){name}\b", rf"\1x-{name}", text)
    return pages


KINDS = {
    "article": (ARTICLE, article_page, DmEdhParser()),
    "card": (CARD, card_page, DmOfficialParser()),
}
CASES = [(kind, change) for kind in KINDS for change in renamed(KINDS[kind][0])]


@pytest.mark.parametrize(("kind", "change"), CASES)
def test_another_name_in_the_markup_gives_the_same_or_is_told(kind: str, change: str) -> None:
    text, page_of, parser = KINDS[kind]
    whole = parser.parse(page_of(text))
    assert whole.problems == ()
    parsed = parser.parse(page_of(renamed(text)[change]))
    assert parsed.problems or what_it_gives(parsed) == what_it_gives(whole)
