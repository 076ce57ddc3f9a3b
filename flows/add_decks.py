"""Hand-fed decks: into the archive first, then the same way as crawled pages."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flows.finish import finish
from flows.hand_fed import files_of, is_url
from flows.hand_pages import DECK_URN, AddedAs, deck_page, parse_deck_page
from flows.ingest import ingest_pending
from flows.version import VERSION
from parsers.decode import decode
from parsers.registry import PARSERS
from parsers.wordpress_pages import read_articles
from schema.errors import UsageError
from schema.formats import load_formats
from schema.problems import NOTHING_READ
from schema.records import Page
from schema.wording import unknown_name
from warehouse.archive import Archive
from warehouse.database import connect_work
from warehouse.lock import HomeLock
from warehouse.warc import sha256_hex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date
    from pathlib import Path

    import duckdb

    from flows.settings import Settings

_SOURCE = re.compile(r"\w[\w .-]{0,59}")

__all__ = ["AddReport", "AddedAs", "add_decks"]


@dataclass(frozen=True, slots=True)
class AddReport:
    """What came of it; `lost` counts what gave no deck, `lines` are for the user.

    `troubles` name the archive files that could not all be read in, what was read before among them.
    """

    decks: int
    changed: int
    problems: int
    lost: int
    lines: tuple[str, ...]
    troubles: tuple[str, ...] = ()


def add_decks(settings: Settings, arguments: Sequence[str], said: AddedAs, *, today: date) -> AddReport:
    """Keep, load, judge and publish decks given by hand.

    Raises UsageError, with nothing kept, for what is not there and for decks of no format.
    """
    if not _SOURCE.fullmatch(said.source):
        raise UsageError(
            f"no name of a source: {said.source!r}",
            hint="letters, digits, spaces, dots and dashes, at most 60: it names a file of the archive",
        )
    home = settings.home
    known = load_formats(home)
    if said.format is not None and said.format not in known:
        raise unknown_name("format", said.format, known)
    pages = [page for argument in arguments if not is_url(argument) for page in _pages(argument, said)]
    for page in pages:
        if page.url.startswith(DECK_URN) and said.format is None:
            _check_formats(page, known)
    urls = [argument for argument in arguments if is_url(argument)]
    with HomeLock(home) as lock, Archive(home / "archive", software=f"deckcensus/{VERSION}") as archive:
        archive.mend()
        con = connect_work(home, memory_limit=settings.memory_limit)
        try:
            left = ingest_pending(con, archive, past_damage=True)
            for page in pages:
                archive.append(page)
            if urls:
                _fetch(settings, archive, urls)
            # What is given counts, though it may be known already.
            parts = ingest_pending(con, archive, past_damage=True, repeats=True)
            finish(con, home, today, lock)
            problems = _problems(con, [load for part in parts for load in part.loads])
        finally:
            con.close()
    return AddReport(
        sum(part.decks for part in parts),
        sum(part.changed for part in parts),
        len(problems),
        sum(kind in NOTHING_READ for _, kind, _ in problems),
        tuple(f"{where}: {kind}: {detail}" for where, kind, detail in problems),
        tuple(dict.fromkeys(part.trouble for part in (*left, *parts) if part.trouble)),
    )


def _pages(argument: str, said: AddedAs) -> Iterator[Page]:
    if argument == "-":
        yield deck_page("stdin", sys.stdin.buffer.read(), said)
        return
    for path in files_of(argument):
        data = path.read_bytes()
        yield _saved_page(path, data) or deck_page(str(path), data, said)


def _check_formats(page: Page, known: Iterable[str]) -> None:
    """Raise UsageError where a deck says no format: it could be neither kept nor judged."""
    for deck in parse_deck_page(page).decks:
        if not deck.format:
            raise UsageError(
                f"{deck.title or deck.source_key}: no format given",
                hint=f"name it with --format: {', '.join(known)}",
            )


def _saved_page(path: Path, data: bytes) -> Page | None:
    """A saved page of a known site is that site's page: its own address says so."""
    if path.suffix.casefold() not in (".html", ".htm", ".json"):
        return None
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    kind = "application/json" if path.suffix.casefold() == ".json" else "text/html"
    page = Page(
        "",
        path.as_uri() if path.is_absolute() else f"file:{path}",
        modified,
        200,
        kind,
        data,
        sha256_hex(data),
    )
    for article in read_articles(page, decode(data, kind).text).articles:
        for parser in PARSERS:
            if article.url and parser.owns(article.url):
                return replace(page, source=parser.source, url=article.url)
    return None


def _fetch(settings: Settings, archive: Archive, urls: Sequence[str]) -> None:
    from flows.fetch_one import fetch_into

    for url in urls:
        fetch_into(archive, url, settings)


def _problems(con: duckdb.DuckDBPyConnection, loads: Sequence[int]) -> list[tuple[str, str, str]]:
    """Where, of what kind and what, for each problem of some loads."""
    rows = con.execute(
        "select url, line_no, kind, detail from problem where load_id in (select unnest(?::bigint[])) "
        "order by url, line_no",
        [list(loads)],
    ).fetchall()
    return [(f"{url}{f':{line}' if line else ''}", kind, detail) for url, line, kind, detail in rows]
