"""List updates: old and new wording, several cards a line, sets, struck, lifted and unknown ones."""

from datetime import date

import pytest

from parsers.dm_edh import DmEdhParser
from parsers.dm_edh_status import Move, State, heading_state, read_move
from schema.records import Parsed, RestrictionChange
from tests.parsers.article_pages import article, page

TITLE = "【DMEDH】2020/2/23 規制リスト更新"
Row = tuple[tuple[str, ...], str, int | None, str | None]


def parse(content: str, title: str = TITLE, url: str = "https://dm-edh.com/dmedh/7331") -> Parsed:
    return DmEdhParser().parse(page(article(content, title=title, post_id=7331), url=url))


def rows(changes: tuple[RestrictionChange, ...]) -> list[Row]:
    return [(change.cards, change.status, change.min_identity, change.previous) for change in changes]


@pytest.mark.parametrize(
    ("wording", "status", "colours"),
    [
        ("禁止（規制度：最大）", "banned", None),
        ("統率者が二色以上で禁止（大）", "banned", 2),
        ("統率者が三色以上で禁止 (規制度:中)", "banned", 3),
        ("統率者が四色以上で禁止(小)", "banned", 4),
        ("統率者禁止", "banned_as_commander", None),
        ("規制", "banned", None),
        ("規制（非推奨）", "banned", None),
        ("2色以上で規制", "banned", 2),
        ("３色以上で規制", "banned", 3),
        ("4色以上で規制", "banned", 4),
        ("統率者規制", "banned_as_commander", None),
        ("イベント限定禁止", "event_only", None),
        ("解除", "free", None),
        ("規制解除", "free", None),
        ("無制限", "free", None),
    ],
)
def test_the_categories_in_both_wordings_as_headings_and_beside_the_card(
    wording: str, status: str, colours: int | None
) -> None:
    for content in (
        f"<h3>■{wording}</h3><p>《甲》《乙》<br>《丙》</p>",
        f"<p>【{wording}】</p><ul><li>《甲》</li><li>乙</li><li>《 丙</li></ul>",
        f"<p>《甲》：{wording}</p><p>《乙》→{wording}</p><p>《丙》 {wording}</p>",
        f"<p>{wording}：《甲》《乙》《丙》</p>",
        "<table>"
        + "".join(f"<tr><td>{card}</td><td>{wording}</td></tr>" for card in ("《甲》", "乙", "《丙》"))
        + "</table>",
    ):
        changes = parse(content).changes
        assert [(change.cards, change.status, change.min_identity) for change in changes] == [
            (("甲",), status, colours),
            (("乙",), status, colours),
            (("丙",), status, colours),
        ], content
        assert {(change.list, change.kind, change.effective_on) for change in changes} == {
            ("dmedh", "change", date(2020, 2, 23))
        }


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("《甲》 4色以上で規制 → 3色以上で規制", [(("甲",), "banned", 3, "banned:4")]),
        ("《甲》 4色以上で規制から3色以上で規制に変更", [(("甲",), "banned", 3, "banned:4")]),
        ("《甲》 規制 ⇒ 無制限", [(("甲",), "free", None, "banned")]),
        ("《甲》 規制(種別不明)→無制限", [(("甲",), "free", None, "unknown")]),
        ("《甲》 無制限?→禁止", [(("甲",), "banned", None, None)]),
        ("《甲》 統率者禁止 解除", [(("甲",), "free", None, "banned_as_commander")]),
        ("《甲》 <s>2色以上で規制</s> 3色以上で規制", [(("甲",), "banned", 3, "banned:2")]),
        ("《甲》 <del>禁止</del>", [(("甲",), "free", None, "banned")]),
        ("<s>《甲》</s>（禁止）", [(("甲",), "free", None, "banned")]),
        ("《甲》禁止　《乙》2色以上で禁止", [(("甲",), "banned", None, None), (("乙",), "banned", 2, None)]),
        ("《甲》+《乙》：コンビ禁止", [(("甲", "乙"), "pair", None, None)]),
        ("《甲》＆《乙》 コンビ規制", [(("甲", "乙"), "pair", None, None)]),
        ("《甲 + 乙》コンビ規制", [(("甲", "乙"), "pair", None, None)]),
        ("コンビ禁止：《甲》《乙》", [(("甲", "乙"), "pair", None, None)]),
        ("《甲》+《乙》+《丙》 トリオ禁止", [(("甲", "乙", "丙"), "trio", None, None)]),
        ("《甲》+《乙》+《丙》 トリオ禁止→解除", [(("甲", "乙", "丙"), "free", None, "trio")]),
        ("《甲》を禁止に指定します。", [(("甲",), "banned", None, None)]),
        ("《甲》の統率者禁止を解除します。", [(("甲",), "free", None, "banned_as_commander")]),
        (
            "《キングダム・オウ禍武斗/チャージ3回、フリーエントリー!》禁止",
            [(("キングダム・オウ禍武斗/チャージ3回、フリーエントリー!",), "banned", None, None)],
        ),
    ],
)
def test_one_line(line: str, wanted: list[Row]) -> None:
    assert rows(parse(f"<p>{line}</p>").changes) == wanted


