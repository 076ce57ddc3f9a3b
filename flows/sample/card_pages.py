"""Pages of the sample card database: the list, details in two layouts, the hall of fame."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flows.sample.card_facts import SampleCard, SampleFace

SITE = "デュエル・マスターズ"
_HEAD = '<!DOCTYPE html>\n<html lang="ja"><head><meta charset="utf-8">\n'
# The second face of this printing carries the publisher's placeholder name.
PLACEHOLDER_ID = "dmex08-111"


def _number(card_id: str) -> str:
    """The set and number in brackets, in the capitals of the newer sets or the small letters of others."""
    head, _, tail = card_id.rpartition("-")
    return f"({head.upper()} {tail}/???)"


def _civilization(face: SampleFace) -> str:
    return "ゼロ" if face.civilization == "無色" else face.civilization


def _row(title: str, kind: str, value: str) -> str:
    return f"<tr><th>{title}</th><td class='{kind}'>{escape(value, quote=False)}</td></tr>"


def _has_skills(card: SampleCard) -> bool:
    """An evolution card whose source is not among the known facts shows no ability row at all."""
    evolves = any("進化" in face.type or "NEO" in face.type for face in card.faces)
    return bool(card.faces[0].clause) or not evolves


def _skills(face: SampleFace) -> str:
    return f"<tr><th>特殊能力</th><td class='skills full'><ul><li>{escape(face.clause)}</li></ul></td></tr>"


def _facts(face: SampleFace, *, skills: bool) -> str:
    if not face.type:
        return ""
    return "".join(
        (
            _row("カードの種類", "type", face.type),
            _row("文明", "civil", _civilization(face)),
            _row("パワー", "power", face.power or "-"),
            _row("コスト", "cost", face.cost or "-"),
            "<tr><th>マナ</th><td class='mana'>1</td></tr>",
            _row("種族", "race", face.race or "-"),
            _skills(face) if skills else "",
        )
    )


def _shown_name(card_id: str, place: int, face: SampleFace) -> str:
    if card_id == PLACEHOLDER_ID and place == 1:
        return f"{{{face.name}}} Bottom"
    return face.name


def _is_twin(card: SampleCard) -> bool:
    return len(card.faces) == 2 and card.faces[0].name == card.faces[1].name


def detail_page(card: SampleCard, card_id: str) -> str:
    """The detail page in the current layout: one `div.cardDetail` a face, quotes of both kinds."""
    title = f"{card.name}{_number(card_id)}"
    faces, skills = [], _has_skills(card)
    for place, face in enumerate(card.faces):
        letter = "abc"[place] if len(card.faces) > 1 else ""
        source = f"/wp-content/card/cardimage/{card_id}{letter}.jpg"
        if place == 1 and _is_twin(card):
            source = ""
        quote = '"' if place else "'"
        faces.append(
            f"<div class={quote}cardDetail{quote}>\n"
            f"<h3 class={quote}card-name{quote}>{escape(_shown_name(card_id, place, face), quote=False)}"
            f"<span class={quote}packname{quote}>{_number(card_id)}</span></h3>\n"
            f'<div class="card-img"><img src="{source}"></div>\n'
            f"<table>{_facts(face, skills=skills)}</table>\n</div>"
        )
    return (
        f"{_HEAD}<title>{title} | {SITE}</title>\n"
        f'<meta property="og:title" content="{escape(title)} | {SITE}">\n</head>\n<body>'
        f'<div class="card-itself">\n{"".join(faces)}\n'
        '<div class="productCard"><ul class="productCardList"><li>見本</li></ul></div></div></body></html>\n'
    )


def _old_facts(face: SampleFace, *, skills: bool) -> str:
    if not face.type:
        return ""
    pairs = (
        ("カードの種類", "typetxt", face.type),
        ("文明", "civtxt", _civilization(face)),
        ("パワー", "powertxt", face.power or "-"),
        ("コスト", "costtxt", face.cost or "-"),
        ("種族", "racetxt", face.race or "-"),
    )
    cells = "".join(
        f'<tr><th>{title}</th><td class="{kind}">{escape(value, quote=False)}</td></tr>'
        for title, kind, value in pairs
    )
    if not skills:
        return cells
    clause = f'<td class="abilitytxt"><ul><li>{escape(face.clause)}</li></ul></td>'
    return f"{cells}<tr><th>特殊能力</th>{clause}</tr>"


def old_detail_page(card: SampleCard, card_id: str) -> str:
    """The detail page in the layout of 2018 to 2024: one `table.cardPopupDetail` a face."""
    title = f"{card.name}{_number(card_id)}"
    skills = _has_skills(card)
    tables = "".join(
        '<table class="cardPopupDetail"><tr class="windowtitle"><th colspan="2" class="cardname">'
        f"{escape(_shown_name(card_id, place, face), quote=False)}"
        f'<span class="packname">{_number(card_id)}</span></th></tr>'
        f"{_old_facts(face, skills=skills)}</table>"
        for place, face in enumerate(card.faces)
    )
    return f"{_HEAD}<title>{title} | {SITE}</title></head>\n<body>{tables}</body></html>\n"


def dead_page() -> str:
    """What an unknown id gives, with status 200: a shell with no name."""
    return (
        f"{_HEAD}<title>( ) | {SITE}</title>\n"
        f'<meta property="og:title" content="( ) | {SITE}"></head>\n<body>'
        '<div class="cardDetail"><h3 class="card-name"><span class="packname">( )</span></h3>'
        '<div class="card-img"><img src=""></div></div><div class="productCard"></div></body></html>\n'
    )


def list_fragment(ids: Sequence[str], total: int, page: int, pages: int) -> str:
    """One page of the card list: fifty ids, the total and the pager; links in both forms in use."""
    items = []
    for place, card_id in enumerate(ids):
        address = f"/card/detail/?id={card_id}"
        link = f'href="{address}"' if place % 2 == 0 else f'data-href="{address}" href="#"'
        items.append(
            f'<li><a class="cardImage" {link}>'
            f'<img src="/wp-content/card/cardthumb/{card_id}.jpg" alt=""></a></li>'
        )
    pager = "".join(f'<a class="page" href="#" data-page="{n}">{n}</a>' for n in range(1, pages + 1))
    last = f'<a class="last" href="#" data-page="{pages}">最後のページ</a>'
    return (
        f'<p>検索結果 <span id="total_count">{total}</span>枚</p>\n<div id="cardlist"><ul>{"".join(items)}'
        f'</ul></div>\n<div class="wp-pagenavi"><span class="current">{page}</span>{pager}{last}</div>\n'
    )


def list_page(fragment: str) -> str:
    """The list as a whole page, for a request that is not the script's own."""
    return f"{_HEAD}<title>カード検索 | {SITE}</title></head>\n<body>{fragment}</body></html>\n"


