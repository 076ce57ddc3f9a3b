"""Cards of the official database: layouts, faces, odd ids, clauses, and pages that are no card."""

from pathlib import Path

import pytest

from parsers.dm_official import DmOfficialParser, read_card_list
from schema.identity import CIVILIZATIONS
from tests.parsers.article_pages import page
from tests.parsers.card_pages import card, card_page, face, old_face, parse


def test_a_card_of_one_face() -> None:
    found = card(
        face("黒神龍 ボルグ", civil="闇／火", cost="６", power="9500+"),
        title="黒神龍 ボルグ(DMX01 001/100) | x",
    )
    (only,) = found.faces
    assert (found.name, found.layout, found.official_id) == ("黒神龍 ボルグ", "single", "dmx-001")
    assert (only.types, only.colours, only.races) == (
        ("クリーチャー",),
        ("闇", "火"),
        ("アーマード・ドラゴン", "ヒューマノイド"),
    )
    assert (only.cost, only.mana_value, only.power) == ("6", 6.0, "9500+")
    assert set(found.traits) == {"creature", "dragon"}
    assert found.copy_limit is None


@pytest.mark.parametrize("quote", ['"', "'"])
def test_both_quotes_and_both_old_layouts(quote: str) -> None:
    assert card(face("甲", quote=quote)).name == "甲"
    assert card(old_face("乙", civil="水")).faces[0].colours == ("水",)
    third = (
        '<div id="mainContent"><table><tr class="windowtitle"><th>丙(DMX1 1/2)</th></tr>'
        '<tr><td class="typetxt">呪文</td><td class="civtxt">光</td>'
        '<td class="costtxt">3</td></tr></table></div>'
    )
    assert card(third).faces[0].types == ("呪文",)


@pytest.mark.parametrize("separator", [" / ", "/", " /", "/ ", "／"])
def test_a_twin_pact_card_has_two_faces_and_one_picture(separator: str) -> None:
    """DM6: the second block without picture gives the spell side's data."""
    name = f"水晶の記録 ゼノシャーク{separator}クリスタル・メモリー"
    found = card(face(name, civil="水"), face(name, kind="呪文", civil="光", race="-", power="-", image=""))
    assert (found.name, found.layout) == ("水晶の記録 ゼノシャーク/クリスタル・メモリー", "twin_pact")
    assert [(side.name, side.types, side.races) for side in found.faces] == [
        ("水晶の記録 ゼノシャーク", ("クリーチャー",), ("アーマード・ドラゴン", "ヒューマノイド")),
        ("クリスタル・メモリー", ("呪文",), ()),
    ]
    assert dict(found.identities)["civilization"] == {"水", "光"}
    assert ("クリスタル・メモリー", "face", "ja") in found.names
    assert {"creature", "spell", "twin_pact"} <= set(found.traits)


def test_a_twin_pact_card_with_one_side_is_not_half_known() -> None:
    parsed = parse(card_page(face("甲 / 乙", civil="水")))
    assert [found.kind for found in parsed.problems] == ["bad_row"]
    assert dict(parsed.cards[0].identities)["civilization"] is None


@pytest.mark.parametrize(
    ("kinds", "layout", "traits"),
    [
        (
            ("サイキック・クリーチャー", "サイキック・クリーチャー"),
            "double_faced",
            {"psychic", "starts_outside"},
        ),
        (
            ("サイキック・クリーチャー", "サイキック・スーパー・クリーチャー"),
            "cells",
            {"psychic", "cell", "starts_outside"},
        ),
        (
            ("ドラグハート・ウエポン", "ドラグハート・クリーチャー"),
            "double_faced",
            {"dragheart", "starts_outside"},
        ),
        (
            ("ドラグハート・ウエポン", "ドラグハート・フォートレス", "ドラグハート・クリーチャー"),
            "double_faced",
            {"dragheart", "creature"},
        ),
        (("禁断の鼓動", "禁断クリーチャー"), "double_faced", {"forbidden", "starts_outside"}),
        (("零龍星雲", "零龍クリーチャー"), "double_faced", {"zero_dragon", "starts_outside"}),
        (("最終禁断フィールド", "最終禁断クリーチャー"), "double_faced", {"forbidden_star", "forbidden"}),
        (("キング・セル", "キング・クリーチャー"), "cells", {"cell"}),
    ],
)
def test_cards_of_several_faces(kinds: tuple[str, ...], layout: str, traits: set[str]) -> None:
    faces = [
        face(
            f"面{n}",
            kind=kind,
            civil=CIVILIZATIONS[n],
            image=f"/wp-content/card/cardimage/dmx-001{'abc'[n]}.jpg",
        )
        for n, kind in enumerate(kinds)
    ]
    found = card(*faces)
    assert (found.name, found.layout) == ("面0", layout)
    assert len(found.faces) == len(kinds)
    assert traits <= set(found.traits)
    identities = dict(found.identities)
    assert identities["civilization"] == set(CIVILIZATIONS[: len(kinds)])
    assert identities["civilization_front"] == {"光"}
    assert [(text, kind) for text, kind, _ in found.names] == [
        (f"面{n}", "back") for n in range(1, len(kinds))
    ]


