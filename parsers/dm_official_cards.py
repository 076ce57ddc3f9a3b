"""Card pages of the official Duel Masters database, in the layouts of 2018, 2021 and 2025 on.

Facts only: names, types, civilizations, races, cost, power, and the clauses a rule reads from the
ability text. The text itself is not kept.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from parsers.dm_official_faces import Face, read_faces
from schema.duel_masters import (
    CARD_TYPES,
    COLOURLESS_WORDS,
    Clauses,
    dm_card,
    mana_value,
    parse_civilizations,
    read_clauses,
)
from schema.identity import CIVILIZATIONS
from schema.records import CardRecord, FaceRecord

if TYPE_CHECKING:
    import lxml.html

CARD_ADDRESS = "https://dm.takaratomy.co.jp/card/detail/?id="

_MARKUP = re.compile('[<>="]')
_READING = re.compile(r"[(（][ぁ-ゖァ-ヺー・゠=＝\s]+[)）]")
_PLACEHOLDER = re.compile(r"^\{.*\}\s*(?:Bottom|Top|Left|Right|Middle)?\s*$", re.IGNORECASE)
_TWIN = re.compile(r"\s*[/／]\s*")
# A card type is made of these words: a new one is told, a slip in one as well.
_TYPE_WORDS = {part for kind in CARD_TYPES for part in re.split("[・/]", kind)} | {
    "進化", "スター", "NEO", "G-NEO", "S-MAX", "GR", "禁断", "最終禁断", "零龍", "スーパー", "キング", "セル",
    "サイキック", "ドラグハート", "エグザイル", "ドリーム", "フィールド", "オーラ", "ウエポン",
    "フォートレス",
}  # fmt: skip
_TYPE = re.compile(f"(?:{'|'.join(sorted(map(re.escape, _TYPE_WORDS), key=len, reverse=True))}|[・/ ])+")
_POWER = re.compile(r"[+]?(?:\d+|∞)(?:\+|/\d+\+?)?")
_NOTHING = frozenset({"", "-", "－", "ー", "―", "—"})


@dataclass(frozen=True, slots=True)
class CardPage:
    """What a detail page gave: a card, or the reason why none, as (kind, detail); further notes."""

    card: CardRecord | None
    problems: tuple[tuple[str, str], ...] = ()


def card_id_of(url: str) -> str | None:
    """The official id in an address, with its `+`, `$` and case as the site writes them."""
    found = re.search(r"[?&]id=([^&#\"'\s]+)", url)
    return unquote(found.group(1)).replace(" ", "+") if found else None


def read_card_page(root: lxml.html.HtmlElement, *, url: str, closed: bool, ends: bool) -> CardPage:
    """Read a detail page. `closed`: the page has its end; `ends`: the faces' end was reached.

    A dead id (an empty name), a publisher's placeholder, a page cut among its faces, a name that
    differs from the page's title: no card, and a problem.
    """
    faces = read_faces(root)
    if not faces:
        return CardPage(None, (("layout_changed", "no card block of a known layout"),))
    if all(not face.name for face in faces):
        return CardPage(None, (("soft_404", f"no card of the id {card_id_of(url)}"),))
    problems: list[tuple[str, str]] = []
    if not closed:
        problems.append(("truncated_page", "the page has no </html>"))
        if not ends:
            return CardPage(None, tuple(problems))
    placeholder = next((face.name for face in faces if _PLACEHOLDER.match(face.name)), None)
    if placeholder is not None:
        return CardPage(None, (*problems, ("placeholder_name", placeholder)))
    damage = _damage(faces)
    if damage is not None:
        return CardPage(None, (*problems, ("bad_row", damage)))
    mismatch = _title_mismatch(root, faces[0].name)
    if mismatch is not None:
        return CardPage(None, (*problems, ("bad_row", mismatch)))
    card, notes = _card(faces, url)
    return CardPage(card, (*problems, *notes))


def _damage(faces: list[Face]) -> str | None:
    """Say what keeps the faces from being one card."""
    for face in faces:
        if not face.name or not face.kind:
            return f"a face without name or type: {face.name}"
        if face.swallowed:
            return f"{face.name}: {', '.join(face.swallowed)} runs into the next field"
    first = faces[0].name
    if any(face.image == "" and _folded(face.name) != _folded(first) for face in faces[1:]):
        return f"a side without picture and with another name than {first}"
    return None


def _title_mismatch(root: lxml.html.HtmlElement, name: str) -> str | None:
    """Hold the card's name against the page's title, where the title gives `name(SET number)`."""
    title = " ".join((root.findtext(".//title") or "").split())
    found = re.match(r"^(?P<name>.+?)\s*[(（][^()（）]*\d[^()（）]*[)）]\s*[|｜]", title)
    if found is None or _folded(found["name"]) == _folded(name):
        return None
    return f"the page's title names {found['name']}, the card {name}"


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()


def _card(faces: list[Face], url: str) -> tuple[CardRecord, list[tuple[str, str]]]:
    notes: list[tuple[str, str]] = []
    halves = _TWIN.split(faces[0].name) if _is_twin(faces) else [faces[0].name]
    printed = [faces[0].name]
    if len(halves) == 2:
        data = faces[:2]
        if len(faces) == 1:
            notes.append(("bad_row", f"a twin-pact card with the data of one side: {faces[0].name}"))
            data = [faces[0], Face("", None, None, None, None, None, None, None)]
        records = [_record(half, face, notes) for half, face in zip(halves, data, strict=True)]
        name, layout = "/".join(record.name for record in records), "twin_pact"
    else:
        records = [_record(face.name, face, notes) for face in faces]
        name, layout = records[0].name, None
        printed = [face.name for face in faces]
    official_id = card_id_of(url)
    known = {name, *(record.name for record in records)}
    return (
        dm_card(
            name,
            records,
            clauses=_clauses(faces),
            layout=layout,
            names=[(text, "printed", "ja") for text in dict.fromkeys(printed) if text not in known],
            official_id=official_id,
            url=f"{CARD_ADDRESS}{official_id}" if official_id else url,
        ),
        notes,
    )


def _is_twin(faces: list[Face]) -> bool:
    """Both blocks carry the same `A / B`; the second has no picture. `*/弐幻サンドロニア/*` is one name."""
    name = faces[0].name
    if len(_TWIN.split(name)) != 2 or name.startswith(("*", "/", "／")):
        return False
    if len(faces) == 1:
        return True
    return len(faces) == 2 and _folded(faces[1].name) == _folded(name) and not faces[1].image


def _record(name: str, face: Face, notes: list[tuple[str, str]]) -> FaceRecord:
    civil = None if face.civil is None else face.civil.replace("-", "")
    colours = parse_civilizations(civil)
    odd = [
        text
        for text in (face.kind, face.civil, face.race, face.cost, face.power)
        if text and _MARKUP.search(text)
    ]
    if odd:
        notes.append(("bad_row", f"{name}: pieces of markup in {', '.join(odd)}"))
    if face.missing:
        notes.append(("bad_row", f"{name}: no {', '.join(face.missing)} on the page"))
    elif face.kind is not None and (colours is None or not _is_civil(civil or "")):
        notes.append(("bad_row", f"{name}: civilizations not readable: {face.civil}"))
    cost = _value(face.cost)
    if face.kind and not _TYPE.fullmatch(unicodedata.normalize("NFKC", face.kind)):
        notes.append(("bad_row", f"{name}: a card type that is not known: {face.kind}"))
    if cost is not None and mana_value(cost) is None:
        notes.append(("bad_row", f"{name}: a cost that is no number: {cost}"))
    power = _value(face.power)
    if power is not None and not _POWER.fullmatch(power):
        notes.append(("bad_row", f"{name}: a power that is no number: {power}"))
    return FaceRecord(
        name=_READING.sub("", name).strip() or name,
        types=(unicodedata.normalize("NFKC", face.kind),) if face.kind else (),
        colours=colours,
        cost=cost,
        mana_value=mana_value(cost),
        power=power,
        races=tuple(race for race in _TWIN.split(_value(face.race) or "") if race not in _NOTHING),
    )


def _is_civil(text: str) -> bool:
    """Tell whether civilizations stand as the publisher writes them: each once, with one slash between."""
    parts = unicodedata.normalize("NFKC", text).strip().split("/")
    known = {*CIVILIZATIONS, *COLOURLESS_WORDS}
    return len(set(parts)) == len(parts) and all(part.strip() in known for part in parts)


def _value(text: str | None) -> str | None:
    if text is None:
        return None
    plain = unicodedata.normalize("NFKC", text).strip()
    return None if plain in _NOTHING else plain


def _clauses(faces: list[Face]) -> Clauses:
    texts = [face.skills for face in faces if face.skills is not None]
    if not texts:
        return Clauses()
    return read_clauses("\n".join(texts))
