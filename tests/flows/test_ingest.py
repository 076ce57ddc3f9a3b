"""From the archive to the warehouse: refused batches, deletions on a second night, going on after a stop."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

import pytest

from flows import ingest, load_batch
from flows.ingest import ingest_pending
from schema.records import Page
from warehouse.archive import Archive
from warehouse.database import connect_work

NIGHT = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)


@pytest.fixture
def home(sample_night, tmp_path):
    return sample_night.copy(tmp_path / "census")


def page(article, body, *, at=NIGHT, status=200):
    data = body.encode()
    return Page(
        "dm-edh", f"https://dm-edh.com/dmedh/{article}", at, status, "text/html; charset=UTF-8", data,
        sha256(data).hexdigest(),
    )  # fmt: skip


def take_in(home, *pages):
    """Keep pages as one crawl's file and read them in; the parts that were read."""
    with Archive(home / "archive") as archive:
        for each in pages:
            archive.append(each)
    return read_in(home)


def read_in(home):
    con = connect_work(home)
    try:
        with Archive(home / "archive") as archive:
            return ingest_pending(con, archive)
    finally:
        con.close()


def ask(home, sql):
    con = connect_work(home)
    try:
        return con.execute(sql).fetchall()
    finally:
        con.close()


def articles(home, count):
    rows = ask(
        home,
        "select source_key from deck where source = 'dm-edh' and is_current and source_key not like '%#%' "
        f"order by source_key limit {count}",
    )
    return [row[0] for row in rows]


CURRENT = "select count(*) from deck where is_current and deleted_on is null"
EMPTY = '<html><body><article id="post-{0}"><h1>A</h1><div><p>Nothing here.</p></div></article></body></html>'


def test_a_site_whose_decks_are_all_gone_is_refused_and_keeps_them(home):
    before = ask(home, CURRENT)
    changed = articles(home, 12)
    (part,) = take_in(home, *(page(key, EMPTY.format(key)) for key in changed))
    assert part.status == "refused"
    assert part.reason.startswith("0 of 12 deck articles could be read (0%)")
    assert part.changed == 0
    assert ask(home, CURRENT) == before
    assert ask(home, "select status from crawl order by warc_file desc limit 1") == [("refused",)]


def test_one_article_that_was_edited_away_is_no_refusal(home):
    before = ask(home, CURRENT)[0][0]
    (key,) = articles(home, 1)
    (part,) = take_in(home, page(key, EMPTY.format(key)))
    assert part.status == "loaded"
    assert ask(home, CURRENT) == [(before - 1,)]


def test_an_article_is_gone_once_two_nights_agree(home):
    (key,) = articles(home, 1)
    take_in(home, page(key, "<html>gone</html>", status=404))
    marked = f"select deleted_on is not null, is_current from deck where source_key = '{key}' and is_current"
    assert ask(home, marked) == [(False, True)]
    take_in(home, page(key, "<html>gone again</html>", status=404, at=NIGHT + timedelta(hours=1)))
    assert ask(home, marked) == [(False, True)]
    take_in(home, page(key, "<html>still gone</html>", status=410, at=NIGHT + timedelta(days=1)))
    assert ask(home, marked) == [(True, True)]


def test_a_site_that_is_emptied_deletes_nothing(home):
    before = ask(home, CURRENT)
    for night in range(3):
        gone = (
            page(key, f"<html>gone {night}</html>", status=404, at=NIGHT + timedelta(days=night))
            for key in articles(home, 90)
        )
        (part,) = take_in(home, *gone)
        assert part.status == "refused"
        assert "not there" in part.reason
    assert ask(home, CURRENT) == before


def test_an_article_that_came_back_starts_anew(home):
    (key,) = articles(home, 1)
    take_in(home, page(key, "<html>gone</html>", status=404))
    take_in(home, page(key, EMPTY.format(key), at=NIGHT + timedelta(days=1)))
    take_in(home, page(key, "<html>gone, later</html>", status=404, at=NIGHT + timedelta(days=2)))
    assert ask(home, f"select missed_on from gone where article = '{key}'") == [
        ((NIGHT + timedelta(days=2, hours=9)).date(),)
    ]


@pytest.mark.parametrize(
    ("first", "second", "day"),
    [
        # Half past midnight in Japan is another day in UTC.
        ("2026-12-01T15:30", "2026-12-02T15:30", date(2026, 12, 3)),
        ("2026-12-01T14:30", "2026-12-02T14:30", date(2026, 12, 2)),
        # One night there, two days here.
        ("2026-12-01T23:30", "2026-12-02T00:30", None),
        ("2026-12-01T15:30", "2026-12-02T14:30", None),
    ],
)
def test_a_deletion_is_dated_in_japan_and_its_nights_are_japans(home, first, second, day):
    (key,) = articles(home, 1)
    for number, text in enumerate((first, second)):
        at = datetime.fromisoformat(text).replace(tzinfo=UTC)
        take_in(home, page(key, f"<html>gone {number}</html>", status=404, at=at))
    assert ask(home, f"select deleted_on from deck where source_key = '{key}' and is_current") == [(day,)]


def test_a_batch_that_is_in_is_not_read_again(home, monkeypatch):
    monkeypatch.setattr(ingest, "BATCH_PAGES", 2)
    keys = articles(home, 5)
    load, calls = load_batch.load_pages, []

    def dying(*arguments, **options):
        calls.append(len(arguments[1]))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return load(*arguments, **options)

    monkeypatch.setattr(load_batch, "load_pages", dying)
    with pytest.raises(KeyboardInterrupt):
        take_in(home, *(page(key, EMPTY.format(key)) for key in keys))
    monkeypatch.setattr(load_batch, "load_pages", load)
    (part,) = read_in(home)
    assert part.pages == 3
    # What the file gave is what both runs read of it.
    newest = (
        "select pages, articles, expected_articles, started_at from crawl order by warc_file desc limit 1"
    )
    assert ask(home, newest) == [(5, 5, 5, NIGHT.replace(tzinfo=None))]
    assert read_in(home) == []


def test_a_parser_that_fails_is_a_problem_of_its_page_alone(home, monkeypatch):
    from parsers.dm_edh import DmEdhParser

    parse = DmEdhParser.parse
    broken, whole = articles(home, 2)

    def failing(self, kept):
        if kept.url.endswith(f"/{broken}"):
            raise IndexError("a fault of ours")
        return parse(self, kept)

    monkeypatch.setattr(DmEdhParser, "parse", failing)
    (part,) = take_in(home, page(broken, EMPTY.format(broken)), page(whole, EMPTY.format(whole)))
    assert part.status == "loaded"
    kinds = ask(home, "select kind, detail from problem where kind = 'parser_failed'")
    assert kinds == [("parser_failed", "IndexError: a fault of ours")]
