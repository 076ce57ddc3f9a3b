"""`deckcensus formats`: the formats, or one format's rule sheet."""

from __future__ import annotations

import sys
from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flows.commands.options import HomeOption, OutputOption, settings_for
from flows.output import Output, Terminal, notes, write_rows
from schema.wording import counted, unknown_name

if TYPE_CHECKING:
    from pathlib import Path

    from schema.formats import Format

_WIDE = 110


def formats(
    name: Annotated[
        str | None, typer.Argument(help="One format: its rule sheet.", metavar="F", show_default=False)
    ] = None,
    output: OutputOption = Output.table,
    home: HomeOption = None,
) -> None:
    """List the formats, or print one format's rule sheet.

    A sheet has every clause: checked or of play, from when until when, and its source.
    """
    from schema.formats import load_formats

    home_directory = settings_for(home).home
    known = load_formats(home_directory)
    if name is None:
        rows: list[tuple[Any, ...]] = [
            (
                form.id,
                form.game,
                form.names["en"],
                form.names.get(form.language, ""),
                form.editions[0].starts,
                form.editions[-1].starts,
                len(form.editions),
                sum(clause.kind == "check" for clause in form.clauses.values()),
            )
            for form in known.values()
        ]
        columns = (
            "format",
            "game",
            "name",
            "own_name",
            "first_edition",
            "last_edition",
            "editions",
            "checked",
        )
        if output is Output.table and sys.stdout.isatty() and notes().width < _WIDE:
            _print_list(rows)
            return
        write_rows(columns, rows, output)
        return
    if name not in known:
        raise unknown_name("format", name, known)
    _print_sheet(known[name], output)
    for missing in _lists_not_there(known[name], home_directory):
        notes().print(
            f"there is no list {missing} (restrictions/{missing}.csv): decks stay unknown until there is",
            markup=False,
        )


def _print_list(rows: list[tuple[Any, ...]]) -> None:
    """Format by format: names and days have no room beside each other."""
    from rich.padding import Padding
    from rich.text import Text

    console = Terminal(highlight=False)
    for name, game, title, own_title, first, last, editions, checked in rows:
        titles = " · ".join(dict.fromkeys(each for each in (title, own_title) if each))
        days = f"{first}" if first == last else f"{first} to {last}"
        told = f"{counted(editions, 'edition')}, {days}, {counted(checked, 'clause')} checked"
        console.print(Text.assemble((name, "bold"), f"  {game}"))
        console.print(Padding(Text(titles, overflow="fold"), (0, 0, 0, 6)))
        console.print(Padding(Text(told, style="dim", overflow="fold"), (0, 0, 0, 6)))


def _print_sheet(form: Format, output: Output) -> None:
    if output is Output.table:
        sys.stdout.write(f"{form.id}: {form.names['en']} · {form.names.get(form.language, '')}\n")
        for edition in form.editions:
            until = f"to {_last_day(edition.until)}" if edition.until else "in force"
            note = f" ({edition.note})" if edition.note else ""
            sys.stdout.write(f"  edition {edition.starts}, {until}: {edition.source}{note}\n")
        sys.stdout.write("\n")
    columns: tuple[str, ...] = ("rule", "kind", "title", "own_title", "from", "until", "source", "editions")
    rows = [_clause_row(form, identity) for identity in form.clauses]
    if output is Output.table and sys.stdout.isatty():
        _print_clauses(rows)
        return
    if output is Output.table:
        # The editions stand above; which of them say a clause anew is for those who read rows.
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    write_rows(columns, rows, output)


def _last_day(until: date) -> date:
    """For a person, the last day on which something holds: files and rows name the first without it."""
    return until - timedelta(days=1)


def _print_clauses(rows: list[tuple[Any, ...]]) -> None:
    """Clause by clause: a sheet is text, which the columns of a terminal would cut to pieces."""
    from rich.padding import Padding
    from rich.text import Text

    console = Terminal(highlight=False)
    for rule, kind, title, own_title, starts, until, source, _ in rows:
        days = " ".join(
            ([f"from {starts}"] if starts else []) + ([f"to {_last_day(until)}"] if until else [])
        )
        console.print(Text.assemble((rule, "bold"), "  ", kind, f", {days}" if days else ""))
        for text in (title, own_title):
            if text:
                console.print(Padding(Text(text, overflow="fold"), (0, 0, 0, 6)))
        console.print(Text(f"      {source}", style="dim"), soft_wrap=True)


def _clause_row(form: Format, identity: str) -> tuple[Any, ...]:
    """A clause; from and until are those of its rules, editions the ones in which they are new or changed.

    A clause that never had rules holds as long as the format; one whose rules a house rule took away is off.
    That a list be whole and known (`LIST`) no document says.
    """
    clause = form.clauses[identity]
    titles = clause.title["en"], clause.title.get(form.language, "")
    judged_by = clause.rules_of or identity
    # A rule key is the clause id, perhaps with a suffix after a dot.
    rules = [
        {key: rule for key, rule in edition.rules.items() if key.split(".")[0] == judged_by}
        for edition in form.editions
    ]
    if judged_by in form.ruled and not any(rules):
        return identity, "off", *titles, None, None, None, []
    held = [edition for edition, own in zip(form.editions, rules, strict=True) if own]
    changed = [
        (edition, [key for key in own if own[key] != before.get(key)])
        for edition, own, before in zip(form.editions, rules, [{}, *rules], strict=False)
        if own != before
    ]
    # The newest edition that says it: of a rule that is left as it was, an earlier one's page.
    sources = [
        edition.source_of(judged_by if judged_by in keys else keys[0]) for edition, keys in changed if keys
    ] or [form.editions[0].source]
    begun = [
        max(edition.starts, rule.starts or edition.starts)
        for edition, own in zip(form.editions, rules, strict=True)
        for rule in own.values()
    ]
    return (
        identity,
        "checked" if clause.kind == "check" else clause.kind,
        *titles,
        min(begun, default=form.editions[0].starts),
        held[-1].until if held else None,
        None if identity == "LIST" else clause.source or sources[-1],
        [edition.starts for edition, _ in changed] or [form.editions[0].starts],
    )


def _lists_not_there(form: Format, home: Path) -> list[str]:
    """The restriction lists that a format names and nobody has: a misspelt name, or a file forgotten."""
    from schema.restrictions import shipped_lists
    from warehouse.restrictions import lists_of

    held = shipped_lists(home)
    return [name for name in lists_of(form) if name not in held]
