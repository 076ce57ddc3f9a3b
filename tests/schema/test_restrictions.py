"""Restriction lists as data, and changes folded into intervals."""

# ruff: noqa: E501 (tables read better on one line a case)

import csv
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.errors import FormatError
from schema.records import RestrictionChange
from schema.restrictions import COLUMNS, fold, read_list, set_key, shipped_lists


def change(day: str, status: str, colours: int | None = None, **more: object) -> RestrictionChange:
    fields = {"list": "dmedh", "cards": ("甲",), "url": "https://x/", **more}
    return RestrictionChange(
        status=status, effective_on=date.fromisoformat(day), min_identity=colours, **fields
    )


# changes -> (status, colours, from, until) in order
FOLDS: dict[str, tuple] = {
    "one": ([change("2020-02-23", "banned")], [("banned", None, "2020-02-23", None)]),
    "leap day": ([change("2024-02-29", "banned"), change("2028-02-29", "free")],
                 [("banned", None, "2024-02-29", "2028-02-29")]),
    "lifted": ([change("2020-01-01", "banned"), change("2021-09-12", "free")],
               [("banned", None, "2020-01-01", "2021-09-12")]),
    "again": ([change("2015-01-01", "banned"), change("2016-01-01", "free"), change("2020-01-01", "banned")],
              [("banned", None, "2015-01-01", "2016-01-01"), ("banned", None, "2020-01-01", None)]),
    "moved": ([change("2019-01-01", "banned", 4), change("2021-09-12", "banned", 3)],
              [("banned", 4, "2019-01-01", "2021-09-12"), ("banned", 3, "2021-09-12", None)]),
    "moved from a state given": ([change("2021-09-12", "banned", 3, previous="banned:4")],
                                 [("banned", 4, None, "2021-09-12"), ("banned", 3, "2021-09-12", None)]),
    "moved from a number that is none": ([change("2021-09-12", "banned", 3, previous="banned:9")],
                                         [("unknown", None, None, "2021-09-12"), ("banned", 3, "2021-09-12", None)]),
    "freed from a state given": ([change("2019-10-27", "free", previous="banned_as_commander")],
                                 [("banned_as_commander", None, None, "2019-10-27")]),
    "freed from a state not given": ([change("2020-02-23", "free")], [("unknown", None, None, "2020-02-23")]),
    "was free": ([change("2020-02-23", "banned", previous="無制限")], [("banned", None, "2020-02-23", None)]),
    "said twice": ([change("2020-01-01", "banned"), change("2020-01-01", "banned"), change("2021-01-01", "banned")],
                   [("banned", None, "2020-01-01", None)]),
    "freed and set on one day": ([change("2020-01-01", "banned", 2), change("2021-01-01", "free"),
                                  change("2021-01-01", "banned")],
                                 [("banned", 2, "2020-01-01", "2021-01-01"), ("banned", None, "2021-01-01", None)]),
    "two states on one day": ([change("2020-01-01", "banned", 2, line_no=1), change("2020-01-01", "banned", 3, line_no=2)],
                              [("banned", 3, "2020-01-01", None)]),
    "as it stands on the day of the change": ([change("2020-01-01", "banned"),
                                               change("2020-01-01", "banned", kind="snapshot", url="https://a/")],
                                              [("banned", None, "2020-01-01", None)]),
    "two spellings": ([change("2020-01-01", "banned", cards=("デュエマ・ボーイ ダイキ",)),
                       change("2021-01-01", "free", cards=("デュエマボーイ・ダイキ",))],
                      [("banned", None, "2020-01-01", "2021-01-01")]),
    "as it stands": ([change("2026-05-01", "banned", kind="snapshot")],
                     [("banned", None, None, "2026-05-01"), ("banned", None, "2026-05-01", None)]),
    "as it stands, known since": ([change("2020-01-01", "banned"), change("2026-05-01", "banned", kind="snapshot")],
                                  [("banned", None, "2020-01-01", None)]),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLDS)
