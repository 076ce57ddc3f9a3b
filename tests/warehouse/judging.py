"""A small warehouse for tests of the judge: cards and decks in few words, verdicts out.

Not a mock: real tables in a real DuckDB, filled by hand. Cards are named by short words; a deck is its
commanders, its zones and its date.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from schema.formats import Format, load_formats
from schema.identity import METHODS, mask_of
from schema.names import name_keys
from warehouse.database import memory_database
from warehouse.judge import judge

if TYPE_CHECKING:
    import duckdb

TODAY = date(2026, 11, 29)
_ARROW = {
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "SMALLINT": pa.int16(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us"),
    "VARCHAR": pa.string(),
    "VARCHAR[]": pa.list_(pa.string()),
}
FORMATS = load_formats()


def colours(text: str | None) -> int | None:
    """`光/水` or `WU` to a mask; None is not known, '' colourless."""
    if text is None:
        return None
    parts = text.split("/") if any(c in text for c in "光水闇火自然") else list(text)
    return mask_of(part for part in parts if part)


@dataclass
class World:
    """Cards and decks in memory."""

    game: str
    base: duckdb.DuckDBPyConnection = field(default_factory=memory_database)
    waiting: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    decks: dict[str, int] = field(default_factory=dict)

    @property
    def con(self) -> duckdb.DuckDBPyConnection:
        """The database, with everything added so far in it."""
        waiting, self.waiting = self.waiting, {}
        for table, rows in waiting.items():
            kinds = {
                str(name): str(kind) for name, kind, *_ in self.base.execute(f"describe {table}").fetchall()
            }
            arrays = {name: pa.array([row[name] for row in rows], _ARROW[kinds[name]]) for name in rows[0]}
            self.base.register("waiting", pa.table(arrays))
            self.base.execute(f"insert into {table} by name select * from waiting")
            self.base.unregister("waiting")
        return self.base

    def _add(self, table: str, **row: Any) -> None:
        self.waiting.setdefault(table, []).append(row)

    def card(
        self,
        name: str,
        colour: str | None = "",
        traits: str = "creature",
        *,
        types: str | None = None,
        races: str = "",
        cost: float | None = 5,
        layout: str = "normal",
        copy_limit: int | None = None,
        faces: tuple[tuple[str, str | None, str], ...] = (),
        **methods: str | None,
    ) -> int:
        """Add a card. `methods` give identity methods other than the same colours for all."""
        number = self.ids[name] = len(self.ids) + 1
        self._add("card_number", card_id=number, card_no=number)
        kinds = types.split("|") if types else _types(self.game, traits)
        self._add(
            "card",
            card_id=number,
            game=self.game,
            name=name,
            layout=layout,
            types=kinds,
            races=races.split(),
            traits=traits.split(),
            copy_limit=copy_limit,
            cost=cost,
            load_id=1,
        )
        sides = faces or ((name, colour, "|".join(kinds)),)
        for place, (side, side_colour, side_types) in enumerate(sides):
            self._add(
                "card_face",
                card_id=number,
                face_no=place,
                name=side,
                types=side_types.split("|"),
                supertypes=[],
                races=races.split(),
                civilizations=colours(side_colour),
                cost=str(cost),
                mana_value=cost,
            )
        for method in METHODS:
            value = methods.get(method, "" if method == "basic_type_colours" else colour)
            self._add("card_identity", card_id=number, method=method, mask=colours(value))
        for level, key in name_keys(self.game, name):  # type: ignore[arg-type]
            self._add(
                "card_name",
                game=self.game,
                level=level,
                key=key,
                kind="name",
                card_id=number,
                name=name,
                language="en",
            )
        return number

    def filler(self, count: int, colour: str = "", traits: str = "creature", **more: Any) -> list[str]:
        """Add so many plain cards; return their names."""
        first = len(self.ids)
        names = [f"filler {first + n}" for n in range(count)]
        for name in names:
            self.card(name, colour, traits, **more)
        return names

    def deck(
        self,
        form: str,
        commanders: list[str],
        main: list[str | tuple[str, int]],
        day: date | None = TODAY,
        *,
        name: str | None = None,
        faces: dict[str, int] | None = None,
        complete: bool = True,
        unresolved: tuple[tuple[str, int], ...] = (),
        event: str | None = None,
        player: str | None = None,
        **zones: list[str | tuple[str, int]],
    ) -> str:
        """Add a deck; `unresolved` holds (zone, copies) of lines that no card answers to."""
        number = len(self.decks) + 1
        key = name or f"deck {number}"
        self.decks[key] = number
        self._add(
            "deck",
            deck_id=number,
            source="test",
            source_key=str(number),
            version=1,
            is_current=True,
            format=form,
            published_on=day,
            event_id=event,
            player=player,
            is_complete=complete,
            seen_at=datetime(2026, 1, 1),  # noqa: DTZ001 (naive UTC, as stored)
            content_hash="x",
            load_id=1,
        )
        lines: list[tuple[str, int | None, int]] = [("commander", self.ids[card], 1) for card in commanders]
        for zone, cards in (("main", main), *zones.items()):
            for entry in cards:
                card, copies = entry if isinstance(entry, tuple) else (entry, 1)
                lines.append((zone, self.ids[card], copies))
        lines += [(zone, None, copies) for zone, copies in unresolved]
        summed: dict[tuple[str, int], int] = {}
        for place, (zone, card_id, copies) in enumerate(lines, start=1):
            self._add(
                "deck_line",
                deck_id=number,
                zone=zone,
                line_no=place,
                text="?",
                copies=copies,
                card_id=card_id,
            )
            if card_id is not None:
                summed[zone, card_id] = summed.get((zone, card_id), 0) + copies
        over_deck: Counter[int] = Counter()
        for (_, card_id), copies in summed.items():
            over_deck[card_id] += copies
        for (zone, card_id), copies in summed.items():
            self._add(
                "deck_card",
                deck_id=number,
                zone=zone,
                card_id=card_id,
                copies=copies,
                copies_in_deck=over_deck[card_id],
                card_no=card_id if zone == "main" and over_deck[card_id] == 1 else None,
            )
        for slot, card in enumerate(commanders, start=1):
            self._add(
                "deck_commander",
                deck_id=number,
                slot=slot,
                card_id=self.ids[card],
                face_no=(faces or {}).get(card, 0),
                kind="single",
            )
        return key

    def restrict(
        self, name: str, *rows: tuple[str, str, int | None, str | None, str | None], key: str | None = None
    ) -> None:
        """Fill a list: (card, status, min_identity, from, until), and how many rows it must have."""
        for number, (card, status, least, start, until) in enumerate(rows):
            self.con.execute(
                "insert into restriction values (?, ?, ?, ?, ?, ?, ?, ?, 'https://list.example/', null)",
                [name, key or f"{card}{number}", self.ids.get(card), card, status, least, start, until],
            )
        self.con.execute("delete from restriction_list where list = ?", [name])
        self.con.execute(
            "insert into restriction_list select ?, count(*), null, null from restriction where list = ?",
            [name, name],
        )

    def judge(self, formats: dict[str, Format] | None = None, **options: Any) -> None:
        """Judge every deck, by default on its own date alone."""
        judge(self.con, formats or FORMATS, **{"today": TODAY, "bases": ("published",), **options})

    def verdict(self, deck: str | None = None, form: str | None = None) -> str:
        """The verdict of a deck (of the last one by default)."""
        rows = self.con.execute(
            "select verdict from verdict where deck_id = ? and (? is null or format = ?)",
            [self._id(deck), form, form],
        ).fetchall()
        return str(rows[0][0]) if rows else "none"

    def found(self, deck: str | None = None, severity: str = "violation") -> set[str]:
        """The rules with findings of a severity."""
        rows = self.con.execute(
            "select distinct rule from violation where deck_id = ? and severity = ?",
            [self._id(deck), severity],
        ).fetchall()
        return {str(row[0]) for row in rows}

    def cards_of(self, rule: str, deck: str | None = None) -> set[str]:
        """The cards that a rule names."""
        rows = self.con.execute(
            "select c.name from violation v join card c using (card_id) where v.deck_id = ? and v.rule = ?",
            [self._id(deck), rule],
        ).fetchall()
        return {str(row[0]) for row in rows}

    def _id(self, deck: str | None) -> int:
        return self.decks[deck] if deck else len(self.decks)


def _types(game: str, traits: str) -> list[str]:
    words = traits.split()
    if game == "dm":
        return [
            kind for trait, kind in (("creature", "クリーチャー"), ("spell", "呪文")) if trait in words
        ] or ["フィールド"]
    return [
        kind
        for trait, kind in (("creature", "Creature"), ("land", "Land"), ("basic", "Land"))
        if trait in words
    ] or ["Instant"]