def test_sets_under_headings() -> None:
    content = (
        "<h3>コンビ禁止</h3><p>《甲》＋《乙》<br>《丙》《丁》</p><h3>トリオ禁止</h3><p>《一》《二》《三》</p>"
        "<h3>解除</h3><p>《勝》+《利》+《団》（トリオ禁止）<br>《戊》</p>"
    )
    assert rows(parse(content).changes) == [
        (("甲", "乙"), "pair", None, None),
        (("丙", "丁"), "pair", None, None),
        (("一", "二", "三"), "trio", None, None),
        (("勝", "利", "団"), "free", None, "trio"),
        (("戊",), "free", None, None),
    ]


def test_a_table_with_before_and_after() -> None:
    content = (
        "<table><tr><th>カード</th><th>変更前</th><th>変更後</th></tr>"
        "<tr><td>《甲》</td><td>4色以上で規制</td><td>3色以上で規制</td></tr>"
        "<tr><td>乙</td><td>無制限</td><td>統率者規制</td></tr></table>"
    )
    assert rows(parse(content).changes) == [
        (("甲",), "banned", 3, "banned:4"),
        (("乙",), "banned_as_commander", None, "free"),
    ]


def test_a_state_the_post_does_not_give_is_unknown_and_told() -> None:
    parsed = parse(
        "<p>《ビシャモンス・デーケン/「深淵より来たれ、魂よ」》</p>", "【DMEDH】推奨禁止カードリスト更新"
    )
    assert rows(parsed.changes) == [
        (("ビシャモンス・デーケン/「深淵より来たれ、魂よ」",), "unknown", None, None)
    ]
    assert [found.kind for found in parsed.problems] == ["unknown_status"]


def test_bare_names_with_their_state() -> None:
    content = (
        "<p>【新規規制】</p><p>・The邪悪 寄成ギョウ（規制）<br>・ドギラゴン・ファイアー：2色以上で規制</p>"
        "<p>【規制緩和】</p><p>・大樹王 ギガンディダノス（4色以上で規制→3色以上で規制）</p>"
        "<p>【規制解除】</p><p>・倍返しアザミ</p>"
    )
    assert rows(parse(content).changes) == [
        (("The邪悪 寄成ギョウ",), "banned", None, None),
        (("ドギラゴン・ファイアー",), "banned", 2, None),
        (("大樹王 ギガンディダノス",), "banned", 3, "banned:4"),
        (("倍返しアザミ",), "free", None, None),
    ]


def test_a_table_under_headings_with_a_head_row() -> None:
    content = (
        "<h3>追加</h3><table><tr><th>カード名</th><th>規制</th></tr><tr><td>甲</td><td>禁止</td></tr></table>"
        "<h3>解除</h3><table><tr><td>乙</td><td>統率者禁止</td></tr></table>"
    )
    assert rows(parse(content).changes) == [
        (("甲",), "banned", None, None),
        (("乙",), "free", None, "banned_as_commander"),
    ]


def test_a_list_update_without_a_row_is_told() -> None:
    parsed = parse("<p>画像をご覧ください。</p><img src='list.png'>")
    assert [found.kind for found in parsed.problems] == ["layout_changed"]
    rule = parse("<p>統率者の定義を改めました。</p>", "【DMEDH】ルール改訂 2021/9/12")
    assert rule.problems == ()


def test_a_combination_of_one_card_is_a_bad_row() -> None:
    parsed = parse("<h3>コンビ禁止</h3><p>《甲》</p>")
    assert parsed.changes == ()
    assert [found.kind for found in parsed.problems] == ["bad_row"]


def test_prose_about_cards_is_no_change() -> None:
    content = (
        "<p>《紹介の札》などを見直しました。</p><h3>禁止</h3><p>《甲》</p>"
        "<p>《甲》は3ターン目に勝負を決めてしまうため、長く議論してきました。</p>"
        "<h3>ゼニスについて</h3><p>《頂》は今後も1枚です。</p>"
    )
    assert rows(parse(content).changes) == [(("甲",), "banned", None, None)]


