"""Exports: exact CSV, CSV for Excel, Parquet, and the data package."""

from __future__ import annotations

import csv
import hashlib
import io
import json

import pyarrow.parquet as pq
import pytest

from schema.columns import published_tables
from schema.errors import UsageError
from tests.warehouse.world import fill
from warehouse.database import connect_published, connect_work
from warehouse.export import export
from warehouse.publish import publish


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("census")
    con = connect_work(home)
    fill(con)
    publish(con, home)
    con.close()
    return home


@pytest.fixture
def reader(home):
    con = connect_published(home)
    yield con
    con.close()


def test_plain_csv_is_exact(reader, tmp_path):
    export(reader, tmp_path, "csv")
    body = (tmp_path / "card.csv").read_bytes()
    assert not body.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in body
    text = body.decode("utf-8")
    assert text.splitlines()[0] == ",".join(published_tables()["card"].columns)
    read = list(csv.DictReader(io.StringIO(text)))
    names = {row["name"] for row in read}
    assert {"=SUM(A1)", '＠甲, "乙"', "甲"} <= names
    assert json.loads(next(row for row in read if row["name"] == "甲")["types"]) == ["クリーチャー"]
    decks = list(csv.DictReader(io.StringIO((tmp_path / "deck.csv").read_text(encoding="utf-8"))))
    blog = next(row for row in decks if row["source"] == "blog")
    assert blog["title"] == '-1+2 "x",\ny'
    assert blog["published_on"] == "2020-01-05"
    assert blog["seen_at"] == "2020-03-01T18:00:00Z"
    assert blog["revised_on"] == ""


def test_csv_of_every_table_reads_back_as_the_table(reader, tmp_path):
    export(reader, tmp_path, "csv")
    for name, table in published_tables().items():
        rows = list(csv.reader(io.StringIO((tmp_path / f"{name}.csv").read_text(encoding="utf-8"))))
        assert rows[0] == list(table.columns)
        assert len(rows) - 1 == reader.execute(f'select count(*) from "{name}"').fetchall()[0][0]


def test_two_exports_are_the_same_bytes(reader, home, tmp_path):
    export(reader, tmp_path / "a")
    con = connect_work(home)
    publish(con, home)
    con.close()
    again = connect_published(home)
    export(again, tmp_path / "b")
    again.close()
    first = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    second = {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()}
    assert first == second
    assert len(first) == 2 * len(published_tables()) + 1


def test_excel_reads_japanese_and_runs_no_formula(reader, tmp_path):
    export(reader, tmp_path, "csv", excel=True)
    body = (tmp_path / "card.csv").read_bytes()
    assert body.startswith(b"\xef\xbb\xbf")
    assert body.count(b"\r\n") == body.count(b"\n")
    read = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline="")))
    assert {"'=SUM(A1)", "甲"} <= {row["name"] for row in read}
    inclusion = csv.DictReader(
        io.StringIO((tmp_path / "card_inclusion.csv").read_text("utf-8-sig"), newline="")
    )
    # Numbers are numbers, not formulas.
    assert any(row["synergy"].startswith("-") for row in inclusion)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\0"])
def test_every_formula_start_is_guarded(start):
    from warehouse.export import _excel_cell

    assert _excel_cell(start + "1") == "'" + start + "1"
    assert _excel_cell("1" + start) == "1" + start


@pytest.mark.parametrize(
    ("score", "told"),
    [
        ("3-1", "'3-1"),
        ("12/4", "'12/4"),
        ("3-1-1", "'3-1-1"),
        ("3位", "3位"),
        ("2020-01", "2020-01"),
        ("0017", "'0017"),
        ("1234567890123456", "'1234567890123456"),
        ("12e5", "'12e5"),
        ("4081", "4081"),
        ("0", "0"),
    ],
)
def test_a_score_or_key_stays_what_it_is_in_excel(score, told):
    from warehouse.export import _excel_cell

    assert _excel_cell(score) == told


def test_parquet_holds_the_same_rows(reader, tmp_path):
    export(reader, tmp_path, "parquet")
    table = pq.read_table(tmp_path / "deck_card.parquet")
    assert table.num_rows == reader.execute("select count(*) from deck_card").fetchall()[0][0]
    assert (
        pq.ParquetFile(tmp_path / "deck_card.parquet").metadata.row_group(0).column(0).compression == "ZSTD"
    )
    assert not list(tmp_path.glob("*.csv"))


def test_the_data_package_describes_the_files(reader, tmp_path):
    files = export(reader, tmp_path)
    package = json.loads((tmp_path / "datapackage.json").read_text(encoding="utf-8"))
    resources = package["resources"]
    assert len({resource["name"] for resource in resources}) == len(resources) == len(files) - 1
    assert {source["title"] for source in package["sources"]} == {"blog", "dm-edh", "mtg"}
    by_name = {resource["name"]: resource for resource in resources}
    for resource in resources:
        body = (tmp_path / resource["path"]).read_bytes()
        assert resource["bytes"] == len(body)
        assert resource["hash"] == "sha256:" + hashlib.sha256(body).hexdigest()
        for field in resource["schema"]["fields"]:
            assert field["description"]
            assert field["type"] != "any"
        for key in resource["schema"].get("foreignKeys", []):
            target = by_name[key["reference"]["resource"]]
            assert key["reference"]["fields"] == target["schema"]["primaryKey"]
    assert by_name["deck_card"]["schema"]["primaryKey"] == ["deck_id", "zone", "card_id"]
    assert "primaryKey" not in by_name["violation"]["schema"]


def test_an_export_replaces_an_older_one_and_leaves_nothing_aside(reader, tmp_path):
    (tmp_path / "deck.csv").write_text("old")
    (tmp_path / "notes.txt").write_text("mine")
    export(reader, tmp_path, "csv")
    assert (tmp_path / "deck.csv").read_text(encoding="utf-8").startswith("deck_id,")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert not list(tmp_path.glob(".aside-*"))


def test_what_cannot_be_exported_is_a_plain_error(reader, tmp_path):
    with pytest.raises(UsageError, match="no kind of export"):
        export(reader, tmp_path, "xlsx")
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot write"):
        export(reader, tmp_path / "file")
