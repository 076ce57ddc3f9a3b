"""The key ladder: which spellings meet, at which level, and which must not."""

import csv
import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest

from schema.names import LEVELS, clean, front_of, name_keys
from schema.records import Game


def level(game: Game, first: str, second: str) -> str | None:
    """The first level at which two spellings meet."""
    mine, other = dict(name_keys(game, first)), dict(name_keys(game, second))
    return next((name for name in LEVELS if mine[name] == other[name]), None)


@pytest.mark.parametrize(
    ("written", "official", "wanted"),
    [
        ("《 天気君》", "天気君", "exact"),
        ("《龍覇 トンプウ 》", "龍覇 トンプウ", "exact"),
        ("≪メラビート・ザ・ジョニー≫", "メラビート・ザ・ジョニー", "exact"),
        ("FORBIDDEN ~禁断の星~", "FORBIDDEN ～禁断の星～", "folded"),
        ("ジョニー&ジョラゴン ~Jの意志~", "ジョニー＆ジョラゴン 〜Ｊの意志〜", "folded"),
        ("轟音 ザ・ブラック V", "轟音 ザ・ブラックV", "folded"),
        ("ジョット・ガン・ジョラゴン Joe", "ジョット・ガン・ジョラゴンjoe", "folded"),
        ("激怒!富士山ン", "激怒！　富士山ン", "folded"),
        ("キング・ザ・スロットン7/7777777", "キング・ザ・スロットン７ / 7777777", "folded"),
        ("時の法皇 ミラダンテXII", "時の法皇 ミラダンテⅫ", "folded"),
        ("甲型龍帝式 キリコ3", "甲型龍帝式 キリコ³", "folded"),
        ("五邪王 ニガ゠ヴェルムート", "五邪王 ニガ=ヴェルムート", "folded"),
        ("ジョニー&amp;ジョラゴン", "ジョニー＆ジョラゴン", "folded"),
        ("龍覇 M・A・S", "龍覇 M・A・S（龍覇 メタルアベンジャーソリッド）", "reading"),
        ("青銅の鎧", "青銅の鎧(ブロンズ・アーム・トライブ)", "reading"),
        ("S級不死 デッドダラー", "S級不死（ゾンビ） デッドダラー", "reading"),
        ("D2-V禁断のボルトロン", "D2－V禁断のボルトロン", "folded"),
        ("ガチンコ・ル－レット", "ガチンコ・ルーレット", "punctuation"),
        ("禁断 ー封印されしXー", "禁断 ～封印されしX～", "punctuation"),
        ("”龍装”チュリス", "“龍装”チュリス", "punctuation"),
        ("デュエマボーイ・ダイキ", "デュエマ・ボーイ ダイキ", "punctuation"),
        ("Q.Q.QX./終葬 5.S.D.", "Q.Q.QX/終葬 5.S.D", "punctuation"),
        ("Kl’avia", "Kl'avia", "punctuation"),
        ("マッド・デーモン閣下", "マッド・デーモン閣下/デーモン・ハンド", "front"),
        (
            "FORBIDDEN STAR ~世界最後の日~/終焉の禁断 ドルマゲドンX",
            "FORBIDDEN STAR ～世界最後の日～",
            "front",
        ),
        ("シルバー・ウォルグ", "シルバー・ヴォルグ", None),
        ("龍覇 グレンモルト", "龍覇 グレンモルト「爆」", None),
        ("クリスタル・メモリー", "水晶の記録 ゼノシャーク/クリスタル・メモリー", None),
        ("*/弐幻サンドロニア/*", "*/零幻チュパカル/*", None),
    ],
)
def test_duel_masters_spellings(written: str, official: str, wanted: str | None) -> None:
    assert level("dm", written, official) == wanted


