"""Parsing a deck article: our parser against the same work done with bs4 alone."""

from __future__ import annotations

import gc
import re
import time
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from statistics import median
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup, Tag

from parsers.registry import parser_for
from schema.records import Page
from tests.bench.ratios import Promise, Ratio

if TYPE_CHECKING:
    from collections.abc import Callable

    from schema.records import Parsed

CARDS = 60
PROSE = 250
# Each side's turn is so long that it works as in a replay, the other's data gone from the processor.
ROUNDS, TURN, TURN_OF_BS4 = 9, 100, 10
PROMISES = (Promise("parse a deck article", "at least", 20),)

_POST = re.compile(r"\b(?:postid|page-id)-(\d+)\b")
_NOTE = re.compile(r"(?:20)?(\d\d)/(\d+)/(\d+)")
_NOTE_WORD = re.compile("更新|最新版|改訂|改定|修正|追記|変更")
_NAME = re.compile(r"《\s*([^》]+?)\s*(?:》|$)")
_ROW = re.compile(r"(?:《[^《》]*》\s*)+$")
_SIGNS = re.compile(r"^[\s■□●○◆【『]+|[\s】』]+$")
_ZONES = {
    "デッキレシピ": "main", "メインデッキ": "main", "超次元ゾーン": "hyperspatial", "超次元": "hyperspatial",
    "GR": "gr", "GRゾーン": "gr", "超GR": "gr", "統率者": "commander",
}  # fmt: skip
_NOT_SHOWN = ["script", "style", "noscript", "template", "iframe", "button", "nav", "aside", "footer"]
_CONTENT = [
    "entry-content", "post_content", "post-content", "entry-body", "article-body", "post-body", "the-content",
]  # fmt: skip
_BLOCKS = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "div"]


@dataclass
class Facts:
    """What a deck article gives."""

    key: str
    url: str
    title: str
    published: date
    noted: date | None
    modified: str | None
    author: str | None
    lines: list[tuple[str, str]]
    outside: list[str]
    hidden: list[str]


def article(number: int) -> bytes:
    """A page of some 55 KB: a two-column list of 60 cards, an update note, and much prose.

    Every number gives other cards, so that nobody can remember them from the page before.
    """
    cells = [f"《 第{number}の獣 {card:03}》" for card in range(1, CARDS)]
    rows = [
        f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in zip(cells[::2], [*cells[1::2], ""], strict=False)
    ]
    prose = "".join(
        f"<h3>《 第{number}の獣 {card:03}》</h3><p>この札は終盤まで仕事をします。{'詳しくは後で。' * 6}</p>"
        for card in range(PROSE)
    )
    return f"""<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8">
<title>【DMEDH】デッキ解説:青黒《 見本の主》</title><link rel="canonical" href="https://dm-edh.com/dmedh/{number}">
</head><body class="single postid-{number}"><article id="post-{number}" class="post">
<h1 class="entry-title">【DMEDH】デッキ解説:青黒《 見本の主》</h1>
<time class="entry-date" datetime="2018-05-20T10:00:00+09:00">2018年5月20日</time>
<div class="entry-content"><p>20/3/1 デッキレシピとカード解説を最新版に更新</p>
<h2>■デッキレシピ</h2><table><tbody><tr><td colspan="2">『DMEDH 青黒見本』</td></tr>
<tr><td>《 見本の主》(統率者)</td><td></td></tr>{"".join(rows)}</tbody></table>
<h2>■カード解説</h2>{prose}</div></article></body></html>""".encode()


