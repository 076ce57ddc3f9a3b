"""What a list sets apart: zones that a format has, zones that it does not know, cards out of place."""

from datetime import date
from pathlib import Path

import pytest

from schema.formats import load_formats
from tests.warehouse.judging import World

Y2018, Y2020 = date(2018, 6, 1), date(2020, 6, 1)
DM_FORMATS = {"dmedh": "dmedh", "duelparty": "dm-hall", "ryugekisen": "dm-hall"}
MAGIC_FORMATS = {
    "commander": "commander",
    "duel-commander": "duel-commander",
    "french-commander": None,
    "german-edh": None,
}
# What each format speaks of beside commander and main deck.
KNOWN_ZONES = {
    **{key: {"hyperspatial", "gr", "extra"} for key in DM_FORMATS},
    **{key: {"companion"} for key in MAGIC_FORMATS},
}
BESIDE = ("hyperspatial", "gr", "extra", "companion", "sideboard")


@pytest.fixture(scope="module")
def magic() -> World:
    w = World("mtg")
    w.card("boss", "R", "legendary creature", types="Creature")
    w.card("mountain", "R", "land basic", types="Land", basic_type_colours="R")
    w.card("aside", "R", "creature", types="Creature")
    w.card("outlaw", "R", "creature", types="Creature")
    for name, restrictions in MAGIC_FORMATS.items():
        for zone in BESIDE:
            w.deck(name, ["boss"], [("mountain", 99)], Y2020, name=f"{name} {zone}", **{zone: ["aside"]})
            w.deck(name, ["boss"], [("mountain", 99)], Y2020, name=f"{name} {zone}, not known",
                   unresolved=((zone, 1),))  # fmt: skip
        if restrictions:
            w.restrict(restrictions, ("outlaw", "banned", None, "2015-01-01", None))
            w.deck(name, ["boss"], [("mountain", 99)], Y2020, name=f"{name} banned aside", extra=["outlaw"])
    w.judge()
    return w


@pytest.mark.parametrize("name", MAGIC_FORMATS)
@pytest.mark.parametrize("zone", BESIDE)
def test_no_zone_is_passed_over_in_silence(magic: World, name: str, zone: str) -> None:
    deck = f"{name} {zone}"
    if zone in KNOWN_ZONES[name]:
        assert (magic.verdict(deck), magic.found(deck, "warning")) == ("illegal", set())
    else:
        assert (magic.verdict(deck), magic.found(deck, "warning")) == ("legal", {"LIST"})
        assert magic.found(f"{deck}, not known", "warning") == {"LIST"}


@pytest.mark.parametrize("name", [name for name, restrictions in MAGIC_FORMATS.items() if restrictions])
def test_a_banned_card_outside_the_deck_is_not_in_it(magic: World, name: str) -> None:
    deck = f"{name} banned aside"
    assert (magic.verdict(deck), magic.found(deck, "warning")) == ("legal", {"LIST"})


@pytest.mark.parametrize(("name", "clause"), [("french-commander", "FR1"), ("german-edh", "DE6")])
def test_where_there_are_no_companions_one_is_a_card_too_many(magic: World, name: str, clause: str) -> None:
    assert magic.found(f"{name} companion") == {clause}
    assert magic.verdict(f"{name} companion, not known") == "unknown"


def test_the_zones_that_rules_speak_of() -> None:
    for name, known in KNOWN_ZONES.items():
        for edition in load_formats()[name].editions:
            assert set(edition.zones) - {"commander", "main"} == known, (name, edition.starts)


SUPER = "whole of three"


