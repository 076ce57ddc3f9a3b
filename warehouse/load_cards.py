"""Card facts into `card`, `card_face`, `card_name` and `card_identity`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from schema.identity import mask_of
from schema.ids import stable_id
from schema.names import clean, name_keys
from schema.records import Problem
from schema.urls import canonical_url
from warehouse.tables import (
    BIGINT,
    DATE,
    DOUBLE,
    INTEGER,
    SMALLINT,
    TEXT,
    TEXTS,
    columns_of,
    merge_rows,
    staged,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

    from schema.records import CardRecord, FaceRecord

_CARD = {
    "card_id": BIGINT,
    "game": TEXT,
    "name": TEXT,
    "layout": TEXT,
    "types": TEXTS,
    "races": TEXTS,
    "traits": TEXTS,
    "copy_limit": INTEGER,
    "cost": DOUBLE,
    "official_id": TEXT,
    "url": TEXT,
    "released_on": DATE,
    "page_id": BIGINT,
    "load_id": BIGINT,
}
_FACE = {
    "card_id": BIGINT,
    "face_no": SMALLINT,
    "name": TEXT,
    "types": TEXTS,
    "supertypes": TEXTS,
    "races": TEXTS,
    "civilizations": SMALLINT,
    "cost": TEXT,
    "mana_value": DOUBLE,
    "power": TEXT,
    "toughness": TEXT,
}
_NAME = {
    "game": TEXT,
    "level": TEXT,
    "key": TEXT,
    "kind": TEXT,
    "card_id": BIGINT,
    "face_no": SMALLINT,
    "name": TEXT,
    "language": TEXT,
}
_IDENTITY = {"card_id": BIGINT, "method": TEXT, "mask": SMALLINT}

# Layouts that are no cards of a deck: the real card of the same name is preferred (public complaints:
# a token shadows the card, a playtest card shadows the card).
NOT_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})


def rank_of(layout: str, traits: tuple[str, ...] | list[str]) -> int:
    """0 a card of the game's pool, 1 a card outside it (silver border, playtest), 2 a token or emblem."""
    if layout in NOT_CARDS:
        return 2
    return 1 if "outside_pool" in traits else 0


def card_id_of(game: str, name: str) -> int:
    """The id of a card: its game and canonical name."""
    return stable_id("card", game, name)