@pytest.mark.parametrize(
    ("written", "official", "wanted"),
    [
        ("Sol Ring", "sol ring", "folded"),
        ("Find/Finality", "Find // Finality", "folded"),
        ("Find//Finality", "Find // Finality", "folded"),
        ("Who/What/When/Where/Why", "Who // What // When // Where // Why", "folded"),
        ("Æther Vial", "Aether Vial", "folded"),
        ("Jotun Grunt", "Jötun Grunt", "folded"),
        ("Lim-Dul's Vault", "Lim-Dûl's Vault", "folded"),
        ("Thassa’s Oracle", "Thassa's Oracle", "folded"),
        ("Thassa&#39;s Oracle", "Thassa's Oracle", "exact"),
        ("Minsc &amp; Boo, Timeless Heroes", "Minsc & Boo, Timeless Heroes", "exact"),
        ("Ｓｏｌ　Ｒｉｎｇ", "Sol Ring", "folded"),
        ("Jace Vryn's Prodigy", "Jace, Vryn's Prodigy", "punctuation"),
        ("Delver of Secrets", "Delver of Secrets // Insectile Aberration", "front"),
        ("Collision", "Collision // Colossus", "front"),
        ("稲妻", "《稲妻》", "exact"),
        ("Ice Tunnel", "Ice", None),
    ],
)
def test_magic_spellings(written: str, official: str, wanted: str | None) -> None:
    assert level("mtg", written, official) == wanted


def test_levels_are_given_in_order_and_nothing_gives_none() -> None:
    assert tuple(name for name, _ in name_keys("dm", "天気君")) == LEVELS
    assert name_keys("dm", "《 》") == ()
    assert name_keys("mtg", "  ") == ()


def test_a_name_that_is_all_reading_keeps_it() -> None:
    assert dict(name_keys("dm", "(ブロンズ)"))["reading"] == "(ブロンズ)"


def test_japanese_names_of_magic_keep_their_voicing_marks() -> None:
    """NFD parts が into か and a mark, which is no accent: ガ and カ are two letters."""
    assert name_keys("mtg", "ガラク")[1] != name_keys("mtg", "カラク")[1]
    assert name_keys("mtg", "Lim-Dûl")[1] == ("folded", "lim-dul")


def test_a_name_of_punctuation_alone_keeps_a_key() -> None:
    assert all(key for _, key in name_keys("mtg", "+2 Mace"))
    assert all(key for _, key in name_keys("dm", "＝"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("《 龍覇 トンプウ 》", "龍覇 トンプウ"),
        ("《 緊急再誕", "緊急再誕"),
        ("緊急再誕》", "緊急再誕"),
        ("【黒神龍】", "黒神龍"),
        ("【問1】 テック", "【問1】 テック"),
        ("《 【ガチ】アイスバトルチャレンジ【対決】》", "【ガチ】アイスバトルチャレンジ【対決】"),
        ("\ufeff天気君\u200b", "天気君"),
        ("天気\n  君", "天気 君"),
        ("「終」の極 イギー・スペシャルズ", "「終」の極 イギー・スペシャルズ"),
    ],
)
def test_clean(text: str, wanted: str) -> None:
    assert clean(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A/B", "A"),
        ("A // B", "A"),
        ("A／B", "A"),
        ("A", "A"),
        ("*/弐幻サンドロニア/*", "*/弐幻サンドロニア/*"),
    ],
)
def test_front_of(text: str, wanted: str) -> None:
    assert front_of(text) == wanted


@pytest.mark.shared
def test_folded_keys_of_real_names_meet_only_for_one_card(shared: Path) -> None:
    """Of 34,000 Magic names none meet when folded; of 8,700 Duel Masters names only other spellings do."""
    with gzip.open(shared / "data/mtg/cards.jsonl.gz", "rt", encoding="utf-8") as lines:
        magic = {json.loads(line)["name"] for line in lines}
    assert len({dict(name_keys("mtg", name))["folded"] for name in magic}) == len(magic)
    groups: dict[str, set[tuple[str, str]]] = defaultdict(set)
    with gzip.open(shared / "data/dm/cards.csv.gz", "rt", encoding="utf-8") as text:
        for row in csv.DictReader(text):
            key = dict(name_keys("dm", row["name"]))["punctuation"]
            groups[key].add((row["type_ja"], row["cost"]))
    assert sum(len(facts) > 1 for facts in groups.values()) <= 2
