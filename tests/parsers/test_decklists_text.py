"""A plain list as a whole: zones, commanders, dates, and every input line accounted for."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.decklists import DeckShape, read_decklist
from parsers.decklists.text import date_of, lines_of
from schema.problems import PROBLEM_KINDS
from schema.records import ZONES, DeckRecord, Parsed


def deck_of(text: str, format_name: str | None = "duel-commander") -> DeckRecord:
    (deck,) = read_decklist("hand.txt", text, format=format_name).decks
    return deck


def zones(deck: DeckRecord) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in deck.lines:
        counts[line.zone] += line.copies
    return dict(counts)


def commanders(deck: DeckRecord) -> list[str]:
    return [line.text for line in deck.lines if line.zone == "commander"]


def kinds(parsed: Parsed) -> list[str]:
    return [problem.kind for problem in parsed.problems]


def cards(count: int, start: int = 0) -> str:
    return "".join(
        f"1 Card Number {chr(65 + n // 26)}{chr(65 + n % 26)}\n" for n in range(start, start + count)
    )


@pytest.mark.parametrize(
    "text",
    [
        "Commander\n1 Edgar Markov\n\nDeck\n99 Swamp\n",
        "Commandant\n1 Edgar Markov\n\nDeck\n99 Marais\n",
        "Kommandeur:\n1 Edgar Markov\n\nHauptdeck\n99 Sumpf\n",
        "統率者\nエドガー・マルコフ\n\nデッキ\n99 沼\n",
        "Commander\n1 Edgar Markov\n\n99 Swamp\n",
        "Commander\n\n1 Edgar Markov\n\n99 Swamp\n",
        "1 Edgar Markov *CMDR*\n99 Swamp\n",
        "99 Swamp\n1 Edgar Markov # !Commander\n",
        "COMMANDER: 1 Edgar Markov [foil]\n99 Swamp\n",
        "1 Edgar Markov\n\n99 Swamp\n",
        "Edgar Markov\n\n99 Swamp\n",
        "// NAME: Blood\n1 Edgar Markov\n\n99 Swamp\n",
        "About\nName Blood\n\nCommander\n1 Edgar Markov\n\nDeck\n99 Swamp\n",
        "99 Swamp\n\nSideboard\n1 Edgar Markov\n",
        "99 Swamp\nSB: 1 Edgar Markov\n",
        "99 Swamp\n\n1 Edgar Markov\n",
        "Commander (1)\n1 Edgar Markov\nLands (99)\n99 Swamp\n",
        "\ufeffCommander\r\n1 Edgar Markov\r\n\r\nDeck\r\n99 Swamp\r\n",
    ],
)
def test_the_commander_is_found_by_heading_mark_or_place(text: str) -> None:
    deck = deck_of(text)
    assert zones(deck) == {"commander": 1, "main": 99}
    assert commanders(deck)[0] in ("Edgar Markov", "エドガー・マルコフ")
    assert deck.complete


def test_two_commanders_stand_together() -> None:
    text = "1 Thrasios, Triton Hero\n1 Tymna the Weaver\n\n98 Forest\n"
    assert commanders(deck_of(text)) == ["Thrasios, Triton Hero", "Tymna the Weaver"]


@pytest.mark.parametrize(
    "text",
    [
        "98 Forest\nSideboard\n1 Thrasios, Triton Hero\n1 Tymna the Weaver\n1 Lurrus of the Dream-Den\n",
        "Commander\n1 Thrasios, Triton Hero\n1 Tymna the Weaver\nCompanion\n1 Lurrus of the Dream-Den\n"
        "Deck\n98 Forest\n",
        "Commander\n1 Thrasios, Triton Hero\n1 Tymna the Weaver\nDeck\n98 Forest\n"
        "Sideboard\n1 Lurrus of the Dream-Den\n",
    ],
)
def test_the_companion_stands_outside_the_deck(text: str) -> None:
    deck = deck_of(text)
    assert zones(deck) == {"commander": 2, "main": 98, "companion": 1}
    assert [line.text for line in deck.lines if line.zone == "companion"] == ["Lurrus of the Dream-Den"]


def test_a_blank_line_is_no_sideboard_in_a_deck_of_a_hundred() -> None:
    text = "Commander\n1 Edgar Markov\n\nDeck\n" + cards(84) + "\n" + cards(15, 84)
    assert zones(deck_of(text)) == {"commander": 1, "main": 99}
    unmarked = read_decklist("x.txt", cards(85) + "\n" + cards(15, 85), format="commander")
    assert zones(unmarked.decks[0]) == {"main": 100}
    assert kinds(unmarked) == ["no_commander"]


def test_no_commander_is_a_problem_never_a_guess() -> None:
    parsed = read_decklist("x.txt", cards(100), format="commander")
    assert kinds(parsed) == ["no_commander"]
    assert zones(parsed.decks[0]) == {"main": 100}


def test_a_format_without_commanders_asks_for_none() -> None:
    parsed = read_decklist("x.txt", "ボルシャック・ドラゴン\n\nボルシャック・NEX\n", format="ryugekisen")
    assert zones(parsed.decks[0]) == {"main": 2}
    assert not parsed.problems
    own = DeckShape("dm", 40, commander=False)
    assert not read_decklist("x.txt", "ボルシャック・ドラゴン\n", format="house-rule", shape=own).problems


def test_the_maybeboard_is_set_aside_and_told() -> None:
    parsed = read_decklist("x.txt", "1 A *CMDR*\n99 Swamp\nMaybeboard\n1 B\n1 C\n", format="commander")
    assert zones(parsed.decks[0]) == {"commander": 1, "main": 99}
    (problem,) = parsed.problems
    assert (problem.kind, problem.line_no) == ("set_aside", 4)
    assert "2" in problem.detail


def test_one_card_in_two_zones_stays_two_lines() -> None:
    deck = deck_of("1 A *CMDR*\n3 Duress\nSideboard\n1 Duress\n")
    assert [(line.zone, line.copies) for line in deck.lines if line.text == "Duress"] == [
        ("main", 3),
        ("sideboard", 1),
    ]


def test_type_headings_group_the_main_deck() -> None:
    text = "Commander (1)\n1 A\nCreatures (2)\n1 B\n1 C\nMy pet cards (1)\n1 D\n"
    text += "Lands (34) +1 MDFC\n34 Swamp\n"
    parsed = read_decklist("x.txt", text, format="commander")
    assert zones(parsed.decks[0]) == {"commander": 1, "main": 37}
    assert [(problem.kind, problem.line_no) for problem in parsed.problems] == [("unknown_section", 6)]


def test_duel_masters_zones() -> None:
    text = (
        "# Date: 2020-03-01\n統率者\n《天気君》\nメインデッキ\n《A》\n《B》×2\n■超次元ゾーン\n"
        "《C》\nGR\n《D》\nサイドボード\n《E》\n"
    )
    deck = deck_of(text, "dmedh")
    assert zones(deck) == {"commander": 1, "main": 3, "hyperspatial": 1, "gr": 1, "sideboard": 1}
    assert deck.published_on == date(2020, 3, 1)


def test_forbidden_star_is_not_counted() -> None:
    deck = deck_of(
        "《終断α ドルーター》(統率者)\n《 FORBIDDEN STAR ~世界最後の日~/終焉の禁断 ドルマゲドンX》\n《A》\n",
        "dmedh",
    )
    assert zones(deck) == {"commander": 1, "extra": 1, "main": 1}


def test_a_title_may_name_the_commander() -> None:
    deck = deck_of(
        "# page title: 《魔光騎聖ブラッディ・シャドウ》統率\n魔光騎聖 ブラッディ・シャドウ\nソー爺さん\n",
        "dmedh",
    )
    assert commanders(deck) == ["魔光騎聖 ブラッディ・シャドウ"]


def test_a_numbered_list_is_not_counted_by_its_numbers() -> None:
    text = "1. Edgar Markov (Commander)\n2. Sol Ring\n3. Arcane Signet\n4. Swamp x20\n"
    deck = deck_of(text)
    assert [(line.zone, line.copies, line.text) for line in deck.lines] == [
        ("commander", 1, "Edgar Markov"),
        ("main", 1, "Sol Ring"),
        ("main", 1, "Arcane Signet"),
        ("main", 20, "Swamp"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| Count | Card |\n|---|---|\n| 1 | Sol Ring |\n| 2 | Swamp |\n",
        "1\tSol Ring\tArtifact\n2\tSwamp\tLand\n",
        "Sol Ring\t1\tArtifact\nSwamp\t2\tLand\n",
        "x1 Sol Ring\nx2 Swamp\n-----\nTotal: 3\n",
        "1 Sol Ring $1.25\n2 Swamp €0.10\n3 cards\n",
    ],
)
def test_tables_rulers_and_totals(text: str) -> None:
    found = [(line.copies, line.text) for line in deck_of(text).lines]
    assert found == [(1, "Sol Ring"), (2, "Swamp")]


def test_two_columns_of_japanese_names() -> None:
    deck = deck_of("グローリー・ストーン\t連唱 ハンゾウ・ニンポウ\n墓守の鐘 ベルリン | ソー爺さん\n", "dmedh")
    assert [line.text for line in deck.lines] == [
        "グローリー・ストーン",
        "連唱 ハンゾウ・ニンポウ",
        "墓守の鐘 ベルリン",
        "ソー爺さん",
    ]


@pytest.mark.parametrize(
    ("text", "format_name", "names"),
    [
        ("Commanders: Thrasios, Triton Hero + Tymna the Weaver\n98 Forest\n", "commander",
         ["Thrasios, Triton Hero", "Tymna the Weaver"]),
        ("《龍神ヘヴィ》＋《龍神メタル》(統率者)\n《A》\n", "dmedh", ["龍神ヘヴィ", "龍神メタル"]),
        ("龍神ヘヴィ＋龍神メタル(統率者)\nソー爺さん\n", "dmedh", ["龍神ヘヴィ", "龍神メタル"]),
        ("統率者 天気君\nソー爺さん\n", "dmedh", ["天気君"]),
        ("Deck: V\nCompanion: none\nCommander: Edgar Markov\n99 Swamp\n", "commander", ["Edgar Markov"]),
    ],
)  # fmt: skip
def test_commanders_on_one_line(text: str, format_name: str, names: list[str]) -> None:
    deck = deck_of(text, format_name)
    assert commanders(deck) == names
    assert all(line.zone in ("commander", "main") for line in deck.lines)


def test_a_card_of_two_names_is_not_two_cards() -> None:
    deck = deck_of("《A》 《B》(統率者)\n《C》\n", "dmedh")
    assert commanders(deck) == ["B"]


def test_facts_in_the_head() -> None:
    text = (
        "Name: Blood\nDate: 2024/7/24\nFormat: Duel Commander\nEvent: Friday\nPlayer: P\n"
        "URL: https://example.org/1\n"
        "Placing: 1st\n1 A *CMDR*\n99 Swamp\n"
    )
    deck = deck_of(text, None)
    assert (deck.title, deck.format, deck.published_on) == ("Blood", "duel-commander", date(2024, 7, 24))
    assert (deck.event, deck.player, deck.placing, deck.url) == (
        "Friday",
        "P",
        "1st",
        "https://example.org/1",
    )
    assert deck_of(text, "commander").format == "commander"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2020-03-01", date(2020, 3, 1)),
        ("2020/3/1", date(2020, 3, 1)),
        ("2020.03.01", date(2020, 3, 1)),
        ("2020年3月1日", date(2020, 3, 1)),
        ("2020-03-01T12:00:00Z", date(2020, 3, 1)),
        ("1 March 2020", date(2020, 3, 1)),
        ("March 1st, 2020", date(2020, 3, 1)),
        ("1 Foo 2020", None),
        ("01/03/2020", None),
        ("12/03/73", None),
        ("2020-13-01", None),
        ("yesterday", None),
    ],
)
def test_dates_are_read_year_first_or_not_at_all(text: str, day: date | None) -> None:
    assert date_of(text) == day
    parsed = read_decklist("x.txt", f"Date: {text}\n1 A *CMDR*\n1 B\n", format="commander")
    assert ("bad_date" in kinds(parsed)) is (day is None)


def test_an_empty_file_is_no_list() -> None:
    for text in ("", "\n\n", "# only a remark\n", "Sideboard\n"):
        parsed = read_decklist("x.txt", text, format="commander")
        assert parsed.decks == ()
        assert kinds(parsed) == ["no_list"]


def test_an_unreadable_line_is_named_and_the_deck_is_not_complete() -> None:
    parsed = read_decklist("x.txt", "1 A *CMDR*\n0 Sol Ring\n98 Swamp\n", format="commander")
    assert not parsed.decks[0].complete
    assert [(problem.kind, problem.line_no) for problem in parsed.problems] == [("unreadable_line", 2)]


def test_a_list_that_breaks_off_is_not_complete() -> None:
    parsed = read_decklist("x.txt", "《天気君》(統率者)\n《A》\n(以下略)\n", format="dmedh")
    assert not parsed.decks[0].complete
    assert kinds(parsed) == ["cut_off"]


def test_line_numbers_are_those_of_the_input() -> None:
    deck = deck_of("# remark\n\n1 A *CMDR*\n\n1 B\n")
    assert [(line.line_no, line.text) for line in deck.lines] == [(3, "A"), (5, "B")]


def test_line_numbers_stay_unique_with_two_cards_a_row() -> None:
    deck = deck_of("《A》(統率者)\n《B》 《C》\n《D》 《E》\n", "dmedh")
    assert [line.line_no for line in deck.lines] == [1, 2, 3, 4, 5]


PARTS = """
    1 4x 0 100 Sideboard Commander Deck Lands (34) Swamp Sol Ring // / # ; SB: [C21] (C21) 246p *F* *CMDR* 《
    》 ×4 3枚 (統率者) 統率者 超次元 光 35枚 『 』 Date: 2020-03-01 … | &#39; &amp; <id> ^x^ !Commander
