"""Parsed pages into the database: one load, one transaction, in bulk.

Loading the same batch again changes no row. Bad records become problems; they never stop a load, and a
load that stops for another reason leaves nothing behind.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from schema.ids import stable_id
from schema.records import Problem
from schema.urls import canonical_url
from warehouse.deck_versions import naive
from warehouse.load_cards import CardBatch
from warehouse.load_decks import (
    Histories,
    article_of,
    delete_decks,
    known_histories,
    latest_lines,
    observe_page,
    write_versions,
)
from warehouse.load_rules import load_changes, load_rule_text
from warehouse.tables import (
    BIGINT,
    INSTANT,
    INTEGER,
    SMALLINT,
    TEXT,
    columns_of,
    merge_rows,
    scalar,
    staged,
    transaction,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date, datetime

    import duckdb

    from schema.records import CardRecord, DeckRecord, Page, Parsed

    Batch = Sequence[tuple[Page, str, str, Parsed]]

PAGE_COLUMNS = {
    "page_id": BIGINT,
    "source": TEXT,
    "url": TEXT,
    "canonical_url": TEXT,
    "fetched_at": INSTANT,
    "status": SMALLINT,
    "content_type": TEXT,
    "etag": TEXT,
    "last_modified": TEXT,
    "sha256": TEXT,
    "warc_file": TEXT,
    "warc_offset": BIGINT,
    "load_id": BIGINT,
}
PROBLEM_COLUMNS = {
    "problem_id": BIGINT,
    "source": TEXT,
    "url": TEXT,
    "source_key": TEXT,
    "kind": TEXT,
    "detail": TEXT,
    "line_no": INTEGER,
    "page_id": BIGINT,
    "load_id": BIGINT,
}


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load changed. `load_id` is None when it changed nothing: then there is no load."""

    load_id: int | None
    pages: int = 0
    new_versions: int = 0
    changed_decks: int = 0
    cards: int = 0
    changes: int = 0
    rule_sections: int = 0
    problems: int = 0

    @property
    def changed(self) -> int:
        """How many rows of substance were written."""
        return (
            self.pages
            + self.new_versions
            + self.changed_decks
            + self.cards
            + self.changes
            + self.rule_sections
            + self.problems
        )


@dataclass(slots=True)
class _Work:
    load_id: int
    sources: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[tuple[Problem, int | None]] = field(default_factory=list)

    def count(self, name: str, number: int) -> None:
        self.counts[name] = self.counts.get(name, 0) + number


def page_id(page: Page) -> int:
    """The id of a kept body: source, canonical address and digest."""
    return stable_id("page", page.source, canonical_url(page.url), page.sha256)


def load_pages(
    con: duckdb.DuckDBPyConnection, batch: Batch, *, started_at: datetime, code_version: str
) -> LoadReport:
    """Load a batch of (page, parser name, parser version, parsed), in the order of observation.

    `started_at` is the run's instant (UTC). Returns what changed; a batch already loaded changes nothing.
    """
    ids = [page_id(page) for page, *_ in batch]

    def fill(work: _Work) -> None:
        read = _read_before(con, batch, ids)
        _load_pages(con, batch, ids, work)
        _load_decks(con, batch, ids, work)
        cards = CardBatch()
        for (page, _, _, parsed), identity in zip(batch, ids, strict=True):
            # A page met again must not undo what a later page said of the same card.
            for card in () if (identity, naive(page.fetched_at)) in read else parsed.cards:
                cards.add(card, page.source, page.url, identity)
        work.count("cards", cards.write(con, work.load_id))
        work.problems += [(problem, None) for problem in cards.problems]
        new, problems = load_changes(
            con, ((page, change) for page, _, _, parsed in batch for change in parsed.changes), work.load_id
        )
        work.count("changes", new)
        work.problems += [(problem, None) for problem in problems]
        for (page, _, _, parsed), identity in zip(batch, ids, strict=True):
            for rule in parsed.rules:
                sections, problems = load_rule_text(con, page, rule, work.load_id)
                work.count("rule_sections", sections)
                work.problems += [(problem, identity) for problem in problems]

    return _transact(con, fill, started_at=started_at, code_version=code_version)


def load_cards(
    con: duckdb.DuckDBPyConnection,
    cards: Iterable[CardRecord | Problem],
    *,
    source: str,
    url: str,
    started_at: datetime,
    code_version: str,
    size: int = 5_000,
) -> LoadReport:
    """Load card facts of a file, as a stream: `size` cards are held at a time, all in one transaction."""

    def fill(work: _Work) -> None:
        work.sources.add(source)
        batch = CardBatch()

        def flush() -> None:
            work.count("cards", batch.write(con, work.load_id))
            work.problems.extend((problem, None) for problem in batch.problems)
            batch.clear()

        for card in cards:
            if isinstance(card, Problem):
                work.problems.append((card, None))
                continue
            batch.add(card, source, url, None)
            if len(batch) >= size:
                flush()
        flush()

    return _transact(con, fill, started_at=started_at, code_version=code_version)


def mark_deleted(
    con: duckdb.DuckDBPyConnection,
    source: str,
    articles: Iterable[str],
    *,
    on: date,
    started_at: datetime,
    code_version: str,
) -> LoadReport:
    """Mark the decks of articles (source keys without #n) that are confirmed gone; the decks stay."""
    gone = sorted({article_of(article) for article in articles})

    def fill(work: _Work) -> None:
        work.sources.add(source)
        histories = known_histories(con, ((source, article) for article in gone))
        delete_decks(histories, on)
        _, changed = write_versions(con, histories, work.load_id)
        work.count("changed_decks", changed)
        for (_, key), history in histories.items():
            if history.changed and history.latest is not None:
                detail = f"{history.latest.title}: gone since {on.isoformat()}"
                work.problems.append(
                    (
                        Problem(source, history.latest.url, "deleted", detail, None, key),
                        history.latest.page_id,
                    )
                )

    return _transact(con, fill, started_at=started_at, code_version=code_version)