def test_same_names_with_different_pictures_stay_two_faces() -> None:
    found = card(face("同じ名前"), face("同じ名前", image="/wp-content/card/cardimage/dmx-001b.jpg"))
    assert len(found.faces) == 2


def test_slashes_of_gr_cards_belong_to_the_name() -> None:
    found = card(face("*/弐幻サンドロニア/*", kind="GRクリーチャー"))
    assert (found.name, found.layout) == ("*/弐幻サンドロニア/*", "single")
    assert {"gr", "starts_outside"} <= set(found.traits)


def test_a_reading_in_brackets_is_not_part_of_the_name() -> None:
    found = card(
        face("青銅の鎧(ブロンズ・アーム・トライブ)", pack="DM18 136/140"),
        title="青銅の鎧(ブロンズ・アーム・トライブ)(DM18 136/140) | x",
    )
    assert found.name == "青銅の鎧"
    assert ("青銅の鎧(ブロンズ・アーム・トライブ)", "printed", "ja") in found.names


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("dm27+1d-003", "dm27+1d-003"),
        ("dm27%2B1d-003", "dm27+1d-003"),
        ("dm27%201d-003", "dm27+1d-003"),
        ("dmrp07-s06$", "dmrp07-s06$"),
        ("dm23ex3-OR1", "dm23ex3-OR1"),
        ("dmx-001&from=list", "dmx-001"),
    ],
)
def test_odd_ids_stay_as_the_site_writes_them(address: str, wanted: str) -> None:
    found = card(face("甲"), card_id=address)
    assert found.official_id == wanted
    assert found.url == f"https://dm.takaratomy.co.jp/card/detail/?id={wanted}"


@pytest.mark.parametrize(
    ("field", "value", "attribute", "wanted"),
    [
        ("civil", "ゼロ", "colours", ()),
        ("civil", "無色", "colours", ()),
        ("civil", "", "colours", ()),
        ("civil", "光/水/闇/火/自然", "colours", CIVILIZATIONS),
        ("cost", "∞", "mana_value", float("inf")),
        ("cost", "-", "cost", None),
        ("power", "-", "power", None),
        ("power", "９５００＋", "power", "9500+"),
        ("race", "-", "races", ()),
        ("race", "", "races", ()),
        ("race", "ゴッド／オリジン", "races", ("ゴッド", "オリジン")),
    ],
)
def test_values_as_the_site_writes_them(field: str, value: str, attribute: str, wanted: object) -> None:
    found = card(face("甲", **{field: value}))
    assert getattr(found.faces[0], attribute) == wanted


@pytest.mark.parametrize(
    ("skills", "kind", "copies", "traits", "command"),
    [
        (
            "このクリーチャーは4枚より多くデッキに入れることができる。",
            "クリーチャー",
            0,
            {"any_number"},
            {"闇"},
        ),
        ("相手のクリーチャーを4体より多く破壊する。", "クリーチャー", None, set(), {"闇"}),
        (
            "進化：自分の火のクリーチャー1体の上に置く。",
            "進化クリーチャー",
            None,
            {"evolution"},
            {"闇", "火"},
        ),
        (
            "進化－自分の水のサイバーロード1体の上に置く。",
            "進化クリーチャー",
            None,
            {"evolution"},
            {"闇", "水"},
        ),
        (
            "NEO進化：光または自然のクリーチャー1体の上に置いてもよい。",
            "NEOクリーチャー",
            None,
            set(),
            {"闇", "光", "自然"},
        ),
        (
            "スター進化：レクスターズまたは火のクリーチャー1体の上に置く。",
            "スター進化クリーチャー",
            None,
            {"evolution"},
            {"闇", "火"},
        ),
        (
            "進化：自分のドラゴン1体の上に置く。<br>火のクリーチャーを破壊する。",
            "進化クリーチャー",
            None,
            {"evolution"},
            {"闇"},
        ),
        ("左G・リンク", "クリーチャー", None, {"god"}, {"闇"}),
        ("中央Ｇリンク３６０", "クリーチャー", None, {"god", "centre_link_360"}, {"闇"}),
    ],
)
def test_the_clauses_that_rules_read(
    skills: str, kind: str, copies: int | None, traits: set[str], command: set[str]
) -> None:
    """DM5, GOD3 and the command civilization of 2026; the text itself is not kept."""
    found = card(face("甲", civil="闇", kind=kind, race="メカ", skills=skills))
    assert found.copy_limit == copies
    assert set(found.traits) - {"creature"} == traits
    assert dict(found.identities)["command_civilization"] == command
    assert skills[:8] not in repr(found)


