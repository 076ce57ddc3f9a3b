"""A new format is one file: DMコモンEDH, and a format of one's own, need no Python and no SQL."""

from datetime import date
from pathlib import Path

import pytest

from schema.formats import load_formats
from schema.restrictions import shipped_lists
from tests.warehouse.judging import World
from warehouse.restrictions import fold_restrictions, list_games

# The fan format of 2021-10-23: DMEDH with cards once printed at Common, a common or uncommon commander,
# and a ban list of its own.
# ruff: noqa: E501 (a title is one line)
COMMON_EDH = """
id = "dmcommon-edh"
extends = "dmedh"

[names]
en = "DM Common EDH"
ja = "DMコモンEDH"

[clauses.CM1]
kind = "check"
title = { en = "Every card but the commander was printed at Common", ja = "統率者以外はコモンで収録されたことのあるカード" }
[clauses.CM2]
kind = "check"
title = { en = "The commander was printed at Common or Uncommon", ja = "統率者はコモンまたはアンコモン" }
[clauses.CM3]
kind = "check"
title = { en = "A ban list of its own binds, not the one of DMEDH", ja = "独自の禁止リスト" }

[[editions]]
from = 2021-10-23
source = "https://saambell0506.hatenablog.com/entry/2021/10/23/142502"
[editions.rules.CM1]
kind = "card_class"
zones = ["main", "gr", "hyperspatial"]
none = ["printed_common", "not_printed_common"]
unknown = true
[editions.rules."CM1.rare"]
kind = "card_class"
zones = ["main", "gr", "hyperspatial"]
any = ["not_printed_common"]
at_most = 0
[editions.rules.CM2]
kind = "commander"
at_least = 1
at_most = 1
eligible = ["creature&printed_common", "creature&printed_uncommon"]
[editions.rules.CM3]
kind = "restriction_list"
list = "dmcommon-edh"
statuses = ["banned"]
colours = "civilization"
[editions.rules.DM1]
least_cost = 0
[editions.rules.DM8]
off = true
"""
LIST = """cards,status,min_identity,effective_on,previous,url
common 3,banned,,2022-01-01,,https://list.example/
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "formats").mkdir()
    (tmp_path / "restrictions").mkdir()
    (tmp_path / "formats" / "dmcommon-edh.toml").write_text(COMMON_EDH, encoding="utf-8")
    (tmp_path / "restrictions" / "dmcommon-edh.csv").write_text(LIST, encoding="utf-8")
    return tmp_path


def test_dmcommon_edh_is_data_alone(home: Path) -> None:
    formats = load_formats(home)
    w = World("dm")
    commons = [f"common {n}" for n in range(70)]
    for name in commons:
        w.card(name, "火", "creature printed_common")
    w.card("rare", "火", "creature not_printed_common")
    w.card("nobody knows", "火")
    w.card("water common", "水", "creature printed_common")
    w.card("uncommon boss", "火", "creature printed_uncommon", cost=2)
    w.card("rare boss", "火", "creature not_printed_common")
    main = [name for name in commons if name != "common 3"]
    for name, boss, cards, day in (
        ("legal", "uncommon boss", main[:59], "2024-01-01"),
        ("a rare", "uncommon boss", ["rare", *main[:58]], "2024-01-01"),
        ("an open one", "uncommon boss", ["nobody knows", *main[:58]], "2024-01-01"),
        ("a rare leads", "rare boss", main[:59], "2024-01-01"),
        ("off colour", "uncommon boss", ["water common", *main[:58]], "2024-01-01"),
        ("before its ban", "uncommon boss", ["common 3", *main[:58]], "2021-12-31"),
        ("banned", "uncommon boss", ["common 3", *main[:58]], "2022-01-01"),
    ):
        w.deck("dmcommon-edh", [boss], cards, date.fromisoformat(day), name=name)
    fold_restrictions(w.con, shipped_lists(home), list_games(formats))
    w.con.execute("update restriction r set card_id = c.card_id from card c where c.name = r.card_name")
    w.judge(formats)
    assert {name: (w.verdict(name), *sorted(w.found(name))) for name in w.decks} == {
        "legal": ("legal",),
        "a rare": ("illegal", "CM1"),
        "an open one": ("unknown",),
        "a rare leads": ("illegal", "CM2"),
        "off colour": ("illegal", "DM6"),
        "before its ban": ("legal",),
        "banned": ("illegal", "CM3"),
    }


def test_a_house_rule_overrides_a_parameter(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "house.toml").write_text(
        'id = "house"\nextends = "french-commander"\nnames.en = "House"\n[rules.FR1]\nexactly = 60\n',
        encoding="utf-8",
    )
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.deck("house", ["boss"], [("Plains", 59)], name="sixty")
    w.deck("french-commander", ["boss"], [("Plains", 99)], name="hundred")
    w.judge(load_formats(tmp_path))
    assert {name: w.verdict(name) for name in w.decks} == {"sixty": "legal", "hundred": "legal"}


def test_the_sideboard_is_counted_where_a_rule_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "wishes.toml").write_text(
        """
