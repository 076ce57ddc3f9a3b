"""Article bodies: one function for each way in which a deck list stands on a page.

The shapes are those of the real articles over the years: the old two-column table, the same with its
title outside, block markup with tables or bullet lists, a paragraph a card, a line a card with or
without brackets, two cards a line, and a table without any brackets whose commander only the title names.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from flows.sample.articles import SampleArticle, SampleDeck

OLD_HOST = "http://dm.akrecord.com/variantrules/Reading"

# Cards that stand in no list: prose names them, and a reader of lists must not take them up.
PROSE_CARDS = ("超竜バジュラ", "ボルバルザーク・紫電・ドラゴン", "バルガゲイザー")


def _cell(line: str, *, blank: bool = True) -> str:
    if line.startswith("《"):
        return escape(line, quote=False)
    return f"《{' ' if blank else ''}{escape(line, quote=False)}》"


def _marked(deck: SampleDeck, name: str, article: SampleArticle, *, brackets: bool = True) -> str:
    mark = f"({deck.mark})" if article.id % 2 else f"（{deck.mark}）"
    return (_cell(name) if brackets else escape(name, quote=False)) + mark


def _rows(cells: Sequence[str]) -> str:
    rows = []
    for left in range(0, len(cells), 2):
        pair = list(cells[left : left + 2])
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in pair) + "</tr>")
    return "\n".join(rows)


def _alone(cell: str) -> str:
    return f"<tr><td>{cell}</td><td>&nbsp;</td></tr>"


def _zones(deck: SampleDeck, article: SampleArticle) -> list[tuple[str, tuple[str, ...]]]:
    newer = article.shape.startswith("blocks")
    named = [("超次元ゾーン" if article.id % 2 else "超次元", deck.hyperspatial)]
    named.append(("超GR" if newer else "GRゾーン", deck.gr))
    return [(title, lines) for title, lines in named if lines]


def _table_body(deck: SampleDeck, article: SampleArticle) -> str:
    parts = [_alone(_marked(deck, name, article)) for name in deck.commander]
    parts += [_alone(_cell(name)) for name in deck.extra]
    parts.append(_rows([_cell(line) for line in deck.main]))
    for title, lines in _zones(deck, article):
        parts.append(f'<tr><td colspan="2">{title}</td></tr>')
        parts.append(_rows([_cell(line) for line in lines]))
    return "\n".join(parts)


def table(deck: SampleDeck, article: SampleArticle) -> str:
    """The old two-column table whose first row is the deck's name in 『』."""
    head = f"<tr><td>『{escape(deck.name)}』</td><td></td></tr>"
    return f'<table border="1"><tbody>\n{head}\n{_table_body(deck, article)}\n</tbody></table>'


def table_heading(deck: SampleDeck, article: SampleArticle) -> str:
    """The table with the deck's name in a paragraph before it."""
    body = _table_body(deck, article)
    return f"<p>『{escape(deck.name)}』</p>\n<table><tbody>\n{body}\n</tbody></table>"


def blocks(deck: SampleDeck, article: SampleArticle) -> str:
    """Block markup: a table block for each zone, under headings of their own."""
    out = [f"<p>『{escape(deck.name)}』</p>"]
    top = "".join(f"<tr><td>{_marked(deck, name, article)}</td></tr>" for name in deck.commander)
    top += "".join(f"<tr><td>{_cell(name, blank=False)}</td></tr>" for name in deck.extra)
    out.append(f'<figure class="wp-block-table"><table><tbody>{top}</tbody></table></figure>')
    cells = [_cell(line, blank=False) for line in deck.main]
    out.append(f'<figure class="wp-block-table is-style-regular"><table>{_rows(cells)}</table></figure>')
    for title, lines in _zones(deck, article):
        out.append(f'<h3 class="wp-block-heading">{title}</h3>')
        cells = [_cell(line, blank=False) for line in lines]
        out.append(f'<figure class="wp-block-table"><table>{_rows(cells)}</table></figure>')
    return "\n".join(out)


def blocks_list(deck: SampleDeck, article: SampleArticle) -> str:
    """Block markup with one bullet a card."""

    def bullets(cells: Iterable[str]) -> str:
        return '<ul class="wp-block-list">' + "".join(f"<li>{cell}</li>" for cell in cells) + "</ul>"

    out = [f"<p>『{escape(deck.name)}』</p>"]
    cells = [_marked(deck, name, article) for name in deck.commander]
    cells += [_cell(line, blank=False) for line in (*deck.extra, *deck.main)]
    out.append(bullets(cells))
    for title, lines in _zones(deck, article):
        out.append(f'<h3 class="wp-block-heading">{title}</h3>')
        out.append(bullets(_cell(line, blank=False) for line in lines))
    return "\n".join(out)


def paragraphs(deck: SampleDeck, article: SampleArticle) -> str:
    """One paragraph a card, in brackets."""
    out = [f"<p>『{escape(deck.name)}』</p>"]
    out += [f"<p>{_marked(deck, name, article)}</p>" for name in deck.commander]
    out += [f"<p>{_cell(line, blank=False)}</p>" for line in (*deck.extra, *deck.main)]
    for title, lines in _zones(deck, article):
        out.append(f"<p>{title}</p>")
        out += [f"<p>{_cell(line, blank=False)}</p>" for line in lines]
    return "\n".join(out)


