"""Archive files that come late, from another machine or a saved page: the census ends as if they had not."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from flows.hand_pages import AddedAs, deck_page
from flows.ingest import ingest_pending
from tests.parsers import article_pages
from tests.warehouse.hashes import RUN_COLUMNS, table_hashes
from warehouse.archive import Archive, confirmed
from warehouse.database import connect_work
from warehouse.tables import scalar

BEGAN = datetime(2026, 11, 1, 19, 30, tzinfo=UTC)
# Where a page lies and which file told of it is another thing than what was seen.
WITHOUT = ("load", "schema_version", "crawl")
VERSIONS = (
    "select d.version, d.is_current, l.text from deck d join deck_line l using (deck_id) "
    "where l.line_no = (select max(line_no) from deck_line m where m.deck_id = d.deck_id) order by 1"
)


def sighting(day, name):
    made = deck_page("deck.txt", f"《将》(統率者)\n《{name}》\n".encode(), AddedAs(format="dmedh"))
    return replace(made, fetched_at=BEGAN + timedelta(days=day))


def take_in(home, *pages):
    with Archive(home / "archive") as archive:
        for one in pages:
            archive.append(one)
    return read_in(home)


def read_in(home, database="work"):
    con = connect_work(home / database)
    try:
        with Archive(home / "archive") as archive:
            ingest_pending(con, archive)
        hashes = table_hashes(con, without=WITHOUT, ignore=RUN_COLUMNS | {"warc_file", "warc_offset"})
        return hashes, con.execute(VERSIONS).fetchall()
    finally:
        con.close()


@pytest.mark.parametrize("order", [*permutations([(1, "甲"), (3, "乙"), (5, "甲")])])
def test_each_order_of_files_gives_the_same_tables_and_so_does_a_replay(tmp_path, order):
    for one in order:
        found = take_in(tmp_path / "this", sighting(*one))
    assert found[1] == [(1, False, "甲"), (2, False, "乙"), (3, True, "甲")]
    assert take_in(tmp_path / "whole", *(sighting(*one) for one in sorted(order))) == found
    assert read_in(tmp_path / "this", "again") == found


def article_on(day, last):
    """The article's own page on a day, its list ending with a card of this name."""
    made = article_pages.page(
        article_pages.article(article_pages.deck_table((*article_pages.NAMES[:-1], last)))
    )
    return replace(made, fetched_at=BEGAN + timedelta(days=day))


def test_a_304_is_a_sighting_and_what_is_older_does_not_take_its_place(tmp_path):
    with Archive(tmp_path / "archive") as archive:
        first = article_on(1, "甲")
        place = archive.append(first)
    read_in(tmp_path)
    with Archive(tmp_path / "archive") as archive:
        seen = confirmed(first, BEGAN + timedelta(days=5), {})
        assert archive.append(seen, confirms=place).revisit
    assert read_in(tmp_path)[1] == [(1, True, "甲")]
    found = take_in(tmp_path, article_on(3, "乙"))
    assert found[1] == [(1, False, "甲"), (2, False, "乙"), (3, True, "甲")]
    assert read_in(tmp_path, "again") == found


def test_where_an_earlier_page_is_lost_nothing_that_is_known_goes_with_it(tmp_path):
    take_in(tmp_path, sighting(1, "甲"))
    take_in(tmp_path, sighting(5, "丙"))
    for path in (tmp_path / "archive").glob("*.warc.gz"):
        path.unlink()
    assert take_in(tmp_path, sighting(3, "乙"))[1] == [(1, False, "甲"), (2, True, "丙"), (3, False, "乙")]
    con = connect_work(tmp_path / "work")
    assert scalar(con, "select count(*) from sighting") == 3
    con.close()
