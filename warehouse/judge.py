"""Judge decks by the dated rules of their formats, in SQL alone, for one deck or a million.

Three steps (`warehouse/sql/legality`). *Facts*: `deck_card` is folded once, every card a word of bits,
every deck the union of its cards' words; what commanders may is worked out once a distinct command zone.
*Evidence*: the cards that could offend, looked up only in decks whose facts raised a bit. *Rules*: one
SQL file a kind of rule, over facts, evidence and the parameters of the edition. Formats differ in
parameters alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schema.card_tests import read_test
from warehouse.database import sql_text
from warehouse.gods import write_god_forms
from warehouse.judging_rules import RuleTables
from warehouse.judging_tables import TERM_COLUMNS, term_rows, write_table
from warehouse.standing import fingerprint
from warehouse.tables import DATE, SMALLINT, TEXT, scalar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    import duckdb

    from schema.formats import Format

# Above so many rows all cards of the game are prepared, below only the ones that occur.
MANY_ROWS = 1_000_000

# The SQL files of the rules in their order, with the kinds of rule (`RuleTables.kinds`) that each reads;
# without, it always runs.
_RULES: dict[str, tuple[str, ...]] = {
    "deck_size": ("deck_size",),
    "zone_size": ("zone_size",),
    "singleton": ("singleton",),
    "identity": ("identity",),
    "card_class_members": ("card_class",),
    "card_class": ("card_class",),
    "card_class_least": ("card_class at least",),
    "restricted_cards": ("restriction_list",),
    "restriction_list": ("restriction_list",),
    "restricted_sets": ("restriction_list",),
    "list_missing": ("restriction_list",),
    "commander_count": ("commander",),
    "commander": ("commander",),
    "commander_cost": ("commander",),
    "no_commander": ("commander",),
    "pair": ("pair",),
    "forms": ("god_form", "hyperspatial_form", "identity"),
    "companion": ("companion",),
    "companion_conditions": ("companion",),
    "events": ("event_commander", "event_list"),
    "spread": (),
    "whole": (),
}

# How much of what a rule reads is there; with none, its file finds nothing and is left out.
_COMPANIONS = "select count(*) from judging_zone where companion > 0"
_NEEDED: dict[str, str] = {
    "restricted_sets": "select count(*) from judging_restricted where status in ('pair', 'trio')",
    "no_commander": "select count(*) from judging_fact where counted = 0",
    "pair": "select count(*) from judging_command where commanders = 2",
    "companion": _COMPANIONS,
    "companion_conditions": _COMPANIONS,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """How many decks were judged, how many verdicts written, by word."""

    decks: int
    verdicts: dict[str, int]


def judge(
    con: duckdb.DuckDBPyConnection,
    formats: Mapping[str, Format],
    *,
    today: date,
    on: date | None = None,
    deck_filter_sql: str | None = None,
    bases: Sequence[str] = ("published", "today"),
    strict: bool = False,
    under: Sequence[str] | None = None,
) -> Judged:
    """Judge decks and write `format_edition`, `verdict` and `violation` (replacing those of the same decks).

    Each deck is judged by its own format, or by every format of `under` that is of the same game; decks
    whose format is not in `formats` are left alone. The bases are `published` (the deck's own date;
    today where it has none) and `today`; with `on` the one basis is `on`, that day for every deck.
    `deck_filter_sql` is a condition on `deck d`, from our own code, never from a user. `strict` makes
    advisories bind.
    """
    tables = RuleTables(strict)
    _write_editions(con, formats)
    _write_bases(con, ("on",) if on else tuple(bases), today=today, on=on)
    there = _formats_held(con)
    games = {name: formats[name].game for name in formats}
    pairs = [
        {"deck_format": own, "format": name}
        for own in there
        if own in formats
        for name in ((own,) if under is None else under)
        if name in formats and games[name] == games[own]
    ]
    numbers = {name: number for number, name in enumerate(sorted({pair["format"] for pair in pairs}))}
    for name, number in numbers.items():
        tables.add(formats[name], number)
    tables.write(con)
    judged_under = [
        {"deck_format": pair["deck_format"], "format_no": numbers[pair["format"]]} for pair in pairs
    ]
    write_table(con, "judging_under", {"deck_format": TEXT, "format_no": SMALLINT}, judged_under)
    # A condition that every deck meets is not asked: it would be asked of a million texts, several times.
    some = {pair["deck_format"] for pair in pairs} != set(there)
    conditions = ["d.format in (select deck_format from judging_under)"] if some else []
    decks, whole = _decks(con, [*conditions, *([f"({deck_filter_sql})"] if deck_filter_sql else [])])
    _facts(con, tables.tests, whole=whole)
    _rules(con, tables.kinds)
    _clear(con, whole=whole)
    _run(con, "verdict", "verdict")
    rows = con.execute(sql_text("legality/verdict", "counts")).fetchall()
    return Judged(decks, {str(word): int(count) for word, count in rows})


def _formats_held(con: duckdb.DuckDBPyConnection) -> list[str]:
    """The formats that decks are of: rules of others need not be prepared."""
    return [str(row[0]) for row in con.execute("select distinct format from deck order by 1").fetchall()]


def _decks(con: duckdb.DuckDBPyConnection, conditions: Sequence[str]) -> tuple[int, bool]:
    """Make `judging_deck`, the decks to judge: how many they are, and whether they are all there are."""
    con.execute(
        "create or replace temp view judging_deck as select d.deck_id, d.format, d.is_complete, d.copies, "  # noqa: S608
        "coalesce(d.revised_on, d.published_on) as day from deck d "
        f"where {' and '.join(conditions) or 'true'}"
    )
    decks = scalar(con, "select count(*) from judging_deck")
    return decks, decks == scalar(con, "select count(*) from deck")


def _facts(con: duckdb.DuckDBPyConnection, tests: set[str], *, whole: bool) -> None:
    some = "" if whole else "where deck_id in (select deck_id from judging_deck)"
    for table in ("deck_card", "deck_commander", "deck_line"):
        con.execute(f"create or replace temp view judging_{table} as select * from {table} {some}")  # noqa: S608
    _run(con, "facts", "01_commanders")
    _run(con, "facts", "02_decks")
    _card_ids(con, long=scalar(con, "select count(*) from deck_card") > MANY_ROWS)
    _run(con, "facts", "03_faces")
    _clauses(con, tests)
    _run(con, "facts", "05_tests")
    _run(con, "facts", "06_cards")
    for file in ("07_fold", "08_zones", "09_masks", "10_forms", "11_cases", "12_facts", "13_evidence"):
        _run(con, "facts", file)


def _card_ids(con: duckdb.DuckDBPyConnection, *, long: bool) -> None:
    """Which cards to prepare: all of the games judged, or only the ones that occur."""
    if long:
        source = "select card_id from card where game in (select game from judging_edition)"
    else:
        source = "select card_id from judging_deck_card union select card_id from judging_commander"
    con.execute(f"create or replace temp table judging_card_id as {source}")


def _clauses(con: duckdb.DuckDBPyConnection, tests: set[str]) -> None:
    """What the commanders' own clauses allow (Rulebreaker, 903.4b), with the card tests they name."""
    _run(con, "facts", "04_clauses")
    named = con.execute("select distinct test from judging_clause where test <> ''").fetchall()
    unread: list[str] = []
    for (test,) in named:
        try:
            read_test(test)
            tests.add(test)
        except ValueError:
            unread.append(test)
    con.execute(
        "update judging_clause set clause = 'unread_clause' where list_contains(?::varchar[], test)", [unread]
    )
    write_table(con, "judging_term", TERM_COLUMNS, term_rows(tests))


