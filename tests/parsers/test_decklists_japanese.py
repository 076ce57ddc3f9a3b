"""Plain lists as Japanese players write them: counts, marks, headings and remarks in their own words."""

import time
from collections import Counter

import pytest

from parsers.decklists.read import read_decklist
from schema.records import DeckRecord, Parsed
from tests.parsers.article_pages import COMMANDER, NAMES

MARKED = f"{COMMANDER}(統率者)"


def read(*rows: str) -> Parsed:
    return read_decklist("list.txt", "\n".join(rows), format="dmedh")


def cards(deck: DeckRecord, zone: str = "main") -> Counter[str]:
    return Counter({line.text: line.copies for line in deck.lines if line.zone == zone})


@pytest.mark.parametrize(
    ("row", "copies"),
    [
        ("《{}》四枚", 4),
        ("{} 四枚", 4),
        ("《{}》(2)", 2),
        ("{}（２）", 2),
        ("{}x2", 2),
        ("{}…2枚", 2),
        ("{}・・・2枚", 2),
        ("{} - 2枚", 2),
        ("{}：2", 2),
        ("2×{}", 2),
        ("{}②", 2),
        ("《{}》×②", 2),
        ("{} 12枚", 12),
        ("{}（計2枚）", 2),
    ],
)
def test_counts(row: str, copies: int) -> None:
    parsed = read(MARKED, *(row.format(name) for name in NAMES[:20]))
    assert cards(parsed.decks[0]) == Counter(dict.fromkeys(NAMES[:20], copies))
    assert parsed.problems == ()


@pytest.mark.parametrize(
    "row",
    [
        "・{}", "•{}", "☑ {}", "{n}. {}", "({n}) {}", "{n} 《{}》", "[光]{}", "【光】{}", "**{}**",
        "- **{}**", "{} NEW!", "{}（NEW）", "{} ※代用可", "{} ←新規", "\u200e{}\u200f",
    ],
)  # fmt: skip
def test_what_stands_around_a_name(row: str) -> None:
    parsed = read(MARKED, *(row.format(name, n=n) for n, name in enumerate(NAMES, 1)))
    assert cards(parsed.decks[0]) == Counter(NAMES)
    assert cards(parsed.decks[0], "commander") == Counter([COMMANDER])
    assert parsed.problems == ()


@pytest.mark.parametrize(
    "first",
    [
        "統率者 → {}", "{} ← 統率者", "統率者／{}", "{}〈統率者〉", "{}「統率者」",
        "{}（統率者・黒赤）", "{}（今回の統率者）",
        "統率者１：{}", "統率者={}", "今回の統率者：{}",
        "今回の統率者はこちら\n{}\nメイン", "統率者（コマンダー）：{}",
        "{}(統率者) ×1", "{} 1枚（統率者）", "《統率者》{}", "**{}(統率者)**",
    ],
)  # fmt: skip
@pytest.mark.parametrize("brackets", ["{}", "《{}》"])
def test_marks_of_the_commander(first: str, brackets: str) -> None:
    parsed = read(first.format(brackets.format(COMMANDER)), *map(brackets.format, NAMES))
    assert cards(parsed.decks[0], "commander") == Counter([COMMANDER])
    assert cards(parsed.decks[0]) == Counter(NAMES)
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("heading", "zone"),
    [
        ("サイキック・ドラグハート", "hyperspatial"),
        ("ドラグハート", "hyperspatial"),
        ("超次元 ※8枚まで", "hyperspatial"),
        ("〜超次元〜", "hyperspatial"),
        ("GR召喚", "gr"),
        ("ガチャゾーン", "gr"),
        ("【コスト2】", "main"),
        ("■3マナ以上", "main"),
    ],
)
def test_headings_in_other_words(heading: str, zone: str) -> None:
    parsed = read(MARKED, *NAMES[:50], "", heading, *NAMES[50:])
    assert set(NAMES[50:]) <= set(cards(parsed.decks[0], zone))
    assert len(parsed.decks[0].lines) == 60
    assert parsed.problems == ()


@pytest.mark.parametrize(
    "heading", ["入替候補カード", "次点", "代用カード", "採用しなかったカード", "予備", "その他の候補"]
)
def test_cards_that_the_deck_is_without_are_set_aside(heading: str) -> None:
    parsed = read(MARKED, *NAMES[:50], "", heading, *NAMES[50:])
    assert cards(parsed.decks[0]) == Counter(NAMES[:50])
    assert [found.kind for found in parsed.problems] == ["set_aside"]


def test_a_struck_row_is_told_and_is_no_card() -> None:
    parsed = read(MARKED, *NAMES, "~~抜けた札~~", "以上60枚")
    assert cards(parsed.decks[0]) == Counter(NAMES)
    assert [(found.kind, found.detail, found.line_no) for found in parsed.problems] == [
        ("struck_out", "抜けた札", 61)
    ]


def test_a_name_may_end_with_a_full_stop() -> None:
    parsed = read(MARKED, "雪精 エリカッチュ。", "よろしくお願いします。")
    assert cards(parsed.decks[0]) == Counter(["雪精 エリカッチュ。"])


def test_of_two_cards_in_a_row_the_mark_is_for_its_own() -> None:
    parsed = read("《甲の獣》 《乙の獣》「統率者」", "《丙の獣》")
    assert cards(parsed.decks[0], "commander") == Counter(["乙の獣"])


@pytest.mark.parametrize("odd", [" " * 900 + "x", "★" * 900, "獣…" * 450 + "2", "《" * 900])
def test_long_odd_lines_take_no_time(odd: str) -> None:
    begun = time.process_time()
    read(MARKED, *[f"獣{odd}"] * 200)
    assert time.process_time() - begun < 10  # it takes a fraction of a second
