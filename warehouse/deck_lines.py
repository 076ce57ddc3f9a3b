"""The lines of a deck that can be stored, and what is wrong with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema.records import ZONES, DeckLine, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schema.records import DeckRecord

_ZONES = frozenset(ZONES)
MOST_COPIES = 100_000
# Of all lines together: a sum of a deck's copies must fit its column.
_MOST_OF_A_DECK = 1_000_000_000


def sound_lines(record: DeckRecord, page_url: str) -> tuple[tuple[DeckLine, ...], list[Problem]]:
    """The lines that can be stored, and a problem for each that cannot."""
    if _are_sound(record.lines):
        return record.lines, []
    numbers: set[object] = set()
    faults: dict[int, str] = {}
    cards = 0
    for place, line in enumerate(record.lines):
        number = line.line_no
        if (
            type(line.text) is str
            and type(line.copies) is int
            and 0 < line.copies <= MOST_COPIES
            and line.zone in _ZONES
            and type(number) is int
            and number not in numbers
            and line.text.strip()
            and cards + line.copies <= _MOST_OF_A_DECK
        ):
            numbers.add(number)
            cards += line.copies
        else:
            faults[place] = _fault(line, cards)
    if not faults:
        return record.lines, []
    problems = [
        Problem(
            record.source,
            page_url,
            "bad_record",
            reason,
            number if isinstance(number := record.lines[place].line_no, int) else None,
            record.source_key,
        )
        for place, reason in faults.items()
    ]
    return tuple(line for place, line in enumerate(record.lines) if place not in faults), problems


def _are_sound(lines: Sequence[DeckLine]) -> bool:
    """Whether no line has a fault, asked of all lines at once: nearly always none has."""
    if not lines:
        return True
    zones, numbers, texts, copies = zip(*lines, strict=True)
    return (
        {*map(type, texts)} == {str}
        and {*map(type, numbers)} == {*map(type, copies)} == {int}
        and len({*numbers}) == len(numbers)
        and min(copies) > 0
        and max(copies) <= MOST_COPIES
        and sum(copies) <= _MOST_OF_A_DECK
        and _ZONES.issuperset(zones)
        and all(map(str.strip, texts))
    )


def _fault(line: DeckLine, cards: int) -> str:
    """Say what is wrong with a line that can't be stored; `cards` stand in the lines before it."""
    if not isinstance(line.text, str) or not line.text.strip():
        return "no card name"
    if not isinstance(line.copies, int) or not 0 < line.copies <= MOST_COPIES:
        return f"{line.copies!r} copies of {line.text}"
    if line.zone not in _ZONES:
        return f"unknown zone {line.zone!r} of {line.text}"
    if cards + line.copies > _MOST_OF_A_DECK:
        return f"more than {_MOST_OF_A_DECK} cards in one deck: {line.copies} of {line.text}"
    return f"line number {line.line_no!r} twice: {line.text}"
