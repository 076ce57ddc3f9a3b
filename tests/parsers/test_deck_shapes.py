"""Lists as bloggers write them: tables of many columns, parts, tabs, remarks around the cards."""

from collections import Counter
from collections.abc import Callable

import pytest

from parsers.found_decks import FoundDeck
from tests.parsers.article_pages import COMMANDER, DECK_TITLE, NAMES
from tests.parsers.test_deck_lists import BRACKETED, BREAK, GR, HYPERSPATIAL, MARKED, find, rows

HEAD = "<h2>■デッキレシピ</h2>"
TAIL = f"<h2>■カード解説</h2><h3>《 {NAMES[3]}》</h3><p>強いです。</p>"
BARE = f"{COMMANDER}（統率者）"
PARTS = ((0, 3), (3, 20), (20, 59))


def items(names: tuple[str, ...] | list[str]) -> str:
    return f"<ul>{''.join(f'<li>{name}</li>' for name in names)}</ul>"


def row(*cells: object) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def cost(place: int) -> int:
    return place % 9 + 1


def civilization(place: int) -> str:
    return ("光", "水", "闇/火", "無色")[place % 4]


def table(*cells_of: Callable[[int], object], head: str = "", first: str = "") -> str:
    body = "".join(row(*(cell(place) for cell in cells_of)) for place in range(len(NAMES)))
    return f"<table>{head}{first}{body}</table>"


def bare(place: int) -> str:
    return NAMES[place]


def bracketed(place: int) -> str:
    return BRACKETED[place]


