"""Odd inputs of deck readers: whatever a line holds, it is a card, a heading, set aside, or a problem."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from parsers.decklists import read_decklist, read_decklists, read_open_decklists

if TYPE_CHECKING:
    from pathlib import Path

    from schema.records import Parsed

HEAD = "Commander\n1 Edgar Markov\n\nDeck\n"


def cards(parsed: Parsed) -> list[tuple[str, int, str]]:
    return [(line.zone, line.copies, line.text) for deck in parsed.decks for line in deck.lines]


def problems(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(problem.line_no, problem.kind) for problem in parsed.problems]


@pytest.mark.parametrize(
    ("line", "zone", "copies", "name"),
    [
        ("1 Sol Ring | C21 | 263", "main", 1, "Sol Ring"),
        ("２ｘ フェアリー・ライフ", "main", 2, "フェアリー・ライフ"),
        ("フェアリー・ライフｘ2", "main", 2, "フェアリー・ライフ"),
        ("フェアリー・ライフ*2", "main", 2, "フェアリー・ライフ"),
        ("フェアリー・ライフ 計2", "main", 2, "フェアリー・ライフ"),
        ("フェアリー・ライフ（計2枚）", "main", 2, "フェアリー・ライフ"),
        ("フェアリー・ライフ\t×2\t自然\t5", "main", 2, "フェアリー・ライフ"),
        ("2,フェアリー・ライフ", "main", 2, "フェアリー・ライフ"),
        ("1 Borrowing 100,000 Arrows", "main", 1, "Borrowing 100,000 Arrows"),
        ("1x Sol Ring\tCommander 2021\t263", "main", 1, "Sol Ring"),
        ("1\tSol Ring\tC21", "main", 1, "Sol Ring"),
        ("1 Sol Ring (C21:263)", "main", 1, "Sol Ring"),
        ("1 Sol Ring (c21#263) *F*", "main", 1, "Sol Ring"),
        ("1 Sol Ring {C21}", "main", 1, "Sol Ring"),
        ("1 Sol Ring - Foil", "main", 1, "Sol Ring"),
        ("1 Sol Ring (Extended Art) (Surge Foil)", "main", 1, "Sol Ring"),
        ("1 Y'shtola, Night's Blessed <surge foil> [FIC] (F)", "main", 1, "Y'shtola, Night's Blessed"),
        ("SB 2 Opt", "sideboard", 2, "Opt"),
        ("sb: Opt", "sideboard", 1, "Opt"),
        ("٣ Swamp", "main", 3, "Swamp"),
        ("３ Swamp", "main", 3, "Swamp"),
        ("\u00a01\u00a0Swamp\u200b", "main", 1, "Swamp"),
    ],
)
def test_a_line_of_many_dialects(line: str, zone: str, copies: int, name: str) -> None:
    parsed = read_decklist("d.txt", f"{HEAD}{line}\n", format="commander")
    assert cards(parsed)[1:] == [(zone, copies, name)]
    assert problems(parsed) == []


@pytest.mark.parametrize("line", ["0 Sol Ring", "-1 Sol Ring", "−2 Sol Ring", "-1x Sol Ring"])
def test_a_count_below_one_is_no_card(line: str) -> None:
    parsed = read_decklist("d.txt", f"{HEAD}{line}\n99 Swamp\n", format="commander")
    assert cards(parsed) == [("commander", 1, "Edgar Markov"), ("main", 99, "Swamp")]
    assert problems(parsed) == [(5, "unreadable_line")]
    assert [deck.complete for deck in parsed.decks] == [False]


@pytest.mark.parametrize(
    "line", ["1e3 Swamp", "1.5 Swamp", "1,000 Swamp", "1000 Swamp", "³ Swamp", "4) Swamp"]
)
def test_a_count_that_is_none_stays_with_the_name(line: str) -> None:
    """No card has such a name, so that the line is shown among the unresolved; nothing is counted by it."""
    parsed = read_decklist("d.txt", f"{HEAD}{line}\n", format="commander")
    assert cards(parsed)[1:] == [("main", 1, line)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\v"])
def test_every_line_break_ends_a_line(newline: str) -> None:
    parsed = read_decklist(
        "d.txt", (HEAD + "1 Sol Ring\n98 Swamp").replace("\n", newline), format="commander"
    )
    assert cards(parsed) == [("commander", 1, "Edgar Markov"), ("main", 1, "Sol Ring"), ("main", 98, "Swamp")]


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("Kommandeur:\n1 A\n\nKreaturen (2)\n2x B\nSonstiges\n1 C\nBeiboard\n1 D\nVielleicht\n1 E\n", "cmms"),
        (
            "Commandant (1)\n1 A\n\nÉphémères : 2\n2 B\nTerrains\n1 C\nRéserve (1)\n1 D\nPeut-être\n1 E\n",
            "cmms",
        ),
        ("統率者\n1 A\n\nクリーチャー(2)\n2 B\n土地 1枚\n1 C\nサイドボード\n1 D\n候補\n1 E\n", "cmms"),
    ],
)
def test_headings_in_other_tongues(text: str, zones: str) -> None:
    parsed = read_decklist("d.txt", text, format="commander")
    assert "".join(zone[0] for zone, _, _ in cards(parsed)) == zones
    assert [kind for _, kind in problems(parsed)] == ["set_aside"]


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("count,name,name\n1,Sol Ring,Anneau solaire\n", ["Sol Ring"], []),
        ('count,name,note\n1,Sol Ring,"a\nb"\n1,Opt,\n', ["Sol Ring", "Opt"], []),
        ('count,name\n1,"Sol\nRing"\nx,Opt\n', ["Sol Ring"], [(4, "unreadable_line")]),
        ('count,name\n1,Opt\n1,"Sol Ring\n1,Duress\n', ["Opt"], [(3, "unreadable_line")]),
        ("count,name\n0,Opt\n-2,Opt\n1e3,Opt\n,Opt\n1,Duress\n", ["Duress"],
         [(n, "unreadable_line") for n in (2, 3, 4, 5)]),
        ("Anzahl;Name;Zone\n1;Fire // Ice;\n", ["Fire // Ice"], []),
        ("Board,Qty,Name\nmain,1,Sol Ring\nacquire,1,Opt\nkitchen,1,Duress\n", ["Sol Ring", "Duress"],
         [(4, "unknown_section"), (3, "set_aside")]),
        ("Quantity,Name,Category\n1,Sol Ring,Ramp\n1,Opt,\"Maybeboard{noDeck},Draw\"\n", ["Sol Ring"],
         [(3, "set_aside")]),
    ],
)  # fmt: skip
def test_odd_csv(text: str, expected: list[str], told: list[tuple[int | None, str]]) -> None:
    parsed = read_decklist("d.csv", text, format="commander")
    assert [name for _, _, name in cards(parsed)] == expected
    assert [each for each in problems(parsed) if each[1] != "no_commander"] == told


def test_the_commander_of_an_archidekt_export() -> None:
    text = 'Quantity,Name,Category\n1,Edgar Markov,"Commander{top}"\n99,Swamp,Land\n'
    assert cards(read_decklist("d.csv", text))[0] == ("commander", 1, "Edgar Markov")


def test_an_endless_quotation_is_told_and_ends_nothing_else() -> None:
    text = 'count,name\n1,Opt\n1,"' + "x" * 200_000
    parsed = read_decklist("d.csv", text, format="commander")
    assert cards(parsed) == [("main", 1, "Opt")]
    assert (3, "unreadable_line") in problems(parsed)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("many", [False, True])
def test_an_interchange_deck_in_a_json_file(indent: int | None, many: bool) -> None:
    deck = {"commanders": ["Edgar Markov"], "zones": {"main": [[99, "Swamp"]]}}
    text = json.dumps([deck, deck] if many else deck, indent=indent)
    parsed = read_decklist("d.json", text, format="commander")
    assert len(parsed.decks) == (2 if many else 1)
    assert problems(parsed) == []


@pytest.mark.parametrize(
    "text", ["<!DOCTYPE html><li>1 Sol Ring</li>", "<html>\n1 Sol Ring\n</html>", "{\\rtf1\\ansi 1 Sol Ring}"]
)
@pytest.mark.parametrize("name", ["d.txt", "d.html", "d.json"])
def test_a_page_is_no_list_of_its_markup(text: str, name: str) -> None:
    parsed = read_decklist(name, text, format="commander")
    assert parsed.decks == ()
    assert problems(parsed) == [(None, "bad_file")]


def test_a_site_s_json_of_one_line_and_of_many_by_a_pipe() -> None:
    whole = {
        "name": "x",
        "mainboard": {"Swamp": {"quantity": 99}},
        "commanders": {"Edgar Markov": {"quantity": 1}},
    }
    for indent in (None, 1):
        pipe = io.BufferedReader(io.BytesIO(json.dumps(whole, indent=indent).encode()))  # type: ignore[arg-type]
        (parsed,) = read_open_decklists("stdin", pipe, format="commander")
        assert cards(parsed) == [("commander", 1, "Edgar Markov"), ("main", 99, "Swamp")]


def test_lines_come_from_a_pipe_one_by_one() -> None:
    line = json.dumps({"zones": {"main": [[1, "Sol Ring"]]}}).encode() + b"\n"

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            buffer[: len(line)] = line
            return len(line)

    found = read_open_decklists("stdin", io.BufferedReader(Endless()), format="commander")
    assert [cards(next(found)) for _ in range(3)] == [[("main", 1, "Sol Ring")]] * 3


@pytest.mark.shared
def test_the_saved_page_of_tcgplayer(shared: Path) -> None:
    (parsed,) = read_decklists(shared / "fixtures/tcgplayer/deck_496887.json")
    (deck,) = parsed.decks
    assert sum(line.copies for line in deck.lines if line.zone in ("main", "commander")) == 100
    assert [line.text for line in deck.lines if line.zone == "commander"] == [
        "Malcolm, Keen-Eyed Navigator",
        "Vial Smasher the Fierce",
    ]
    assert deck.format == "commander"
