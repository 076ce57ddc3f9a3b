"""The reference judge's own cases for the Magic formats, from the pool of facts beside it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from tests.reference import commander, duel_commander, french_commander, german_edh
from tests.reference.model import RefCommander, RefDeck, RefVerdict
from tests.reference.pool import magic_pool, restrictions

Judge = Callable[..., RefVerdict]


def deck(
    filler: str,
    *main: str | tuple[str, int],
    commander: tuple[str, ...] = (),
    day: str = "2026-08-01",
    size: int = 100,
    companion: str | None = None,
) -> RefDeck:
    """A deck of these cards filled up to `size` with copies of `filler`."""
    pool = magic_pool()
    cards = [(pool[each], 1) if isinstance(each, str) else (pool[each[0]], each[1]) for each in main]
    left = size - len(commander) - sum(copies for _, copies in cards)
    return RefDeck(
        format="",
        date=date.fromisoformat(day),
        commanders=tuple(RefCommander(pool[name]) for name in commander),
        zones={
            "main": (*cards, (pool[filler], left)),
            "companion": ((pool[companion], 1),) if companion else (),
        },
    )


def broken(judge: Judge, some: RefDeck) -> set[str]:
    return {rule for rule, severity in judge(some, restrictions()).rules() if severity == "violation"}


PHELDDAGRIF = ("Phelddagrif",)
GREEN = ("Azusa, Lost but Seeking",)
RED = ("Krenko, Mob Boss",)
BLACK = ("Sheoldred, Whispering One",)
COLOURLESS = ("Karn, Silver Golem",)


@pytest.mark.parametrize(
    "name",
    [
        "Goblin Piker",
        "Elves of Deep Shadow",
        "Talisman of Dominance",
        "Life // Death",
        "Degavolver",
        "Underground River",
        "Godless Shrine",
        "Badlands",
        "Leechridden Swamp",
        "Boros Guildmage",
    ],
)
def test_de9_what_phelddagrif_may_not_play(name: str) -> None:
    assert broken(german_edh.judge, deck("Island", name, commander=PHELDDAGRIF)) & {"DE3", "DE4"}


@pytest.mark.parametrize("name", ["Esper Panorama", "Shard Convergence"])
def test_de9_what_phelddagrif_may_play(name: str) -> None:
    assert german_edh.judge(deck("Island", name, commander=PHELDDAGRIF), ()).verdict == "legal"


@pytest.mark.parametrize(
    ("some", "rules"),
    [
        (deck("Mountain", commander=("Alesha, Who Smiles at Death",)), {"DE3"}),  # her own text
        (deck("Island", "Crypt Ghast", commander=("Talrand, Sky Summoner",)), {"DE3"}),
        (deck("Swamp", "Crypt Ghast", commander=BLACK), {"DE3"}),  # extort's reminder text
        (deck("Forest", commander=COLOURLESS), {"DE3", "DE4"}),
        (deck("Wastes", "Crimson Kobolds", commander=COLOURLESS), set()),
        (deck("Wastes", commander=("Goblin Guide",)), {"DE1"}),
        (deck("Wastes", commander=("Nahiri, the Lithomancer",)), {"DE1"}),
        (deck("Wastes", commander=("Thrasios, Triton Hero", "Tymna the Weaver")), {"DE1"}),
        (deck("Swamp", ("Nazgûl", 2), commander=BLACK), {"DE7"}),
        (deck("Snow-Covered Swamp", commander=BLACK), set()),
        (deck("Swamp", commander=BLACK, size=101), {"DE6"}),
    ],
)
def test_german_edh(some: RefDeck, rules: set[str]) -> None:
    assert broken(german_edh.judge, some) == rules


def test_de2_and_de8_the_earlier_registration_stands() -> None:
    first = replace(deck("Swamp", commander=BLACK), player="a")
    second = replace(first, player="b")
    changed = replace(deck("Swamp", "Sol Ring", commander=BLACK), player="a")
    found = german_edh.event_findings([first, second, changed, first])
    assert [[each.rule for each in one] for one in found] == [[], ["DE2"], ["DE2", "DE8"], ["DE2", "DE8"]]


def test_fr6_any_colour_and_no_symbol_are_allowed() -> None:
    some = deck("Forest", "Coalition Relic", "Urborg, Tomb of Yawgmoth", commander=GREEN)
    assert french_commander.judge(some, ()).verdict == "legal"


@pytest.mark.parametrize(
    ("some", "rules"),
    [
        (deck("Forest", commander=GREEN, size=99), {"FR1"}),
        (deck("Forest", commander=GREEN, size=101), {"FR1"}),
        (deck("Forest", ("Llanowar Elves", 2), commander=GREEN), {"FR2"}),
        (deck("Swamp", ("Rat Colony", 2), commander=BLACK), {"FR2"}),
        (deck("Wastes", commander=("Goblin Guide",)), {"FR3"}),
        (deck("Wastes", commander=("Nahiri, the Lithomancer",)), {"FR3"}),
        (deck("Wastes", commander=("Thrasios, Triton Hero", "Tymna the Weaver")), {"FR3"}),
        (deck("Forest", "Lightning Bolt", commander=GREEN), {"FR4"}),
        (deck("Wastes", "Crimson Kobolds", commander=COLOURLESS), {"FR4"}),
        (deck("Forest", "Badlands", commander=GREEN), {"FR5"}),
        (deck("Mountain", "Swamp", commander=("Alesha, Who Smiles at Death",)), set()),
    ],
)
def test_french_commander(some: RefDeck, rules: set[str]) -> None:
    assert broken(french_commander.judge, some) == rules


@pytest.mark.parametrize(
    ("some", "rules"),
    [
        (deck("Wastes", commander=("Parhelion II",), day="2025-01-01"), {"903.3"}),
        (deck("Wastes", commander=("Parhelion II",)), set()),
        (deck("Wastes", commander=("The Eternity Elevator",)), {"903.3"}),
        (deck("Wastes", commander=("Haunted One",)), {"903.3"}),
        (deck("Wastes", commander=("Haunted One", "Abdel Adrian, Gorion's Ward")), set()),
        (deck("Wastes", commander=("Haunted One", "Thrasios, Triton Hero")), {"702.124"}),
        (deck("Wastes", commander=("Gorm the Great", "Virtus the Veiled")), set()),
        (deck("Wastes", commander=("Gorm the Great", "Rowan Kenrith")), {"702.124"}),
        (deck("Wastes", commander=("Wernog, Rider's Chaplain", "Thrasios, Triton Hero")), {"702.124"}),
        (deck("Wastes", commander=("Barbara Wright", "Mistform Ultimus")), {"702.124"}),
        (deck("Wastes", commander=("Thrasios, Triton Hero", "Tymna the Weaver", *GREEN)), {"903.3"}),
        (deck("Forest", commander=GREEN, size=98), {"903.5a"}),
        (deck("Swamp", ("Nazgûl", 10), commander=BLACK), {"903.5b"}),
        (deck("Swamp", ("Nazgûl", 9), ("Rat Colony", 30), commander=BLACK), set()),
        (deck("Forest", "Fae of Wishes // Granted", commander=GREEN), {"903.5c"}),
        (deck("Forest", "Tropical Island", commander=GREEN), {"903.5d"}),
        (deck("Island", ("Swamp", 3), commander=("Clara Oswald",)), {"903.5d"}),
        (deck("Island", "Sol Ring", commander=("Clara Oswald",)), set()),
        (
            deck("Island", commander=("Niv-Mizzet, the Firemind",), companion="Lutri, the Spellchaser"),
            {"ban"},
        ),
        (deck("Forest", commander=GREEN, companion="Gyruda, Doom of Depths"), {"702.139", "903.5c"}),
        (deck("Wastes", "Mana Crypt", commander=COLOURLESS, day="2024-09-22"), set()),
        (deck("Wastes", "Mana Crypt", commander=COLOURLESS, day="2024-09-23"), {"ban"}),
        (deck("Wastes", "A-Dragon's Rage Channeler", commander=COLOURLESS), {"903.5c", "pool"}),
    ],
)
def test_commander(some: RefDeck, rules: set[str]) -> None:
    assert broken(commander.judge, some) == rules


@pytest.mark.parametrize(
    ("some", "rules"),
    [
        (deck("Wastes", "Sol Ring", commander=COLOURLESS), {"FR9"}),
        (deck("Swamp", commander=("Edgar Markov",)), {"FR9"}),
        (deck("Island", "Force of Will", commander=("Talrand, Sky Summoner",), day="2025-07-27"), set()),
        (deck("Island", "Force of Will", commander=("Talrand, Sky Summoner",), day="2025-07-28"), {"FR9"}),
        (deck("Swamp", "Last Voyage of the _____", commander=BLACK, day="2024-05-27"), {"FR9"}),
        (deck("Swamp", "Last Voyage of the _____", commander=BLACK, day="2024-05-26"), set()),
        (deck("Swamp", ("Rat Colony", 9), commander=BLACK), set()),
        (deck("Wastes", commander=("Thrasios, Triton Hero", "Tymna the Weaver")), set()),
    ],
)
def test_duel_commander(some: RefDeck, rules: set[str]) -> None:
    assert broken(duel_commander.judge, some) == rules


def test_a_card_that_may_not_be_of_paper_play_is_unknown() -> None:
    some = deck("Swamp", "Last Voyage of the _____", commander=BLACK, day="2024-05-26")
    assert duel_commander.judge(some, restrictions()).verdict == "unknown"


def test_lists_that_lost_their_commander_are_unknown() -> None:
    assert commander.judge(deck("Wastes", size=99), ()).verdict == "unknown"
    assert commander.judge(deck("Wastes", size=100), ()).verdict == "illegal"
    assert german_edh.judge(deck("Wastes", size=98), ()).verdict == "illegal"
