"""The replica card database: list in both forms, details in both layouts, dead and odd ids, the hall."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import httpx
import pytest

from flows.sample import SampleWorld
from flows.sample.card_facts import load_cards, load_hall

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPT = {"X-Requested-With": "XMLHttpRequest"}


@pytest.fixture
def world() -> Iterator[SampleWorld]:
    with SampleWorld() as running:
        yield running


@pytest.fixture
def client(world: SampleWorld) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=world.base("dm-official"), trust_env=False) as opened:
        yield opened


def _ids(text: str) -> list[str]:
    return re.findall(r'href="/card/detail/\?id=([^"]+)"', text)


def _search(client: httpx.Client, **form: str) -> str:
    return client.post("/card/", data={"keyword_type[]": "card_name", **form}, headers=SCRIPT).text


def _detail(client: httpx.Client, card_id: str) -> str:
    return client.get(f"/card/detail/?id={card_id}").text


def test_robots_keeps_the_cards_open(client: httpx.Client) -> None:
    text = client.get("/robots.txt").text
    assert "/wp-admin/" in text
    assert "/card/" not in text


def test_a_name_is_found_with_all_its_printings(client: httpx.Client) -> None:
    text = _search(client, keyword="暗黒皇グレイテスト・シーザー", samename="show")
    card = next(card for card in load_cards() if card.name == "暗黒皇グレイテスト・シーザー")
    assert _ids(text) == list(card.ids)
    assert f'<span id="total_count">{len(card.ids)}</span>' in text
    assert len(_ids(_search(client, keyword="暗黒皇グレイテスト・シーザー", samename="on"))) == 1


def test_a_back_face_finds_its_card(client: httpx.Client) -> None:
    ids = _ids(_search(client, keyword="五邪王 ニガ=ヴェルムート", samename="on"))
    assert len(ids) == 1
    assert "侵攻する神秘" in _detail(client, ids[0])


def test_an_unknown_name_finds_nothing(client: httpx.Client) -> None:
    text = _search(client, keyword="シルバー・ウォルグ")
    assert _ids(text) == []
    assert '<span id="total_count">0</span>' in text


def test_the_list_pages_and_repeats_its_last_page(client: httpx.Client) -> None:
    first = _search(client, samename="show", pagenum="1")
    pages = max(int(number) for number in re.findall(r'data-page="(\d+)"', first))
    seen: list[str] = []
    for page in range(1, pages + 1):
        ids = _ids(_search(client, samename="show", pagenum=str(page)))
        assert len(ids) == 50 or page == pages
        seen += ids
    assert len(seen) == len(set(seen))
    assert {card.ids[0] for card in load_cards()} <= set(seen)
    beyond = _ids(_search(client, samename="show", pagenum=str(pages + 5)))
    assert beyond == seen[-len(beyond) :]
    newest = _ids(_search(client, samename="show", sort="release_new"))
    assert newest[0] == seen[-1]


def test_the_get_form_answers_a_whole_page(client: httpx.Client) -> None:
    asked = json.dumps({"keyword": "ボルバルザーク・エクス", "pagenum": "1", "samename": "show"})
    text = client.get(f"/card/?v={quote(asked)}").text
    assert text.startswith("<!DOCTYPE html>")
    assert _ids(text)
    assert not _search(client, keyword="ボルバルザーク・エクス").startswith("<!DOCTYPE")


def test_details_come_in_two_layouts(client: httpx.Client, world: SampleWorld) -> None:
    assert "cardDetail" in _detail(client, "dm01-008")
    world.set("dm-official", layout="older")
    older = _detail(client, "dm01-008")
    assert "cardPopupDetail" in older
    assert 'class="civtxt">火<' in older


def test_the_mixed_layout_has_both(client: httpx.Client) -> None:
    ids = [card.ids[0] for card in load_cards()]
    older = [card_id for card_id in ids if card_id.startswith(("dmc", "dmd"))]
    assert older
    assert "cardPopupDetail" in _detail(client, older[0])
    assert "cardPopupDetail" not in _detail(client, ids[0])


def test_a_twin_pact_card_is_two_blocks_of_one_name(client: httpx.Client) -> None:
    ids = _ids(_search(client, keyword="アドレック・ワークマン"))
    text = _detail(client, ids[0])
    assert text.count("card-name") == 2
    assert len(set(re.findall(r"card-name[\"']>([^<]+)<", text))) == 1
    assert 'src=""' in text


def test_a_super_creature_stands_behind_its_cells(client: httpx.Client) -> None:
    ids = _ids(_search(client, keyword="撃墜王ガイアール・キラードラゴン", samename="on"))
    assert len(ids) == 2
    assert all("サイキック・スーパー・クリーチャー" in _detail(client, card_id) for card_id in ids)


def test_one_printing_carries_a_placeholder(client: httpx.Client) -> None:
    assert "{撃墜王ガイアール・キラードラゴン} Bottom" in _detail(client, "dmex08-111")
    assert "Bottom" not in _detail(client, "promoy10-037")


@pytest.mark.parametrize("card_id", ["dmd34-006", "promoy18-csp", "dm99-001", ""])
def test_dead_ids_are_shells_with_status_200(client: httpx.Client, card_id: str) -> None:
    answer = client.get(f"/card/detail/?id={card_id}")
    assert answer.status_code == 200
    assert "<title>( ) |" in answer.text


def test_a_plus_in_an_id_is_literal(client: httpx.Client) -> None:
    assert "龍神ヘヴィ" in _detail(client, "dm29+1d-002")
    assert "<title>( ) |" in _detail(client, "dm29%2B1d-002")
    assert "dm29+1d-002" in _ids(_search(client, keyword="龍神ヘヴィ", samename="show"))


def test_clauses_that_rules_read_are_there(client: httpx.Client) -> None:
    for keyword, clause in (
        ("遊撃師団 ニッカ", "4枚より多くデッキに入れることができる"),
        ("轟く邪道 レッドゾーン", "闇、火、または自然"),
        ("竜極神ゲキ", "G・リンク"),
    ):
        assert clause in _detail(client, _ids(_search(client, keyword=keyword))[0])


def test_a_card_without_facts_has_a_name_alone(client: httpx.Client) -> None:
    text = _detail(client, _ids(_search(client, keyword="天気君"))[0])
    assert "天気君" in text
    assert "文明" not in text


def test_the_hall_has_its_headings_and_the_freed_apart(client: httpx.Client) -> None:
    text = client.get("/rule/regulation/").text
    headings = re.findall(r"<h2>([^<]+)</h2>", text)
    assert "プレミアム殿堂入りカード" in headings
    bound, freed = text.split("<h3>殿堂解除カード</h3>")
    states = [state for state, _, _ in load_hall()]
    assert bound.count("<li>") == len(states) - states.count("無制限")
    assert freed.count("<li>") == states.count("無制限") > 0
