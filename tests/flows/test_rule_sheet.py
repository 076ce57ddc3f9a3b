"""`formats F`: one format's rule sheet, for a person and for a program."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest
from rich.cells import cell_len

from flows.cli import run
from schema.formats import load_formats

FORMATS = load_formats()


@pytest.fixture
def sheet(tmp_path, capsys):
    def ask(name: str, *options: str) -> str:
        assert run(["--home", str(tmp_path), "formats", name, *options]) == 0
        return capsys.readouterr().out

    return ask


@pytest.mark.parametrize("name", FORMATS)
def test_a_sheet_has_every_clause_and_every_edition_with_its_source(sheet, name):
    out = sheet(name)
    form = FORMATS[name]
    for edition in form.editions:
        assert f"edition {edition.starts}" in out
        assert edition.source in out
    for identity, clause in form.clauses.items():
        row = next(line for line in out.splitlines() if line.startswith(f"{identity} "))
        assert clause.title["en"] in row
        assert ("checked" if clause.kind == "check" else clause.kind) in row


def test_a_clause_names_the_editions_that_say_it_anew(sheet):
    rows = {row["rule"]: row for row in map(json.loads, sheet("dmedh", "-o", "json").splitlines())}
    assert list(rows["DM1"]) == ["rule", "kind", "title", "own_title", "from", "until", "source", "editions"]
    assert rows["DM1"]["editions"] == ["2017-01-01", "2019-03-03", "2019-12-20", "2021-09-12", "2023-02-10"]
    assert rows["DM7"]["editions"] == ["2017-01-01", "2020-02-23"]
    assert (rows["DM7"]["from"], rows["DM7"]["until"]) == ("2017-01-01", "2020-02-23")
    assert rows["DM6"]["editions"] == ["2017-01-01", "2026-01-04"]
    assert (rows["DM10"]["kind"], rows["DM10"]["editions"]) == ("play", ["2017-01-01"])


def test_every_clause_has_its_days_and_the_page_that_says_it(sheet):
    rows = {row["rule"]: row for row in map(json.loads, sheet("dmedh", "-o", "json").splitlines())}
    days = {rule: (row["from"], row["until"]) for rule, row in rows.items()}
    assert days["DM9"] == ("2017-10-29", None)  # later than its edition
    assert {days[f"GOD{n}"] for n in range(1, 7)} == {("2017-01-01", None)}
    assert {days[f"HYP{n}"] for n in range(1, 6)} == {("2017-01-01", "2019-03-03")}
    assert days["DM11"] == days["LIST"] == ("2017-01-01", None)
    rule_page = "http://dm.akrecord.com/variantrules/Reading/dmedhrule"
    assert {rows[rule]["source"] for rule in ("DM2", "DM7", "DM10", "GOD5", "HYP2")} == {rule_page}
    assert rows["DM1"]["source"] == "https://dm-edh.com/?p=9469"
    assert rows["DM6"]["source"] == "https://dm-edh.com/dmedh/13888"
    assert rows["LIST"]["source"] is None


@pytest.mark.parametrize("name", FORMATS)
def test_no_shipped_clause_lacks_its_first_day(sheet, name):
    for row in map(json.loads, sheet(name, "-o", "json").splitlines()):
        assert row["from"], row["rule"]
        assert row["kind"] != "off", row["rule"]


def test_what_a_house_rule_takes_away_is_off_on_its_sheet(sheet, tmp_path):
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "ours.toml").write_text(
        'id = "ours"\nextends = "dmedh"\n[names]\nen = "Ours"\n[rules.DM2]\nexactly = 8\n'
        '[rules.DM3]\noff = true\n[[editions]]\nfrom = 2024-04-01\nsource = "the board"\n',
        encoding="utf-8",
    )
    rows = {row["rule"]: row for row in map(json.loads, sheet("ours", "-o", "json").splitlines())}
    off = {rule for rule, row in rows.items() if row["kind"] == "off"}
    # DM7 and the hyperspatial commanders were gone before its first day.
    assert off == {"DM3", "DM7", "HYP1", "HYP2", "HYP3", "HYP4", "HYP5"}
    assert rows["DM2"]["source"] == "the board"
    assert rows["DM1"]["source"] == "https://dm-edh.com/?p=9469"


class Screen(io.StringIO):
    """A terminal in place of stdout."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
        super().__init__()
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdout", self)

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        return [re.sub(r"\x1b\[\d*m", "", line) for line in self.getvalue().splitlines()]


def test_on_a_terminal_a_sheet_is_text_that_fits(sheet, monkeypatch):
    screen = Screen(monkeypatch, 80)
    sheet("duelparty")
    lines = screen.lines()
    assert "DP2  checked, from 2022-08-05" in lines
    assert any(line.strip() == "60 cards including the partner" for line in lines)
    assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_no_terminal_is_too_narrow_for_what_is_told_of_a_format(columns, tmp_path, monkeypatch):
    screen = Screen(monkeypatch, columns)
    assert run(["--home", str(tmp_path), "formats"]) == 0
    lines = screen.lines()
    assert max(map(cell_len, lines)) <= columns
    told = " ".join(" ".join(lines).split())
    for form in FORMATS.values():
        for part in (form.id, form.names["en"], form.editions[0].starts, form.editions[-1].starts):
            assert all(word in told for word in str(part).split())
        assert form.names[form.language][:6] in told
    if columns == 80:
        at = next(place for place, line in enumerate(lines) if line.startswith("dmedh "))
        assert [line.strip() for line in lines[at : at + 3]] == [
            "dmedh  dm",
            "Duel Masters EDH · デュエル・マスターズEDH",
            "7 editions, 2017-01-01 to 2026-01-04, 20 clauses checked",
        ]
