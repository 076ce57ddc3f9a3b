"""Decks of a batch of pages into `deck` and `deck_line`."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from schema.records import ZONES, DeckLine, Problem
from schema.urls import canonical_url
from warehouse.database import sql_text
from warehouse.deck_versions import History, Observation, Version, naive
from warehouse.tables import (
    BIGINT,
    BOOLEAN,
    DATE,
    INSTANT,
    INTEGER,
    TEXT,
    merge_rows,
    staged,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    import duckdb

    from schema.records import DeckRecord, Page, Parsed

DECK_COLUMNS = {
    "deck_id": BIGINT,
    "source": TEXT,
    "source_key": TEXT,
    "version": INTEGER,
    "is_current": BOOLEAN,
    "url": TEXT,
    "title": TEXT,
    "author": TEXT,
    "format": TEXT,
    "published_on": DATE,
    "revised_on": DATE,
    "noted_on": DATE,
    "modified_at": INSTANT,
    "event_id": TEXT,
    "placing": TEXT,
    "player": TEXT,
    "page_id": BIGINT,
    "parser": TEXT,
    "parser_version": TEXT,
    "is_complete": BOOLEAN,
    "seen_at": INSTANT,
    "ended_at": INSTANT,
    "deleted_on": DATE,
    "content_hash": TEXT,
    "copies": INTEGER,
}
LINE_COLUMNS = {"deck_id": BIGINT, "zone": TEXT, "line_no": INTEGER, "text": TEXT, "copies": INTEGER}

# A page with one of these shows nothing reliable about the decks it lacks.
_SAYS_NOTHING = frozenset({"protected", "truncated_page", "bad_json", "layout_changed", "soft_404"})

_ZONES = frozenset(ZONES)
MOST_COPIES = 100_000
# Of all lines together: a sum of a deck's copies must fit its column.
_MOST_OF_A_DECK = 1_000_000_000


class Histories(dict[tuple[str, str], History]):
    """The histories of some decks by (source, source key), and which decks an article holds."""

    def __init__(self) -> None:
        super().__init__()
        self._by_article: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def __missing__(self, key: tuple[str, str]) -> History:
        """A deck met for the first time."""
        history = History()
        self[key] = history
        return history

    def __setitem__(self, key: tuple[str, str], history: History) -> None:
        if key not in self:
            self._by_article.setdefault((key[0], article_of(key[1])), []).append(key)
        super().__setitem__(key, history)

    def of_article(self, source: str, article: str) -> list[tuple[str, str]]:
        """The keys of the decks that an article holds or held."""
        return self._by_article.get((source, article), [])


def article_of(source_key: str) -> str:
    """The article of a deck: `4081` for `4081#2`."""
    return source_key.split("#", 1)[0]


def known_histories(con: duckdb.DuckDBPyConnection, articles: Iterable[tuple[str, str]]) -> Histories:
    """What the database holds of the decks of some articles (source, article key)."""
    wanted = sorted(set(articles))
    columns = {"source": [source for source, _ in wanted], "article": [article for _, article in wanted]}
    with staged(con, "wanted", {"source": TEXT, "article": TEXT}, columns):
        rows = con.execute(sql_text("load", "known_decks")).fetchall()
    names = [item.name for item in fields(Version)]
    histories = Histories()
    for row in rows:
        latest = Version(**dict(zip(names[:-1], row[:-2], strict=True)))
        histories[latest.source, latest.source_key] = History(latest, row[-2], top=row[-1])
    return histories


def sound_lines(record: DeckRecord, page_url: str) -> tuple[tuple[DeckLine, ...], list[Problem]]:
    """The lines that can be stored, and a problem for each that cannot."""
    if _are_sound(record.lines):
        return record.lines, []
    numbers: set[object] = set()
    faults: dict[int, str] = {}
    cards = 0
    for place, line in enumerate(record.lines):
        number = line.line_no
        if (
            type(line.text) is str
            and type(line.copies) is int
            and 0 < line.copies <= MOST_COPIES
            and line.zone in _ZONES
            and type(number) is int
            and number not in numbers
            and line.text.strip()
            and cards + line.copies <= _MOST_OF_A_DECK
        ):
            numbers.add(number)
            cards += line.copies
        else:
            faults[place] = _fault(line, cards)
    if not faults:
        return record.lines, []
    problems = [
        Problem(
            record.source,
            page_url,
            "bad_record",
            reason,
            number if isinstance(number := record.lines[place].line_no, int) else None,
            record.source_key,
        )
        for place, reason in faults.items()
    ]
    return tuple(line for place, line in enumerate(record.lines) if place not in faults), problems


def _are_sound(lines: Sequence[DeckLine]) -> bool:
    """Whether no line has a fault, asked of all lines at once: nearly always none has."""
    if not lines:
        return True
    zones, numbers, texts, copies = zip(*lines, strict=True)
    return (
        {*map(type, texts)} == {str}
        and {*map(type, numbers)} == {*map(type, copies)} == {int}
        and len({*numbers}) == len(numbers)
        and min(copies) > 0
        and max(copies) <= MOST_COPIES
        and sum(copies) <= _MOST_OF_A_DECK
        and _ZONES.issuperset(zones)
        and all(map(str.strip, texts))
    )


def _fault(line: DeckLine, cards: int) -> str:
    """Say what is wrong with a line that can't be stored; `cards` stand in the lines before it."""
    if not isinstance(line.text, str) or not line.text.strip():
        return "no card name"
    if not isinstance(line.copies, int) or not 0 < line.copies <= MOST_COPIES:
        return f"{line.copies!r} copies of {line.text}"
    if line.zone not in _ZONES:
        return f"unknown zone {line.zone!r} of {line.text}"
    if cards + line.copies > _MOST_OF_A_DECK:
        return f"more than {_MOST_OF_A_DECK} cards in one deck: {line.copies} of {line.text}"
    return f"line number {line.line_no!r} twice: {line.text}"


