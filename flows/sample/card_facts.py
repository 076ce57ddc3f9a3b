"""The cards of the sample card database, from one CSV: a row a face, facts only."""

from __future__ import annotations

import csv
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from schema.duel_masters import NO_TEXT, dm_card, mana_value, parse_civilizations, read_clauses
from schema.records import CardRecord, FaceRecord

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class SampleFace:
    """One face as the database prints it; an empty `type` means that the page gives no facts at all.

    `clause` is the short clause that a rule reads (any number, evolution source, G-link), worded minimally.
    """

    name: str
    type: str
    civilization: str
    cost: str
    power: str
    race: str
    clause: str


@dataclass(frozen=True, slots=True)
class SampleCard:
    """One card with the ids of its printings, the first one leading. `+` in an id stands for a blank."""

    ids: tuple[str, ...]
    faces: tuple[SampleFace, ...]

    @property
    def name(self) -> str:
        """The name of the front face (of a twin-pact card the whole name)."""
        return self.faces[0].name


def _rows(name: str) -> list[dict[str, str]]:
    text = (files("flows.sample") / "dm_official" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@lru_cache(maxsize=1)
def load_cards() -> tuple[SampleCard, ...]:
    """Read the cards in the order of the file."""
    grouped: dict[str, list[dict[str, str]]] = {}
    for row in _rows("cards.csv"):
        grouped.setdefault(row["official_id"], []).append(row)
    return tuple(
        SampleCard(
            ids=(number, *rows[0]["other_ids"].split()),
            faces=tuple(
                SampleFace(
                    **{
                        name: row[name]
                        for name in ("name", "type", "civilization", "cost", "power", "race", "clause")
                    }
                )
                for row in rows
            ),
        )
        for number, rows in grouped.items()
    )


@lru_cache(maxsize=1)
def search_names() -> tuple[tuple[SampleCard, tuple[str, ...]], ...]:
    """Each card with the folded names of its faces, in the order of the file."""
    return tuple((card, tuple(search_key(face.name) for face in card.faces)) for card in load_cards())


@lru_cache(maxsize=1)
def load_hall() -> tuple[tuple[str, str, str], ...]:
    """Read the hall of fame as it stands: (state, card name, official id); 無制限 are the freed ones."""
    return tuple((row["category"], row["name"], row["official_id"]) for row in _rows("hall.csv"))


def search_key(text: str) -> str:
    """Fold a name or keyword as the search does: width, case and wave dashes; blanks stay."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded.replace("\u301c", "~").replace("\u3000", " ").strip()


def sample_cards() -> Iterator[CardRecord]:
    """The sample's cards as records, as a reader of its card database would have them."""
    for card in load_cards():
        if not card.faces[0].type:
            # Its page gives no facts, and a card without facts is no card.
            continue
        twin = len(card.faces) == 2 and card.faces[0].name == card.faces[1].name
        names = [part.strip() for part in card.name.replace("／", "/").split("/")] if twin else None
        faces = [
            FaceRecord(
                name=names[number] if names is not None and len(names) == 2 else face.name,
                types=(face.type,),
                colours=parse_civilizations(face.civilization),
                cost=face.cost or None,
                mana_value=mana_value(face.cost),
                power=face.power or None,
                races=tuple(race for race in face.race.split("/") if race),
            )
            for number, face in enumerate(card.faces)
        ]
        clause = card.faces[0].clause
        evolves = any("進化" in face.type or "NEO" in face.type for face in card.faces)
        yield dm_card(
            "/".join(face.name for face in faces) if twin else card.name,
            faces,
            clauses=NO_TEXT if evolves and not clause else read_clauses(clause),
            layout="twin_pact" if twin else None,
            official_id=card.ids[0],
        )
