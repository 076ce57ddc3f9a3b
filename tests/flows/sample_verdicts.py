"""A plain judge of the sample's decks, written from the rule sheet alone, to check `expected.csv`.

It shares nothing with the product's judge but the record of what a name key is. It knows only what
the sample needs: no unknown costs, no cards with two commanders' worth of traps.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from flows.sample.articles import SampleArticle, SampleDeck, load_articles
from flows.sample.card_facts import SampleCard, load_cards
from schema.names import clean, name_keys

TODAY = date(2026, 11, 29)
RING = ("天神シャイン・バルキリー", "海神ブルー・ポセイドン", "黒神ダーク・インドラ", "炎神フレイム・アゴン")
RING = (*RING, "地神エメラルド・ファラオ")
PAIRS = ({"竜極神ゲキ", "竜極神メツ"}, {"龍神ヘヴィ", "龍神メタル"})
TRI = {"龍神ヘヴィ", "破壊神デス", "龍神メタル"}
CIVILIZATIONS = ("光", "水", "闇", "火", "自然")
LEVELS = ("exact", "folded", "reading", "punctuation", "front")


@dataclass(frozen=True)
class Named:
    """A written name and what it names: the card and which of its faces."""

    card: SampleCard
    face: int

    @property
    def types(self) -> str:
        return " ".join(face.type for face in self.card.faces)

    @property
    def cells(self) -> bool:
        return "スーパー" in self.types

    def civilizations(self) -> set[str] | None:
        if not self.card.faces[0].type:
            return None
        faces = [self.card.faces[self.face]] if self.cells else self.card.faces
        return {each for face in faces for each in face.civilization.split("/") if each in CIVILIZATIONS}

    def source_civilizations(self) -> set[str]:
        clause = self.card.faces[0].clause
        return {each for each in CIVILIZATIONS if "進化" in clause and each in clause}


@lru_cache(maxsize=1)
def _names() -> dict[tuple[str, str], list[Named]]:
    found: dict[tuple[str, str], list[Named]] = {}
    for card in load_cards():
        for number, face in enumerate(card.faces):
            for level, key in name_keys("dm", face.name):
                if level == "front" and number:
                    continue
                named = Named(card, number)
                rows = found.setdefault((level, key), [])
                if all(each.card is not card for each in rows):
                    rows.append(named)
    return found


def find(text: str) -> Named | None:
    """The card that a written name answers to; the first of several cells of one creature."""
    for level, key in name_keys("dm", clean(text)):
        rows = _names().get((level, key), [])
        if rows:
            return rows[0]
    # A double-faced card written front/back, or a name whose front alone is known.
    front, slash, _ = clean(text).partition("/")
    return find(front) if slash else None


@lru_cache(maxsize=1)
def restrictions() -> tuple[dict[str, str], ...]:
    with Path(__file__).with_name("sample_restrictions.csv").open(encoding="utf-8") as handle:
        return tuple(csv.DictReader(handle))


@dataclass
class Verdict:
    verdict: str
    rules: set[str]
    advisories: set[str]
    cards: int


def _copies(line: str) -> tuple[str, int]:
    name, times, number = line.partition("》×")
    return (name + "》", int(number)) if times else (line, 1)


def judge(deck: SampleDeck, day: date, *, cut: bool = False) -> Verdict:
    """Judge one list on one day by the editions of the rule sheet."""
    zones = {
        "main": [(find(_copies(line)[0]), _copies(line)[1]) for line in deck.main],
        "hyperspatial": [(find(line), 1) for line in deck.hyperspatial],
        "gr": [(find(line), 1) for line in deck.gr],
        "extra": [(find(name), 1) for name in deck.extra],
    }
    commanders = [find(name) for name in deck.commander]
    god_form = len(commanders) > 1
    size = 1 + sum(copies for _, copies in zones["main"])
    rules: set[str] = set()
    unknown = any(card is None for zone in zones.values() for card, _ in zone) or None in commanders
    known = [each for each in commanders if each is not None]

    allowed: set[str] | None = set()
    for each in known:
        own = each.civilizations()
        allowed = None if own is None or allowed is None else allowed | own
    colours = len(allowed) if allowed is not None else 0
    if allowed is not None and day >= date(2026, 1, 4):
        allowed = allowed.union(*(each.source_civilizations() for each in known))
    unknown = unknown or allowed is None

    rules |= _commander_rules(known, day)
    if god_form:
        found = _god_rule({each.card.name for each in known})
        unknown = unknown or found == "?"
        rules |= {found} - {"", "?"}
    if size != 60:
        rules.add("DM2")
    if len(deck.hyperspatial) > 8:
        rules.add("DM3")
    for zone, rule in (("main", "DM4"), ("hyperspatial", "DM4"), ("gr", "DM12"), ("extra", "DM9")):
        counts: Counter[str] = Counter()
        for card, copies in zones[zone]:
            if card is not None and "デッキに入れることができる" not in card.card.faces[0].clause:
                counts[card.card.name] += copies
        if any(copies > 1 for copies in counts.values()):
            rules.add(rule)
    for zone, rule in (("main", "DM6"), ("extra", "DM9")):
        for card, _ in zones[zone]:
            own = card.civilizations() if card is not None else set()
            unknown = unknown or own is None
            if own and allowed is not None and not own <= allowed:
                rules.add(rule)
    zeniths = [card for card, _ in zones["main"] if card and "ゼニス" in card.card.faces[0].race.split("/")]
    if len(zeniths) > 1 and day < date(2020, 2, 23):
        rules.add("DM7")
    if deck.gr and (day < date(2019, 3, 3) or len(deck.gr) != 12):
        rules.add("DM12")

    here = {card.card.ids[0] for zone in zones.values() for card, _ in zone if card}
    advisories = _advisories({each.card.ids[0] for each in known}, here, colours, day)
    if cut or size < 48:
        return Verdict("incomplete", rules, advisories, size)
    verdict = "illegal" if rules else "unknown" if unknown else "legal"
    return Verdict(verdict, rules, advisories, size)


def _commander_rules(commanders: list[Named], day: date) -> set[str]:
    rules = set()
    for each in commanders:
        types = each.types
        barred: list[str] = []
        if day >= date(2019, 3, 3):
            barred += ["サイキック", "ドラグハート", "GRクリーチャー", "禁断"]
        if day >= date(2019, 12, 20):
            barred.append("零龍")
        if types.strip() and ("クリーチャー" not in types or any(word in types for word in barred)):
            rules.add("DM1")
        if "デッキに入れることができる" in each.card.faces[0].clause:
            rules.add("DM5")
    costs = [each.card.faces[each.face].cost for each in commanders]
    if day >= date(2023, 2, 10) and all(costs) and sum(int(cost) for cost in costs) < 4:
        rules.add("DM1")
    return rules


def _god_rule(form: set[str]) -> str:
    if form <= set(RING):
        places = {RING.index(name) for name in form}
        # A proper link is a run of neighbours around the ring.
        breaks = sum((place + 1) % 5 not in places for place in places)
        return "" if breaks <= 1 else "GOD2"
    if form in PAIRS:
        return ""
    return "GOD1" if form == TRI else "?"


def _advisories(commanders: set[str], cards: set[str], colours: int, day: date) -> set[str]:
    found: set[str] = set()
    for row in restrictions():
        begin = date.fromisoformat(row["from"]) if row["from"] else date.min
        end = date.fromisoformat(row["until"]) if row["until"] else date.max
        if not begin <= day < end or colours < int(row["colours"] or 0):
            continue
        named = [find(name) for name in row["cards"].split("+")]
        ids = {each.card.ids[0] for each in named if each is not None}
        if len(ids) != len(named):
            continue
        held = commanders if row["status"] == "commander" else cards | commanders
        if ids <= held:
            found.add("DM8")
    return found


def decks() -> dict[tuple[str, int], tuple[SampleArticle, SampleDeck]]:
    """Every list by source key and revision."""
    found = {}
    for article in load_articles():
        for number, deck in enumerate(article.decks, 1):
            key = f"{article.id}" if number == 1 else f"{article.id}#{number}"
            if article.shape == "glued-table":
                # Its commander is a row of the table, marked nowhere but in the title.
                rest = tuple(line for line in deck.main if line not in deck.commander)
                deck = replace(deck, main=rest)
            found[key, article.revision] = (article, deck)
    return found


def expected() -> list[dict[str, str]]:
    text = (files("flows.sample") / "dm_edh" / "expected.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
