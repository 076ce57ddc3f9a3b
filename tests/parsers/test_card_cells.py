"""One row of a list: brackets that may be missing, counts, marks, joined Gods, what is no card row."""

import pytest

from parsers.card_cells import Mention, is_forbidden_star, plain_mentions, read_cell
from parsers.deck_headings import Heading, read_heading
from parsers.deck_items import sort_lines
from parsers.lines import Line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("《 暗黒皇グレイテスト・シーザー》(統率者)", [("暗黒皇グレイテスト・シーザー", 1, True)]),
        ("《暗黒皇グレイテスト・シーザー》（統率者）", [("暗黒皇グレイテスト・シーザー", 1, True)]),
        ("《 A 》 （ 統率者 ）", [("A", 1, True)]),
        ("統率者：《X》", [("X", 1, True)]),
        ("統率者 《X》", [("X", 1, True)]),
        ("【統率者】《X》", [("X", 1, True)]),
        ("『DMEDH 黒赤』 《X》(統率者)", [("X", 1, True)]),
        ("《X》（パートナー）", [("X", 1, True)]),
        ("統率者：X", [("X", 1, True)]),
        ("《 A》 《 B》", [("A", 1, False), ("B", 1, False)]),
        ("《 A》《 B》", [("A", 1, False), ("B", 1, False)]),
        ("《 A》 | 《 B》 |", [("A", 1, False), ("B", 1, False)]),
        (
            "《 緊急再誕 《 S級宇宙 アダムスキー》",
            [("緊急再誕", 1, False), ("S級宇宙 アダムスキー", 1, False)],
        ),
        ("《 閉じ忘れ(統率者)", [("閉じ忘れ", 1, True)]),
        ("《 閉じ忘れ ×3", [("閉じ忘れ", 3, False)]),
        (
            "禁断 ~封印されしX~ /伝説の禁断 ドキンダムX》×1",
            [("禁断 ~封印されしX~ /伝説の禁断 ドキンダムX", 1, False)],
        ),
        ("《A》 B》", [("A", 1, False), ("B", 1, False)]),
        ("≪メラビート・ザ・ジョニー≫", [("メラビート・ザ・ジョニー", 1, False)]),
        ("【黒神龍】", [("黒神龍", 1, False)]),
        ("《A》×4", [("A", 4, False)]),
        ("《A》 ×４", [("A", 4, False)]),
        ("《A》x2", [("A", 2, False)]),
        ("《A》 3枚", [("A", 3, False)]),
        ("《A》1枚《B》2枚", [("A", 1, False), ("B", 2, False)]),
        ("3 《Dの光陣 ムルムル守神宮》", [("Dの光陣 ムルムル守神宮", 3, False)]),
        ("3 《A》 2 《B》", [("A", 3, False), ("B", 2, False)]),
        ("《A》＋《B》（統率者）", [("A", 1, True), ("B", 1, True)]),
        ("《A》／《B》(統率者)", [("A", 1, True), ("B", 1, True)]),
        ("竜極神ゲキ＋竜極神メツ(統率者)", [("竜極神ゲキ", 1, True), ("竜極神メツ", 1, True)]),
        ("《竜極神ゲキ／竜極神メツ》（統率者）", [("竜極神ゲキ", 1, True), ("竜極神メツ", 1, True)]),
        ("《超音速 ターボ＋1》(統率者)", [("超音速 ターボ＋1", 1, True)]),
        (
            "《龍装医 ルギヌス/地獄のゴッド・ハンド》(統率者)",
            [("龍装医 ルギヌス/地獄のゴッド・ハンド", 1, True)],
        ),
        ("《A》四枚", [("A", 4, False)]),
        ("《A》(2)", [("A", 2, False)]),
        ("《A》（２）", [("A", 2, False)]),
        ("《A》…2枚", [("A", 2, False)]),
        ("《A》×②", [("A", 2, False)]),
        ("《A》12枚", [("A", 12, False)]),
        ("オヴ・シディア 12枚", [("オヴ・シディア", 12, False)]),
        ("オヴ・シディア 四枚", [("オヴ・シディア", 4, False)]),
        ("オヴ・シディア・・・2枚", [("オヴ・シディア", 2, False)]),
        ("オヴ・シディア - 2枚", [("オヴ・シディア", 2, False)]),
        ("2枚オヴ・シディア", [("オヴ・シディア", 2, False)]),
        ("2×オヴ・シディア", [("オヴ・シディア", 2, False)]),
        ("×2 オヴ・シディア", [("オヴ・シディア", 2, False)]),
        ("切札勝太&カツキング -熱血の物語- 2枚", [("切札勝太&カツキング -熱血の物語-", 2, False)]),
        ("1、2、3、チームボンバーイェー！", [("1、2、3、チームボンバーイェー！", 1, False)]),
        ("ニケ ※◎☆＃△", [("ニケ ※◎☆＃△", 1, False)]),
        ("コマンダー・イノセント", [("コマンダー・イノセント", 1, False)]),
        ("統率者 → X", [("X", 1, True)]),
        ("ジェネラル：《X》", [("X", 1, True)]),
        ("今回の統率者：X", [("X", 1, True)]),
        ("統率者（コマンダー）：X", [("X", 1, True)]),
        ("統率者１：X", [("X", 1, True)]),
        ("Commander: 《X》", [("X", 1, True)]),
        ("《統率者》X", [("X", 1, True)]),
        ("《X》 ← 統率者", [("X", 1, True)]),
        ("X※統率者", [("X", 1, True)]),
        ("X *CMDR*", [("X", 1, True)]),
        ("《X》（統率者・黒赤）", [("X", 1, True)]),
        ("X（今回の統率者）", [("X", 1, True)]),
        ("《X》「統率者」", [("X", 1, True)]),
        ("1 X(統率者)", [("X", 1, True)]),
        ("《X》(統率者禁止)", [("X", 1, False)]),
        ("オヴ・シディアDG", [("オヴ・シディアDG", 1, False)]),
        ("・オヴ・シディアDG", [("オヴ・シディアDG", 1, False)]),
        ("ジョット・ガン・ジョラゴン(統率者)", [("ジョット・ガン・ジョラゴン", 1, True)]),
        ("青銅の鎧(ブロンズ・アーム・トライブ)", [("青銅の鎧(ブロンズ・アーム・トライブ)", 1, False)]),
        ("キング・ザ・スロットン7/7777777", [("キング・ザ・スロットン7/7777777", 1, False)]),
        ("(統率者)", []),
        ("", []),
    ],
)
def test_rows_and_cells(text: str, wanted: list[tuple[str, int, bool]]) -> None:
    assert [(m.name, m.copies, m.marked) for m in read_cell(text).mentions] == wanted


