"""What an article of the DMEDH site becomes: records of its decks, problems, and their joining."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from parsers.base import problem
from parsers.dates import TOKYO
from parsers.deck_drafts import DECK_SIZE
from schema.names import clean
from schema.records import DeckRecord, Page, Parsed, Problem
from schema.urls import canonical_url, split_url

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from parsers.found_decks import FoundDeck
    from parsers.lines import Line
    from parsers.wordpress import Article

HOSTS = frozenset({"dm-edh.com", "www.dm-edh.com", "dm.akrecord.com"})
_DUEL_PARTY = re.compile(r"デュエパ(?:ーティー)?")
_NO_READINGS = ".//text()[not(ancestor::rt or ancestor::rp)]"
_BRACKETED = re.compile(r"[《≪]([^《》≪≫<>]*+)[》≫]")


def address_of(page: Page, article: Article) -> str:
    """The article's address on the site itself; a site that answers under another host names that one."""
    named, asked = split_url(article.url), split_url(page.url)
    if not any(named):
        return canonical_url(page.url)
    if named.hostname not in HOSTS and asked.hostname in HOSTS:
        named = named._replace(scheme=asked.scheme, netloc=asked.netloc)
    return canonical_url(named.geturl())


def deck_record(
    page: Page, article: Article, deck: FoundDeck, key: str, noted: date | None, *, alone: bool
) -> DeckRecord:
    """One deck of an article as a record; `alone`: it is the only one there."""
    title = article.title
    if not alone:
        title = deck.title or f"{article.title} {key.rpartition('#')[2] if '#' in key else '1'}"
    duel_party = deck.partner and _DUEL_PARTY.search(f"{article.title} {deck.title} {_names_party(article)}")
    return DeckRecord(
        source=page.source,
        source_key=key,
        url=address_of(page, article),
        title=title or deck.title,
        format="duelparty" if duel_party else "dmedh",
        lines=deck.lines,
        author=article.author,
        published_on=article.published_on,
        noted_on=noted,
        modified_at=article.modified_at,
        # Of a post in parts this may be one: only its own pages together say what is whole.
        complete=deck.complete and not article.in_part,
        in_part=article.in_part,
    )


def is_short(deck: DeckRecord) -> bool:
    """Whether a deck has fewer cards than the rules ask for."""
    counted = sum(line.copies for line in deck.lines if line.zone in {"commander", "main"})
    return counted < DECK_SIZE


def opted_out(page: Page, article: Article, asked: tuple[str, ...]) -> Parsed:
    """The problem that tells what a page asks of those who keep it."""
    detail = ", ".join(asked)
    return Parsed(problems=(problem(page, "opted_out", detail, source_key=article.key),))


def hidden_names(article: Article, lines: list[Line], decks: Iterable[FoundDeck]) -> list[str]:
    """Bracketed names that the article's markup holds and its visible lines do not: broken markup."""
    shown = "".join([line.text for line in lines if not line.aside])
    if any(line.aside for line in lines):
        shown += "".join([line.text for deck in decks for line in deck.lines])
    text = article.text
    if text == shown:
        return []
    written = _BRACKETED.findall(text)
    # Where nothing is there that `clean` would take out, a name shown as it is written is shown.
    if shown.isprintable() and "&" not in shown:
        whole = _BRACKETED.findall(shown)
        if written == whole or set(written) <= set(whole):
            return []
    if not isinstance(article.content, str) and article.content.find(".//rt") is not None:
        # Furigana stand beside a name and are no part of it.
        written = _BRACKETED.findall("".join(article.content.xpath(_NO_READINGS)))
    return [
        name
        for found in map(str.strip, written)
        if len(found) <= 60 and "\n" not in found and (name := clean(unescape(found))) and name not in shown
    ]


def _names_party(article: Article) -> str:
    return "デュエパーティー" if _DUEL_PARTY.search(article.text) else ""


def problems_of(page: Page, key: str, notes: Iterable[tuple[str, str, int | None]]) -> tuple[Problem, ...]:
    """Problems of an article from (kind, detail, line number)."""
    return tuple(
        problem(page, kind, detail, line_no=line_no, source_key=key) for kind, detail, line_no in notes
    )


def day_fetched(page: Page) -> date:
    """The day of the fetch in Japan."""
    return page.fetched_at.astimezone(TOKYO).date()


def keys_of(articles: tuple[Article, ...]) -> tuple[str, ...]:
    """The articles shown whole: a listing or an excerpt says nothing of what an article holds or lacks."""
    return tuple(dict.fromkeys(each.key for each in articles if not (each.partial or each.in_part)))


def join(parts: list[Parsed], *, keys: tuple[str, ...]) -> Parsed:
    """One answer of several."""
    return Parsed(
        decks=tuple(deck for part in parts for deck in part.decks),
        changes=tuple(change for part in parts for change in part.changes),
        rules=tuple(rule for part in parts for rule in part.rules),
        problems=tuple(found for part in parts for found in part.problems),
        keys=keys,
    )
