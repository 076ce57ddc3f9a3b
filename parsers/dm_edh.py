"""dm-edh.com (and its old host dm.akrecord.com): deck articles, list updates, the rule page.

An article is known by its WordPress post id, whatever its address; a second deck in post 4081 is
`4081#2`. Shapes: research of the site's articles; nothing depends on the theme.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from parsers.base import problem
from parsers.classify import PageClass, classify_text
from parsers.dates import TOKYO, day_in_tokyo, days, short_days
from parsers.deck_lists import find_beyond, find_decks
from parsers.decode import decode
from parsers.dm_edh_rules import is_rule_page, read_rule_page
from parsers.dm_edh_updates import announces_rows, is_update_title, read_updates
from parsers.lines import broken_markup, visible_lines
from parsers.wordpress_pages import read_articles
from schema.names import clean
from schema.records import DeckRecord, Page, Parsed, Problem
from schema.urls import article_key, canonical_url

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from parsers.deck_drafts import FoundDeck
    from parsers.lines import Line
    from parsers.wordpress import Article

_HOSTS = frozenset({"dm-edh.com", "www.dm-edh.com", "dm.akrecord.com"})
_DECK_ARTICLE = re.compile(r"デッキ(?:解説|紹介|レシピ|リスト)")
_DUEL_PARTY = re.compile(r"デュエパ(?:ーティー)?")
_BRACKETED = re.compile(r"[《≪]\s*([^《》≪≫<>\n]{1,60}?)\s*[》≫]")
_NOTE_WORD = re.compile(r"更新|最新版|改訂|改定|差し替え|修正|追記|変更")


class DmEdhParser:
    """The parser of the Duel Masters EDH site."""

    name = "dm-edh"
    version = "1"
    source = "dm-edh"

    def owns(self, url: str) -> bool:
        """Whether a URL is on the site's new or old host."""
        return (urlsplit(url).hostname or "").rstrip(".").lower() in _HOSTS

    def parse(self, page: Page) -> Parsed:
        """Read one response: REST JSON, an article's page, an archive page or a feed."""
        decoded = decode(page.body, page.content_type)
        kind = classify_text(page, decoded.text)
        if _holds_nothing(page, kind):
            return Parsed()
        if kind not in (PageClass.CONTENT, PageClass.PROTECTED):
            return Parsed(problems=(_not_content(page, kind),))
        problems: list[Problem] = []
        if decoded.replacements:
            detail = f"{decoded.replacements} characters of {decoded.encoding}"
            problems.append(problem(page, "replacement_characters", detail))
        answer = read_articles(page, decoded.text)
        problems += [problem(page, kind, detail) for kind, detail in answer.problems]
        if not answer.closed:
            problems.append(problem(page, "truncated_page", "the page ends before its end"))
        sample = broken_markup(decoded.text) if answer.shape in {"page", "archive"} else None
        if sample is not None:
            problems.append(problem(page, "layout_changed", f"broken markup hides text: {sample}"))
        if not answer.articles and not answer.problems and answer.shape != "rest":
            problems.append(problem(page, "layout_changed", f"no article in a {answer.shape}"))
        parsed = [Parsed(problems=tuple(problems))]
        seen: set[str] = set()
        for article in answer.articles:
            if article.key not in seen:
                seen.add(article.key)
                cut = not answer.closed and article is answer.articles[-1]
                parsed.append(self._article(page, article, cut=cut))
        return _join(parsed, keys=tuple(seen_key for seen_key in _keys(answer.articles)))

    def _article(self, page: Page, article: Article, *, cut: bool) -> Parsed:
        if article.is_protected:
            detail = article.title or article.url
            return Parsed(problems=(problem(page, "protected", detail, source_key=article.key),))
        if article.partial:
            return Parsed()
        lines = article.lines()
        if not lines:
            detail = f"an article without text: {article.title or article.url}"
            return Parsed(problems=(problem(page, "layout_changed", detail, source_key=article.key),))
        if is_rule_page(article.url or page.url, lines):
            return self._rules(page, article, lines)
        if is_update_title(article.title):
            return self._update(page, article, lines, cut=cut)
        parsed = self._decks(page, article, lines, cut=cut)
        if parsed.decks:
            return parsed
        events = self._changes(page, article, lines, sure=False)
        return _join([parsed, events], keys=())

    def _rules(self, page: Page, article: Article, lines: list[Line]) -> Parsed:
        url = _address(page, article)
        day = day_in_tokyo(article.modified_at) or _fetched(page)
        rule, changes, notes = read_rule_page(
            lines, source=page.source, url=url, title=article.title, day=day
        )
        return Parsed(changes=tuple(changes), rules=(rule,), problems=_problems(page, article.key, notes))

    def _update(self, page: Page, article: Article, lines: list[Line], *, cut: bool) -> Parsed:
        changes = self._changes(page, article, lines, sure=True)
        if not changes.changes and not changes.problems and announces_rows(article.title):
            detail = f"a list update without a readable row: {article.title}"
            changes = Parsed(problems=(problem(page, "layout_changed", detail, source_key=article.key),))
        # A post that is both keeps its decks, when their commander is marked.
        decks = self._decks(page, article, lines, cut=cut)
        marked = tuple(deck for deck in decks.decks if any(line.zone == "commander" for line in deck.lines))
        return _join([changes, decks if marked == decks.decks and marked else Parsed()], keys=())

    def _changes(self, page: Page, article: Article, lines: list[Line], *, sure: bool) -> Parsed:
        changes, notes = read_updates(
            lines,
            title=article.title,
            url=_address(page, article),
            published=article.published_on or day_in_tokyo(article.modified_at) or _fetched(page),
            sure=sure,
        )
        problems = _problems(page, article.key, notes) if sure or changes else ()
        return Parsed(changes=tuple(changes), problems=problems)

    def _decks(self, page: Page, article: Article, lines: list[Line], *, cut: bool) -> Parsed:
        search = find_decks(lines, title=article.title, cut=cut)
        if search.open_end and article.post is not None:
            search = find_beyond(search, visible_lines(article.post), title=article.title, cut=cut)
        found = search.decks
        decks: list[DeckRecord] = []
        problems: list[Problem] = []
        noted = update_note(lines, before=_fetched(page))
        for number, deck in enumerate(found, start=1):
            key = article.key if number == 1 else f"{article.key}#{number}"
            decks.append(_deck_record(page, article, deck, key, noted, alone=len(found) == 1))
            problems += _problems(page, key, deck.problems)
        if search.outside:
            detail = f"{len(search.outside)} card names outside the list: {', '.join(search.outside)}"
            problems.append(problem(page, "set_aside", detail, source_key=article.key))
        hidden = _hidden_names(article, lines) if found or _DECK_ARTICLE.search(article.title) else []
        if hidden:
            detail = f"{len(hidden)} card names in parts that are not shown: {', '.join(hidden)}"
            problems.append(problem(page, "unreadable_line", detail, source_key=article.key))
        sample = broken_markup(article.content) if isinstance(article.content, str) else None
        if sample is not None:
            detail = f"broken markup hides text: {sample}"
            problems.append(problem(page, "layout_changed", detail, source_key=article.key))
        if not found and _DECK_ARTICLE.search(article.title):
            detail = f"a deck article without a readable list: {article.title}"
            problems.append(problem(page, "layout_changed", detail, source_key=article.key))
        return Parsed(decks=tuple(decks), problems=tuple(problems))


