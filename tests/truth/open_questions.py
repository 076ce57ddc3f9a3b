"""Decks on which the two judges are known to part, each with the document that has a word on it.

A difference of these kinds is set aside by the agreement tests; every other one fails them.
"""

from collections.abc import Callable

from tests.reference.common import names_no_commander
from tests.reference.dm_facts import is_god
from tests.reference.dmedh import printed_civilizations
from tests.reference.gods import TRI_G_LINK
from tests.truth.agreement import Difference


def a_list_that_names_no_commander(each: Difference) -> bool:
    """Public complaint (99 cards, no commander): can't be told, since sources lose commanders."""
    return each.deck.format != "ryugekisen" and names_no_commander(each.deck)


def a_god_beside_an_unknown_commander(each: Difference) -> bool:
    """The unknown one may be the God it links with."""
    commanders = each.deck.commanders
    beside_unknown = bool(commanders) and each.deck.unresolved.get("commander", 0) > 0
    return beside_unknown and all(is_god(one.card) for one in commanders)


def a_tri_g_god_beside_others(each: Difference) -> bool:
    """Whether 破壊神デス links otherwise than by the Tri-G-Link, the table does not hold."""
    names = {one.card.name for one in each.deck.commanders}
    return "破壊神デス" in names and names != TRI_G_LINK


def a_count_of_unknown_civilizations(each: Difference) -> bool:
    """DM8 from N civilizations up: of a commander whose civilizations are not known it can't be said."""
    only_theirs = each.their_rules - each.ours.rules()
    return only_theirs == {("DM8", "advisory")} and printed_civilizations(each.deck) is None


def the_same_commander_twice(each: Difference) -> bool:
    """Two copies of one commander break the singleton clause whatever else they break."""
    cards = [one.card for one in each.deck.commanders]
    return len(set(cards)) < len(cards)


def a_count_that_an_excerpt_misses(each: Difference) -> bool:
    """RY3 of a list of which most is not there: the verdict is the same, only SQL lists the breach."""
    only_theirs = each.their_rules - each.ours.rules()
    return each.ours.verdict == each.theirs == "incomplete" and only_theirs == {("RY3", "violation")}


def lutri_beside_a_second_commander(each: Difference) -> bool:
    """702.139b: the starting deck holds the commanders, so a copy of one in the deck repeats a name."""
    lutri = any(card.name == "Lutri, the Spellchaser" for card, _ in each.deck.zone("companion"))
    main = {card for card, _ in each.deck.zone("main")}
    return lutri and any(one.card in main for one in each.deck.commanders)


OPEN: tuple[Callable[[Difference], bool], ...] = (
    a_list_that_names_no_commander,
    a_god_beside_an_unknown_commander,
    a_tri_g_god_beside_others,
    a_count_of_unknown_civilizations,
    the_same_commander_twice,
    lutri_beside_a_second_commander,
    a_count_that_an_excerpt_misses,
)


def is_open(each: Difference) -> bool:
    return any(question(each) for question in OPEN)
