"""dm-edh.com (and its old host dm.akrecord.com): deck articles, list updates, the rule page.

An article is known by its WordPress post id, whatever its address; a second deck in post 4081 is
`4081#2`. Shapes: research of the site's articles; nothing depends on the theme.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from parsers.base import problem
from parsers.broken_markup import broken_markup
from parsers.classify import HEAD, PageClass, classify_text
from parsers.commentary import stands_free, without_commentary
from parsers.dates import day_in_tokyo
from parsers.deck_headings import heads_columns
from parsers.deck_lists import find_beyond, find_decks
from parsers.decode import decode
from parsers.dm_edh_notes import update_note
from parsers.dm_edh_records import (
    HOSTS,
    address_of,
    day_fetched,
    deck_record,
    hidden_names,
    is_short,
    join,
    keys_of,
    opted_out,
    problems_of,
)
from parsers.dm_edh_rules import RULE_PAGE_KEYS, is_rule_page, names_states, read_rule_page
from parsers.dm_edh_updates import announces_rows, is_update_title, read_updates
from parsers.html_tree import read_tree
from parsers.lines import visible_lines
from parsers.opt_out import opt_outs, opt_outs_in_head, reservation
from parsers.wordpress_pages import read_articles
from schema.records import DeckRecord, Page, Parsed, Problem
from schema.urls import article_key, split_url

if TYPE_CHECKING:
    from parsers.commentary import Brief
    from parsers.decode import Decoded
    from parsers.lines import Line
    from parsers.wordpress import Article, Articles

_TOLD_BY_ALL = frozenset(("unreadable_line", "set_aside"))  # problems that only a whole page tells rightly
_DECK_ARTICLE = re.compile(r"デッキ(?:解説|紹介|レシピ|リスト)")


class DmEdhParser:
    """The parser of the Duel Masters EDH site."""

    name = "dm-edh"
    version = "1"
    source = "dm-edh"

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole  # read commentary too, where it changes nothing: for the tests

    def owns(self, url: str) -> bool:
        """Whether a URL is on the site's new or old host."""
        return (split_url(url).hostname or "").rstrip(".").lower() in HOSTS

    def parse(self, page: Page) -> Parsed:
        """Read one response: REST JSON, an article's page, an archive page or a feed."""
        decoded = decode(page.body, page.content_type)
        brief = None if self._whole else _brief_page(page, decoded.text)
        parsed = self._read(page, decoded, brief) if brief is not None else None
        return parsed or self._read(page, decoded, None) or Parsed()

    def _read(self, page: Page, decoded: Decoded, brief: Brief | None) -> Parsed | None:
        """Read a page, with its commentary cut where a brief is given; None asks for the whole page."""
        text = decoded.text if brief is None else brief.text
        kind = classify_text(page, text)
        if _holds_nothing(page, kind):
            return Parsed()
        if kind not in (PageClass.CONTENT, PageClass.PROTECTED):
            return Parsed(problems=(_not_content(page, kind),))
        problems: list[Problem] = []
        if decoded.replacements:
            detail = f"{decoded.replacements} characters of {decoded.encoding}"
            problems.append(problem(page, "replacement_characters", detail))
        answer = read_articles(page, text)
        if brief is not None and not _is_whole(answer, brief):
            return None
        problems += [problem(page, kind, detail) for kind, detail in answer.problems]
        if not answer.closed:
            problems.append(problem(page, "truncated_page", "the page ends before its end"))
        sample = broken_markup(text) if answer.shape in {"page", "archive"} else None
        if sample is not None:
            problems.append(problem(page, "layout_changed", f"broken markup hides text: {sample}"))
        if not answer.articles and not answer.problems and answer.shape != "rest":
            problems.append(problem(page, "layout_changed", f"no article in a {answer.shape}"))
        asked = opt_outs(page, decoded.text)
        parsed = [Parsed(problems=tuple(problems))]
        seen: set[str] = set()
        for article in answer.articles:
            # An entry of a feed that names no post would be another deck than the post's own page gives.
            if article.key not in seen and (article.id is not None or answer.shape != "feed"):
                seen.add(article.key)
                cut = not answer.closed and article is answer.articles[-1]
                read = self._article(page, article, cut=cut, brief=brief is not None)
                if read is None:
                    return None
                parsed.append(read)
                wishes = asked or opt_outs_in_head(article.robots or "")
                if wishes and not article.partial:
                    parsed.append(opted_out(page, article, wishes))
        free = {each.key for each in answer.articles if each.robots is not None and not each.partial}
        free -= {found.source_key for part in parsed for found in part.problems if found.kind == "opted_out"}
        keys = keys_of(answer.articles)
        own = keys[0] if answer.shape == "page" and keys else None
        unreserved = own is not None and reservation(page, decoded.text) is False
        return replace(join(parsed, keys=keys), free=tuple(sorted(free)), own=own, unreserved=unreserved)

    def _article(self, page: Page, article: Article, *, cut: bool, brief: bool) -> Parsed | None:
        if article.is_protected:
            detail = article.title or article.url
            return Parsed(problems=(problem(page, "protected", detail, source_key=article.key),))
        if article.partial:
            return Parsed()
        if isinstance(article.content, str) and not self._whole:
            short = without_commentary(article.content)
            root = read_tree(f"<div>{short.text}</div>") if short is not None else None
            if short is not None and root is not None and stands_free(short, root):
                shortened = replace(article, content=short.text)
                parsed = self._list_only(page, shortened, visible_lines(root), cut=cut)
                if parsed is not None:
                    return parsed
        lines = article.lines()
        if brief:
            return self._list_only(page, article, lines, cut=cut)
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
        return join([parsed, events], keys=())

    def _list_only(self, page: Page, article: Article, lines: list[Line], *, cut: bool) -> Parsed | None:
        """Read the decks of an article whose commentary is cut; None where what was cut might matter."""
        if is_update_title(article.title) or names_states(lines):
            return None
        url = article.url or page.url
        if ("rule" in url or "%" in url) and article_key(url) in RULE_PAGE_KEYS:
            return None
        parsed = self._decks(page, article, lines, cut=cut)
        # Without a deck, every line is searched for changes of the list; a name that is nowhere in these
        # lines may stand in those that were cut, and rows put into one cell tell nothing of their columns.
        if not parsed.decks or any(found.kind in _TOLD_BY_ALL for found in parsed.problems):
            return None
        # Where a row names two commanders, or below the head of a table, what a cell says depends on its
        # column.
        marked = [line.row for line in lines if line.row >= 0 and "統率者" in line.text]
        if len(set(marked)) < len(marked):
            return None
        if any([heads_columns(line.text) for line in lines if line.kind == "cell" and line.text[0] != "《"]):
            return None
        return parsed

    def _rules(self, page: Page, article: Article, lines: list[Line]) -> Parsed:
        url = address_of(page, article)
        day = day_in_tokyo(article.modified_at) or day_fetched(page)
        rule, changes, notes = read_rule_page(
            lines, source=page.source, url=url, title=article.title, day=day
        )
        return Parsed(changes=tuple(changes), rules=(rule,), problems=problems_of(page, article.key, notes))

    def _update(self, page: Page, article: Article, lines: list[Line], *, cut: bool) -> Parsed:
        changes = self._changes(page, article, lines, sure=True)
        if not changes.changes and not changes.problems and announces_rows(article.title):
            detail = f"a list update without a readable row: {article.title}"
            changes = Parsed(problems=(problem(page, "layout_changed", detail, source_key=article.key),))
        # A post that is both keeps its decks, when their commander is marked.
        decks = self._decks(page, article, lines, cut=cut)
        marked = tuple(deck for deck in decks.decks if any(line.zone == "commander" for line in deck.lines))
        return join([changes, decks if marked == decks.decks and marked else Parsed()], keys=())

    def _changes(self, page: Page, article: Article, lines: list[Line], *, sure: bool) -> Parsed:
        changes, notes = read_updates(
            lines,
            title=article.title,
            url=address_of(page, article),
            published=article.published_on or day_in_tokyo(article.modified_at) or day_fetched(page),
            sure=sure,
        )
        problems = problems_of(page, article.key, notes) if sure or changes else ()
        return Parsed(changes=tuple(changes), problems=problems)

    def _decks(self, page: Page, article: Article, lines: list[Line], *, cut: bool) -> Parsed:
        search = find_decks(lines, title=article.title, cut=cut)
        if search.open_end and article.post is not None:
            search = find_beyond(search, visible_lines(article.post), title=article.title, cut=cut)
        found = search.decks
        decks: list[DeckRecord] = []
        problems: list[Problem] = []
        noted = update_note(lines, before=day_fetched(page))
        for number, deck in enumerate(found, start=1):
            key = article.key if number == 1 else f"{article.key}#{number}"
            record = deck_record(page, article, deck, key, noted, alone=len(found) == 1)
            if search.outside and is_short(record):
                record = replace(record, complete=False)  # some of the names outside may be its own
            decks.append(record)
            problems += problems_of(page, key, deck.problems)
        if search.outside:
            detail = f"{len(search.outside)} card names outside the list: {', '.join(search.outside)}"
            problems.append(problem(page, "set_aside", detail, source_key=article.key))
        hidden = hidden_names(article, lines, found) if found or _DECK_ARTICLE.search(article.title) else []
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


