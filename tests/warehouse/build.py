"""Small records for the warehouse's tests: pages, decks, cards with everything but the point left plain."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from schema.identity import CIVILIZATIONS
from schema.records import CardRecord, DeckLine, DeckRecord, FaceRecord, Page, Parsed
from warehouse.database import connect_published
from warehouse.load import load_cards, load_pages

if TYPE_CHECKING:
    from pathlib import Path

START = datetime(2020, 3, 1, 18, 0, tzinfo=UTC)
RUN = {"started_at": START, "code_version": "test"}


def at(days: float = 0) -> datetime:
    return START + timedelta(days=days)


def page(
    url: str = "https://dm-edh.com/dmedh/1", *, body: str = "a page", days: float = 0, source: str = "dm-edh"
) -> Page:
    data = body.encode()
    return Page(source, url, at(days), 200, "text/html", data, hashlib.sha256(data).hexdigest())


def deck(key: str = "1", *cards: str, commander: str | None = "将", **fields) -> DeckRecord:
    """A deck: `commander` in its zone, then `cards` in the main zone (`3 名` for three copies)."""
    lines: list[DeckLine] = []
    if commander is not None:
        lines += [
            DeckLine("commander", number, name) for number, name in enumerate(commander.split(" + "), start=1)
        ]
    for name in cards:
        copies, _, rest = name.partition(" ")
        text = rest if copies.isdigit() else name
        lines.append(DeckLine("main", len(lines) + 1, text, int(copies) if copies.isdigit() else 1))
    plain = {
        "source": "dm-edh",
        "url": f"https://dm-edh.com/dmedh/{key}",
        "title": f"deck {key}",
        "format": "dmedh",
        "published_on": date(2020, 1, 5),
    }
    return DeckRecord(source_key=key, lines=tuple(lines), **{**plain, **fields})


def card(
    name: str, *civilizations: str, game: str = "dm", faces=None, traits=(), names=(), **fields
) -> CardRecord:
    """A creature of some civilizations, or what `faces` says."""
    method = "civilization" if game == "dm" else "colour_identity"
    if faces is None:
        faces = (face(name, *civilizations),)
    plain = {"layout": "single", "identities": ((method, frozenset(civilizations)),)}
    return CardRecord(
        game=game,  # type: ignore[arg-type]
        name=name,
        faces=tuple(faces),
        traits=tuple(traits),
        names=tuple(names),
        **{**plain, **fields},
    )


def face(name: str, *civilizations: str, types=("クリーチャー",), **fields) -> FaceRecord:
    order = [c for c in CIVILIZATIONS if c in civilizations] or list(civilizations)
    return FaceRecord(
        name, tuple(types), tuple(order), **{"mana_value": 5.0, "cost": "5", "power": "5000", **fields}
    )


def shown(*decks: DeckRecord, keys: tuple[str, ...] = (), **fields) -> Parsed:
    return Parsed(decks=decks, keys=keys, **fields)


def load(con, *batch, **fields):
    """Load (page, parsed) pairs."""
    return load_pages(con, [(one, "test", "1", parsed) for one, parsed in batch], **{**RUN, **fields})


def give_cards(con, *cards: CardRecord):
    return load_cards(con, cards, source="test", url="file:cards", **RUN)


def rows(con, sql: str, *values) -> list[tuple]:
    return con.execute(sql, list(values)).fetchall()


def published(home: Path, sql: str) -> list[tuple]:
    """What a reader of a home's published copy gets."""
    con = connect_published(home)
    try:
        return con.execute(sql).fetchall()
    finally:
        con.close()
