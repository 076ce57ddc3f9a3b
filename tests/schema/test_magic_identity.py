"""Identities by every method, each trap of comprehensive rule 903.4 on a made-up card."""

from __future__ import annotations

import pytest

from schema.identity import METHODS
from schema.magic import PrintedFace, identity_difference, magic_card
from schema.magic_identity import identities


def face(
    cost: str | None = None, text: str | None = "", kind: str = "Creature — Elf", **rest: object
) -> PrintedFace:
    return PrintedFace(name="Made-up", type_line=kind, mana_cost=cost, text=text, **rest)  # type: ignore[arg-type]


def masks(*faces: PrintedFace, given: str | None = None) -> dict[str, str | None]:
    found = identities(faces, given)
    return {
        method: None if colours is None else "".join(letter for letter in "WUBRG" if letter in colours)
        for method, colours in found
    }


@pytest.mark.parametrize(
    ("cost", "text", "identity", "literal"),
    [
        ("{1}{G}", "", "G", "G"),
        ("{G/W}", "", "WG", "WG"),
        ("{2}", "{1}{B}, {T}: Draw a card.", "B", "B"),
        ("{2}{B}", "Extort (Whenever you cast a spell, you may pay {W/B}.)", "B", "WB"),
        ("{2}{G}", "{T}: Add one mana of any color.", "G", "G"),
        ("{3}", "Create a white token.", "", ""),
        ("{2}{R}", "Devoid (This card has no color.)", "R", "R"),
        ("{4}", "Made-up is all colors.", "WUBRG", ""),
        ("{2}{G}", "Made-up is all colors. (It doesn't affect its color identity.)", "G", "G"),
        ("{4}", "Each permanent you control is all colors.", "", ""),
        ("{7}", "Prototype {2}{U}{U} — 3/3", "U", "U"),
        ("{2}", 'Equipped creature has "{T}: Add {R}."', "R", "R"),
        ("{C}{C}", "{S}: Scry 1.", "", ""),
    ],
)
def test_symbols_of_cost_and_text(cost: str, text: str, identity: str, literal: str) -> None:
    found = masks(face(cost, text))
    assert found["colour_identity"] == identity
    assert found["symbols_with_reminder"] == literal


def test_reminder_text_decides_one_method_alone() -> None:
    found = masks(face("{2}{B}", "Extort (You may pay {W/B}.)"))
    assert (found["symbols_with_reminder"], found["symbols_without_reminder"]) == ("WB", "B")


def test_the_colour_indicator_counts_for_identity_alone() -> None:
    found = masks(face(None, "", indicator=("U",)))
    assert (found["colour_identity"], found["symbols_with_reminder"], found["cost_symbols"]) == ("U", "", "")


def test_listed_colours_count_for_identity() -> None:
    assert masks(face("{0}", "", colours=("R",)))["colour_identity"] == "R"


@pytest.mark.parametrize(
    ("kind", "text", "colours"),
    [
        ("Basic Land — Forest", "({T}: Add {G}.)", "G"),
        ("Land — Plains Island", "({T}: Add {W} or {U}.)", "WU"),
        ("Land", "{T}, Sacrifice this land: Search for an Island or Swamp card.", ""),
        ("Land", "This card is every land type.", "WUBRG"),
        ("Basic Land", "{T}: Add {C}.", ""),
        ("Enchantment — Forest", "", ""),
    ],
)
def test_basic_land_types(kind: str, text: str, colours: str) -> None:
    found = masks(face(None, text, kind))
    assert found["basic_type_colours"] == colours
    assert found["colour_identity"] == ""


def test_every_face_counts_but_the_front_pays() -> None:
    front, back = face("{1}{G}{G}"), face("{W}{U}{B}{R}{G}", kind="Enchantment")
    found = masks(front, back)
    assert (found["colour_identity"], found["cost_symbols"]) == ("WUBRG", "G")


def test_without_text_nothing_is_guessed() -> None:
    found = masks(face("{G}", None))
    assert (
        found["colour_identity"]
        is found["symbols_with_reminder"]
        is found["symbols_without_reminder"]
        is None
    )
    assert found["cost_symbols"] == "G"


def test_the_files_identity_fills_in_what_it_alone_knows() -> None:
    assert masks(face("{0}", ""), given="R")["colour_identity"] == "R"
    missing = (face("{B}", ""), face(None, None, ""))
    settled = masks(*missing, given="B")
    assert (settled["colour_identity"], settled["symbols_with_reminder"]) == ("B", "B")
    open_question = masks(*missing, given="BG")
    assert (open_question["colour_identity"], open_question["symbols_with_reminder"]) == ("BG", None)
    assert masks(face(None, "", "Land — Forest"), given="G")["colour_identity"] == ""


def test_every_magic_method_is_given() -> None:
    theirs = {"civilization", "civilization_front", "command_civilization"}
    assert set(masks(face("{G}"))) == set(METHODS) - theirs


def test_differences_are_told_with_both_sides() -> None:
    kobold = face("{0}", "")
    found = identity_difference("Made-up Kobold", [kobold], "R")
    assert str(found) == "Made-up Kobold: none by its text, R in the file"
    assert identity_difference("x", [kobold], "") is None
    assert identity_difference("x", [kobold], None) is None
    assert identity_difference("x", [face("{G}", None)], "R") is None
    assert identity_difference("x", [face(None, "", "Land — Forest")], ["G"]) is None


def test_reading_a_card_twice_changes_nothing() -> None:
    """Public complaint: validating a deck wrote the identity into the card's colours."""
    faces = [face("{2}{R}", "{W}{U}{B}{R}{G}: Untap.")]
    first, second = magic_card(faces, layout="normal"), magic_card(faces, layout="normal")
    assert first == second
    assert first.faces[0].colours == ("R",)
    assert dict(first.identities)["colour_identity"] == frozenset("WUBRG")
