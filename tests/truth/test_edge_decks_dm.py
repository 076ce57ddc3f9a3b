"""Decks of Duel Masters on the edge of a rule, on the real cards: forms of commanders, types, races, days."""

# ruff: noqa: E501 (tables read better on one line a row)

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from schema.records import CardRecord
from tests.truth.edge_decks import Answer, EdgeDeck, cards_in_memory, judged, legal_or
from tests.truth.test_duel_masters_cards import records

pytestmark = pytest.mark.shared

SHINE, BLUE, DARK, FLAME, EMERALD = (
    "天神シャイン・バルキリー", "海神ブルー・ポセイドン", "黒神ダーク・インドラ", "炎神フレイム・アゴン",
    "地神エメラルド・ファラオ",
)  # fmt: skip
UNTOUCHABLE, STAR = "時空の英雄アンタッチャブル", "FORBIDDEN STAR ～世界最後の日～"
BEETHOVEN, ONIMARU = "「戦慄」の頂 ベートーベン", "黄金龍 鬼丸「王牙」"
TWIN, TRAP = "ナ・チュラルゴ・デンジャー/ナチュラル・トラップ", "ナチュラル・トラップ"
NATURE, FIRE, DRAGON = "界王類絶対目 ワルド・ブラッキオ", "ボルシャック・ドラゴン", "龍神ヘヴィ"

# (format, commanders, cards, day, the rules violated); colourless cards fill the list up
DECKS: list[tuple[str, str, str, str, set[str]]] = [
    ("dmedh", UNTOUCHABLE, f"{SHINE}; {BLUE}", "2019-03-02", set()),
    ("dmedh", UNTOUCHABLE, f"{SHINE}; {BLUE}", "2019-03-03", {"DM1"}),
    ("dmedh", UNTOUCHABLE, FIRE, "2018-06-01", {"DM6"}),
    ("dmedh", "侵攻する神秘 ニガ=アブシューム", f"{SHINE}; {FIRE}", "2019-03-02", set()),
    ("dmedh", "五邪王 ニガ=ヴェルムート", f"{SHINE}; {FIRE}", "2019-03-03", {"DM1"}),
    ("dmedh", "殿堂王来空間", "", "2022-06-01", {"DM1"}),
    ("dmedh", f"{FLAME} + {SHINE} + {EMERALD} + {BLUE}", "", "2018-06-01", set()),
    ("dmedh", f"{FLAME} + {EMERALD} + {SHINE} + {BLUE}", FIRE, "2018-06-01", set()),
    ("dmedh", f"{SHINE} + {BLUE} + {DARK}", FIRE, "2018-06-01", {"DM6"}),
    ("dmedh", f"{SHINE} + {BLUE} + {FLAME}", "", "2018-06-01", {"GOD2"}),
    ("dmedh", f"{SHINE} + {EMERALD}", NATURE, "2026-11-01", set()),
    ("dmedh", f"{SHINE} + {EMERALD}", SHINE, "2018-06-01", {"DM4"}),
    ("dmedh", FLAME, FIRE, "2018-06-01", set()),
    ("dmedh", "龍神ヘヴィ + 龍神メタル", f"{FIRE}; {DARK}", "2018-06-01", set()),
    ("dmedh", "龍神ヘヴィ + 破壊神デス + 龍神メタル", "", "2018-06-01", {"GOD1"}),
    ("dmedh", f"龍神ヘヴィ + {FIRE}", "", "2018-06-01", {"DM1", "DM2"}),
    ("dmedh", "終断α ドルーター", STAR, "2017-10-28", set()),
    ("dmedh", "終断α ドルーター", STAR, "2017-10-29", {"DM2"}),
    ("dmedh", "伝説の禁断 ドキンダムX", "", "2019-03-02", set()),
    ("dmedh", "伝説の禁断 ドキンダムX", "", "2019-03-03", {"DM1"}),
    ("dmedh", "伝説の禁断 ドキンダムX GS", "", "2026-11-01", set()),
    ("dmedh", "零龍", "", "2026-11-01", {"DM1"}),
    ("dmedh", "夢幻なる零龍", "", "2023-02-09", set()),
    ("dmedh", "夢幻なる零龍", "", "2023-02-10", {"DM1"}),
    ("dmedh", FIRE, f"{BEETHOVEN}; {ONIMARU}", "2020-02-22", {"DM7"}),
    ("dmedh", FIRE, f"{BEETHOVEN}; {ONIMARU}", "2020-02-23", set()),
    ("dmedh", NATURE, f"{TWIN}; {TRAP}", "2019-11-01", set()),
    ("dmedh", NATURE, f"{TWIN}; ナ・チュラルゴ・デンジャー", "2019-11-01", {"DM4"}),
    ("dmedh", FIRE, "; ".join(["四十日鼠 チョロチュー"] * 5), "2020-06-01", set()),
    ("dmedh", "四十日鼠 チョロチュー", "", "2020-06-01", {"DM5"}),
    ("dmedh", FIRE, "終断α ドルーター", "2018-06-01", {"DM6"}),
    ("duelparty", "最終決戦だ！鬼丸ボーイ", FIRE, "2023-01-01", set()),
    ("duelparty", UNTOUCHABLE, "", "2023-01-01", {"DP1"}),
    ("duelparty", "伝説の禁断 ドキンダムX", "", "2023-01-01", {"DP1"}),
    ("duelparty", "伝説の禁断 ドキンダムX GS", "", "2023-01-01", set()),
    ("duelparty", "零龍", "", "2023-01-01", {"DP1"}),
    ("duelparty", NATURE, f"{TWIN}; {TRAP}", "2023-01-01", set()),
    ("duelparty", FIRE, "禁断～封印されしX～", "2023-01-01", {"DP3"}),
    ("duelparty", FIRE, "無双竜機ボルバルザーク", "2023-01-01", {"DP6", "DP7"}),
    ("duelparty", "偽りの王 モーツァルト", "禁断英雄 モモキングダムX; 未来王龍 モモキングJO", "2022-08-14", set()),
    ("duelparty", "偽りの王 モーツァルト", "禁断英雄 モモキングダムX; 未来王龍 モモキングJO", "2022-08-15", {"DP7"}),
    ("ryugekisen", "", DRAGON, "2018-11-05", set()),
    ("ryugekisen", "", BEETHOVEN, "2018-11-05", set()),
    ("ryugekisen", "", "龍装者 ジスタジオ", "2018-11-05", {"RY8"}),
    ("ryugekisen", "", "勝利宣言 鬼丸｢覇｣", "2018-07-29", {"RY8"}),
    ("ryugekisen", "", "ニガワライ", "2018-11-05", {"RY2"}),
    ("ryugekisen", "", "無双竜機ボルバルザーク", "2018-11-05", {"RY7"}),
    ("ryugekisen", "", "五邪王 ニガ=ヴェルムート", "2018-11-05", {"RY5"}),
    ("ryugekisen", "", "ナチュラル・トラップ; 新月の脈城オリジナル・ハート", "2018-11-05", {"RY3", "RY4"}),
]  # fmt: skip