def observe_page(
    histories: Histories, page: Page, page_id: int, parser: str, parser_version: str, parsed: Parsed
) -> list[Problem]:
    """Fold the decks of one page into the histories; give the problems that this showed."""
    problems: list[Problem] = []
    seen_at = naive(page.fetched_at)
    assert seen_at is not None
    given: dict[tuple[str, str], DeckRecord] = {}
    for record in parsed.decks:
        if not (record.source and record.source_key and record.format and _is_text(record)):
            detail = f"a deck without source, key, format or readable facts: {record.source_key!r}"
            problems.append(Problem(page.source, page.url, "bad_record", detail))
            continue
        key = (record.source, record.source_key)
        if key in given:
            if given[key] != record:
                detail = f"{record.title}: a second deck with this key on one page; the first was kept"
                problems.append(
                    Problem(record.source, page.url, "duplicate_key", detail, None, record.source_key)
                )
            continue
        lines, bad = sound_lines(record, page.url)
        problems += bad
        if not lines:
            detail = f"{record.title}: no card could be read"
            problems.append(Problem(record.source, page.url, "empty_deck", detail, None, record.source_key))
            continue
        given[key] = record
        histories[key].observe(
            Observation(record, lines, record.complete and not bad, seen_at, page_id, parser, parser_version)
        )
    problems += _end_missing(histories, page, parsed, given)
    return problems


def _is_text(record: DeckRecord) -> bool:
    """Whether what must be text is, since one value of another kind would stop the whole load."""
    rest = (record.url, record.author, record.event, record.placing, record.player)
    return isinstance(record.title, str) and all(each is None or isinstance(each, str) for each in rest)


