"""`check` as a player uses it: what is said, in which order, and what is no deck."""

import json
import os
import threading

import pytest

from flows import check_batches
from flows.check_batches import batches
from flows.cli import run
from flows.sample.card_facts import sample_cards
from schema.records import DeckRecord
from tests.flows.acceptance import (
    CHEAP,
    COMMANDER,
    FIRE,
    GODS,
    JORAGON,
    PSYCHIC,
    STAR,
    WATER,
    Desk,
    deck_list,
)

KEYS = [
    "deck", "format", "edition", "as_of", "verdict", "commanders", "cards",
    "violations", "advisories", "unresolved",
]  # fmt: skip


@pytest.fixture
def desk(tmp_path, capsys):
    return Desk(tmp_path, capsys)


def test_a_verdict_has_the_keys_of_the_interface_in_their_order(desk):
    found = desk.verdict(deck_list(COMMANDER, main=(*FIRE[:57], WATER, "知らない札")), "--on", "2018-01-01")
    assert list(found) == KEYS
    assert list(found["violations"][0]) == ["rule", "title", "zone", "card", "copies", "detail", "source"]
    assert list(found["advisories"][0]) == ["rule", "card", "detail", "since", "source"]
    assert found["unresolved"] == [{"line": 60, "text": "知らない札", "suggestions": []}]


def test_the_reasons_stand_by_weight(desk):
    main = (*FIRE[:52], WATER, FIRE[0], FIRE[1])
    found = desk.verdict(deck_list(CHEAP, main=main), "--on", "2024-01-01")
    rules = [reason["rule"] for reason in found["violations"]]
    assert rules == ["DM1", "DM2", "DM6", "DM4", "DM4"]


def test_a_god_commander_is_counted_as_one_card(desk):
    found = desk.verdict(deck_list(*GODS), "--on", "2018-01-01")
    assert (found["verdict"], found["cards"]) == ("legal", 60)
    found = desk.verdict(deck_list(*GODS, main=FIRE[:58]), "--on", "2018-01-01")
    assert (found["verdict"], found["cards"]) == ("illegal", 59)


def test_several_cells_of_one_creature_are_counted_as_one_card(tmp_path, capsys):
    cells = ("勝利のガイアール・カイザー", "勝利のリュウセイ・カイザー", "勝利のプリンプリン")
    main = [card.name for card in sample_cards() if card.layout == "single"][:59]
    path = tmp_path / "deck.txt"
    path.write_text(deck_list(*cells, main=tuple(main)), encoding="utf-8")
    capsys.readouterr()
    told = {}
    for day in ("2018-01-01", "2024-01-01"):
        run(["--home", str(tmp_path), "check", str(path), "-f", "dmedh", "--on", day, "--output", "json"])
        found = json.loads(capsys.readouterr().out)
        told[day] = found["verdict"], found["cards"], len(found["commanders"])
    # Later editions know no such form: three commanders are three cards.
    assert told == {"2018-01-01": ("legal", 60, 3), "2024-01-01": ("illegal", 62, 3)}


@pytest.mark.parametrize(
    ("main", "day", "cards", "verdict", "rules"),
    [
        ((*FIRE[:59], STAR), "2018-01-01", 60, "legal", []),
        ((*FIRE[:58], STAR), "2018-01-01", 59, "illegal", ["DM2"]),
        ((*FIRE[:59], STAR, STAR), "2018-01-01", 60, "illegal", ["DM9"]),
        # Before 2017-10-29 it was one of the 60.
        ((*FIRE[:58], STAR), "2017-10-28", 59, "legal", []),
        ((*FIRE[:59], STAR), "2017-10-28", 60, "illegal", ["DM2"]),
    ],
)
def test_forbidden_star_stands_beside_the_deck_wherever_the_list_writes_it(
    desk, main, day, cards, verdict, rules
):
    found = desk.verdict(deck_list(COMMANDER, main=main), "--on", day)
    assert (found["cards"], found["verdict"]) == (cards, verdict)
    assert [each["rule"] for each in found["violations"]] == rules


@pytest.mark.parametrize(("known", "verdict"), [(58, "unknown"), (59, "unknown"), (60, "illegal")])
def test_a_line_that_may_be_no_card_makes_no_deck_too_large(desk, known, verdict):
    found = desk.verdict(deck_list(COMMANDER, main=(*FIRE[:known], "知らない札")), "--on", "2022-01-01")
    assert (found["cards"], found["verdict"]) == (known + 2, verdict)
    if known == 59:
        details = {each["rule"]: each["detail"] for each in found["advisories"]}
        assert details["DM2"] == "61 cards (1 not known), exactly 60 asked"