@pytest.mark.parametrize(
    ("title", "first", "wanted"),
    [
        ("【DMEDH】2021/9/12 規制リスト変更", "", date(2021, 9, 12)),
        ("【DMEDH】規制リスト更新", "2019年10月27日より適用します。", date(2019, 10, 27)),
        ("【DMEDH】規制リスト更新", "18/4/8 更新", date(2018, 4, 8)),
        (
            "【DMEDH】規制リスト更新",
            "前回の大会(2020年1月5日)を受け、2020年2月23日に更新します。",
            date(2020, 2, 23),
        ),
        ("【DMEDH】規制リスト更新", "いつもありがとうございます。", date(2018, 5, 20)),
    ],
)
def test_the_day_of_an_update(title: str, first: str, wanted: date) -> None:
    (change,) = parse(f"<p>{first}</p><h3>禁止</h3><p>《甲》</p>", title).changes
    assert change.effective_on == wanted


def test_a_ban_for_one_event_in_an_event_post() -> None:
    content = "<h3>イベント限定禁止</h3><p>《Forbidden New Year/禁賀新年》</p><p>優勝 《王》(統率者)</p>"
    assert rows(parse(content, "第5回交流会のお知らせ").changes) == [
        (("Forbidden New Year/禁賀新年",), "event_only", None, None)
    ]
    assert parse("<h3>禁止</h3><p>《甲》</p>", "第5回交流会のお知らせ").changes == ()


def test_headings_and_moves() -> None:
    assert heading_state("■統率者が二色以上で禁止（大）") == Move(State("banned", 2))
    assert heading_state("デッキについて") is None
    assert heading_state("規制緩和") is None
    assert read_move("推奨禁止カードリスト") == Move()
    assert str(State("banned", 3)) == "banned:3"


RULES = (
    "<h2>構築ルール</h2><p>構築は統率者を含めて60枚。</p><p>最終更新 2020/2/23</p>"
    "<h2>禁止（規制度：最大）</h2><p>《甲》《乙》</p><h2>統率者が二色以上で禁止（大）</h2><p>《丙》</p>"
    "<h2>統率者が三色以上で禁止（中）</h2><ul><li>丁</li></ul><h2>統率者が四色以上で禁止（小）</h2><p>《戊》</p>"
    "<h2>統率者禁止</h2><p>《己》</p><h2>コンビ禁止</h2><p>《庚》＋《辛》</p><h2>トリオ禁止</h2><p>《壬》《癸》《子》</p>"
    "<h2>更新履歴</h2><p>2019/10/27 《丑》禁止に追加</p><p>2018/1/1 《寅》統率者禁止 解除</p>"
    "<h2>謝辞</h2><p>《礼の札》の皆様</p>"
)


@pytest.mark.parametrize("new", [False, True])
def test_the_rule_page_gives_its_list_and_its_text(new: bool) -> None:
    content = RULES
    if new:
        for number, kanji in ((2, "二"), (3, "三"), (4, "四")):
            content = content.replace(f"統率者が{kanji}色以上で禁止", f"{number}色以上で規制")
        content = content.replace("<h2>禁止（規制度：最大）", "<h2>規制（非推奨）").replace(
            "禁止</h2>", "規制</h2>"
        )
    parsed = parse(content, "DMEDHルール", "https://dm-edh.com/dmedhrule")
    snapshot = [change for change in parsed.changes if change.kind == "snapshot"]
    assert rows(tuple(snapshot)) == [
        (("甲",), "banned", None, None),
        (("乙",), "banned", None, None),
        (("丙",), "banned", 2, None),
        (("丁",), "banned", 3, None),
        (("戊",), "banned", 4, None),
        (("己",), "banned_as_commander", None, None),
        (("庚", "辛"), "pair", None, None),
        (("壬", "癸", "子"), "trio", None, None),
    ]
    assert {change.effective_on for change in snapshot} == {date(2020, 2, 23)}
    history = [change for change in parsed.changes if change.kind == "change"]
    assert [(change.cards, change.status, change.effective_on) for change in history] == [
        (("丑",), "banned", date(2019, 10, 27)),
        (("寅",), "free", date(2018, 1, 1)),
    ]
    (rule,) = parsed.rules
    assert dict(rule.sections)["構築ルール"] == "構築は統率者を含めて60枚。\n最終更新 2020/2/23"
    assert parsed.decks == ()


def test_a_changed_rule_page_differs_in_one_section() -> None:
    (before,) = parse(RULES, "DMEDHルール", "https://dm-edh.com/dmedhrule").rules
    (after,) = parse(RULES.replace("60枚", "61枚"), "DMEDHルール", "https://dm-edh.com/dmedhrule").rules
    assert [a[0] for a, b in zip(before.sections, after.sections, strict=True) if a != b] == ["構築ルール"]
