"""Names as people write them, against a public card list: what the ladder finds and what it leaves open."""

from __future__ import annotations

import csv
import gzip
import re

import pytest

from parsers.cards.read import read_cards
from schema.records import DeckLine
from tests.warehouse.build import RUN, deck, load, page, rows, shown
from warehouse.database import memory_database
from warehouse.load import load_cards
from warehouse.resolve import resolve
from warehouse.suggestions import Suggester

pytestmark = pytest.mark.shared
_CELL = re.compile(r"《\s*([^《》\n|]+?)\s*(?:》|(?=《)|$)(\s*[(（]統率者[)）])?", re.MULTILINE)


@pytest.fixture(scope="module")
def known(shared):
    """A database with every card of the public lists."""
    con = memory_database()
    for name in ("cards.csv.gz", "card_index.csv.gz"):
        path = shared / "data" / "dm" / name
        load_cards(con, read_cards(path, game="dm"), source=name, url=f"file:{name}", **RUN)
    yield con
    con.close()


@pytest.fixture
def con(known):
    known.execute("delete from deck")
    known.execute("delete from deck_line")
    return known


def resolved(con, names):
    lines = tuple(DeckLine("main", number, name) for number, name in enumerate(names, start=1))
    one = deck("1", commander=None)
    load(con, (page(body=str(names)), shown(type(one)(**{**_fields(one), "lines": lines}))))
    resolve(con, {"dmedh": "dm"})
    return dict(rows(con, "select l.text, c.name from deck_line l left join card c using (card_id)"))


def _fields(record):
    return {name: getattr(record, name) for name in record.__slots__}


def test_every_card_of_the_blogs_own_articles_is_found(con, shared):
    names = []
    for article in ("4081", "4083", "5266", "5303", "6735"):
        text = (shared / "data" / "dm" / "decks" / f"{article}.txt").read_text(encoding="utf-8")
        names += [match.group(1) for match in _CELL.finditer(text)]
    assert len(names) >= 175
    assert [name for name, card in resolved(con, names).items() if card is None] == []


@pytest.mark.parametrize(
    ("written", "official"),
    [
        ("龍覇 M・A・S", "龍覇 M・A・S"),
        ("D2-V禁断のボルトロン", "V禁断のボルトロン"),
        ("ジョニー&ジョラゴン ~Jの意志~", "ジョラゴン"),
        ("激怒!富士山ン", "富士山ン"),
        ("カツラデランス/「アフロ行きま~す!!」", "カツラデランス"),
        ("キング・ザ・スロットン7/7777777", "キング・ザ・スロットン"),
        ("禁断 ~封印されしX~ /伝説の禁断 ドキンダムX", "封印されしX"),
        ("勝利のプリンプリン/唯我独尊ガイアール・オレドラゴン", "勝利のプリンプリン"),
        ("五邪王ニガ=ヴェルムート", "アブシューム"),
        ("時の法皇 ミラダンテXII", "ミラダンテ"),
        ("超神星DEATH・ドラゲリオン", "ドラゲリオン"),
        ("Q.Q.QX./終葬 5.S.D.", "終葬"),
    ],
)
def test_spellings_from_the_wild(con, written, official):
    (found,) = resolved(con, [written]).values()
    assert found is not None
    assert official in found


@pytest.mark.parametrize(
    ("written", "meant"),
    [("無情秘伝 LOVE&HATE", "無情秘伝 LOVE×HATE"), ("Z級 ゲキシンオー", "超Z級 ゲキシンオー")],
)
def test_typing_errors_are_suggested_and_not_accepted(con, written, meant):
    assert resolved(con, [written]) == {written: None}
    assert meant in Suggester(con, "dm").suggest(written)


def test_no_two_cards_share_a_name_by_accident(con, shared):
    """Every name of the list resolves to itself: no key of the ladder takes a name away from its card."""
    with gzip.open(shared / "data" / "dm" / "cards.csv.gz", "rt", encoding="utf-8-sig") as file:
        names = sorted({row["name"] for row in csv.DictReader(file)})
    answers = resolved(con, names)
    open_names = [name for name in names if answers[name] is None]
    # What is left is named by several cards (cells that link into one creature).
    assert len(open_names) <= len(names) // 100, open_names[:20]
