"""Decks and cards given by hand: kept in the archive, judged, found again by a replay."""

import json

import pytest

from flows.cli import run
from flows.commands.options import settings_for, today_in
from flows.replay import replay
from flows.settings import Settings
from tests.conftest import TODAY
from warehouse.database import connect_published

CARDS = """name,type,civ,race,cost,power
試作機 アルファ,クリーチャー,水/闇,サイバー・コマンド,5,5000
水の見本,クリーチャー,水,サイバー・ウイルス,2,1000
闇の見本,呪文,闇,,3,
火の見本,クリーチャー,火,ヒューマノイド,1,2000
"""


def rows(home, sql):
    con = connect_published(home)
    try:
        return con.execute(sql).fetchall()
    finally:
        con.close()


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "census"
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    assert run(["cards", "load", str(tmp_path / "cards.csv"), "--game", "dm", "--home", str(home)]) == 0
    return home


def deck(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_cards_and_decks_added_by_hand_are_published_and_replayed(home, tmp_path):
    list_ = deck(
        tmp_path, "a.txt", "Date: 2020-03-01\n《試作機 アルファ》(統率者)\n《水の見本》\n《闇の見本》\n"
    )
    command = ["add", list_, "--format", "dmedh", "--event", "交流会", "--player", "A", "--home", str(home)]
    assert run(command) == 0
    query = (
        "select d.format, d.player, d.published_on, v.verdict "
        "from deck d join verdict v using (deck_id) where basis = 'published'"
    )
    found = rows(home, query)
    assert [(row[0], row[1], str(row[2]), row[3]) for row in found] == [
        ("dmedh", "A", "2020-03-01", "incomplete")
    ]
    assert rows(home, "select count(*) from card") == [(4,)]
    replay(Settings(home=home), today=TODAY, say=lambda line: None)
    assert rows(home, query) == found
    assert rows(home, "select count(*) from card") == [(4,)]


def test_the_same_deck_added_twice_is_one(home, tmp_path):
    list_ = deck(tmp_path, "a.txt", "《試作機 アルファ》(統率者)\n《水の見本》\n")
    for _ in range(2):
        assert run(["add", list_, "--format", "dmedh", "--home", str(home)]) == 0
    assert rows(home, "select count(*) from deck") == [(1,)]


def test_an_edited_deck_added_again_is_a_new_version(home, tmp_path):
    list_ = deck(tmp_path, "a.txt", "《試作機 アルファ》(統率者)\n《水の見本》\n")
    assert run(["add", list_, "--format", "dmedh", "--home", str(home)]) == 0
    deck(tmp_path, "a.txt", "《試作機 アルファ》(統率者)\n《闇の見本》\n")
    assert run(["add", list_, "--format", "dmedh", "--home", str(home)]) == 0
    assert rows(home, "select version, is_current from deck order by version") == [(1, False), (2, True)]


@pytest.mark.parametrize(
    ("options", "sources"),
    [((), ["club", "hand", "hand"]), (("--source", "ours"), ["ours", "ours", "ours"])],
)
def test_interchange_lines_keep_their_source_and_key(home, tmp_path, options, sources):
    lines = [
        {
            **named, "source_key": key, "format": "dmedh", "date": "2020-03-01",
            "commanders": ["試作機 アルファ"], "zones": {"main": [[1, "水の見本"], [1, "火の見本"]]},
        }
        for named, key in (({"source": "club"}, "k1"), ({}, "k2"), ({"source": "dm-edh"}, "k3"))
    ]  # fmt: skip
    path = deck(
        tmp_path, "decks.jsonl", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    )
    assert run(["add", path, "--home", str(home), *options]) == 0
    found = rows(
        home,
        "select source_key, source, rule from violation v join deck d using (deck_id) "
        "where rule = 'DM6' and basis = 'published' order by all",
    )
    assert found == [(key, source, "DM6") for key, source in zip(("k1", "k2", "k3"), sources, strict=True)]
    refused = rows(home, "select source_key, detail from problem where kind = 'crawled_source'")
    assert [key for key, _ in refused] == ([] if options else ["k3"])
    assert run(["add", path, "--home", str(home), *options]) == 0
    assert rows(home, "select count(*) from deck") == [(3,)]
    assert run(["replay", "--home", str(home)]) == 0
    assert rows(home, "select source from deck order by source_key") == [(source,) for source in sources]


def test_a_late_card_file_judges_earlier_decks_anew(tmp_path):
    home = tmp_path / "census"
    list_ = deck(tmp_path, "a.txt", "《試作機 アルファ》(統率者)\n《火の見本》\n")
    assert run(["add", list_, "--format", "dmedh", "--home", str(home)]) == 0
    assert rows(home, "select count(*) from deck_line where card_id is null") == [(2,)]
    cards = deck(tmp_path, "cards.csv", CARDS)
    assert run(["cards", "load", cards, "--game", "dm", "--home", str(home)]) == 0
    assert rows(home, "select count(*) from deck_line where card_id is null") == [(0,)]
    assert rows(home, "select count(*) from violation where rule = 'DM6' and basis = 'today'") == [(1,)]


def test_a_file_with_no_deck_is_told(home, tmp_path, capsys):
    assert run(["add", deck(tmp_path, "empty.txt", ""), "--format", "dmedh", "--home", str(home)]) == 1
    assert rows(home, "select count(*) from deck") == [(0,)]


def test_one_file_of_three_that_cannot_be_read_is_told_and_the_rest_is_in(home, tmp_path, capsys):
    texts = {"1.txt": "《水の見本》\n", "2.txt": "<html><body>x</body></html>", "3.txt": "《火の見本》\n"}
    paths = [deck(tmp_path, name, text) for name, text in texts.items()]
    assert run(["add", *paths, "--format", "dmedh", "--home", str(home)]) == 3
    assert rows(home, "select count(*) from deck") == [(2,)]
    assert f"{paths[1]}: bad_file:" in capsys.readouterr().err
    assert rows(home, "select count(*) from problem where kind = 'bad_file'") == [(1,)]


def test_lines_that_are_odd_are_told_and_stop_no_later_run(home, tmp_path, monkeypatch):
    lines = [
        {
            "src": "x",
            "id": "a",
            "event": 5,
            "result": 1,
            "main": [[1, "水の見本"]],
            "side": [[1, "闇の見本"]],
        },
        {"src": "x", "id": "b", "side": [[1, "水の見本"]]},
    ]
    path = deck(tmp_path, "decks.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert run(["add", path, "--format", "dmedh", "--home", str(home)]) == 3
    assert rows(home, 'select title, event_id, "placing" from deck') == [("5", "5", "1")]
    assert rows(home, "select kind, line_no from problem where kind = 'bad_json'") == [("bad_json", 2)]
    # What a reader of ours fails on is kept like any page, and named.
    monkeypatch.setattr("flows.parse_kept.parse_deck_page", lambda page: {}["no such key"])
    assert (
        run(["add", deck(tmp_path, "b.txt", "《水の見本》\n"), "--format", "dmedh", "--home", str(home)]) == 1
    )
    assert rows(home, "select kind from problem where kind = 'parser_failed'") == [("parser_failed",)]


@pytest.mark.parametrize("count", [1, 3])
def test_check_stores_nothing_and_numbers_findings(count, home, tmp_path, capsys):
    paths = [
        deck(tmp_path, f"{number}.txt", "《試作機 アルファ》(統率者)\n《火の見本》\n")
        for number in range(count)
    ]
    before = (home / "census.duckdb").read_bytes()
    capsys.readouterr()
    assert run(["check", *paths, "--format", "dmedh", "--output", "json", "--home", str(home)]) == 4
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["deck"] for line in lines] == paths
    for line in lines:
        assert set(line) == {
            "deck", "format", "edition", "as_of", "verdict", "commanders", "cards", "violations",
            "advisories", "unresolved",
        }  # fmt: skip
        assert line["as_of"] == today_in(settings_for(home)).isoformat()
        assert line["commanders"] == ["試作機 アルファ"]
        assert [item["rule"] for item in line["violations"]] == ["DM6"]
        assert set(line["violations"][0]) == {"rule", "title", "zone", "card", "copies", "detail", "source"}
    assert (home / "census.duckdb").read_bytes() == before


def test_check_names_unknown_cards_with_suggestions(home, tmp_path, capsys):
    path = deck(tmp_path, "a.txt", "《試作品 アルファ》(統率者)\n《水の見木》\n《まったく知らない》\n")
    capsys.readouterr()
    assert run(["check", path, "--format", "dmedh", "--output", "json", "--home", str(home)]) == 4
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] in ("unknown", "incomplete")
    assert {item["text"]: item["suggestions"] for item in found["unresolved"]}["試作品 アルファ"] == [
        "試作機 アルファ"
    ]


