"""Finding the deck lists of an article by what they hold: marks, titles, headings, card rows.

No class name, no tag is needed: a list is a run of card rows that a 統率者 mark, a 『title』, a heading
such as デッキレシピ, or the article's own title announces. Prose that names cards, contents lists,
related links and per-card commentary are not lists.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parsers.deck_finder import Finder
from parsers.deck_items import Item, plausible_name, sort_lines
from parsers.side_by_side import by_columns
from schema.names import name_keys

if TYPE_CHECKING:
    from parsers.found_decks import FoundDeck
    from parsers.lines import Line


@dataclass(frozen=True, slots=True)
class Search:
    """The decks of an article, and the card names that stand outside them on rows of their own.

    `outside` is empty where no deck was found: then nothing says that a row of cards is a list.
    `open_end`: the last list runs to the last line.
    """

    decks: tuple[FoundDeck, ...]
    outside: tuple[str, ...] = ()
    open_end: bool = False


def find_decks(lines: list[Line], *, title: str = "", cut: bool = False) -> Search:
    """Find the deck lists in an article's visible lines.

    `title` is the article's (it may name the commander); `cut` says that the page ends before its end.
    """
    search = _search([line for line in lines if not line.contents and not line.aside], title, cut=cut)
    if not any(line.aside for line in lines):
        return search
    if any(line.hidden for line in lines):
        opened = [line for line in lines if not line.contents and (line.hidden or not line.aside)]
        whole = _search(opened, title, cut=cut)
        if _adds_decks(search, whole):
            return whole
    if not search.decks:
        # A broken page may leave its list inside a navigation block that never closes.
        return _search([line for line in lines if not line.contents], title, cut=cut)
    hidden = _in_navigation(lines, search.decks)
    return replace(search, outside=(*search.outside, *hidden)) if hidden else search


def _adds_decks(search: Search, whole: Search) -> bool:
    """Whether hidden parts (the unopened tabs of a page) hold lists of their own, each with its commander."""
    shown = [deck.lines for deck in search.decks]
    more = [deck for deck in whole.decks if deck.lines not in shown]
    return len(more) == len(whole.decks) - len(shown) > 0 and all(
        any(line.zone == "commander" for line in deck.lines) for deck in more
    )


def find_beyond(search: Search, lines: list[Line], *, title: str, cut: bool) -> Search:
    """Look again where a list runs to the end of an article's text block: broken markup may end it early.

    `lines` are those of the whole post. Rows with brackets beyond the block belong to the list; bare
    names there (as well share buttons and tags) are only told as outside.
    """
    whole = find_decks(lines, title=title, cut=cut)
    if sum(len(deck.lines) for deck in whole.decks) <= sum(len(deck.lines) for deck in search.decks):
        return search
    if not any(deck.bare for deck in whole.decks):
        return whole
    known = {_key(line.text) for deck in search.decks for line in deck.lines}
    beyond = [line.text for deck in whole.decks for line in deck.lines if _key(line.text) not in known]
    return replace(search, outside=(*search.outside, *beyond))


def _search(lines: list[Line], title: str, *, cut: bool) -> Search:
    items = by_columns(_before_replies(sort_lines(lines)))
    decks = Finder(items, title, cut=cut).run()
    if not decks:
        return Search(())
    open_end = any(place == len(items) - 1 for deck in decks for place in deck.places)
    return Search(tuple(decks), tuple(_outside(items, decks)), open_end)


def _before_replies(items: list[Item]) -> list[Item]:
    """The items above the comments: what stands below is by others."""
    kinds = [item.kind for item in items]
    if "replies" in kinds:
        return items[: kinds.index("replies")]
    return items


def _outside(items: list[Item], decks: list[FoundDeck]) -> list[str]:
    """Names on rows of their own that no deck took and no deck holds.

    In an article with a bare list, three bare names in a row are such rows too; so is a line that
    begins with a card right below a list. Commentary under its own heading is not.
    """
    taken = {place for deck in decks for place in deck.places}
    after = {max(deck.places) + 1 for deck in decks if deck.places}
    bare = any(deck.bare for deck in decks)
    found: dict[str, None] = {}
    run: list[str] = []
    commentary = False
    for place, item in enumerate(items):
        if item.heading is not None and item.heading.role in {"start", "end", "aside"}:
            commentary = item.heading.role != "start"
        commentary = commentary and place not in taken
        if commentary or place in taken or item.kind not in {"cards", "name", "prose"}:
            run = []
        elif _is_row(item, right_below=place in after, bare=bare):
            found.update(dict.fromkeys(mention.name for mention in item.reading.mentions))
        elif item.kind == "name" and bare:
            run += [mention.name for mention in item.reading.mentions]
            if len(run) >= 3:
                found.update(dict.fromkeys(run))
    if not found:
        return []
    known = {_key(line.text) for deck in decks for line in deck.lines}
    return [name for name in found if _key(name) not in known]


def _is_row(item: Item, *, right_below: bool, bare: bool) -> bool:
    if item.kind == "name":
        return right_below and bare and item.line.kind != "heading"
    if item.kind == "prose":
        return right_below and item.line.text[:1] in "《≪"
    return item.kind == "cards" and (right_below or item.line.kind != "heading")


def _in_navigation(lines: list[Line], decks: tuple[FoundDeck, ...]) -> list[str]:
    """Bare names in navigation blocks between a bare list's rows, or three and more right below it."""
    names = {line.text for deck in decks if deck.bare for line in deck.lines}
    places = [place for place, line in enumerate(lines) if not line.aside and line.text in names]
    if not places:
        return []
    inside = [line.text for line in lines[places[0] : places[-1]] if line.aside and plausible_name(line.text)]
    below: list[str] = []
    for line in lines[places[-1] + 1 :]:
        if not (line.aside and plausible_name(line.text)):
            break
        below.append(line.text)
    return inside + (below if len(below) >= 3 else [])


def _key(name: str) -> str:
    return dict(name_keys("dm", name)).get("folded", name)