# Headings of the hall page, in its order, with the state that hall.csv gives.
_HALL = (
    ("使用禁止カード", "使用禁止"),
    ("プレミアム殿堂超次元コンビ", "プレミアム殿堂超次元コンビ"),
    ("プレミアム殿堂コンビカード", "プレミアム殿堂コンビ"),
    ("プレミアム殿堂入りカード", "プレミアム殿堂"),
    ("殿堂入りカード", "殿堂入り"),
)


def hall_page(hall: Sequence[tuple[str, str, str]]) -> str:
    """The hall of fame as it stands; the freed cards stand under a heading of their own, to be skipped."""

    def link(number: str, name: str) -> str:
        return f'<a href="#" data-href="/card/detail/?id={number}">《{escape(name, quote=False)}》</a>'

    def items(state: str) -> str:
        return "".join(
            f"<li>{'と'.join(map(link, number.split(), name.split('+')))}</li>"
            for each, name, number in hall
            if each == state
        )

    parts = [f"<h2>{title}</h2><ul>{items(state)}</ul>" for title, state in _HALL]
    freed = f"<h3>殿堂解除カード</h3><ul>{items('無制限')}</ul>"
    return (
        f"{_HEAD}<title>殿堂レギュレーション | {SITE}</title></head>\n"
        f"<body><p>【見本の広告】</p><p>2026年3月16日より適用</p>{''.join(parts)}{freed}</body></html>\n"
    )