def by_bs4(body: bytes) -> Facts:
    """The same facts with bs4 alone.

    As our parser does, it reads the pages of any theme: the post is what has a post's id, its text the
    largest of the blocks that themes use, its title the heading that stands in the page's. It reads
    every block of the article, since a list may stand anywhere and prose names cards too: the list
    begins at the row that marks the commander, a heading may name a zone or end the list, rows of cards
    elsewhere and names that no visible block holds are told.
    """
    soup = BeautifulSoup(body, "html.parser")
    assert soup.body is not None
    if soup.find("input", attrs={"name": "post_password"}) is not None:
        raise ValueError("protected")
    found = _POST.search(" ".join(soup.body.get("class") or []))
    assert found is not None
    (post,) = soup.find_all(id=re.compile(r"^post-\d+$"))
    content = max(post.find_all(class_=_CONTENT), key=lambda block: len(block.get_text()), default=post)
    page_title = soup.title.get_text(strip=True) if soup.title is not None else ""
    headings = [block.get_text(strip=True) for block in post.find_all(["h1", "h2"])]
    title = next((text for text in headings if text in page_title), page_title)
    link, day = soup.find("link", rel="canonical"), post.find("time", attrs={"datetime": True})
    assert isinstance(link, Tag)
    assert isinstance(day, Tag)
    change = soup.find("meta", attrs={"property": "article:modified_time"})
    author = soup.find("a", rel="author") or soup.find("meta", attrs={"name": "author"})
    written = _NAME.findall(content.get_text())
    for part in content.find_all(_NOT_SHOWN):
        part.decompose()
    noted, zone = None, ""
    lines: list[tuple[str, str]] = []
    rows: list[str] = []
    shown: set[str] = set()
    for block in content.find_all(_BLOCKS):
        if block.name in ("div", "li", "td") and block.find(_BLOCKS) is not None:
            continue  # its blocks come by themselves
        text = block.get_text(" ", strip=True)
        if not text:
            continue
        if _NOTE_WORD.search(text) and (note := _NOTE.match(text)):
            year, month, of_month = map(int, note.groups())
            noted = date(2000 + year, month, of_month)
        names = _NAME.findall(text)
        shown.update(names)
        word = _SIGNS.sub("", text)
        if word in _ZONES:
            zone = _ZONES[word] if zone else ""
        elif block.name.startswith("h"):
            zone = ""
        elif names and "(統率者)" in text:
            zone = "main"
            lines += [("commander", name) for name in names]
        elif names and _ROW.match(text):
            if zone and block.name == "td":
                lines += [(zone, name) for name in names]
            else:
                rows += names
    listed = {name for _, name in lines}
    return Facts(
        found.group(1),
        str(link["href"]),
        title,
        datetime.fromisoformat(str(day["datetime"])).date(),
        noted,
        str(change["content"]) if isinstance(change, Tag) else None,
        author.get_text() or str(author.get("content")) if isinstance(author, Tag) else None,
        lines,
        [name for name in rows if name not in listed],
        [name for name in written if name not in shown],
    )


def _page(number: int) -> Page:
    body = article(number)
    return Page(
        "dm-edh", f"https://dm-edh.com/dmedh/{number}", datetime(2026, 11, 29, tzinfo=UTC), 200,
        "text/html; charset=UTF-8", body, sha256(body).hexdigest(),
    )  # fmt: skip


def _compare(parsed: Parsed, facts: Facts) -> None:
    (deck,) = parsed.decks
    assert [(line.zone, line.text) for line in deck.lines] == facts.lines
    assert (deck.source_key, deck.url, deck.published_on) == (facts.key, facts.url, facts.published)
    assert (deck.title.replace(" ", ""), deck.noted_on) == (facts.title.replace(" ", ""), facts.noted)
    assert (deck.modified_at, deck.author) == (facts.modified, facts.author)
    assert parsed.problems == ()
    assert not facts.outside
    assert not facts.hidden


def _processor_seconds(read: Callable[[Any], object], pages: list[Any]) -> float:
    """The processor's time for a page: what else runs on the machine does not count.

    Nor does the garbage of the other side's turn; each pays for its own.
    """
    gc.collect()
    start = time.process_time()
    for page in pages:
        read(page)
    return (time.process_time() - start) / len(pages)


def measure() -> Ratio:
    """Ratio of the two on the same pages, each read once, in turns; the results are compared first."""
    pages = [_page(1000 + number) for number in range(ROUNDS * TURN)]
    parser = parser_for(pages[0])
    assert parser is not None
    for page in pages[:3]:
        _compare(parser.parse(page), by_bs4(page.body))
    ours, theirs, ratios = [], [], []
    for number in range(0, len(pages), TURN):
        turn = pages[number : number + TURN]
        ours.append(_processor_seconds(parser.parse, turn))
        theirs.append(_processor_seconds(by_bs4, [page.body for page in turn[:TURN_OF_BS4]]))
        ratios.append(theirs[-1] / ours[-1])
    return PROMISES[0].measured(
        median(ratios),
        f"{len(pages[0].body) / 1000:.0f} KB, {CARDS} cards: "
        f"{median(ours) * 1000:.2f} ms, bs4 {median(theirs) * 1000:.1f} ms",
    )  # fmt: skip