class CardBatch:
    """Cards gathered for one bulk write. `problems` says what was left out."""

    def __init__(self) -> None:
        self._cards: dict[int, tuple[CardRecord, str, str, int | None]] = {}
        self.problems: list[Problem] = []

    def __len__(self) -> int:
        return len(self._cards)

    def clear(self) -> None:
        """Forget everything gathered."""
        self._cards.clear()
        self.problems.clear()

    def add(self, card: CardRecord, source: str, url: str, page_id: int | None) -> None:
        """Gather one card; a later record of the same card takes the place of an earlier one."""
        if not (isinstance(card.name, str) and card.name.strip() and card.faces) or not all(
            isinstance(face.name, str) and face.name.strip() for face in card.faces
        ):
            detail = f"a card without a name or a face: {card.name!r} {card.official_id or ''}".rstrip()
            self.problems.append(Problem(source, url, "bad_record", detail))
            return
        identity = card_id_of(card.game, card.name)
        held = self._cards.get(identity)
        if held is not None and rank_of(held[0].layout, held[0].traits) < rank_of(card.layout, card.traits):
            self._shadowed(card, source, url)
            return
        if held is not None:
            if rank_of(held[0].layout, held[0].traits) == rank_of(card.layout, card.traits):
                card = replace(card, names=tuple(dict.fromkeys((*held[0].names, *card.names))))
            else:
                self._shadowed(held[0], source, url)
        self._cards[identity] = (card, source, url, page_id)

    def write(self, con: duckdb.DuckDBPyConnection, load_id: int) -> int:
        """Write the cards; return how many are new or have changed."""
        self._join_spellings(con)
        self._leave_better(con)
        if not self._cards:
            return 0
        rows = [(identity, *held) for identity, held in self._cards.items()]
        faces = [row for identity, card, *_ in rows for row in _faces(identity, card)]
        names = {
            (row["game"], row["level"], row["key"], row["kind"], row["card_id"]): row
            for identity, card, *_ in rows
            for row in reversed(_names(identity, card))
        }
        identities = [
            {"card_id": identity, "method": method, "mask": None if colours is None else mask_of(colours)}
            for identity, card, *_ in rows
            for method, colours in dict(card.identities).items()
        ]
        cards = [_card(identity, card, page, load_id) for identity, card, _, _, page in rows]
        before = _hashes(con, self._cards)
        with (
            staged(con, "staged_card", _CARD, columns_of(cards, _CARD)),
            staged(con, "staged_face", _FACE, columns_of(faces, _FACE)),
            staged(con, "staged_name", _NAME, columns_of(list(names.values()), _NAME)),
            staged(con, "staged_identity", _IDENTITY, columns_of(identities, _IDENTITY)),
        ):
            mine = "t.card_id in (select card_id from staged_card)"
            merge_rows(con, "card", "staged_card", keys=("card_id",))
            merge_rows(con, "card_face", "staged_face", keys=("card_id", "face_no"), scope=mine)
            merge_rows(con, "card_identity", "staged_identity", keys=("card_id", "method"), scope=mine)
            # A spelling once seen stays: another printing's page spells the same card otherwise.
            merge_rows(
                con,
                "card_name",
                "staged_name",
                keys=("game", "level", "key", "kind", "card_id"),
                keep=("face_no", "name", "language"),
            )
        after = _hashes(con, self._cards)
        return sum(after[identity] != before.get(identity) for identity in after)

    def _shadowed(self, card: CardRecord, source: str, url: str) -> None:
        detail = f"{card.name}: a {card.layout} of the same name as a card; the card was kept"
        self.problems.append(Problem(source, url, "duplicate_key", detail))

    def _leave_better(self, con: duckdb.DuckDBPyConnection) -> None:
        """Leave out a token or playtest card whose name a real card in the database bears."""
        with staged(con, "wanted_card", {"card_id": BIGINT}, {"card_id": list(self._cards)}):
            rows = con.execute(
                "select card_id, layout, traits from card semi join wanted_card using (card_id)"
            ).fetchall()
        for identity, layout, traits in rows:
            card, source, url, _ = self._cards[identity]
            if rank_of(layout, traits) < rank_of(card.layout, card.traits):
                self._shadowed(card, source, url)
                del self._cards[identity]

    def _join_spellings(self, con: duckdb.DuckDBPyConnection) -> None:
        """Take a second spelling of a Duel Masters card for that card: the official database has many.

        Same key at the loosest whole-name level, same facts of every face: one card in two spellings
        (青銅の鎧 / 青銅の鎧(ブロンズ・アーム・トライブ)). With other facts they stay two cards.
        """
        keys = {identity: _loosest(card) for identity, (card, *_) in self._cards.items() if card.game == "dm"}
        if not keys:
            return
        known = self._known_by_key(con, set(keys.values()))
        for identity in list(keys):
            card, source, url, page = self._cards[identity]
            facts = _facts(card.faces)
            known_names = known.setdefault(keys[identity], {})
            if card.name in known_names:
                continue
            same = next((name for name, other in known_names.items() if other == facts), None)
            if same is None:
                known_names[card.name] = facts
                continue
            del self._cards[identity]
            spellings = (*card.names, (card.name, "printed", "ja"))
            self.add(replace(card, name=same, names=spellings), source, url, page)

    def _known_by_key(
        self, con: duckdb.DuckDBPyConnection, keys: set[str]
    ) -> dict[str, dict[str, tuple[Any, ...]]]:
        """Canonical names and facts of the cards in the database that answer to some loosest keys."""
        with staged(con, "wanted_key", {"key": TEXT}, {"key": sorted(keys)}):
            rows = con.execute(
                """
                select n.key, c.name, f.face_no, f.types, f.races, f.civilizations, f.cost, f.power
                from card_name n
                semi join wanted_key using (key)
                join card c on c.card_id = n.card_id and c.game = 'dm'
                join card_face f on f.card_id = c.card_id
                where n.level = 'punctuation' and n.kind = 'name' and n.game = 'dm'
                order by c.name, f.face_no
                """
            ).fetchall()
        known: dict[str, dict[str, tuple[Any, ...]]] = {}
        for key, name, _, types, races, mask, cost, power in rows:
            facts = (tuple(types), frozenset(races), mask, cost, power)
            names = known.setdefault(key, {})
            names[name] = (*names.get(name, ()), facts)
        return known


