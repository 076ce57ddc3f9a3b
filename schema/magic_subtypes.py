"""The subtypes of Magic that are no creature types (comprehensive rules 205.3g to 205.3q).

A changeling has every creature type and none of these (205.3m). A test holds the table against every
known card: what stands on a card that is no creature is here.
"""

from __future__ import annotations

ARTIFACT_TYPES = frozenset(
    """
    Attraction Blood Bobblehead Book Clue Contraption Equipment Food Fortification Gold Incubator Infinity
    Junk Lander Map Mutagen Powerstone Spacecraft Stone Treasure Vehicle
    """.split()  # noqa: SIM905 (a table of words)
)
ENCHANTMENT_TYPES = frozenset(
    "Aura Background Cartouche Case Class Curse Plan Role Room Rune Saga Shard Shrine".split()  # noqa: SIM905
)
LAND_TYPES = frozenset(
    """
    Cave Cloud Desert Forest Gate Island Lair Locus Mine Mountain Omenpath Plains Planet Power-Plant Sphere
    Swamp Tower Town Urza's
    """.split()  # noqa: SIM905
)
PLANESWALKER_TYPES = frozenset(
    """
    Abian Ajani Aminatou Angrath Arlinn Ashiok B.O.B. Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon
    Daretti Davriel Deb Dellian Dihada Domri Dovin Duck Dungeon Ellywick Elminster Elspeth Ersta
    Estrid Freyalise Garruk Gideon Grist Guff Huatli Inzerva Jace Jared Jaya Jeska Kaito Karn Kasmina Kaya
    Kiora Koth Liliana Lolth Lukka Luxior Master Minsc Mordenkainen Nahiri Narset Niko Nissa Nixilis Oko
    Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Svega Szat Tamiyo Tasha Teferi Teyo
    Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Wanderer Will Windgrace Wrenn Xenagos Yanggu
    Yanling Zariel
    """.split()  # noqa: SIM905
)
SPELL_TYPES = frozenset("Adventure Arcane Chorus Lesson Omen Trap".split())  # noqa: SIM905
BATTLE_TYPES = frozenset({"Siege"})
NONCREATURE_TYPES = (
    ARTIFACT_TYPES | ENCHANTMENT_TYPES | LAND_TYPES | PLANESWALKER_TYPES | SPELL_TYPES | BATTLE_TYPES
)
