"""Magic's formats clause by clause: the French, the German, Duel Commander, Commander."""

from datetime import date

import pytest

from tests.warehouse.judging import World

DAY = date(2026, 8, 1)
NOV = date(2026, 11, 20)


def make_cards(w: World) -> None:
    for name, colour in (
        ("Plains", "W"),
        ("Island", "U"),
        ("Swamp", "B"),
        ("Mountain", "R"),
        ("Forest", "G"),
    ):
        w.card(name, "", "basic land", basic_type_colours=colour)
        w.card(f"Snow {name}", "", "basic snow_basic land", basic_type_colours=colour)
    w.card("Wastes", "", "basic land")
    legend = "legendary creature"
    for name, colour, traits in (
        ("white", "W", legend),
        ("green", "G", legend),
        ("colourless", "", legend),
        ("blue", "U", legend),
        ("not legendary", "W", "creature"),
        ("legendary relic", "", "legendary"),
        ("walker", "W", "legendary can_be_commander"),
        ("vehicle", "W", "legendary vehicle_commander"),
        ("partner W", "W", f"{legend} partner"),
        ("partner U", "U", f"{legend} partner"),
        ("with Y", "W", f"{legend} partner_with:Y"),
        ("Y", "U", f"{legend} partner_with:with_Y"),
        ("survivor W", "W", f"{legend} partner_group:survivors"),
        ("survivor U", "U", f"{legend} partner_group:survivors"),
        ("friend W", "W", f"{legend} friends_forever"),
        ("friend U", "U", f"{legend} partner_group:friends_forever"),
        ("chooser", "W", f"{legend} choose_a_background"),
        ("history", "B", "legendary background"),
        ("doctor", "W", f"{legend} doctor"),
        ("companion of the doctor", "U", f"{legend} doctors_companion"),
        ("partner and companion", "U", f"{legend} partner doctors_companion"),
        ("piper", "", f"{legend} partner chosen_colour"),
        ("Seluma", "W", f"{legend} any_identity:subtype=Angel any_identity:supertype=Basic"),
        ("Grizzlegom", "R", f"{legend} any_identity:type=Land"),
        ("Tolabow", "U", f"{legend} one_extra_colour:type=Instant any_identity:type=Land"),
        ("Whtz", "U", f"{legend} no_maximum_size"),
        ("riddle", "W", f"{legend} unread_clause"),
    ):
        w.card(name, colour, traits)
    # "Partner with" names its partner in words; spaces part traits here only.
    w.con.execute(
        "update card set traits = ['legendary', 'creature', 'partner_with:with Y'] where name = 'Y'"
    )
    w.con.execute(
        "update card set traits = ['legendary', 'creature', 'partner_group:friends forever'] where name = 'friend U'"  # noqa: E501
    )
    w.con.execute("update card_face set supertypes = ['Basic'] where name in ('Swamp', 'Plains', 'Island')")
    w.card("angel U", "U", "creature", races="Angel")
    w.card("shapeshifter U", "U", "creature every_creature_type", races="Shapeshifter")
    w.card("bird U", "U", "creature", races="Bird")
    w.card("dual UG", "", "land", basic_type_colours="UG")
    w.card("any colour", "", "")
    for name, colour in (("white spell", "W"), ("red spell", "R"), ("red bolt", "R"), ("black spell", "B")):
        w.card(name, colour, "")
    w.card("rats", "B", "creature any_number", copy_limit=0)
    w.card("seven", "R", "creature", copy_limit=7)
    w.card("sticker", "", "creature sticker")
    w.card("silver border", "", "creature outside_pool")
    w.card("nobody knows", "", "creature pool_unknown")
    w.card("cost R text WB", "WBR", legend, cost_symbols="R", symbols_with_reminder="WBR")
    w.card("red general", "R", legend, cost_symbols="R", symbols_with_reminder="R")
    w.card("reminder W", "R", "", symbols_with_reminder="RW", symbols_without_reminder="R")
    w.card(
        "indicator R", "R", "creature", symbols_with_reminder="", symbols_without_reminder="", cost_symbols=""
    )