"""
WORDS = st.sampled_from([*PARTS.split(), "\u3000", "\t"])
LINES = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join))
TEXTS = st.one_of(st.text(max_size=400), st.lists(LINES, max_size=25).map("\n".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_every_input_line_is_accounted_for(text: str) -> None:
    lines = lines_of(text)
    expected = len(re.split("\r\n|[\r\n\v\f\x85\u2028\u2029]", text))
    if "&" not in text:  # an entity may stand for a line break
        assert [line.number for line in lines] == list(range(1, expected + 1))
    for line in lines:
        assert (line.kind == "card") == bool(line.entries)
        assert (line.kind == "section") == (line.section is not None)
        assert line.kind != "unreadable" or line.why


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from([None, "dmedh", "commander", "ryugekisen"]))
def test_any_text_gives_records_or_problems(text: str, format_name: str | None) -> None:
    parsed = read_decklist("x.txt", text, format=format_name)
    assert (
        parsed.decks
        or "no_list" in kinds(parsed)
        or "bad_json" in kinds(parsed)
        or "bad_file" in kinds(parsed)
    )
    assert all(kind in PROBLEM_KINDS for kind in kinds(parsed))
    for deck in parsed.decks:
        assert deck.lines
        assert all(line.copies > 0 and line.text and line.zone in ZONES for line in deck.lines)
        numbers = [line.line_no for line in deck.lines]
        assert len(set(numbers)) == len(numbers)
    unread = [line for line in lines_of(text) if line.kind in ("unreadable", "cut_off")]
    if unread and parsed.decks and "About" not in text:
        told = {problem.line_no for problem in parsed.problems}
        assert {line.number for line in unread} <= told
        assert not all(deck.complete for deck in parsed.decks)
