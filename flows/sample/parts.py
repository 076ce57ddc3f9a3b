"""Posts in parts: where an author's `<!--nextpage-->` stands in a body, and what WordPress shows where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows.sample.shapes import render_body

if TYPE_CHECKING:
    from flows.sample.articles import SampleArticle

BREAK = "<!--nextpage-->"

# Where a list can be parted: what stands there, and what closes and opens it around the break.
_SEAMS = (
    ("</tr>\n<tr>", "</tr>\n</tbody></table>", "<table><tbody>\n<tr>"),
    ("</tr><tr>", "</tr></tbody></table>", "<table><tbody><tr>"),
    ("</li><li>", "</li></ul>", "<ul><li>"),
    ("<br />\n", "</p>", "<p>"),
    ("</p>\n<p>", "</p>", "<p>"),
)


def whole_body(article: SampleArticle) -> str:
    """The body as REST gives it: whole, the break in it as a comment."""
    body = render_body(article)
    if not article.parted or not article.decks:
        return body
    line = article.decks[0].main[len(article.decks[0].main) // 2]
    middle = body.index(line)
    seam, close, reopen = max(_SEAMS, key=lambda each: body.rfind(each[0], 0, middle))
    before, _, _ = body[:middle].rpartition(seam)
    return f"{before}{close}\n{BREAK}\n{reopen}{body[len(before) + len(seam) :]}"


def body_parts(article: SampleArticle) -> list[str]:
    """The parts of the body, as the post's own addresses show them; feeds and archives show the first."""
    return whole_body(article).split(BREAK)


def part_links(article: SampleArticle, part: int, base: str) -> str:
    """The links between the parts, as `wp_link_pages` writes them; empty for a post in one part."""
    count = len(body_parts(article))
    if count == 1:
        return ""
    links = [
        f'<span class="post-page-numbers current" aria-current="page">{number}</span>'
        if number == part
        else f'<a href="{base}{article.path}{f"/{number}" if number > 1 else ""}" '
        f'class="post-page-numbers">{number}</a>'
        for number in range(1, count + 1)
    ]
    return f'<div class="page-links">固定ページ: {" ".join(links)}</div>'
