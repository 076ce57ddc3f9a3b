"""Card facts from CSV: both games, header variants, twin pacts, sides, cells, bad rows."""

from __future__ import annotations

import csv
import gzip
from typing import TYPE_CHECKING

import pytest

from parsers.cards import kind_of, read_cards
from parsers.cards.card_csv import read_card_csv
from schema.errors import UsageError
from schema.records import CardRecord, Problem
from schema.traits import is_trait

if TYPE_CHECKING:
    from pathlib import Path


def cards(text: str, game: str = "dm") -> dict[str, CardRecord]:
    found = list(read_card_csv(text.encode(), game=game))  # type: ignore[arg-type]
    assert all(isinstance(card, CardRecord) for card in found), found
    return {card.name: card for card in found if isinstance(card, CardRecord)}


def problems(text: str) -> list[tuple[str, int | None]]:
    found = read_card_csv(text.encode(), game="dm")
    return [(problem.kind, problem.line_no) for problem in found if isinstance(problem, Problem)]


def identity(card: CardRecord, method: str = "civilization") -> frozenset[str] | None:
    return dict(card.identities)[method]


HEADER = "name,type,civ,race,cost,power\n"


def test_a_plain_card() -> None:
    card = cards(HEADER + "ボルシャック・ドラゴン,クリーチャー,火,アーマード・ドラゴン,6,6000+\n")[
        "ボルシャック・ドラゴン"
    ]
    (face,) = card.faces
    assert (face.types, face.colours, face.cost, face.mana_value) == (("クリーチャー",), ("火",), "6", 6.0)
    assert (face.power, face.races) == ("6000+", ("アーマード・ドラゴン",))
    assert identity(card) == frozenset({"火"})
    assert {"creature", "dragon"} <= set(card.traits)


@pytest.mark.parametrize(
    ("civ", "kind", "expected"),
    [
        ("光/水", "クリーチャー", frozenset({"光", "水"})),
        ("無色", "クリーチャー", frozenset()),
        ("ゼロ", "クリーチャー", frozenset()),
        ("", "クリーチャー", frozenset()),
        ("", "", None),
        ("Light/Water", "Creature", frozenset({"光", "水"})),
    ],
)
def test_civilizations(civ: str, kind: str, expected: frozenset[str] | None) -> None:
    (card,) = cards(HEADER + f"X,{kind},{civ},,3,\n").values()
    assert identity(card) == expected
    assert ("creature" in card.traits) is bool(kind)


@pytest.mark.parametrize("between", ["/", "|", " | ", "｜"])
def test_twin_pacts_have_two_faces_and_a_name_each(between: str) -> None:
    row = f"剣の英雄{between}光の呪文,クリーチャー | 呪文,火 | 光,ドラゴン | ,6 | 5,6000 | \n"
    card = cards(HEADER + row)["剣の英雄/光の呪文"]
    assert card.layout == "twin_pact"
    assert [(face.name, face.types, face.colours, face.cost) for face in card.faces] == [
        ("剣の英雄", ("クリーチャー",), ("火",), "6"),
        ("光の呪文", ("呪文",), ("光",), "5"),
    ]
    assert identity(card) == frozenset({"火", "光"})
    assert card.names == (("剣の英雄", "front", "ja"), ("光の呪文", "face", "ja"))


LONG = "name,type_ja,civilization,race,cost,power,multi,back_face,official_image_id\n"


def test_two_rows_that_name_each_other_are_one_card_front_first() -> None:
    text = LONG + (
        "覚醒の裏,サイキック・クリーチャー,水,,7,7000,,時空の表,\n"
        "時空の表,サイキック・クリーチャー,光,,2,1000,,覚醒の裏,dmr01-001a\n"
    )
    (card,) = cards(text).values()
    assert (card.name, card.layout, card.official_id) == ("時空の表", "double_faced", "dmr01-001a")
    assert [face.name for face in card.faces] == ["時空の表", "覚醒の裏"]
    assert identity(card) == frozenset({"光", "水"})
    assert ("覚醒の裏", "back", "ja") in card.names


