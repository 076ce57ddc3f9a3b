"""The charts of the report: every name and colour tells, and nothing is fetched to draw them."""

from __future__ import annotations

import os
import re
from datetime import date

import pytest
from bs4 import BeautifulSoup

from schema.formats import load_formats
from schema.restrictions import STATUSES
from tests.warehouse.build import published
from tests.warehouse.world import fill
from warehouse.database import connect_published, connect_work
from warehouse.publish import publish
from warehouse.report import charts
from warehouse.report.facts import read_facts

FORMS = load_formats()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("charts") / "census"
    con = connect_work(home)
    fill(con)
    publish(con, home)
    con.close()
    return home


def led(name, share=0.5):
    return {"commander": name, "share": share, "share_low": share / 2, "share_high": share}


def test_names_in_a_chart_are_whole_escaped_or_visibly_cut():
    drawn = BeautifulSoup(charts.popularity([led("<甲> & 乙"), led("長" * 30, 0.25)]), "lxml")
    labels = [each.get_text() for each in drawn.find_all("text")]
    assert "<甲> & 乙" in labels
    assert "長" * 19 + "…" in labels
    assert not [each for each in labels if re.fullmatch(r"n\d{3,}n+", each)]


def test_many_names_of_one_width_are_told_apart():
    names = [f"将{letter}" for letter in "アイウエオカキクケコサシス"]
    drawn = BeautifulSoup(charts.popularity([led(name) for name in names]), "lxml")
    assert [each.get_text() for each in drawn.find_all("text") if each.get_text() in names] == names


def test_every_status_and_verdict_has_a_colour():
    assert set(charts.STATUS_COLOURS) >= set(STATUSES) - {"free", "unknown"}
    assert len(set(charts.STATUS_COLOURS.values())) == len(charts.STATUS_COLOURS)
    assert set(charts.VERDICT_COLOURS) == {"legal", "illegal", "unknown", "incomplete"}


def test_a_restriction_in_force_reaches_to_the_last_day():
    row = {"cards": "甲", "status": "banned", "from_date": date(2020, 1, 1), "until_date": None}
    ended = {**row, "cards": "乙", "until_date": date(2021, 1, 1)}
    drawn = BeautifulSoup(charts.timeline([row, ended], date(2022, 1, 1)), "lxml")
    bars = [
        each["d"] for each in drawn.select("path[d]") if each.get("fill") == charts.STATUS_COLOURS["banned"]
    ]
    widths = sorted(max(map(float, re.findall(r"[ML,HhLl ](\d+\.?\d*)", bar))) for bar in bars[:2])
    assert widths[0] < widths[1]


def test_charts_are_drawn_without_a_network(monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setitem(os.environ, name, "http://127.0.0.1:9")
    drawn = charts.popularity([led("甲")])
    assert drawn.startswith("<svg ")
    assert "<image" not in drawn
    assert "href" not in drawn


def test_the_months_of_a_trend_sum_to_the_field(home):
    facts_of_months = published(
        home,
        "select period, sum(decks) from commander_popularity where period <> 'all' group by 1 order by 1",
    )
    con = connect_published(home)
    try:
        rows = [row for form in read_facts(con, FORMS).formats for row in form.trend]
    finally:
        con.close()
    told: dict[str, int] = {}
    for row in rows:
        told[row["month"]] = told.get(row["month"], 0) + row["decks"]
    assert sorted(told.items()) == facts_of_months
    assert all(row["commander"] for row in rows), "a format of so few commanders has no others"


def test_a_trend_tells_the_most_played_first_and_the_others_last():
    rows = [
        {"month": "2020-01", "commander": "乙", "decks": 1},
        {"month": "2020-01", "commander": None, "decks": 4},
        {"month": "2020-02", "commander": "甲", "decks": 2},
    ]
    drawn = BeautifulSoup(
        charts.trend(rows, ["甲", "丙", "乙"], [date(2020, 1, 20), date(2031, 1, 1)]), "lxml"
    )
    labels = [each.get_text() for each in drawn.find_all("text")]
    assert [each for each in labels if each in {"甲", "乙", "丙", charts.REST}] == ["甲", "乙", charts.REST]
    assert len(drawn.select("line[stroke-dasharray]")) == 1
