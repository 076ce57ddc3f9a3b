"""Lists as people post them: pictures and ornaments, numbers at both ends, other brackets, others' words."""

from collections import Counter

import pytest

from parsers.dm_edh import DmEdhParser
from tests.parsers.article_pages import COMMANDER, DECK_TITLE, NAMES, article, page
from tests.parsers.test_deck_lists import BRACKETED, BREAK, HYPERSPATIAL, MARKED, find, rows
from tests.parsers.test_deck_shapes import BARE, HEAD, TAIL, cards, items

# Names that end in a number, in 計 or 。, begin with a label, end like the heading of a part.
ODD = (
    "偽りの名 13", "超轟速 マッハ 55", "キング・ザ・スロットン7/7777777", "5000GT", "龍脈術 水霊の計",
    "【問3】 ジーン", "奇天烈 ポーカード",
    "「終」の極 イギー・スペシャルズ", "♪銀河の裁きに勝てるもの無し",
)  # fmt: skip
MIXED = (*NAMES[:50], *ODD)
SIGNS = ("♠", "♦", "✦", "❖", "✅", "🔥", "〇", "☑️", "◇", "❤️")
BARE_HYPERSPATIAL = [name[2:-1] for name in HYPERSPATIAL]
OTHER = "別の王"


def lines(*texts: str) -> str:
    return f"<p>{BREAK.join(texts)}</p>"


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("behind", [False, True])
def test_headings_with_any_sign(sign: str, behind: bool) -> None:
    heads = [f"{sign}{word}{sign if behind else ''}" for word in ("統率者", "メインデッキ", "超次元ゾーン")]
    (deck,) = find(
        HEAD + lines(heads[0], COMMANDER, heads[1], *NAMES, heads[2], *BARE_HYPERSPATIAL) + TAIL
    ).decks
    assert Counter(line.zone for line in deck.lines) == {"commander": 1, "main": 59, "hyperspatial": 8}
    assert deck.problems == ()


@pytest.mark.parametrize(
    "row",
    ["🃏{}", "{}✨", "👑 {}", "☑️{}", "{}\ufe0f", "「{}」", "｢{}｣", "〈{}〉", "&lt;&lt;{}&gt;&gt;", "＜{}＞"],
)
def test_rows_with_pictures_or_in_other_brackets(row: str) -> None:
    (deck,) = find(HEAD + lines(row.format(COMMANDER) + "（統率者）", *map(row.format, NAMES)) + TAIL).decks
    assert cards(deck, "main") == Counter(NAMES)
    assert cards(deck, "commander") == Counter([COMMANDER])
    assert deck.problems == ()


def test_variation_selectors_are_no_part_of_a_name() -> None:
    names = [f"《{name}\ufe0e》" for name in NAMES[:30]] + [f"《{name}\U000e0100》" for name in NAMES[30:]]
    (deck,) = find(HEAD + lines(MARKED, *names) + TAIL).decks
    assert cards(deck, "main") == Counter(NAMES)


@pytest.mark.parametrize(
    "row",
    [
        "{} 1枚", "{}　１枚", "{}　一枚", "{}…1枚", "{}：1枚", "{}（1枚）", "{} (計1枚)", "{} ×1", "{} x1",
        "1 {}", "1枚 {}", "1x {}", "1：{}",
    ],
)  # fmt: skip
def test_counts_beside_names_that_end_in_numbers(row: str) -> None:
    (deck,) = find(HEAD + lines(BARE, *map(row.format, MIXED)) + TAIL).decks
    assert cards(deck, "main") == Counter(MIXED)
    assert deck.problems == ()


@pytest.mark.parametrize("row", ["No.{} {}", "No{}　{}", "#{} {}", "{}：{}", "{}，{}"])
@pytest.mark.parametrize("names", [NAMES, BRACKETED], ids=["bare", "in brackets"])
def test_numbers_of_rows(row: str, names: list[str]) -> None:
    first = MARKED if names is BRACKETED else BARE
    numbered = [row.format(number, name) for number, name in enumerate((first, *names), 1)]
    (deck,) = find(HEAD + lines(*numbered) + TAIL).decks
    assert cards(deck, "main") == Counter(NAMES)
    assert cards(deck, "commander") == Counter([COMMANDER])
    assert deck.problems == ()


@pytest.mark.parametrize(
    "row",
    [
        "{}［統率者］", "{}（☆統率者☆）", "{}…統率者", "{}（統率者 ×1）", "{}（統率者枠）", "{}-統率者-",
        "{}／統率者", "■統率者■ {}", "統率者…{}", "［統率者］{}", "☆統率者☆ {}", "統率者×1 {}",
        "👑統率者：{}",
    ],
)  # fmt: skip
def test_marks_and_labels_of_a_commander(row: str) -> None:
    for first, names in ((COMMANDER, list(NAMES)), (f"《{COMMANDER}》", BRACKETED)):
        (deck,) = find(HEAD + lines(row.format(first), *names) + TAIL, "【DMEDH】デッキ解説").decks
        assert cards(deck, "commander") == Counter([COMMANDER])
        assert cards(deck, "main") == Counter(NAMES)
        assert deck.problems == ()


