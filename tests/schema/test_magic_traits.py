"""Traits of a Magic card: types, the command zone's keywords, companions, permissions, copies."""

from __future__ import annotations

import pytest

from schema.magic import PrintedFace, aliases_of, magic_card
from schema.magic_clauses import companion_traits, copy_limit, permission_traits
from schema.traits import is_trait


def traits(
    kind: str, text: str = "", *, cost: str | None = None, power: str | None = None, name: str = "M"
) -> set[str]:
    found = magic_card([PrintedFace(name, kind, cost, text, power=power)], layout="normal").traits
    assert all(is_trait("mtg", trait) for trait in found)
    assert len(set(found)) == len(found)
    return set(found)


LEADERS = {"legendary", "creature", "vehicle_commander", "can_be_commander", "background", "doctor"}


@pytest.mark.parametrize(
    ("kind", "text", "power", "expected"),
    [
        ("Legendary Creature — Elf", "", "1", {"legendary", "creature"}),
        ("Legendary Artifact Creature — Golem", "", "1", {"legendary", "creature"}),
        ("Creature — Elf", "", "1", {"creature"}),
        ("Legendary Planeswalker — Jace", "", None, {"legendary"}),
        (
            "Legendary Planeswalker — Jace",
            "M can be your commander.",
            None,
            {"legendary", "can_be_commander"},
        ),
        ("Legendary Artifact — Vehicle", "Crew 2", "4", {"legendary", "vehicle_commander"}),
        ("Artifact — Vehicle", "Crew 2", "4", set()),
        ("Legendary Artifact — Spacecraft", "", "4", {"legendary", "vehicle_commander"}),
        ("Legendary Artifact — Spacecraft", "", None, {"legendary"}),
        ("Legendary Enchantment — Background", "", None, {"legendary", "background"}),
        ("Legendary Creature — Time Lord Doctor", "", "1", {"legendary", "creature", "doctor"}),
        ("Legendary Creature — Human Time Lord Doctor", "", "1", {"legendary", "creature"}),
        (
            "Legendary Planeswalker — Grist",
            "As long as M isn't on the battlefield, it's a 2/2 Squirrel creature too.",
            None,
            {"legendary", "creature"},
        ),
    ],
)
def test_who_may_lead(kind: str, text: str, power: str | None, expected: set[str]) -> None:
    assert traits(kind, text, power=power) & LEADERS == expected


def test_a_creature_elsewhere_has_its_types_there() -> None:
    text = "As long as M isn't on the battlefield, it's a 2/2 Squirrel creature too."
    card = magic_card(
        [PrintedFace("M", "Legendary Planeswalker — Grist", "{1}{B}{G}", text)], layout="normal"
    )
    assert card.faces[0].types == ("Planeswalker", "Creature")
    assert card.faces[0].races == ("Grist", "Squirrel")


PAIRING = ("partner", "friends_forever", "choose_a_background", "doctors_companion")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Partner", {"partner"}),
        ("Flying\nPartner (You can have two commanders.)", {"partner"}),
        ("Menace, partner", {"partner"}),
        ("Partner with Other, the Name (It may go too.)", {"partner_with:Other, the Name"}),
        ("Partner—Friends forever", {"friends_forever", "partner_group:friends forever"}),
        ("Friends forever (Both lead.)", {"friends_forever", "partner_group:friends forever"}),
        ("Partner—Survivors", {"partner_group:survivors"}),
        ("Partner—Father & son (x)", {"partner_group:father & son"}),
        ("Choose a Background", {"choose_a_background"}),
        ("Doctor's companion (x)", {"doctors_companion"}),
        ("Partner with Other\nDoctor’s companion", {"partner_with:Other", "doctors_companion"}),
        ("Each commander you control has partner.", set()),
        ("(It has partner with your other commander.)", set()),
        ("Your partner draws a card.", set()),
    ],
)
def test_pairing_keywords(text: str, expected: set[str]) -> None:
    found = {trait for trait in traits("Legendary Creature — Elf", text) if trait.startswith(PAIRING)}
    assert found == expected


