"""The official hall-of-fame page as the list that stands."""

from datetime import date

import pytest

from parsers.dm_official import DmOfficialParser
from schema.records import Parsed
from tests.parsers.article_pages import page

URL = "https://dm.takaratomy.co.jp/rule/regulation/"


def parse(content: str) -> Parsed:
    html = f"<html><head><title>殿堂レギュレーション</title></head><body>{content}</body></html>"
    return DmOfficialParser().parse(page(html, url=URL, source="dm-official"))


def item(*names: str) -> str:
    return "<li>" + "".join(f'<a data-href="/card/detail/?id=x">{name}</a>' for name in names) + "</li>"


PAGE = (
    "<p>2026年3月16日(月)より適用</p>"
    f"<h2>使用禁止カード</h2><ul>{item('禁じ札')}</ul>"
    f"<h2>プレミアム殿堂超次元コンビ</h2><ul>{item('表の札')}{item('裏の札')}</ul>"
    f"<h2>プレミアム殿堂コンビカード</h2><ul>{item('組の札', '対の札')}</ul>"
    f"<h2>プレミアム殿堂入りカード</h2><ul>{item('《最強の札》(DM01 1/110)')}{item('【新商品】')}</ul>"
    f"<h2>殿堂入りカード</h2><h3>2026年3月16日 殿堂入り</h3><ul>{item('一枚の札')}</ul>"
    f"<h3>殿堂解除</h3><ul>{item('自由の札')}</ul><h2>お知らせ</h2><ul>{item('広告の札')}</ul>"
)


def test_categories_combinations_lifts_and_adverts() -> None:
    parsed = parse(PAGE)
    assert [(change.cards, change.status) for change in parsed.changes] == [
        (("禁じ札",), "banned"),
        (("表の札", "裏の札"), "pair"),
        (("組の札", "対の札"), "pair"),
        (("最強の札",), "banned"),
        (("一枚の札",), "limited"),
    ]
    assert {(change.list, change.kind, change.effective_on) for change in parsed.changes} == {
        ("dm-hall", "snapshot", date(2026, 3, 16))
    }
    assert parsed.problems == ()


def test_without_a_date_the_list_is_that_of_the_day_of_the_fetch() -> None:
    parsed = parse(f"<h2>殿堂入りカード</h2><ul>{item('一枚の札')}</ul>")
    assert parsed.changes[0].effective_on == date(2026, 11, 29)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (
            f"<h2>プレミアム殿堂コンビカード</h2><ul>{item('甲')}{item('乙')}{item('丙')}{item('丁')}</ul>",
            "bad_row",
        ),
        ("<h2>殿堂入りカード</h2><p>準備中</p>", "layout_changed"),
    ],
)
def test_what_cannot_be_read_is_told(content: str, kind: str) -> None:
    assert kind in {found.kind for found in parse(content).problems}
