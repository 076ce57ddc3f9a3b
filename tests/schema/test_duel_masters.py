"""A card from its faces: layout, traits, identities, copy limit (formats.md section 1 and 4)."""

import csv
import gzip
from collections import Counter
from pathlib import Path

import pytest

from schema.duel_masters import (
    CARD_TYPES,
    Clauses,
    dm_card,
    is_dragon,
    mana_value,
    parse_civilizations,
    read_clauses,
)
from schema.identity import CIVILIZATIONS
from schema.records import FaceRecord
from schema.traits import DM_TRAITS

TYPES_WITHOUT_TRAIT = {
    "タマシード",
    "D2フィールド",
    "クロスギア",
    "オレガ・オーラ",
    "城",
    "ヒストリック・フィールド",
    "G城",
}


def side(
    name: str,
    kind: str = "クリーチャー",
    colours: tuple[str, ...] | None = ("闇",),
    races: tuple[str, ...] = (),
) -> FaceRecord:
    return FaceRecord(name, (kind,), colours, cost="5", mana_value=5, races=races)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("光/水", ("光", "水")),
        ("水／光", ("光", "水")),
        ("自然", ("自然",)),
        ("火/自然", ("火", "自然")),
        ("光文明", ("光",)),
        ("黒赤", ("闇", "火")),
        ("Fire/Nature", ("火", "自然")),
        ("ゼロ", ()),
        ("無色", ()),
        ("ゼロ文明", ()),
        ("", ()),
        ("-", ()),
        (None, None),
        ("氷", None),
        ("光/氷", None),
    ],
)
def test_civilizations(text: str | None, wanted: tuple[str, ...] | None) -> None:
    assert parse_civilizations(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("7", 7), ("７", 7), ("∞", float("inf")), ("-", None), ("", None), ("2000+", None), (None, None)],
)
def test_costs(text: str | None, wanted: float | None) -> None:
    assert mana_value(text) == wanted


@pytest.mark.parametrize(
    ("race", "wanted"),
    [
        ("アーマード・ドラゴン", True),
        ("ドラゴンギルド", True),
        ("∞マスター・ドラゴン", True),
        ("ドラゴン・ゾンビ", True),
        ("ドラゴノイド", False),
        ("アーマード・ワイバーン", False),
        ("ヒューマノイド", False),
    ],
)
def test_the_dragon_category(race: str, wanted: bool) -> None:
    """RY2."""
    assert is_dragon(race) is wanted
    assert ("dragon" in dm_card(None, [side("甲", races=(race,))]).traits) is wanted


@pytest.mark.parametrize(
    ("races", "trait", "wanted"),
    [
        (("ゼニス",), "zenith", True),
        (("ゼニス・セレス",), "zenith", False),
        (("ゴッド",), "god", True),
        (("ゴッド・ノヴァ",), "god", True),
        (("メカ・ゴッド・ノヴァOMG",), "god", True),
        (("キングゴッドマン",), "god", False),
    ],
)
def test_races_that_rules_name(races: tuple[str, ...], trait: str, wanted: bool) -> None:
    """DM7, GOD1."""
    assert (trait in dm_card(None, [side("甲", races=races)]).traits) is wanted


@pytest.mark.parametrize("kind", CARD_TYPES)
def test_every_type_of_the_vocabulary(kind: str) -> None:
    card = dm_card(None, [side("甲", kind)])
    traits = set(card.traits)
    assert traits <= set(DM_TRAITS)
    assert ("creature" in traits) is ("クリーチャー" in kind)
    assert ("evolution" in traits) is ("進化" in kind)
    assert ("psychic" in traits) is ("サイキック" in kind)
    assert ("dragheart" in traits) is ("ドラグハート" in kind)
    outside = any(word in kind for word in ("サイキック", "ドラグハート", "GR", "禁断", "零龍"))
    assert ("starts_outside" in traits) is outside
    assert bool(traits) is (kind not in TYPES_WITHOUT_TRAIT)
    assert card.layout == ("cells" if "スーパー" in kind or "セル" in kind else "single")


