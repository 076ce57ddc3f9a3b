"""Parsed pages into the database: one load, one transaction, in bulk.

Loading the same batch again changes no row. Bad records become problems; they never stop a load, and a
load that stops for another reason leaves nothing behind.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schema.records import Problem
from warehouse.deck_histories import article_of, known_histories
from warehouse.deck_versions import naive
from warehouse.fold_pages import fold_batch
from warehouse.load_cards import CardBatch
from warehouse.load_decks import delete_decks, write_versions
from warehouse.load_rules import load_changes, load_rule_text
from warehouse.page_rows import write_pages
from warehouse.problem_rows import write_problems
from warehouse.sightings import articles_on, instant, known_sightings, page_id, recall, write_sightings
from warehouse.tables import scalar, transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date, datetime

    import duckdb

    from schema.records import CardRecord, Page, Parsed
    from warehouse.fold_pages import Again
    from warehouse.sightings import Confirmed

    Batch = Sequence[tuple[Page, str, str, Parsed]]
    # When bodies of a source that are read in were seen again after an instant (naive UTC).
    SeenAgain = Callable[[str, datetime], Iterable[Confirmed]]


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
    # Places in the batch of pages that come late, with the articles of which a later page was known.
    late: Mapping[int, frozenset[tuple[str, str]]] = field(default_factory=dict)

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
    late: Mapping[int, frozenset[tuple[str, str]]] = field(default_factory=dict)

    def count(self, name: str, number: int) -> None:
        self.counts[name] = self.counts.get(name, 0) + number


def load_pages(
    con: duckdb.DuckDBPyConnection,
    batch: Batch,
    *,
    started_at: datetime,
    code_version: str,
    confirmed: Sequence[Confirmed] = (),
    again: Again | None = None,
    seen_again: SeenAgain | None = None,
) -> LoadReport:
    """Load a batch of (page, parser name, parser version, parsed), in the order of observation.

    `started_at` is the run's instant (UTC); `confirmed` are known bodies that were seen again meanwhile.
    `again` reads kept pages once more, for decks of which the batch shows an older state than is known;
    `seen_again` tells which bodies were seen again after an instant. Returns what changed; a batch already
    loaded changes nothing.
    """
    ids = [page_id(page) for page, *_ in batch]
    seen = [(identity, instant(page)) for (page, *_), identity in zip(batch, ids, strict=True)]
    told = [*seen, *((one.page_id, instant(one)) for one in confirmed)]
    known = known_sightings(con, told) if told else set()
    confirmed = [one for one in confirmed if (one.page_id, instant(one)) not in known]
    if seen_again is not None:
        _recall(con, batch, seen, seen_again)
    answered: list[tuple[int, datetime]] = []

    def fill(work: _Work) -> None:
        work.sources |= {page.source for page, *_ in batch}
        work.count("pages", write_pages(con, [page for page, *_ in batch], ids, work.load_id))
        work.problems += [
            (problem, identity)
            for (*_, parsed), identity in zip(batch, ids, strict=True)
            for problem in parsed.problems
        ]
        folded = fold_batch(con, batch, ids, work.load_id, known=known, confirmed=confirmed, again=again)
        work.late = folded.late
        answered.extend(folded.answered)
        work.problems += folded.problems
        work.count("new_versions", folded.new_versions)
        work.count("changed_decks", folded.changed_decks)
        cards = CardBatch()
        for place, (page, _, _, parsed) in enumerate(batch):
            # A page met again must not undo what a later page said of the same card, nor one that comes late.
            for card in () if seen[place] in known else parsed.cards:
                cards.add(card, page.source, page.url, None if place in folded.late else ids[place])
        work.count("cards", cards.write(con, work.load_id))
        work.problems += [(problem, None) for problem in cards.problems]
        new, problems = load_changes(
            con, ((page, change) for page, _, _, parsed in batch for change in parsed.changes), work.load_id
        )
        work.count("changes", new)
        work.problems += [(problem, None) for problem in problems]
        for place, (page, _, _, parsed) in enumerate(batch):
            for rule in () if place in folded.late else parsed.rules:
                sections, problems = load_rule_text(con, page, rule, work.load_id)
                work.count("rule_sections", sections)
                work.problems += [(problem, ids[place]) for problem in problems]

    report = _transact(con, fill, started_at=started_at, code_version=code_version)
    new = [one for one in dict.fromkeys([*seen, *answered]) if one not in known]
    if new:
        # Apart, since to have seen something again changes nothing. A run that is killed before this meets
        # the batch once more.
        shown = [
            (identity, articles_on(page, parsed))
            for (page, _, _, parsed), identity, one in zip(batch, ids, seen, strict=True)
            if one not in known
        ]
        with transaction(con):
            write_sightings(con, new, shown)
    return report


def _recall(
    con: duckdb.DuckDBPyConnection,
    batch: Batch,
    seen: Sequence[tuple[int, datetime]],
    seen_again: SeenAgain,
) -> None:
    """Where pages may come late: write down when what shows their articles was seen again."""
    earliest: dict[str, datetime] = {}
    for (page, *_), (_, at) in zip(batch, seen, strict=True):
        earliest[page.source] = min(at, earliest.get(page.source, at))
    for source, at in earliest.items():
        known = list(seen_again(source, at))
        if not known:
            continue
        pages = [(page, parsed) for page, _, _, parsed in batch if page.source == source]
        articles = {article for page, parsed in pages for article in articles_on(page, parsed)}
        with transaction(con):
            recall(con, articles, known)


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
    late: Mapping[int, frozenset[tuple[str, str]]] = {}
    try:
        with transaction(con):
            work = _Work(int(scalar(con, "select coalesce(max(load_id), 0) + 1 from load")))
            fill(work)
            work.count("problems", write_problems(con, work.problems, work.load_id))
            late = work.late
            report = LoadReport(work.load_id, **work.counts, late=late)
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
        return LoadReport(None, late=late)
    return report