def test_fold(name: str) -> None:
    changes, expected = FOLDS[name]
    found = [
        (i.status, i.min_identity, i.starts and str(i.starts), i.until and str(i.until))
        for i in fold("dm", changes)
    ]
    assert found == expected
    assert found == [
        (i.status, i.min_identity, i.starts and str(i.starts), i.until and str(i.until))
        for i in fold("dm", reversed(changes))
    ]


def test_a_pair_and_a_single_card_are_two_things() -> None:
    changes = [
        change("2020-01-01", "pair", cards=("甲", "乙")),
        change("2020-01-01", "banned"),
        change("2021-01-01", "free", cards=("乙", "甲")),
    ]
    assert {(len(i.cards), str(i.until)) for i in fold("dm", changes)} == {(1, "None"), (2, "2021-01-01")}


DAYS = st.integers(0, 30).map(lambda n: date.fromordinal(date(2020, 1, 1).toordinal() + n))


@given(st.lists(st.tuples(DAYS, st.sampled_from(["banned", "banned_as_commander", "free"])), max_size=12))
def test_on_each_day_the_last_change_holds(rows: list[tuple[date, str]]) -> None:
    """Against the plain reading: the last change on or before the day; a restriction beats a lift."""
    first = ("2019-01-01", "banned")
    changes = [change(*first), *(change(str(day), status) for day, status in rows)]
    intervals = fold("dm", changes)
    for number in range(-1, 32):
        day = date.fromordinal(date(2020, 1, 1).toordinal() + number)
        holding = [
            i.status for i in intervals if i.starts and i.starts <= day and (i.until is None or day < i.until)
        ]
        before = [one for one in changes if one.effective_on <= day]
        last = max(one.effective_on for one in before)
        meant = {one.status for one in before if one.effective_on == last}
        if meant - {"free"}:
            assert len(holding) == 1
            assert holding[0] in meant
        else:
            assert holding == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'"' + b"x" * 200_000, r"house\.csv: line \d+: field larger than field limit"),
        ("甲,banned,,2020-01-01,,u\n".encode("cp932"), r"house\.csv: not UTF-8 \(byte 53\)"),
        (b"\xe7\x94\xb2,pair,,2020-01-01,,u\n", r"house\.csv: line 2: cards: a pair names 2 cards"),
    ],
)
def test_a_list_that_cannot_be_read_is_named(tmp_path: Path, body: bytes, said: str) -> None:
    (tmp_path / "restrictions").mkdir()
    head = ",".join(COLUMNS).encode() + b"\n"
    (tmp_path / "restrictions" / "house.csv").write_bytes(head + body)
    with pytest.raises(FormatError, match=said) as caught:
        shipped_lists(tmp_path)
    assert caught.value.hint


def test_a_directory_in_the_place_of_a_list_is_named(tmp_path: Path) -> None:
    (tmp_path / "restrictions" / "house.csv").mkdir(parents=True)
    with pytest.raises(FormatError, match=r"house\.csv: is a directory$"):
        shipped_lists(tmp_path)


