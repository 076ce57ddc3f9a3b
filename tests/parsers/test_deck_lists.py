"""Deck lists found by what they hold, in many shapes of markup; prose and other lists that are none."""

from collections import Counter
from collections.abc import Callable

import pytest

from parsers.deck_lists import Search, find_decks
from parsers.html_tree import read_tree
from parsers.lines import visible_lines
from tests.parsers.article_pages import COMMANDER, DECK_TITLE, NAMES, cells, deck_table

BRACKETED = [f"《 {name}》" for name in NAMES]
MARKED = f"《 {COMMANDER}》(統率者)"
HYPERSPATIAL = [f"《 超次の札{number}》" for number in range(8)]
GR = [f"《 ガチャの札{number}》" for number in range(12)]
BREAK = "<br />\n"


def find(html: str, title: str = DECK_TITLE, *, cut: bool = False) -> Search:
    tree = read_tree(f"<div>{html}</div>")
    assert tree is not None
    return find_decks(visible_lines(tree), title=title, cut=cut)


def rows(cells: list[str], columns: int = 2) -> str:
    return "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells[start : start + columns]) + "</tr>"
        for start in range(0, len(cells), columns)
    )


SHAPES: dict[str, Callable[[], str]] = {
    "table, two a row": lambda: f"<table>{rows([MARKED, '&nbsp;'])}{rows(BRACKETED)}</table>",
    "table, one a row": lambda: f"<table>{rows([MARKED, *BRACKETED], 1)}</table>",
    "table, three a row": lambda: f"<table>{rows([MARKED, *BRACKETED], 3)}</table>",
    "two cards in one cell": lambda: (
        f"<table>{rows([MARKED], 1)}"
        + "".join(
            f"<tr><td>{a} {b}</td></tr>" for a, b in zip(BRACKETED[::2], [*BRACKETED[1::2], ""], strict=True)
        )
        + "</table>"
    ),
    "glued in one cell": lambda: (
        f"<table>{rows([MARKED], 1)}"
        + "".join(
            f"<tr><td>{a}{b}</td></tr>" for a, b in zip(BRACKETED[::2], [*BRACKETED[1::2], ""], strict=True)
        )
        + "</table>"
    ),
    "everything in one cell": lambda: f"<table><tr><td>{BREAK.join([MARKED, *BRACKETED])}</td></tr></table>",
    "cells without brackets": lambda: f"<table>{rows([f'{COMMANDER}（統率者）', *NAMES])}</table>",
    "line breaks": lambda: f"<p>{BREAK.join([MARKED, *BRACKETED])}</p>",
    "paragraphs": lambda: "".join(f"<p>{row}</p>" for row in [MARKED, *BRACKETED]),
    "list items": lambda: f"<ul>{''.join(f'<li>{row}</li>' for row in [MARKED, *BRACKETED])}</ul>",
    "divs": lambda: "".join(f"<div>{row}</div>" for row in [MARKED, *BRACKETED]),
    "block columns": lambda: (
        f"<p>{MARKED}</p><div><div><p>{BREAK.join(BRACKETED[:30])}</p></div>"
        f"<div><p>{BREAK.join(BRACKETED[30:])}</p></div></div>"
    ),
    "definition list": lambda: (
        f"<dl><dt>統率者</dt><dd>《{COMMANDER}》</dd><dt>デッキ</dt>"
        + "".join(f"<dd>{row}</dd>" for row in BRACKETED)
        + "</dl>"
    ),
    "bare, one a paragraph, blank lines between": lambda: "<p>&nbsp;</p>".join(
        f"<p>{row}</p>" for row in [f"{COMMANDER}(統率者)", *NAMES]
    ),
    "bare, line breaks": lambda: f"<p>{BREAK.join([f'{COMMANDER}（統率者）', *NAMES])}</p>",
    "preformatted": lambda: "<pre>" + "\n".join([f"{COMMANDER}（統率者）", *NAMES]) + "</pre>",
    "pasted text": lambda: "<div>" + "\n".join([f"{COMMANDER}（統率者）", *NAMES]) + "</div>",
    "lenticular brackets": lambda: (
        f"<p>【{COMMANDER}】（統率者）</p><p>" + BREAK.join(f"【{name}】" for name in NAMES) + "</p>"
    ),
    "double angles": lambda: (
        f"<p>≪{COMMANDER}≫（統率者）</p><p>" + BREAK.join(f"≪{name}≫" for name in NAMES) + "</p>"
    ),
    "links": lambda: (
        f"<table>{rows([MARKED])}{rows([f'<a href=/c>《 {name}》</a>' for name in NAMES])}</table>"
    ),
    "links inside the brackets": lambda: (
        f"<table>{rows([f'《 <a href=/c>{COMMANDER}</a>》<b>(統率者)</b>'])}"
        f"{rows([f'《 <a href=/c>{name}</a>》' for name in NAMES])}</table>"
    ),
    "counts after": lambda: f"<p>{BREAK.join(row + ' ×1' for row in [MARKED, *BRACKETED])}</p>",
    "numbered": lambda: (
        f"<p>{MARKED}</p><p>" + BREAK.join(f"{n} {row}" for n, row in enumerate(BRACKETED, 1)) + "</p>"
    ),
    "numbered with dots": lambda: (
        f"<p>{MARKED}</p><p>" + BREAK.join(f"{n}. {row}" for n, row in enumerate(BRACKETED, 1)) + "</p>"
    ),
    "columns for name and count": lambda: (
        f"<table><tr><th>枚数</th><th>カード名</th><th>文明</th></tr>"
        f"<tr><td>1</td><td>{COMMANDER}（統率者）</td><td>闇</td></tr>"
        + "".join(f"<tr><td>1</td><td>{name}</td><td>火</td></tr>" for name in NAMES)
        + "</table>"
    ),
    "label in the first cell": lambda: (
        f"<table><tr><th>統率者</th><td>《{COMMANDER}》</td></tr>{rows(BRACKETED)}</table>"
    ),
    "heading for the commander": lambda: (
        f"<h3>統率者</h3><p>《{COMMANDER}》</p><h3>クリーチャー</h3>"
        f"<p>{BREAK.join(BRACKETED[:30])}</p><h3>呪文（29枚）</h3><p>{BREAK.join(BRACKETED[30:])}</p>"
    ),
    "label and colon": lambda: f"<p>統率者：{COMMANDER}</p><p>{BREAK.join(BRACKETED)}</p>",
    "mark on a line of its own": lambda: (
        f"<p>{BREAK.join([f'《{COMMANDER}》', '（統率者）', *BRACKETED])}</p>"
    ),
    "commander last": lambda: f"<p>{BREAK.join([*BRACKETED, MARKED])}</p>",
    "title and commander on one line": lambda: (
        f"<p>『DMEDH 黒赤』 {MARKED}</p><p>{BREAK.join(BRACKETED)}</p>"
    ),
    "closing brackets lost": lambda: (
        f"<table>{rows([MARKED])}{rows([row.rstrip('》') for row in BRACKETED])}</table>"
    ),
    "opening brackets lost": lambda: (
        f"<table>{rows([MARKED])}{rows([row.lstrip('《 ') for row in BRACKETED])}</table>"
    ),
    "civilization headings with totals": lambda: (
        f"<p>{MARKED}</p><p>光 30枚</p><p>{BREAK.join(BRACKETED[:30])}</p>"
        f"<p>無色　29枚</p><p>{BREAK.join(BRACKETED[30:])}</p>"
    ),
    "nested tables": lambda: (
        f"<table><tr><td><table>{rows([MARKED, *BRACKETED[:30]])}</table></td>"
        f"<td><table>{rows(BRACKETED[30:])}</table></td></tr></table>"
    ),
}


