"""Every problem kind that a site's parser gives, from the smallest page that shows it."""

import json
import re

import pytest

from parsers.registry import PARSERS
from schema.problems import PROBLEM_KINDS
from schema.records import Page
from tests.conftest import PROJECT
from tests.parsers.article_pages import NAMES, article, cells, deck_article, deck_table, page, rest, rest_post
from tests.parsers.card_pages import ADDRESS, card_page, face

PLAIN_TITLE = "【DMEDH】デッキ解説:黒赤"
UPDATE_TITLE = "【DMEDH】2020/2/23 規制リスト更新"


def _article(content: str, title: str = PLAIN_TITLE) -> Page:
    return page(article(content, title=title))


def _official(html: str, url: str = f"{ADDRESS}dmx-001") -> Page:
    return page(html, url=url, source="dm-official")


PAGES: dict[str, Page] = {
    "unreadable_line": _article(
        deck_article(deck_table().replace(f"《 {NAMES[8]}》", "書き忘れた札がここに入ります。"))
    ),
    "unclosed_bracket": _article(deck_article(deck_table().replace(f"《 {NAMES[8]}》", f"《 {NAMES[8]}"))),
    "no_commander": _article(deck_article(deck_table().replace("(統率者)", ""))),
    "cut_off": _article(deck_article(deck_table(more="<tr><td>(以下略)</td></tr>"))),
    "unknown_section": _article(
        deck_article(f"{deck_table()}<h4>奇妙な部</h4><table>{cells(['甲の札', '乙の札'])}</table>")
    ),
    "struck_out": _article(deck_article(deck_table(more="<tr><td><s>《抜けた札》</s></td></tr>"))),
    "set_aside": _article(deck_table() + "<p>文章です。</p><p>《迷子の札》</p>"),
    "layout_changed": _article("<p>画像をご覧ください。</p>"),
    "truncated_page": page(article(deck_article(), title=PLAIN_TITLE).replace("</html>", "")),
    "replacement_characters": page(article(deck_article()).encode().replace("闇".encode(), b"\xe9\x97", 1)),
    "soft_404": page("<html><head><title>ページが見つかりません</title></head><body></body></html>"),
    "not_content": page("<html><head><title>Just a moment...</title></head><body></body></html>", status=403),
    "protected": rest(rest_post("", protected=True)),
    "bad_json": page('[{"id": 1', content_type="application/json"),
    "unknown_status": _article("<p>《甲》</p>", UPDATE_TITLE),
    "bad_row": _article("<h3>コンビ禁止</h3><p>《甲》</p>", UPDATE_TITLE),
    "placeholder_name": _official(card_page(face("{撃墜王ガイアール・キラードラゴン} Bottom"))),
}


@pytest.mark.parametrize("kind", PAGES)
def test_each_kind_is_given_named_and_placed(kind: str) -> None:
    kept = PAGES[kind]
    parser = next(parser for parser in PARSERS if parser.source == kept.source)
    found = [problem for problem in parser.parse(kept).problems if problem.kind == kind]
    assert found, [problem.kind for problem in parser.parse(kept).problems]
    assert kind in PROBLEM_KINDS
    assert all(problem.url == kept.url and problem.detail for problem in found)
    json.dumps([problem.detail for problem in found])


@pytest.mark.parametrize("kind", ["unreadable_line", "unclosed_bracket", "cut_off", "struck_out"])
def test_problems_of_a_list_name_their_line(kind: str) -> None:
    parsed = PARSERS[0].parse(PAGES[kind])
    (found,) = [problem for problem in parsed.problems if problem.kind == kind]
    assert found.line_no is not None
    assert found.source_key == "4242"


@pytest.mark.parametrize("kind", PROBLEM_KINDS)
def test_no_kind_is_promised_that_nothing_gives(kind: str) -> None:
    rooms = [PROJECT / room for room in ("parsers", "warehouse", "flows", "schema")]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".sql")]
    said = re.compile(f"[\"']{kind}[\"']")
    assert [
        path for path in files if path.name != "problems.py" and said.search(path.read_text(encoding="utf-8"))
    ]
