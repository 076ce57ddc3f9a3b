"""Deck sites' own JSON, saved by hand: Moxfield, Archidekt, Deckstats, AetherHub, TCGplayer, MTGJSON, caches.

Each shape keeps its boards apart: a maybeboard is set aside, a companion that the site repeats in the
sideboard is the companion once, and a category outside the deck is outside whatever else it says.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from parsers.decklists.collected import read_line
from parsers.decklists.sections import zone_word
from parsers.decklists.text import Draft, finish
from schema.records import Parsed, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from parsers.decklists.sections import Section
    from parsers.decklists.shape import DeckShape

_MOXFIELD: dict[str, Section | None] = {
    "commanders": "commander",
    "companions": "companion",
    "mainboard": None,
    "signatureSpells": "aside",
    "stickers": "sideboard",
    "attractions": "sideboard",
    "sideboard": "sideboard",
    "maybeboard": "aside",
}
_MOXFIELD_FORMATS = {"commander": "commander", "duelCommander": "duel-commander"}
_ARCHIDEKT_FORMATS = {3: "commander", 8: "duel-commander"}
_DUEL = ("duel commander", "duel-commander", "duelcommander", "duel com")


def _take(draft: Draft, place: int, copies: Any, name: Any, zone: Section | None, board: str) -> None:
    if not isinstance(copies, int) or copies < 1 or not isinstance(name, str) or not name.strip():
        draft.refuse(f"{board}: {copies} {name}"[:200], place)
        return
    draft.place(place, copies, name.strip(), zone, heading=board)


def _date(value: Any) -> str:
    return str(value)[:10] if value else ""


def _moxfield(draft: Draft, deck: dict[str, Any]) -> str:
    boards = deck.get("boards") or {board: deck.get(board) for board in _MOXFIELD}
    number = 0
    companions: set[str] = set()
    for board, zone in _MOXFIELD.items():
        entries = boards.get(board) or {}
        entries = entries.get("cards", entries) if "boards" in deck else entries
        for key, entry in entries.items():
            number += 1
            name = (entry.get("card") or {}).get("name") or key
            if zone == "companion":
                companions.add(name)
            if zone == "sideboard" and name in companions:
                continue  # the site lists the companion in both
            _take(draft, number, entry.get("quantity"), name, zone, board)
    draft.facts |= {"title": str(deck.get("name") or ""), "url": str(deck.get("publicUrl") or "")}
    draft.facts["date"] = _date(deck.get("lastUpdatedAtUtc"))
    return _MOXFIELD_FORMATS.get(str(deck.get("format")), str(deck.get("format") or ""))


def _archidekt(draft: Draft, deck: dict[str, Any]) -> str:
    outside = {
        category.get("name")
        for category in deck.get("categories") or ()
        if category.get("includedInDeck") is False
    }
    for number, entry in enumerate(deck["cards"], start=1):
        categories = [str(category) for category in entry.get("categories") or ()]
        zone: Section | None = None
        for category in reversed(categories):
            zone = zone_word(category) or zone
        if outside & set(categories):
            zone = "aside"
        card = entry.get("card") or {}
        name = (card.get("oracleCard") or {}).get("name") or card.get("displayName")
        _take(draft, number, entry.get("quantity"), name, zone, "/".join(categories))
    draft.facts |= {"title": str(deck.get("name") or ""), "date": _date(deck.get("updatedAt"))}
    return _ARCHIDEKT_FORMATS.get(deck.get("deckFormat", 0), "")


def _deckstats(draft: Draft, deck: dict[str, Any]) -> str:
    number = 0
    boards: list[tuple[str, list[dict[str, Any]]]] = [
        (str(section.get("name")), section.get("cards") or []) for section in deck["sections"]
    ]
    boards += [(board, deck.get(board) or []) for board in ("sideboard", "maybeboard", "tokens")]
    for board, entries in boards:
        for entry in entries:
            number += 1
            zone = "commander" if entry.get("isCommander") else zone_word(board)
            _take(draft, number, entry.get("amount"), entry.get("name"), zone, board)
    draft.facts |= {"title": str(deck.get("name") or ""), "date": _date(deck.get("updated_text"))}
    return ""


def _aetherhub(draft: Draft, deck: dict[str, Any]) -> str:
    board = ""
    for number, entry in enumerate(deck["convertedDeck"], start=1):
        if entry.get("quantity") is None:
            board = str(entry.get("name") or board)
            continue
        _take(draft, number, entry.get("quantity"), entry.get("name"), zone_word(board), board)
    return ""


def _tcgplayer(draft: Draft, whole: dict[str, Any]) -> str:
    result = whole["result"]
    deck, cards, number = result["deck"], result.get("cards") or {}, 0
    for board, entries in deck["subDecks"].items():
        zone = {"commandzone": "commander", "maindeck": "main"}.get(board, zone_word(board))
        if zone is None:
            draft.problem("unknown_section", board[:80])
            zone = "aside"
        for entry in entries:
            number += 1
            name = (cards.get(str(entry.get("cardID"))) or {}).get("name")
            _take(draft, number, entry.get("quantity"), name, cast("Section", zone), board)
    draft.facts |= {"title": str(deck.get("name") or ""), "url": str(result.get("canonicalURL") or "")}
    return "commander" if deck.get("format") == "commander" else ""


def _mtgjson(draft: Draft, whole: dict[str, Any]) -> str:
    deck, number = whole["data"], 0
    zones: dict[str, Section | None] = {"commander": "commander", "mainBoard": None, "sideBoard": "sideboard"}
    zones |= dict.fromkeys(("displayCommander", "planes", "schemes", "tokens"), "aside")
    for board, zone in zones.items():
        for entry in deck.get(board) or ():
            number += 1
            _take(draft, number, entry.get("count"), entry.get("name"), zone, board)
    draft.facts |= {"title": str(deck.get("name") or ""), "date": _date(deck.get("releaseDate"))}
    draft.facts["url"] = str(deck.get("source") or "")
    return "commander" if "commander" in str(deck.get("type")).casefold() else ""


def _has(value: Any, key: str) -> bool:
    return isinstance(value, dict) and key in value


_SHAPES: tuple[tuple[Callable[[dict[str, Any]], bool], Callable[[Draft, dict[str, Any]], str]], ...] = (
    (lambda deck: "mainboard" in deck or _has(deck.get("boards"), "mainboard"), _moxfield),
    (lambda deck: "cards" in deck and "categories" in deck, _archidekt),
    (lambda deck: "sections" in deck, _deckstats),
    (lambda deck: "convertedDeck" in deck, _aetherhub),
    (lambda deck: _has(deck.get("result"), "deck"), _tcgplayer),
    (lambda deck: _has(deck.get("data"), "mainBoard"), _mtgjson),
)


def site_json(text: str) -> dict[str, Any] | None:
    """The object of a site's JSON in one of the known shapes; None for anything else."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict):
        return None
    return whole if _is_event(whole) or any(is_it(whole) for is_it, _ in _SHAPES) else None


