"""Card names as written to cards, by the ladder of `schema/names.py`.

The keys of every distinct text are made once, in Python; everything else is joins. A text that several
cards answer to at its best level stays unresolved with its candidates; likeness is only a suggestion
(`warehouse/suggestions.py`). All texts are asked every time, and only rows whose answer changed are
written: the result is the same as that of a resolve from nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from schema.ids import stable_id
from schema.names import LEVELS, clean, front_of, name_keys
from warehouse.database import sql_text
from warehouse.problem_rows import PROBLEM_COLUMNS
from warehouse.tables import (
    BIGINT,
    SMALLINT,
    TEXT,
    TEXTS,
    columns_of,
    merge_rows,
    scalar,
    staged,
    transaction,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import duckdb

    from schema.records import Game

_ASKED = {
    "text_id": BIGINT,
    "game": TEXT,
    "level_no": SMALLINT,
    "level": TEXT,
    "key": TEXT,
    "rest": TEXTS,
}
_ASKED_TEXT = {"text_id": BIGINT, "format": TEXT, "text": TEXT}
RESOLVE_PROBLEMS = ("unresolved_name", "ambiguous_name")


@dataclass(frozen=True, slots=True)
class ResolveReport:
    """What a resolve found. `lines` changed their answer; the rest is the state after it."""

    lines: int
    unresolved: int
    ambiguous: int


def resolve(
    con: duckdb.DuckDBPyConnection, games: Mapping[str, str] | None = None, *, lists: bool = True
) -> ResolveReport:
    """Resolve every deck line and every restriction, in one transaction.

    `games` maps a format, and a restriction list, to its game (`dm`, `mtg`); a format it lacks is asked
    of both games. Fills `deck_line.card_id/resolved_by`, `deck_card`, `deck_commander` and
    `restriction.card_id`, and writes a problem for every line of a current deck without an answer.
    Without `lists` the restrictions stay as an earlier call resolved them over the same cards.
    """
    with transaction(con):
        return _resolve(con, dict(games or {}), lists)


def _resolve(con: duckdb.DuckDBPyConnection, games: dict[str, str], lists: bool) -> ResolveReport:
    texts = con.execute(
        "select distinct d.format, l.text from deck_line l join deck d using (deck_id) order by all"
    ).fetchall()
    restricted = "select distinct list, card_name from restriction order by all"
    listed = con.execute(restricted).fetchall() if lists else []
    ask(con, [(name, games.get(name), text) for name, text in [*texts, *listed]])
    con.execute(sql_text("resolve", "03_changed_lines"))
    changed = scalar(con, "select count(*) from changed_line")
    if changed:
        con.execute(
            "update deck_line as l set card_id = c.card_id, resolved_by = c.resolved_by "
            "from changed_line c where l.deck_id = c.deck_id and l.line_no = c.line_no"
        )
        con.execute(sql_text("resolve", "04_deck_card"))
        if scalar(con, "select exists (from deck_card)"):
            touched = "t.deck_id in (select deck_id from changed_line)"
            merge_rows(con, "deck_card", "resolved_card", keys=("deck_id", "zone", "card_id"), scope=touched)
        else:
            # Decks in hand, and a database built anew: there is nothing to compare with.
            con.execute("insert into deck_card by name from resolved_card")
    con.execute(sql_text("resolve", "05_deck_commander"))
    merge_rows(con, "deck_commander", "resolved_commander", keys=("deck_id", "slot"), scope="true")
    if lists:
        con.execute(sql_text("resolve", "07_restrictions"))
    unresolved, ambiguous = _problems(con)
    return ResolveReport(changed, unresolved, ambiguous)


def ask(con: duckdb.DuckDBPyConnection, texts: Iterable[tuple[str, str | None, str]]) -> None:
    """Ask the cards for (format or list, game or None, text): leaves temporary tables `asked_text`, `answer`.

    `asked_text(text_id, format, text)` names the question, `answer(text_id, card_id, level, face_no,
    candidates, names)` the answer; a text without a row there is unknown.
    """
    numbers: dict[tuple[str | None, str], int] = {}
    named: list[tuple[int, str, str]] = []
    # A format and a restriction list may share a name, and a text stand in both: one question.
    for name, game, text in dict.fromkeys(texts):
        number = numbers.setdefault((game, text), len(numbers))
        named.append((number, name, text))
    asked = [row for (game, text), number in numbers.items() for row in _keys(number, game, text)]
    columns: dict[str, list[Any]] = {
        "text_id": [row[0] for row in named],
        "format": [row[1] for row in named],
        "text": [row[2] for row in named],
    }
    with staged(con, "asked_text_rows", _ASKED_TEXT, columns):
        con.execute("create or replace temp table asked_text as from asked_text_rows")
    asked_columns = zip(*asked, strict=True) if asked else ([] for _ in _ASKED)
    with staged(con, "asked", _ASKED, dict(zip(_ASKED, asked_columns, strict=True))):
        con.execute(sql_text("resolve", "01_hits"))
    con.execute(sql_text("resolve", "02_answers"))


def _keys(number: int, game: str | None, text: str) -> list[tuple[Any, ...]]:
    """The rows of `_ASKED` for one text."""
    return [
        (number, asked_game, LEVELS.index(level), level, key, rest)
        for asked_game in _games(game)
        for rest, keys in [_keys_and_rest(asked_game, text)]
        for level, key in keys
    ]


# Decks in hand come in batches that name the same cards again and again.
@lru_cache(maxsize=1 << 15)
def _keys_and_rest(game: Game, text: str) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    return _rest(game, text), tuple(name_keys(game, text))


def _games(game: str | None) -> tuple[Game, ...]:
    if game is None:
        return ("dm", "mtg")
    return ("dm",) if game == "dm" else ("mtg",)


def _rest(game: Game, text: str) -> list[str]:
    """The loosest keys of the faces after the first slash of `A/B` (empty where there is none)."""
    name = clean(text).replace("／", "/")
    if front_of(name) == name or name.startswith(("*/", "/")) or "/" not in name:
        return []
    parts = [part.strip() for part in name.split("/")[1:] if part.strip()]
    return [dict(name_keys(game, part)).get("punctuation", "") for part in parts]


def _problems(con: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    """Write the present unresolved and ambiguous lines as problems; earlier ones that were answered go."""
    found = con.execute(sql_text("resolve", "06_problems")).fetchall()
    load_id = scalar(con, "select max(load_id) from load")
    rows: dict[int, dict[str, Any]] = {}
    counts = dict.fromkeys(RESOLVE_PROBLEMS, 0)
    for source, url, source_key, page_id, line_no, kind, detail in found:
        counts[kind] += 1
        identity = stable_id("problem", source, source_key, kind, detail, line_no)
        rows[identity] = {
            "problem_id": identity,
            "source": source,
            "url": url,
            "source_key": source_key,
            "kind": kind,
            "detail": detail,
            "line_no": line_no,
            "page_id": page_id,
            "load_id": load_id,
        }
    with staged(con, "staged_problem", PROBLEM_COLUMNS, columns_of(list(rows.values()), PROBLEM_COLUMNS)):
        merge_rows(
            con,
            "problem",
            "staged_problem",
            keys=("problem_id",),
            scope="t.kind in ('unresolved_name', 'ambiguous_name')",
            # The page is that of the version that writes the name now, however it came to be known.
            keep=("load_id",),
        )
    return counts["unresolved_name"], counts["ambiguous_name"]
