"""Which articles ask not to be kept for others, as their pages last said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warehouse.tables import scalar, table_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import duckdb


def note_opt_outs(
    con: duckdb.DuckDBPyConnection,
    source: str,
    asked: Mapping[str, tuple[str, str]],
    shown: Iterable[str],
    listed: Iterable[str] = (),
) -> None:
    """Note what articles ask: `asked` maps an article to (its wishes, its address).

    `shown` are articles whose own pages were read, `listed` those of which REST gave what they ask: those
    among them that ask for nothing are free again. What REST said, and no more, REST takes back.
    """
    free = sorted(set(shown) - set(asked))
    again = sorted(set(listed) - set(asked))
    con.execute(
        "delete from opt_out where source = ? and article in (select unnest(?::varchar[]))", [source, free]
    )
    con.execute(
        "delete from opt_out where source = ? and article in (select unnest(?::varchar[])) "
        "and regexp_matches(url, '[/=]wp/v2/')",
        [source, again],
    )
    for article, (wishes, url) in sorted(asked.items()):
        con.execute("insert or replace into opt_out values (?, ?, ?, ?)", [source, article, wishes, url])


def note_unreserved(con: duckdb.DuckDBPyConnection, source: str, shown: Mapping[str, bool]) -> None:
    """Note which articles say themselves that they are not reserved: article -> whether its own page does."""
    con.execute(
        "delete from unreserved where source = ? and article in (select unnest(?::varchar[]))",
        [source, [article for article, free in shown.items() if not free]],
    )
    con.execute(
        "insert or ignore into unreserved select ?, unnest(?::varchar[])",
        [source, [article for article, free in shown.items() if free]],
    )


def note_reservations(con: duckdb.DuckDBPyConnection, source: str, rules: Iterable[tuple[str, bool]]) -> None:
    """Note the rules of a site's tdmrep.json, in order, in the place of those before."""
    con.execute("delete from reservation where source = ?", [source])
    for number, (pattern, reserved) in enumerate(rules, start=1):
        con.execute("insert into reservation values (?, ?, ?, ?)", [source, number, pattern, reserved])


def anything_is_private(con: duckdb.DuckDBPyConnection) -> bool:
    """Tell whether any page asks not to be kept for others."""
    return "reservation" in table_names(con) and bool(
        scalar(con, "select (select count(*) from opt_out) + (select count(*) from reservation)")
    )


def kept_private(table: str, columns: Iterable[str]) -> str:
    """Give the condition on a table's rows for the readers' copy; `true` where it holds nothing private."""
    if "deck_id" in columns:
        return "deck_id not in (select deck_id from withheld_deck)"
    if table == "problem":
        # That a page opted out is told; what was wrong with its text quotes it.
        withheld = (
            "select (source, article) from opt_out union all select (source, split_part(source_key, '#', 1)) "
            "from deck semi join withheld_deck using (deck_id)"
        )
        article = f"(source, split_part(source_key, '#', 1)) in ({withheld})"
        return f"kind = 'opted_out' or source_key is null or not ({article})"
    return "true"