def plain(text: str) -> str:
    """Half-width letters and brackets as full ones."""
    return unicodedata.normalize("NFKC", text)


def fillers(shared: Path, *, dragons: bool) -> Iterator[str]:
    """Names of plain cards that no rule of the day bars: colourless ones, or dragons that are no list's."""
    for each in records(shared):
        (face, *others) = each.faces
        if others or face.types != ("クリーチャー",) or "zenith" in each.traits:
            continue
        if dragons and "dragon" in each.traits and "ドラゴン" in each.name and "王" not in each.name:
            yield each.name
        if not dragons and face.colours == () and "dragon" not in each.traits:
            yield each.name


def written(shared: Path, name: str, commanders: str, cards: str) -> str:
    """A whole list; a form of linked Gods counts as one card."""
    leaders = [each for each in commanders.split(" + ") if each]
    rows = [each for each in cards.split("; ") if each]
    dragons = name == "ryugekisen"
    size = (40 if dragons else 60) - bool(leaders) - len(rows)
    spells = [each.name for each in records(shared) if each.traits == ("spell",)][:10] if dragons else []
    fill = [each for each in fillers(shared, dragons=dragons) if each not in (*leaders, *rows)]
    main = [*rows, *spells, *fill][: size + len(rows)]
    return (
        "\n".join(["統率者", *leaders, "", "メインデッキ", *main] if leaders else ["メインデッキ", *main])
        + "\n"
    )


@pytest.fixture(scope="module")
def answers(shared: Path) -> list[tuple[Answer, Answer]]:
    edges = {
        str(row): EdgeDeck(written(shared, name, commanders, cards), name, day, *legal_or(rules))
        for row, (name, commanders, cards, day, rules) in enumerate(DECKS)
    }
    used = plain("\n".join(deck.text for deck in edges.values()))

    def is_used(card: CardRecord) -> bool:
        return any(plain(name) in used for name in (card.name, *(face.name for face in card.faces)))

    con = cards_in_memory(each for each in records(shared) if is_used(each))
    found = judged(con, edges)
    con.close()
    return [(found[key], (deck.verdict, deck.rules)) for key, deck in edges.items()]


@pytest.mark.parametrize("row", range(len(DECKS)), ids=[" ".join(row[:4]) for row in DECKS])
def test_verdict(row: int, answers: list[tuple[Answer, Answer]]) -> None:
    found, wanted = answers[row]
    assert found == wanted
