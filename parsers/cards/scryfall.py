"""Card facts from Scryfall's bulk files: oracle, default or all cards; `.json`, `.jsonl`, `.gz`.

Every printing of a card folds into one record by its oracle id: names of all languages, the earliest
paper date, and the pool that any of its printings gives. Only facts are held, never the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from parsers.cards.json_rows import BadRow, json_rows
from parsers.cards.pool import Beginnings, is_aside, pooled, scryfall_pool
from parsers.open_file import open_text
from schema.magic import IdentityDifference, PrintedFace, counted_faces, identity_difference, magic_card
from schema.records import CardRecord, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


SOURCE = "scryfall"
_HOPELESS = 100


@dataclass(slots=True)
class _Known:
    """One oracle id while its printings are read."""

    card: CardRecord
    pool: bool | None
    difference: IdentityDifference | None
    released_on: date | None = None
    in_pool_on: date | None = None
    names: dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass(slots=True)
class _Bulk:
    """The cards of a file by oracle id (by name where the file has none), and what was set aside."""

    url: str
    source: str
    known: dict[str, _Known] = field(default_factory=dict)
    aside: int = 0

    def problem(self, kind: str, detail: str, number: int | None = None) -> Problem:
        return Problem(self.source, self.url, kind, detail, number)


def read_scryfall(file: Path | str | bytes, *, source: str = SOURCE) -> Iterator[CardRecord | Problem]:
    """Read a Scryfall file; records come after its last row, problems as they are met.

    Rows without a name, or (in Scryfall's own files) without an oracle id, are a `bad_row` each. Tokens,
    emblems, art cards and what cards meld into are counted in one `set_aside`. Where our identity differs
    from the file's, an `identity_differs` says both, and the card takes the colours of both.
    """
    bulk = _Bulk("" if isinstance(file, bytes) else str(file), source)
    with open_text(file) as text:
        for row in json_rows(text):
            if isinstance(row, BadRow):
                yield bulk.problem("bad_json", f"{row.reason}: {row.text}", row.number)
                continue
            try:
                _take(bulk, row.value)
            except (ValueError, TypeError, AttributeError, KeyError) as error:
                yield bulk.problem("bad_row", f"{error}: {_title(row.value)}", row.number)
                if row.number >= _HOPELESS and not bulk.known:
                    yield bulk.problem("bad_file", f"no card among the first {_HOPELESS} rows")
                    break
    yield from _finish(bulk)


def _title(value: Any) -> str:
    return str(value.get("name") or value.get("id"))[:80] if isinstance(value, dict) else str(value)[:80]


def _take(bulk: _Bulk, row: Any) -> None:
    """Fold one printing in. Raises ValueError with the reason for a row that is no card."""
    if not isinstance(row, dict):
        raise ValueError("not an object")
    if not isinstance(row.get("name"), str) or not row["name"].strip():
        raise ValueError("no name")
    if row.get("object", "card") != "card":
        raise ValueError(f"a {row['object']}, not a card")
    if row.get("layout") == "reversible_card":
        for single in _reversible(row):
            _take(bulk, single)
        return
    front = (row.get("card_faces") or [row])[0]
    type_line = str(front.get("type_line") or row.get("type_line") or "")
    if is_aside(str(row.get("layout")), front.get("mana_cost"), type_line):
        bulk.aside += 1
        return
    if not row.get("type_line") and not row.get("card_faces"):
        raise ValueError("no type line")
    oracle_id = row.get("oracle_id") or front.get("oracle_id")
    if row.get("object") == "card" and not oracle_id:
        raise ValueError("no oracle id")
    key = str(oracle_id or row["name"])
    pool = scryfall_pool(row, type_line)
    known = bulk.known.get(key)
    if known is None:
        known = bulk.known[key] = _first(row, oracle_id, pool)
    known.pool = _better(known.pool, pool)
    released = _date(row.get("released_at") or row.get("_first_release_xmage"))
    if released is not None:
        known.released_on = min(released, known.released_on or released)
        if pool is not False:
            known.in_pool_on = min(released, known.in_pool_on or released)
    _names(known, row)


def _first(row: dict[str, Any], oracle_id: Any, pool: bool | None) -> _Known:
    """The card of an oracle id from the first printing met; the later ones add names, dates and pool."""
    faces = _faces(row)
    given = row.get("color_identity")
    identity = given if isinstance(given, list) else None
    card = magic_card(
        faces,
        name=row["name"],
        layout=str(row.get("layout") or "normal"),
        official_id=str(oracle_id) if oracle_id else None,
        url=_text(row.get("scryfall_uri")),
        identity=identity,
    )
    counted = counted_faces(faces, card.layout)
    return _Known(card, pool, identity_difference(card.name, counted, identity))


def _better(one: bool | None, other: bool | None) -> bool | None:
    if one or other:
        return True
    return None if one is None or other is None else False


def _date(text: Any) -> date | None:
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _reversible(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The cards on a reversible card: one per oracle id; both sides are usually the same card."""
    seen: set[str] = set()
    for face in row.get("card_faces") or []:
        key = face.get("oracle_id") or face.get("name")
        if key in seen:
            continue
        seen.add(key)
        single = {name: value for name, value in row.items() if name not in ("card_faces", "printed_name")}
        yield {**single, **face, "object": "card", "layout": face.get("layout") or "normal"}


def _faces(row: dict[str, Any]) -> list[PrintedFace]:
    parts = row.get("card_faces") or [row]
    shared = len(parts) > 1
    return [_face(row, part, first=place == 0, shared=shared) for place, part in enumerate(parts)]


def _face(row: dict[str, Any], part: dict[str, Any], *, first: bool, shared: bool) -> PrintedFace:
    # Split and adventure cards list their colours once, on the card: their faces read them from the cost.
    listed = part.get("colors")
    if listed is None and not shared:
        listed = row.get("colors")
    text = part.get("oracle_text")
    if text is None and first and not shared:
        text = row.get("oracle_text")
    return PrintedFace(
        name=str(part.get("name") or row["name"]),
        type_line=str(part.get("type_line") or ("" if shared else row.get("type_line")) or ""),
        mana_cost=part.get("mana_cost") or None,
        text=text if isinstance(text, str) or shared else "",
        colours=tuple(listed) if isinstance(listed, list) else None,
        indicator=tuple(part.get("color_indicator") or ()),
        power=_text(part.get("power")),
        toughness=_text(part.get("toughness")),
    )


def _names(known: _Known, row: dict[str, Any]) -> None:
    """Printed names of other languages and flavour names, of the card and of each face."""
    language = str(row.get("lang") or "en")
    parts = row.get("card_faces") or []
    for part in (row, *parts):
        if printed := part.get("printed_name"):
            known.names.setdefault((str(printed), language), "printed")
        if flavour := part.get("flavor_name"):
            known.names.setdefault((str(flavour), language), "alias")
    printed = [str(part["printed_name"]) for part in parts if part.get("printed_name")]
    if len(parts) > 1 and len(printed) == len(parts):
        known.names.setdefault((" // ".join(printed), language), "printed")


def _finish(bulk: _Bulk) -> Iterator[CardRecord | Problem]:
    if bulk.aside:
        yield bulk.problem("set_aside", f"{bulk.aside} rows of tokens, emblems, art and melded cards")
    best: dict[str, _Known] = {}
    for known in bulk.known.values():
        rival = best.get(known.card.name)
        if rival is None:
            best[known.card.name] = known
            continue
        kept, left = (known, rival) if _rank(known) < _rank(rival) else (rival, known)
        best[known.card.name] = kept
        yield bulk.problem(
            "namesake", f"{left.card.name}: another card of the name ({left.card.official_id})"
        )
    beginnings = Beginnings()
    for known in best.values():
        if known.pool is not False:
            beginnings.add(known.card.name)
    hidden = [name for name, known in best.items() if beginnings.hide(known.card)]
    for name in hidden:
        del best[name]
        yield bulk.problem("namesake", f"{name}: a card of no deck, and the beginning of other cards' names")
    taken = {text.casefold() for known in best.values() if known.pool for text in _spellings(known)}
    for known in best.values():
        if known.difference is not None:
            yield bulk.problem("identity_differs", str(known.difference))
        yield _record(known, taken)


def _rank(known: _Known) -> int:
    """In the pool before unknown before outside: a playtest card never hides the card of its name."""
    return {True: 0, None: 1, False: 2}[known.pool]


def _spellings(known: _Known) -> Iterator[str]:
    yield known.card.name
    yield from (text for text, _, _ in known.card.names)
    yield from (text for text, _ in known.names)


def _record(known: _Known, taken: set[str]) -> CardRecord:
    """The record of one card; one outside the pool keeps no name that a card in the pool answers to."""
    card = known.card
    own = {(text, language) for text, _, language in card.names} | {(card.name, "en")}
    names = tuple(
        (text, kind, language)
        for (text, language), kind in known.names.items()
        if (text, language) not in own
    )
    every = (*card.names, *names)
    if not known.pool:
        every = tuple(name for name in every if name[0].casefold() not in taken)
    whole = replace(card, names=every, released_on=known.in_pool_on or known.released_on)
    return pooled(whole, known.pool)