def test_the_table_says_where_the_date_comes_from(desk):
    assert "today, since the list names no date" in desk.run(deck_list(COMMANDER))[1]
    dated = deck_list(COMMANDER, head="Date: 2018-03-04\n")
    assert "as of 2018-03-04 (the deck's date), edition 2017-01-01" in desk.run(dated)[1]
    assert "as of 2020-01-01 (the day asked for)" in desk.run(dated, "--on", "2020-01-01")[1]


def test_the_verdict_of_today_stands_beside_that_of_the_deck_s_day(desk):
    code, out, _ = desk.run(deck_list(CHEAP, head="Date: 2023-02-09\n"))
    assert code == 0
    assert "LEGAL" in out
    assert "by the rules of today" in out
    assert "): illegal" in out
    assert f"      ✗ DM1  costs 2, at least 4 asked  [{CHEAP}], since 2023-02-10" in out.splitlines()


def test_what_broke_a_rule_on_the_deck_s_day_too_is_not_said_again(desk):
    _, out, _ = desk.run(deck_list(CHEAP, head="Date: 2023-02-10\n"))
    assert out.count("costs 2, at least 4 asked") == 1


def test_the_table_names_the_card_or_the_zone_of_each_piece_of_advice(desk):
    listed = deck_list(COMMANDER, main=(*FIRE[:58], JORAGON), tail=f"超次元ゾーン\n《{PSYCHIC}》\n")
    said = [line.strip() for line in desk.run(listed, "--on", "2022-01-01")[1].splitlines()]
    assert f"! DM8  banned since 2019-12-20 on the list dmedh  [{JORAGON}]" in said
    assert "! DM3  1 hyperspatial card, 8 asked" in said


def test_a_format_without_commanders_misses_none(desk):
    assert "no commander" not in desk.run("\n".join(FIRE[:40]), "--format", "ryugekisen")[1]
    assert "no commander" in desk.run("\n".join(FIRE[:60]), "--format", "duelparty")[1]


def test_csv_tells_violations_from_advice(desk):
    hyperspatial = f"超次元ゾーン\n《{PSYCHIC}》\n"
    listed = deck_list(COMMANDER, main=(*FIRE[:58], JORAGON), tail=hyperspatial)
    _, out, _ = desk.run(listed, "--output", "csv")
    severities = {row.split(",")[7]: row.split(",")[8] for row in out.splitlines()[1:]}
    assert severities == {"advisory": "DM8", "warning": "DM3"}
    code, out, _ = desk.run(listed, "--strict", "--output", "csv")
    assert code == 4
    assert ",illegal," in out


def test_a_sentence_below_the_list_is_no_card(desk):
    found = desk.verdict(deck_list(COMMANDER, tail="\nこのデッキは相手より早く動きます。\n"))
    assert found["cards"] == 60
    assert found["unresolved"] == []


def test_a_file_that_is_no_text_is_no_deck(desk):
    code, out, err = desk.run(b"\x7fELF\x00\x01\x1b[31m\n" * 60)
    assert (code, out) == (1, "")
    assert "bad_file: not text" in err


def test_control_characters_of_a_list_do_not_reach_the_terminal(desk):
    _, _, err = desk.run(deck_list(COMMANDER) + "\x1b[31m0 x\x07\n" + "y" * 5000 + "\n")
    assert "\x1b" not in err
    assert "\x07" not in err
    assert max(map(len, err.splitlines())) <= 300


def test_a_pipe_can_be_checked(desk, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(deck_list(COMMANDER), encoding="utf-8"))
    writer.start()

    code = run(["check", str(pipe), "-f", "dmedh", "--cards", str(desk.cards), "-o", "json"])
    writer.join()
    assert code == 0
    assert json.loads(desk.capsys.readouterr().out)["cards"] == 60


def test_an_empty_file_is_no_deck(desk):
    code, out, err = desk.run("")
    assert (code, out) == (1, "")
    assert "no_list" in err


@pytest.mark.parametrize("lost", ["", "<html><body>x</body></html>", "a\0b"], ids=["empty", "page", "bytes"])
def test_a_file_that_gives_no_deck_is_no_success_beside_legal_ones(desk, lost):
    (desk.directory / "lost.txt").write_text(lost, encoding="utf-8")
    code, out, err = desk.run(deck_list(COMMANDER), str(desk.directory / "lost.txt"), "--output", "json")
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["legal"]
    assert "lost.txt" in err
    assert code == 1


