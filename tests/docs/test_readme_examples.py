"""The worked examples of the README: its house rule, its format from nothing, its parser."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from typing import TYPE_CHECKING

import pytest

from parsers.base import Parser
from schema.formats import load_formats
from schema.records import Page
from schema.restrictions import shipped_lists
from tests.docs.linting import ruff
from tests.docs.readme import parts
from tests.docs.running import do, standing_in
from warehouse.database import memory_database
from warehouse.load import load_pages
from warehouse.warc import sha256_hex

if TYPE_CHECKING:
    from tests.docs.conftest import Followed

PARTS = parts()


def test_the_house_rule_is_judged_as_told(followed: Followed):
    with standing_in(followed.directory):
        done = do("deckcensus check ours.txt --format kitchen-table --output json")
    found = json.loads(done.stdout)
    assert found["verdict"] == "illegal"
    told = {
        (item["rule"], item["card"], item["detail"].partition(" since ")[0]) for item in found["violations"]
    }
    assert told == {
        ("KT2", "コッコ・ルピア", "banned together with フェアリー・ライフ"),
        ("KT2", "フェアリー・ライフ", "banned together with コッコ・ルピア"),
        ("KT2", "青銅の鎧", "banned with 2 or more civilizations in the commander"),
    }


def test_the_house_rule_changes_what_it_names_and_keeps_the_rest(followed: Followed):
    formats = load_formats(followed.directory / "census")
    own, shipped = formats["kitchen-table"].editions[-1].rules, formats["dmedh"].editions[-1].rules
    assert own["DM2"].exactly == 8
    assert shipped["DM2"].exactly == 60
    assert "DM3" not in own
    assert own["DM6"] == shipped["DM6"]
    assert own["DM1"].excluded == shipped["DM1"].excluded
    assert (own["DM1"].least_cost, shipped["DM1"].least_cost) == (7, 4)


def test_the_house_list_is_read(followed: Followed):
    changes = shipped_lists(followed.directory / "census")["kitchen-table"]
    assert [change.status for change in changes] == ["banned", "pair", "free"]


def test_what_the_house_rule_forbids_is_found(followed: Followed, tmp_path):
    """Each of its own rules is broken by a deck made for it, and by no other."""
    ours = (followed.directory / "ours.txt").read_text(encoding="utf-8")
    good = ours.replace("《コッコ・ルピア》", "《ボルシャック・NEX》").replace("2025-05-05", "2025-07-07")
    dear = "ボルバルザーク・エクス", "無双竜鬼ミツルギブースト"  # of cost 7, of cost 5
    cases = {
        "": good,
        "DM2": good.replace("《クック・ポロン》\n", ""),
        "KT1": good.replace("《クック・ポロン》", "《進化設計図》"),
        "DM6": good.replace("《クック・ポロン》", "《アクア・サーファー》"),
        "KT2": good.replace("2025-07-07", "2024-05-05"),
        "DM1": good.replace(*dear).replace("2025-07-07", "2026-05-05"),
    }
    with standing_in(followed.directory):
        for rule, text in cases.items():
            (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
            done = do(f"deckcensus check {tmp_path / 'deck.txt'} --format kitchen-table --output json")
            found = json.loads(done.stdout)
            assert {item["rule"] for item in found["violations"]} == ({rule} - {""}), found
            assert done.code == (4 if rule else 0)


def test_the_format_from_nothing_judges(followed: Followed, tmp_path):
    deck = "Date: 2025-05-05\n\n《ボルバルザーク・エクス》(統率者)\n《青銅の鎧》\n《アクア・サーファー》×2\n"
    (tmp_path / "deck.txt").write_text(deck, encoding="utf-8")
    with standing_in(followed.directory):
        found = json.loads(do(f"deckcensus check {tmp_path / 'deck.txt'} -f fifteen -o json").stdout)
    assert {item["rule"] for item in found["violations"]} == {"F1", "F3"}
    assert found["verdict"] == "incomplete"


def test_files_of_the_readme_are_what_they_say():
    names = {part.argument for part in PARTS if part.kind == "file"}
    assert {"census/formats/kitchen-table.toml", "census/restrictions/kitchen-table.csv"} <= names
    for part in PARTS:
        if part.argument.endswith(".toml"):
            assert tomllib.loads(part.text)["id"] in part.argument


@pytest.fixture
def club():
    """The README's parser, as a module would hold it."""
    text = next(part.text for part in PARTS if part.argument == "parsers/my_club.py")
    module: dict = {"__name__": "parsers.my_club"}
    exec(compile(text, "my_club.py", "exec"), module)
    return module["MyClubParser"]()


def club_page(body: str) -> Page:
    now = datetime.datetime(2026, 11, 29, tzinfo=datetime.UTC)
    data = body.encode()
    return Page("my-club", "https://decks.my-club.org/7", now, 200, "text/html", data, sha256_hex(data))


def test_the_parser_of_the_readme_satisfies_the_protocol(club):
    assert {name for name in vars(Parser) if not name.startswith("_")} <= set(dir(club))
    assert set(Parser.__annotations__) <= set(dir(club))
    assert club.owns("https://decks.my-club.org/7")
    assert not club.owns("https://dm-edh.com/7")


def test_the_parser_of_the_readme_gives_a_deck_that_is_loaded(club):
    page = club_page("<h1>7</h1><pre>\nDate: 2024-05-05\n《天気君》(統率者)\n1 青銅の鎧\n</pre>")
    parsed = club.parse(page)
    con = memory_database()
    load_pages(con, [(page, club.name, club.version, parsed)], started_at=page.fetched_at, code_version="1")
    assert con.execute("select source, format, parser from deck").fetchall() == [
        ("my-club", "dmedh", "my-club")
    ]
    assert con.execute("select zone, text from deck_line order by line_no").fetchall() == [
        ("commander", "天気君"),
        ("main", "青銅の鎧"),
    ]
    con.close()


@pytest.mark.parametrize("body", ["", "<pre>\n《天気君》", "<h1>moved</h1>"])
def test_the_parser_of_the_readme_tells_what_it_cannot_read(club, body):
    parsed = club.parse(club_page(body))
    assert not parsed.decks
    assert [problem.kind for problem in parsed.problems] == ["layout_changed"]


def test_the_parser_of_the_readme_keeps_the_house_s_rules():
    text = next(part.text for part in PARTS if part.argument == "parsers/my_club.py")
    told = ruff("--stdin-filename", "parsers/my_club.py", "-", text=text)
    # Where an import only serves types is a matter of taste in an example.
    assert not [row for row in told.stdout.splitlines() if re.match(r"[A-Z]+\d+ ", row) and "TC00" not in row]
