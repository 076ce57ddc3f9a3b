"""Two machines looked at one article; their archive files come together in any order, read step by step."""

import shutil
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

import duckdb
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flows.ingest import ingest_pending
from tests.parsers import article_pages
from tests.parsers.article_pages import NAMES, article, deck_table
from tests.warehouse.hashes import RUN_COLUMNS, table_hashes
from warehouse.archive import Archive, confirmed
from warehouse.database import memory_database

BEGAN = datetime(2026, 11, 1, 19, 30, tzinfo=UTC)
# When a body was seen again is written down where it matters, which the order of reading decides.
WITHOUT = ("load", "schema_version", "crawl", "sighting")
VERSIONS = (
    "select right(l.text, 1) from deck d join deck_line l using (deck_id) "
    "where l.line_no = (select max(line_no) from deck_line m where m.deck_id = d.deck_id) order by d.version"
)
# By day: what the article says, and how each machine looks (not at all, in full, by a 304 where it can).
Days = list[tuple[str, str, str]]
DAYS = st.lists(
    st.tuples(st.sampled_from("甲乙"), st.sampled_from(" =?"), st.sampled_from(" =?")), min_size=2, max_size=7
)


def shown(at: datetime, last: str) -> article_pages.Page:
    made = article_pages.page(article(deck_table((*NAMES[:-1], last))))
    return replace(made, fetched_at=at, etag=f'"{ord(last)}"')


def keep(home: Path, days: Days, machine: int) -> list[Path]:
    """One machine's nights as its archive files, oldest first."""
    last = None
    for day, look in enumerate(days):
        text, how = look[0], look[1 + machine]
        if how == " ":
            continue
        at = BEGAN + timedelta(days=day, hours=machine)
        with Archive(home) as archive:
            page = shown(at, text)
            if how == "?" and last is not None and last[0].sha256 == page.sha256:
                archive.append(confirmed(last[0], at, {}), confirms=last[1])
            else:
                last = (page, archive.append(page))
    return sorted(home.glob("*.warc.gz"))


def read_in(con: duckdb.DuckDBPyConnection, home: Path) -> None:
    with Archive(home / "archive") as archive:
        ingest_pending(con, archive)


def told(con: duckdb.DuckDBPyConnection) -> tuple[dict[str, str], list[str]]:
    hashes = table_hashes(con, without=WITHOUT, ignore=RUN_COLUMNS | {"warc_file", "warc_offset"})
    return hashes, [text for (text,) in con.execute(VERSIONS).fetchall()]


@given(days=DAYS, data=st.data())
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_files_in_any_order_give_the_versions_that_were_there_and_so_does_a_replay(
    days: Days, data: st.DataObject
) -> None:
    seen = [text for text, *looks in days if looks != [" ", " "]]
    with tempfile.TemporaryDirectory() as place, memory_database() as con, memory_database() as new:
        home = Path(place)
        (home / "archive").mkdir()
        left = [files for machine in (0, 1) if (files := keep(home / f"machine {machine}", days, machine))]
        while left:
            # A machine's own files keep their order: what a 304 confirms is there before it.
            files = data.draw(st.sampled_from(left))
            shutil.copy(files.pop(0), home / "archive")
            left = [each for each in left if each]
            read_in(con, home)
        read_in(new, home)
        found = told(con)
        assert found[1] == [text for text, _ in groupby(seen)]
        assert told(new) == found