def _end_missing(
    histories: Histories, page: Page, parsed: Parsed, given: Mapping[tuple[str, str], DeckRecord]
) -> list[Problem]:
    """An article on the page that holds a deck no longer ends that deck – unless the page looks broken."""
    shown = {str(key) for key in parsed.keys}
    if not shown or any(p.kind in _SAYS_NOTHING and p.source_key is None for p in parsed.problems):
        return []
    silent = {
        article_of(p.source_key)
        for p in parsed.problems
        if p.source_key is not None and p.kind in (_SAYS_NOTHING | {"empty_deck"})
    }
    seen_at = naive(page.fetched_at)
    assert seen_at is not None
    missing = [
        key
        for article in sorted(shown - silent)
        for key in histories.of_article(page.source, article)
        if key not in given
        and (latest := histories[key].latest) is not None
        and latest.is_current
        and latest.seen_at < seen_at
    ]
    articles = {article_of(key[1]) for key in missing}
    if len(articles) > 1 and not given:
        # Several articles that all held decks and now none does: the layout, not the articles.
        detail = f"{len(articles)} articles that held decks show none now; the decks were kept"
        return [Problem(page.source, page.url, "layout_changed", detail)]
    for key in missing:
        histories[key].end(seen_at)
    return []


def write_versions(con: duckdb.DuckDBPyConnection, histories: Histories, load_id: int) -> tuple[int, int]:
    """Write what the fold changed; return (new versions, decks changed otherwise)."""
    changed = [row for history in histories.values() for row in history.changed.values()]
    if not changed:
        return 0, 0
    columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in changed] for name in DECK_COLUMNS}
    columns["url"] = [canonical_url(url) if url else url for url in columns["url"]]
    columns["load_id"] = [load_id] * len(changed)
    with staged(con, "staged_deck", {**DECK_COLUMNS, "load_id": BIGINT}, columns):
        merged = merge_rows(con, "deck", "staged_deck", keys=("deck_id",), keep=("load_id",))
    new = [row for row in changed if row.lines is not None]
    listed = [line for row in new for line in row.lines or ()]
    lines: dict[str, list[Any]] = {
        "deck_id": [row.deck_id for row in new for _ in row.lines or ()],
        "zone": [line.zone for line in listed],
        "line_no": [line.line_no for line in listed],
        "text": [line.text for line in listed],
        "copies": [line.copies for line in listed],
    }
    if merged.inserted < len(new):
        # A version that was completed has lines already, and cards that were found for them.
        known = "deck_id in (select unnest(?::bigint[]))"
        for table in ("deck_line", "deck_card", "deck_commander"):
            con.execute(f"delete from {table} where {known}", [[row.deck_id for row in new]])  # noqa: S608
    if new:
        with staged(con, "staged_line", LINE_COLUMNS, lines):
            con.execute(
                "insert into deck_line (deck_id, zone, line_no, text, copies) "
                "select deck_id, zone, line_no, text, copies from staged_line"
            )
    return merged.inserted, merged.updated


def latest_lines(
    con: duckdb.DuckDBPyConnection, histories: Histories, keys: Iterable[tuple[str, str]]
) -> None:
    """Give the histories of some decks the lines of their last version.

    They tell a cut-off view from an edit, and the rest of a list from another list.
    """
    wanted = {
        history.latest.deck_id: history for key in keys if (history := histories.get(key)) and history.latest
    }
    if not wanted:
        return
    with staged(con, "wanted_deck", {"deck_id": BIGINT}, {"deck_id": list(wanted)}):
        rows = con.execute(
            "select deck_id, zone, copies, text from deck_line semi join wanted_deck using (deck_id) "
            "order by deck_id, line_no"
        ).fetchall()
    found: dict[int, list[tuple[str, int, str]]] = {}
    for deck_id, zone, copies, text in rows:
        found.setdefault(deck_id, []).append((zone, copies, text))
    for deck_id, lines in found.items():
        wanted[deck_id].latest_lines = tuple(lines)


def delete_decks(histories: Histories, on: date) -> None:
    """Mark every deck of the histories as deleted."""
    for history in histories.values():
        history.delete(on)
