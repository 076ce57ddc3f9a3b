"""`deckcensus formats`: the formats, or one format's rule sheet."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from flows.commands.options import HomeOption, OutputOption, settings_for
from flows.output import Output, notes, write_rows
from schema.errors import UsageError

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

    known = load_formats(settings_for(home).home)
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
        columns: tuple[str, ...] = (
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
            # What a narrow terminal shows of them; the rest is on the sheet of each.
            columns, rows = columns[:3] + columns[4:6], [row[:3] + row[4:6] for row in rows]
        write_rows(columns, rows, output)
        return
    if name not in known:
        raise UsageError(f"no such format: {name}", hint=f"there are {', '.join(known)}")
    form = known[name]
    if output is Output.table:
        notes().print(f"{form.id}: {form.names['en']} · {form.names.get(form.language, '')}", markup=False)
        for edition in form.editions:
            until = f"until {edition.until}" if edition.until else "in force"
            notes().print(f"  edition {edition.starts} ({until}): {edition.source}", markup=False)
    clause_rows = []
    for identity, clause in form.clauses.items():
        # A rule key is the clause id, perhaps with a suffix after a dot.
        held = [
            edition
            for edition in form.editions
            if any(key.split(".")[0] == identity for key in edition.rules)
        ]
        clause_rows.append(
            (
                identity,
                {"check": "checked", "play": "play", "info": "info"}[clause.kind],
                clause.title["en"],
                clause.title.get(form.language, ""),
                held[0].starts if held else None,
                held[-1].until if held else None,
                clause.source or (held[-1].source if held else form.editions[-1].source),
            )
        )
    write_rows(("rule", "kind", "title", "own_title", "from", "until", "source"), clause_rows, output)