@pytest.mark.parametrize(
    "heading", ["", "<h2>■デッキレシピ</h2>", "<p>■デッキリスト</p><p>『DMEDH 黒赤』</p>"]
)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_card_comes_out_in_every_shape(shape: str, heading: str) -> None:
    prose = f"<p>《 {COMMANDER}》と《 紹介の札》で戦います。</p>"
    tail = f"<h2>■カード解説</h2><h3>《 {NAMES[3]}》</h3><p>《 紹介の札》が強いです。</p>"
    search = find(prose + heading + SHAPES[shape]() + tail)
    (deck,) = search.decks
    assert Counter(line.text for line in deck.lines) == Counter([COMMANDER, *NAMES])
    assert [line.text for line in deck.lines if line.zone == "commander"] == [COMMANDER]
    assert all(line.copies == 1 for line in deck.lines)
    assert deck.complete
    assert search.outside == ()
    assert {kind for kind, _, _ in deck.problems} <= {"unclosed_bracket"}
    numbers = [line.line_no for line in deck.lines]
    assert sorted(set(numbers)) == sorted(numbers)


@pytest.mark.parametrize(
    ("hyperspatial", "gr"),
    [
        ("<h3>超次元ゾーン</h3><table>{h}</table>", "<h3>GRゾーン</h3><table>{g}</table>"),
        ("<p>超次元（8枚）</p><table>{h}</table>", "<p>【超GR】</p><table>{g}</table>"),
        ("<p>超次元は以下の8枚です。</p><table>{h}</table>", "<p>■超GRゾーン　12枚</p><table>{g}</table>"),
    ],
)
def test_zone_headings_outside_the_table(hyperspatial: str, gr: str) -> None:
    zones = hyperspatial.replace("{h}", rows(HYPERSPATIAL)) + gr.replace("{g}", rows(GR))
    (deck,) = find(f"<table>{rows([MARKED])}{rows(BRACKETED)}</table>{zones}<h2>■最後に</h2>").decks
    assert Counter(line.zone for line in deck.lines) == {
        "commander": 1,
        "main": 59,
        "hyperspatial": 8,
        "gr": 12,
    }