@pytest.fixture(scope="module")
def masters() -> World:
    w = World("dm")
    w.card("boss", "火", "creature")
    w.card("heap", "", "creature any_number", copy_limit=0)
    w.card("plain", "火", "creature")
    w.card("psychic", "火", "creature psychic starts_outside")
    w.card("gr creature", "火", "creature gr starts_outside")
    w.card("king cell", "水", "cell", types="キング・セル")
    w.card("nothing known", "火", "", types="")
    for number in range(3):
        w.card(f"cell {number}", "火", "creature psychic cell starts_outside", layout="cells",
               faces=((f"cell {number}", "火", "サイキック・クリーチャー"),
                      (SUPER, "火", "サイキック・スーパー・クリーチャー")))  # fmt: skip
    heap: list[str | tuple[str, int]] = [("heap", 59)]
    less_one: list[str | tuple[str, int]] = [("heap", 58)]
    twelve = [("gr creature", 11)]
    for name in DM_FORMATS:
        for zone in ("companion", "sideboard"):
            w.deck(name, ["boss"], heap, Y2020, name=f"{name} {zone}", **{zone: ["plain"]})
    w.deck("dmedh", ["boss"], heap, Y2020, name="plain in hyperspatial", hyperspatial=["plain", "psychic"])
    w.deck("dmedh", ["boss"], heap, Y2020, name="psychic in hyperspatial", hyperspatial=["psychic"])
    w.deck("dmedh", ["boss"], heap, Y2020, name="king cell", hyperspatial=["king cell"])
    w.deck("dmedh", ["boss"], [*less_one, "psychic"], Y2020, name="psychic in main")
    w.deck("dmedh", ["boss"], [*less_one, "gr creature"], Y2020, name="gr in main")
    w.deck("dmedh", ["boss"], heap, Y2020, name="gr in hyperspatial", hyperspatial=["gr creature"])
    w.deck("dmedh", ["boss"], heap, Y2020, name="plain in gr", gr=[*twelve, "plain"])
    w.deck("dmedh", ["boss"], heap, Y2020, name="psychic in gr", gr=[*twelve, "psychic"])
    for count in (1, 2, 3):
        w.deck("dmedh", [f"cell {number}" for number in range(count)], heap, Y2018, name=f"{count} cells")
    w.deck("dmedh", ["cell 0"], heap, Y2018, name="by the whole", faces={"cell 0": 1})
    w.deck(
        "dmedh",
        ["cell 0", "cell 1"],
        less_one,
        Y2018,
        name="a line not known",
        unresolved=(("commander", 1),),
    )
    w.deck("dmedh", ["cell 0", "cell 1"], less_one, date(2019, 3, 3), name="later")
    for restrictions in ("dmedh", "dm-hall", "ryugekisen"):
        w.restrict(restrictions)
    w.judge(strict=True)
    return w


@pytest.mark.parametrize("name", DM_FORMATS)
@pytest.mark.parametrize("zone", ["companion", "sideboard"])
def test_duel_masters_knows_no_companion_and_no_sideboard(masters: World, name: str, zone: str) -> None:
    assert "LIST" in masters.found(f"{name} {zone}", "warning")


@pytest.mark.parametrize(
    ("deck", "warnings"),
    [
        ("plain in hyperspatial", {"DM3"}),
        ("psychic in main", {"DM3"}),
        ("gr in main", {"DM12"}),
        ("gr in hyperspatial", {"DM3"}),
    ],
)
def test_a_card_out_of_place_is_warned_of_and_binds_under_no_option(
    masters: World, deck: str, warnings: set[str]
) -> None:
    assert masters.verdict(deck) != "illegal"
    assert masters.found(deck, "warning") == warnings
    assert masters.cards_of(*warnings, deck) & {"plain", "psychic", "gr creature"}


@pytest.mark.parametrize(("deck", "card"), [("plain in gr", "plain"), ("psychic in gr", "psychic")])
def test_another_card_in_the_gr_zone_is_warned_of(masters: World, deck: str, card: str) -> None:
    assert masters.found(deck, "warning") == {"DM12"}
    assert card in masters.cards_of("DM12", deck)


@pytest.mark.parametrize("deck", ["psychic in hyperspatial", "king cell"])
def test_cards_in_their_place_name_none(masters: World, deck: str) -> None:
    assert masters.cards_of("DM3", deck) == set()


@pytest.mark.parametrize(
    ("deck", "verdict", "rules"),
    [
        ("1 cells", "legal", set()),
        ("2 cells", "illegal", {"HYP1"}),
        ("3 cells", "legal", set()),
        ("by the whole", "legal", set()),
        ("a line not known", "unknown", set()),
        ("later", "illegal", {"DM1"}),
    ],
)
def test_hyp3_several_cells_are_one_creature_all_together(
    masters: World, deck: str, verdict: str, rules: set[str]
) -> None:
    assert (masters.verdict(deck), masters.found(deck)) == (verdict, rules)


def test_a_user_s_list_may_bind_what_no_other_rule_speaks_of(tmp_path: Path) -> None:
    home = tmp_path / "formats"
    home.mkdir()
    (home / "side.toml").write_text(
        'id = "side"\nextends = "commander"\n[names]\nen = "x"\n[rules.CO7]\nzones = ["main", "sideboard"]\n'
    )
    (edition, *_) = load_formats(tmp_path)["side"].editions
    assert "sideboard" in edition.zones
