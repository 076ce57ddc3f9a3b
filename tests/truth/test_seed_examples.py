"""The seeds' own examples through the product, on the real cards: DE9 whole, FR6, the ring, RY8, HYP2."""

from collections.abc import Iterator
from datetime import date
from itertools import combinations
from pathlib import Path

import duckdb
import pytest

from flows.check_decks import Checker, Verdict
from parsers.cards import read_cards
from parsers.decklists import read_decklist
from schema.formats import load_formats
from schema.restrictions import shipped_lists
from tests.truth.product_cards import RUN, database_of_cards
from warehouse.load import load_cards
from warehouse.restrictions import fold_restrictions, list_games

pytestmark = pytest.mark.shared

ILLEGAL = (
    "Goblin Piker", "Elves of Deep Shadow", "Talisman of Dominance", "Life // Death", "Degavolver",
    "Underground River", "Godless Shrine", "Badlands", "Leechridden Swamp", "Boros Guildmage",
)  # fmt: skip
RING = (
    "天神シャイン・バルキリー", "海神ブルー・ポセイドン", "黒神ダーク・インドラ",
    "炎神フレイム・アゴン", "地神エメラルド・ファラオ",
)  # fmt: skip
SIX = (
    "偽りの王 モーツァルト", "「修羅」の頂 VAN・ベートーベン", "光神龍スペル・デル・フィン",
    "龍装者 ジスタジオ", "勝利宣言 鬼丸「覇」", "界王類絶対目 ワルド・ブラッキオ",
)  # fmt: skip


@pytest.fixture(scope="module")
def con(shared: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    con = database_of_cards(shared)
    masters = read_cards(shared / "data/dm/cards.csv.gz", game="dm")
    load_cards(con, masters, source="masters", **RUN)
    fold_restrictions(con, shipped_lists(), list_games(load_formats()))
    yield con
    con.close()


def check_all(con: duckdb.DuckDBPyConnection, texts: list[str], name: str, day: str) -> list[Verdict]:
    decks = [deck for text in texts for deck in read_decklist("deck.txt", text, format=name).decks]
    checker = Checker(con, load_formats(), today=date(2026, 11, 29), on=date.fromisoformat(day))
    verdicts = list(checker.check(decks))
    assert len(verdicts) == len(texts)
    assert [verdict.unresolved for verdict in verdicts if verdict.unresolved] == []
    return verdicts


def check(con: duckdb.DuckDBPyConnection, text: str, name: str, day: str) -> Verdict:
    (verdict,) = check_all(con, [text], name, day)
    return verdict


def rules(verdict: Verdict) -> set[str]:
    return {each["rule"] for each in verdict.violations}


def general(*main: str) -> str:
    rows = "".join(f"1 {card}\n" for card in main)
    return f"General\n1 Phelddagrif\n\nDeck\n{rows}{99 - len(main)} Island\n"


def test_de9_phelddagrif_may_not_play(con: duckdb.DuckDBPyConnection) -> None:
    verdicts = check_all(con, [general(card) for card in ILLEGAL], "german-edh", "2009-05-01")
    for card, verdict in zip(ILLEGAL, verdicts, strict=True):
        assert verdict.verdict == "illegal", card
        assert {each["card"] for each in verdict.violations} == {card}
        assert rules(verdict) <= {"DE3", "DE4"}


def test_de9_phelddagrif_may_play(con: duckdb.DuckDBPyConnection) -> None:
    verdict = check(con, general("Esper Panorama", "Shard Convergence"), "german-edh", "2009-05-01")
    assert (verdict.verdict, verdict.violations) == ("legal", [])


def test_fr6_and_fr7_in_french(con: duckdb.DuckDBPyConnection) -> None:
    """Any colour in words, and no symbol at all, are allowed; names may be French."""
    leader = "Commandant\n1 Isamaru, Hound of Konda\n\nDeck\n"
    rows = "1 Relique de la Coalition\n1 Urborg, tombe de Yaugzebul\n97 Plains\n"
    verdict = check(con, leader + rows, "french-commander", "2010-05-01")
    assert (verdict.verdict, verdict.violations) == ("legal", [])


def god(*gods: str) -> str:
    return "".join(f"《{each}》(統率者)\n" for each in gods)


def test_god2_the_five_of_the_ring(con: duckdb.DuckDBPyConnection) -> None:
    """Proper is a run of neighbours around the ring: five of each size up to four, and the whole ring."""
    proper = {
        frozenset(RING[(start + step) % 5] for step in range(size))
        for size in range(2, 6)
        for start in range(5)
    }
    forms = [gods for size in range(2, 6) for gods in combinations(RING, size)]
    verdicts = check_all(con, [god(*gods) + "《ゴッド・ルピア》\n" for gods in forms], "dmedh", "2018-05-01")
    for gods, verdict in zip(forms, verdicts, strict=True):
        told = rules(verdict) & {"DM1", "GOD1", "GOD2"}
        assert told == (set() if frozenset(gods) in proper else {"GOD2"}), gods
        assert verdict.cards == 2, "the form counts as one card (GOD4)"


def test_god5_the_civilizations_of_the_form_are_those_of_its_gods(con: duckdb.DuckDBPyConnection) -> None:
    fire = "《ゴッド・ルピア》\n"
    assert "DM6" in rules(check(con, god(*RING[:2]) + fire, "dmedh", "2018-05-01"))
    assert "DM6" not in rules(check(con, god(*RING[2:4]) + fire, "dmedh", "2018-05-01"))


def test_ry8_names_six_cards(con: duckdb.DuckDBPyConnection) -> None:
    verdicts = check_all(con, [f"1 《{card}》\n" for card in SIX], "ryugekisen", "2018-11-01")
    assert [card for card, verdict in zip(SIX, verdicts, strict=True) if "RY8" not in rules(verdict)] == []


def test_hyp2_and_hyp5_the_union_of_both_faces_by_either_name(con: duckdb.DuckDBPyConnection) -> None:
    """アンタッチャブル is a commander of light and water until 2019-03-02, and none from the day after."""
    for name in ("時空の英雄アンタッチャブル", "変幻の覚醒者アンタッチャブル・パワード"):
        text = f"《{name}》(統率者)\n《天神シャイン・バルキリー》\n《海神ブルー・ポセイドン》\n"
        assert not rules(check(con, text, "dmedh", "2018-05-01")) & {"DM1", "DM6", "HYP1"}
        assert "DM1" in rules(check(con, text, "dmedh", "2019-03-03"))