def paragraphs_plain(deck: SampleDeck, article: SampleArticle) -> str:
    """One paragraph a card with no brackets, and empty paragraphs between."""
    names = [_marked(deck, name, article, brackets=False) for name in deck.commander]
    names += [escape(line, quote=False) for line in deck.main]
    return "\n<p>&nbsp;</p>\n".join(f"<p>{name}</p>" for name in names)


def lines(deck: SampleDeck, article: SampleArticle) -> str:
    """One line a card with no brackets, commander first."""
    names = [_marked(deck, name, article, brackets=False) for name in deck.commander]
    names += [escape(line, quote=False) for line in deck.main]
    return "<p>" + "<br />\n".join(names) + "</p>"


def lines_bracket(deck: SampleDeck, article: SampleArticle) -> str:
    """Two bracketed cards a line, lines parted by breaks."""
    out = [f"『{escape(deck.name)}』"]
    out += [_marked(deck, name, article) for name in deck.commander]
    cells = [_cell(line) for line in (*deck.extra, *deck.main)]
    out += ["\u3000".join(cells[place : place + 2]) for place in range(0, len(cells), 2)]
    for title, zone in _zones(deck, article):
        out.append(title)
        out += [_cell(line) for line in zone]
    return "<p>" + "<br />\n".join(out) + "</p>"


def glued_table(deck: SampleDeck, article: SampleArticle) -> str:
    """A two-column table with no brackets; only the article's title names the commander."""
    return f"<table><tbody>\n{_rows([escape(line, quote=False) for line in deck.main])}\n</tbody></table>"


SHAPES: dict[str, Callable[[SampleDeck, SampleArticle], str]] = {
    "table": table,
    "table-heading": table_heading,
    "blocks": blocks,
    "blocks-list": blocks_list,
    "paragraphs": paragraphs,
    "paragraphs-plain": paragraphs_plain,
    "lines": lines,
    "lines-bracket": lines_bracket,
    "glued-table": glued_table,
}

_BANNER = '<p class="has-border">9/12 新しいカードのデータを追加しました。</p>'


def _contents(newer: bool) -> str:
    names = ("デッキレシピ", "デッキについて", "カード解説", "最後に")
    items = "".join(f'<li><a href="#i-{n}">■{name}</a></li>' for n, name in enumerate(names, 1))
    box = "p-toc -ordered" if newer else "toc_container"
    return f'<div class="{box}"><p>目次</p><ol>{items}</ol></div>'


def _related(newer: bool) -> str:
    if newer:
        return (
            '<div class="p-blogCard -internal"><span class="p-blogCard__caption">あわせて読みたい</span>'
            f'<a href="{OLD_HOST}/dmedhrule">DMEDHのルール</a></div>'
        )
    return f'<p>関連記事 <a href="{OLD_HOST}/dmedh/237">DMEDHを始めよう！</a></p>'


def _heading(number: int, name: str, newer: bool) -> str:
    if newer:
        return f'<h2 class="wp-block-heading" id="i-{number}">■{name}</h2>'
    return f'<h2><span id="i-{number}">■{name}</span></h2>'


@lru_cache(maxsize=512)
def render_body(article: SampleArticle) -> str:
    """Render the article's body, as `content.rendered` and the page both hold it."""
    if not article.decks:
        return article.html.strip()
    newer = article.shape.startswith("blocks")
    prose = PROSE_CARDS[article.id % len(PROSE_CARDS)]
    commander = article.decks[0].commander[0]
    out = [_BANNER] if newer else []
    out += [f"<p>{escape(article.note)}</p>"] if article.note else []
    out.append(f"<p>《{escape(commander, quote=False)}》を軸にした構築を紹介します。</p>")
    out.append(f"<p>以前は《 {prose}》も試しましたが、今の形では採用していません。</p>")
    out += [_related(newer), _contents(newer)]
    title = "デッキリスト" if article.shape in ("lines", "paragraphs-plain") else "デッキレシピ"
    out.append(_heading(1, title, newer))
    out += [SHAPES[article.shape](deck, article) for deck in article.decks]
    if article.cut:
        # As an author cuts a list; WordPress's own excerpt mark would make the whole article an excerpt.
        out.append("<p>(以下略)</p>")
        return "\n".join(out)
    first = next((line for line in article.decks[0].main if not line.startswith("《")), commander)
    out.append(_heading(2, "デッキについて", newer))
    out.append("<p>序盤にマナを整え、中盤から統率者で盤面を作ります。</p>")
    out.append(f"<p>《{prose}》と組み合わせる形も考えられます。</p>")
    if article.shape != "glued-table":  # the blogs that write so explain no single cards
        out.append(_heading(3, "カード解説", newer))
        out.append(f"<h3>《 {escape(first, quote=False)}》</h3>\n<p>どの場面で引いても役割があります。</p>")
    out.append(_heading(4, "最後に", newer))
    out.append("<p>調整したら、この記事を更新します。</p>")
    return "\n".join(out)
