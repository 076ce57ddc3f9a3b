"""Why a real deck is not legal: a named cause for each finding, whose condition holds in the raw files.

The conditions read the record as its source wrote it and the card file's own fields (type line,
`color_identity`, keywords), never the product's tables nor the reference judge.
"""

import gzip
import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from tests.truth.census import TODAY, Counted
from tests.truth.material import names, written_lists
from tests.truth.real_decks import PLACEHOLDER, Rows, is_sticker_sheet, shape_of

LANDS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
PAIRING = ("Partner", "Choose a Background", "Friends forever", "Doctor's companion")
# A list that changed so shortly before the event was announced while people built their decks.
SHORTLY = 31


@cache
def rows_of_cards(shared: Path) -> dict[str, dict[str, Any]]:
    with gzip.open(shared / "data/mtg/cards.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {row["name"]: row for row in map(json.loads, lines)}


class Raw:
    """One record as its source wrote it, its names found among the names of the card file."""

    def __init__(self, shared: Path, deck: Counted) -> None:
        day, aside, main = shape_of(deck.record)
        self.shared = shared
        self.has_date = day is not None
        self.day = day or TODAY
        self.aside: Rows = [row for row in aside if not is_sticker_sheet(row[1])]
        self.main: Rows = main
        self.placeholders = sum(name == PLACEHOLDER for _, name in [*aside, *main])

    def card(self, text: str) -> dict[str, Any] | None:
        found = names(self.shared, promoted=True).find(html.unescape(text).removeprefix("A-"))
        return None if found is None else rows_of_cards(self.shared).get(found.name)

    def size(self, *, beside: bool = True) -> int:
        rows = [*self.main, *(self.aside if beside else [])]
        return sum(copies for copies, name in rows if name != PLACEHOLDER)

    def copies(self) -> Counter[str]:
        """Copies of each card over the whole record, by the card file's name."""
        total: Counter[str] = Counter()
        for copies, name in [*self.main, *self.aside]:
            if (card := self.card(name)) is not None:
                total[card["name"]] += copies
        return total

    def identity(self) -> set[str]:
        """The colours that the file gives the cards beside the deck."""
        cards = [self.card(name) for _, name in self.aside]
        return {colour for card in cards if card for colour in card["color_identity"]}


def type_line(card: dict[str, Any]) -> str:
    return str(card.get("type_line") or card["card_faces"][0].get("type_line"))


def of_a_list(raw: Raw, card: str, name: str) -> Iterator[str]:
    """A row of the ban lists that is in force on the day (on the last list, where no day is known)."""
    front = card.partition(" // ")[0]
    for row in written_lists(raw.shared):
        if row.list != name or row.cards[0] not in (card, front):
            continue
        if (row.from_date or date.min) <= raw.day < (row.until_date or date.max):
            recent = row.from_date is not None and (raw.day - row.from_date).days <= SHORTLY
            if not raw.has_date:
                yield "no date: the list of today"
            else:
                yield "a list that had just changed" if recent else "a banned card"


def of_copies(raw: Raw, card: str) -> Iterator[str]:
    row = rows_of_cards(raw.shared)[card]
    copies = raw.copies()[card]
    if copies > 1 and "Basic" not in type_line(row) and copies > (row.get("deck_limit") or 1):
        beside = any((found := raw.card(name)) and found["name"] == card for _, name in raw.aside)
        yield "the commander in the deck as well" if beside else "two copies"


def of_colours(raw: Raw, card: str) -> Iterator[str]:
    row = rows_of_cards(raw.shared)[card]
    printed = {LANDS[word] for word in LANDS if word in type_line(row)}
    if (set(row["color_identity"]) | printed) - raw.identity():
        yield "a card outside the colours"


def of_commanders(raw: Raw, card: str | None) -> Iterator[str]:
    found = [each for _, name in raw.aside if (each := raw.card(name))]
    if card is not None:
        line = type_line(rows_of_cards(raw.shared)[card])
        if not ("Legendary" in line and "Creature" in line):
            yield "a card beside the deck that can't command"
    keywords = [word for each in found for word in each["keywords"] if word in PAIRING]
    if len(found) > 1 and len(keywords) < 2 and not any("Background" in type_line(each) for each in found):
        yield "two cards beside the deck that don't pair"


def of_the_companion(raw: Raw, card: str) -> Iterator[str]:
    """Lurrus asks for permanents of at most 2, Jegantha for costs without a symbol twice."""
    row = rows_of_cards(raw.shared)[card]
    # A split card has the costs of both halves (709.4b); of other cards the front face counts.
    face = row if row["layout"] == "split" else (row.get("card_faces") or [row])[0]
    symbols = re.findall(r"\{[^}]+\}", face.get("mana_cost") or row.get("mana_cost") or "")
    beside = " ".join(name for _, name in raw.aside)
    value = sum(int(each[1:-1]) if each[1:-1].isdigit() else each != "{X}" for each in symbols)
    if ("Jegantha" in beside and len(set(symbols)) < len(symbols)) or ("Lurrus" in beside and value > 2):
        yield "a companion whose condition is not met"


def of_the_pool(raw: Raw, card: str) -> Iterator[str]:
    if rows_of_cards(raw.shared)[card]["_pool"] not in ("eternal", "unknown"):
        yield "a card that exists on screen alone"


def of_stickers(raw: Raw, card: str) -> Iterator[str]:
    row = rows_of_cards(raw.shared)[card]
    text = str(row.get("oracle_text")) + str(row.get("card_faces"))
    if raw.day >= date(2024, 5, 27) and re.search(r"sticker|Attraction|\{TK\}", text):
        yield "stickers or Attractions"


def of_violation(raw: Raw, finding: dict[str, Any]) -> list[str]:
    """The causes whose condition holds for one violation; none is a fault."""
    rule, card = finding["rule"], finding["card"]
    if rule in ("FR1", "CO1"):
        return ["another number of cards"] if raw.size() != 100 else []
    if rule in ("FR2", "CO2"):
        return list(of_copies(raw, card))
    if rule in ("FR4", "FR5", "CO5", "CO6"):
        return list(of_colours(raw, card))
    if rule in ("FR3", "CO3", "CO4"):
        return list(of_commanders(raw, card))
    if rule == "DC1":
        return list(of_the_companion(raw, card))
    if rule == "DC2":
        return list(of_stickers(raw, card))
    if rule in ("DC3", "CO9"):
        return list(of_the_pool(raw, card))
    if rule in ("FR9", "CO7"):
        _, listed, name = finding["detail"].partition(" on the list ")
        return list(of_a_list(raw, card, name)) if listed else list(of_commanders(raw, None))
    return []


def of_open(raw: Raw, deck: Counted) -> Iterator[str]:
    """Why a deck is unknown or incomplete."""
    if raw.placeholders:
        yield "the source does not know a card"
    unknown = [each["text"] for each in deck.verdict.unresolved]
    if unknown and all(raw.card(text) is None for text in unknown):
        yield "a name that no card has"
    if not raw.aside:
        yield "the source names no commander"
    if len(raw.aside) == 3:
        yield "three cards beside the deck"
    if len(raw.aside) > 3 or any(copies > 1 for copies, _ in raw.aside):
        yield "a wish list or sideboard beside the deck"
    elif raw.aside and raw.size(beside=False) not in (98, 99):
        yield "cards beside the deck that no size explains"
    if raw.size() < 80:
        yield "an excerpt"


def causes(shared: Path, deck: Counted) -> tuple[set[str], list[dict[str, Any]]]:
    """The named causes of a deck that is not legal, and the violations without one."""
    raw = Raw(shared, deck)
    if deck.verdict.verdict != "illegal":
        return set(of_open(raw, deck)), []
    told = [(finding, of_violation(raw, finding)) for finding in deck.verdict.violations]
    return {word for _, words in told for word in words}, [finding for finding, words in told if not words]
