"""Format files of one's own: what they may say, what they change, and how a mistake is told."""

from __future__ import annotations

import datetime

import pytest

from schema.errors import FormatError
from schema.formats import load_formats
from schema.rule_kinds import named_traits
from schema.traits import is_trait

PLAIN = """id = "mine"
game = "dm"
[names]
en = "Mine"
[clauses.A]
kind = "check"
title = { en = "at most two spells" }
[[editions]]
from = 2024-01-01
source = "the notice board"
[editions.rules.A]
kind = "card_class"
any = ["spell"]
at_most = 2
"""


@pytest.fixture
def load(tmp_path):
    def with_files(*texts):
        (tmp_path / "formats").mkdir()
        for number, text in enumerate(texts):
            (tmp_path / "formats" / f"{number}.toml").write_text(text, encoding="utf-8")
        return load_formats(tmp_path)

    return with_files


MISTAKES = {
    "no TOML": (("[names]", "[names"), "not TOML"),
    "an id with blanks": (('"mine"', '"Mine too"'), "id"),
    "no game": (('game = "dm"\n', ""), "game"),
    "no English name": (('en = "Mine"', 'ja = "我"'), "names.en"),
    "a title that is no table": (('{ en = "at most two spells" }', '"two"'), "clauses.A.title"),
    "a title without English": (("{ en =", "{ ja ="), "clauses.A.title"),
    "a clause of no kind": (('kind = "check"', 'kind = "chek"'), "clauses.A.kind"),
    "a kind of rule that is none": (('"card_class"', '"cardclass"'), "rules.A (edition 2024-01-01)"),
    "a rule without kind": (('kind = "card_class"\n', ""), "kind: is missing"),
    "a parameter misspelt": (("at_most", "atmost"), "card_class.atmost"),
    "a parameter of the wrong type": (("at_most = 2", 'at_most = "two"'), "card_class.at_most"),
    "a number below zero": (("at_most = 2", "at_most = -2"), "card_class.at_most"),
    "no bound at all": (("at_most = 2\n", ""), "at_most, at_least"),
    "a trait misspelt": (('"spell"', '"spel"'), "any: 'spel'"),
    "a trait of the other game": (('"spell"', '"legendary"'), "any: 'legendary'"),
    "a trait misspelt among terms": (('"spell"', '"type=呪文&spel"'), "any: 'spel'"),
    "a test that is none": (('"spell"', '"type:呪文&"'), "card_class.any"),
    "a zone that is none": (("at_most = 2", 'at_most = 2\nzones = ["side"]'), "card_class.zones.0"),
    "a rule without its clause": (("rules.A", "rules.B"), "rules.B"),
    "a date that is none": (("2024-01-01", '"soon"'), "editions.0.from"),
    "an unknown key": (('game = "dm"', 'game = "dm"\ncolor = 3'), "color"),
    "a format to extend that is not there": (('game = "dm"', 'extends = "theirs"'), "extends"),
    "a format that extends itself": (('game = "dm"', 'extends = "mine"'), "extends itself"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_file_key_and_reason(mistake, load, tmp_path):
    (old, new), told = MISTAKES[mistake]
    assert old in PLAIN
    with pytest.raises(FormatError) as raised:
        load(PLAIN.replace(old, new))
    message = str(raised.value)
    assert message.startswith(str(tmp_path / "formats" / "0.toml"))
    assert told in message
    assert "\n" not in message
    assert raised.value.hint


def test_two_editions_from_one_day_are_refused(load):
    with pytest.raises(FormatError, match="two editions from 2024-01-01"):
        load(PLAIN + '[[editions]]\nfrom = 2024-01-01\nsource = "again"\n')


def test_a_circle_of_two_formats_is_refused(load):
    first = PLAIN.replace('game = "dm"', 'extends = "theirs"')
    second = 'id = "theirs"\nextends = "mine"\n[names]\nen = "Theirs"\n'
    with pytest.raises(FormatError, match="extends itself"):
        load(first, second)


def test_a_byte_order_mark_of_an_editor_is_read_over(load):
    assert "mine" in load("\ufeff" + PLAIN)


def test_a_plain_format_is_there_beside_the_shipped_ones(load):
    formats = load(PLAIN)
    assert set(load_formats()) | {"mine"} == set(formats)
    assert formats["mine"].editions[0].rules["A"].at_most == 2


def test_a_file_of_the_name_of_a_shipped_one_replaces_it(load):
    formats = load(PLAIN.replace('"mine"', '"dmedh"'))
    assert formats["dmedh"].names["en"] == "Mine"


def test_a_file_may_extend_the_shipped_one_of_its_own_name(load):
    """FR8: the organiser's word is final."""
    formats = load('id = "french-commander"\nextends = "french-commander"\n[rules.FR1]\nexactly = 60\n')
    own = formats["french-commander"].editions[-1].rules
    assert own["FR1"].exactly == 60
    assert own["FR2"] == load_formats()["french-commander"].editions[-1].rules["FR2"]


def test_an_edition_of_ones_own_changes_its_time_alone(load):
    text = (
        'id = "mine"\nextends = "dmedh"\n[names]\nen = "Mine"\n'
        '[[editions]]\nfrom = 2019-01-01\nsource = "first"\n'
        '[[editions]]\nfrom = 2022-01-01\nsource = "second"\n[editions.rules.DM2]\nexactly = 50\n'
    )
    mine = load(text)["mine"]
    day = datetime.date
    assert mine.editions[0].starts == day(2019, 1, 1)
    assert mine.edition_on(day(2021, 12, 31)).rules["DM2"].exactly == 60
    assert mine.edition_on(day(2022, 1, 1)).rules["DM2"].exactly == 50
    # What DMEDH changes in between, and after, comes along.
    assert "DM7" in mine.edition_on(day(2019, 6, 1)).rules
    assert "DM7" not in mine.edition_on(day(2020, 2, 23)).rules
    assert mine.edition_on(day(2026, 2, 1)).rules["DM6"].commander == "command_civilization"


INHERITING = 'id = "mine"\nextends = "dmedh"\n[names]\nen = "Mine"\n[rules.DM3]\n'


def test_a_rule_keeps_what_it_does_not_name(load):
    rule = load(INHERITING + "at_most = 9\n")["mine"].editions[-1].rules["DM3"]
    assert (rule.kind, rule.zone, rule.at_most, rule.expected) == ("zone_size", "hyperspatial", 9, 8)


def test_a_rule_of_another_kind_takes_the_place_of_the_inherited_one(load):
    other = 'kind = "card_class"\nany = ["psychic"]\nat_most = 0\n'
    assert load(INHERITING + other)["mine"].editions[-1].rules["DM3"].kind == "card_class"


def test_shipped_formats_name_traits_that_cards_have():
    for held in load_formats().values():
        for edition in held.editions:
            for rule in edition.rules.values():
                assert all(is_trait(held.game, trait) for _, trait in named_traits(rule))


def test_every_clause_of_a_shipped_format_has_both_languages():
    for held in load_formats().values():
        for name, clause in held.clauses.items():
            assert clause.title["en"]
            assert clause.title.get(held.language), f"{held.id} {name}"


def test_editions_of_shipped_formats_follow_each_other_and_are_sourced():
    for held in load_formats().values():
        starts = [edition.starts for edition in held.editions]
        assert starts == sorted(set(starts))
        assert [edition.until for edition in held.editions] == [*starts[1:], None]
        assert all(edition.source for edition in held.editions)
