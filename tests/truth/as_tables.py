"""Writes reference cards, decks and restrictions into the product's tables, in bulk through Arrow."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol

import duckdb
import pyarrow as pa

from tests.reference.dm_facts import is_god, is_hyperspatial, with_the_star_beside
from tests.reference.model import RefCard, RefDeck, RefRestriction
from tests.truth.card_facts import copy_limit, identities, mask, traits

Rows = list[dict[str, Any]]
# As a resolve writes them: numbers only for a card that stands once in its deck, in the main zone.
_NUMBERED = """
insert into card_number
select n.card_id, m.last_no + row_number() over (order by n.card_id)
from (select distinct card_id from written_card anti join card_number using (card_id)) n
cross join (select coalesce(max(card_no), 0) as last_no from card_number) m;
insert into deck_card by name
select
    w.deck_id, w.zone, w.card_id, w.copies, w.copies_in_deck,
    case when w.zone = 'main' and w.copies_in_deck = 1 then n.card_no end as card_no
from written_card w join card_number n using (card_id)
order by w.zone = 'main' and w.copies_in_deck = 1, w.deck_id;
drop table written_card
"""
ZONE_OF_LIST = ("main", "hyperspatial", "gr", "extra", "companion", "sideboard")


def insert(con: duckdb.DuckDBPyConnection, table: str, rows: Rows) -> None:
    """Insert rows by the names of their columns; the table's own types decide."""
    if not rows:
        return
    described = con.execute(f"describe {table}").fetchall()
    kinds = {str(name): str(kind) for name, kind, *_ in described}
    columns = list(rows[0])
    arrays = {name: pa.array([row[name] for row in rows], type=_arrow(kinds[name])) for name in columns}
    con.register("incoming", pa.table(arrays))
    listed = ", ".join(f'"{name}"' for name in columns)
    con.execute(f"insert into {table} ({listed}) select {listed} from incoming")
    con.unregister("incoming")


def _arrow(kind: str) -> pa.DataType:
    return {
        "BIGINT": pa.int64(),
        "INTEGER": pa.int32(),
        "SMALLINT": pa.int16(),
        "DOUBLE": pa.float64(),
        "BOOLEAN": pa.bool_(),
        "DATE": pa.date32(),
        "TIMESTAMP": pa.timestamp("us"),
        "VARCHAR[]": pa.list_(pa.string()),
    }.get(kind, pa.string())


class Ids(Protocol):
    """Gives the id under which a card stands in the tables."""

    def __getitem__(self, card: RefCard) -> int: ...


class CardIds:
    """Card ids by card, given out in order; writes the facts of the cards given in."""

    def __init__(self) -> None:
        self._ids: dict[RefCard, int] = {}

    def __getitem__(self, card: RefCard) -> int:
        return self._ids[card]

    def by_id(self) -> dict[int, RefCard]:
        return {number: card for card, number in self._ids.items()}

    def by_name(self) -> dict[str, int]:
        return {card.name: number for card, number in self._ids.items()}

    def write(self, con: duckdb.DuckDBPyConnection, cards: Iterable[RefCard]) -> None:
        """Cards, faces and identities. No names: decks come resolved."""
        new = [card for card in cards if card not in self._ids]
        for card in new:
            self._ids[card] = len(self._ids) + 1
        insert(con, "card", [self._card(card) for card in new])
        insert(con, "card_face", [row for card in new for row in self._faces(card)])
        insert(con, "card_identity", [row for card in new for row in self._identities(card)])

    def _card(self, card: RefCard) -> dict[str, Any]:
        return {
            "card_id": self._ids[card],
            "game": card.game,
            "name": card.name,
            "layout": card.layout,
            "types": sorted({kind for face in card.faces for kind in face.types}),
            "races": sorted({kind for face in card.faces for kind in face.subtypes}),
            "traits": sorted(traits(card)),
            "copy_limit": copy_limit(card),
            "cost": card.front.cost,
            "load_id": 1,
        }

    def _faces(self, card: RefCard) -> Rows:
        return [
            {
                "card_id": self._ids[card],
                "face_no": number,
                "name": face.name,
                "types": sorted(face.types),
                "supertypes": sorted(face.supertypes),
                "races": sorted(face.subtypes),
                "civilizations": mask(face.colours),
                "mana_value": face.cost,
                "power": face.power,
            }
            for number, face in enumerate(card.faces)
        ]

    def _identities(self, card: RefCard) -> Rows:
        return [
            {"card_id": self._ids[card], "method": method, "mask": colours}
            for method, colours in identities(card).items()
        ]