def test_a_fortress_is_the_middle_of_three() -> None:
    text = LONG + (
        "砦,ドラグハート・フォートレス,火,,5,,,剣/龍,\n"
        "剣,ドラグハート・ウエポン,火,,3,,,砦,\n"
        "龍,ドラグハート・クリーチャー,火,,8,8000,,砦,\n"
    )
    (card,) = cards(text).values()
    assert [face.name for face in card.faces] == ["剣", "砦", "龍"]


@pytest.mark.parametrize("whole_first", [False, True])
def test_the_creature_that_cells_link_into_is_the_back_of_each(whole_first: bool) -> None:
    rows = [
        "左,サイキック・クリーチャー,闇,,5,5000,,合体龍,\n",
        "右,サイキック・クリーチャー,火,,5,5000,,合体龍,\n",
        "合体龍,サイキック・スーパー・クリーチャー,闇/火,,13,9000,,左/右,\n",
    ]
    found = cards(LONG + "".join(reversed(rows) if whole_first else rows))
    assert {name: [face.name for face in card.faces] for name, card in found.items()} == {
        "左": ["左", "合体龍"],
        "右": ["右", "合体龍"],
    }
    assert all(card.layout == "cells" and "cell" in card.traits for card in found.values())


def test_a_linked_creature_that_a_cell_does_not_name_stays_by_itself() -> None:
    text = LONG + (
        "左,サイキック・クリーチャー,闇,,5,5000,,合体龍,\n"
        "右,サイキック・クリーチャー,火,,5,5000,,別の龍,\n"
        "合体龍,サイキック・スーパー・クリーチャー,闇/火,,13,9000,,左/右,\n"
    )
    assert {name: card.layout for name, card in cards(text).items()} == {
        "左": "single",
        "右": "single",
        "合体龍": "cells",
    }


@pytest.mark.parametrize("dragon_first", [False, True])
def test_the_zero_dragon_is_the_back_of_the_first_of_its_five(dragon_first: bool) -> None:
    rows = [
        "零無,零龍星雲,闇,,,,,零龍,\n",
        "儀,零龍星雲,闇,,,,,零龍,\n",
        "零龍,零龍クリーチャー,闇,マスター・ドラゴンZ,0,0,,零無/儀,\n",
    ]
    found = cards(LONG + "".join(reversed(rows) if dragon_first else rows))
    assert {name: [face.name for face in card.faces] for name, card in found.items()} == {
        "零無": ["零無", "零龍"],
        "儀": ["儀"],
    }
    assert {name: card.layout for name, card in found.items()} == {"零無": "double_faced", "儀": "single"}


def test_a_text_column_gives_its_clauses() -> None:
    """Any number of copies, and the civilizations that an evolution names."""
    text = "name,type,civ,race,cost,power,text\n"
    text += "鼠,クリーチャー,闇,,2,1000,このカードは何枚でもデッキに入れてよい。\n"
    text += "進化鳥,進化クリーチャー,光,,5,6000,進化：火の鳥1体の上に置く。\n"
    text += "無言,進化クリーチャー,光,,5,6000,\n"
    found = cards(text)
    assert (found["鼠"].copy_limit, found["進化鳥"].copy_limit) == (0, None)
    assert identity(found["進化鳥"], "command_civilization") == frozenset({"光", "火"})
    assert identity(found["無言"], "command_civilization") is None


def test_a_two_mode_card_keeps_its_name() -> None:
    row = "邪王,クリーチャー | クリーチャー,闇 | 闇,超化獣 | 超化獣,3 | 3,4000 | 13000,hyper,,\n"
    (card,) = cards(LONG + row).values()
    assert [face.name for face in card.faces] == ["邪王", "邪王"]
    assert "twin_pact" not in card.traits


def test_a_magic_row_is_a_card_of_one_face() -> None:
    text = "name,type,civ,cost,text\nA|B,Instant|Sorcery,R|U,{R}|{U},x\nC,Artifact,,{2},8+ | Flying\n"
    (problem, card) = read_card_csv(text.encode(), game="mtg")
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.line_no) == ("bad_row", 2)
    assert "of several faces" in problem.detail
    assert isinstance(card, CardRecord)
    assert card.name == "C"


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (",クリーチャー,火,,1,\n", "bad_row"),
        ("X,クリーチャー,紫,,1,\n", "bad_row"),
        ("X,クリーチャー\n", "bad_row"),
        ("X,クリーチャー,火,,1,1,1,1\n", "bad_row"),
    ],
)
def test_a_bad_row_is_named_and_the_rest_is_read(row: str, kind: str) -> None:
    text = HEADER + row + "Y,呪文,水,,2,\n"
    assert problems(text) == [(kind, 2)]
    assert [
        card.name for card in read_card_csv(text.encode(), game="dm") if isinstance(card, CardRecord)
    ] == ["Y"]


