"""Pages to parse, made in the shapes that articles and card pages have."""

from __future__ import annotations

import hashlib
import html
import json
from datetime import UTC, datetime
from typing import Any

from schema.records import Page

FETCHED = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
DECK_TITLE = "【DMEDH】デッキ解説:黒赤《統べる王 オメガ》"
COMMANDER = "統べる王 オメガ"
NAMES = tuple(
    f"{civilization}の{body} {mark}"
    for civilization in ("炎", "闇", "光")
    for body in ("龍", "騎士", "魔神", "巨人")
    for mark in ("アルファ", "ベータX", "ガンマ・ワン", "デルタ/呪文の書", "イプシロンII")
)[:59]


def page(
    body: str | bytes,
    *,
    url: str = "https://dm-edh.com/dmedh/4242",
    source: str = "dm-edh",
    content_type: str = "text/html; charset=UTF-8",
    status: int = 200,
) -> Page:
    """One kept response with this body."""
    data = body.encode() if isinstance(body, str) else body
    return Page(source, url, FETCHED, status, content_type, data, hashlib.sha256(data).hexdigest())


def cells(names: tuple[str, ...] | list[str] = NAMES, *, columns: int = 2) -> str:
    """Table rows of bracketed names, two a row, a blank after the bracket as the site's plugin writes it."""
    rows = []
    for start in range(0, len(names), columns):
        part = [f"<td>《 {html.escape(name)}》</td>" for name in names[start : start + columns]]
        rows.append(f"<tr>{''.join(part)}{'<td>&nbsp;</td>' * (columns - len(part))}</tr>")
    return "\n".join(rows)


def deck_table(
    names: tuple[str, ...] | list[str] = NAMES, *, commander: str = COMMANDER, more: str = ""
) -> str:
    """A deck's table: title row, commander row, two cards a row."""
    head = (
        f"<tr><td>『DMEDH 黒赤』</td><td></td></tr><tr><td>《 {commander}》(統率者)</td><td>&nbsp;</td></tr>"
    )
    return f"<table><tbody>{head}{cells(names)}{more}</tbody></table>"


def article(
    content: str,
    *,
    title: str = DECK_TITLE,
    post_id: int = 4242,
    published: str = "2018-05-20T10:00:00+09:00",
    head: str = "",
) -> str:
    """A single article page of a classic theme, with navigation and a side column."""
    return (
        '<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8">'
        f"<title>{title} | 研究所</title>{head}</head>"
        f'<body class="post-template-default single single-post postid-{post_id}">'
        '<header><nav><ul><li><a href="/">ホーム</a></li></ul></nav></header>'
        f'<article id="post-{post_id}" class="post-{post_id} post"><header class="entry-header">'
        f'<h1 class="entry-title">{title}</h1>'
        f'<time class="entry-date" datetime="{published}">日付</time></header>'
        f'<div class="entry-content">{content}</div></article>'
        "<aside><h3>人気記事</h3><ul><li>《 脇の札》</li></ul></aside></body></html>"
    )


def deck_article(recipe: str | None = None, *, note: str = "", after: str = "") -> str:
    """The content of a deck article: note, intro, contents, the recipe, commentary."""
    return (
        f"{note}<p>《 {COMMANDER}》と《 紹介の札》で戦うデッキです。</p>"
        '<p>関連記事 <a href="http://dm.akrecord.com/variantrules/Reading/dmedh/4001">《 昔の札》</a></p>'
        '<div id="toc"><p>目次</p><ul><li><a href="#i">■デッキレシピ</a></li></ul></div>'
        f'<h2><span id="i">■デッキレシピ</span></h2>{deck_table() if recipe is None else recipe}'
        f"<h2>■デッキについて</h2><p>《 {COMMANDER}》で《 紹介の札》を出します。</p>"
        f"<h2>■カード解説</h2><h3>《 {NAMES[0]}》</h3><p>強い札です。</p>{after}"
        "<h2>■最後に</h2><p>終わり。</p>"
    )


def rest_post(
    content: str, *, post_id: int = 4242, title: str = DECK_TITLE, protected: bool = False, **more: Any
) -> dict[str, Any]:
    """One post as WordPress's REST gives it."""
    return {
        "id": post_id,
        "date": "2018-05-20T10:00:00",
        "date_gmt": "2018-05-20T01:00:00",
        "modified": "2020-03-01T12:34:56",
        "modified_gmt": "2020-03-01T03:34:56",
        "slug": str(post_id),
        "status": "publish",
        "type": "post",
        "link": f"https://dm-edh.com/dmedh/{post_id}",
        "title": {"rendered": title},
        "content": {"rendered": content, "protected": protected},
        "author": 1,
        **more,
    }


def rest(*posts: dict[str, Any], before: str = "") -> Page:
    """REST's list of posts, with whatever a badly kept site prints before it."""
    return page(
        before + json.dumps(list(posts)),
        url="https://dm-edh.com/wp-json/wp/v2/posts?per_page=100&page=1",
        content_type="application/json; charset=UTF-8",
    )
