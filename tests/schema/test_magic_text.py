"""Reading type lines, symbols, costs and reminder text."""

from __future__ import annotations

import pytest

from schema.magic_text import (
    TypeLine,
    colours_of,
    mana_value,
    number_word,
    read_type_line,
    symbols,
    without_quotes,
    without_reminder,
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Basic Snow Land — Forest", TypeLine(("Basic", "Snow"), ("Land",), ("Forest",))),
        ("Creature — Time Lord Doctor", TypeLine((), ("Creature",), ("Time Lord", "Doctor"))),
        ("Legendary Creature – Elf Druid", TypeLine(("Legendary",), ("Creature",), ("Elf", "Druid"))),
        ("Legendary Creature - Elf", TypeLine(("Legendary",), ("Creature",), ("Elf",))),
        ("Artifact Creature — Assembly-Worker", TypeLine((), ("Artifact", "Creature"), ("Assembly-Worker",))),
        ("Instant", TypeLine((), ("Instant",), ())),
        ("", TypeLine((), (), ())),
    ],
)  # fmt: skip
def test_type_lines(line: str, expected: TypeLine) -> None:
    assert read_type_line(line) == expected


@pytest.mark.parametrize(
    ("cost", "colours", "value"),
    [
        ("{5}{W}{W}", "W", 7),
        ("{G/W}{G/W}", "GW", 2),
        ("{2/W}{2/U}", "WU", 4),
        ("{U/P}{B/P}", "UB", 2),
        ("{W/U/P}", "WU", 1),
        ("{X}{X}{R}", "R", 1),
        ("{C}{S}", "", 2),
        ("{0}", "", 0),
        ("{HW}", "W", 0.5),
        ("{g}", "G", 1),
        ("{16}", "", 16),
        (None, "", 0),
        ("", "", 0),
    ],
)
def test_symbols_of_a_cost(cost: str | None, colours: str, value: float) -> None:
    assert colours_of(symbols(cost)) == frozenset(colours)
    assert mana_value(cost) == value


def test_other_symbols_have_no_colour() -> None:
    assert colours_of(symbols("{T}, {Q}, {E}, {TK}, {CHAOS}, {½}, {∞}: {C}")) == frozenset()


def test_reminder_text_is_left_out_even_nested() -> None:
    assert without_reminder("Extort (Pay {W/B} (or not).)").strip() == "Extort"
    assert without_reminder("Flying") == "Flying"


def test_quoted_abilities_belong_to_others() -> None:
    assert without_quotes('It has "{T}: Draw a card."').strip() == "It has"


def test_number_words() -> None:
    assert [number_word(word) for word in ("seven", "Nine", "12", "many")] == [7, 9, 12, None]