@pytest.mark.parametrize(
    ("first", "second"), [("超次元", "GR"), ("超次元ゾーン", "超GR"), ("《超次元》", "ＧＲゾーン")]
)
def test_zone_headings_inside_the_table(first: str, second: str) -> None:
    html = (
        f"<table>{rows([MARKED])}{rows(BRACKETED)}<tr><td colspan=2>{first}</td></tr>{rows(HYPERSPATIAL)}"
        f"<tr><td>{second}</td><td>&nbsp;</td></tr>{rows(GR)}</table>"
    )
    (deck,) = find(html).decks
    assert Counter(line.zone for line in deck.lines) == {
        "commander": 1,
        "main": 59,
        "hyperspatial": 8,
        "gr": 12,
    }


@pytest.mark.parametrize(
    "cards",
    [
        ["《 FORBIDDEN STAR ~世界最後の日~/終焉の禁断 ドルマゲドンX》"],
        ["《FORBIDDEN STAR ～世界最後の日～》", "《終焉の禁断 ドルマゲドンX》"],
        ["《FORBIDDEN STAR ～世界最後の日～》×5"],
        ["《終焉の禁断 ドルマゲドンX》"],
    ],
)
def test_the_uncounted_set_is_one_card_outside_the_count(cards: list[str]) -> None:
    """DM9: beside the commander or with its back face, it is one set in zone extra."""
    (deck,) = find(f"<table>{rows([MARKED])}{rows(cards)}{rows(BRACKETED)}</table>").decks
    extra = [line for line in deck.lines if line.zone == "extra"]
    assert len(extra) == 1
    assert extra[0].copies == 1
    assert Counter(line.zone for line in deck.lines)["main"] == 59


@pytest.mark.parametrize(
    "gods",
    [
        "<tr><td>《竜極神ゲキ》(統率者)</td><td>《竜極神メツ》(統率者)</td></tr>",
        "<tr><td>《竜極神ゲキ》(統率者)</td></tr><tr><td>《竜極神メツ》(統率者)</td></tr>",
        "<tr><td>《竜極神ゲキ》＋《竜極神メツ》（統率者）</td></tr>",
        "<tr><td>《竜極神ゲキ／竜極神メツ》（統率者）</td></tr>",
        "<tr><td>竜極神ゲキ+竜極神メツ（統率者）</td></tr>",
    ],
)
def test_linked_gods_are_several_commanders_of_one_deck(gods: str) -> None:
    """GOD1."""
    (deck,) = find(f"<table>{gods}{rows(BRACKETED)}</table>").decks
    assert [line.text for line in deck.lines if line.zone == "commander"] == ["竜極神ゲキ", "竜極神メツ"]


