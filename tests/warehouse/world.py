"""A small census: two sources, cards, verdicts, restrictions, marts – everything that is published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from schema.records import Problem, Zone
from schema.rule_kinds import RestrictionList
from tests.warehouse.build import card, deck, give_cards, load, page, shown
from warehouse.marts import build_marts
from warehouse.resolve import resolve

GAMES = {"dmedh": "dm", "commander": "mtg"}


def fill(con) -> None:
    """Five decks of dmedh (one of them on two sites) and one of commander."""
    give_cards(
        con,
        card("火将", "火"),
        card("水将", "水", "光"),
        card("=SUM(A1)", "火"),
        card('＠甲, "乙"', "火"),
        card("甲", "火"),
        card("Tymna", "W", game="mtg"),
    )
    listed = deck("3", "甲", "=SUM(A1)", commander="火将", published_on=date(2020, 2, 1))
    load(
        con,
        (page("https://dm-edh.com/dmedh/1"), shown(deck("1", "甲", commander="火将"), keys=("1",))),
        (page("https://dm-edh.com/dmedh/2"), shown(deck("2", "甲", "謎", "=SUM(A1)", commander="水将"))),
        (page("https://dm-edh.com/dmedh/3"), shown(listed)),
        (
            page("https://dm-edh.com/dmedh/4"),
            shown(deck("4", "甲", '2 ＠甲, "乙"', commander="火将", complete=False)),
        ),
        (
            page("https://blog.example/9", source="blog"),
            shown(deck("9", "甲", "=SUM(A1)", commander="火将", source="blog", title='-1+2 "x",\ny')),
        ),
        (
            page("https://mtg.example/1", source="mtg"),
            shown(
                deck("m1", "3 Forest", commander="Tymna", source="mtg", format="commander"),
                problems=(Problem("mtg", "https://mtg.example/1", "unreadable_line", "??", 3, "m1"),),
            ),
        ),
    )
    resolve(con, GAMES)
    con.execute(
        "insert into format_edition (format, edition, from_date, source_url) "
        "values ('dmedh', '2020-01-01', '2020-01-01', 'https://dm-edh.com/dmedhrule')"
    )
    con.execute(
        "insert into verdict (deck_id, format, basis, as_of, edition, verdict) "
        "select deck_id, format, basis, '2020-03-01', '2020-01-01', "
        "case when source_key = '2' then 'illegal' else 'legal' end "
        "from deck, (values ('published'), ('today')) b(basis) where format = 'dmedh'"
    )
    con.execute(
        "insert into violation (deck_id, format, basis, rule, severity, detail) "
        "select deck_id, format, basis, 'DM2', 'violation', '3 cards' "
        "from verdict where verdict = 'illegal'"
    )
    build(con)


def build(con) -> None:
    """The marts, with dmedh reading the list of its name."""
    build_marts(con, FORMATS)


STATUSES = ("banned", "banned_as_commander", "limited", "pair")
RULE = RestrictionList(kind="restriction_list", list="dmedh", statuses=STATUSES, colours="civilization")


@dataclass
class Edition:
    """What `list_read` asks of an edition."""

    rules: dict[str, RestrictionList]
    starts: date = date(2017, 1, 1)
    until: date | None = None

    def zones_of(self, rule: RestrictionList) -> tuple[Zone, ...]:
        return rule.zones or ("commander", "main", "hyperspatial", "gr", "extra")


@dataclass
class ReadFormat:
    """What `list_read` asks of a format."""

    game: str
    editions: tuple[Edition, ...]


FORMATS = {"dmedh": ReadFormat("dm", (Edition({"DM8": RULE}),))}
