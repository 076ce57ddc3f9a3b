"""Restriction lists as data: one CSV a list, one dated change a row; the user's own beside the data.

Columns: `cards` (one name, or the names of a pair or trio joined by ` + `), `status`, `min_identity`
(the status binds from so many colours of the commander up), `effective_on`, `previous` (the state
before, where the announcement gives it: a status, with `:2` for from two colours up), `url` of the
announcement. The name of the file is the name of the list. `fold` turns changes into intervals.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from datetime import date
from importlib import resources
from io import StringIO
from typing import TYPE_CHECKING

from schema.errors import FormatError
from schema.names import name_keys
from schema.records import RestrictionChange
from schema.wording import counted, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from schema.records import Game

STATUSES = (
    "banned",
    "banned_as_commander",
    "banned_as_companion",
    "limited",
    "pair",
    "trio",
    "event_only",
    "free",
    "unknown",
)
COLUMNS = ("cards", "status", "min_identity", "effective_on", "previous", "url")
_REST = "values without a column"
_COLOURS = ("1", "2", "3", "4", "5")
_FREE_WORDS = ("free", "無制限", "解除", "unrestricted")


@dataclass(frozen=True, slots=True)
class Interval:
    """A state of a card or card set on a list. `starts` None: since a day not known; `until` exclusive."""

    list: str
    set_key: str
    cards: tuple[str, ...]
    status: str
    min_identity: int | None
    starts: date | None
    until: date | None
    url: str


def shipped_lists(home: Path | None = None) -> dict[str, tuple[RestrictionChange, ...]]:
    """The changes of every shipped list, and of the user's own in `<home>/restrictions`, by list name.

    A file of one's own takes the place of a shipped list of its name. Raises FormatError naming the file,
    the line, the column and the reason.
    """
    found: dict[str, tuple[RestrictionChange, ...]] = {}
    for entry in sorted((resources.files("schema") / "restrictions").iterdir(), key=lambda one: one.name):
        if entry.name.endswith(".csv"):
            name = entry.name.removesuffix(".csv")
            found[name] = tuple(read_list(name, entry.read_text(encoding="utf-8"), entry.name))
    for name, path in own_lists(home).items():
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(f"{path}: {unreadable(error)}", hint="a list is UTF-8 CSV") from error
        found[name] = tuple(read_list(name, text, str(path)))
    return found


def own_lists(home: Path | None) -> dict[str, Path]:
    """The files of the user's own lists, by list name."""
    own = home / "restrictions" if home else None
    return {path.stem: path for path in sorted(own.glob("*.csv"))} if own is not None else {}


def read_list(name: str, text: str, file: str) -> list[RestrictionChange]:
    """Read the text of one list file into changes. Raises FormatError naming file, line and column."""
    reader = csv.DictReader(StringIO(text), restkey=_REST)
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        raise FormatError(
            f"{file}: line 1: columns {', '.join(missing)} are missing",
            hint=f"a restriction list has the columns {', '.join(COLUMNS)}",
        )
    try:
        return [_read_row(name, row, file, reader.line_num) for row in reader]
    except csv.Error as error:
        raise FormatError(
            f"{file}: line {reader.line_num}: {error}", hint="a quotation mark that is not closed, perhaps"
        ) from error


def _read_row(name: str, row: dict[str, str], file: str, line: int) -> RestrictionChange:
    def fail(column: str, reason: str) -> FormatError:
        return FormatError(
            f"{file}: line {line}: {column}: {reason}",
            hint="the README's section on formats lists the columns",
        )

    if _REST in row:
        raise fail("cards", "more values than columns; a value with a comma needs quotation marks")
    cards = tuple(card.strip() for card in (row["cards"] or "").split(" + ") if card.strip())
    status = (row["status"] or "").strip()
    wanted = {"pair": 2, "trio": 3}.get(status)
    if not cards or (wanted is not None and len(cards) != wanted):
        raise fail("cards", f"a {status or 'restriction'} names {counted(wanted or 1, 'card')}")
    if status not in STATUSES:
        raise fail("status", f"{status!r} is none of {', '.join(STATUSES)}")
    try:
        effective_on = date.fromisoformat((row["effective_on"] or "").strip())
    except ValueError:
        raise fail("effective_on", f"{row['effective_on'] or ''!r} is no date (2020-02-23)") from None
    colours = (row["min_identity"] or "").strip()
    if colours and colours not in _COLOURS:
        raise fail("min_identity", f"{colours!r} is no number of colours")
    return RestrictionChange(
        list=name,
        cards=cards,
        status=status,
        effective_on=effective_on,
        url=(row["url"] or "").strip() or file,
        min_identity=int(colours) if colours else None,
        previous=(row["previous"] or "").strip() or None,
        line_no=line,
    )


def read_state(text: str | None) -> tuple[str, int | None] | None:
    """Read a `previous` state: (status, from how many colours up); None where the text gives none."""
    if text is None or not text.strip() or text.strip() == "?":
        return None
    status, _, colours = text.strip().partition(":")
    if status in STATUSES and (not colours or colours in _COLOURS):
        return status, int(colours) if colours else None
    if any(word in text for word in _FREE_WORDS):
        return "free", None
    return "unknown", None


def set_key(game: Game, cards: Iterable[str]) -> str:
    """The key of a card or card set on a list: its names' loosest keys, in order."""
    return "+".join(sorted(dict(name_keys(game, card)).get("punctuation", card) for card in cards))


def fold(game: Game, changes: Iterable[RestrictionChange]) -> list[Interval]:
    """Fold the changes of one list into intervals, one state of a card set at a time.

    A change ends what held before. What held before a first change that names its previous state, or
    that frees a card, has no known start. On one day a restriction goes before a lift. A snapshot says
    what holds on its day, and that it has held since a day not known.
    """
    by_set: dict[str, list[RestrictionChange]] = {}
    for change in changes:
        by_set.setdefault(set_key(game, change.cards), []).append(change)
    return [
        interval for key in sorted(by_set) for interval in _fold_set(key, sorted(by_set[key], key=_order))
    ]


def _order(change: RestrictionChange) -> tuple[date, bool, bool, str, int]:
    return (
        change.effective_on,
        change.kind == "snapshot",
        change.status != "free",
        change.url,
        change.line_no or 0,
    )


def _fold_set(key: str, changes: list[RestrictionChange]) -> list[Interval]:
    found: list[Interval] = []
    held: Interval | None = None  # the state in force, while it is a restriction
    seen = False

    def state(change: RestrictionChange, status: str, colours: int | None, starts: date | None) -> Interval:
        return Interval(change.list, key, change.cards, status, colours, starts, None, change.url)

    def close(day: date) -> None:
        if held is not None and (held.starts is None or held.starts < day):
            found.append(replace(held, until=day))

    for change in changes:
        now = (change.status, change.min_identity)
        if held is not None and (held.status, held.min_identity) == now:
            continue
        if not seen:
            before = read_state(change.previous)
            if change.kind == "snapshot" and change.status != "free":
                before = now
            if before is None and change.status == "free":
                before = ("unknown", None)
            if before is not None and before[0] != "free":
                held = state(change, before[0], before[1], None)
        close(change.effective_on)
        seen = True
        held = None if change.status == "free" else state(change, *now, change.effective_on)
    if held is not None:
        found.append(held)
    return found
