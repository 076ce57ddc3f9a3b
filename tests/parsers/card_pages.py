"""Card pages of the official database, in its layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.dm_official import DmOfficialParser
from tests.parsers.article_pages import page

if TYPE_CHECKING:
    from schema.records import CardRecord, Parsed

ADDRESS = "https://dm.takaratomy.co.jp/card/detail/?id="
END = '<div class="productCard"><ul class="productCardList"><li>収録</li></ul></div></body></html>'


def face(
    name: str,
    *,
    kind: str = "クリーチャー",
    civil: str = "光/闇",
    race: str = "アーマード・ドラゴン/ヒューマノイド",
    cost: str = "4",
    power: str = "2000",
    skills: str = "",
    image: str = "/wp-content/card/cardimage/dmx-001.jpg",
    pack: str = "DMX01 001/100",
    quote: str = '"',
) -> str:
    """One face in the layout of 2025 on; the site mixes both quotes."""
    q = quote
    return (
        f"<div class={q}cardDetail{q}><h3 class='card-name'>{name}"
        f"<span class={q}packname{q}>({pack})</span></h3>"
        f"<div class={q}card-img{q}><img src={q}{image}{q}></div><table><tr><th>カードの種類</th>"
        f"<td class={q}type{q}>{kind}</td><th>文明</th><td class='civil'>{civil}</td>"
        f"<td class={q}rarelity{q}>R</td><td class='power'>{power}</td><td class={q}cost{q}>{cost}</td>"
        f"<td class='mana'>1</td><td class={q}race{q}>{race}</td><td class='illusttxt'>x</td>"
        f"<td class='skills full'><ul><li>{skills}</li></ul></td></tr></table></div>"
    )


def old_face(name: str, *, kind: str = "クリーチャー", civil: str = "火", skills: str = "") -> str:
    """One face in the layout of 2018 to 2024."""
    return (
        f'<table class="cardPopupDetail"><tr><th class="cardname">{name}'
        f'<span class="packname">(DMX1 1/2)</span></th></tr><tr><td class="typetxt">{kind}</td>'
        f'<td class="civtxt">{civil}</td><td class="powertxt">5000</td>'
        f'<td class="costtxt">5</td><td class="racetxt">ヒューマノイド</td>'
        f'<td class="abilitytxt"><ul><li>{skills}</li></ul></td></tr></table>'
    )


def card_page(*faces: str, title: str = "", end: str = END) -> str:
    """A detail page of these faces."""
    head = f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head>'
    return f"{head}<body>{''.join(faces)}{end}"


def parse(html: str, card_id: str = "dmx-001") -> Parsed:
    """Parse a detail page."""
    return DmOfficialParser().parse(page(html, url=ADDRESS + card_id, source="dm-official"))


def card(*faces: str, title: str = "", card_id: str = "dmx-001") -> CardRecord:
    """The one card of a detail page that has no problem."""
    parsed = parse(card_page(*faces, title=title), card_id)
    assert parsed.problems == ()
    (found,) = parsed.cards
    return found