def test_a_line_that_is_no_deck_is_no_success_beside_legal_ones(desk):
    code, out, err = desk.run(_lines(1) + "{}\n" + _lines(1), "--output", "json", name="decks.jsonl")
    assert len(out.splitlines()) == 2
    assert "decks.jsonl:2: bad_json" in err
    assert code == 1


def _lines(count: int) -> str:
    deck = {"format": "dmedh", "date": "2020-01-01", "commanders": [COMMANDER]}
    main = [[1, name] for name in (*FIRE[:58], JORAGON)]
    return "".join(
        json.dumps(deck | {"title": f"deck {number}", "zones": {"main": main}}) + "\n"
        for number in range(count)
    )


def test_every_batch_knows_the_lists(desk, monkeypatch):
    monkeypatch.setattr(check_batches, "FIRST_BATCH", 1)
    monkeypatch.setattr(check_batches, "BATCH", 2)
    code, out, _ = desk.run(_lines(6), "--output", "json", name="decks.jsonl")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [verdict["deck"] for verdict in found] == [f"deck {number}" for number in range(6)]
    for verdict in found:
        banned = [item for item in verdict["advisories"] if item["rule"] == "DM8"]
        assert [(item["card"], item["since"]) for item in banned] == [(JORAGON, "2019-12-20")]


def test_decks_of_an_event_come_together_wherever_they_stand(monkeypatch):
    monkeypatch.setattr(check_batches, "FIRST_BATCH", 2)
    monkeypatch.setattr(check_batches, "BATCH", 3)
    events = [None, "a", "b", "a", None, "c", "a", "b", None, "c", "a", "a", None, None]
    decks = [DeckRecord("x", str(n), "", "", "german-edh", (), event=event) for n, event in enumerate(events)]
    found = [[deck.source_key for deck in batch] for batch in batches(decks, {"german-edh"})]
    assert found == [["0", "4"], ["8", "12", "13"], ["1", "3", "6", "10", "11"], ["2", "7"], ["5", "9"]]
    kept = [[deck.event for deck in batch] for batch in batches(decks)]
    assert kept == [events[:2], *(events[at : at + 3] for at in range(2, 14, 3))]


def _evening(number, general, player, day="2024-01-05", more=()):
    main = [[99 - len(more), "Plains"], *([1, name] for name in more)]
    return {
        "title": f"deck {number}", "format": "german-edh", "date": day, "event": "evening",
        "player": player, "commanders": [general], "zones": {"main": main},
    }  # fmt: skip


def test_the_earlier_registration_stands_wherever_it_stands_in_the_input(tmp_path, capsys, monkeypatch):
    """DE2 and DE8 over decks that lie batches apart, the earliest in the last file."""
    monkeypatch.setattr(check_batches, "FIRST_BATCH", 1)
    monkeypatch.setattr(check_batches, "BATCH", 2)
    head = "name,type,civ,race,cost,power,text\n"
    (tmp_path / "cards.csv").write_text(
        head + "Plains,Basic Land,,Plains,,,({T}: Add {W}.)\n"
        "General,Legendary Creature,W,Human,{W},1,\nOther,Legendary Creature,W,Human,{W},1,\n"
        "Spell,Sorcery,W,,{W},,\n"
    )
    apart = [_evening(n, "Other", None) | {"event": None} for n in range(20, 28)]
    late = [_evening(0, "General", "Anna"), *apart[:4], _evening(1, "Other", "Cleo", more=["Spell"])]
    early = [
        *apart[4:],
        _evening(2, "Other", "Cleo", "2024-01-03"),
        _evening(3, "General", "Bert", "2024-01-04"),
    ]
    for name, decks in (("late.jsonl", late), ("early.jsonl", early)):
        (tmp_path / name).write_text("".join(json.dumps(deck) + "\n" for deck in decks))
    files = [str(tmp_path / name) for name in ("late.jsonl", "early.jsonl")]
    arguments = ["--home", str(tmp_path / "home"), "check", *files, "--cards", str(tmp_path / "cards.csv")]
    assert run([*arguments, "-o", "json"]) == 4
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [verdict["deck"] for verdict in found[:8]] == [f"deck {n}" for n in range(20, 28)]
    rules = {verdict["deck"]: {each["rule"] for each in verdict["violations"]} for verdict in found}
    assert [rules[f"deck {n}"] for n in range(4)] == [{"DE2"}, {"DE8"}, set(), set()]