def _is_event(whole: dict[str, Any]) -> bool:
    """An event with many decks: the cache shape (`Tournament`, `Decks`), or MTGTop8's (`decks` of rows)."""
    if "Tournament" in whole and "Decks" in whole:
        return True
    decks = whole.get("decks")
    return isinstance(decks, list) and any(isinstance(deck, dict) and "decklist" in deck for deck in decks)


def read_site_json(
    name: str, whole: dict[str, Any], *, format_name: str | None, source: str, shape: DeckShape | None
) -> Parsed:
    """Read one site's object; a shape that breaks halfway is a `bad_json` problem, never half a deck."""
    try:
        if _is_event(whole):
            rows = _cache_rows if "Tournament" in whole else _mtgtop8_rows
            return _event(name, list(rows(name, whole, source)), format_name=format_name)
        draft = Draft(source, name)
        read = next(read for is_it, read in _SHAPES if is_it(whole))
        own_format = read(draft, whole)
    except (AttributeError, TypeError, KeyError, ValueError) as error:
        problem = Problem(source, name, "bad_json", f"not the shape of its site: {error}", None, name)
        return Parsed(problems=(problem,))
    draft.facts = {key: value for key, value in draft.facts.items() if value}
    return finish(draft, "", format_name=format_name or own_format or None, shape=shape)


def _own_format(title: str, label: str) -> str:
    """The format of an event by its name: caches label Duel Commander events "Commander"."""
    return "duel" if any(word in title.casefold() for word in _DUEL) else label.casefold()


def _cache_rows(name: str, whole: dict[str, Any], source: str) -> Iterator[dict[str, Any]]:
    """The decks of an event cache, which keeps commanders in the sideboard."""
    event = whole["Tournament"]
    title = str(event.get("Name") or "")
    for number, deck in enumerate(whole["Decks"], start=1):
        yield {
            "src": source,
            "id": str(deck.get("AnchorUri") or f"{name}#{number}"),
            "url": str(deck.get("AnchorUri") or event.get("Uri") or name),
            "format": _own_format(f"{title} {event.get('Uri')}", str(event.get("Formats") or "")),
            "date": _date(deck.get("Date") or event.get("Date")),
            "event": title,
            "result": deck.get("Result"),
            "player": deck.get("Player"),
            "main": [[card["Count"], card["CardName"]] for card in deck.get("Mainboard") or ()],
            "side": [[card["Count"], card["CardName"]] for card in deck.get("Sideboard") or ()],
        }


def _mtgtop8_rows(name: str, whole: dict[str, Any], source: str) -> Iterator[dict[str, Any]]:
    """The decks of an MTGTop8 event: a command zone and rows of text; the day comes first in its dates."""
    for number, deck in enumerate(whole["decks"], start=1):
        yield {
            "src": source,
            "id": f"{whole.get('id') or name}#{deck.get('deck_id') or number}",
            "format": _own_format(str(whole.get("format")), str(whole.get("format") or "")),
            "date": whole.get("date"),
            "event": whole.get("name"),
            "result": deck.get("rank"),
            "player": deck.get("player"),
            "commander": deck.get("commander") or [],
            "lines": deck.get("decklist") or [],
        }


def _event(name: str, rows: list[dict[str, Any]], *, format_name: str | None) -> Parsed:
    """The decks of one event; the same list by the same player comes once."""
    parts: list[Parsed] = []
    seen: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        boards = [row.get(key) for key in ("player", "main", "side", "commander", "lines")]
        first = seen.setdefault(json.dumps(boards), row["id"])
        if first != row["id"]:
            detail = f"the same list as {first}"
            problem = Problem(row["src"], row.get("url") or name, "duplicate_key", detail, number, row["id"])
            parts.append(Parsed(problems=(problem,)))
            continue
        parts.append(read_line(json.dumps(row), key=row["id"], format_name=format_name))
    if not parts:
        parts.append(Parsed(problems=(Problem("", name, "no_list", "an event without decks"),)))
    return _together(parts)


def _together(parts: list[Parsed]) -> Parsed:
    return Parsed(
        decks=tuple(deck for part in parts for deck in part.decks),
        problems=tuple(problem for part in parts for problem in part.problems),
    )
