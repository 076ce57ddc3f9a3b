"""The whole line on the sample: served, parsed, loaded, resolved, judged – and every verdict as expected."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import httpx
import pytest

from flows.sample import SampleWorld
from flows.sample.card_facts import sample_cards
from parsers.registry import parser_for
from schema.formats import load_formats
from schema.records import Page, Parsed
from schema.restrictions import shipped_lists
from tests.flows.sample_verdicts import TODAY, expected
from warehouse.database import memory_database
from warehouse.judge import judge
from warehouse.load import load_cards, load_pages
from warehouse.resolve import resolve
from warehouse.restrictions import fold_restrictions, list_games
from warehouse.suggestions import Suggester

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

ROWS = expected()


def _rows() -> list[object]:
    return [pytest.param(row, id=f"{row['source_key']}.r{row['revision']}") for row in ROWS]


@dataclass(frozen=True)
class Found:
    """What the census says of one version of one deck on one basis."""

    verdict: str
    as_of: date
    rules: tuple[str, ...]
    advisories: tuple[str, ...]


def _batch(base: str) -> list[tuple[Page, str, str, Parsed]]:
    batch = []
    for kind, page in (("posts", 1), ("posts", 2), ("pages", 1)):
        url = f"{base}/wp-json/wp/v2/{kind}"
        answer = httpx.get(url, params={"per_page": 100, "page": page}, trust_env=False)
        kept = Page(
            source="dm-edh",
            url=str(answer.url),
            fetched_at=datetime(2026, 11, 29, tzinfo=UTC),
            status=answer.status_code,
            content_type=answer.headers["Content-Type"],
            body=answer.content,
            sha256=hashlib.sha256(answer.content).hexdigest(),
        )
        parser = parser_for(kept)
        assert parser is not None
        batch.append((kept, parser.name, parser.version, parser.parse(kept)))
    return batch


@pytest.fixture(scope="module")
def census() -> Iterator[duckdb.DuckDBPyConnection]:
    """Two nights: the first revision, then the second with the article that was added."""
    con = memory_database()
    started = datetime(2026, 11, 28, tzinfo=UTC)
    load_cards(con, sample_cards(), source="dm-official", url="", started_at=started, code_version="test")
    with SampleWorld() as world:
        load_pages(con, _batch(world.base("dm-edh")), started_at=started, code_version="test")
        world.set("dm-edh", revision=2, added={20095})
        second = datetime(2026, 11, 29, tzinfo=UTC)
        load_pages(con, _batch(world.base("dm-edh")), started_at=second, code_version="test")
    formats = load_formats()
    fold_restrictions(con, shipped_lists(), list_games(formats))
    resolve(con, {name: held.game for name, held in formats.items()})
    judge(con, formats, today=TODAY)
    yield con
    con.close()


def _found(con: duckdb.DuckDBPyConnection, row: dict[str, str], basis: str) -> Found:
    key = [row["source_key"], int(row["revision"]), row["format"], basis]
    verdict = con.execute(
        "select v.verdict, v.as_of from verdict v join deck d using (deck_id) "
        "where d.source_key = ? and d.version = ? and v.format = ? and v.basis = ?",
        key,
    ).fetchone()
    assert verdict is not None, f"no verdict of {key}"
    rules = con.execute(
        "select distinct v.severity, v.rule from violation v join deck d using (deck_id) "
        "where d.source_key = ? and d.version = ? and v.format = ? and v.basis = ? order by all",
        key,
    ).fetchall()
    return Found(
        verdict[0],
        verdict[1],
        tuple(rule for severity, rule in rules if severity == "violation"),
        tuple(rule for severity, rule in rules if severity == "advisory"),
    )


@pytest.mark.parametrize("row", _rows())
def test_every_verdict_is_the_expected_one(census: duckdb.DuckDBPyConnection, row: dict[str, str]) -> None:
    for basis in ("published", "today"):
        found = _found(census, row, basis)
        assert found.verdict == row[basis], basis
        if row[basis] != "incomplete":
            assert " ".join(found.rules) == row[f"{basis}_rules"], basis
            assert " ".join(found.advisories) == row[f"{basis}_advisories"], basis
    assert str(_found(census, row, "published").as_of) == row["judged_on"]


def test_no_deck_is_there_that_nobody_expects(census: duckdb.DuckDBPyConnection) -> None:
    held = census.execute("select source_key, version from deck").fetchall()
    assert set(held) == {(row["source_key"], int(row["revision"])) for row in ROWS}


def test_typing_errors_stay_unresolved_and_have_suggestions(census: duckdb.DuckDBPyConnection) -> None:
    texts = census.execute(
        "select distinct l.text from deck_line l join deck d using (deck_id) "
        "where l.card_id is null and d.source_key in ('20081', '20082', '20083')"
    ).fetchall()
    wrong = {"シルバー・ウォルグ", "無情秘伝 LOVE&HATE", "目玉坊っちゃん", "ド級 テンクウオー"}
    assert {text for (text,) in texts} == wrong
    assert "無情秘伝 LOVE×HATE" in Suggester(census, "dm").suggest("無情秘伝 LOVE&HATE")