def test_a_chosen_colour() -> None:
    text = "If M is your commander, choose a color before the game begins, aloud."
    assert "chosen_colour" in traits("Legendary Creature — Elf", text)
    assert "chosen_colour" not in traits("Creature — Elf", "As M enters, choose a color.")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("Basic Land — Forest", {"basic", "land", "permanent"}),
        ("Basic Snow Land — Forest", {"basic", "snow_basic", "land", "permanent"}),
        ("Basic Land", {"basic", "land", "permanent"}),
        ("Snow Land — Forest", {"land", "permanent"}),
        ("Instant", {"instant_or_sorcery"}),
        ("Kindred Sorcery — Elf", {"instant_or_sorcery"}),
        ("Battle — Siege", {"permanent"}),
        ("Conspiracy", {"conspiracy"}),
        ("Artifact — Attraction", {"permanent", "sticker"}),
    ],
)
def test_types(kind: str, expected: set[str]) -> None:
    assert traits(kind) - {"activated_ability"} == expected


def test_the_front_face_speaks_and_split_halves_together() -> None:
    faces = [
        PrintedFace("A", "Enchantment", "{1}{B}", ""),
        PrintedFace("B", "Legendary Creature — Demon", None, "Partner", power="5"),
    ]
    assert set(magic_card(faces, layout="transform").traits) == {"permanent"}
    halves = [PrintedFace("A", "Instant", "{R}", ""), PrintedFace("B", "Sorcery", "{R}", "")]
    assert set(magic_card(halves, layout="split").traits) == {"instant_or_sorcery", "repeated_symbol"}
    assert set(magic_card(halves, layout="adventure").traits) == {"instant_or_sorcery"}


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("A deck can have any number of cards named Test Rat.", 0),
        ("Flying\nA deck can have up to seven cards named Test Dwarf.", 7),
        ("A deck can have up to nine cards named Test Wraith.", 9),
        ("A deck can have only one card named Test.", None),
        ("(A deck can have any number of cards named Test.)", None),
        ("Search your deck for any number of cards named Test.", None),
    ],
)
def test_copies_by_the_cards_own_text(text: str, limit: int | None) -> None:
    assert copy_limit(text) == limit
    assert ("any_number" in traits("Creature — Rat", text)) is (limit == 0)


@pytest.mark.parametrize(
    ("condition", "trait"),
    [
        ("Your deck, all of it, has only cards with even converted mana costs.", "even_mana_value"),
        ("Your deck, all of it, has only cards with odd mana values and land cards.", "odd_mana_value"),
        ("Your deck, all of it, has only cards that rhyme.", None),
    ],
)
def test_companion_conditions(condition: str, trait: str | None) -> None:
    expected = ["companion"] + ([f"companion:{trait}"] if trait else [])
    assert companion_traits(f"Flying\nCompanion — {condition} (Reminder.)") == expected
    assert companion_traits("Your companion gains flying.") == []


BASICS = "any_identity:supertype=Basic&type=Land"


GRANT = "cards of any color identity and any basic land cards."


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        (f"can have Goblin {GRANT}", ["any_identity:subtype=Goblin", BASICS]),
        (
            f"can have enchantment creature and Shrine {GRANT}",
            ["any_identity:type=Enchantment&type=Creature", "any_identity:subtype=Shrine", BASICS],
        ),
        (
            f"can have creature cards with mana value 5 or less {GRANT.removeprefix('cards ')}",
            ["any_identity:type=Creature&mana_value<=5", BASICS],
        ),
        ("can have any land cards.", ["any_identity:type=Land"]),
        ("has no maximum deck size.", ["no_maximum_size"]),
        ("can have cards that rhyme.", ["unread_clause"]),
        ("has two sideboards.", ["unread_clause"]),
    ],
)
def test_permissions_of_a_commander(clause: str, expected: list[str]) -> None:
    assert permission_traits(f"Rulebreaker — A deck with this commander {clause}\nFlying") == expected
    assert all(is_trait("mtg", trait) for trait in expected)


def test_one_extra_colour() -> None:
    clause = (
        "Rulebreaker — If M is your commander, the color identity of instant and Aura cards in your deck can"
        " include one color of your choice not in your commander's color identity, and your deck can have any"
        " basic land cards."
    )
    assert permission_traits(clause) == [
        "one_extra_colour:type=Instant",
        "one_extra_colour:subtype=Aura",
        BASICS,
    ]


