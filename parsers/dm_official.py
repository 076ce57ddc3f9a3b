"""The official Duel Masters site: card list pages, card pages, the hall-of-fame page."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.base import problem
from parsers.classify import PageClass, classify_text
from parsers.decode import decode
from parsers.dm_official_cards import card_id_of, read_card_page
from parsers.dm_official_hall import read_hall_page
from parsers.html_tree import read_tree
from schema.records import Page, Parsed, Problem
from schema.urls import split_url

if TYPE_CHECKING:
    import lxml.html

_CARD_ID = re.compile(r"^[\w$+.-]{3,40}$", re.ASCII)
_HOSTS = frozenset({"dm.takaratomy.co.jp"})


@dataclass(frozen=True, slots=True)
class CardList:
    """One page of the card list: ids in the site's order, and the total where it says it."""

    ids: tuple[str, ...]
    total: int | None = None
    odd: tuple[str, ...] = ()  # what stands where an id should and is none


# An end tag that holds more than its name: what follows it in the field is lost.
_BROKEN_END = re.compile(r"</[a-zA-Z][a-zA-Z0-9]*\s*[^\s>a-zA-Z0-9][^>]{0,40}")


class DmOfficialParser:
    """The parser of the publisher's site."""

    name = "dm-official"
    version = "1"
    source = "dm-official"

    def owns(self, url: str) -> bool:
        """Whether a URL is on the publisher's host."""
        return (split_url(url).hostname or "").rstrip(".").lower() in _HOSTS

    def parse(self, page: Page) -> Parsed:
        """Read a card page (one card), a list page (ids in `keys`) or the hall-of-fame page (changes)."""
        decoded = decode(page.body, page.content_type)
        kind = classify_text(page, decoded.text)
        if kind is not PageClass.CONTENT:
            return Parsed(problems=(_not_content(page, kind),))
        lossy = (
            (problem(page, "replacement_characters", f"{decoded.replacements} characters"),)
            if decoded.replacements
            else ()
        )
        root = read_tree(decoded.text)
        if root is None:
            return Parsed(problems=(problem(page, "layout_changed", "the page is empty"), *lossy))
        path = split_url(page.url).path
        if "/card/detail" in path:
            return self._card(page, root, decoded.text, lossy)
        if "/regulation" in path:
            changes, notes = read_hall_page(root, page)
            return Parsed(changes=changes, problems=(*notes, *lossy))
        listed = card_list(root)
        if not listed.ids and listed.total is None:
            return Parsed(problems=(problem(page, "layout_changed", "no card ids on the list page"), *lossy))
        odd = tuple(problem(page, "bad_row", f"no card id: {text}") for text in listed.odd)
        return Parsed(keys=listed.ids, problems=(*odd, *lossy))

    def _card(self, page: Page, root: lxml.html.HtmlElement, text: str, lossy: tuple[Problem, ...]) -> Parsed:
        lowered = text.lower()
        ends = lowered.rfind("productcard") > lowered.rfind("carddetail")
        read = read_card_page(root, url=page.url, closed="</html>" in lowered, ends=ends)
        key = card_id_of(page.url)
        problems = tuple(problem(page, kind, detail, source_key=key) for kind, detail in read.problems)
        broken = _BROKEN_END.search(text)
        if broken is not None:
            detail = f"broken markup ends a field early: {broken.group()}"
            problems = (*problems, problem(page, "bad_row", detail, source_key=key))
        # A name or fact with an unreadable character is no fact.
        cards = (read.card,) if read.card is not None and not lossy else ()
        return Parsed(cards=cards, problems=(*problems, *lossy), keys=(key,) if key and cards else ())


def read_card_list(text: str) -> CardList:
    """Read a list page or the fragment that the search answers with."""
    root = read_tree(text)
    return CardList(()) if root is None else card_list(root)


def card_list(root: lxml.html.HtmlElement) -> CardList:
    """Collect ids from `href` and `data-href`, and the total."""
    ids: dict[str, None] = {}
    odd: dict[str, None] = {}
    for link in root.iter("a"):
        for address in (link.get("data-href"), link.get("href")):
            if address and "/card/detail" in address and (key := card_id_of(address)):
                (ids if _CARD_ID.match(key) else odd)[key] = None
    totals = root.xpath("//*[@id='total_count']")
    digits = re.sub(r"\D", "", unicodedata.normalize("NFKC", totals[0].text_content())) if totals else ""
    return CardList(tuple(ids), int(digits) if 0 < len(digits) <= 9 else None, tuple(odd))


def _not_content(page: Page, kind: PageClass) -> Problem:
    names = {PageClass.SOFT_404: "soft_404", PageClass.LAYOUT_CHANGED: "layout_changed"}
    return problem(
        page,
        names.get(kind, "not_content"),
        f"the answer is of the kind {kind.value}",
        source_key=card_id_of(page.url),
    )