def test_check_for_a_day_of_ones_own(home, tmp_path, capsys):
    path = deck(tmp_path, "a.txt", "Date: 2020-03-01\n《試作機 アルファ》(統率者)\n《水の見本》\n")
    capsys.readouterr()
    run(["check", path, "--format", "dmedh", "--output", "json", "--home", str(home)])
    run(["check", path, "--format", "dmedh", "--on", "2018-01-01", "--output", "json", "--home", str(home)])
    own, other = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (own["as_of"], own["edition"]) == ("2020-03-01", "2020-02-23")
    assert (other["as_of"], other["edition"]) == ("2018-01-01", "2017-01-01")


@pytest.mark.parametrize("extra", [[], ["--format", "no-such-format"]])
def test_a_deck_of_no_format_is_refused_and_nothing_is_kept(extra, tmp_path, capsys):
    path = deck(tmp_path, "a.txt", "《試作機 アルファ》(統率者)\n《水の見本》\n")
    home = tmp_path / "census"
    assert run(["add", path, *extra, "--home", str(home)]) == 2
    assert "format" in capsys.readouterr().err
    assert not home.exists()


def test_a_directory_is_read_without_the_census_in_it(home, tmp_path, capsys):
    deck(tmp_path, "a.txt", "《試作機 アルファ》(統率者)\n《水の見本》\n")
    (tmp_path / "cards.csv").unlink()
    assert (home / "exports" / "deck.csv").is_file()
    capsys.readouterr()
    assert run(["check", str(tmp_path), "--format", "dmedh", "--output", "json", "--home", str(home)]) == 4
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert captured.err == ""