def test_several_decks_in_one_article() -> None:
    other = rows(["《 別の王》（統率者）"]) + rows(BRACKETED[:50])
    one = find(f"{deck_table()}<h2>■改造案</h2><table>{other}</table><h2>■最後に</h2>")
    two = find(f"<p>『甲』</p>{deck_table()}<p>別の案です。</p><p>『乙』</p><table>{other}</table>")
    three = find(f"<table>{rows([MARKED])}{rows(BRACKETED)}{other}</table>")
    for search in (one, two, three):
        assert [len(deck.lines) for deck in search.decks] == [60, 51]
        assert [deck.lines[0].text for deck in search.decks] == [COMMANDER, "別の王"]
    assert [deck.title for deck in two.decks] == ["DMEDH 黒赤", "乙"]


@pytest.mark.parametrize(
    ("title", "html"),
    [
        (
            "DMEDHを始めよう!",
            f"<h2>おすすめカード</h2><ul>{''.join(f'<li>{row}</li>' for row in BRACKETED[:30])}</ul>",
        ),
        ("DMEDHデッキの作り方", f"<h2>汎用カード一覧</h2><table>{rows(BRACKETED[:40])}</table>"),
        (
            "第3回交流会レポート",
            "<table><tr><th>順位</th><th>名前</th><th>統率者</th></tr>"
            + "".join(
                f"<tr><td>{n}位</td><td>参加者{n}</td><td>《王{n}》(統率者)</td></tr>" for n in range(1, 9)
            )
            + "</table>",
        ),
        ("交流会のお知らせ", "<ul>" + "".join(f"<li>《王{n}》(統率者)</li>" for n in range(8)) + "</ul>"),
        ("大会結果", "<p>優勝 《統べる王》(統率者)。《A》と《B》が活躍しました。</p>"),
        (
            "【DMEDH】規制リスト更新",
            "<h3>統率者禁止</h3><p>《A》<br>《B》<br>《C》</p><h3>禁止</h3><p>《D》</p>",
        ),
    ],
)
def test_event_posts_how_to_prose_and_lists_of_cards_are_no_decks(title: str, html: str) -> None:
    assert find(html, title).decks == ()


def test_lines_that_give_no_card_are_named_and_make_the_list_incomplete() -> None:
    note = "ここからは悩んだ札を二つほど入れています。"
    (deck,) = find(f"<p>{BREAK.join([MARKED, *BRACKETED[:20], note, *BRACKETED[20:]])}</p>").decks
    assert len(deck.lines) == 60
    assert not deck.complete
    ((kind, detail, line_no),) = deck.problems
    assert kind == "unreadable_line"
    assert detail.startswith("ここから")
    assert line_no == 22
    assert line_no not in {line.line_no for line in deck.lines}


@pytest.mark.parametrize("sign", ["…", "(以下略)", "［…］", "続きを読む"])
def test_a_list_that_says_it_goes_on_is_cut_off(sign: str) -> None:
    (deck,) = find(f"<p>{BREAK.join([MARKED, *BRACKETED[:30], sign])}</p>").decks
    assert not deck.complete
    assert [kind for kind, _, _ in deck.problems] == ["cut_off"]


def test_a_page_that_ends_inside_its_list_is_cut_off_and_one_that_ends_below_is_not() -> None:
    html = f"<p>{BREAK.join([MARKED, *BRACKETED[:30]])}</p>"
    (inside,) = find(html, cut=True).decks
    (below,) = find(html + "<h2>■最後に</h2><p>終わ", cut=True).decks
    assert not inside.complete
    assert below.complete


def test_struck_cards_are_on_the_page_and_not_in_the_deck() -> None:
    (deck,) = find(f"<p>{BREAK.join([MARKED, *BRACKETED, '<s>《抜けた札》</s>'])}</p>").decks
    assert "抜けた札" not in {line.text for line in deck.lines}
    assert [(kind, detail) for kind, detail, _ in deck.problems] == [("struck_out", "《抜けた札》")]