SHAPES: dict[str, Callable[[], str]] = {
    "list in list": lambda: items(
        [f"統率者{items([COMMANDER])}", f"クリーチャー{items(NAMES[:30])}", f"呪文{items(NAMES[30:])}"]
    ),
    "preformatted, headings": lambda: (
        "<pre>" + "\n".join(["統率者", COMMANDER, "", "メイン", *NAMES]) + "</pre>"
    ),
    "preformatted, tabs": lambda: (
        f"<pre>{BARE}\n" + "\n".join("\t".join(NAMES[n : n + 2]) for n in range(0, 59, 2)) + "</pre>"
    ),
    "definition list, no brackets": lambda: (
        f"<dl><dt>統率者</dt><dd>{COMMANDER}</dd><dt>クリーチャー(30)</dt>"
        + "".join(f"<dd>{name}</dd>" for name in NAMES)
        + "</dl>"
    ),
    "parts of few cards": lambda: (
        "<h3>統率者</h3>"
        + items([COMMANDER])
        + "".join(f"<h3>{n}マナ</h3>{items(NAMES[a:b])}" for n, (a, b) in enumerate(PARTS, 2))
    ),
    "costs above paragraphs": lambda: f"<p>{BARE}</p>" + "".join(
        f"<p>【コスト{n}】<br>{BREAK.join(NAMES[a:b])}</p>" for n, (a, b) in enumerate(PARTS)
    ),
    "cells over rows": lambda: (
        f"<table><tr><th>文明</th><th>カード名</th><th>コスト</th></tr>{row('闇', BARE, 7)}"
        + "".join(
            f"<tr>{f'<td rowspan=3>{civilization(n)}</td>' if n % 3 == 0 else ''}"
            f"<td>{name}</td><td>{cost(n)}</td></tr>"
            for n, name in enumerate(NAMES)
        )
        + "</table>"
    ),
    "cells over columns": lambda: (
        "<table><tr><th colspan=2>統率者</th></tr>"
        f"<tr><td colspan=2>《{COMMANDER}》</td></tr><tr><th colspan=2>メイン</th></tr>"
        f"{rows(BRACKETED)}</table>"
    ),
    "heads, civilization, cost": lambda: table(
        bare, civilization, cost, head=row("カード名", "文明", "コスト"), first=row(BARE, "闇", 7)
    ),
    "heads, role unknown to us": lambda: table(
        bracketed,
        lambda n: f"役割その{n % 7}。《 例の札》とも。",
        head=row("カード名", "ひとこと"),
        first=row(MARKED, "主役"),
    ),
    "English heads": lambda: table(bare, lambda _: 1, head=row("Card", "Qty"), first=row(BARE, 1)),
    "costs before, no heads": lambda: table(cost, bracketed, first=row(7, MARKED)),
    "costs behind, no heads": lambda: table(bare, civilization, cost, first=row(BARE, "闇", 7)),
    "prices": lambda: table(bare, lambda n: f"{n * 30 + 50}円", first=row(BARE, "")),
    "filled cells": lambda: f"<table>{row(MARKED, '-')}{rows([*BRACKETED, '―'])}</table>",
    "brackets 『』": lambda: (
        f"<p>『{COMMANDER}』(統率者)<br>{BREAK.join(f'『{name}』' for name in NAMES)}</p>"
    ),
    "numbered, no brackets": lambda: f"<p>{BARE}<br>"
    + BREAK.join(f"{n}. {name}" for n, name in enumerate(NAMES, 1))
    + "</p>",
    "numbered, each part anew": lambda: f"<p>{MARKED}</p>" + "".join(
        "<p>" + BREAK.join(f"{n} {each}" for n, each in enumerate(part, 1)) + "</p>"
        for part in (BRACKETED[:30], BRACKETED[30:])
    ),
    "in rings": lambda: f"<p>{BARE}<br>" + BREAK.join(
        f"{chr(0x2460 + n)}{name}" if n < 20 else name for n, name in enumerate(NAMES)
    ),
    "costs before, in lines": lambda: f"<p>{MARKED}<br>" + BREAK.join(
        f"{2 + n // 8} {each}" for n, each in enumerate(BRACKETED)
    ),
    "civilizations before": lambda: f"<p>{BARE}<br>" + BREAK.join(f"【光】{name}" for name in NAMES),
    "other bullets": lambda: f"<p>{BARE}<br>" + BREAK.join(
        f"{'•' if n % 2 else '☑ '}{name}" for n, name in enumerate(NAMES)
    ),
    "remarks behind": lambda: f"<p>{BARE}<br>" + BREAK.join(
        name + ("（NEW）", " ←NEW!", " ※代用可", "※1", "[2]", "（DMR-01）", " NEW")[n % 7]
        for n, name in enumerate(NAMES)
    ),
    "marks of footnotes": lambda: f"<p>{MARKED}<br>" + BREAK.join(
        f'{each}<sup><a href="#note-{n}">{n}</a></sup>' for n, each in enumerate(BRACKETED)
    ),
    "hints that open on hover": lambda: items(
        [MARKED, *(f'{each}<span style="display:none">コスト5の獣</span>' for each in BRACKETED)]
    ),
    "a fold": lambda: (
        f"<details><summary>デッキリストを開く</summary><p>{MARKED}</p>"
        f"<table>{rows(BRACKETED)}</table></details>"
    ),
    "a fold that is shut": lambda: (
        f'<div style="display:none"><p>{MARKED}</p><table>{rows(BRACKETED)}</table></div>'
    ),
    "codes of a plugin": lambda: f'<p>[spoiler title="表"]<br>{BREAK.join([BARE, *NAMES])}<br>[/spoiler]</p>',
    "an advertisement inside": lambda: (
        f"<p>{BREAK.join([BARE, *NAMES[:30]])}</p><p>スポンサーリンク</p><p>{BREAK.join(NAMES[30:])}</p>"
    ),
    "a line above and the sum below": lambda: (
        f"<p>今回のリスト</p><p>{BREAK.join([BARE, *NAMES])}<br>以上、60枚</p>"
    ),
    "marks of direction": lambda: f"<p>{BARE}<br>" + BREAK.join(f"\u200e{name}\u200f" for name in NAMES),
}  # fmt: skip


def cards(deck: FoundDeck, zone: str) -> Counter[str]:
    return Counter({line.text: line.copies for line in deck.lines if line.zone == zone})