def test_a_census_is_looked_at_and_left_alone(sample_night, tmp_path, capsys):

    published = sample_night.home / "census.duckdb"
    before = (published.stat().st_mtime_ns, published.read_bytes())
    path = tmp_path / "deck.txt"
    path.write_text("《ボルバルザーク・エクス》(統率者)\n《コッコ・ルピア》\n", encoding="utf-8")
    assert run(["--home", str(sample_night.home), "check", str(path), "-f", "dmedh", "-o", "json"]) == 4
    found = json.loads(capsys.readouterr().out)
    assert found["commanders"] == ["ボルバルザーク・エクス"]
    assert found["verdict"] == "incomplete"
    assert (published.stat().st_mtime_ns, published.read_bytes()) == before


def test_the_table_names_the_list_s_date_and_a_day_before_the_format(desk):
    assert "edition 2019-12-20, list of 2019-12-20" in desk.run(deck_list(COMMANDER), "--on", "2020-01-01")[1]
    assert "edition 2017-01-01, which came later" in desk.run(deck_list(COMMANDER), "--on", "2016-01-01")[1]


PAIR = ("デッドリー・ラブ", "暴走龍 5000GT")  # together from 2022-04-03, by a crawled update of the list


@pytest.mark.parametrize("from_file", [False, True])
def test_the_list_updates_that_the_census_crawled_are_judged_by(sample_night, tmp_path, capsys, from_file):
    deck, cards = tmp_path / "deck.txt", tmp_path / "cards.csv"
    deck.write_text(deck_list("ボルバルザーク・エクス", main=PAIR), encoding="utf-8")
    rows = [f"{name},クリーチャー,火,ヒューマノイド,7,7000" for name in ("ボルバルザーク・エクス", *PAIR)]
    cards.write_text("\n".join(["name,type,civ,race,cost,power", *rows]) + "\n", encoding="utf-8")
    given = ["--home", str(sample_night.home), "check", str(deck), "-f", "dmedh", "-o", "json"]
    given += ["--cards", str(cards)] if from_file else []

    def bound(day: str) -> set[tuple[str, str]]:
        run([*given, "--on", day])
        found = json.loads(capsys.readouterr().out)
        return {(each["card"], each["since"]) for each in found["advisories"] if each["card"] in PAIR}

    assert bound("2022-04-02") == set()
    assert bound("2022-04-03") == {(name, "2022-04-03") for name in PAIR}


def test_a_published_copy_of_before_the_list_changes_is_told(sample_night, tmp_path, capsys):
    import duckdb

    home = tmp_path / "census"
    sample_night.copy(home)
    con = duckdb.connect(str(home / "census.duckdb"))
    con.execute("drop table restriction_change")
    con.close()
    deck = tmp_path / "deck.txt"
    deck.write_text(deck_list(COMMANDER), encoding="utf-8")
    assert run(["--home", str(home), "check", str(deck), "-f", "dmedh"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "restriction_change: it is of an earlier version" in captured.err
    assert "deckcensus replay" in captured.err


def test_a_restricted_name_that_no_card_has_is_told_once(desk, monkeypatch):
    """A row of one's own list that binds nothing is named with its file, line and likely card."""
    monkeypatch.setattr(check_batches, "FIRST_BATCH", 1)
    home = desk.directory / "home"
    (home / "restrictions").mkdir(parents=True)
    own = home / "restrictions" / "dmedh.csv"
    own.write_text(
        "cards,status,min_identity,effective_on,previous,url\n"
        f"{JORAGON[:-1]},banned,,2019-12-20,,https://table.example/\n"
        f"{WATER},banned,,2019-12-20,,https://table.example/\n"
        f"誰も知らない札 + {WATER},pair,,2019-12-20,,https://table.example/\n"
    )
    (home / "restrictions" / "other.csv").write_text(
        "cards,status,min_identity,effective_on,previous,url\n誰も知らない札,banned,,2019-12-20,,x\n"
    )
    _, _, told = desk.run(_lines(3), "--output", "json", name="decks.jsonl")
    notes = [line for line in told.splitlines() if "unresolved_name" in line]
    assert [line.split(": ")[0] for line in notes] == [f"{own}:2", f"{own}:4"]
    assert notes[0].endswith(f"binds nothing; is it {JORAGON}?")
    assert "誰も知らない札" in notes[1]
