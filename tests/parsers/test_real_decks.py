"""The real lists of nine articles, rebuilt into several shapes of page: every visible card comes out."""

import csv
import gzip
import html
import re
from collections import Counter
from pathlib import Path

import pytest

from parsers.deck_items import sort_lines
from parsers.dm_edh import DmEdhParser
from parsers.lines import Line
from tests.parsers.article_pages import article, page

DECKS = (
    "4081", "4083", "5266", "5303", "6735", "k0terry_20180618_jora", "k0terry_20181025_jora4",
    "k0terry_20181025_mela", "kei193514_20201214", "mpj8hev_cuc", "pohu_20171013",
)  # fmt: skip
SHAPES = ("table", "one cell", "line breaks", "paragraphs", "items", "divs", "preformatted")
HEADINGS = {"メインデッキ", "超次元ゾーン", "光 35枚", "多色 1枚", "無色 4枚"}


def rows(path: Path) -> list[list[str]]:
    """The cells of each line of a list: bracketed parts, or the line itself."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.replace("|", " ").strip()
        if not line or line.startswith("#"):
            continue
        parts = re.findall(r"[^《]*《[^《]*", line) if line.count("《") > 1 else [line]
        found.append([part.strip() for part in parts])
    return found


def wanted(table: list[list[str]]) -> Counter[str]:
    """The cards of a list with their copies, as a person reads them."""
    cards: Counter[str] = Counter()
    for row in table:
        for cell in row:
            if cell in HEADINGS or cell.startswith("『"):
                continue
            count = re.search(r"×\s*(\d+)$|\s(\d)$", cell) if "《" not in cell or "×" in cell else None
            lead = re.match(r"^(\d) 《", cell)
            copies = int(count.group(1) or count.group(2)) if count else int(lead.group(1)) if lead else 1
            name = cell[: count.start()] if count else cell[2:] if lead else cell
            cards[name.replace("(統率者)", "").strip("《》 ")] += copies
    return cards


def shaped(table: list[list[str]], shape: str) -> str:
    lines = [html.escape(cell) for row in table for cell in row]
    if shape == "table":
        return (
            "<table>"
            + "".join(f"<tr>{''.join(f'<td>{html.escape(c)}</td>' for c in row)}</tr>" for row in table)
            + "</table>"
        )
    return {
        "one cell": f"<table><tr><td>{'<br>'.join(lines)}</td></tr></table>",
        "line breaks": f"<p>{'<br />'.join(lines)}</p>",
        "paragraphs": "".join(f"<p>{line}</p><p>&nbsp;</p>" for line in lines),
        "items": f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>",
        "divs": "".join(f"<div>{line}</div>" for line in lines),
        "preformatted": f"<pre>{chr(10).join(lines)}</pre>",
    }[shape]


@pytest.mark.shared
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", DECKS)
def test_every_visible_card_of_a_real_list(shared: Path, name: str, shape: str) -> None:
    table = rows(shared / "data/dm/decks" / f"{name}.txt")
    content = (
        "<p>18/5/2 デッキレシピとカード解説を最新版に更新</p><p>《 紹介の札》で戦います。</p>"
        f"<h2>■デッキレシピ</h2>{shaped(table, shape)}<h2>■カード解説</h2><h3>《 紹介の札》</h3><p>強い。</p>"
    )
    parsed = DmEdhParser().parse(page(article(content, title="【DMEDH】デッキ解説")))
    (deck,) = parsed.decks
    cards: Counter[str] = Counter()
    for line in deck.lines:
        cards[line.text] += line.copies
    assert cards == wanted(table)
    marked = [cell for row in table for cell in row if "(統率者)" in cell]
    assert [line.text for line in deck.lines if line.zone == "commander"] == [
        cell.replace("(統率者)", "").strip("《》 ") for cell in marked
    ]
    assert {found.kind for found in parsed.problems} <= {"unclosed_bracket", "no_commander"}


@pytest.mark.shared
def test_a_two_column_table_without_brackets_whose_title_names_the_commander(shared: Path) -> None:
    """The cells of one blog's table: its text form glues them, its markup does not."""
    lines = [row[0] for row in rows(shared / "data/dm/decks/metagross_20161111.txt")]
    body = (
        "<table>"
        + "".join(f"<tr><td>{line}</td><td>札{n}</td></tr>" for n, line in enumerate(lines))
        + "</table>"
    )
    title = f"DMEDH、《{lines[2]}》統率"
    (deck,) = DmEdhParser().parse(page(article(body, title=title))).decks
    assert len(deck.lines) == 2 * len(lines)
    assert [line.text for line in deck.lines if line.zone == "commander"] == [lines[2]]


@pytest.mark.shared
def test_the_hand_made_article_with_every_quirk(shared: Path) -> None:
    body = (shared / "fixtures/synthetic/dmedh_article.html").read_bytes()
    (deck,) = DmEdhParser().parse(page(body, url="https://example.test/dmedh/4242")).decks
    assert [line.text for line in deck.lines] == [
        "試作機 アルファ", "水の見本", "闇の見本=改", "見本クリーチャー/見本の呪文", "閉じ忘れ",
        "波線 ~月夜~", "波線 〜朝〜", "NEW STAR ~見本の日~/終わりの見本 ベータX", "水の見本",
        "禁断の見本（括弧なし）",
    ]  # fmt: skip
    assert (deck.source_key, str(deck.noted_on), str(deck.published_on)) == (
        "4242",
        "2020-03-01",
        "2018-05-20",
    )


@pytest.mark.shared
def test_no_real_name_is_taken_for_a_heading_or_a_sentence(shared: Path) -> None:
    """All 12,000 names, bare, in brackets and marked; three jokes are too long to stand bare."""
    names = set()
    for file, column in (("cards", "name"), ("official_ids", "name")):
        with gzip.open(shared / f"data/dm/{file}.csv.gz", "rt", encoding="utf-8") as text:
            names |= {row[column].strip() for row in csv.DictReader(text)}
    wrong = []
    for name in sorted(name for name in names if name and "《" not in name):
        (bare,) = sort_lines([Line(name)])
        if bare.kind != "name" or name not in {
            bare.reading.mentions[0].name,
            bare.reading.mentions[0].bare_name,
        }:
            wrong.append(name)
        (marked,) = sort_lines([Line(f"《 {name}》(統率者)")])
        assert [(m.name, m.marked) for m in marked.reading.mentions] == [(name, True)]
        assert marked.kind == "cards"
    assert all(len(name) > 60 for name in wrong), wrong