id = "wishes"
extends = "french-commander"
names.en = "With a sideboard"
[clauses.W1]
kind = "check"
title.en = "A sideboard of at most ten"
[clauses.W2]
kind = "check"
title.en = "110 cards with the sideboard"
[rules.W1]
kind = "zone_size"
zone = "sideboard"
at_most = 10
[rules.W2]
kind = "deck_size"
zones = ["commander", "main", "sideboard"]
at_most = 110
[rules.FR2]
zones = ["commander", "main", "sideboard"]
""",
        encoding="utf-8",
    )
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    for name, main, side, open_lines in (
        ("ten", 99, [("Plains", 10)], 0),
        ("eleven", 98, [("Plains", 11)], 0),
        ("eleven, one not known", 99, [("Plains", 10)], 1),
        ("eleven and one not known", 98, [("Plains", 11)], 1),
        ("the commander again", 99, ["boss"], 0),
    ):
        lost = (("sideboard", open_lines),) if open_lines else ()
        w.deck("wishes", ["boss"], [("Plains", main)], name=name, sideboard=side, unresolved=lost)  # type: ignore[arg-type]
    w.judge(load_formats(tmp_path))
    assert {name: (w.verdict(name), *sorted(w.found(name))) for name in w.decks} == {
        "ten": ("legal",),
        "eleven": ("illegal", "FR1", "W1"),
        "eleven, one not known": ("unknown",),
        "eleven and one not known": ("illegal", "FR1", "W1"),
        "the commander again": ("illegal", "FR2"),
    }


def test_a_house_rule_may_ask_for_so_many_cards_of_a_class(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "house.toml").write_text(
        'id = "house"\nextends = "french-commander"\nnames.en = "House"\n[rules.FR1]\nexactly = 10\n'
        '[clauses.HO1]\nkind = "check"\ntitle.en = "Three lands, since 2020"\n'
        '[rules.HO1]\nkind = "card_class"\nany = ["land"]\nat_least = 3\nfrom = 2020-01-01\n',
        encoding="utf-8",
    )
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    others = w.filler(9, "W")
    then, before = date(2020, 1, 1), date(2019, 12, 31)
    w.deck("house", ["boss"], [*others[:6], ("Plains", 3)], then, name="enough")
    w.deck("house", ["boss"], [*others[:7], ("Plains", 2)], then, name="short")
    w.deck("house", ["boss"], others, then, name="none")
    w.deck("house", ["boss"], others, before, name="none yet")
    w.deck("house", ["boss"], [*others[:6], ("Plains", 2)], then, name="open", unresolved=(("main", 1),))
    w.judge(load_formats(tmp_path))
    assert {name: (w.verdict(name), *sorted(w.found(name))) for name in w.decks} == {
        "enough": ("legal",),
        "short": ("illegal", "HO1"),
        "none": ("illegal", "HO1"),
        "none yet": ("legal",),
        "open": ("unknown",),
    }


def test_a_house_rule_may_ask_for_two_commanders(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "house.toml").write_text(
        'id = "house"\nextends = "french-commander"\nnames.en = "House"\n[rules.FR1]\nexactly = 10\n'
        "[rules.FR3]\nat_least = 2\nat_most = 2\n",
        encoding="utf-8",
    )
    w = World("mtg")
    bosses = ["boss", "boss 2", "boss 3"]
    for name in bosses:
        w.card(name, "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    for count in (1, 2, 3):
        w.deck("house", bosses[:count], [("Plains", 10 - count)], name=f"{count}")
    w.judge(load_formats(tmp_path))
    assert {name: (w.verdict(name), *sorted(w.found(name))) for name in w.decks} == {
        "1": ("illegal", "FR3"),
        "2": ("legal",),
        "3": ("illegal", "FR3"),
    }


def test_decks_are_judged_under_other_formats_of_their_game() -> None:
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("rats", "W", "creature any_number", copy_limit=0)
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.deck("commander", ["boss"], [("rats", 9), ("Plains", 90)])
    w.restrict("commander")
    w.restrict("duel-commander")
    under = ("commander", "duel-commander", "french-commander", "dmedh")
    w.judge(under=under)
    assert {form: w.verdict(form=form) for form in under} == {
        "commander": "legal",
        "duel-commander": "legal",
        "french-commander": "illegal",
        "dmedh": "none",
    }


def test_judging_again_replaces_and_leaves_others_alone() -> None:
    w = World("mtg")
    w.card("boss", "W", "legendary creature")
    w.card("Plains", "", "basic land", basic_type_colours="W")
    w.deck("french-commander", ["boss"], [("Plains", 98)], name="one")
    w.deck("french-commander", ["boss"], [("Plains", 99)], name="two")
    w.judge()
    w.judge()
    assert w.con.execute("select count(*) from verdict").fetchall() == [(2,)]
    assert w.con.execute("select count(*) from violation").fetchall() == [(1,)]
    w.con.execute("update deck_card set copies = 99 where zone = 'main'")
    w.con.execute("update deck_line set copies = 99 where zone = 'main'")
    w.judge(deck_filter_sql="d.deck_id = 1")
    assert (w.verdict("one"), w.found("one"), w.verdict("two")) == ("legal", set(), "legal")


def test_one_day_for_every_deck() -> None:
    w = World("dm")
    names = w.filler(60, "火")
    w.card("cheap", "火", cost=3)
    w.restrict("dmedh")
    w.deck("dmedh", ["cheap"], list(names[:59]), date(2018, 1, 1))
    w.judge(on=date(2023, 2, 10))
    rows = w.con.execute("select basis, as_of::varchar, edition::varchar, verdict from verdict").fetchall()
    assert rows == [("on", "2023-02-10", "2023-02-10", "illegal")]


# Two cards of different kinds in the command zone, of which neither makes the other legal.
OATHBREAKER = """
id = "oathbreaker"
game = "mtg"
[names]
en = "Oathbreaker"
[clauses.OB1]
kind = "check"
title = { en = "60 cards, one of each but basic lands" }
[clauses.OB2]
kind = "check"
title = { en = "A planeswalker leads, with one instant or sorcery" }
[clauses.OB3]
kind = "check"
title = { en = "Within their colours" }
[[editions]]
from = 2019-01-01
source = "the notice board"
[editions.rules.OB1]
kind = "deck_size"
exactly = 60
[editions.rules."OB1.names"]
kind = "singleton"
exempt = ["basic", "any_number"]
[editions.rules.OB2]
kind = "commander"
at_least = 2
at_most = 2
eligible = ["type=Planeswalker", "instant_or_sorcery"]
[editions.rules."OB2.spell"]
kind = "card_class"
zones = ["commander"]
any = ["instant_or_sorcery"]
at_least = 1
at_most = 1
[editions.rules.OB3]
kind = "identity"
commander = "colour_identity"
cards = "colour_identity"
"""


@pytest.mark.parametrize(
    ("leaders", "verdict"),
    [
        (["walker", "spell"], "legal"),
        (["spell", "walker"], "legal"),
        (["walker", "other walker"], "illegal"),
        (["spell", "other spell"], "illegal"),
        (["walker", "creature"], "illegal"),
        (["walker"], "illegal"),
    ],
)
def test_a_planeswalker_with_its_spell(tmp_path: Path, leaders: list[str], verdict: str) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "oathbreaker.toml").write_text(OATHBREAKER, encoding="utf-8")
    w = World("mtg")
    for name, types, traits in (
        ("walker", "Planeswalker", "legendary"), ("other walker", "Planeswalker", "legendary"),
        ("spell", "Sorcery", "instant_or_sorcery"), ("other spell", "Instant", "instant_or_sorcery"),
        ("creature", "Creature", "legendary creature"), ("forest", "Land", "land basic"),
    ):  # fmt: skip
        w.card(name, "G", traits, types=types)
    w.deck("oathbreaker", leaders, [("forest", 60 - len(leaders))], date(2020, 1, 1))
    w.judge(load_formats(tmp_path))
    assert w.verdict() == verdict
    assert w.found() == (set() if verdict == "legal" else {"OB2"})