def test_shipped_lists_hold_what_is_known() -> None:
    lists = shipped_lists()

    def on(name: str, card: str, day: str) -> set[str]:
        moment = date.fromisoformat(day)
        return {
            i.status for i in fold("dm" if name.startswith(("dm", "ryu")) else "mtg", lists[name])
            if i.cards == (card,) and (i.starts is None or i.starts <= moment) and (i.until is None or moment < i.until)
        }  # fmt: skip

    assert on("dmedh", "ジョット・ガン・ジョラゴン", "2019-12-19") == set()
    assert on("dmedh", "ジョット・ガン・ジョラゴン", "2019-12-20") == {"banned"}
    assert on("commander", "Mana Crypt", "2024-09-22") == set()
    assert on("commander", "Mana Crypt", "2024-09-23") == {"banned"}
    assert on("commander", "Lutri, the Spellchaser", "2025-06-01") == {"banned"}
    assert on("commander", "Lutri, the Spellchaser", "2026-08-01") == {"banned_as_companion"}
    assert on("commander", "Braids, Cabal Minion", "2014-09-25") == {"banned_as_commander"}
    assert on("duel-commander", "Force of Will", "2025-07-27") == set()
    assert on("duel-commander", "Force of Will", "2026-01-01") == {"banned"}
    assert on("duel-commander-mtgdc", "Force of Will", "2026-01-01") == set()
    assert on("dm-hall", "無双竜機ボルバルザーク", "2006-03-14") == {"limited"}
    assert on("dm-hall", "無双竜機ボルバルザーク", "2006-03-15") == {"banned"}
    assert on("dm-hall", "緊急プレミアム殿堂", "2020-01-18") == set()
    assert on("dm-hall", "緊急プレミアム殿堂", "2020-01-19") == {"banned"}
    assert len(lists["ryugekisen"]) == 6


@pytest.mark.shared
def test_the_premium_hall_of_fame_is_that_of_its_history(shared: Path) -> None:
    """On every day of a change, and the day before, the cards whose newest change by then made them premium."""
    with (shared / "data/dm/official_hall_history.csv").open(encoding="utf-8") as file:
        changes = [
            (date.fromisoformat(row["effective_date"]), re.findall("《(.+?)》", row["card_name"])[0], row["change_that_day"])
            for row in csv.DictReader(file) if "コンビ" not in row["change_that_day"]
        ]  # fmt: skip
    intervals = [held for held in fold("dm", shipped_lists()["dm-hall"]) if held.status == "banned"]
    edges = {day for day, *_ in changes}
    assert len(edges) > 50
    for day in sorted(edges | {edge - timedelta(days=1) for edge in edges}):
        newest = {
            name: change for begun, name, change in sorted(changes, key=lambda one: one[0]) if begun <= day
        }
        wanted = {
            set_key("dm", [name]) for name, change in newest.items() if change.endswith("プレミアム殿堂")
        }
        held = {
            i.set_key
            for i in intervals
            if i.starts is not None and i.starts <= day and (i.until is None or day < i.until)
        }
        assert held == wanted, day


def test_every_row_has_an_address_or_a_named_source() -> None:
    assert all(one.url for rows in shipped_lists().values() for one in rows)


HEAD = ",".join(COLUMNS) + "\n"
BROKEN = {
    "columns": ("card,status\n", "line 1: columns"),
    "status": (HEAD + "A,forbidden,,2020-01-01,,u\n", "line 2: status"),
    "date": (HEAD + "A,banned,,January,,u\n", "line 2: effective_on"),
    "pair of one": (HEAD + "A,pair,,2020-01-01,,u\n", "line 2: cards"),
    "no card": (HEAD + ",banned,,2020-01-01,,u\n", "line 2: cards"),
    "colours": (HEAD + "A,banned,many,2020-01-01,,u\n", "line 2: min_identity"),
    "a comma in a name": (
        HEAD + "A, the B,banned,,2020-01-01,,u\n",
        "line 2: cards: .* needs quotation marks",
    ),
    "a row cut short": (HEAD + "A,banned\n", "line 2: effective_on: '' is no date"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_errors_name_file_line_and_column(name: str) -> None:
    text, words = BROKEN[name]
    with pytest.raises(FormatError, match=r"own\.csv: " + words):
        read_list("own", text, "own.csv")


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "restrictions").mkdir()
    (tmp_path / "restrictions" / "house.csv").write_text(
        HEAD + "A + B,pair,,2020-01-01,,u\n", encoding="utf-8-sig"
    )
    (one,) = shipped_lists(tmp_path)["house"]
    assert (one.cards, one.status, one.list) == (("A", "B"), "pair", "house")
