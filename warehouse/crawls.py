"""How far each archive file is read in, how a site's crawls went, and which articles were missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING, Protocol

import duckdb

from warehouse.deck_versions import naive, site_date

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# A site without a history is expected to give a deck for every article that looks like one.
FIRST_NIGHT = 1.0
NIGHTS = 7
# Below this many articles a share says nothing.
SAMPLE = 5


class CrawlResult(Protocol):
    """What is written down of one crawl."""

    warc_file: str
    site: str
    pages: int
    articles: int
    decks: int
    expected: int
    read: int
    status: str
    reason: str | None
    started_at: datetime | None
    ended_at: datetime | None


def crawl_rows(con: duckdb.DuckDBPyConnection) -> dict[str, tuple[int, str]]:
    """Archive file -> (offset up to which it is read in, status)."""
    rows = con.execute("select warc_file, read_up_to, status from crawl").fetchall()
    return {str(name): (int(end), str(status)) for name, end, status in rows}


def read_up_to(con: duckdb.DuckDBPyConnection, warc_file: str) -> int:
    """The offset up to which a file is read in; 0 for one that is new."""
    row = con.execute("select read_up_to from crawl where warc_file = ?", [warc_file]).fetchone()
    return int(row[0]) if row else 0


def set_read_up_to(
    con: duckdb.DuckDBPyConnection, warc_file: str, end: int, ended_at: datetime | None
) -> bool:
    """Move the mark of a file that is known, and when it ended; False where it is not."""
    row = con.execute(
        "update crawl set read_up_to = ?, ended_at = greatest(ended_at, ?::timestamp) where warc_file = ? "
        "returning 1",
        [end, naive(ended_at), warc_file],
    ).fetchone()
    return row is not None


def reaches_past(con: duckdb.DuckDBPyConnection, source: str, instant: datetime) -> bool:
    """Whether a crawl of a source that is read in went on after an instant (naive UTC)."""
    row = con.execute(
        "select 1 from crawl where source = ? and ended_at > ? limit 1", [source, instant]
    ).fetchone()
    return row is not None


@dataclass(frozen=True, slots=True)
class Counts:
    """What a file gave before it was left, half read. `started_at` is naive UTC."""

    started_at: datetime
    pages: int
    articles: int
    decks: int
    expected: int
    read: int
    status: str
    reason: str | None


def earlier_counts(con: duckdb.DuckDBPyConnection, warc_file: str) -> Counts | None:
    """What a file gave so far; None for one that is new."""
    row = con.execute(
        "select started_at, pages, articles, decks, expected_articles, read_articles, status, reason "
        "from crawl where warc_file = ?",
        [warc_file],
    ).fetchone()
    return Counts(*row) if row else None


def record_crawl(
    con: duckdb.DuckDBPyConnection, result: CrawlResult, end: int, earlier: Counts | None = None
) -> None:
    """Write down how far a file was read and what it gave: `result` this time, `earlier` before."""
    started = result.started_at.astimezone(UTC).replace(tzinfo=None) if result.started_at else None
    if earlier is not None:
        started = min(started, earlier.started_at) if started else earlier.started_at
    before = (
        (earlier.pages, earlier.articles, earlier.decks, earlier.expected, earlier.read)
        if earlier
        else (0, 0, 0, 0, 0)
    )
    given = (result.pages, result.articles, result.decks, result.expected, result.read)
    ended = result.ended_at.astimezone(UTC).replace(tzinfo=None) if result.ended_at else None
    con.execute(
        "insert or replace into crawl "
        "select ?, ?, coalesce(?::timestamp, now()::timestamp), coalesce(?::timestamp, now()::timestamp), ?, "
        "?, ?, ?, ?, ?, ?, ?",
        [
            result.warc_file,
            result.site,
            started,
            ended,
            end,
            *(one + other for one, other in zip(before, given, strict=True)),
            result.status,
            result.reason,
        ],
    )


def articles_with_decks(con: duckdb.DuckDBPyConnection, source: str, articles: Iterable[str]) -> set[str]:
    """Which of these articles hold a current deck, as far as the warehouse knows."""
    rows = con.execute(
        "select distinct split_part(source_key, '#', 1) from deck "
        "where source = ? and is_current and split_part(source_key, '#', 1) in (select unnest(?::varchar[]))",
        [source, sorted(articles)],
    ).fetchall()
    return {str(row[0]) for row in rows}


def drift_median(con: duckdb.DuckDBPyConnection, source: str) -> float:
    """The median share of deck articles that could be read, over the last seven nights that say something."""
    rows = con.execute(
        "select read_articles / expected_articles from crawl "
        "where source = ? and status = 'loaded' and expected_articles >= ? order by warc_file desc limit ?",
        [source, SAMPLE, NIGHTS],
    ).fetchall()
    return float(median(float(row[0]) for row in rows)) if rows else FIRST_NIGHT


def known_articles(con: duckdb.DuckDBPyConnection, source: str) -> int:
    """How many articles of a source hold a current deck."""
    row = con.execute(
        "select count(distinct split_part(source_key, '#', 1)) from deck where source = ? and is_current",
        [source],
    ).fetchone()
    return int(row[0]) if row else 0


def record_night(
    con: duckdb.DuckDBPyConnection,
    *,
    site: str,
    started_at: datetime,
    ended_at: datetime,
    status: str,
    reason: str | None,
    requests: int,
    pages: int,
    articles: int,
) -> None:
    """Write down how a site's night went: `done` or `failed` with a reason."""
    con.execute(
        "insert or replace into site_night values (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            site,
            started_at.astimezone(UTC).replace(tzinfo=None),
            ended_at.astimezone(UTC).replace(tzinfo=None),
            status,
            reason,
            requests,
            pages,
            articles,
        ],
    )


def keep_nights(con: duckdb.DuckDBPyConnection, former: Path) -> int:
    """Take over how the nights of a former database went, which no archive tells; return how many.

    0 where the former one cannot be read: the nights are then those from now on.
    """
    try:
        con.execute(f"attach '{str(former).replace(chr(39), chr(39) * 2)}' as former (read_only)")
    except duckdb.Error:
        return 0
    try:
        columns = "site, started_at, ended_at, status, reason, requests, pages, articles"
        row = con.execute(
            f"insert or ignore into site_night ({columns}) select {columns} from former.site_night"  # noqa: S608
        ).fetchone()
        return int(row[0]) if row else 0
    except duckdb.Error:
        return 0
    finally:
        con.execute("detach former")


def note_present(con: duckdb.DuckDBPyConnection, source: str, articles: Iterable[str]) -> None:
    """Forget that articles were missing: they are there."""
    con.execute(
        "delete from gone where source = ? and article in (select unnest(?::varchar[]))",
        [source, sorted(articles)],
    )


def note_missing(con: duckdb.DuckDBPyConnection, source: str, article: str, seen_at: datetime) -> bool:
    """Note that an article was not there; True when an earlier night missed it too.

    A night is a day at the sites' place, as everywhere in the census.
    """
    night = site_date(seen_at)
    row = con.execute(
        "select missed_on from gone where source = ? and article = ?", [source, article]
    ).fetchone()
    if row is None:
        con.execute("insert into gone values (?, ?, ?)", [source, article, night])
        return False
    return bool(row[0] < night)
