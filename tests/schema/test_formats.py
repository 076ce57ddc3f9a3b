"""Formats as data: the shipped files, the user's own, and errors that name file, key and reason."""

# ruff: noqa: E501 (tables read better on one line a case)

from datetime import date, timedelta
from pathlib import Path

import pytest

from schema.errors import FormatError
from schema.formats import load_formats
from schema.restrictions import shipped_lists
from schema.rule_kinds import Identity

# Every clause of the specification's tables, and what kind it is.
CLAUSES = {
    "dmedh": {"check": "DM1 DM2 DM3 DM4 DM5 DM6 DM7 DM8 DM9 DM12 GOD1 GOD2 GOD3 GOD4 GOD5 HYP1 HYP2 HYP3 HYP5",
              "play": "DM10 DM11 GOD6 HYP4"},
    "french-commander": {"check": "FR1 FR2 FR3 FR4 FR5 FR6 FR7 FR8 FR9", "play": "FR10"},
    "german-edh": {"check": "DE1 DE2 DE3 DE4 DE5 DE6 DE7 DE8 DE9", "play": "DE10"},
    "ryugekisen": {"check": "RY1 RY2 RY3 RY4 RY5 RY6 RY7 RY8", "play": "RY9 RY10", "info": "RY11"},
    "duelparty": {"check": "DP1 DP2 DP3 DP4 DP5 DP6 DP7", "play": "DP8"},
}  # fmt: skip
EDITIONS = {
    "dmedh": "2017-01-01 2019-03-03 2019-12-20 2020-02-23 2021-09-12 2023-02-10 2026-01-04",
    "ryugekisen": "2018-07-29 2018-08-15 2018-09-13 2018-10-18 2018-10-31",
    "duelparty": "2022-08-05",
}


@pytest.mark.parametrize("name", CLAUSES)
def test_sheet_has_every_clause(name: str) -> None:
    sheet = load_formats()[name].clauses
    for kind, listed in CLAUSES[name].items():
        assert {clause for clause in listed.split() if sheet[clause].kind == kind} == set(listed.split())


@pytest.mark.parametrize("name", sorted(load_formats()))
def test_every_title_is_in_english_and_the_communitys_language(name: str) -> None:
    held = load_formats()[name]
    for clause, line in held.clauses.items():
        assert line.title["en"], clause
        assert line.title.get(held.language), (clause, held.language)
    assert held.names["en"]
    assert all(edition.source for edition in held.editions)


@pytest.mark.parametrize("name", EDITIONS)
def test_editions(name: str) -> None:
    held = load_formats()[name]
    assert " ".join(str(edition.starts) for edition in held.editions) == EDITIONS[name]
    for edition, later in zip(held.editions, held.editions[1:], strict=False):
        assert edition.until == later.starts
        assert held.edition_on(later.starts - timedelta(days=1)) is edition
        assert held.edition_on(later.starts) is later
    assert held.edition_on(date(1990, 1, 1)) is held.editions[0]


def test_every_list_a_format_names_is_there() -> None:
    lists = shipped_lists()
    named = {
        rule.list
        for held in load_formats().values()
        for edition in held.editions
        for rule in edition.rules.values()
        if rule.kind == "restriction_list"
    }
    assert named <= set(lists)
    assert {"dmedh", "dm-hall", "duel-commander", "commander", "ryugekisen"} <= named


def write(home: Path, text: str, name: str = "own.toml") -> Path:
    (home / "formats").mkdir(exist_ok=True)
    path = home / "formats" / name
    path.write_text(text, encoding="utf-8")
    return path


HOUSE = """
id = "house"
extends = "french-commander"
[names]
en = "House rules"
[rules.FR1]
exactly = 60
"""


def test_a_house_rule_overrides_one_parameter(tmp_path: Path) -> None:
    write(tmp_path, HOUSE)
    formats = load_formats(tmp_path)
    house, french = formats["house"].editions[0], formats["french-commander"].editions[0]
    assert (house.rules["FR1"].exactly, french.rules["FR1"].exactly) == (60, 100)
    assert house.rules["FR2"] == french.rules["FR2"]
    assert formats["house"].clauses == formats["french-commander"].clauses


def test_bounds_take_the_place_of_an_inherited_exact_number_and_it_of_them(tmp_path: Path) -> None:
    write(tmp_path, HOUSE.replace("exactly = 60", "at_least = 60"))
    write(tmp_path, HOUSE.replace("house", "again").replace("french-commander", "house"), "own2.toml")
    formats = load_formats(tmp_path)
    sizes = {name: formats[name].editions[0].rules["FR1"] for name in ("house", "again")}
    assert {name: (rule.least, rule.most) for name, rule in sizes.items()} == {
        "house": (60, None),
        "again": (60, 60),
    }


