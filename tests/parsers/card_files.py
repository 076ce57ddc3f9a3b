"""Rows of card files as Scryfall and MTGJSON write them, and what a reader made of a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schema.records import CardRecord, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable


def split(found: Iterable[CardRecord | Problem]) -> tuple[dict[str, CardRecord], list[Problem]]:
    cards: dict[str, CardRecord] = {}
    problems: list[Problem] = []
    for row in found:
        if isinstance(row, CardRecord):
            assert row.name not in cards, "a card comes once"
            cards[row.name] = row
        else:
            problems.append(row)
    return cards, problems


def printing(name: str = "Sol Elf", **rest: Any) -> dict[str, Any]:
    row = {
        "object": "card",
        "oracle_id": f"id-{name}",
        "name": name,
        "lang": "en",
        "layout": "normal",
        "type_line": "Creature — Elf",
        "mana_cost": "{G}",
        "oracle_text": "",
        "colors": ["G"],
        "color_identity": ["G"],
        "games": ["paper"],
        "border_color": "black",
        "set_type": "expansion",
        "released_at": "2020-01-02",
    }
    return row | rest


def atomic(**cards: Any) -> bytes:
    return json.dumps({"meta": {"date": "2026-01-01"}, "data": cards}).encode()


def face(name: str, **rest: Any) -> dict[str, Any]:
    row = {
        "name": name,
        "type": "Creature — Elf",
        "manaCost": "{G}",
        "text": "",
        "colors": ["G"],
        "layout": "normal",
    }
    return row | {"colorIdentity": ["G"], "printings": ["M10"]} | rest