class _NothingChanged(Exception):
    """Ends the transaction of a load that changed no row."""


def _transact(
    con: duckdb.DuckDBPyConnection,
    fill: Callable[[_Work], None],
    *,
    started_at: datetime,
    code_version: str,
) -> LoadReport:
    try:
        with transaction(con):
            work = _Work(int(scalar(con, "select coalesce(max(load_id), 0) + 1 from load")))
            fill(work)
            work.count("problems", _load_problems(con, work))
            report = LoadReport(work.load_id, **work.counts)
            if not report.changed:
                raise _NothingChanged
            con.execute(
                "insert into load (load_id, started_at, finished_at, source, pages, decks, cards, problems, "
                "code_version) values (?, ?, now()::timestamp, ?, ?, ?, ?, ?, ?)",
                [
                    work.load_id,
                    naive(started_at),
                    ",".join(sorted(work.sources)),
                    report.pages,
                    report.new_versions,
                    report.cards,
                    report.problems,
                    code_version,
                ],
            )
    except _NothingChanged:
        return LoadReport(None)
    return report


def _read_before(
    con: duckdb.DuckDBPyConnection, batch: Batch, ids: Sequence[int]
) -> set[tuple[int, datetime | None]]:
    """The (page, instant) of a batch that an earlier load has read."""
    if not any(parsed.cards for *_, parsed in batch):
        return set()
    with staged(con, "wanted_page", {"page_id": BIGINT}, {"page_id": sorted(set(ids))}):
        rows = con.execute("select page_id, fetched_at from page semi join wanted_page using (page_id)")
        return {(int(identity), instant) for identity, instant in rows.fetchall()}


def _load_pages(con: duckdb.DuckDBPyConnection, batch: Batch, ids: Sequence[int], work: _Work) -> None:
    rows: dict[int, dict[str, Any]] = {}
    for (page, _, _, parsed), identity in zip(batch, ids, strict=True):
        work.sources.add(page.source)
        rows.setdefault(
            identity,
            {
                "page_id": identity,
                "source": page.source,
                "url": page.url,
                "canonical_url": canonical_url(page.url),
                "fetched_at": naive(page.fetched_at),
                "status": page.status,
                "content_type": page.content_type,
                "etag": page.etag,
                "last_modified": page.last_modified,
                "sha256": page.sha256,
                "warc_file": page.warc_file,
                "warc_offset": page.warc_offset,
                "load_id": work.load_id,
            },
        )
        work.problems += [(problem, identity) for problem in parsed.problems]
    with staged(con, "staged_page", PAGE_COLUMNS, columns_of(list(rows.values()), PAGE_COLUMNS)):
        merged = merge_rows(con, "page", "staged_page", keys=("page_id",), keep=tuple(PAGE_COLUMNS))
    work.count("pages", merged.inserted)


def _load_decks(con: duckdb.DuckDBPyConnection, batch: Batch, ids: Sequence[int], work: _Work) -> None:
    articles = {
        (deck.source, article_of(deck.source_key))
        for _, _, _, parsed in batch
        for deck in parsed.decks
        if deck.source and deck.source_key
    }
    articles |= {(page.source, article_of(str(key))) for page, _, _, parsed in batch for key in parsed.keys}
    if not articles:
        return
    histories = known_histories(con, articles)
    cut = [
        (deck.source, deck.source_key)
        for _, _, _, parsed in batch
        for deck in parsed.decks
        if not deck.complete or _is_open(histories, deck)
    ]
    latest_lines(con, histories, cut)
    for (page, parser, parser_version, parsed), identity in zip(batch, ids, strict=True):
        found = observe_page(histories, page, identity, parser, parser_version, parsed)
        work.problems += [(problem, identity) for problem in found]
    new, changed = write_versions(con, histories, work.load_id)
    work.count("new_versions", new)
    work.count("changed_decks", changed)


def _is_open(histories: Histories, deck: DeckRecord) -> bool:
    """Tell whether only the beginning of a deck is known."""
    history = histories.get((deck.source, deck.source_key))
    return history is not None and history.latest is not None and not history.latest.is_complete


def _load_problems(con: duckdb.DuckDBPyConnection, work: _Work) -> int:
    rows: dict[int, dict[str, Any]] = {}
    for problem, page in work.problems:
        url = canonical_url(problem.url) if problem.url else None
        identity = stable_id(
            "problem",
            problem.source,
            url or "",
            problem.source_key or "",
            problem.kind,
            problem.detail,
            str(problem.line_no),
            str(page),
        )
        rows.setdefault(
            identity,
            {
                "problem_id": identity,
                "source": problem.source,
                "url": url,
                "source_key": problem.source_key,
                "kind": problem.kind,
                "detail": problem.detail,
                "line_no": problem.line_no,
                "page_id": page,
                "load_id": work.load_id,
            },
        )
    with staged(con, "staged_problem", PROBLEM_COLUMNS, columns_of(list(rows.values()), PROBLEM_COLUMNS)):
        merged = merge_rows(
            con, "problem", "staged_problem", keys=("problem_id",), keep=tuple(PROBLEM_COLUMNS)
        )
    return merged.inserted
