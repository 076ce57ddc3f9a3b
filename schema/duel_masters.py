"""A Duel Masters card from its faces: layout, traits, identities and copy limit.

Everything here follows from types, races and names as the official database writes them, and from
the few clauses of a card's text that a rule reads (`Clauses`). The text itself is not kept.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schema.identity import CIVILIZATIONS
from schema.names import name_keys
from schema.records import CardRecord, FaceRecord
from schema.traits import DM_TRAITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

# Card types of the official database, as they occur alone on a face.
CARD_TYPES: tuple[str, ...] = (
    "クリーチャー",
    "呪文",
    "進化クリーチャー",
    "サイキック・クリーチャー",
    "NEOクリーチャー",
    "スター進化クリーチャー",
    "タマシード",
    "GRクリーチャー",
    "ドラグハート・クリーチャー",
    "ドラグハート・ウエポン",
    "ドラグハート・フォートレス",
    "D2フィールド",
    "エグザイル・クリーチャー",
    "G-NEOクリーチャー",
    "クロスギア",
    "オレガ・オーラ",
    "サイキック・スーパー・クリーチャー",
    "城",
    "サイキック・クロスギア",
    "クリーチャー/タマシード",
    "S-MAX進化クリーチャー",
    "ドリーム・クリーチャー",
    "禁断クリーチャー",
    "キング・セル",
    "零龍星雲",
    "ヒストリック・フィールド",
    "禁断の鼓動",
    "最終禁断フィールド",
    "最終禁断クリーチャー",
    "禁断フィールド",
    "零龍クリーチャー",
    "G城",
)

# Civilizations of the deck words (白青黒赤緑) and of other spellings, by the official name.
CIVILIZATION_WORDS: dict[str, str] = {
    **{name: name for name in CIVILIZATIONS},
    **{f"{name}文明": name for name in CIVILIZATIONS},
    **dict(zip("白青黒赤緑", CIVILIZATIONS, strict=True)),
    **dict(zip(("light", "water", "darkness", "fire", "nature"), CIVILIZATIONS, strict=True)),
}
COLOURLESS_WORDS: frozenset[str] = frozenset(
    {"", "-", "ー", "無色", "ゼロ", "ゼロ文明", "零", "無", "colorless", "colourless", "zero"}
)

# Card names whose text allows any number of copies, for sources that carry no text (DM5).
_ANY_NUMBER_NAMES = frozenset(
    keys[1][1]
    for keys in (name_keys("dm", name) for name in ("四十日鼠 チョロチュー", "メタルポンの助"))
    if keys
)
_ANY_NUMBER_PREFIX = "遊撃師団"

_HYPERSPATIAL = re.compile("サイキック|ドラグハート")
_FORBIDDEN = re.compile("禁断の鼓動|禁断クリーチャー|禁断フィールド|最終禁断")
_GR = re.compile(r"GRクリーチャー")
_SUPER = re.compile("スーパー・クリーチャー|キング・クリーチャー")


@dataclass(frozen=True, slots=True)
class Clauses:
    """What a card's text says that a rule reads; None where the text was not at hand.

    `any_number`: any number of copies may be in the deck (DM5). `evolution_civilizations`: those that
    the evolution or NEO source names (DMEDH from 2026-01-04). `g_link`: a G-link ability.
    `centre_link_360`: 中央Gリンク360 (GOD3). `cell`: a link (覚醒リンク …) with other cards.
    """

    any_number: bool | None = None
    evolution_civilizations: frozenset[str] | None = None
    g_link: bool | None = None
    centre_link_360: bool | None = None
    cell: bool | None = None


NO_TEXT = Clauses()


def parse_civilizations(text: str | None) -> tuple[str, ...] | None:
    """Read 光/水, 光／水, 白青, ゼロ, 無色 …; () is colourless, None a text that names neither.

    An empty text is colourless, as the official database leaves the field of such cards empty; give
    None for a field that is missing.
    """
    if text is None:
        return None
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    if plain in COLOURLESS_WORDS:
        return ()
    found: set[str] = set()
    for part in re.split(r"[/、,・|\s]+", plain):
        if part in CIVILIZATION_WORDS:
            found.add(CIVILIZATION_WORDS[part])
        elif part in COLOURLESS_WORDS:
            continue
        elif all(letter in CIVILIZATION_WORDS for letter in part.replace("自然", "緑")):
            found.update(CIVILIZATION_WORDS[letter] for letter in part.replace("自然", "緑"))
        else:
            return None
    return tuple(name for name in CIVILIZATIONS if name in found)


def mana_value(cost: str | None) -> float | None:
    """Read a cost: digits of any width, ∞ as infinity; None for `-`, empty and anything else."""
    if cost is None:
        return None
    plain = unicodedata.normalize("NFKC", cost).strip()
    if plain == "∞":
        return float("inf")
    return float(plain) if plain.isascii() and plain.isdigit() else None


def fold_type(text: str) -> str:
    """Fold the width of a type word, so that ＮＥＯクリーチャー and NEOクリーチャー are one."""
    return unicodedata.normalize("NFKC", text).strip()


def read_clauses(skills: str) -> Clauses:
    """Read from a card's ability text what a rule needs; the text is not kept.

    Evolution sources are the sentences headed by a word that ends in 進化 (進化：, NEO進化：, スター進化：
    …) up to their full stop.
    """
    text = unicodedata.normalize("NFKC", skills)
    named: set[str] = set()
    for source in _EVOLUTION.finditer(text):
        named.update(_NAMED_CIVILIZATION.findall(source.group(1)))
    return Clauses(
        any_number=bool(_ANY_NUMBER.search(text)),
        evolution_civilizations=frozenset(named),
        g_link=bool(_G_LINK.search(text)),
        centre_link_360="中央Gリンク360" in text,
        cell=bool(_CELL_LINK.search(text)),
    )


_ANY_NUMBER = re.compile(
    r"4枚より多く|4枚以上、?デッキに|デッキに4枚以上|何枚でも(?:デッキ|入れ)|デッキに(?:何枚でも|好きな(?:枚)?数|好きなだけ)|好きな(?:枚)?数(?:、)?デッキに入れ"
)
# The colon is the newer printings', the dash the older ones'.
_EVOLUTION = re.compile(r"進化(?:[A-Z]{1,3}|・?Ω)?\s*[::\-−–—―ー]\s*([^。\n(]*)")
_NAMED_CIVILIZATION = re.compile(r"(?<![一-龠])(光|水|闇|火|自然)(?=の|文明|または|か|、|/|・|と|,|\s|$)")
_G_LINK = re.compile(r"(?:[左右上下中央]+|トライ・?)G[・-]?リンク|^\s*G[・-]?リンク", re.MULTILINE)
_CELL_LINK = re.compile(r"覚醒リンク|最終リンク|キングリンク|リンク解除")


def dm_card(
    name: str | None,
    faces: Sequence[FaceRecord],
    *,
    clauses: Clauses = NO_TEXT,
    layout: str | None = None,
    names: Iterable[tuple[str, str, str]] = (),
    official_id: str | None = None,
    url: str | None = None,
    released_on: date | None = None,
) -> CardRecord:
    """Build the record of one card from its faces in printed order.

    `name` is the name under which the card is known: `A/B` for a twin-pact card, else the front face's
    (given as None, it is made from the faces). `layout` is worked out from the faces where it is None.
    The further names are the front (`front`), the other side of a two-faced card (`back`) and the second
    half of a twin-pact card (`face`), which is often a card of its own as well.
    `command_civilization` is None (not known) for an evolution or NEO card whose text was not at hand.
    Raises ValueError without faces.
    """
    if not faces:
        raise ValueError("a card has at least one face")
    kind = layout or _layout(name, faces)
    if name is None:
        name = "/".join(face.name for face in faces) if kind == "twin_pact" else faces[0].name
    any_number = clauses.any_number if clauses.any_number is not None else _known_any_number(name)
    extra_names = list(names)
    known = {text for text, _, _ in extra_names} | {name}
    for number, face in enumerate(faces):
        if face.name not in known:
            known.add(face.name)
            back = "face" if kind == "twin_pact" else "back"
            extra_names.append((face.name, "front" if number == 0 else back, "ja"))
    return CardRecord(
        game="dm",
        name=name,
        layout=kind,
        faces=tuple(faces),
        traits=_traits(name, kind, faces, clauses, any_number=any_number),
        identities=_identities(faces, clauses),
        copy_limit=0 if any_number else None,
        names=tuple(extra_names),
        official_id=official_id,
        url=url,
        released_on=released_on,
    )


def _layout(name: str | None, faces: Sequence[FaceRecord]) -> str:
    if any(_SUPER.search(kind) or "セル" in kind for face in faces for kind in face.types):
        return "cells"
    if len(faces) == 1:
        return "single"
    outside = any(_starts_outside(kind) for face in faces for kind in face.types)
    if len(faces) == 2 and not outside and (name is None or "/" in unicodedata.normalize("NFKC", name)):
        return "twin_pact"
    return "double_faced"


def _starts_outside(kind: str) -> bool:
    return bool(_HYPERSPATIAL.search(kind) or _FORBIDDEN.search(kind) or "零龍" in kind or _GR.search(kind))


def is_dragon(race: str) -> bool:
    """A race of the Dragon category: its name contains ドラゴン (RY2)."""
    return "ドラゴン" in unicodedata.normalize("NFKC", race)


def _known_any_number(name: str) -> bool:
    keys = dict(name_keys("dm", name))
    folded = keys.get("folded", "")
    return folded.startswith(_ANY_NUMBER_PREFIX) or folded in _ANY_NUMBER_NAMES


def _traits(
    name: str, layout: str, faces: Sequence[FaceRecord], clauses: Clauses, *, any_number: bool
) -> tuple[str, ...]:
    types = [fold_type(kind) for face in faces for kind in face.types]
    races = [unicodedata.normalize("NFKC", race).strip() for face in faces for race in face.races]
    has: dict[str, bool] = {
        "creature": any("クリーチャー" in kind for kind in types),
        "spell": any("呪文" in kind for kind in types),
        "twin_pact": layout == "twin_pact",
        "evolution": any("進化" in kind for kind in types),
        "psychic": any("サイキック" in kind for kind in types),
        "dragheart": any("ドラグハート" in kind for kind in types),
        "cell": layout == "cells" or bool(clauses.cell),
        "gr": any(_GR.search(kind) for kind in types),
        "forbidden": any(_FORBIDDEN.search(kind) for kind in types),
        "zero_dragon": any("零龍" in kind for kind in types),
        "starts_outside": any(_starts_outside(kind) for kind in types),
        "god": bool(clauses.g_link) or any(re.search("(?:^|・)ゴッド(?:$|・ノヴァ)", race) for race in races),
        "zenith": "ゼニス" in races,
        "dragon": any(is_dragon(race) for race in races),
        "any_number": any_number,
        "centre_link_360": bool(clauses.centre_link_360),
        "forbidden_star": any("最終禁断" in kind for kind in types),
    }
    return tuple(trait for trait in DM_TRAITS if has[trait])


def _identities(
    faces: Sequence[FaceRecord], clauses: Clauses
) -> tuple[tuple[str, frozenset[str] | None], ...]:
    known = [face.colours for face in faces if face.colours is not None]
    union = frozenset().union(*known) if len(known) == len(faces) else None
    front = None if faces[0].colours is None else frozenset(faces[0].colours)
    command = union
    evolves = any("進化" in kind or "NEO" in fold_type(kind) for face in faces for kind in face.types)
    if union is not None and len(union) < len(CIVILIZATIONS) and evolves:
        source = clauses.evolution_civilizations
        command = None if source is None else union | source
    return (("civilization", union), ("civilization_front", front), ("command_civilization", command))
