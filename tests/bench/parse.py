"""Parsing a deck article: our parser against the same work done with bs4 alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256

from bs4 import BeautifulSoup, Tag

from parsers.registry import parser_for
from schema.records import Page
from tests.bench.ratios import Ratio, seconds

CARDS = 60
PROSE = 250
_NOTE = re.compile(r"(\d+/\d+/\d+)")
_NAME = re.compile(r"《\s*([^》]+?)\s*(?:》|$)")


def article() -> bytes:
    """A page of some 60 KB: a two-column list of 60 cards, an update note, and much prose."""
    cells = [f"《 見本の獣 {number:03}》" for number in range(1, CARDS)]
    rows = [
        f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in zip(cells[::2], [*cells[1::2], ""], strict=False)
    ]
    prose = "".join(
        f"<h3>《 見本の獣 {number:03}》</h3><p>この札は終盤まで仕事をします。{'詳しくは後で。' * 6}</p>"
        for number in range(PROSE)
    )
    return f"""<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8">
<title>【DMEDH】デッキ解説:青黒《 見本の主》</title><link rel="canonical" href="https://dm-edh.com/dmedh/4242">
</head><body class="single postid-4242"><article id="post-4242" class="post">
<h1 class="entry-title">【DMEDH】デッキ解説:青黒《 見本の主》</h1>
<time class="entry-date" datetime="2018-05-20T10:00:00+09:00">2018年5月20日</time>
<div class="entry-content"><p>20/3/1 デッキレシピとカード解説を最新版に更新</p>
<h2>■デッキレシピ</h2><table><tbody><tr><td colspan="2">『DMEDH 青黒見本』</td></tr>
<tr><td>《 見本の主》(統率者)</td><td></td></tr>{"".join(rows)}</tbody></table>
<h2>■カード解説</h2>{prose}</div></article></body></html>""".encode()


def by_bs4(body: bytes) -> tuple[str, str, list[tuple[str, str]]]:
    """The same facts with bs4 alone: the title, the update note, each card with its zone.

    As our parser does, it reads every block of the article, since a list may stand anywhere and prose
    names cards too: the list begins at the row that marks the commander and ends at the next heading.
    """
    soup = BeautifulSoup(body, "html.parser")
    heading = soup.find("h1", class_="entry-title")
    content = soup.find("div", class_="entry-content")
    assert isinstance(heading, Tag)
    assert isinstance(content, Tag)
    note, lines, listing = "", [], False
    for block in content.find_all(["p", "h2", "h3", "h4", "li", "td"]):
        text = block.get_text(" ", strip=True)
        if not note and (found := _NOTE.match(text)):
            note = found.group(1)
        if block.name.startswith("h"):
            listing = False
        names = _NAME.findall(text)
        if names and "統率者" in text:
            listing = True
            lines += [("commander", name) for name in names]
        elif listing and block.name == "td":
            lines += [("main", name) for name in names]
    return heading.get_text(strip=True), note, lines


def measure() -> Ratio:
    """Ratio of the two, on the same page in one process; the results are compared first."""
    body = article()
    page = Page(
        "dm-edh", "https://dm-edh.com/dmedh/4242", datetime(2026, 11, 29, tzinfo=UTC), 200,
        "text/html; charset=UTF-8", body, sha256(body).hexdigest(),
    )  # fmt: skip
    parser = parser_for(page)
    assert parser is not None
    (deck,) = parser.parse(page).decks
    title, note, lines = by_bs4(body)
    assert [(line.zone, line.text) for line in deck.lines] == lines
    assert (deck.title.replace(" ", ""), str(deck.noted_on)) == (title.replace(" ", ""), "2020-03-01")
    assert note == "20/3/1"
    ours, theirs = seconds(lambda: parser.parse(page), 9), seconds(lambda: by_bs4(body), 5)
    return Ratio(
        "parse a deck article", theirs / ours, "at least", 20,
        f"{len(body) / 1000:.0f} KB, {CARDS} cards: {ours * 1000:.1f} ms, bs4 {theirs * 1000:.0f} ms",
    )  # fmt: skip
