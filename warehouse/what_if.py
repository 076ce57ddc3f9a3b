"""What a change of a list would do to the field: decks that change their verdict, by commander.

The decks that hold a changed card are copied beside the warehouse (temporary tables of the same names,
which SQL finds first), judged there as the lists stand and again with the change. Where the census's own
verdicts hold for the day asked (`warehouse/standing.py`), a ban needs no judging but of incomplete lists.
Nothing is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schema.errors import UsageError
from schema.rule_kinds import RestrictionList
from schema.wording import counted
from warehouse.database import sql_text
from warehouse.judge import judge
from warehouse.resolve import ask
from warehouse.standing import verdicts_stand
from warehouse.tables import scalar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import duckdb

    from schema.formats import Format

COLUMNS = ("commander", "before", "after", "decks", "field", "share")
# The list that a what-if's bans stand on, for the length of the question.
LIST = "what-if"
_SHADOWS = (
    "deck",
    "deck_line",
    "deck_card",
    "deck_commander",
    "verdict",
    "violation",
    "restriction",
    "restriction_list",
    "format_edition",
    "card_number",
)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The answer: rows of `columns`, most decks first, and one line that sums them up.

    `share` is of the `field`: the current decks of the format.
    """

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    changed: int
    field: int
    line: str


def what_if(
    con: duckdb.DuckDBPyConnection,
    held: Format,
    *,
    ban: Sequence[str] = (),
    unban: Sequence[str] = (),
    on: date,
) -> WhatIf:
    """Ask which current decks of a format a ban or unban on a day would make illegal, or legal.

    Card names are resolved as deck lines are. Lists that only advise are taken to bind, on both sides.
    Raises UsageError for a name that no card, or more than one, answers to.
    """
    banned, freed = _cards(con, held, ban), _cards(con, held, unban)
    con.execute("create or replace temp table what_if_holder (deck_id bigint, zone varchar)")
    con.execute("create or replace temp table what_if_change (deck_id bigint, before varchar, after varchar)")
    for card in (*banned, *freed):
        con.execute(sql_text("legality/what_if", "holders"), {"card": card, "format": held.id})
    current = "select count(*) from deck where format = ? and is_current and deleted_on is null"
    field = int(scalar(con, current, [held.id]))
    if not freed and verdicts_stand(con, held, on):
        con.execute("set variable what_if_format = ?", [held.id])
        con.execute("set variable what_if_zones = ?", [list(held.edition_on(on).zones_of(_ban_rule()))])
        con.execute(sql_text("legality/what_if", "banned"))
    else:
        con.execute(
            "create or replace temp table what_if_deck as select distinct deck_id from what_if_holder"
        )
    if scalar(con, "select count(*) from what_if_deck"):
        _judge_anew(con, held, banned, freed, on)
    rows = con.execute(sql_text("legality/what_if", "answer"), [field]).fetchall()
    changed = sum(row[3] for row in rows)
    share = changed / field if field else 0.0
    changes = "changes its" if changed == 1 else "change their"
    line = f"{changed} of {counted(field, f'{held.id} deck')} {changes} verdict on {on} ({share:.1%})"
    advice = any(
        rule.kind == "restriction_list" and not rule.binding for rule in held.edition_on(on).rules.values()
    )
    if advice:
        line += "; its list of recommendations is taken to bind, before and after"
    return WhatIf(COLUMNS, [tuple(row) for row in rows], changed, field, line)


def _judge_anew(
    con: duckdb.DuckDBPyConnection, held: Format, banned: list[int], freed: list[int], on: date
) -> None:
    """Judge the decks of `what_if_deck` as the lists stand and with the change: adds to `what_if_change`."""
    try:
        con.execute(sql_text("legality/what_if", "shadows"))
        changed_format = _with_list(held, on)
        _judge(con, changed_format, on)
        con.execute("create or replace temp table what_if_before as select deck_id, verdict from verdict")
        _change(con, held, banned, freed, on)
        _judge(con, changed_format, on)
        con.execute(
            "insert into what_if_change select deck_id, b.verdict, a.verdict "
            "from what_if_before b join verdict a using (deck_id)"
        )
    finally:
        for name in _SHADOWS:
            con.execute(f"drop table if exists temp.main.{name}")


def _judge(con: duckdb.DuckDBPyConnection, held: Format, on: date) -> None:
    judge(con, {held.id: held}, today=on, on=on, strict=True)


def _with_list(held: Format, on: date) -> Format:
    """The format with one more list, for the bans; it reports under the clause of the format's own list."""
    edition = held.edition_on(on)
    lists = [key for key, rule in edition.rules.items() if rule.kind == "restriction_list"]
    clause = (lists[0] if lists else "LIST").split(".", 1)[0]
    changed = edition.model_copy(update={"rules": {**edition.rules, f"{clause}.what_if": _ban_rule()}})
    editions = tuple(changed if one is edition else one for one in held.editions)
    return held.model_copy(update={"editions": editions})


def _ban_rule() -> RestrictionList:
    """The rule by which a what-if bans: a list of its own, over the zones that lists cover."""
    return RestrictionList(kind="restriction_list", list=LIST, statuses=("banned",))


def _cards(con: duckdb.DuckDBPyConnection, held: Format, names: Sequence[str]) -> list[int]:
    ask(con, [(LIST, held.game, name) for name in names])
    answers = con.execute(
        "select t.text, a.card_id, a.names from asked_text t left join answer a using (text_id)"
    ).fetchall()
    for text, card_id, found in answers:
        if card_id is None:
            if found:
                raise UsageError(f"several cards are named {text!r}", hint=f"name one of: {found}")
            raise UsageError(
                f"no card is named {text!r}", hint="names are matched as in deck lists; check the spelling"
            )
    return sorted({int(card_id) for _, card_id, _ in answers})


def _change(
    con: duckdb.DuckDBPyConnection, held: Format, banned: list[int], freed: list[int], on: date
) -> None:
    lists = held.edition_on(on).lists
    con.execute(
        "delete from restriction where list_contains(?::varchar[], list) and set_key in (select set_key "
        "from restriction where list_contains(?::bigint[], card_id) and list_contains(?::varchar[], list))",
        [lists, freed, lists],
    )
    con.execute(
        "insert into restriction (list, set_key, card_id, card_name, status, source_url) "
        "select ?, card_id::varchar, card_id, name, 'banned', 'what-if' from card "
        "where list_contains(?::bigint[], card_id)",
        [LIST, banned],
    )
    # The question's own ban holds on its day, whatever else the list says.
    con.execute("update restriction set from_date = ? where list = ?", [on, LIST])
    con.execute(
        "update restriction_list l set intervals = (select count(*) from restriction r where r.list = l.list)"
    )
