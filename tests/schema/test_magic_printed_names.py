"""Printed names that every French or German list holds (FR7, DE7), whatever the card file's language."""

import csv

import pytest

from schema.magic import PRINTED, PrintedFace, magic_card, printed_names_of
from schema.names import name_keys


def test_every_basic_land_has_its_printed_names():
    for name, french, german in (
        ("Plains", "Plaine", "Ebene"),
        ("Island", "Île", "Insel"),
        ("Swamp", "Marais", "Sumpf"),
        ("Mountain", "Montagne", "Gebirge"),
        ("Forest", "Forêt", "Wald"),
    ):
        assert {(french, "fr"), (german, "de")} <= set(printed_names_of(name))


def test_no_printed_name_stands_for_two_cards():
    with PRINTED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cards = [(name_keys("mtg", row["printed"])[-1][1], row["name"]) for row in rows]
    assert len({key for key, _ in cards}) == len(set(cards))


@pytest.mark.parametrize("printed", ["Relique de la Coalition", "Urborg, tombe de Yaugzebul"])
def test_the_french_names_of_the_rule_s_own_example_are_known(printed):
    with PRINTED.open(encoding="utf-8", newline="") as file:
        assert printed in {row["printed"] for row in csv.DictReader(file)}


def test_the_card_carries_them():
    face = PrintedFace(name="Forest", mana_cost="", type_line="Basic Land — Forest", text="({T}: Add {G}.)")
    card = magic_card([face], layout="normal")
    assert ("Wald", "printed", "de") in card.names