@pytest.mark.parametrize("text", ["《 緊急再誕", "禁断 ドキンダムX》", "《A 《B》"])
def test_a_missing_bracket_is_told(text: str) -> None:
    assert not all(mention.whole for mention in read_cell(text).mentions)
    assert all(mention.whole for mention in read_cell("《A》 《B》").mentions)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("このデッキは《A》で《B》を出します。", "prose"),
        ("《 水の見本 》：強い。", "prose"),
        ("《A》からの《B》", "prose"),
        ("《A》 ※代用可", "cards"),
        ("《A》(NEW)", "cards"),
        ("《A》 《B》", "cards"),
        ("『DMEDH 黒赤禁断』", "title"),
        ("『赤緑ドギラゴン・ガチャ』 60枚", "title"),
        ("超次元ゾーン", "heading"),
        ("（統率者）", "mark"),
        ("※以下は代用カードです", "note"),
        ("(以下略)", "cut"),
        ("…", "cut"),
        ("[…]", "cut"),
        ("×2", "number"),
        ("(4)", "number"),
        ("四枚", "number"),
        ("12000", "number"),
        ("-", "note"),
        ("500円", "note"),
        ("[/su_spoiler]", "note"),
        ("以上、60枚", "note"),
        ("クリックして展開", "note"),
        ("【今すぐ】うわっ…相手の攻撃止めすぎ…？【クリック】", "name"),
        ("ソー爺さん", "name"),
        ("激怒!富士山ン", "name"),
        ("カツラデランス/「アフロ行きま~す!!」", "name"),
        ("キングダム・オウ禍武斗/チャージ3回、フリーエントリー!", "name"),
        ("このデッキはとても強いです", "prose"),
        ("2018/6/18", "prose"),
        ("https://example.test/", "prose"),
        ("f:id:someone:20180618:plain", "prose"),
    ],
)
def test_lines_are_sorted(text: str, kind: str) -> None:
    (item,) = sort_lines([Line(text)])
    assert item.kind == kind


