"""Decks of Magic on the edge of a rule, on the real cards: companions, pairs, symbols, colours, days."""

# ruff: noqa: E501 (tables read better on one line a row)

import gzip
import json
from pathlib import Path

import pytest

from parsers.cards import read_cards
from tests.truth.edge_decks import Answer, EdgeDeck, cards_in_memory, judged, legal_or

pytestmark = pytest.mark.shared

DAY = "2026-11-20"
GREEN, RED, BLACK, WHITE, PALE = (
    "Azusa, Lost but Seeking", "Krenko, Mob Boss", "Drana, Kalastria Bloodchief", "Isamaru, Hound of Konda",
    "Karn, Silver Golem",
)  # fmt: skip

# companion -> (commander, cards that meet its condition, cards each of which breaks it)
COMPANIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "Gyruda, Doom of Depths": ("Ramirez DePietro", ("Counterspell", "Commit // Memory", "Exsanguinate", "Bojuka Bog"), ("Expedition Map", "Far // Away")),
    "Obosh, the Preypiercer": ("Kaervek the Merciless", ("Lightning Bolt", "Fireball", "Blightstep Pathway"), ("Arcane Signet", "Walking Ballista", "Charred Foyer // Warped Space", "Shatterskull Smashing")),
    "Keruga, the Macrosage": ("Tatyova, Benthic Druid", ("Cultivate", "Incubation // Incongruity", "Brazen Borrower", "Barkchannel Pathway", "Dryad Arbor"), ("Expedition Map", "Ancestral Vision", "Hydroid Krasis", "Jwari Disruption", "Fae of Wishes", "Delver of Secrets")),
    "Lurrus of the Dream-Den": ("Ayli, Eternal Pilgrim", ("Damnation", "Walking Ballista", "Dusk // Dawn", "Invasion of Gobakhan", "Agadeem's Awakening", "Skyclave Cleric", "Giant Killer"), ("Solemn Simulacrum", "Dazzling Theater // Prop Room", "Invasion of Fiora")),
    "Jegantha, the Wellspring": ("Niv-Mizzet Reborn", ("Boros Charm", "Blasphemous Act", "Gitaxian Probe", "Icehide Golem", "Status // Statue", "Bonecrusher Giant"), ("Counterspell", "Walking Ballista", "Kitchen Finks", "Spectral Procession", "Rise // Fall", "Fire // Ice", "Brazen Borrower")),
    "Kaheera, the Orphanguard": ("Gishath, Sun's Avatar", ("Woodland Changeling", "Lion Sash", "Smuggler's Copter", "Tangled Florahedron", "Growing Rites of Itlimoc"), ("Llanowar Elves", "Skyclave Cleric", "Huntmaster of the Fells", "Dryad Arbor")),
    "Zirda, the Dawnwaker": ("Brion Stoutarm", ("Skullclamp", "Lightning Helix", "Chandra, Torch of Defiance", "Smuggler's Copter", "Hell's Thunder", "Student of Warfare", "Drannith Stinger", "Plateau", "Fabled Passage", "Goldmaw Champion"), ("Glorious Anthem", "Urborg, Tomb of Yawgmoth", "History of Benalia", "Bonecrusher Giant", "Ethereal Armor", "Solitude", "Regal Leosaur", "Goldspan Dragon", "Smothering Tithe")),
    "Umori, the Collector": ("Nath of the Gilt-Leaf", ("Llanowar Elves", "Solemn Simulacrum", "Foulmire Knight", "Dryad Arbor"), ("Expedition Map", "Cultivate", "Prowess of the Fair", "Smuggler's Copter")),
}  # fmt: skip