def test_a_card_file_may_have_as_long_a_name_as_a_disk_takes(home, tmp_path):
    (tmp_path / f"{'長' * 80}.csv").write_text(CARDS.replace("水の見本", "水の別本"), encoding="utf-8")
    command = ["cards", "load", str(tmp_path / f"{'長' * 80}.csv"), "--game", "dm", "--home", str(home)]
    assert run(command) == 0
    assert rows(home, "select count(*) from card where name = '水の別本'") == [(1,)]
    replay(Settings(home=home), today=TODAY, say=lambda line: None)
    assert rows(home, "select count(*) from card where name = '水の別本'") == [(1,)]


@pytest.mark.parametrize("source", ["", "a/b", "../x", "s" * 61, "a\nb", "-x", "."])
def test_a_source_that_no_file_can_be_named_after_is_refused(home, tmp_path, capsys, source):
    files = sorted((home / "archive").iterdir())
    list_ = deck(tmp_path, "a.txt", "《水の見本》\n")
    assert run(["add", list_, "--format", "dmedh", "--source", source, "--home", str(home)]) == 2
    assert "no name of a source" in capsys.readouterr().err
    assert sorted((home / "archive").iterdir()) == files


def test_a_source_may_have_a_japanese_name(home, tmp_path):
    list_ = deck(tmp_path, "a.txt", "《水の見本》\n")
    assert run(["add", list_, "--format", "dmedh", "--source", "交" * 60, "--home", str(home)]) == 0
    assert rows(home, "select source from deck") == [("交" * 60,)]
