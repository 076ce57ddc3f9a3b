"""The interchange deck: one JSON object a line, and its way to a DeckRecord.

Shape: `source, source_key, url, title, author, format, date, event, placing, player, commanders,
companion, zones`; `zones` maps a zone to pairs `[copies, name]`, and `main` holds no commander.
Only `zones` is required; what a line does not give comes from the caller.
"""

from __future__ import annotations

import datetime  # noqa: TC003 - pydantic reads the annotation at run time
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from schema.records import ZONES, DeckRecord, Problem, deck_lines

if TYPE_CHECKING:
    from schema.records import DeckLine, Zone

# Zones a line may name that lie outside the deck: their cards are set aside, and that is reported.
OUTSIDE = frozenset({"maybeboard", "considering", "tokens", "token", "wishboard"})
_ALSO: dict[str, Zone] = {"commanders": "commander", "side": "sideboard", "companions": "companion"}


def _as_list(value: Any) -> Any:
    if value is None:
        return []
    return [value] if isinstance(value, str) else value


def _blank_to_none(value: Any) -> Any:
    return None if value == "" else value


Names = Annotated[list[str], BeforeValidator(_as_list)]
Text = Annotated[str | None, BeforeValidator(_blank_to_none)]
Copies = Annotated[int, Field(ge=1, le=9999)]


class InterchangeDeck(BaseModel):
    """One line of the interchange format, checked."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True, coerce_numbers_to_str=True)

    source: Text = None
    source_key: Text = None
    url: Text = None
    title: Text = None
    author: Text = None
    format: Text = None
    date: Annotated[datetime.date | None, BeforeValidator(_blank_to_none)] = None
    event: Text = None
    placing: Text = None
    player: Text = None
    commanders: Names = []
    companion: Names = []
    zones: dict[str, list[tuple[Copies, str]]]


def _lines(deck: InterchangeDeck, refused: list[tuple[str, str]]) -> tuple[DeckLine, ...]:
    listed: list[tuple[Zone, list[tuple[int, str]]]] = [
        ("commander", [(1, name) for name in deck.commanders]),
        ("companion", [(1, name) for name in deck.companion]),
    ]
    for word, cards in deck.zones.items():
        zone = _ALSO.get(word, word)
        if zone in ZONES:
            listed.append((zone, cards))
        elif cards:
            kind = "set_aside" if word in OUTSIDE else "unknown_section"
            refused.append((kind, f"{word}: {sum(copies for copies, _ in cards)} cards outside the deck"))
    cards_by_zone = [(zone, name, copies) for zone, cards in listed for copies, name in cards]
    return deck_lines(
        [(zone, number, name, copies) for number, (zone, name, copies) in enumerate(cards_by_zone, 1)]
    )


def deck_of(
    deck: InterchangeDeck, *, source: str, source_key: str, format_name: str | None = None
) -> tuple[DeckRecord, tuple[Problem, ...]]:
    """Turn a checked line into a record; `source`, `source_key` fill in what it lacks.

    `format_name`, when given, overrides the line's own. A zone that is none of ours gives a problem.
    """
    refused: list[tuple[str, str]] = []
    lines = _lines(deck, refused)
    record = DeckRecord(
        source=deck.source or source,
        source_key=deck.source_key or source_key,
        url=deck.url or source_key,
        title=deck.title or deck.source_key or source_key,
        format=format_name or deck.format or "",
        lines=lines,
        author=deck.author,
        published_on=deck.date,
        event=deck.event,
        placing=deck.placing,
        player=deck.player,
    )
    problems = [
        Problem(record.source, record.url, kind, detail, source_key=record.source_key)
        for kind, detail in refused
    ]
    return record, tuple(problems)


def read_line(text: str | bytes) -> InterchangeDeck:
    """Read one JSON line. Raises ValueError whose message names the key and the reason."""
    try:
        return InterchangeDeck.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg']}" if where else first["msg"]) from None