def test_an_unreadable_clause_is_told_never_passed_over() -> None:
    assert permission_traits("Rulebreaker — Anything goes.") == ["unread_clause"]
    assert permission_traits("Flying") == []


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("{T}: Add {G}.", "Creature", True),
        ("Sacrifice M: Draw a card.", "Creature", True),
        ("Equip {2}", "Artifact", True),
        ("Equip—Discard a card.", "Artifact", True),
        ("Cycling {2}", "Creature", True),
        ("Boast — {1}: Draw a card.", "Creature", True),
        ("[+1]: Draw a card.", "Planeswalker", True),
        ("+1: Draw a card.", "Planeswalker", True),
        ("−3: Exile it.", "Planeswalker", True),
        ("", "Land — Forest", True),
        ("Equip legendary creature {2}", "Artifact", True),
        ("Artifact landcycling {2}", "Creature", True),
        ("Reinforce X—{X}{W}", "Creature", True),
        ("Craft with one or more Goblins {4}{R}", "Artifact", True),
        ("Machina — Equip {4}", "Artifact", True),
        ("Craft a plan — When M enters, draw a card.", "Artifact", False),
        ("This card is every land type.", "Land", True),
        ("Each Elf card in your hand has cycling {2}.", "Creature", False),
        ("Scavenge the Heap — When M enters, draw a card.", "Creature", False),
        ("Equip costs you pay cost {1} less.", "Creature", False),
        ('Enchanted creature has "{T}: Draw a card."', "Enchantment", False),
        ("Flying (It has {T}: fly.)", "Creature", False),
        ("Whenever you cycle a card, choose one: draw.", "Creature", False),
        ("When M enters, draw a card.", "Creature", False),
        ("Morph {2}{U}", "Creature", False),
        ("", "Creature", False),
    ],
)
def test_activated_abilities(text: str, kind: str, expected: bool) -> None:
    assert ("activated_ability" in traits(kind, text)) is expected


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("{1}{G}", False),
        ("{G}{G}", True),
        ("{X}{X}", True),
        ("{W/U}{W/U}", True),
        ("{W}{U}", False),
        (None, False),
    ],
)
def test_repeated_symbols(cost: str | None, expected: bool) -> None:
    assert ("repeated_symbol" in traits("Creature", cost=cost)) is expected


def test_every_creature_type_is_the_cards_own() -> None:
    assert "every_creature_type" in traits("Creature — Shapeshifter", "Changeling (x)")
    assert "every_creature_type" in traits(
        "Creature — Illusion", "M is every creature type (even in your hand)."
    )
    assert "every_creature_type" not in traits("Artifact", "Equipped creature is every creature type.")


def test_ante_and_stickers() -> None:
    assert "ante" in traits("Artifact", "Leave M out if you're not playing for ante.")
    assert "sticker" in traits("Creature — Clown", "You get {TK}.")
    assert "sticker" in traits("Creature — Clown", "Open an Attraction.")
    assert {"ante", "sticker"}.isdisjoint(traits("Creature — Elf", "A great attraction. Elegante."))


def test_names_of_faces_and_aliases() -> None:
    faces = [PrintedFace("Delver", "Creature", "{U}", ""), PrintedFace("Aberration", "Creature", None, "")]
    card = magic_card(
        faces, layout="transform", names=[("Fouilleur", "printed", "fr"), ("", "printed", "de")]
    )
    assert card.name == "Delver // Aberration"
    assert card.names == (
        ("Delver", "front", "en"),
        ("Aberration", "back", "en"),
        ("Fouilleur", "printed", "fr"),
    )
    halves = magic_card(faces, layout="split")
    assert halves.names[1] == ("Aberration", "face", "en")
    spider = magic_card([PrintedFace("Spider-Man 2099", "Creature", "{U}", "")], layout="normal")
    assert ("Uharis, the Stormspinner", "alias", "en") in spider.names
    assert aliases_of("Sol Ring") == ()


@pytest.mark.parametrize(("pool", "trait"), [(True, None), (False, "outside_pool"), (None, "pool_unknown")])
def test_the_pool(pool: bool | None, trait: str | None) -> None:
    found = magic_card([PrintedFace("M", "Instant", "{U}", "")], layout="normal", pool=pool).traits
    assert set(found) & {"outside_pool", "pool_unknown"} == ({trait} if trait else set())


def test_a_card_has_a_face() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        magic_card([], layout="normal")
