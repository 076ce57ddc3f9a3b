"""What a list becomes when it ends: a deck with its commander, or none where it was no deck list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.card_cells import Mention, read_cell
from parsers.deck_entries import (
    Entry,
    limit_headed_commanders,
    merge_forbidden_star,
    settle_counts,
    take_texts_beside,
)
from schema.names import name_keys
from schema.records import deck_lines

if TYPE_CHECKING:
    from parsers.deck_drafts import Draft
    from schema.records import DeckLine

_DECK_TITLE = re.compile(
    r"デッキ(?:解説|紹介|レシピ|リスト|公開|まとめ)|レシピ|decklist"
    r"|統率(?!者?の?(?:禁止|規制|紹介|一覧|について|候補|考察|ランキング|まとめ|ルール|変更|領域))",
    re.IGNORECASE,
)
_TITLE_COMMANDER = re.compile(r"[《≪]\s*([^》≫]+?)\s*[》≫]\s*統率")


@dataclass(frozen=True, slots=True)
class FoundDeck:
    """A deck list of an article. `problems` are (kind, detail, line number)."""

    lines: tuple[DeckLine, ...]
    title: str
    partner: bool
    complete: bool
    problems: tuple[tuple[str, str, int | None], ...]
    kind: str = ""  # where its rows stand: cell, item, text
    bare: bool = False
    places: tuple[int, ...] = ()


def finish(draft: Draft, article_title: str) -> FoundDeck | None:
    """Make the deck, or None where this was no deck list."""
    marked = any(entry.mention.marked for entry in draft.entries)  # in the list, not by the title
    if not marked and not draft.headed and len(draft.entries) < 3:
        return None
    if draft.odd:
        _set_texts_aside(draft)
        settle_counts(draft.entries)
    draft.guessed = draft.headed and limit_headed_commanders(draft.entries)
    if draft.stars:
        draft.entries = merge_forbidden_star(draft.entries)
    named = draft.has_commander or _commander_from(draft, article_title)
    if not _is_deck(draft, article_title, marked=marked, named=named):
        return None
    if not named:
        draft.problems.append(("no_commander", draft.title or article_title, None))
    return FoundDeck(
        deck_lines([(e.zone, e.line_no, e.mention.name, e.mention.copies) for e in draft.entries]),
        draft.title or draft.headline,
        draft.partner,
        draft.complete,
        tuple(draft.problems),
        draft.kind,
        draft.bare,
        tuple(draft.places),
    )


def _set_texts_aside(draft: Draft) -> None:
    others = take_texts_beside(draft.entries)
    if others:
        texts = ", ".join(dict.fromkeys(entry.mention.name for entry in others))
        detail = f"{len(others)} texts beside the card names: {texts}"
        draft.problems.append(("set_aside", detail, others[0].line_no))


def _is_deck(draft: Draft, article_title: str, *, marked: bool, named: bool) -> bool:
    deck_article = bool(_DECK_TITLE.search(article_title))
    total, others = len(draft.entries), draft.others
    if draft.reason == "left out" and not marked:
        return False
    if draft.guessed and not deck_article:
        return False  # many cards below 統率者: what was played at an event
    if marked or (draft.headed and named):
        return others >= (1 if deck_article else 8)
    if draft.reason != "loose":
        return others >= (3 if deck_article else 10)
    counted = sum(entry.mention.counted for entry in draft.entries)
    if counted * 5 >= total * 4 and total >= 10:
        return True
    # Links alone, with no commander among them, are a list of articles.
    return total >= 10 if named else deck_article and total >= 20 and not draft.linked


def _commander_from(draft: Draft, article_title: str) -> bool:
    """Take the commander from a title such as 《X》統率, or the title's card where it is in the list."""
    certain = _TITLE_COMMANDER.search(article_title)
    names = [m.name for m in read_cell(article_title).mentions if m.bracketed]
    for name in names:
        keys = {key for _, key in name_keys("dm", name)[1:4]}
        for entry in draft.entries:
            own = {key for _, key in name_keys("dm", entry.mention.name)[1:4]}
            if entry.zone == "main" and keys & own:
                entry.zone = "commander"
                return True
    if certain is not None and draft.entries:
        for entry in draft.entries:
            entry.line_no += 1
        mention = Mention(certain.group(1).strip(), marked=True)
        draft.entries.insert(0, Entry(mention, "commander", 1))
        draft.problems = [(k, d, n + 1 if n is not None else n) for k, d, n in draft.problems]
        return True
    return False