def test_layouts() -> None:
    twin = dm_card("甲/乙", [side("甲"), side("乙", "呪文", ("光",))])
    assert (twin.layout, twin.name) == ("twin_pact", "甲/乙")
    assert dm_card(None, [side("甲"), side("乙", "呪文")]).name == "甲/乙"
    psychic = dm_card(
        None, [side("甲", "サイキック・クリーチャー"), side("乙", "サイキック・クリーチャー", ("水",))]
    )
    assert (psychic.layout, psychic.name) == ("double_faced", "甲")
    assert psychic.names == (("乙", "back", "ja"),)
    given = dm_card("甲", [side("甲"), side("乙")], layout="double_faced")
    assert given.layout == "double_faced"
    with pytest.raises(ValueError, match="at least one face"):
        dm_card("甲", [])


def test_identities_are_unions_and_unknown_stays_unknown() -> None:
    """DM6, HYP2, HYP3."""
    both = dict(dm_card("甲/乙", [side("甲", colours=("闇",)), side("乙", "呪文", ("光",))]).identities)
    assert both == {
        "civilization": {"闇", "光"},
        "civilization_front": {"闇"},
        "command_civilization": {"闇", "光"},
    }
    half = dict(dm_card("甲/乙", [side("甲"), side("乙", "呪文", None)]).identities)
    assert half["civilization"] is None
    assert half["civilization_front"] == {"闇"}
    none = dict(dm_card(None, [side("甲", colours=())]).identities)
    assert none["civilization"] == frozenset()


def test_command_civilization_needs_the_text_of_an_evolution_card() -> None:
    """DMEDH from 2026-01-04."""
    evolution = [side("甲", "進化クリーチャー")]
    assert dict(dm_card(None, evolution).identities)["command_civilization"] is None
    read = read_clauses("進化：自分の闇または火のクリーチャー1体の上に置く。")
    assert dict(dm_card(None, evolution, clauses=read).identities)["command_civilization"] == {"闇", "火"}
    neo = dict(dm_card(None, [side("甲", "NEOクリーチャー")], clauses=Clauses()).identities)
    assert neo["command_civilization"] is None
    five = dm_card(None, [side("甲", "進化クリーチャー", CIVILIZATIONS)])
    assert dict(five.identities)["command_civilization"] == set(CIVILIZATIONS)


@pytest.mark.parametrize(
    ("name", "any_number", "wanted"),
    [
        ("遊撃師団 ニューイー", None, 0),
        ("四十日鼠チョロチュー", None, 0),
        ("メタルポンの助", None, 0),
        ("天気君", None, None),
        ("天気君", True, 0),
        ("遊撃師団 ニューイー", False, None),
    ],
)
def test_copy_limits(name: str, any_number: bool | None, wanted: int | None) -> None:
    """DM5: by the card's text, and for cards of a source without text by name."""
    card = dm_card(name, [side(name)], clauses=Clauses(any_number=any_number))
    assert card.copy_limit == wanted
    assert ("any_number" in card.traits) is (wanted == 0)


@pytest.mark.shared
def test_real_cards_have_readable_facts(shared: Path) -> None:
    layouts: Counter[str] = Counter()
    with gzip.open(shared / "data/dm/cards.csv.gz", "rt", encoding="utf-8") as text:
        for row in csv.DictReader(text):
            kinds, civils = row["type_ja"].split(" | "), row["civilization"].split(" | ")
            names = [part.strip() for part in row["name"].split("/")] if len(kinds) > 1 else [row["name"]]
            faces = [
                FaceRecord(name, (kind,), parse_civilizations(civil))
                for name, kind, civil in zip(names, kinds, civils, strict=False)
            ]
            assert all(face.colours is not None for face in faces), row
            layouts[dm_card(row["name"], faces).layout] += 1
    assert layouts["twin_pact"] > 350
    assert layouts["cells"] >= 25
