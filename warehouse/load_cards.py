"""Card facts into `card`, `card_face`, `card_name` and `card_identity`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from schema.names import name_keys
from schema.records import Problem
from warehouse.card_rows import (
    CARD_COLUMNS,
    FACE_COLUMNS,
    IDENTITY_COLUMNS,
    NAME_COLUMNS,
    card_id_of,
    card_row,
    face_rows,
    identity_rows,
    mask_of_face,
    name_rows,
    rank_of,
    richness,
)
from warehouse.database import sql_text
from warehouse.tables import BIGINT, TEXT, columns_of, merge_rows, staged

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

    from schema.records import CardRecord, FaceRecord


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
        poorer = self._leave_better(con)
        if not self._cards:
            return 0
        rows = [(identity, *held) for identity, held in self._cards.items() if identity not in poorer]
        faces = [row for identity, card, *_ in rows for row in face_rows(identity, card)]
        names = {
            (row["game"], row["level"], row["key"], row["kind"], row["card_id"]): row
            for identity, (card, *_) in self._cards.items()
            for row in reversed(name_rows(identity, card))
        }
        identities = [row for identity, card, *_ in rows for row in identity_rows(identity, card)]
        cards = [card_row(identity, card, page, load_id) for identity, card, _, _, page in rows]
        before = _hashes(con, self._cards)
        with (
            staged(con, "staged_card", CARD_COLUMNS, columns_of(cards, CARD_COLUMNS)),
            staged(con, "staged_face", FACE_COLUMNS, columns_of(faces, FACE_COLUMNS)),
            staged(con, "staged_name", NAME_COLUMNS, columns_of(list(names.values()), NAME_COLUMNS)),
            staged(con, "staged_identity", IDENTITY_COLUMNS, columns_of(identities, IDENTITY_COLUMNS)),
        ):
            mine = "t.card_id in (select card_id from staged_card)"
            merge_rows(con, "card", "staged_card", keys=("card_id",))
            con.execute(
                "update card as c set page_id = s.page_id from staged_card s "
                "where c.card_id = s.card_id and c.page_id is null and s.page_id is not null"
            )
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

    def _leave_better(self, con: duckdb.DuckDBPyConnection) -> set[int]:
        """Leave out a token or playtest card whose name a real card in the database bears.

        Return the cards of which the database knows more than the record says: facts read from the
        publisher's own page before those of a file, and a fuller record before a poorer one. Of these
        only new spellings are taken.
        """
        with staged(con, "wanted_card", {"card_id": BIGINT}, {"card_id": list(self._cards)}):
            rows = con.execute(sql_text("load", "known_cards")).fetchall()
        poorer: set[int] = set()
        for identity, layout, traits, known_page, faces, facts in rows:
            card, source, url, page = self._cards[identity]
            known_rank, rank = rank_of(layout, traits), rank_of(card.layout, card.traits)
            if known_rank < rank:
                self._shadowed(card, source, url)
                del self._cards[identity]
            elif (
                known_rank == rank
                and page is None
                and (known_page is not None or richness(card) < (faces, facts))
            ):
                poorer.add(identity)
        return poorer

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
            rows = con.execute(sql_text("load", "known_spellings")).fetchall()
        known: dict[str, dict[str, tuple[Any, ...]]] = {}
        for key, name, _, types, races, mask, cost, power in rows:
            facts = (tuple(types), frozenset(races), mask, cost, power)
            names = known.setdefault(key, {})
            names[name] = (*names.get(name, ()), facts)
        return known


def _facts(faces: tuple[FaceRecord, ...]) -> tuple[Any, ...]:
    return tuple(
        (face.types, frozenset(face.races), mask_of_face(face), face.cost, face.power) for face in faces
    )


def _loosest(card: CardRecord) -> str:
    return dict(name_keys(card.game, card.name)).get("punctuation", "")


def _hashes(con: duckdb.DuckDBPyConnection, identities: Mapping[int, Any]) -> dict[int, Any]:
    """A hash of everything known of some cards, to count the ones that a write changed."""
    with staged(con, "wanted_card", {"card_id": BIGINT}, {"card_id": list(identities)}):
        rows = con.execute(sql_text("load", "card_hashes")).fetchall()
    return dict(rows)