def test_a_file_of_the_same_id_extends_the_shipped_one(tmp_path: Path) -> None:
    write(tmp_path, HOUSE.replace('"house"', '"french-commander"'))
    held = load_formats(tmp_path)["french-commander"]
    assert held.editions[0].rules["FR1"].exactly == 60
    assert load_formats()["french-commander"].editions[0].rules["FR1"].exactly == 100


def test_a_house_rule_from_a_day_on(tmp_path: Path) -> None:
    text = """
id = "from-a-day"
extends = "duel-commander"
names.en = "From a day"
[[editions]]
from = 2012-01-01
source = "the organiser"
[[editions]]
from = 2024-01-01
source = "the organiser"
rules.FR1.exactly = 80
rules.DC2.off = true
"""
    write(tmp_path, text.replace("rules.DC2.off = true\n", ""))
    held = load_formats(tmp_path)["from-a-day"]
    sizes = {str(edition.starts): edition.rules["FR1"].exactly for edition in held.editions}
    assert sizes == {
        "2012-01-01": 100, "2020-04-17": 100, "2024-01-01": 80, "2024-05-27": 80, "2025-07-25": 80,
    }  # fmt: skip
    assert "DC2" in held.edition_on(date(2025, 1, 1)).rules


def test_a_rule_taken_out(tmp_path: Path) -> None:
    write(tmp_path, HOUSE.replace("exactly = 60", "off = true"))
    assert "FR1" not in load_formats(tmp_path)["house"].editions[0].rules


BROKEN = {
    "not TOML": ("id = ", ["own.toml", "not TOML"]),
    "unknown key": (HOUSE + "colour = 1\n", ["own.toml", "rules.FR1", "colour"]),
    "unknown key at the top": ("colour = 1\n" + HOUSE, ["own.toml", "colour"]),
    "wrong type": (HOUSE.replace("60", '"many"'), ["own.toml", "rules.FR1", "exactly"]),
    "negative": (HOUSE.replace("60", "-1"), ["own.toml", "rules.FR1", "exactly"]),
    "unknown kind": (HOUSE.replace("exactly = 60", 'kind = "magic"'), ["own.toml", "rules.FR1"]),
    "unknown base": (HOUSE.replace("french-commander", "klingon"), ["own.toml", "extends", "klingon"]),
    "itself": (HOUSE.replace("french-commander", "house"), ["own.toml", "extends"]),
    "unknown clause": (HOUSE.replace("FR1", "XX1"), ["own.toml", "rules.XX1", "rule sheet"]),
    "rules of no clause": (
        HOUSE + '[clauses.H1]\nkind = "check"\ntitle.en = "x"\nrules_of = "XX1"\n',
        ["own.toml", "clauses.H1.rules_of", "XX1 is not on the rule sheet"]),
    "unknown zone": (HOUSE.replace("exactly = 60", 'zones = ["attic"]'), ["own.toml", "rules.FR1", "zones"]),
    "unknown method": (HOUSE.replace("[rules.FR1]\nexactly = 60", '[rules.FR4]\ncards = "smell"'),
                       ["own.toml", "rules.FR4", "smell"]),
    "both a number and bounds": (HOUSE.replace("exactly = 60", "exactly = 60\nat_most = 80"),
                                 ["own.toml", "rules.FR1", "exactly stands alone"]),
    "two commanders of one": (HOUSE.replace("[rules.FR1]\nexactly = 60", "[rules.FR3]\nat_least = 2"),
                              ["own.toml", "rules.FR3", "at_least 2 is more than at_most 1"]),
    "a zone without a size": (HOUSE.replace("exactly = 60", 'kind = "zone_size"\nzone = "sideboard"'),
                              ["own.toml", "rules.FR1", "at_most, one_of or expected"]),
    "a method of the other game": (
        HOUSE.replace("[rules.FR1]\nexactly = 60", '[rules.FR4]\ncards = "civilization"'),
        ["own.toml", "rules.FR4", "cards", "'civilization' is no mtg method"]),
    "colours of the other game": (
        'id = "x"\nextends = "dmedh"\nnames.en = "x"\n[rules.DM8]\ncolours = "colour_identity"\n',
        ["own.toml", "rules.DM8", "colours", "'colour_identity' is no dm method"]),
    "unreadable test": (HOUSE.replace("[rules.FR1]\nexactly = 60", '[rules.FR3]\neligible = ["race!x"]'),
                        ["own.toml", "rules.FR3", "race!x"]),
    "no editions": ('id = "empty"\ngame = "dm"\nnames.en = "x"\n', ["own.toml", "editions"]),
    "bad id": (HOUSE.replace('"house"', '"My House"'), ["own.toml", "id"]),
    "bad game": ('id = "x"\ngame = "chess"\nnames.en = "x"\n', ["own.toml", "game"]),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_errors_name_file_key_and_reason(tmp_path: Path, name: str) -> None:
    text, words = BROKEN[name]
    write(tmp_path, text)
    with pytest.raises(FormatError) as caught:
        load_formats(tmp_path)
    assert [word for word in words if word not in str(caught.value)] == []
    assert caught.value.hint


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    write(tmp_path, "").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match=r"own\.toml"):
        load_formats(tmp_path)


