"""Cards into the database: which facts stay, and which names come along."""

from __future__ import annotations

from schema.records import FaceRecord, Problem
from tests.warehouse.build import at, card, face, give_cards, load, page, rows, shown
from warehouse.load import load_cards


def test_a_card_read_again_replaces_its_facts(con):
    give_cards(con, card("甲", "火", traits=("creature",)), card("乙", "水"))
    assert give_cards(con, card("甲", "火", traits=("creature",))).changed == 0
    two = (face("甲", "火"), face("裏", "水", power=None))
    report = give_cards(con, card("甲", "火", "水", faces=two, layout="double_faced", copy_limit=0))
    assert report.cards == 1
    other = (face("甲", "火", cost="6", mana_value=6.0), face("裏", "闇", power=None))
    give_cards(con, card("甲", "火", "闇", faces=other, layout="double_faced"))
    assert rows(con, "select name, layout, copy_limit, cost from card order by name") == [
        ("乙", "single", None, 5.0),
        ("甲", "double_faced", None, 6.0),
    ]
    assert rows(con, "select count(*) from card_face") == [(3,)]
    assert rows(con, "select mask from card_identity i join card c using (card_id) where c.name = '甲'") == [
        (12,)
    ]


def test_a_poorer_record_of_a_file_takes_nothing_away(con):
    two = (face("甲", "火"), face("裏", "水"))
    give_cards(con, card("甲", "火", "水", faces=two, layout="double_faced"))
    poor = (FaceRecord("甲", (), None),)
    unknown = (("civilization", None),)
    give_cards(con, card("甲", faces=poor, identities=unknown, names=(("Kou", "alias", "en"),)))
    assert rows(con, "select layout, mask from card join card_identity using (card_id)") == [
        ("double_faced", 10)
    ]
    assert rows(con, "select name from card_name where kind = 'alias' and level = 'exact'") == [("Kou",)]


def test_the_publishers_page_goes_before_a_file_and_a_new_page_before_an_old_one(con):
    def of_page(body, one):
        return page("https://dm.example/card/1", body=body, source="dm-official"), shown(cards=(one,))

    load(con, of_page("a", card("甲", "火", traits=("any_number",), copy_limit=0)))
    assert give_cards(con, card("甲", "水")).changed == 0
    facts = "select copy_limit, mask from card join card_identity using (card_id)"
    assert rows(con, facts) == [(0, 8)]
    load(con, of_page("b", card("甲", "水")))
    assert rows(con, facts) == [(None, 2)]
    # The old page met again undoes nothing.
    assert load(con, of_page("a", card("甲", "火", traits=("any_number",), copy_limit=0))).changed == 0
    assert rows(con, facts) == [(None, 2)]


def test_an_unknown_identity_is_null_and_a_colourless_one_zero(con):
    give_cards(con, card("零"), card("謎", identities=(("civilization", None),)))
    assert rows(con, "select c.name, mask from card_identity join card c using (card_id) order by 1") == [
        ("謎", None),
        ("零", 0),
    ]


def test_two_spellings_with_the_same_facts_are_one_card(con):
    give_cards(con, card("青銅の鎧(ブロンズ・アーム・トライブ)", "自然"), card("ミスター・イソップ", "光"))
    give_cards(
        con, card("青銅の鎧", "自然"), card("ミスター・イソップ", "光"), card("ミスターイソップ", "闇")
    )
    assert rows(con, "select name from card order by name") == [
        ("ミスターイソップ",),
        ("ミスター・イソップ",),
        ("青銅の鎧(ブロンズ・アーム・トライブ)",),
    ]
    assert rows(
        con,
        "select kind, card.name from card_name join card using (card_id) "
        "where card_name.name = '青銅の鎧' and level = 'exact'",
    ) == [("printed", "青銅の鎧(ブロンズ・アーム・トライブ)")]


def test_a_token_or_playtest_card_never_takes_the_place_of_the_card(con):
    real = (
        card("Red Herring", "R", game="mtg", cost="real") if False else card("Red Herring", "R", game="mtg")
    )
    playtest = card("Red Herring", "U", game="mtg", traits=("outside_pool",))
    token = card("Red Herring", game="mtg", layout="token")
    give_cards(con, playtest, real, token)
    assert rows(con, "select mask from card_identity") == [(8,)]
    report = give_cards(con, playtest)
    assert (report.cards, report.problems) == (0, 0)
    assert give_cards(con, token).cards == 0
    assert rows(con, "select mask from card_identity") == [(8,)]
    assert rows(con, "select kind, count(*) from problem group by 1") == [("duplicate_key", 2)]


def test_cards_of_a_file_are_loaded_as_a_stream(con):
    problem = Problem("cards", "file:x", "bad_row", "line 3")

    def stream():
        yield card("一", "火")
        yield problem
        for number in range(25):
            yield card(f"札{number}", "水")
        yield card("", "火")

    report = load_cards(
        con, stream(), source="cards", url="file:x", started_at=at(), code_version="t", size=10
    )
    assert (report.cards, report.problems) == (26, 2)
    assert rows(con, "select kind from problem order by 1") == [("bad_record",), ("bad_row",)]