def test_a_name_closed_by_the_bracket_beside() -> None:
    (deck,) = find(HEAD + lines(MARKED, *BRACKETED[:-1], f"《{NAMES[-1]}〉") + TAIL).decks
    assert cards(deck, "main") == Counter(NAMES)
    assert [kind for kind, _, _ in deck.problems] == ["unclosed_bracket"]
    (deck,) = find(HEAD + lines(MARKED, "《オヴ・シディア〈サザン.Star〉》", *BRACKETED) + TAIL).decks
    assert "オヴ・シディア〈サザン.Star〉" in cards(deck, "main")


@pytest.mark.parametrize("heading", ["変更点", "前回からの変更点", "IN", "入ったカード", "改良内容", "差分"])
@pytest.mark.parametrize("arrow", ["《{1}》→《{0}》", "+《{0}》"])
def test_a_change_log_is_no_list(heading: str, arrow: str) -> None:
    changes = [arrow.format(name, f"旧の札{number}") for number, name in enumerate(NAMES[:12])]
    (deck,) = find(f"{HEAD}{lines(MARKED, *BRACKETED)}<h3>{heading}</h3>{lines(*changes)}{TAIL}").decks
    assert cards(deck, "main") == Counter(NAMES)
    bare = f"{HEAD}{lines(BARE, *NAMES)}<p>IN</p>{lines(*NAMES[:6])}<p>OUT</p>{lines('旧の札1', '旧の札2')}"
    (deck,) = find(bare).decks
    assert cards(deck, "main") == Counter(NAMES)
    assert deck.complete


@pytest.mark.parametrize(
    "heading",
    [f"「{DECK_TITLE}」への3件のフィードバック", "コメント 2件", "コメント一覧", "2 thoughts on “a deck”"],
)
def test_what_others_post_below_an_article_is_none_of_it(heading: str) -> None:
    comment = lines(f"《{OTHER}》(統率者)", *BRACKETED[:30])
    search = find(f"{HEAD}{lines(MARKED, *BRACKETED)}<h2>{heading}</h2><ol><li>{comment}</li></ol>")
    assert [cards(deck, "main") for deck in search.decks] == [Counter(NAMES)]
    assert search.outside == ()
    # Above the text the same words are only a link to the comments.
    (deck,) = find(f"<p>3件のコメント</p>{HEAD}{lines(MARKED, *BRACKETED)}").decks
    assert cards(deck, "main") == Counter(NAMES)


@pytest.mark.parametrize("place", ["cells", "items"])
def test_the_decks_of_a_report_behind_its_results(place: str) -> None:
    results = "".join(f"<tr><td>{n}位</td><td>《王{n}》</td></tr>" for n in range(1, 9))
    above = (
        f"<table>{results}</table>" if place == "cells" else items([f"{n}位 《王{n}》" for n in range(1, 9)])
    )
    html = f"<h3>結果</h3>{above}<h3>優勝デッキ</h3>{items([MARKED, *BRACKETED])}"
    (deck,) = find(html, "第10回交流会レポート").decks
    assert cards(deck, "main") == Counter(NAMES)
    assert cards(deck, "commander") == Counter([COMMANDER])
    assert deck.problems == ()
    below = f"{HEAD}<table>{rows(BRACKETED)}</table><p>統率者：《{COMMANDER}》</p>"
    (deck,) = find(below, "【DMEDH】デッキ解説").decks
    assert cards(deck, "commander") == Counter([COMMANDER])


def test_an_interrupted_list_is_one_where_its_parts_make_a_deck() -> None:
    box = "<div><p>デュエルの箱 DM22-BD1</p><p>posted with 店</p></div>"
    html = f"{HEAD}{lines(MARKED, *BRACKETED[:30])}{box}{lines(*BRACKETED[30:])}"
    (deck,) = find(f"{html}<p>超次元ゾーン</p>{lines(*HYPERSPATIAL)}{TAIL}").decks
    assert Counter(line.zone for line in deck.lines) == {"commander": 1, "main": 59, "hyperspatial": 8}
    assert cards(deck, "main") == Counter(NAMES)
    assert [line.line_no for line in deck.lines] == sorted({line.line_no for line in deck.lines})
    assert len(find(html.replace(BRACKETED[40] + BREAK, "") + TAIL).decks) == 2


def test_two_decks_side_by_side_in_one_table() -> None:
    other = [f"《別の札{number:02}》" for number in range(59)]
    pairs = zip([MARKED, *BRACKETED], [f"《{OTHER}》(統率者)", *other], strict=True)
    table = rows(["赤の型", "青の型", *(cell for pair in pairs for cell in pair)])
    parsed = DmEdhParser().parse(page(article(f"{HEAD}<table>{table}</table>{TAIL}")))
    first, second = parsed.decks
    assert [line.text for line in first.lines] == [COMMANDER, *NAMES]
    assert [line.text for line in second.lines] == [OTHER, *(name[1:-1] for name in other)]
    assert [found.kind for found in parsed.problems] == ["set_aside"]
    gods = rows(["《上の神》(統率者)", "《下の神》(統率者)", *BRACKETED])
    (deck,) = find(f"{HEAD}<table>{gods}</table>{TAIL}").decks
    assert cards(deck, "commander") == Counter(["上の神", "下の神"])
