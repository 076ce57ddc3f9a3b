"""Card files are told from other files, and one game's from the other's, before anything is loaded.

A file of another kind (a deck list, a web page, one page of a search, rulings, a set) often holds names
that read as cards; of such cards no fact would be right.
"""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from parsers.cards.card_csv import columns_of
from parsers.cards.json_rows import BadRow, Row, json_rows
from parsers.cards.mtgjson_printings import is_set
from parsers.open_file import open_text
from schema.duel_masters import parse_civilizations
from schema.errors import UsageError
from schema.magic_clauses import CARD_TYPES
from schema.magic_text import SUPERTYPES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schema.records import Game

HINT = "give Scryfall bulk data, MTGJSON AtomicCards or AllPrintings, or a CSV: name,type,civ,race,cost,power"
GAMES: dict[Game, str] = {"dm": "Duel Masters", "mtg": "Magic"}
_LOOKED_AT = 400  # rows; a file of mixed rows is no card file of either game
_LONGEST_PAGE = 8 << 20  # an API's page of 175 cards has about one megabyte
_COUNTS = frozenset({"count", "qty", "quantity", "amount", "copies", "枚数", "anzahl", "menge", "quantité"})
_DECK_LINE = re.compile(r"^\s*(?:\d{1,3}\s*[xX×枚]?\s+\S|[《≪])")
_DECK_KEYS = frozenset(
    {
        *("zones", "boards", "mainboard", "mainBoard", "sideBoard", "maindeck", "decklist", "Decks"),
        *("commander", "commanders", "lines", "sections"),
    }
)
_UUID = re.compile(r"^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
_SET_KEYS = frozenset({"baseSetSize", "totalSetSize", "tokens", "cards"})
# "Creature" is a type of both games: it tells nothing.
_MAGIC_WORDS = (CARD_TYPES | SUPERTYPES) - {"Creature"}
_DUEL_MASTERS_TYPES = frozenset({"spell", "evolution creature", "cross gear", "castle", "tamaseed"})
_CJK = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_LETTERS = re.compile(r"^[WUBRG]+(?:\s*[,/ ]\s*[WUBRG]+)*$")


def game_of_cards(file: Path | str | bytes) -> Game | None:
    """The game whose cards a file holds; None for a CSV that does not tell.

    Raises UsageError, with what the file is instead, where it is no card file.
    """
    name = "the data" if isinstance(file, bytes) else str(file)
    with open_text(file) as text:
        head = text.read(1 << 16)
    start = head.lstrip("\ufeff \t\r\n")
    if "\0" in head:
        raise UsageError(f"{name} is no card file: it holds NUL bytes, so it is no text", hint=HINT)
    if start.startswith(("{", "[")):
        what = _page_of_a_list(file, start) or _other_json(file)
        game: Game | None = "mtg"
    else:
        what, game = _csv(file, start)
    if what:
        raise UsageError(f"{name} is no card file: {what}", hint=HINT)
    return game


def refuse_other_files(file: Path | str | bytes, game: Game | None) -> Game:
    """The game to read a card file by: the one said, or the one that its rows tell.

    Raises UsageError for a file of another kind, for the other game's cards, and where nobody says the
    game.
    """
    name = "the data" if isinstance(file, bytes) else str(file)
    told = game_of_cards(file)
    if game is None and told is None:
        raise UsageError(f"{name} does not tell which game's cards it holds", hint="say --format")
    if game is not None and told not in (None, game):
        raise UsageError(
            f"{name} holds {GAMES[told or game]} cards, not {GAMES[game]}",
            hint=f"they are cards of --game {told}",
        )
    return game or told or "dm"


def _page_of_a_list(file: Path | str | bytes, start: str) -> str:
    """One page of an API's list: never the whole, and the rest would be missing without a word."""
    if not re.match(r'\{\s*"object"\s*:\s*"list"', start):
        return ""
    with open_text(file) as text:
        whole = text.read(_LONGEST_PAGE)
    more = re.search(r'"has_more"\s*:\s*true', whole)
    total = re.search(r'"total_cards"\s*:\s*(\d{1,9})', whole)
    held = len(re.findall(r'"object"\s*:\s*"card"', whole))
    if more or (total and int(total[1]) > held):
        return "it is one page of a search, and the rest of the cards is on others"
    return ""


def _rows(text: IO[str]) -> Iterator[Row]:
    for row in islice(json_rows(text), _LOOKED_AT):
        if not isinstance(row, BadRow):
            yield row


def _other_json(file: Path | str | bytes) -> str:
    """What a JSON file is, where its first rows are no cards; empty for cards and for what is not known."""
    with open_text(file) as text:
        for row in _rows(text):
            value = row.value
            if row.key in _SET_KEYS:
                return "it is an MTGJSON set"
            if row.key in _DECK_KEYS:
                return "it is a deck"
            if row.key and _UUID.match(row.key):
                return "it is MTGJSON's AllIdentifiers, a row a printing"
            if row.key and is_set(value):
                return ""  # AllPrintings
            faces = value if isinstance(value, list) else [value]
            if faces and all(_is_card(face) for face in faces):
                return ""
            if isinstance(value, dict) and (what := _kind_of_object(value)):
                return what
    return ""


def _is_card(value: Any) -> bool:
    return isinstance(value, dict) and bool({"type_line", "card_faces", "type", "manaCost"} & set(value))


def _kind_of_object(value: dict[str, Any]) -> str:
    kind = value.get("object")
    if isinstance(kind, str) and kind not in ("card", "card_face"):
        return f"its rows are of the kind {kind}"
    keys = set(value)
    if keys & _DECK_KEYS or ("src" in keys and "format" in keys):
        return "it holds decks"
    if len(keys & _SET_KEYS) > 1:
        return "it holds MTGJSON sets"
    return "it holds decks" if isinstance(value.get("cards"), list) else ""


def _csv(file: Path | str | bytes, start: str) -> tuple[str, Game | None]:
    if not start:
        return "it is empty", None
    if start.startswith("<"):
        return "it is a web page or XML", None
    with open_text(file) as text:
        try:
            rows = list(islice(csv.reader(text), _LOOKED_AT + 1))
        except csv.Error as error:
            return f"no CSV: {error}", None
    header = rows[0] if rows else []
    columns = columns_of(header)
    if "name" not in columns or "type" not in columns:
        if _DECK_LINE.match(start) or _COUNTS & {cell.strip().casefold() for cell in header}:
            return "it is a deck list", None
        missing = "name" if "name" not in columns else "type"
        return f"no column called {missing} among: {', '.join(header[:12])}", None
    if _COUNTS & {cell.strip().casefold() for cell in header}:
        return "it is a deck list", None
    return "", _game_of_rows(rows[1:], columns)


def _game_of_rows(rows: list[list[str]], columns: dict[str, int]) -> Game | None:
    """The game that rows tell by their types, colours and costs; None where none or both are told."""
    votes: dict[Game, int] = {"dm": 0, "mtg": 0}
    for row in rows:
        cells = {ours: row[place].strip() for ours, place in columns.items() if place < len(row)}
        dm, mtg = _tells_duel_masters(cells), _tells_magic(cells)
        if dm != mtg:
            votes["dm" if dm else "mtg"] += 1
    if votes["dm"] > 9 * votes["mtg"]:
        return "dm"
    return "mtg" if votes["mtg"] > 9 * votes["dm"] else None


def _tells_duel_masters(cells: dict[str, str]) -> bool:
    kind, civilization = cells.get("type", ""), cells.get("civ", "")
    told = bool(civilization) and not _LETTERS.match(civilization) and bool(parse_civilizations(civilization))
    return told or bool(_CJK.search(kind)) or kind.casefold() in _DUEL_MASTERS_TYPES


def _tells_magic(cells: dict[str, str]) -> bool:
    words = set(re.findall(r"[A-Za-z]+", cells.get("type", "").partition("—")[0]))
    return "{" in cells.get("cost", "") or bool(words & _MAGIC_WORDS)
