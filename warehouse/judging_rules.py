"""The rules of formats as small tables, so that SQL reads parameters instead of being written anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from schema.card_tests import in_words
from schema.identity import names_of
from schema.rule_kinds import (
    CardClass,
    Commander,
    Companion,
    DeckSize,
    Identity,
    Pair,
    RestrictionList,
    RuleBase,
    Singleton,
    ZoneSize,
)
from warehouse.judging_tables import RULE_COLUMNS, RULE_TABLES, write_table
from warehouse.tables import BIGINT, INTEGER, TEXT

if TYPE_CHECKING:
    import duckdb

    from schema.formats import Format

FIRST_DAY = date(1, 1, 1)
LAST_DAY = date(9999, 12, 31)
NO_LIMIT = 2**31 - 1

# A card as one word of bits: five identity lanes of six bits (five colours and "not known"), then what
# several copies would mean, then what is missing, then classes and lists (which may share bits: a bit is
# a hint that is looked up).
LANES = 5
MANY_PLAIN, MANY_BASIC, MANY_SNOW, MANY_ANY, MISSING, UNKNOWN = (1 << n for n in range(30, 36))
MANY_BITS = MANY_PLAIN | MANY_BASIC | MANY_SNOW | MANY_ANY
FIRST_FREE_BIT, LAST_BIT = 36, 62
LANE_BITS = (1 << 30) - 1
ALL_BITS = (1 << 63) - 1

# How the commanders' colours are counted where a list's rule does not say.
_COLOURS = {"dm": "civilization", "mtg": "colour_identity"}


@dataclass(slots=True)
class RuleTables:
    """The rows of every parameter table, filled from formats."""

    strict: bool
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {name: [] for name in RULE_TABLES})
    tests: set[str] = field(default_factory=set)
    lanes: dict[str, list[str]] = field(default_factory=dict)
    covered_zones: set[str] = field(default_factory=set)
    _classes: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = field(default_factory=dict)
    _lists: dict[str, int] = field(default_factory=dict)
    _free: int = 0

    def add(self, held: Format, format_no: int) -> None:
        """Add every edition of a format, under a number for the format."""
        for place, edition in enumerate(held.editions):
            number = len(self.rows["judging_edition"])
            self.rows["judging_edition"].append(
                {
                    "edition_no": number,
                    "format_no": format_no,
                    "format": held.id,
                    "game": held.game,
                    "from_date": edition.starts,
                    "until_date": edition.until,
                    "low": FIRST_DAY if place == 0 else edition.starts,
                    "high": edition.until or LAST_DAY,
                    "source_url": edition.source,
                    "excerpt_below": held.excerpt_below,
                }
            )
            for key, rule in edition.rules.items():
                clause = key.split(".", 1)[0]
                source = rule.source or held.clauses[clause].source or edition.source_of(key)
                self._add_rule(number, key, rule, held, source)
                if isinstance(rule, RestrictionList):
                    self.rows["judging_rule"][-1]["zones"] = list(edition.zones_of(rule))

    @property
    def kinds(self) -> set[str]:
        """The kinds of rule there are; one that asks for so many at least also as `KIND at least`."""
        rules = self.rows["judging_rule"]
        asking = {f"{row['kind']} at least" for row in rules if row["least"]}
        return {str(row["kind"]) for row in rules} | asking

    def _add_rule(self, number: int, key: str, rule: RuleBase, held: Format, source: str) -> None:
        row: dict[str, Any] = dict.fromkeys(RULE_COLUMNS)
        row.update(
            edition_no=number,
            rule_key=key,
            rule=key.split(".", 1)[0],
            kind=getattr(rule, "kind", ""),
            game=held.game,
            severity=self._severity(rule),
            source_url=source,
            from_date=rule.starts or FIRST_DAY,
            until_date=rule.until or LAST_DAY,
            zones=list(rule.zones_spoken_of),
            least=0,
            most=NO_LIMIT,
            numbers=[],
            clauses=getattr(rule, "clauses", "ignore"),
            want=0,
        )
        self._fill(row, rule, held)
        self.rows["judging_rule"].append(row)

    def _severity(self, rule: RuleBase) -> str:
        if isinstance(rule, CardClass) and rule.warns:
            return "warning"
        return "violation" if rule.binding or self.strict else "advisory"

    def _fill(self, row: dict[str, Any], rule: RuleBase, held: Format) -> None:
        match rule:
            case DeckSize():
                row.update(least=rule.least, most=_most(rule.most))
            case ZoneSize():
                row.update(
                    most=_most(rule.at_most),
                    numbers=list(rule.one_of),
                    expected=rule.expected,
                )
            case Singleton():
                row.update(copies=rule.copies, exempt=list(rule.exempt), exempt_cards=list(rule.exempt_cards))
                row["want"] = MANY_PLAIN
                row["want"] |= 0 if "basic" in rule.exempt else MANY_BASIC
                row["want"] |= 0 if "snow_basic" in rule.exempt else MANY_SNOW
                row["want"] |= 0 if "any_number" in rule.exempt else MANY_ANY
            case Identity():
                lane = self._lane(held.game, rule.cards_method)
                row.update(commander_method=rule.commander, cards_method=rule.cards_method, lane=lane)
                self.covered_zones.update(rule.zones)
            case Commander():
                row.update(least=rule.at_least, most=_most(rule.at_most), least_cost=rule.least_cost)
                for side in ("eligible", "eligible_in_pair", "excluded"):
                    for test in getattr(rule, side):
                        self.tests.add(test)
                        test_row = {
                            "side": side,
                            "test": test,
                            "said": in_words(test),
                            **{k: row[k] for k in ("edition_no", "rule_key")},
                        }
                        self.rows["judging_rule_test"].append(test_row)
            case Pair():
                row["allowed"] = list(rule.allowed)
            case CardClass():
                self._class(row, rule)
            case Companion():
                row["is_allowed"] = rule.allowed
            case RestrictionList():
                colours = rule.colours or _COLOURS[held.game]
                row.update(list=rule.list, statuses=list(rule.statuses), colours=colours)
                row["want"] = 1 << self._list(rule.list)

    def _class(self, row: dict[str, Any], rule: CardClass) -> None:
        key = (tuple(sorted(rule.any)), tuple(sorted(rule.none)))
        if key not in self._classes:
            self._classes[key] = number = len(self._classes)
            self.tests.update(rule.any, rule.none)
            self.rows["judging_class"].append(
                {"class_no": number, "bit": self._bit(), "has_any": bool(rule.any)}
            )
            self.rows["judging_class_test"] += [
                {"class_no": number, "side": side, "test": test, "said": in_words(test)}
                for side, tests in (("any", key[0]), ("none", key[1]))
                for test in tests
            ]
        number = self._classes[key]
        any_of, none_of = (" or ".join(map(in_words, tests)) for tests in (rule.any, rule.none))
        row.update(
            class_no=number,
            class_name=(any_of or "card") + (f" that is not {none_of}" if none_of else ""),
            undecided=rule.unknown,
            least=rule.at_least or 0,
            most=0 if rule.unknown else _most(rule.at_most),
            want=1 << self.rows["judging_class"][number]["bit"] | UNKNOWN,
        )

    def _lane(self, game: str, method: str) -> int:
        methods = self.lanes.setdefault(game, [])
        if method not in methods:
            methods.append(method)
            self.rows["judging_lane"].append(
                {"game": game, "method": method, "lane": (len(methods) - 1) % LANES}
            )
        return methods.index(method) % LANES

    def _list(self, name: str) -> int:
        if name not in self._lists:
            self._lists[name] = self._bit()
            self.rows["judging_list"].append({"list": name, "bit": self._lists[name]})
        return self._lists[name]

    def _bit(self) -> int:
        bit = FIRST_FREE_BIT + self._free % (LAST_BIT - FIRST_FREE_BIT + 1)
        self._free += 1
        return bit

    def write(self, con: duckdb.DuckDBPyConnection) -> None:
        """Make the temporary parameter tables and variables of a judging."""
        rules = self.rows["judging_rule"]
        methods = {row[key] for row in rules for key in ("commander_method", "colours") if row[key]}
        self.rows["judging_method"] = [{"method": method} for method in sorted(methods)]
        for name, columns in RULE_TABLES.items():
            write_table(con, name, columns, self.rows[name])
        exempt = {"hyperspatial", "gr", "sideboard"} & self.covered_zones
        con.execute(f"set variable judging_missing = {MISSING}::bigint")
        con.execute(f"set variable judging_all = {ALL_BITS}::bigint")
        con.execute(f"set variable judging_once = {ALL_BITS & ~MANY_BITS}::bigint")
        con.execute(f"set variable judging_exempt = {ALL_BITS if exempt else ALL_BITS & ~LANE_BITS}::bigint")
        bits = {
            "many_plain": MANY_PLAIN,
            "many_basic": MANY_BASIC,
            "many_snow": MANY_SNOW,
            "many_any": MANY_ANY,
            "unknown": UNKNOWN,
        }
        write_table(con, "judging_bits", dict.fromkeys(bits, BIGINT), [bits])
        names = [
            {"game": game, "mask": mask, "names": "/".join(names_of(mask, game)) or "colourless"}
            for game in ("dm", "mtg")
            for mask in range(32)
        ]
        write_table(con, "judging_mask_name", {"game": TEXT, "mask": INTEGER, "names": TEXT}, names)


def _most(limit: int | None) -> int:
    return NO_LIMIT if limit is None else limit
