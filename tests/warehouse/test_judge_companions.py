"""Companions: that one may be had, that it is one, and each printed condition over deck and commanders."""

# ruff: noqa: E501 (tables read better on one line a case)

from datetime import date

import pytest

from tests.warehouse.judging import World

DAY = date(2026, 8, 1)
# condition of the companion: (cards that meet it, cards that break it)
CONDITIONS: dict[str, tuple[list[str], list[str]]] = {
    "even_mana_value": (["two drop", "land"], ["one drop"]),
    "odd_mana_value": (["one drop", "land"], ["two drop"]),
    "mana_value_at_least_3": (["three drop", "land"], ["two drop"]),
    "permanents_mana_value_at_most_2": (["two drop", "land", "four spell"], ["three drop"]),
    "no_repeated_symbol": (["one drop", "three drop"], ["double"]),
    "creature_types": (["cat", "changeling", "four spell"], ["two drop"]),
    "activated_abilities": (["clicker", "four spell"], ["two drop"]),
    "different_names": (["one drop"], ["rats"]),
    "shared_type": (["one drop", "two drop", "land"], ["four spell"]),
}
COMMANDERS = {
    "even_mana_value": "even boss", "odd_mana_value": "odd boss", "mana_value_at_least_3": "big boss",
    "permanents_mana_value_at_most_2": "even boss", "creature_types": "cat boss", "activated_abilities": "clicking boss",
}  # fmt: skip


@pytest.fixture(scope="module")
def world() -> World:
    w = World("mtg")
    legend = "legendary creature"
    for name, cost, traits, races in (
        ("even boss", 2, legend, ""), ("odd boss", 3, legend, ""), ("big boss", 4, legend, ""),
        ("cat boss", 3, legend, "Cat"), ("clicking boss", 3, f"{legend} activated_ability", ""),
        ("one drop", 1, "creature", ""), ("two drop", 2, "creature", ""), ("three drop", 3, "creature", ""),
        ("double", 2, "creature repeated_symbol", ""), ("cat", 2, "creature", "Cat"),
        ("changeling", 2, "creature every_creature_type", ""), ("clicker", 2, "creature activated_ability", ""),
        ("rats", 2, "creature any_number", ""), ("land", 0, "land activated_ability", ""),
        ("filler land", 0, "basic land activated_ability", ""), ("four spell", 4, "", ""),
    ):  # fmt: skip
        w.card(name, "", traits, cost=cost, races=races, copy_limit=0 if name == "rats" else None)
    for condition in (*CONDITIONS, "twenty_more"):
        w.card(f"companion {condition}", "", f"creature companion companion:{condition}", cost=3)
    w.card("companion and boss", "", f"{legend} companion companion:even_mana_value", cost=2)
    w.card("companion of no words", "", "creature companion")
    w.card("blue companion", "U", "creature companion companion:different_names")
    for condition, (meeting, breaking) in CONDITIONS.items():
        boss = COMMANDERS.get(condition, "even boss")
        for name, cards in (
            ("meets", meeting),
            *((f"breaks by {card}", [*meeting, card]) for card in breaking),
        ):
            main = [(card, 2) if card == "rats" else card for card in cards]
            size = sum(entry[1] if isinstance(entry, tuple) else 1 for entry in main)
            w.deck("commander", [boss], [*main, ("filler land", 99 - size)], DAY, name=f"{condition} {name}",
                   companion=[f"companion {condition}"])  # fmt: skip
    plain: list[str | tuple[str, int]] = [("filler land", 99)]
    w.deck(
        "commander", ["odd boss"], plain, DAY, name="odd boss, even", companion=["companion even_mana_value"]
    )
    w.deck("commander", ["even boss"], plain, DAY, name="yorion", companion=["companion twenty_more"])
    w.deck("commander", ["even boss"], plain, DAY, name="no companion", companion=["two drop"])
    w.deck("commander", ["even boss"], plain, DAY, name="no words", companion=["companion of no words"])
    w.deck("commander", ["even boss"], plain, DAY, name="off colour", companion=["blue companion"])
    w.deck("commander", ["even boss"], ["even boss", ("filler land", 98)], DAY, name="the commander again",
           companion=["companion different_names"])  # fmt: skip
    for name in ("commander", "duel-commander"):
        w.deck(name, ["even boss"], ["companion different_names", ("filler land", 98)], DAY,
               name=f"in the deck too, {name}", companion=["companion different_names"])  # fmt: skip
        w.deck(name, ["companion and boss"], plain, DAY, name=f"the commander too, {name}",
               companion=["companion and boss"])  # fmt: skip
    w.restrict("duel-commander")
    two = ["companion different_names", "companion even_mana_value"]
    w.deck("commander", ["even boss"], plain, DAY, name="two", companion=two)
    for day in ("2020-04-16", "2020-04-17"):
        w.deck("commander", ["even boss"], plain, date.fromisoformat(day), name=day, companion=two[:1])
    w.restrict("commander")
    w.judge()
    return w


@pytest.mark.parametrize("condition", CONDITIONS)
def test_condition(world: World, condition: str) -> None:
    assert world.verdict(f"{condition} meets") == "legal"
    for card in CONDITIONS[condition][1]:
        name = f"{condition} breaks by {card}"
        assert (world.verdict(name), world.found(name)) == ("illegal", {"CO8"})
        if condition != "shared_type":  # there every card lacks what the others have
            assert world.cards_of("CO8", name) == {card}


@pytest.mark.parametrize(
    ("name", "verdict", "rules"),
    [
        ("odd boss, even", "illegal", {"CO8"}),
        ("yorion", "illegal", {"CO8"}),
        ("no companion", "illegal", {"CO8"}),
        ("no words", "unknown", set()),
        ("off colour", "illegal", {"CO5"}),
        ("two", "illegal", {"CO8"}),
        ("the commander again", "illegal", {"CO2", "CO8"}),
        ("in the deck too, commander", "illegal", {"CO2"}),
        ("in the deck too, duel-commander", "illegal", {"FR2"}),
        ("the commander too, commander", "illegal", {"CO2"}),
        ("the commander too, duel-commander", "illegal", {"FR2"}),
        ("2020-04-16", "illegal", {"CO8"}),
        ("2020-04-17", "legal", set()),
    ],
)
def test_companion(world: World, name: str, verdict: str, rules: set[str]) -> None:
    assert (world.verdict(name), world.found(name)) == (verdict, rules)