def test_an_unknown_heading_inside_a_list_is_named_and_the_cards_stay() -> None:
    html = f"<p>{BREAK.join(BRACKETED[:30])}</p><h4>奇妙な部</h4><p>{BREAK.join(BRACKETED[30:])}</p>"
    (deck,) = find(f"<p>{MARKED}</p>{html}").decks
    assert len(deck.lines) == 60
    assert [(kind, detail) for kind, detail, _ in deck.problems] == [("unknown_section", "奇妙な部")]


def test_share_buttons_below_a_bare_list_are_no_cards() -> None:
    html = f"<p>{BREAK.join([f'{COMMANDER}（統率者）', *NAMES])}</p><div><span>はてブ</span><br>シェア</div>"
    (deck,) = find(html).decks
    assert len(deck.lines) == 60


def test_candidates_below_their_heading_are_not_in_the_deck() -> None:
    html = f"<h2>■デッキレシピ</h2>{deck_table()}<h2>■入れ替え候補</h2><p>《候補の札》<br>《別の候補》</p>"
    search = find(html)
    assert len(search.decks[0].lines) == 60
    assert search.outside == ()


def test_rows_that_stand_outside_the_list_are_told() -> None:
    search = find(
        f"{deck_table()}<h4>おまけ</h4><p>文章。</p><table>{cells(['迷子の札', '別の迷子'])}</table>"
    )
    assert search.outside == ("迷子の札", "別の迷子")


def test_the_commander_is_taken_from_the_title_when_no_row_is_marked() -> None:
    listed = find(f"<h2>■デッキレシピ</h2><table>{rows([*BRACKETED, f'《 {COMMANDER}》'])}</table>")
    (deck,) = listed.decks
    assert [line.text for line in deck.lines if line.zone == "commander"] == [COMMANDER]
    assert len(deck.lines) == 60
    glued = find(f"<table>{rows([*NAMES])}</table>", f"DMEDH、《{NAMES[5]}》統率")
    assert [line.text for line in glued.decks[0].lines if line.zone == "commander"] == [NAMES[5]]
    absent = find(f"<table>{rows(BRACKETED)}</table>", "DMEDH、《居ない王》統率")
    assert absent.decks[0].lines[0].text == "居ない王"
    assert [line.line_no for line in absent.decks[0].lines] == list(range(1, 61))


def test_a_list_without_commander_is_kept_and_says_so() -> None:
    (deck,) = find(f"<h2>■デッキレシピ</h2><table>{rows(BRACKETED)}</table>").decks
    assert len(deck.lines) == 59
    assert [kind for kind, _, _ in deck.problems] == ["no_commander"]


def test_the_title_card_is_not_the_commander_when_another_is_marked() -> None:
    """Public irregularity: the title names another card of the deck."""
    others = rows([*BRACKETED[:-1], f"《 {COMMANDER}》"])
    (deck,) = find(f"<table>{rows(['《 五邪王 ニガ=ヴェルムート》(統率者)'])}{others}</table>").decks
    assert [line.text for line in deck.lines if line.zone == "commander"] == ["五邪王 ニガ=ヴェルムート"]


def test_counts_of_other_shapes() -> None:
    html = (
        "<h3>メインデッキ</h3><p>"
        + BREAK.join(f"《札{n}》×4" for n in range(10))
        + "</p><h3>超次元ゾーン</h3><p>《裏の札》×1</p>"
    )
    (deck,) = find(html, "構築戦のデッキ").decks
    assert sum(line.copies for line in deck.lines if line.zone == "main") == 40
    assert [line.text for line in deck.lines if line.zone == "hyperspatial"] == ["裏の札"]
    bare = find(
        "<p>光 35枚</p><p>" + BREAK.join(f"札の{n}番 3" for n in "甲乙丙丁戊己庚辛壬癸子丑") + "</p>",
        "構築戦",
    )
    assert {line.copies for line in bare.decks[0].lines} == {3}
    assert bare.decks[0].lines[0].text == "札の甲番"


def test_a_sentence_after_the_mark_starts_no_list() -> None:
    beside = f"<ul><li>《{COMMANDER}》(統率者)で遊ぼう</li><li>《{NAMES[0]}》</li></ul>"
    assert len(find(deck_table() + beside).decks) == 1
