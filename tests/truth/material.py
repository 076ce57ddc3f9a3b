"""The shared material as the truth tests read it: cards, names, ban lists, decks."""

import csv
import gzip
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from parsers.cards.pool import POOL_CARDS
from schema.magic import ALIASES
from tests.reference.magic_cards import read_cards
from tests.reference.model import RefCard, RefRestriction
from tests.reference.pool import rulebreaker_cards

# The lists of the material under the names that the formats use.
LIST_NAMES = {"duel": "duel-commander", "duel-mtgdc": "duel-commander-mtgdc", "commander": "commander"}


def fold(name: str) -> str:
    """One spelling for accents, apostrophes, ligatures, slashes and blanks."""
    text = name.replace("Æ", "Ae").replace("æ", "ae").replace("꞉", ":").replace("’", "'")
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()
    return re.sub(r"\s+", " ", re.sub(r"\s*/+\s*", " // ", text)).strip()


class Names:
    """Finds the card that a name means: whole name, then alias, then a face's name."""

    def __init__(self, cards: dict[str, RefCard], aliases: dict[str, str]) -> None:
        self.whole = {fold(card.name): card for card in cards.values()}
        self.faces: dict[str, set[RefCard]] = {}
        for card in cards.values():
            for face in card.faces if len(card.faces) > 1 or " // " in card.name else ():
                self.faces.setdefault(fold(face.name), set()).add(card)
        # Lists cut names short: "Karn" is never the Vanguard card, since names of playable cards begin so.
        words = [key.split(" ") for key, card in self.whole.items() if card.in_pool is not False]
        begun = {" ".join(each[:count]).rstrip(",") for each in words for count in range(1, len(each))}
        self.cut_short = {
            key
            for key, card in self.whole.items()
            if card.layout in ("planar", "scheme", "vanguard") and key in begun
        }
        self._found: dict[str, RefCard | None] = {}
        self.aliases = {fold(alias): fold(name) for alias, name in aliases.items()}

    def find(self, name: str) -> RefCard | None:
        """None where no card or more than one has the name."""
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    def _find(self, name: str) -> RefCard | None:
        key = fold(name)
        key = self.aliases.get(key, key)
        if key in self.cut_short:
            return None
        if key in self.whole:
            return self.whole[key]
        # A card of paper play goes before its namesake of a playtest or a digital set.
        found = self.faces.get(key, set())
        playable = {card for card in found if card.in_pool} or found
        return next(iter(playable)) if len(playable) == 1 else None


def of_publishers_decks(shared: Path) -> set[str]:
    """Names that stand in the publisher's own Commander decks: cards of paper play, however new."""
    texts = [record["text"] for record in deck_records(shared) if "text" in record]
    return {
        fold(name) for text in texts for name in re.findall(r"(?m)^(?:COMMANDER: )?\d+ ([^\[*\n]+)", text)
    }


@cache
def all_cards(shared: Path, *, promoted: bool = False) -> dict[str, RefCard]:
    """The corpus and the Rulebreakers; `promoted`: with what decides the pool where the corpus does not.

    That is the publisher's decks, and the project's list of names by sets (facts, no code).
    """
    cards = dict(read_cards(shared / "data/mtg/cards.jsonl.gz"))
    printed = of_publishers_decks(shared) if promoted else set()
    listed = {}
    for row in rows(POOL_CARDS) if promoted else ():
        if row["pool"] != "unknown":
            listed[row["name"]] = row["pool"] == "paper"
    for name, card in cards.items():
        if card.in_pool is not None:
            continue
        if fold(name) in printed or fold(card.front.name) in printed:
            cards[name] = replace(card, in_pool=True)
        elif name in listed:
            cards[name] = replace(card, in_pool=listed[name])
    return cards | rulebreaker_cards()


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def names(shared: Path, *, promoted: bool = False) -> Names:
    """By the material's aliases; `promoted`: with the project's own as well (facts, no code)."""
    files = [shared / "data/mtg/aliases.csv", *([ALIASES] if promoted else [])]
    aliases = {row["alias"]: row["name"] for file in files for row in rows(file)}
    return Names(all_cards(shared, promoted=promoted), aliases)


def _date(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


@cache
def ban_lists(shared: Path) -> tuple[RefRestriction, ...]:
    """Every dated row of the ban lists under the card's own name: lists name a card by its front face."""
    known = names(shared)
    found = []
    for row in written_lists(shared):
        card = known.find(row.cards[0])
        assert card is not None, row
        found.append(replace(row, cards=(card.name,)))
    return tuple(found)


@cache
def written_lists(shared: Path) -> tuple[RefRestriction, ...]:
    """Every dated row as written; until 2025-11-24 the fork had no list of its own."""
    listed = [
        RefRestriction(
            list=LIST_NAMES[row["format"]],
            cards=(row["card"],),
            status=row["status"],
            from_date=_date(row["effective_from"]),
            until_date=_date(row["effective_to"]),
        )
        for row in rows(shared / "data/mtg/banlists.csv")
    ]
    return tuple(listed)


def deck_records(shared: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(shared / "data/mtg/decks.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
