"""MTGJSON's AllPrintings: a row a set, a card in it for every printing, folded into one card a name.

What a card is, all its printings say alike; the names under which it is sold (`flavorName`, of a face
`faceFlavorName`: Godzilla's, within-universe names) are on single printings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Names = dict[tuple[str, str, str], None]


def is_set(value: Any) -> bool:
    """A row of AllPrintings: a set with its cards."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("cards"), list)
        and {"code", "baseSetSize"} <= set(value)
    )


def flavour_names(faces: list[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """The names under which one printing is sold, of the card and of each face."""
    for face in faces:
        for key in ("flavorName", "faceFlavorName"):
            if isinstance(face.get(key), str) and face[key]:
                yield (face[key], "alias", "en")
    parts = [face["faceFlavorName"] for face in faces if isinstance(face.get("faceFlavorName"), str)]
    if len(faces) > 1 and len(parts) == len(faces):
        yield (" // ".join(parts), "alias", "en")


@dataclass(slots=True)
class Printing:
    """One card over its printings: the faces by side as first met, and every name."""

    number: int
    faces: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    other_names: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Printings:
    """The cards of all sets by oracle id (by name where a card has none)."""

    known: dict[str, Printing] = field(default_factory=dict)

    def take(self, number: int, value: dict[str, Any]) -> Iterator[str]:
        """Fold one set in; gives what in it is no card."""
        for card in value["cards"]:
            if not isinstance(card, dict) or not isinstance(card.get("name"), str):
                yield str(card)[:80]
                continue
            ids = card.get("identifiers")
            key = str((ids.get("scryfallOracleId") if isinstance(ids, dict) else None) or card["name"])
            held = self.known.setdefault(key, Printing(number))
            held.faces.setdefault(str(card.get("side") or "a"), card)
            held.names.update(dict.fromkeys(flavour_names([card])))
            # A printing's faces are rows of their own: the whole name is joined from both.
            if card.get("faceFlavorName"):
                held.other_names.setdefault(str(card.get("number")), {})[str(card.get("side") or "a")] = str(
                    card["faceFlavorName"]
                )
            for foreign in card.get("foreignData") or ():
                for name in ("faceName", "name"):
                    if isinstance(foreign, dict) and foreign.get(name):
                        held.names[(str(foreign[name]), "foreign", str(foreign.get("language")))] = None

    def cards(self) -> Iterator[tuple[int, list[dict[str, Any]], list[tuple[str, str, str]]]]:
        """Each card: the row where it was met first, its faces in order, its names with their kinds."""
        for held in self.known.values():
            faces = [held.faces[side] for side in sorted(held.faces)]
            names = dict(held.names)
            for sides in held.other_names.values():
                if len(sides) == len(faces) > 1:
                    names[(" // ".join(sides[side] for side in sorted(sides)), "alias", "en")] = None
            yield held.number, faces, list(names)
