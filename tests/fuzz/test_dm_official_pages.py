"""Broken card, list and hall-of-fame pages: a fact is right, unknown, or a problem says so."""

import random
import re
from dataclasses import replace

from parsers.dm_official import DmOfficialParser
from schema.records import CardRecord, FaceRecord
from tests.fuzz.mutations import mutate
from tests.parsers.article_pages import page
from tests.parsers.card_pages import ADDRESS, card_page, face

NAME = "水晶の記録 ゼノシャーク / クリスタル・メモリー"
WHOLE = card_page(
    face(
        NAME,
        civil="水",
        cost="5",
        power="4000",
        skills="進化：自分の火のクリーチャー1体の上に置く。",
        kind="進化クリーチャー",
    ),
    face(NAME, kind="呪文", civil="光/闇", race="-", power="-", cost="4", image="", quote="'"),
    title=f"{NAME}(DMX01 001/100) | デュエル・マスターズ",
)
PARSER = DmOfficialParser()


def _facts(card: CardRecord) -> tuple[object, ...]:
    """What the page gave, but for digits: a flipped digit is another digit, and nothing tells."""
    return (
        card.name,
        card.layout,
        tuple((side.name, side.types, side.colours, side.races) for side in card.faces),
        card.copy_limit,
    )


def test_a_card_is_right_or_told(mutations: int) -> None:
    whole = PARSER.parse(page(WHOLE, url=f"{ADDRESS}dmx-001", source="dm-official"))
    golden = _facts(whole.cards[0])
    assert whole.problems == ()
    for seed in range(mutations):
        names, body = mutate(WHOLE.encode(), seed)
        parsed = PARSER.parse(page(body, url=f"{ADDRESS}dmx-001", source="dm-official"))
        # What writes into the text of a cell writes another fact, and nothing tells.
        if parsed.problems or re.search("flip|cut|noise|repeat", names):
            continue
        assert [_facts(card) for card in parsed.cards] == [golden], f"seed {seed} ({names})"


# What a slip of an editor or of a transfer writes into a cell; a digit in a number tells of nothing.
WRITTEN = (
    "札",
    "x",
    "?",
    "…",
    "\ufffd",
    "！",
    "クリ",
    "&amp;",
    "<b>",
    "</td",
    "\u200b",
    "光光",
    "//",
    "・",
    "㌔",
    "🐉",
)


def write_into_cell(body: str, chance: random.Random) -> tuple[str, str, str]:
    """The page with something written into one cell: the cell, what was written, the page."""
    cells = [found for found in re.finditer(r"(class=.(type|civil|power|cost|race).>)([^<]+)(<)", body)]
    cell = chance.choice(cells)
    start, end = cell.span(3)
    text = "".join(chance.choice(WRITTEN) for _ in range(chance.choice((1, 1, 2))))
    place = chance.randrange(start, end + 1)
    return cell.group(2), text, body[:place] + text + body[place:]


def test_what_is_written_into_a_cell_is_told_or_changes_no_fact(mutations: int) -> None:
    whole = PARSER.parse(page(WHOLE, url=f"{ADDRESS}dmx-001", source="dm-official"))
    golden = whole.cards[0].faces
    for seed in range(mutations):
        cell, text, body = write_into_cell(WHOLE, random.Random(seed))
        parsed = PARSER.parse(page(body, url=f"{ADDRESS}dmx-001", source="dm-official"))
        if parsed.problems:
            continue
        assert len(parsed.cards) == 1
        faces = [_told(face) for face in parsed.cards[0].faces]
        assert faces == [_told(face) for face in golden], f"seed {seed}: {text!r} in {cell}"


def _told(face: FaceRecord) -> FaceRecord:
    """A face without its races, of which no list is kept, and without the marks between words of a type."""
    return replace(face, races=(), types=tuple(re.sub("[・/ ]", "", kind) for kind in face.types))


LIST = "".join(
    f'<li><a class="cardImage" data-href="/card/detail/?id=dm{n}-001"><img></a></li>' for n in range(50)
)


def test_a_list_page_never_crashes_and_never_invents_an_id(mutations: int) -> None:
    html = (
        f'<html><body><span id="total_count">50</span><div id="cardlist"><ul>{LIST}</ul></div></body></html>'
    )
    for seed in range(mutations):
        names, body = mutate(html.encode(), seed)
        parsed = PARSER.parse(page(body, url="https://dm.takaratomy.co.jp/card/", source="dm-official"))
        if not re.search("flip|cut|noise|repeat|truncate", names):
            assert set(parsed.keys) <= {f"dm{n}-001" for n in range(50)}, f"seed {seed} ({names})"


def test_the_hall_of_fame_page_never_crashes(mutations: int) -> None:
    items = "".join(f'<li><a data-href="/card/detail/?id=x{n}">札{n}</a></li>' for n in range(9))
    html = (
        "<html><head><title>殿堂</title></head><body><h2>プレミアム殿堂入りカード</h2>"
        f"<ul>{items}</ul><h2>プレミアム殿堂コンビカード</h2><ul>{items}</ul></body></html>"
    )
    url = "https://dm.takaratomy.co.jp/rule/regulation/"
    for seed in range(max(1, mutations // 4)):
        _, body = mutate(html.encode(), seed)
        parsed = PARSER.parse(page(body, url=url, source="dm-official"))
        assert parsed.changes or parsed.problems