# (format, commanders, cards, day, the rules violated)
DECKS: list[tuple[str, str, str, str, set[str]]] = [
    ("commander", "Wilson, Refined Grizzly + Guild Artisan", "Lightning Bolt", DAY, set()),
    ("commander", "Raised by Giants + Guild Artisan", "", DAY, {"CO4"}),
    ("commander", "Wilson, Refined Grizzly + Faceless One", "Llanowar Elves; Opt", DAY, set()),
    ("commander", "Wilson, Refined Grizzly + Faceless One", "Llanowar Elves; Opt; Lightning Bolt", DAY, {"CO5"}),
    ("commander", "Faceless One + Guild Artisan", "Lightning Bolt; Opt", DAY, set()),
    ("commander", "Faceless One", "Lightning Bolt; Opt", DAY, {"CO5"}),
    ("commander", "The Fourth Doctor + Clara Oswald", "Swords to Plowshares", DAY, set()),
    ("commander", "The Fourth Doctor + The Tenth Doctor", "", DAY, {"CO4"}),
    ("commander", "Sarah Jane Smith + Rose Tyler", "", DAY, {"CO4"}),
    ("commander", "Rory Williams + The Eleventh Doctor", "", DAY, {"CO4"}),
    ("commander", "Cecily, Haunted Mage + Tymna the Weaver", "", DAY, {"CO4"}),
    ("commander", "The Prismatic Piper + Tymna the Weaver", "Lightning Bolt", DAY, set()),
    ("commander", RED, "Dryad Arbor", DAY, {"CO5", "CO6"}),
    ("commander", GREEN, "Ancestral Vision", DAY, {"CO5"}),
    ("commander", PALE, "Westvale Abbey", DAY, {"CO5"}),
    ("commander", PALE, "Ghostfire", DAY, {"CO5"}),
    ("commander", "Kaldring, the Rimestaff", "Counterspell; Doom Blade", DAY, set()),
    ("commander", "Braids, Cabal Minion", "", "2014-09-25", {"CO7"}),
    ("commander", BLACK, "Braids, Cabal Minion", "2014-09-25", set()),
    ("commander", BLACK, "Braids, Cabal Minion", "2014-09-26", {"CO7"}),
    ("commander", "Braids, Cabal Minion", "", "2025-04-22", set()),
    ("french-commander", GREEN, "Relique de la coalition; Urborg, tombe de Yaugzebul; 9 Forêt", DAY, set()),
    ("french-commander", RED, "Dryad Arbor", DAY, {"FR4", "FR5"}),
    ("french-commander", GREEN, "Transguild Courier", DAY, {"FR4"}),
    ("french-commander", GREEN, "Fallaji Wayfarer", DAY, set()),
    ("french-commander", "Reaper King", "Kitchen Finks; Dismember", DAY, set()),
    ("french-commander", "Kytheon, Hero of Akros", "", DAY, set()),
    ("german-edh", "Phelddagrif", "Transguild Courier; Crimson Kobolds; Kitchen Finks; Breeding Pool; Dryad Arbor; Polluted Delta", DAY, set()),
    ("german-edh", "Phelddagrif", "Dismember", DAY, {"DE3"}),
    ("german-edh", WHITE, "Dryad Arbor", DAY, {"DE3", "DE4"}),
    ("german-edh", "Archangel Avacyn", "9 Ebene", DAY, set()),
    ("german-edh", "Archangel Avacyn", "Lightning Bolt", DAY, {"DE3"}),
    ("german-edh", "Esika, God of the Tree", "", DAY, {"DE3"}),
    ("german-edh", "Reaper King", "Counterspell; Dismember; Forest", DAY, set()),
    ("german-edh", "Rhys the Redeemed", "Kitchen Finks; Savannah; 5 Snow-Covered Forest", DAY, set()),
    ("german-edh", "K'rrik, Son of Yawgmoth", "Dark Ritual; Dismember", DAY, set()),
    ("duel-commander", PALE, "Wasteland", "2025-11-24", {"FR9"}),
    ("duel-commander-mtgdc", PALE, "Wasteland", "2025-11-23", {"FR9"}),
    ("duel-commander-mtgdc", PALE, "Wasteland", "2025-11-24", set()),
    ("duel-commander", "Rakdos, Lord of Riots", "Deadpool, Trading Card", "2025-11-24", set()),
    ("duel-commander-mtgdc", "Rakdos, Lord of Riots", "Deadpool, Trading Card", "2025-11-23", set()),
    ("duel-commander-mtgdc", "Rakdos, Lord of Riots", "Deadpool, Trading Card", "2025-11-24", {"FR9"}),
    ("duel-commander", "Geist of Saint Traft", "", "2025-11-24", {"FR9"}),
    ("duel-commander-mtgdc", "Geist of Saint Traft", "", "2025-11-23", {"FR9"}),
    ("duel-commander-mtgdc", "Geist of Saint Traft", "", "2025-11-24", set()),
    ("duel-commander", "Breya, Etherium Shaper", "", "2025-11-24", set()),
    ("duel-commander-mtgdc", "Breya, Etherium Shaper", "", "2025-11-24", {"FR9"}),
    ("duel-commander", "Hogaak, Arisen Necropolis", "", "2025-05-26", {"FR9"}),
    ("duel-commander", "Nath of the Gilt-Leaf", "Hogaak, Arisen Necropolis", "2025-05-25", {"FR9"}),
    ("duel-commander", "Nath of the Gilt-Leaf", "Hogaak, Arisen Necropolis", "2025-05-26", set()),
    ("duel-commander", "Kenrith, the Returned King", "Deadbeat Attendant", "2024-05-26", set()),
    ("duel-commander", "Kenrith, the Returned King", "Deadbeat Attendant", "2024-05-27", {"DC2"}),
    ("duel-commander", "The Fantasticar", "", "2025-07-24", {"FR3"}),
    ("duel-commander", "The Fantasticar", "", "2026-07-26", set()),
    ("duel-commander", "The Fantasticar", "", "2026-07-27", {"FR9"}),
    ("duel-commander-mtgdc", "The Fantasticar", "", "2026-07-27", set()),
]  # fmt: skip