def kind_of(deck: RefDeck, card: RefCard) -> str:
    """How a commander stands: alone, or beside others."""
    if is_hyperspatial(card):
        return "hyperspatial"
    if len(deck.commanders) == 1:
        return "single"
    if card.game == "dm":
        return "god" if all(is_god(each.card) for each in deck.commanders) else "several"
    if "Background" in card.front.subtypes:
        return "background"
    return "partner" if len(deck.commanders) == 2 else "several"


def write_decks(
    con: duckdb.DuckDBPyConnection, decks: Sequence[RefDeck], ids: Ids, *, first: int = 1
) -> None:
    """Decks under the ids `first`, `first` + 1 … in their order, with lines, cards and commanders."""
    heads: Rows = []
    lines: Rows = []
    cards: Rows = []
    commanders: Rows = []
    for number, deck in enumerate(decks, start=first):
        heads.append(
            {
                "deck_id": number,
                "source": "generated",
                "source_key": str(number),
                "version": 1,
                "is_current": True,
                "format": deck.format,
                "published_on": deck.date,
                "event_id": deck.event,
                "player": deck.player,
                "is_complete": deck.complete,
                "seen_at": datetime(2026, 11, 29),  # noqa: DTZ001 (instants are naive UTC there)
                "content_hash": str(number),
                "copies": len(deck.commanders)
                + deck.unresolved.get("commander", 0)
                + sum(map(deck.size, ZONE_OF_LIST)),
                "load_id": 1,
            }
        )
        lines += [
            {"deck_id": number, "line_no": place, **line} for place, line in enumerate(_lines(deck, ids))
        ]
        cards += [{"deck_id": number, **row} for row in _cards(deck, ids)]
        commanders += [
            {
                "deck_id": number,
                "slot": slot,
                "card_id": ids[commander.card],
                "face_no": commander.face_no,
                "kind": kind_of(deck, commander.card),
            }
            for slot, commander in enumerate(deck.commanders, start=1)
        ]
    con.execute("create or replace temp table written_card as from deck_card limit 0")
    for table, rows in (
        ("deck", heads),
        ("deck_line", lines),
        ("written_card", cards),
        ("deck_commander", commanders),
    ):
        insert(con, table, rows)
    con.execute(_NUMBERED)


def _lines(deck: RefDeck, ids: Ids) -> Rows:
    rows = [("commander", each.face.name, 1, ids[each.card]) for each in deck.commanders]
    rows += [
        (zone, card.name, copies, ids[card]) for zone in ZONE_OF_LIST for card, copies in deck.zone(zone)
    ]
    known: Rows = [
        {"zone": zone, "text": text, "copies": copies, "card_id": card, "resolved_by": "exact"}
        for zone, text, copies, card in rows
    ]
    unknown: Rows = [
        {
            "zone": zone,
            "text": "a name that no card has",
            "copies": copies,
            "card_id": None,
            "resolved_by": None,
        }
        for zone, copies in deck.unresolved.items()
    ]
    return known + unknown


def _cards(deck: RefDeck, ids: Ids) -> Rows:
    counts: dict[tuple[str, int], int] = {}
    deck = with_the_star_beside(deck)
    for commander in deck.commanders:
        key = ("commander", ids[commander.card])
        counts[key] = counts.get(key, 0) + 1
    for zone in ZONE_OF_LIST:
        for card, copies in deck.zone(zone):
            counts[zone, ids[card]] = counts.get((zone, ids[card]), 0) + copies
    over_deck: Counter[int] = Counter()
    for (_, number), copies in counts.items():
        over_deck[number] += copies
    return [
        {
            "zone": zone,
            "card_id": number,
            "copies": copies,
            "copies_in_deck": over_deck[number],
        }
        for (zone, number), copies in counts.items()
    ]


def write_restrictions(con: duckdb.DuckDBPyConnection, rows: Sequence[RefRestriction], ids: CardIds) -> None:
    """One row a card; the rows of a pair or trio share their key. Every list is whole."""
    known = ids.by_name()
    lists = sorted({row.list for row in rows})
    insert(
        con,
        "restriction_list",
        [
            {"list": name, "intervals": sum(len(row.cards) for row in rows if row.list == name)}
            for name in lists
        ],
    )
    insert(
        con,
        "restriction",
        [
            {
                "list": row.list,
                "set_key": "+".join(row.cards),
                "card_id": known.get(name),
                "card_name": name,
                "status": row.status,
                "min_identity": row.min_colours or None,
                "from_date": row.from_date,
                "until_date": row.until_date,
                "source_url": "https://example.org/list",
            }
            for row in rows
            for name in row.cards
        ],
    )