def test_reminder_text_is_a_parameter(tmp_path: Path) -> None:
    write(
        tmp_path,
        'id = "lenient"\nextends = "german-edh"\nnames.en = "x"\n[rules.DE3]\nreminder_text = false\n',
    )
    rule = load_formats(tmp_path)["lenient"].editions[0].rules["DE3"]
    assert rule.cards_method == "symbols_without_reminder"
    assert load_formats()["german-edh"].editions[0].rules["DE3"].cards_method == "symbols_with_reminder"


def test_of_two_editions_of_one_day_the_format_s_own_is_announced(tmp_path: Path) -> None:
    write(
        tmp_path,
        'id = "own"\nextends = "dmedh"\nnames.en = "Own"\n'
        '[[editions]]\nfrom = 2020-02-23\nsource = "our table"\nnote = "ours"\n',
    )
    edition = load_formats(tmp_path)["own"].edition_on(date(2020, 2, 23))
    assert (edition.source, edition.note) == ("our table", "ours")


def test_reminder_text_is_asked_of_the_methods_that_read_symbols() -> None:
    def method(cards: str, reminder: bool | None) -> str:
        rule = Identity(kind="identity", commander="cost_symbols", cards=cards, reminder_text=reminder)
        return rule.cards_method

    assert method("symbols_with_reminder", False) == "symbols_without_reminder"
    assert method("symbols_without_reminder", True) == "symbols_with_reminder"
    assert method("symbols_with_reminder", None) == "symbols_with_reminder"
    assert method("colour_identity", True) == "colour_identity"


SHEET = """
id = "tiny"
game = "mtg"
names.en = "Tiny"
[clauses.A1]
kind = "check"
title.en = "cheap cards"
[[editions]]
from = 2015-01-01
source = "x"
[editions.rules.A1]
kind = "card_class"
any = ["mana_value>=4"]
at_most = 0
"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"card_class"', '"cardclass"'), "there is no kind 'cardclass'; there are 'deck_size'"),
        (("at_most", "most"), "most: there is no such key here"),
        (("from = 2015-01-01", 'from = "soon"'), "editions.1.from: 'soon' is no date; write 2015-01-31"),
        (('source = "x"', ""), "editions.1.source: is missing"),
        (('["mana_value>=4"]', '"mana_value>=4"'), "any: a list is needed, as ['mana_value>=4']"),
        (("mana_value>=4", "rarity=common"), "any.1: 'rarity=common' is no card test"),
        (('"tiny"', '"Tiny Leaders"'), "lower case letters, digits and dashes alone"),
        (('game = "mtg"\n', ""), "game: is missing"),
        (('names.en = "Tiny"\n', ""), "names.en: is missing"),
        (
            ("names.en", "excerpt_below = 80\nnames.en"),
            "excerpt_below: should be less than or equal to 1",
        ),
        (("[[editions]]", "[editions]"), "editions: write it in two brackets, [[…]]"),
        (("title.en = ", "title = "), "title: a table is needed, as { en = 'cheap cards' }"),
        (('"check"', '"play"'), "rules.A1: A1 is of kind play: shown, not judged"),
        (("at_most = 0", "at_most = 0\nat_least = 2"), "at_least 2 is more than at_most 0"),
        (("mana_value>=4", "printed_common"), "any: 'printed_common' is no mtg trait"),
        (
            (
                'kind = "card_class"\nany = ["mana_value>=4"]\nat_most = 0',
                'kind = "restriction_list"\nlist = "x"\nstatuses = ["points"]',
            ),
            "statuses.1: there is no 'points' here; there are 'banned', 'banned_as_commander'",
        ),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_file(
    tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    write(tmp_path, SHEET)
    assert "tiny" in load_formats(tmp_path)
    write(tmp_path, SHEET.replace(*change))
    with pytest.raises(FormatError) as caught:
        load_formats(tmp_path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_clause_taken_out_takes_its_further_rules_along(tmp_path: Path) -> None:
    write(
        tmp_path,
        'id = "own"\nextends = "dmedh"\n[names]\nen = "Own"\n[rules.DM4]\noff = true\n[rules.DM3]\noff = true\n'
        '[rules."DM3.kinds"]\noff = false\n',
    )
    for edition in load_formats(tmp_path)["own"].editions:
        assert {key for key in edition.rules if key.startswith(("DM3", "DM4"))} == {"DM3.kinds"}