TRANSLATED = ("Coalition Relic", "Urborg, Tomb of Yawgmoth", "Forest", "Plains")  # named in French or German


def written(commanders: str, cards: str, companion: str = "") -> str:
    """A whole list: commanders joined by +, cards by ; (one copy where no count stands), Wastes up to the hundred."""
    leaders = commanders.split(" + ")
    rows = [row if row[0].isdigit() else f"1 {row}" for row in cards.split("; ") if row]
    copies = sum(int(row.split(" ", 1)[0]) for row in rows)
    lines = ["Commander", *(f"1 {each}" for each in leaders), ""]
    lines += ["Companion", f"1 {companion}", ""] if companion else []
    return "\n".join([*lines, "Deck", *rows, f"{100 - len(leaders) - copies} Wastes"]) + "\n"


def edge_decks() -> dict[str, EdgeDeck]:
    decks = {}
    for name, commanders, cards, day, rules in DECKS:
        key = f"{name} {day}: {commanders}: {cards}"
        decks[key] = EdgeDeck(written(commanders, cards), name, day, *legal_or(rules))
    for companion, (leader, meeting, breaking) in COMPANIONS.items():
        for name, rule in (("commander", "CO8"), ("duel-commander", "DC1")):
            text = written(leader, "; ".join(meeting), companion)
            decks[f"{name}: {companion} met"] = EdgeDeck(text, name, DAY, "legal")
            for card in breaking:
                text = written(leader, "; ".join((*meeting, card)), companion)
                decks[f"{name}: {companion} and {card}"] = EdgeDeck(text, name, DAY, *legal_or({rule}))
    return decks


EDGES = edge_decks()


@pytest.fixture(scope="module")
def answers(shared: Path) -> dict[str, Answer]:
    text = "\n".join([*(deck.text for deck in EDGES.values()), *TRANSLATED])
    with gzip.open(shared / "data/mtg/cards.jsonl.gz", "rt", encoding="utf-8") as file:
        used = [row for row in file if any(face in text for face in json.loads(row)["name"].split(" // "))]
    con = cards_in_memory(read_cards("".join(used).encode(), game="mtg"))
    found = judged(con, EDGES)
    con.close()
    return found


@pytest.mark.parametrize("key", EDGES)
def test_verdict(key: str, answers: dict[str, Answer]) -> None:
    assert answers[key] == (EDGES[key].verdict, EDGES[key].rules)
