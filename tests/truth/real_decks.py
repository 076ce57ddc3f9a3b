"""The real decks of the shared material, each source's shape read on its own (research: mtg-decks §2)."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tests.reference.command_zone import is_background
from tests.reference.commander import may_command
from tests.reference.companions import CONDITIONS
from tests.reference.model import RefCard, RefCommander, RefDeck
from tests.truth.material import Names, deck_records

FORMATS = {"duel": "duel-commander", "commander": "commander"}
TODAY = date(2026, 11, 29)
Rows = list[tuple[int, str]]


@dataclass(frozen=True)
class RealDeck:
    """One deck of one source; `note` says what the source did to it."""

    source: str
    key: str
    deck: RefDeck
    note: str = ""


def rows_of_lines(lines: list[str]) -> Rows:
    """`2 Mossfire Valley [foil]`, `1 Winter, Cynical Opportunist [foil] [DSC:7]`, `… *`."""
    rows = []
    for line in lines:
        found = re.match(r"(\d+) +(?:\[[^\]]*\] +)?(.+?)(?: +\[[^\]]*\])*(?: +\*)?$", line.strip())
        if found:
            rows.append((int(found.group(1)), found.group(2)))
    return rows


def precon(text: str) -> tuple[date, Rows, Rows]:
    """A publisher's list: date, command zone, main deck. Other sections (display card, planes) are aside."""
    day = date(1900, 1, 1)
    sections: dict[str, list[str]] = {"main": [], "Commander": []}
    section = "main"
    for line in text.splitlines():
        if found := re.match(r"// DATE: (\S+)", line):
            day = date.fromisoformat(found.group(1))
        elif line.startswith("COMMANDER: "):
            sections["Commander"].append(line.removeprefix("COMMANDER: "))
        elif line and not line[0].isdigit() and not line.startswith("//"):
            section = line
        elif "[token]" not in line:
            sections.setdefault(section, []).append(line)
    return day, rows_of_lines(sections["Commander"]), rows_of_lines(sections["main"])


def french_date(text: str) -> date | None:
    """`28/06/15`; None for the faulty ones, which are words or lie in the future."""
    found = re.fullmatch(r"(\d\d)/(\d\d)/(\d\d)", text)
    if found is None:
        return None
    day, month, year = (int(part) for part in found.groups())
    return date(2000 + year, month, day) if 2000 + year <= TODAY.year else None


def shape_of(record: dict[str, Any]) -> tuple[date | None, Rows, Rows]:
    """Date, the cards aside (command zone), main deck."""
    if "text" in record:
        return precon(record["text"])
    if "lines" in record:
        aside = [(1, name) for name in record["commander"] or []]
        return french_date(record["date"]), aside, rows_of_lines(record["lines"])
    aside = record["side"] if "side" in record else [(1, name) for name in record["commander"] or []]
    return date.fromisoformat(record["date"][:10]), list(aside), list(record["main"])


PLACEHOLDER = "Unknown Card"  # what MTGTop8 shows for a card that it does not know


def found_cards(rows: Rows, names: Names) -> tuple[dict[RefCard, int], int]:
    """Copies by card, and the copies whose name no card has."""
    cards: dict[RefCard, int] = {}
    unknown = 0
    for copies, text in rows:
        if text == PLACEHOLDER:
            continue
        # A screen client marks its rebalanced cards; the deck of a paper event holds the card itself.
        card = names.find(html.unescape(text).removeprefix("A-"))
        if card is None:
            unknown += copies
        else:
            cards[card] = cards.get(card, 0) + copies
    return cards, unknown


def companion_among(aside: list[RefCard], main: dict[RefCard, int]) -> RefCard | None:
    """Of one card too many aside, the one that has a companion ability; best one whose condition holds."""
    able = [card for card in aside if card.name in CONDITIONS]
    for card in able:
        others = [(other, 1) for other in aside if other is not card]
        if CONDITIONS[card.name]([*main.items(), *others]):
            return card
    return able[0] if able else None


def split_aside(
    aside: list[RefCard], unknown: int, main: dict[RefCard, int], main_size: int
) -> tuple[list[RefCard], RefCard | None, list[RefCard]]:
    """Commanders, companion, and what else a source put aside (wish lists, sticker sheets).

    One or two cards aside are the commanders, the third or the second too many a companion; of more, the
    cards that may command, if there are just as many as the deck lacks.
    """
    wanted = 100 - main_size
    named = len(aside) + unknown
    if named <= 2 or wanted not in (1, 2):
        companion = companion_among(aside, main) if named > max(wanted, 1) else None
        return [card for card in aside if card is not companion], companion, []
    if named == wanted + 1 and (companion := companion_among(aside, main)) is not None:
        return [card for card in aside if card is not companion], companion, []
    able = [card for card in aside if may_command(card, date.max) or is_background(card)]
    if len(able) == wanted:
        return able, None, [card for card in aside if card not in able]
    return aside, None, []


def is_sticker_sheet(name: str) -> bool:
    """`Ancestral / Hot Dog / Minotaur`: sheets of three words, put beside the commander."""
    return re.fullmatch(r"[^/]+ ?/ ?[^/]+ ?/ ?[^/]+", name) is not None


def real_deck(record: dict[str, Any], names: Names) -> RealDeck:
    day, aside_rows, main_rows = shape_of(record)
    whole = not any(name == PLACEHOLDER for _, name in [*aside_rows, *main_rows])
    aside_rows = [row for row in aside_rows if not is_sticker_sheet(row[1])]
    main, unknown_main = found_cards(main_rows, names)
    aside, unknown_aside = found_cards(aside_rows, names)
    note = ""
    if any(copies > 1 for copies in aside.values()):
        note = "commander named twice"
        aside = dict.fromkeys(aside, 1)
    commanders, companion, others = split_aside(
        list(aside), unknown_aside, main, sum(main.values()) + unknown_main
    )
    zones = {
        "main": tuple(main.items()),
        "companion": ((companion, 1),) if companion is not None else (),
        "sideboard": tuple((card, 1) for card in others),
    }
    if others:
        note = "cards aside that are no commanders"
        unknown_aside = 0
    unresolved = {
        zone: copies for zone, copies in (("main", unknown_main), ("commander", unknown_aside)) if copies
    }
    if day is None:
        note = "no date: judged for today"
    deck = RefDeck(
        FORMATS[record["format"]],
        day or TODAY,
        tuple(RefCommander(card) for card in commanders),
        zones,
        unresolved,
        complete=whole,
    )
    return RealDeck(f"{record['src']} {record['format']}", record["id"], deck, note)


def real_decks(shared: Path, names: Names) -> Iterator[RealDeck]:
    """All decks, in the material's order."""
    return (real_deck(record, names) for record in deck_records(shared))
