"""List updates as people post them: days in any writing, bullets, tables by column, words of other games."""

from datetime import date

import pytest

from tests.parsers.test_dm_edh_updates import Row, parse, rows

TITLE = "【DMEDH】規制リスト更新"
DAY = date(2020, 2, 23)
PUBLISHED = date(2018, 5, 20)
BANNED: Row = (("甲の札",), "banned", None, None)
SECOND: Row = (("乙の札",), "banned", None, None)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("令和2年2月23日より適用します。", DAY),
        ("令和元年12月20日から施行", date(2019, 12, 20)),
        ("平成30年4月8日 更新", date(2018, 4, 8)),
        ("R2.2.23 更新", DAY),
        ("H30/4/8 更新", date(2018, 4, 8)),
        ("２０２０年２月２３日より適用します。", DAY),
        ("２０／２／２３ 更新", DAY),
        ("2020/02/23(日) 適用", DAY),
        ("2020 年 2 月 23 日 より適用", DAY),
        ("２月２３日より適用します。", date(2018, 2, 23)),
        ("12/28より適用します。", date(2017, 12, 28)),
        ("2/23(金)から", date(2018, 2, 23)),
        ("即日適用とします。", PUBLISHED),
        ("第2回大会の1/3の方が使いました。", PUBLISHED),
        ("2030年4月1日より適用します。", date(2030, 4, 1)),
        ("2020年2月16日に発表しました。</p><p>適用開始日：2020年2月23日", DAY),
        ("2020年2月16日の更新です。</p><p>2020年2月23日から適用されます。", DAY),
        ("2020年2月23日より適用します。</p><p>※2020/2/25 訂正：誤字を直しました。", DAY),
        ("2020年2月23日より適用します。</p><p>次回の更新は2020年5月23日から。", DAY),
    ],
)
def test_the_day_however_it_is_written(said: str, wanted: date) -> None:
    (change,) = parse(f"<p>{said}</p><h3>禁止</h3><p>《甲の札》</p>", TITLE).changes
    assert change.effective_on == wanted


@pytest.mark.parametrize(
    ("title", "said", "wanted"),
    [
        ("【DMEDH】２０２０年２月２３日 規制リスト更新", "", DAY),
        ("【DMEDH】令和2年2月23日 規制リスト更新", "", DAY),
        ("【DMEDH】2020/2/16 規制リスト更新", "2020年2月23日より適用します。", DAY),
        ("【DMEDH】2020/2/16 規制リスト更新", "2月23日より適用します。", DAY),
        ("【DMEDH】2020/2/23 規制リスト更新", "前回の規制は2019年12月20日に適用されました。", DAY),
    ],
)
def test_the_day_by_title_and_text(title: str, said: str, wanted: date) -> None:
    (change,) = parse(f"<p>{said}</p><h3>禁止</h3><p>《甲の札》</p>", title).changes
    assert change.effective_on == wanted


@pytest.mark.parametrize("sign", ["●", "○", "★", "・", "▶", "🚫", "✅ "])
def test_bare_rows_behind_bullets(sign: str) -> None:
    parsed = parse(f"<h3>■禁止</h3><p>{sign}甲の札<br>{sign}乙の札</p><p>■謝辞</p><p>丙の皆様</p>", TITLE)
    assert rows(parsed.changes) == [BANNED, SECOND]
    headings = parse("<p>●禁止</p><p>甲の札</p><p>●お知らせ以外</p><p>乙の札</p>", TITLE)
    assert rows(headings.changes) == [BANNED]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("《甲の札》：規制→無規制", (("甲の札",), "free", None, "banned")),
        ("《甲の札》：解禁", (("甲の札",), "free", None, None)),
        ("《甲の札》を規制から外しました。", (("甲の札",), "free", None, "banned")),
        ("《甲の札》：４色以上のデッキで禁止", (("甲の札",), "banned", 4, None)),
        ("《甲の札》：3色以上の統率者では規制", (("甲の札",), "banned", 3, None)),
        ("《甲の札》：五色で禁止", (("甲の札",), "banned", 5, None)),
        ("《甲の札》：統率者にできない", (("甲の札",), "banned_as_commander", None, None)),
        ("《甲の札》：統率者不可", (("甲の札",), "banned_as_commander", None, None)),
        ("《甲の札》：統率者として使用不可", (("甲の札",), "banned_as_commander", None, None)),
    ],
)
def test_states_in_other_words(line: str, wanted: Row) -> None:
    ((cards, status, colours, _),) = rows(parse(f"<p>{line}</p>", TITLE).changes)
    assert (cards, status, colours) == wanted[:3]


def test_a_state_of_exactly_so_many_colours_is_unknown_and_told() -> None:
    parsed = parse("<p>《甲の札》：3色で禁止</p>", TITLE)
    assert rows(parsed.changes) == [(("甲の札",), "unknown", None, None)]
    assert [found.kind for found in parsed.problems] == ["unknown_status"]


def test_states_in_the_head_of_a_table_are_those_of_its_columns() -> None:
    head = "<tr><th>禁止</th><th>2色以上で禁止</th><th>解除</th></tr>"
    body = "<tr><td>《甲の札》</td><td>《乙の札》</td><td>丙の大きな札</td></tr>"
    body += "<tr><td>《丁の札》</td><td></td><td></td></tr>"
    assert rows(parse(f"<table>{head}{body}</table><h3>禁止</h3><p>《戊の札》</p>", TITLE).changes) == [
        BANNED,
        (("乙の札",), "banned", 2, None),
        (("丙の大きな札",), "free", None, None),
        (("丁の札",), "banned", None, None),
        (("戊の札",), "banned", None, None),
    ]


@pytest.mark.parametrize("below", ["<tr>", "<tr><td></td>"])
def test_a_state_over_several_rows_of_a_table(below: str) -> None:
    span = " rowspan=2" if below == "<tr>" else ""
    table = (
        f"<table><tr><td{span}>禁止</td><td>《甲の札》</td></tr>{below}<td>《乙の札》</td></tr>"
        "<tr><td>2色以上で禁止</td><td>《丙の札》</td></tr></table>"
    )
    parsed = parse(table, TITLE)
    assert rows(parsed.changes) == [BANNED, SECOND, (("丙の札",), "banned", 2, None)]
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("《乙の札》：プレミアム殿堂", True),
        ("《乙の札》を規制から外しました。", True),
        ("《乙の札》と組み合わせると強すぎるため禁止に指定しました。", False),
    ],
)
def test_what_is_said_of_a_card_beside_the_list_is_told(line: str, told: bool) -> None:
    parsed = parse(f"<h3>禁止</h3><p>《甲の札》</p><p>{line}</p>", TITLE)
    assert rows(parsed.changes) == [BANNED]
    assert [found.kind for found in parsed.problems] == ["unreadable_line"] * told
