"""Decks of a batch of pages into `deck` and `deck_line`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schema.records import Problem
from schema.urls import canonical_url
from warehouse.database import sql_text
from warehouse.deck_histories import article_of, wanted_articles
from warehouse.deck_lines import sound_lines
from warehouse.deck_versions import Observation, naive
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
    from collections.abc import Collection, Mapping
    from datetime import date

    import duckdb

    from schema.records import DeckRecord, Page, Parsed
    from warehouse.deck_histories import Histories

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

# What is kept of a version, by its deck_id.
_OF_A_DECK = ("deck_line", "deck_card", "deck_commander", "verdict", "violation")

# A page with one of these shows nothing reliable about the decks it lacks.
_SAYS_NOTHING = frozenset({"protected", "truncated_page", "bad_json", "layout_changed", "soft_404"})


def observe_page(
    histories: Histories,
    page: Page,
    page_id: int,
    parser: str,
    parser_version: str,
    parsed: Parsed,
    only: Collection[tuple[str, str]] | None = None,
) -> list[Problem]:
    """Fold the decks of one page into the histories; give the problems that this showed.

    With `only`, the decks of other articles (source, article) are read and not folded in.
    """
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
        if only is None or (record.source, article_of(record.source_key)) in only:
            complete = record.complete and not bad
            histories[key].observe(
                Observation(record, lines, complete, seen_at, page_id, parser, parser_version)
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
        and (last := histories[key].last_seen) is not None
        and last < seen_at
    ]
    articles = {article_of(key[1]) for key in missing}
    if len(articles) > 1 and not given:
        # Several articles that all held decks and now none does: the layout, not the articles.
        detail = f"{len(articles)} articles that held decks show none now; the decks were kept"
        return [Problem(page.source, page.url, "layout_changed", detail)]
    for key in missing:
        histories[key].end(seen_at)
    return []


def write_versions(
    con: duckdb.DuckDBPyConnection,
    histories: Histories,
    load_id: int,
    *,
    anew: Collection[tuple[str, str]] | None = None,
) -> tuple[int, int]:
    """Write what the fold changed; return (new versions, decks changed otherwise).

    With `anew` the histories hold every version of the decks of these articles: what the database has of
    them besides goes.
    """
    changed = [row for history in histories.values() for row in history.changed.values()]
    if not changed:
        return 0, 0
    known = _contents(con, anew) if anew is not None else {}
    columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in changed] for name in DECK_COLUMNS}
    columns["url"] = [canonical_url(url) if url else url for url in columns["url"]]
    columns["load_id"] = [load_id] * len(changed)
    scope = f"t.deck_id in ({', '.join(map(str, known))})" if known else None
    with staged(con, "staged_deck", {**DECK_COLUMNS, "load_id": BIGINT}, columns):
        merged = merge_rows(con, "deck", "staged_deck", keys=("deck_id",), keep=("load_id",), scope=scope)
    new = [row for row in changed if row.lines is not None and row.content_hash != known.get(row.deck_id)]
    listed = [line for row in new for line in row.lines or ()]
    lines: dict[str, list[Any]] = {
        "deck_id": [row.deck_id for row in new for _ in row.lines or ()],
        "zone": [line.zone for line in listed],
        "line_no": [line.line_no for line in listed],
        "text": [line.text for line in listed],
        "copies": [line.copies for line in listed],
    }
    gone = known.keys() - {row.deck_id for row in changed}
    if gone or merged.inserted < len(new):
        # A version that was completed or has another number now: what was found for its lines goes too.
        places = [*gone, *(row.deck_id for row in new)]
        for table in _OF_A_DECK:
            con.execute(f"delete from {table} where deck_id in (select unnest(?::bigint[]))", [places])  # noqa: S608
    if new:
        with staged(con, "staged_line", LINE_COLUMNS, lines):
            con.execute(
                "insert into deck_line (deck_id, zone, line_no, text, copies) "
                "select deck_id, zone, line_no, text, copies from staged_line"
            )
    return merged.inserted, merged.updated + merged.deleted


def _contents(con: duckdb.DuckDBPyConnection, articles: Collection[tuple[str, str]]) -> dict[int, str]:
    """Deck id -> content hash of every known version of the decks of some articles."""
    with wanted_articles(con, articles):
        return dict(con.execute(sql_text("load", "known_contents")).fetchall())


def delete_decks(histories: Histories, on: date) -> None:
    """Mark every deck of the histories as deleted."""
    for history in histories.values():
        history.delete(on)
