"""Facts of a Duel Masters card, read from its printed types and races (research: card type vocabulary)."""

from dataclasses import replace
from functools import cache

from tests.reference.model import RefCard, RefDeck, RefFace


@cache
def printed_types(card: RefCard) -> set[str]:
    return {kind for face in card.faces for kind in face.types}


@cache
def races(card: RefCard) -> set[str]:
    return {race for face in card.faces for race in face.subtypes}


def is_known(card: RefCard) -> bool:
    """Of some cards only the name is known."""
    return bool(printed_types(card))


def is_creature_face(face: RefFace) -> bool:
    return any("クリーチャー" in kind for kind in face.types)


@cache
def is_creature(card: RefCard) -> bool:
    return any(is_creature_face(face) for face in card.faces)


def is_spell(card: RefCard) -> bool:
    return "呪文" in printed_types(card)


def is_twin_pact(card: RefCard) -> bool:
    return card.layout == "twin_pact"


@cache
def is_psychic(card: RefCard) -> bool:
    return any("サイキック" in kind for kind in printed_types(card))


@cache
def is_dragheart(card: RefCard) -> bool:
    return any("ドラグハート" in kind for kind in printed_types(card))


def is_hyperspatial(card: RefCard) -> bool:
    return is_psychic(card) or is_dragheart(card)


@cache
def is_cell(card: RefCard) -> bool:
    """Linked with others it is one creature of several cells (a Super Creature)."""
    return any("スーパー・クリーチャー" in kind for kind in printed_types(card))


def is_king_cell(card: RefCard) -> bool:
    """A cell that is no psychic card (キング・セル): where it lies, no document says."""
    return any("セル" in kind for kind in printed_types(card))


@cache
def is_gr(card: RefCard) -> bool:
    return any("GRクリーチャー" in kind for kind in printed_types(card))


@cache
def is_forbidden(card: RefCard) -> bool:
    """A forbidden TYPE; the race 禁断 alone does not make one."""
    return any(kind.startswith(("禁断", "最終禁断")) for kind in printed_types(card))


@cache
def is_zero_dragon(card: RefCard) -> bool:
    return any(kind.startswith("零龍") for kind in printed_types(card))


def starts_in_the_battle_zone(card: RefCard) -> bool:
    return is_forbidden(card) or is_zero_dragon(card)


def can_start_outside_the_deck(card: RefCard) -> bool:
    return is_hyperspatial(card) or is_gr(card) or starts_in_the_battle_zone(card)


def is_forbidden_star(card: RefCard) -> bool:
    """FORBIDDEN STAR / 終焉の禁断 ドルマゲドンX: the one set of type 最終禁断."""
    return any(kind.startswith("最終禁断") for kind in printed_types(card))


def with_the_star_beside(deck: RefDeck) -> RefDeck:
    """DM9: FORBIDDEN STAR is not counted among the cards of the deck, wherever the list writes it."""
    stars = tuple(row for row in deck.zone("main") if is_forbidden_star(row[0]))
    if not stars:
        return deck
    rest = tuple(row for row in deck.zone("main") if not is_forbidden_star(row[0]))
    return replace(deck, zones={**deck.zones, "main": rest, "extra": (*deck.zone("extra"), *stars)})


def with_extra_in_the_deck(deck: RefDeck) -> RefDeck:
    """Before DM9 nothing stood beside the count: what is listed there is of the deck."""
    if not deck.zone("extra"):
        return deck
    zones = {zone: rows for zone, rows in deck.zones.items() if zone != "extra"}
    return replace(deck, zones={**zones, "main": (*deck.zone("main"), *deck.zone("extra"))})


@cache
def is_god(card: RefCard) -> bool:
    return any("ゴッド" in race for race in races(card))


def is_zenith(card: RefCard) -> bool:
    return "ゼニス" in races(card)


@cache
def is_dragon(card: RefCard) -> bool:
    """A race of the Dragon category: its name contains ドラゴン (RY2)."""
    return any("ドラゴン" in race for race in races(card))


@cache
def civilizations(card: RefCard) -> frozenset[str] | None:
    """Of all faces together (DM6, HYP2); None when a face's are not known."""
    if any(face.colours is None for face in card.faces):
        return None
    return frozenset(colour for face in card.faces for colour in face.colours or ())


def summoning_cost(card: RefCard, face_no: int = 0) -> float | None:
    """The cost of the creature side; of two creature sides, of the one the list names."""
    face = card.faces[face_no]
    if is_creature_face(face):
        return face.cost
    return next((each.cost for each in card.faces if is_creature_face(each)), None)