def test_a_file_without_names_is_a_bad_file() -> None:
    assert problems("a,b\n1,2\n") == [("bad_file", 1)]
    assert problems("") == [("bad_file", 1)]


def test_byte_order_mark_gzip_and_quotes(tmp_path: Path) -> None:
    text = '\ufeffカード名,種類,文明,種族,コスト,パワー\r\n"A, B",呪文,水,-,2,-\r\n'
    path = tmp_path / "cards.csv.gz"
    path.write_bytes(gzip.compress(text.encode()))
    (card,) = read_cards(path, game="dm")
    assert isinstance(card, CardRecord)
    assert (card.name, card.faces[0].races, card.faces[0].power) == ("A, B", (), None)


def test_magic_rows() -> None:
    text = "name,type,civ,race,cost,power,text\nRat,Legendary Creature,B,Rat Rogue,{1}{B},1,Partner\n"
    card = cards(text, "mtg")["Rat"]
    assert {"legendary", "creature", "partner"} <= set(card.traits)
    assert card.faces[0].races == ("Rat", "Rogue")
    assert identity(card, "colour_identity") == frozenset("B")
    bare = cards("name,type,civ,race,cost,power\nRat,Creature,B,Rat,{1}{B},1\n", "mtg")["Rat"]
    assert identity(bare, "colour_identity") is None
    assert identity(bare, "cost_symbols") == frozenset("B")


def test_the_kind_of_a_file() -> None:
    assert kind_of(HEADER.encode()) == "csv"
    assert kind_of(b'[{"object":"card","type_line":"x","color_identity":[]}]') == "scryfall"
    assert kind_of(b'{"meta":{},"data":{"A":[{"colorIdentity":[],"manaCost":"{1}"}]}}') == "mtgjson"
    with pytest.raises(UsageError, match="JSON card files are Magic's"):
        read_cards(b"[]", game="dm")
    with pytest.raises(UsageError, match="cannot read"):
        kind_of("/nowhere/cards.csv")


@pytest.mark.shared
def test_every_row_of_the_card_index_becomes_a_face(shared: Path) -> None:
    path = shared / "data/dm/cards.csv.gz"
    found = list(read_card_csv(path, game="dm"))
    records = [card for card in found if isinstance(card, CardRecord)]
    assert len(records) == len(found), "no row is refused"
    known = {card.name for card in records} | {face.name for card in records for face in card.faces}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8_752
    assert [row["name"] for row in rows if row["name"] not in known] == []
    assert len({card.name for card in records}) == len(records) == 8_608
    assert all(is_trait("dm", trait) for card in records for trait in card.traits)
    assert all(identity(card) is not None for card in records)
    by_name = {card.name: card for card in records}
    untouched = by_name["時空の英雄アンタッチャブル"]
    assert identity(untouched) == frozenset({"光", "水"})
    assert ("五邪王 ニガ=ヴェルムート", "back", "ja") in by_name["侵攻する神秘 ニガ=アブシューム"].names
    silver = by_name["シルバー・ヴォルグ"]
    assert (silver.layout, silver.faces[1].name) == ("cells", "撃墜王ガイアール・キラードラゴン")
    assert by_name["滅亡の起源 零無"].faces[1].name == "零龍"


def test_a_row_that_is_no_csv_is_told_and_reading_goes_on() -> None:
    text = HEADER + "甲,クリーチャー,火,,1,1000\n" + "x" * 140_000 + ",,,,,\n乙,クリーチャー,水,,2,2000\n"
    found = list(read_card_csv(text.encode(), game="dm"))
    assert [card.name for card in found if isinstance(card, CardRecord)] == ["甲", "乙"]
    [problem] = [one for one in found if isinstance(one, Problem)]
    assert (problem.kind, problem.line_no) == ("bad_row", 3)
    assert problem.detail.startswith("no CSV: field larger than field limit")
