"""A page as visible lines: tables cell by cell, struck text, contents lists, hidden and broken markup."""

import pytest

from parsers.broken_markup import broken_markup
from parsers.html_tree import read_tree
from parsers.lines import STRUCK, UNSTRUCK, Line, visible_lines


def _lines(html: str) -> list[Line]:
    tree = read_tree(html)
    assert tree is not None
    return visible_lines(tree)


def test_cells_keep_their_row_and_column() -> None:
    lines = _lines("<table><tr><td>甲</td><td>乙</td></tr><tr><td>丙<br>丁</td></tr></table>")
    assert [(line.text, line.row, line.cell) for line in lines] == [
        ("甲", 0, 0),
        ("乙", 0, 1),
        ("丙", 1, 0),
        ("丁", 1, 0),
    ]
    assert {line.kind for line in lines} == {"cell"}


def test_a_cell_without_its_row_is_a_cell_of_its_own() -> None:
    lines = _lines("<td>甲</td><td>乙</td><p>丙</p>")
    assert [(line.text, line.kind) for line in lines] == [("甲", "cell"), ("乙", "cell"), ("丙", "text")]
    assert lines[0].row != lines[1].row


def test_cells_that_reach_over_rows_and_columns_leave_the_others_in_theirs() -> None:
    html = (
        "<table><tr><td rowspan=3>甲</td><td>乙</td></tr><tr><td colspan=2>丙</td><td>丁</td></tr>"
        "<tr><td><table><tr><td>内</td></tr></table></td></tr>"
        "<tr><td>戊</td><td rowspan=x>己</td></tr></table>"
        "<table><tr><td>庚</td></tr></table>"
    )
    assert [(line.text, line.row, line.cell) for line in _lines(html)] == [
        ("甲", 0, 0),
        ("乙", 0, 1),
        ("丙", 1, 1),
        ("丁", 1, 3),
        ("内", 3, 0),
        ("戊", 4, 0),
        ("己", 4, 1),
        ("庚", 5, 0),
    ]


def test_parts_that_are_hidden_at_first_are_marked_and_hints_inside_a_line_left_out() -> None:
    html = (
        "<p>甲<span style='display: none'>乙</span></p><div hidden><p>丙</p></div>"
        "<p>丁<sup><a href='#n1'>1</a></sup>戊<sup>3</sup></p>"
    )
    assert [(line.text, line.hidden, line.aside) for line in _lines(html)] == [
        ("甲", False, False),
        ("丙", True, True),
        ("丁戊3", False, False),
    ]


def test_lines_of_one_paragraph_share_their_block() -> None:
    first, second, third = _lines("<p>甲<br>乙</p><p>丙</p>")
    assert first.block == second.block != third.block


def test_what_a_reader_never_sees_is_left_out() -> None:
    html = "<p>甲<script>乙</script><style>丙</style><!-- 丁 --><ruby>龍<rt>りゅう</rt></ruby></p>"
    assert [line.text for line in _lines(html)] == ["甲龍"]


def test_invisible_characters_and_blanks_are_folded() -> None:
    assert [line.text for line in _lines("<p> 甲\u200b\u00ad&nbsp; 乙\n丙　丁 </p>")] == ["甲 乙 丙　丁"]


def test_two_blanks_alone_are_folded_too() -> None:
    assert [line.text for line in _lines("<p>甲  乙</p><p> 丙 丁 </p>")] == ["甲 乙", "丙 丁"]


def test_a_heading_stays_one_to_its_end() -> None:
    lines = _lines("<h2>甲<ul><li>乙</li></ul>丙<pre>丁</pre>戊</h2><p>己</p>")
    assert [(line.text, line.level) for line in lines] == [
        ("甲", 2),
        ("乙", 2),
        ("丙", 2),
        ("丁", 2),
        ("戊", 2),
        ("己", 0),
    ]


def test_the_first_line_of_a_page_is_linked_only_if_it_is() -> None:
    assert [line.linked for line in _lines('<p>甲</p><p><a href="/x">乙</a></p><p>丙</p>')] == [
        False,
        True,
        False,
    ]


def test_struck_text_is_marked_over_line_breaks() -> None:
    first, second = _lines("<p>甲<s>乙<br>丙</s>丁</p>")
    assert first.struck == f"甲{STRUCK}乙"
    assert second.struck == f"{STRUCK}丙{UNSTRUCK}丁"
    assert _lines('<p><span style="text-decoration: line-through">甲</span></p>')[0].struck


def test_links_into_the_page_are_contents_and_other_links_are_linked() -> None:
    contents, linked, mixed = _lines(
        '<ul><li><a href="#a">目次</a></li><li><a href="/x">記事</a></li>'
        '<li><a href="/x">記事</a>へ</li></ul>'
    )
    assert contents.contents
    assert linked.linked
    assert not linked.contents
    assert not mixed.linked


def test_preformatted_text_and_soft_line_breaks() -> None:
    assert [line.text for line in _lines("<pre>甲\n乙\n</pre>")] == ["甲", "乙"]
    assert [line.text for line in _lines("<pre>甲\t乙\n丙\t2</pre>")] == ["甲", "乙", "丙 2"]
    (line,) = _lines("<p>甲\n乙\n丙</p>")
    assert line.text == "甲 乙 丙"
    assert line.soft == ("甲", "乙", "丙")


def test_side_columns_and_navigation_are_marked() -> None:
    lines = _lines("<nav>甲</nav><main>乙</main><aside>丙</aside><footer>丁</footer>")
    assert [(line.text, line.aside) for line in lines] == [
        ("甲", True),
        ("乙", False),
        ("丙", True),
        ("丁", True),
    ]


@pytest.mark.parametrize("depth", [300, 2500, 20000])
def test_pages_nested_thousands_deep_lose_nothing(depth: int) -> None:
    lines = _lines("<p>前</p>" + "<div>" * depth + "<p>底</p>" + "</div>" * depth + "<p>後</p>")
    assert [line.text for line in lines] == ["前", "底", "後"]


def test_nothing_to_parse_is_none() -> None:
    assert read_tree("") is None
    assert read_tree(" \n ") is None


def test_broken_markup_that_hides_text_is_told() -> None:
    assert broken_markup("<p闇の龍 デルタ</p>") is not None
    assert broken_markup("<script>闇の龍</p><p>光の龍</p>") is not None
    assert broken_markup('<p class="闇">闇の龍</p><script>var 闇 = 1;</script>') is None
    assert broken_markup('<img alt="《闇の龍》" src="x.jpg"><p>a < b 闇</p>') is None