def _rules(con: duckdb.DuckDBPyConnection, kinds: set[str]) -> None:
    con.execute(sql_text("legality/rules", "00_findings"))
    if not kinds.isdisjoint(_RULES["forms"]):
        write_god_forms(con)
    for file, read in _RULES.items():
        if read and kinds.isdisjoint(read):
            continue
        if file not in _NEEDED or scalar(con, _NEEDED[file]):
            _run(con, "rules", file)


def _clear(con: duckdb.DuckDBPyConnection, *, whole: bool) -> None:
    """Take out earlier verdicts of the same decks; all at once where nothing else is there."""
    if scalar(con, "select count(*) from (from verdict limit 1)") == 0:
        con.execute("delete from violation where deck_id in (select deck_id from judgement)")
        return
    others = scalar(
        con,
        """
        select count(*) from (
            select 1 from verdict
            where format not in (select format from judging_edition)
                or basis not in (select basis from judging_basis)
            limit 1)
        """,
    )
    if others == 0 and whole:
        con.execute("delete from verdict")
        con.execute("delete from violation")
    else:
        _run(con, "verdict", "clear")


def _write_editions(con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format]) -> None:
    columns = {
        "format": TEXT,
        "edition": DATE,
        "from_date": DATE,
        "until_date": DATE,
        "source_url": TEXT,
        "fingerprint": TEXT,
    }
    rows = [
        {
            "format": held.id,
            "edition": edition.starts,
            "from_date": edition.starts,
            "until_date": edition.until,
            "source_url": edition.source,
            "fingerprint": fingerprint(held, edition),
        }
        for held in formats.values()
        for edition in held.editions
    ]
    write_table(con, "judging_format_edition", columns, rows)
    con.execute("delete from format_edition")
    con.execute("insert into format_edition by name from judging_format_edition")


def _write_bases(
    con: duckdb.DuckDBPyConnection, bases: Sequence[str], *, today: date, on: date | None
) -> None:
    columns = {"basis_no": SMALLINT, "basis": TEXT, "day": DATE, "today": DATE}
    rows = [
        {
            "basis_no": n,
            "basis": basis,
            "day": on if on else today if basis == "today" else None,
            "today": today,
        }
        for n, basis in enumerate(bases)
    ]
    write_table(con, "judging_basis", columns, rows)


def _run(con: duckdb.DuckDBPyConnection, step: str, file: str) -> None:
    con.execute(sql_text(f"legality/{step}", file))