def test_a_name_parted_by_a_line_break_is_one_card() -> None:
    (item,) = sort_lines([Line("《 暗黒皇"), Line("グレイテスト・シーザー》(統率者)")])
    assert [(m.name, m.marked) for m in item.reading.mentions] == [("暗黒皇 グレイテスト・シーザー", True)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("超次元", Heading("zone", "hyperspatial")),
        ("■超次元ゾーン", Heading("zone", "hyperspatial")),
        ("【超次元ゾーン】", Heading("zone", "hyperspatial")),
        ("超次元ゾーン（8枚）", Heading("zone", "hyperspatial", 8)),
        ("超次元は以下の8枚です。", Heading("zone", "hyperspatial")),
        ("《超次元》", Heading("zone", "hyperspatial")),
        ("GR", Heading("zone", "gr")),
        ("ＧＲゾーン", Heading("zone", "gr")),
        ("超GR", Heading("zone", "gr")),
        ("超GRゾーン 12枚", Heading("zone", "gr", 12)),
        ("メインデッキ", Heading("zone", "main")),
        ("●統率者", Heading("zone", "commander")),
        ("光 35枚", Heading("section", total=35)),
        ("クリーチャー(24)", Heading("section", total=24)),
        ("●初動 チャージャー8種", Heading("section", total=8)),
        ("デッキリスト", Heading("start")),
        ("■デッキレシピ", Heading("start")),
        ("■カード解説", Heading("end")),
        ("カード名", Heading("columns")),
        ("今回の統率者はこちら", Heading("zone", "commander")),
        ("統率者（闇/火）", Heading("zone", "commander")),
        ("デッキレシピ(19/11/2更新)", Heading("start")),
        ("コスト3以上", Heading("section")),
        ("【2マナ】", Heading("section")),
        ("スポンサーリンク", Heading("between")),
        ("入れ替え候補(10枚)", Heading("aside", total=10)),
        ("入れ替え枠", None),
        ("入れ替えはお好みで", None),
        ("オヴ・シディア 2", None),
        ("《超次元ガード・ホール》", None),
        ("超次元ガード・ホール", None),
        ("FORBIDDEN STAR ~世界最後の日~", None),
        ("『DMEDH 黒赤禁断』", None),
    ],
)
def test_headings(text: str, wanted: Heading | None) -> None:
    assert read_heading(text) == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("FORBIDDEN STAR ~世界最後の日~/終焉の禁断 ドルマゲドンX", True),
        ("ＦＯＲＢＩＤＤＥＮ　ＳＴＡＲ　〜世界最後の日〜", True),
        ("終焉の禁断 ドルマゲドンX", True),
        ("FORBIDDEN ~禁断の星~", False),
        ("ドルマゲドン・ビッグバン", False),
    ],
)
def test_the_uncounted_set_is_known_by_either_face(name: str, wanted: bool) -> None:
    """DM9."""
    assert is_forbidden_star(name) is wanted


def test_mentions_made_in_one_go_are_mentions() -> None:
    made = plain_mentions(["甲", "乙/丙"])
    assert made == (Mention("甲"), Mention("乙/丙"))
    assert all(type(mention) is Mention and len(mention) == len(Mention._fields) for mention in made)