# name: (format, commanders, main, verdict, rules)
CASES: dict[str, tuple] = {
    "FR1": ("french-commander", ["white"], [("Plains", 99)], "legal", set()),
    "FR1 under": ("french-commander", ["white"], [("Plains", 98)], "illegal", {"FR1"}),
    "FR1 over": ("french-commander", ["white"], [("Plains", 100)], "illegal", {"FR1"}),
    "FR2": ("french-commander", ["white"], [("white spell", 2), ("Plains", 97)], "illegal", {"FR2"}),
    "FR2 snow": ("french-commander", ["white"], [("Snow Plains", 9), ("Wastes", 90)], "legal", set()),
    "FR2 rats": (
        "french-commander",
        ["colourless"],
        [("rats", 2), ("Wastes", 97)],
        "illegal",
        {"FR2", "FR4"},
    ),
    "FR3": ("french-commander", ["not legendary"], [("Plains", 99)], "illegal", {"FR3"}),
    "FR3 vehicle": ("french-commander", ["vehicle"], [("Plains", 99)], "illegal", {"FR3"}),
    "FR3 two": ("french-commander", ["partner W", "partner U"], [("Plains", 98)], "illegal", {"FR3"}),
    "FR4": ("french-commander", ["white"], ["red spell", ("Plains", 98)], "illegal", {"FR4"}),
    "FR5": ("french-commander", ["green"], ["dual UG", ("Forest", 98)], "illegal", {"FR5"}),
    "FR5 basic": ("french-commander", ["white"], ["Island", ("Plains", 98)], "illegal", {"FR5"}),
    "FR6": ("french-commander", ["colourless"], ["any colour", ("Wastes", 98)], "legal", set()),
    "FR4 Piper": ("french-commander", ["piper"], [("Forest", 99)], "illegal", {"FR5"}),
    "DE1": ("german-edh", ["not legendary"], [("Plains", 99)], "illegal", {"DE1"}),
    "DE3 text of the general": ("german-edh", ["cost R text WB"], [("Mountain", 99)], "illegal", {"DE3"}),
    "DE3": ("german-edh", ["red general"], ["black spell", ("Mountain", 98)], "illegal", {"DE3"}),
    "DE3 reminder": ("german-edh", ["red general"], ["reminder W", ("Mountain", 98)], "illegal", {"DE3"}),
    "DE3 indicator": ("german-edh", ["colourless"], ["indicator R", ("Wastes", 98)], "legal", set()),
    "DE4": ("german-edh", ["red general"], ["Island", ("Mountain", 98)], "illegal", {"DE4"}),
    "DE6": ("german-edh", ["red general"], [("Mountain", 100)], "illegal", {"DE6"}),
    "DE7": ("german-edh", ["red general"], [("seven", 2), ("Mountain", 97)], "illegal", {"DE7"}),
    "DE7 snow": ("german-edh", ["red general"], [("Snow Mountain", 99)], "legal", set()),
    "CO1": ("commander", ["white"], [("Plains", 100)], "illegal", {"CO1"}),
    "CO2 rats": ("commander", ["history"], [("rats", 9), ("Swamp", 90)], "illegal", {"CO3"}),
    "CO2 seven": ("commander", ["red general"], [("seven", 7), ("Mountain", 92)], "legal", set()),
    "CO2 eight": ("commander", ["red general"], [("seven", 8), ("Mountain", 91)], "illegal", {"CO2"}),
    "CO2 commander again": ("commander", ["white"], ["white", ("Plains", 98)], "illegal", {"CO2"}),
    "CO3 relic": ("commander", ["legendary relic"], [("Wastes", 99)], "illegal", {"CO3"}),
    "CO3 walker": ("commander", ["walker"], [("Plains", 99)], "legal", set()),
    "CO3 vehicle": ("commander", ["vehicle"], [("Plains", 99)], "legal", set()),
    "CO3 none": ("commander", [], [("Wastes", 100)], "illegal", {"CO3"}),
    "CO3 three": ("commander", ["white", "green", "blue"], [("Wastes", 97)], "illegal", {"CO3"}),
    "CO4 strangers": ("commander", ["white", "blue"], [("Plains", 98)], "illegal", {"CO4"}),
    "CO4 partners": (
        "commander",
        ["partner W", "partner U"],
        [("Plains", 49), ("Island", 49)],
        "legal",
        set(),
    ),
    "CO4 twice": ("commander", ["partner W", "partner W"], [("Plains", 98)], "illegal", {"CO2", "CO4"}),
    "CO4 partner with": ("commander", ["with Y", "Y"], [("Plains", 98)], "legal", set()),
    "CO4 partner with another": ("commander", ["with Y", "partner U"], [("Plains", 98)], "illegal", {"CO4"}),
    "CO4 group": ("commander", ["survivor W", "survivor U"], [("Plains", 98)], "legal", set()),
    "CO4 two groups": ("commander", ["survivor W", "friend U"], [("Plains", 98)], "illegal", {"CO4"}),
    "CO4 friends": ("commander", ["friend W", "friend U"], [("Plains", 98)], "legal", set()),
    "CO4 background": ("commander", ["chooser", "history"], [("Plains", 49), ("Swamp", 49)], "legal", set()),
    "CO4 background of another": ("commander", ["white", "history"], [("Plains", 98)], "illegal", {"CO4"}),
    "CO4 doctor": ("commander", ["doctor", "companion of the doctor"], [("Plains", 98)], "legal", set()),
    "CO4 two companions": (
        "commander",
        ["partner and companion", "companion of the doctor"],
        [("Island", 98)],
        "illegal",
        {"CO4"},
    ),
    "CO4 either ability": (
        "commander",
        ["partner and companion", "partner W"],
        [("Island", 98)],
        "legal",
        set(),
    ),
    "CO5": ("commander", ["white"], ["red spell", ("Plains", 98)], "illegal", {"CO5"}),
    "CO5 union": ("commander", ["partner W", "partner U"], ["red spell", ("Plains", 97)], "illegal", {"CO5"}),
    "CO5 Piper one": ("commander", ["piper"], ["black spell", ("Swamp", 98)], "legal", set()),
    "CO5 Piper two": ("commander", ["piper"], ["Forest", ("Swamp", 98)], "illegal", {"CO6"}),
    "CO5 Piper split": ("commander", ["piper"], ["red spell", ("Swamp", 98)], "illegal", {"CO5", "CO6"}),
    "CO5 Piper and partner": (
        "commander",
        ["piper", "partner U"],
        [("Island", 49), ("Swamp", 49)],
        "legal",
        set(),
    ),
    "CO6": ("commander", ["green"], ["dual UG", ("Forest", 98)], "illegal", {"CO6"}),
    "CO9": ("commander", ["colourless"], ["silver border", ("Wastes", 98)], "illegal", {"CO9"}),
    "CO9 open": ("commander", ["colourless"], ["nobody knows", ("Wastes", 98)], "unknown", set()),
    "Seluma": (
        "commander",
        ["Seluma"],
        ["angel U", "shapeshifter U", "Swamp", ("Plains", 96)],
        "legal",
        set(),
    ),
    "Seluma's bird": ("commander", ["Seluma"], ["bird U", ("Plains", 98)], "illegal", {"CO5"}),
    "Seluma's dual": ("commander", ["Seluma"], ["dual UG", ("Plains", 98)], "illegal", {"CO6"}),
    "Seluma in the deck": ("commander", ["white"], ["Seluma", "Swamp", ("Plains", 97)], "illegal", {"CO6"}),
    "Grizzlegom": ("commander", ["Grizzlegom"], ["dual UG", ("Mountain", 98)], "legal", set()),
    "Tolabow one": (
        "commander",
        ["Tolabow"],
        ["red spell", "red bolt", "Swamp", ("Island", 96)],
        "legal",
        set(),
    ),
    "Tolabow two": (
        "commander",
        ["Tolabow"],
        ["red spell", "black spell", ("Island", 97)],
        "illegal",
        {"CO5"},
    ),
    "Whtz over": ("commander", ["Whtz"], [("Island", 149)], "legal", set()),
    "Whtz under": ("commander", ["Whtz"], [("Island", 98)], "illegal", {"CO1"}),
    "a riddle": ("commander", ["riddle"], [("Plains", 99)], "unknown", set()),
    "Duel Seluma": ("duel-commander", ["Seluma"], ["angel U", ("Plains", 98)], "unknown", set()),
    "Duel Whtz": ("duel-commander", ["Whtz"], [("Island", 149)], "unknown", set()),
    "Duel partners": ("duel-commander", ["partner W", "partner U"], [("Plains", 98)], "legal", set()),
    "Duel strangers": ("duel-commander", ["white", "blue"], [("Plains", 98)], "illegal", {"FR9"}),
    "Duel sticker": ("duel-commander", ["colourless"], ["sticker", ("Wastes", 98)], "illegal", {"DC2"}),
    "Duel rats": ("duel-commander", ["cost R text WB"], [("rats", 9), ("Swamp", 90)], "legal", set()),
}
EDGES: dict[str, tuple] = {
    "vehicles": ("commander", ["vehicle"], [("Plains", 99)], date(2025, 7, 25), "illegal", "legal"),
    "stickers": (
        "duel-commander",
        ["colourless"],
        ["sticker", ("Wastes", 98)],
        date(2024, 5, 27),
        "legal",
        "illegal",
    ),
}


@pytest.fixture(scope="module")
def world() -> World:
    w = World("mtg")
    make_cards(w)
    for name, (form, commanders, main, *_) in CASES.items():
        w.deck(form, commanders, main, NOV, name=name)
    for name, (form, commanders, main, day, *_) in EDGES.items():
        for when, shift in (("before", -1), ("on", 0), ("after", 1)):
            w.deck(form, commanders, main, date.fromordinal(day.toordinal() + shift), name=f"{name}, {when}")
    w.restrict("commander")
    w.restrict("duel-commander")
    w.judge()
    return w


@pytest.mark.parametrize("name", CASES)
def test_clause(world: World, name: str) -> None:
    *_, verdict, rules = CASES[name]
    assert (world.verdict(name), world.found(name)) == (verdict, rules)


@pytest.mark.parametrize("name", EDGES)
def test_edition_edge(world: World, name: str) -> None:
    *_, before, after = EDGES[name]
    assert [world.verdict(f"{name}, {when}") for when in ("before", "on", "after")] == [before, after, after]