def _facts(faces: tuple[FaceRecord, ...]) -> tuple[Any, ...]:
    return tuple((face.types, frozenset(face.races), _mask(face), face.cost, face.power) for face in faces)


def _loosest(card: CardRecord) -> str:
    return dict(name_keys(card.game, card.name)).get("punctuation", "")


def _mask(face: FaceRecord) -> int | None:
    return None if face.colours is None else mask_of(face.colours)


def _card(identity: int, card: CardRecord, page_id: int | None, load_id: int) -> dict[str, Any]:
    return {
        "card_id": identity,
        "game": card.game,
        "name": card.name,
        "layout": card.layout,
        "types": list(dict.fromkeys(kind for face in card.faces for kind in face.types)),
        "races": list(dict.fromkeys(race for face in card.faces for race in face.races)),
        "traits": sorted(card.traits),
        "copy_limit": card.copy_limit,
        "cost": card.faces[0].mana_value,
        "official_id": card.official_id,
        "url": canonical_url(card.url) if card.url else None,
        "released_on": card.released_on,
        "page_id": page_id,
        "load_id": load_id,
    }


def _faces(identity: int, card: CardRecord) -> list[dict[str, Any]]:
    return [
        {
            "card_id": identity,
            "face_no": number,
            "name": face.name,
            "types": list(face.types),
            "supertypes": list(face.supertypes),
            "races": list(face.races),
            "civilizations": _mask(face),
            "cost": face.cost,
            "mana_value": face.mana_value,
            "power": face.power,
            "toughness": face.toughness,
        }
        for number, face in enumerate(card.faces)
    ]


def _names(identity: int, card: CardRecord) -> list[dict[str, Any]]:
    """Every spelling of a card at every level: its own name, its faces, what the record adds."""
    language = "ja" if card.game == "dm" else "en"
    face_of = {clean(face.name): number for number, face in reversed(list(enumerate(card.faces)))}
    spellings: list[tuple[str, str, str, int | None]] = [(card.name, "name", language, None)]
    if len(card.faces) > 1:
        spellings += [
            (face.name, "front" if number == 0 else "back", language, number)
            for number, face in enumerate(card.faces)
        ]
    for text, kind, spoken in card.names:
        number = face_of.get(clean(text))
        if number is None and kind == "back" and len(card.faces) > 1:
            number = 1
        spellings.append((text, kind, spoken, number))
    return [
        {
            "game": card.game,
            "level": level,
            "key": key,
            "kind": kind,
            "card_id": identity,
            "face_no": number,
            "name": clean(text),
            "language": spoken,
        }
        for text, kind, spoken, number in spellings
        if isinstance(text, str)
        for level, key in name_keys(card.game, text)
        # `A/B` answers to `A` at the front level; one face alone has no front of its own.
        if level != "front" or kind in {"name", "printed", "alias"}
    ]


def _hashes(con: duckdb.DuckDBPyConnection, identities: Mapping[int, Any]) -> dict[int, Any]:
    """A hash of everything known of some cards, to count the ones that a write changed."""
    with staged(con, "wanted_card", {"card_id": BIGINT}, {"card_id": list(identities)}):
        rows = con.execute(
            """
            select card_id, sum(h)::varchar from (
                select card_id, hash(card_id, game, name, layout, types, races, traits, copy_limit, cost,
                    official_id, url, released_on)::hugeint as h from card
                union all select card_id, hash(f)::hugeint from card_face f
                union all select card_id, hash(i)::hugeint from card_identity i
                union all select card_id, hash(game, level, key, kind)::hugeint from card_name
            ) semi join wanted_card using (card_id) group by card_id
            """
        ).fetchall()
    return dict(rows)