def test_an_evolution_card_without_its_text_has_no_known_command_civilization() -> None:
    html = card_page(face("甲", kind="進化クリーチャー", civil="闇")).replace("skills full", "other")
    (found,) = parse(html).cards
    assert dict(found.identities)["command_civilization"] is None
    assert dict(found.identities)["civilization"] == {"闇"}


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        (card_page(face("", pack="DM99 001/001")), "soft_404"),
        (card_page(face("甲"), title="( ) | x"), "soft_404"),
        (card_page(face("{撃墜王ガイアール・キラードラゴン} Bottom")), "placeholder_name"),
        (
            card_page(face("甲"), face("{撃墜王ガイアール・キラードラゴン} Top", image="/cardimage/b.jpg")),
            "placeholder_name",
        ),
        (
            card_page(face("甲"), '<div class="cardDetail"><h3 class="card-name">欠け', end=""),
            "truncated_page",
        ),
        (card_page(face("甲").replace("class='card-name'", "class='x'")), "soft_404"),
        (card_page(face("甲").replace('class="type"', 'class="x"')), "bad_row"),
        (card_page(face("甲"), title="乙(DMX01 001/100) | x"), "bad_row"),
        (card_page("<p>カード</p>"), "layout_changed"),
        ("<html><head><title>メンテナンス中</title></head><body></body></html>", "not_content"),
    ],
)
def test_pages_that_are_no_card(html: str, kind: str) -> None:
    parsed = parse(html)
    assert parsed.cards == ()
    assert kind in {found.kind for found in parsed.problems}
    assert {found.source_key for found in parsed.problems} == {"dmx-001"}


def test_a_page_cut_below_its_faces_still_gives_the_card() -> None:
    parsed = parse(card_page(face("甲"), end='<div class="productCard"><ul>'))
    assert [found.name for found in parsed.cards] == ["甲"]
    assert [found.kind for found in parsed.problems] == ["truncated_page"]


def test_an_unreadable_civilization_is_unknown_and_told() -> None:
    parsed = parse(card_page(face("甲", civil="氷")))
    assert parsed.cards[0].faces[0].colours is None
    assert [found.kind for found in parsed.problems] == ["bad_row"]


def test_unreadable_bytes_in_a_card_are_no_facts() -> None:
    body = card_page(face("甲の札")).encode().replace("甲".encode(), b"\xe7\x94")
    parsed = DmOfficialParser().parse(
        page(body, url="https://dm.takaratomy.co.jp/card/detail/?id=x", source="dm-official")
    )
    assert parsed.cards == ()
    assert {found.kind for found in parsed.problems} >= {"replacement_characters"}


LIST = (
    '<div><span id="total_count">１２,３４５</span>枚<div id="cardlist"><ul>'
    '<li><a class="cardImage" data-href="/card/detail/?id=dm27+1d-003"><img></a></li>'
    '<li><a href="/card/detail/?id=dmrp07-s06$">x</a></li>'
    '<li><a href="/card/detail/?id=dm23ex3-OR1">x</a></li>'
    '<li><a href="/card/detail/?id=dm23ex3-OR1">x</a></li><li><a href="/product/">x</a></li></ul></div>'
    '<div class="wp-pagenavi"><a data-page="2">2</a><a data-page="445">最後のページ</a></div></div>'
)


def test_the_list_page_gives_ids_and_total() -> None:
    found = read_card_list(LIST)
    assert found.ids == ("dm27+1d-003", "dmrp07-s06$", "dm23ex3-OR1")
    assert found.total == 12345
    parsed = DmOfficialParser().parse(
        page(LIST, url="https://dm.takaratomy.co.jp/card/", source="dm-official")
    )
    assert parsed.keys == found.ids
    assert parsed.problems == ()


def test_a_total_that_nobody_can_count_is_none() -> None:
    found = read_card_list(LIST.replace("１２,３４５", "9" * 5000))
    assert (len(found.ids), found.total) == (3, None)


def test_a_list_page_without_ids_is_told() -> None:
    html = "<html><body><div id='cardlist'></div></body></html>"
    empty = page(html, url="https://dm.takaratomy.co.jp/card/", source="dm-official")
    assert [found.kind for found in DmOfficialParser().parse(empty).problems] == ["layout_changed"]


@pytest.mark.shared
def test_saved_dead_id(shared: Path) -> None:
    body = (shared / "fixtures/synthetic/dm_official_soft404.html").read_text()
    assert [found.kind for found in parse(body).problems] == ["soft_404"]
