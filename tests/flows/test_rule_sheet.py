"""`formats F`: one format's rule sheet, for a person and for a program."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

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
    assert rows["DM10"]["kind"] == "play"
    assert rows["DM10"]["editions"] == []


def test_on_a_terminal_a_sheet_is_text_that_fits(sheet, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdout", screen)
    sheet("duelparty")
    lines = [re.sub(r"\x1b\[\d*m", "", line) for line in screen.getvalue().splitlines()]
    assert "DP2  checked, from 2022-08-05" in lines
    assert any(line.strip() == "60 cards including the partner" for line in lines)
    assert max(map(len, lines)) <= 80