@pytest.mark.parametrize("shape", SHAPES)
def test_every_card_comes_out_once(shape: str) -> None:
    (deck,) = find(HEAD + SHAPES[shape]() + TAIL).decks
    assert cards(deck, "main") == Counter(NAMES)
    assert cards(deck, "commander") == Counter([COMMANDER])
    assert len(deck.lines) == 60
    assert deck.complete
    assert deck.problems == ()


@pytest.mark.parametrize("tag", ["h4", "p", "h2"])
@pytest.mark.parametrize("brackets", [False, True])
def test_unknown_headings_part_a_list_and_are_named(tag: str, brackets: bool) -> None:
    sign = "●" if tag == "p" else ""
    names = BRACKETED if brackets else list(NAMES)
    html = f"<p>{MARKED if brackets else BARE}</p>" + "".join(
        f"<{tag}>{sign}{word}</{tag}><p>{BREAK.join(part)}</p>"
        for word, part in (("殴る奴ら", names[:20]), ("守る奴ら", names[20:]))
    )
    (deck,) = find(html + TAIL).decks
    assert cards(deck, "main") == Counter(NAMES)
    assert {kind for kind, _, _ in deck.problems} == {"unknown_section"}


@pytest.mark.parametrize(
    "heading",
    [
        "サイキック・ドラグハート",
        "超次元(サイキック)",
        "〜超次元〜",
        "超次元ゾーン ※8枚まで",
        "8枚の超次元",
        "サイキックゾーン",
        "超次元側",
    ],
)
def test_hyperspatial_headings_in_other_words(heading: str) -> None:
    for html in (
        f"<p>{MARKED}</p><table>{rows(BRACKETED)}</table><p>{heading}</p><table>{rows(HYPERSPATIAL)}</table>",
        f"<p>{BREAK.join([BARE, *NAMES, heading, *(name[2:-1] for name in HYPERSPATIAL)])}</p>",
    ):
        (deck,) = find(HEAD + html + TAIL).decks
        assert Counter(line.zone for line in deck.lines) == {"commander": 1, "main": 59, "hyperspatial": 8}
        assert deck.problems == ()


@pytest.mark.parametrize(
    "heading", ["GR召喚", "ガチャゾーン", "GRクリーチャー×12", "超GR領域", "超ガチャレンジゾーン"]
)
def test_gr_headings_in_other_words(heading: str) -> None:
    html = f"<p>{MARKED}</p><table>{rows(BRACKETED)}</table><p>{heading}</p><table>{rows(GR)}</table>"
    (deck,) = find(HEAD + html + TAIL).decks
    assert Counter(line.zone for line in deck.lines) == {"commander": 1, "main": 59, "gr": 12}


@pytest.mark.parametrize(
    "heading",
    [
        "入替候補カード",
        "採用検討カード",
        "サイドボード",
        "次点",
        "代用カード",
        "変更候補",
        "採用しなかったカード",
        "その他の候補（3枚）",
        "OUT",
    ],
)
@pytest.mark.parametrize("more", [3, 26])
def test_cards_that_the_deck_is_without(heading: str, more: int) -> None:
    others = [f"脇の札{chr(0x4E00 + number)}" for number in range(more)]
    for html in (
        f"<p>{MARKED}</p><table>{rows(BRACKETED)}</table><h3>{heading}</h3>"
        f"<table>{rows([f'《{other}》' for other in others])}</table>",
        f"<p>{BREAK.join([BARE, *NAMES])}</p><p>{heading}<br>{BREAK.join(others)}</p>",
    ):
        (deck,) = find(HEAD + html + TAIL).decks
        assert cards(deck, "main") == Counter(NAMES)


def test_places_that_may_be_exchanged_are_in_the_deck() -> None:
    html = f"<p>{BREAK.join([BARE, *NAMES[:50], '入れ替え枠', *NAMES[50:]])}</p>"
    (deck,) = find(HEAD + html + TAIL).decks
    assert set(NAMES) <= set(cards(deck, "main"))


@pytest.mark.parametrize(
    "below", ["ではまた次回", "Thank you for reading", "デッキ画像", "前回の記事はこちら"]
)
def test_a_line_below_a_paragraph_of_names_is_no_card(below: str) -> None:
    search = find(f"{HEAD}<p>{BREAK.join([BARE, *NAMES])}</p><p>{below}</p>")
    assert cards(search.decks[0], "main") == Counter(NAMES)
    assert search.outside == (below,)