def update_note(lines: list[Line], *, before: date) -> date | None:
    """The newest date of an update note (`19/11/2 … 最新版に更新`): at a line's start, or beside 最新版.

    Dates after `before` (the day of the fetch) are slips of the pen.
    """
    found: list[date] = []
    for line in lines:
        text = line.text
        if not _NOTE_WORD.search(text) or len(text) > 200:
            continue
        head = text[:16] if "最新版" not in text else text
        found += [day for day in short_days(head) + days(head) if day <= before]
    return max(found, default=None)


def _address(page: Page, article: Article) -> str:
    """The article's address on the site itself; a site that answers under another host names that one."""
    if not article.url:
        return canonical_url(page.url)
    named, asked = urlsplit(article.url), urlsplit(page.url)
    if named.hostname not in _HOSTS and asked.hostname in _HOSTS:
        named = named._replace(scheme=asked.scheme, netloc=asked.netloc)
    return canonical_url(named.geturl())


def _deck_record(
    page: Page, article: Article, deck: FoundDeck, key: str, noted: date | None, *, alone: bool
) -> DeckRecord:
    title = article.title
    if not alone:
        title = deck.title or f"{article.title} {key.rpartition('#')[2] if '#' in key else '1'}"
    duel_party = deck.partner and _DUEL_PARTY.search(f"{article.title} {deck.title} {_names_party(article)}")
    return DeckRecord(
        source=page.source,
        source_key=key,
        url=_address(page, article),
        title=title or deck.title,
        format="duelparty" if duel_party else "dmedh",
        lines=deck.lines,
        author=article.author,
        published_on=article.published_on,
        noted_on=noted,
        modified_at=article.modified_at,
        complete=deck.complete,
    )


def _hidden_names(article: Article, lines: list[Line]) -> list[str]:
    """Bracketed names that the article's markup holds and its visible lines do not: broken markup."""
    shown = "".join(line.text for line in lines if not line.aside)
    return [
        name
        for found in _BRACKETED.findall(article.text)
        if (name := clean(unescape(found))) and name not in shown
    ]


def _names_party(article: Article) -> str:
    return "デュエパーティー" if _DUEL_PARTY.search(article.text) else ""


def _problems(page: Page, key: str, notes: Iterable[tuple[str, str, int | None]]) -> tuple[Problem, ...]:
    return tuple(
        problem(page, kind, detail, line_no=line_no, source_key=key) for kind, detail, line_no in notes
    )


def _fetched(page: Page) -> date:
    return page.fetched_at.astimezone(TOKYO).date()


def _holds_nothing(page: Page, kind: PageClass) -> bool:
    """A redirect, whose target is a page of its own, or the address past the end of a list."""
    return 300 <= page.status < 400 or (kind is PageClass.NOT_FOUND and article_key(page.url) is None)


def _not_content(page: Page, kind: PageClass) -> Problem:
    names = {
        PageClass.SOFT_404: "soft_404",
        PageClass.LAYOUT_CHANGED: "layout_changed",
    }
    return problem(page, names.get(kind, "not_content"), f"the answer is of the kind {kind.value}")


def _keys(articles: tuple[Article, ...]) -> list[str]:
    """The articles shown whole: a listing or an excerpt says nothing of what an article holds."""
    return list(dict.fromkeys(article.key for article in articles if not article.partial))


def _join(parts: list[Parsed], *, keys: tuple[str, ...]) -> Parsed:
    return Parsed(
        decks=tuple(deck for part in parts for deck in part.decks),
        changes=tuple(change for part in parts for change in part.changes),
        rules=tuple(rule for part in parts for rule in part.rules),
        problems=tuple(found for part in parts for found in part.problems),
        keys=keys,
    )
