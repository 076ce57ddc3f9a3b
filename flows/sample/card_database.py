"""The replica of the publisher's card database: search list, card details, hall of fame."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from flows.sample.card_facts import SampleCard, load_cards, load_hall, search_key, search_names
from flows.sample.card_pages import (
    dead_page,
    detail_page,
    hall_page,
    list_fragment,
    list_page,
    old_detail_page,
)
from flows.sample.http import SampleRequest, SampleResponse, Validators
from flows.sample.switches import Switches

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE_SIZE = 50
# Ids that the list gives and whose pages are empty shells, as on the real site.
DEAD_IDS = ("dmd34-006", "promoy18-csp")
# In the mixed layout the cards of these sets show the older page.
_OLD_LAYOUT = ("dmc", "dmd")


class CardDatabase:
    """The site `dm-official`."""

    name = "dm-official"

    def __init__(self) -> None:
        self.switches = Switches()
        self._by_id: dict[str, SampleCard] = {}

    def latency(self) -> float:
        """Seconds before each answer."""
        return self.switches.latency

    def validators(self) -> Validators:
        """How validators are sent and honoured."""
        return self.switches.validators

    def cards(self) -> dict[str, SampleCard]:
        """Every card by every id of its printings; a `+` of an id is the blank that the site stores."""
        if not self._by_id:
            for card in load_cards():
                self._by_id.update({card_id.replace("+", " "): card for card_id in card.ids})
        return self._by_id

    def answer(self, request: SampleRequest) -> SampleResponse:
        """Answer one request."""
        if self.switches.fail_all is not None:
            return SampleResponse(b"<html><body>error</body></html>", self.switches.fail_all)
        if request.path == "/robots.txt":
            text = self.switches.robots
            if text is None:
                text = "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n"
            return SampleResponse(text.encode(), content_type="text/plain; charset=utf-8")
        # parse_qs turns a literal + into a blank and leaves %2B a plus, as PHP does.
        query = {name: values[-1] for name, values in parse_qs(request.query, keep_blank_values=True).items()}
        if request.path == "/card/detail/":
            return self._detail(query.get("id", ""))
        if request.path == "/card/":
            return self._search(request, query)
        if request.path == "/rule/regulation/":
            return SampleResponse(hall_page(load_hall()).encode())
        return SampleResponse(list_page("<p>ページが見つかりません</p>").encode(), status=404)

    def _detail(self, card_id: str) -> SampleResponse:
        card = self.cards().get(card_id)
        if card is None or card_id in DEAD_IDS:
            return SampleResponse(dead_page().encode())
        written = card_id.replace(" ", "+")
        layout = self.switches.layout
        if layout == "mixed":
            layout = "older" if written.startswith(_OLD_LAYOUT) else "current"
        text = old_detail_page(card, written) if layout == "older" else detail_page(card, written)
        return SampleResponse(text.encode())

    def _search(self, request: SampleRequest, query: Mapping[str, str]) -> SampleResponse:
        asked: dict[str, str] = {}
        if request.method == "POST":
            form = parse_qs(request.body.decode("utf-8"), keep_blank_values=True)
            asked = {name: values[-1] for name, values in form.items()}
        elif "v" in query:
            try:
                given = json.loads(query["v"])
            except ValueError:
                given = {}
            asked = {name: value for name, value in given.items() if isinstance(value, str)}
        number = asked.get("pagenum", "1")
        ids = self._found(asked)
        pages = max(1, -(-len(ids) // PAGE_SIZE))
        # Past the end the last page comes again, as on the real site.
        page = min(max(int(number) if number.isdigit() else 1, 1), pages)
        part = ids[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        fragment = list_fragment(part, len(ids), page, pages)
        script = request.headers.get("x-requested-with") == "XMLHttpRequest"
        return SampleResponse((fragment if script else list_page(fragment)).encode())

    def _found(self, asked: Mapping[str, str]) -> list[str]:
        """The ids that answer a search: every word of the keyword stands in the name of some face."""
        words = search_key(asked.get("keyword", "")).split()
        every_printing = asked.get("samename") == "show"
        products = asked.get("products", "")
        found: list[str] = []
        for card, names in search_names():
            if words and not any(all(word in name for word in words) for name in names):
                continue
            ids = [card_id for card_id in card.ids if card_id.startswith(products)]
            found += ids if every_printing else ids[:1]
        if not words and not products and every_printing:
            found += DEAD_IDS
        return list(reversed(found)) if asked.get("sort") == "release_new" else found