@pytest.mark.parametrize("end", ["…", "...", "[…]", '… <a href="/more">続きを読む →</a>', " 他"])
def test_a_last_row_that_says_there_is_more(end: str) -> None:
    for first, names in ((MARKED, BRACKETED), (BARE, list(NAMES))):
        (deck,) = find(f"<p>{BREAK.join([first, *names[:20]])}{end}</p>").decks
        assert not deck.complete
        assert [kind for kind, _, _ in deck.problems] == ["cut_off"]
        assert cards(deck, "main") == Counter(NAMES[:20])


def test_a_card_with_a_remark_between_rows_is_taken_and_the_remark_quoted() -> None:
    remarked = [each + (" …展開を止める" if n == 9 else "") for n, each in enumerate(BRACKETED)]
    (deck,) = find(f"{HEAD}<p>{BREAK.join([MARKED, *remarked])}</p>{TAIL}").decks
    assert cards(deck, "main") == Counter(NAMES)
    assert [(kind, "展開" in detail) for kind, detail, _ in deck.problems] == [("unreadable_line", True)]


def test_texts_beside_the_names_are_told_and_are_no_cards() -> None:
    for html in (
        table(bracketed, lambda n: f"その{n % 5}の役", first=row(MARKED, "主役")),
        f"<p>{MARKED}</p><dl>{''.join(f'<dt>{each}</dt><dd>採用</dd>' for each in BRACKETED)}</dl>",
    ):
        (deck,) = find(HEAD + html + TAIL).decks
        assert cards(deck, "main") == Counter(NAMES)
        assert [kind for kind, _, _ in deck.problems] == ["set_aside"]


def test_decks_are_named_by_their_headings() -> None:
    second = f"<p>《別の王》(統率者)</p><table>{rows(BRACKETED[:40])}</table>"
    one = f"<h3>赤の型</h3><p>{MARKED}</p><table>{rows(BRACKETED)}</table><h3>青の型</h3>{second}"
    other = ["別の王（統率者）", *NAMES]
    two = f"<h3>赤の型</h3><p>{BREAK.join([BARE, *NAMES])}</p><h3>青の型</h3><p>{BREAK.join(other)}</p>"
    for html in (one, two):
        decks = find(HEAD + html + TAIL).decks
        assert [deck.title for deck in decks] == ["赤の型", "青の型"]
        assert all(deck.problems == () for deck in decks)


def test_the_list_of_an_unopened_tab_is_a_deck_and_hidden_copies_are_none() -> None:
    first = f"<div><p>{MARKED}</p><table>{rows(BRACKETED)}</table></div>"
    second = f"<p>《別の王》(統率者)</p><table>{rows(BRACKETED[:40])}</table>"
    tabs = find(f'{HEAD}{first}<div style="display: none">{second}</div>{TAIL}')
    assert [len(deck.lines) for deck in tabs.decks] == [60, 41]
    old = f"<table>{rows([f'《旧の札{number}》' for number in range(30)])}</table>"
    for hidden in (f"<div hidden>{old}</div>", f'<div style="display:none">{old}</div>'):
        (deck,) = find(HEAD + first + hidden + TAIL).decks
        assert cards(deck, "main") == Counter(NAMES)


@pytest.mark.parametrize(
    ("title", "html"),
    [
        ("第5回交流会 使用統率者一覧", "<h3>統率者</h3>" + items([f"《王{n}》" for n in range(12)])),
        ("おすすめ統率者紹介", items([f"《王{n}》" for n in range(30)])),
        ("【DMEDH】デッキまとめ", items([f'<a href="/dmedh/{n}">《王{n}》</a>' for n in range(30)])),
        (DECK_TITLE, "<h3>不採用カード</h3>" + items([f"《札{n}》" for n in range(30)])),
    ],
)
def test_lists_of_other_things(title: str, html: str) -> None:
    assert find(html, title).decks == ()