def _brief_page(page: Page, text: str) -> Brief | None:
    """An HTML page without its commentary; None for other answers, and where it is long or odd."""
    body = text.find("<body")
    # A page that names itself early is known as one, wherever its cuts are.
    if len(text) > HEAD or page.status != 200 or "<html" not in text[: min(body, 2000)]:
        return None
    if "<article" not in text and "entry-content" not in text:
        return None
    kind = page.content_type.lower()
    return None if "json" in kind or "xml" in kind else without_commentary(text, body)


def _is_whole(answer: Articles, brief: Brief) -> bool:
    """Whether a page read in brief is one article that holds all the cuts, in its block of text."""
    if answer.shape != "page" or len(answer.articles) != 1:
        return False
    (article,) = answer.articles
    return not isinstance(article.content, str) and stands_free(brief, article.content)


def _holds_nothing(page: Page, kind: PageClass) -> bool:
    """A redirect, whose target is a page of its own, or the address past the end of a list."""
    return 300 <= page.status < 400 or (kind is PageClass.NOT_FOUND and article_key(page.url) is None)


def _not_content(page: Page, kind: PageClass) -> Problem:
    names = {
        PageClass.SOFT_404: "soft_404",
        PageClass.LAYOUT_CHANGED: "layout_changed",
    }
    return problem(page, names.get(kind, "not_content"), f"the answer is of the kind {kind.value}")
