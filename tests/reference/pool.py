"""Card pools and restriction lists for the reference judge, read from the CSV files beside it."""

import csv
from datetime import date
from functools import cache
from pathlib import Path

from tests.reference.magic_cards import split_type_line
from tests.reference.magic_facts import coloured, mana_value
from tests.reference.model import NOTHING, RefCard, RefFace, RefRestriction

HERE = Path(__file__).resolve().parent


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in text.split("/") if word)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _evolution_colours(types: str, flags: list[str]) -> frozenset[str] | None:
    """Civilizations its evolution source names; not known for an evolution card without a flag."""
    for flag in flags:
        if flag.startswith("evolution="):
            named = flag.removeprefix("evolution=")
            return None if named == "?" else _words(named)
    return None if "進化" in types or "NEO" in types else NOTHING


def dm_card(row: dict[str, str]) -> RefCard:
    """One row of `pool_dm.csv`: faces parted by |, words in a face by /, an unknown civilization is ?."""
    flags = row["flags"].split()
    columns = ("faces", "types", "civilizations", "races", "costs")
    faces = tuple(
        RefFace(
            name=name,
            # 〔クリーチャー/タマシード〕 is one face of two types.
            types=_words(types),
            colours=None if colours == "?" else _words(colours),
            subtypes=_words(races),
            cost=_number(cost),
        )
        for name, types, colours, races, cost in zip(*(row[each].split("|") for each in columns), strict=True)
    )
    return RefCard(
        game="dm",
        name=row["name"],
        layout=row["layout"],
        faces=faces,
        any_number="any_number" in flags,
        evolution_colours=_evolution_colours(row["types"], flags),
        centre_link_360="centre_link_360" in flags,
    )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def dm_pool() -> dict[str, RefCard]:
    """The Duel Masters cards by name: real facts, and five made-up cards (見本…) for facts hard to find."""
    return {row["name"]: dm_card(row) for row in _rows(HERE / "pool_dm.csv")}


def _date(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


@cache
def restrictions() -> tuple[RefRestriction, ...]:
    """Dated rows for cards of the pools: a part of the real lists, as facts, and one made-up pair."""
    return tuple(
        RefRestriction(
            list=row["list"],
            cards=tuple(row["cards"].split("+")),
            status=row["status"],
            from_date=_date(row["from"]),
            until_date=_date(row["until"]),
            min_colours=int(row["min_colours"] or 0),
        )
        for row in _rows(HERE / "restrictions.csv")
    )


def _magic_face(name: str, type_line: str, cost: str, indicator: str, keywords: str, power: str) -> RefFace:
    supertypes, types, subtypes = split_type_line(type_line)
    return RefFace(
        name=name,
        types=types,
        supertypes=supertypes,
        subtypes=subtypes,
        colours=coloured(cost) | frozenset(indicator),
        cost=mana_value(cost),
        mana_cost=cost,
        text=keywords.replace("; ", "\n"),
        power=power or None,
    )


def magic_card_of(row: dict[str, str]) -> RefCard:
    """One row of `pool_mtg.csv`: faces parted by |.

    `keywords` is no card text but its facts in our shorthand: keywords, the phrases rules look for,
    {T}: for an activated ability, coloured symbols of the text, in parentheses those of reminder text.
    """
    columns = ("faces", "type_lines", "mana_costs", "indicators", "keywords", "powers")
    faces = zip(*(row[each].split("|") for each in columns), strict=True)
    in_pool = {"yes": True, "no": False, "?": None}[row["paper"]]
    return RefCard(
        "mtg", row["name"], row["layout"], tuple(_magic_face(*face) for face in faces), in_pool=in_pool
    )


@cache
def magic_pool() -> dict[str, RefCard]:
    """The Magic cards by name, real facts."""
    return {row["name"]: magic_card_of(row) for row in _rows(HERE / "pool_mtg.csv")}


@cache
def rulebreaker_cards() -> dict[str, RefCard]:
    """The eight Rulebreaker commanders, newer than the corpus: identity and type as reported (facts)."""
    identities = {
        "Grizzlegom, Hurloon Hero": "R",  # sources differ: RW or RG
        "Maular, the Next Evolution": "RG",
        "Seluma, Light of Aysen": "W",
        "The Everforger": "",
        "The Unluckiest Planeswalker": "R",
        "Tolabow, Loch Rascal": "U",
        "Valko Indorian": "B",
        "Whtz, the Bibliophile": "U",  # sources differ: U or UW
    }
    creature, legendary = frozenset({"Creature"}), frozenset({"Legendary"})
    cards = {}
    for name, colours in identities.items():
        cost = "{2}" + "".join(f"{{{colour}}}" for colour in colours)  # the real costs are not known
        face = RefFace(
            name, creature, frozenset(colours), mana_value(cost), supertypes=legendary, mana_cost=cost
        )
        cards[name] = RefCard("mtg", name, "normal", (face,))
    return cards
