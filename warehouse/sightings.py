"""When each kept body was seen, and which articles it shows: what tells that a page comes late.

A page is late where another that shows the same article was seen after it and read in before it, as
when a saved page or another machine's archive file is added. A body that came again, in full or by a 304,
was seen too; that is written down only where it matters, so that a night on which nothing changed changes
nothing: where another body had shown its articles in between, and where a late page asks (`recall`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schema.ids import stable_id
from schema.urls import article_key, canonical_url
from warehouse.database import sql_text
from warehouse.deck_histories import article_of, wanted_articles
from warehouse.deck_versions import naive
from warehouse.tables import BIGINT, INSTANT, TEXT, staged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    import duckdb

    from schema.records import Page, Parsed

    Article = tuple[str, str]

GONE = (404, 410)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A kept body that was seen again at an instant, by a 304 or in full."""

    source: str
    url: str
    sha256: str
    fetched_at: datetime

    @classmethod
    def of(cls, page: Page) -> Confirmed:
        """A page that came again in full."""
        return cls(page.source, page.url, page.whole_sha256 or page.sha256, page.fetched_at)

    @property
    def page_id(self) -> int:
        """The body's id."""
        return stable_id("page", self.source, canonical_url(self.url), self.sha256)


@dataclass(frozen=True, slots=True)
class KeptBody:
    """A body that the archive keeps, and what is known of it."""

    page_id: int
    warc_file: str
    warc_offset: int
    articles: frozenset[Article]


def page_id(page: Page) -> int:
    """The id of a kept body: source, canonical address and digest, of a post in parts that of them all."""
    return stable_id("page", page.source, canonical_url(page.url), page.whole_sha256 or page.sha256)


def articles_on(page: Page, parsed: Parsed) -> frozenset[Article]:
    """The articles (source, article) that a page shows or calls gone; its address where it has none."""
    found = {(page.source, article_of(str(key))) for key in parsed.keys}
    found |= {
        (deck.source, article_of(deck.source_key)) for deck in parsed.decks if deck.source and deck.source_key
    }
    if page.status in GONE and (article := article_key(page.url)) is not None:
        found.add((page.source, article))
    found |= {(rule.source, canonical_url(rule.url)) for rule in parsed.rules}
    return frozenset(found or {(page.source, canonical_url(page.url))})


def last_sightings(con: duckdb.DuckDBPyConnection, articles: Iterable[Article]) -> dict[Article, datetime]:
    """When articles were last seen, on whichever page (naive UTC); without those never seen."""
    with wanted_articles(con, articles):
        rows = con.execute(sql_text("load", "last_sightings")).fetchall()
    return {(source, article): at for source, article, at in rows}


def known_sightings(
    con: duckdb.DuckDBPyConnection, seen: Sequence[tuple[int, datetime]]
) -> set[tuple[int, datetime]]:
    """Those of some sightings (page id, naive UTC) that are written down already."""
    with _staged(con, seen):
        rows = con.execute("select page_id, seen_at from sighting semi join seen using (page_id, seen_at)")
        return {(int(identity), at) for identity, at in rows.fetchall()}


def confirmed_bodies(con: duckdb.DuckDBPyConnection, pages: Iterable[int]) -> dict[int, KeptBody]:
    """The known ones of some bodies, by their ids."""
    with staged(con, "wanted_page", {"page_id": BIGINT}, {"page_id": sorted(set(pages))}):
        rows = con.execute(sql_text("load", "confirmed_pages")).fetchall()
    return {
        identity: KeptBody(
            identity, file, offset, frozenset((source, article) for source, article in articles or ())
        )
        for identity, file, offset, articles in rows
        if file is not None
    }


def interrupted(
    con: duckdb.DuckDBPyConnection,
    again: Sequence[tuple[int, datetime]],
    here: Sequence[tuple[int, datetime, frozenset[Article]]],
) -> dict[tuple[int, datetime], set[Article]]:
    """Those of some bodies seen again (page id, naive UTC) that another body came before, by its articles.

    `here` are the pages read in with them, which are not written down yet.
    """
    rows = [
        (source, article, identity, at) for identity, at, articles in here for source, article in articles
    ]
    columns: dict[str, Sequence[Any]] = {
        name: [row[place] for row in rows]
        for place, name in enumerate(("source", "article", "page_id", "seen_at"))
    }
    types = {"source": TEXT, "article": TEXT, "page_id": BIGINT, "seen_at": INSTANT}
    with _staged(con, again, "again"), staged(con, "shown_here", types, columns):
        found = con.execute(sql_text("load", "interrupted")).fetchall()
    result: dict[tuple[int, datetime], set[Article]] = {}
    for identity, at, source, article in found:
        result.setdefault((identity, at), set()).add((source, article))
    return result


def recall(
    con: duckdb.DuckDBPyConnection, articles: Iterable[Article], seen_again: Iterable[Confirmed]
) -> None:
    """Write down when the bodies that show some articles were seen again, of what was."""
    with wanted_articles(con, articles):
        rows = con.execute(
            "select distinct page_id from page_article semi join wanted using (source, article)"
        ).fetchall()
    bodies = {int(row[0]) for row in rows}
    seen = {(one.page_id, instant(one)) for one in seen_again if one.page_id in bodies}
    write_sightings(con, sorted(seen - known_sightings(con, sorted(seen))), [])


def write_sightings(
    con: duckdb.DuckDBPyConnection,
    seen: Sequence[tuple[int, datetime]],
    shown: Sequence[tuple[int, frozenset[Article]]],
) -> None:
    """Write down sightings (page id, naive UTC) that are new, and which articles the bodies show."""
    with _staged(con, seen):
        con.execute("insert into sighting select page_id, seen_at from seen semi join page using (page_id)")
    rows = [(source, article, identity) for identity, articles in shown for source, article in articles]
    columns: dict[str, Sequence[Any]] = {
        "source": [source for source, _, _ in rows],
        "article": [article for _, article, _ in rows],
        "page_id": [identity for *_, identity in rows],
    }
    with staged(con, "shown", {"source": TEXT, "article": TEXT, "page_id": BIGINT}, columns):
        con.execute(
            "insert into page_article select distinct source, article, page_id from shown "
            "anti join page_article using (source, article, page_id)"
        )


def instant(page: Page | Confirmed) -> datetime:
    """When a page was seen, as the database holds it."""
    at = naive(page.fetched_at)
    assert at is not None
    return at


def _staged(
    con: duckdb.DuckDBPyConnection, seen: Sequence[tuple[int, datetime]], name: str = "seen"
) -> AbstractContextManager[str]:
    columns: dict[str, Sequence[Any]] = {
        "page_id": [identity for identity, _ in seen],
        "seen_at": [at for _, at in seen],
    }
    return staged(con, name, {"page_id": BIGINT, "seen_at": INSTANT}, columns)
