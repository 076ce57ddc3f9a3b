"""`deckcensus check`: verdicts for decks in hand; nothing is stored."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flows.commands.options import HomeOption, OutputOption, parse_date, settings_for, today_in
from flows.output import Output, Terminal, notes, one_line, write_rows
from schema.errors import UsageError
from schema.problems import NOTHING_READ
from schema.wording import counted, unknown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flows.check_decks import Verdict
    from flows.settings import Settings
    from schema.formats import Format
    from schema.records import DeckRecord, Parsed, Problem

FINDINGS = 4


def check(
    decks: Annotated[
        list[str],
        typer.Argument(help="Deck files, directories, URLs, or - for stdin.", metavar="PATH|URL|-"),
    ],
    format: Annotated[  # noqa: A002 - the option's own name
        str | None, typer.Option("--format", "-f", help="The format to judge by; see `formats`.", metavar="F")
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--on", help="Judge by the rules of this day, not the deck's own.", metavar="DATE"),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Lists that are recommendations bind as well.")
    ] = False,
    cards: Annotated[
        Path | None,
        typer.Option("--cards", help="Card facts from a file instead of the census.", metavar="FILE"),
    ] = None,
    output: OutputOption = Output.table,
    home: HomeOption = None,
) -> int:
    """Judge decks in hand, with every reason; nothing is stored.

    Exit code 0 when every deck is legal, 4 when one is not, 1 when all that were read are legal and
    something given could not be read as a deck.
    """
    from flows.card_source import cards_database
    from flows.check_decks import Checker
    from schema.formats import load_formats
    from schema.restrictions import own_lists

    settings = settings_for(home)
    formats = load_formats(settings.home)
    if format is not None and format not in formats:
        raise unknown_name("format", format, formats)
    day = parse_date(on, "--on")
    seen = _Seen(formats)
    con = cards_database(settings, cards, game=formats[format].game if format else None)
    try:
        checker = Checker(
            con,
            formats,
            today=today_in(settings),
            on=day,
            and_today=output is Output.table,
            strict=strict,
            own_lists=own_lists(settings.home),
            report=seen.problem,
        )
        verdicts = checker.check(seen.decks(_parsed(decks, format, settings)))
        if output is Output.table:
            _print(verdicts, seen)
        elif output is Output.json:
            for verdict in verdicts:
                seen.judged(verdict)
                sys.stdout.write(json.dumps(verdict.as_json(), ensure_ascii=False) + "\n")
        else:
            write_rows(_COLUMNS, _rows(verdicts, seen), output)
        sys.stdout.flush()
    finally:
        con.close()
    if not seen.count and not seen.problems:
        notes().print("no deck in what was given", markup=False)
    if seen.findings:
        return FINDINGS
    return 0 if seen.count and not seen.lost else 1


class _Seen:
    """What passed through: decks, those not legal, problems of reading, and what gave no deck at all."""

    def __init__(self, formats: dict[str, Format]) -> None:
        self._formats = formats
        self.count = 0
        self.findings = 0
        self.problems = 0
        self.lost = 0

    def decks(self, parts: Iterator[Parsed]) -> Iterator[DeckRecord]:
        for parsed in parts:
            for problem in parsed.problems:
                self.problem(problem)
            self.lost += not parsed.decks or any(item.kind in NOTHING_READ for item in parsed.problems)
            for deck in parsed.decks:
                if deck.format not in self._formats:
                    raise UsageError(
                        f"{deck.title or deck.source_key}: no format given"
                        if not deck.format
                        else f"{deck.title or deck.source_key}: no such format: {deck.format}",
                        hint=f"name it with --format: {', '.join(self._formats)}",
                    )
                yield deck

    def problem(self, problem: Problem) -> None:
        self.problems += 1
        where = f"{problem.url}:{problem.line_no}" if problem.line_no else problem.url
        notes().print(one_line(f"{where}: {problem.kind}: {problem.detail}"), markup=False)

    def has_leaders(self, verdict: Verdict) -> bool:
        """Whether the format of a verdict has commanders at all."""
        editions = self._formats[verdict.format].editions
        return any(rule.kind == "commander" for edition in editions for rule in edition.rules.values())

    def new_reasons(self, verdict: Verdict, today: Verdict) -> Iterator[str]:
        """What breaks the rules of today and broke none on the deck's day, and since when."""
        from schema.format_history import reads_so_since

        said = {(item["rule"], item["card"], item["detail"]) for item in verdict.violations}
        for item in today.violations:
            if (item["rule"], item["card"], item["detail"]) in said:
                continue
            since = reads_so_since(self._formats[today.format], item["rule"], today.as_of)
            about = f"  [{item['card']}]" if item["card"] else ""
            # Of a list's card its own detail tells the day.
            told = f", since {since}" if since is not None and since > verdict.as_of else ""
            yield f"✗ {item['rule']}  {item['detail']}{about}{told}"

    def judged(self, verdict: Verdict) -> None:
        self.count += 1
        self.findings += verdict.verdict != "legal"


def _parsed(arguments: list[str], format_name: str | None, settings: Settings) -> Iterator[Parsed]:
    from flows.hand_fed import is_url, read_argument, read_page

    for argument in arguments:
        if is_url(argument):
            from flows.fetch_one import fetch_one

            yield read_page(fetch_one(argument, settings), format=format_name)
        else:
            yield from read_argument(argument, format=format_name)


_COLUMNS = (
    "deck", "format", "edition", "as_of", "verdict", "commanders", "cards", "severity", "rule", "zone",
    "card", "copies", "detail", "source",
)  # fmt: skip


def _rows(verdicts: Iterator[Verdict], seen: _Seen) -> Iterator[tuple[object, ...]]:
    """One row a finding; a deck without one has one row."""
    for verdict in verdicts:
        seen.judged(verdict)
        head = (
            verdict.deck,
            verdict.format,
            verdict.edition,
            verdict.as_of,
            verdict.verdict,
            " + ".join(verdict.commanders),
            verdict.cards,
        )
        rows: list[tuple[object, ...]] = [
            ("violation", *(item[key] for key in ("rule", "zone", "card", "copies", "detail", "source")))
            for item in verdict.violations
        ]
        rows += [
            (severity, item["rule"], None, item["card"], None, item["detail"], item["source"])
            for severity, item in zip(verdict.severities, verdict.advisories, strict=True)
        ]
        rows += [
            ("unresolved", None, None, item["text"], None, _like(item["suggestions"]), None)
            for item in verdict.unresolved
        ]
        for row in rows or [(None,) * 7]:
            yield (*head, *row)


def _like(suggestions: list[str]) -> str:
    return f"did you mean {' or '.join(suggestions)}?" if suggestions else "no card like it"


_SIGNS = {"legal": "✓", "illegal": "✗", "unknown": "?", "incomplete": "…"}
_STYLES = {"legal": "green", "illegal": "red", "unknown": "yellow", "incomplete": "dim"}


def _print(verdicts: Iterator[Verdict], seen: _Seen) -> None:
    """For a person: the verdict first, then each reason with its card, rule and source."""
    from rich.text import Text

    console = Terminal(highlight=False, soft_wrap=True)
    for verdict in verdicts:
        seen.judged(verdict)
        word = f"{_SIGNS[verdict.verdict]} {verdict.verdict.upper()}"
        console.print(Text.assemble((word, _STYLES[verdict.verdict]), f"  {verdict.deck} · {verdict.format}"))
        leaders = " + ".join(verdict.commanders) or ("no commander" if seen.has_leaders(verdict) else "")
        head = (leaders, counted(verdict.cards, "card"), _basis(verdict))
        console.print(Text("  " + " · ".join(part for part in head if part)))
        for item in verdict.violations:
            about = " · ".join(
                str(part)
                for part in (item["zone"], f"{item['copies']}× {item['card']}" if item["card"] else None)
                if part
            )
            console.print(Text(f"  ✗ {item['rule']}  {item['detail']}" + (f"  [{about}]" if about else "")))
            if item["source"]:
                console.print(Text(f"      {item['source']}", style="dim"))
        for item in verdict.advisories:
            about = f"  [{item['card']}]" if item["card"] else ""
            console.print(Text(f"  ! {item['rule']}  {item['detail']}{about}"))
            if item["source"]:
                console.print(Text(f"      {item['source']}", style="dim"))
        for item in verdict.unresolved:
            console.print(Text(f"  ? line {item['line']}: {item['text']}: {_like(item['suggestions'])}"))
        if verdict.today is not None and verdict.today.as_of != verdict.as_of:
            today = verdict.today
            console.print(Text(f"  by the rules of today ({today.as_of}): {today.verdict}", style="dim"))
            for line in seen.new_reasons(verdict, today):
                console.print(Text(f"      {line}", style="dim"))


_DATED = {
    "on": "the day asked for",
    "deck": "the deck's date",
    "today": "today, since the list names no date",
}


def _basis(verdict: Verdict) -> str:
    """The date judged by, where it comes from, the edition and the list in force."""
    words = [f"as of {verdict.as_of} ({_DATED[verdict.dated]})", f"edition {verdict.edition}"]
    if verdict.is_too_early:
        words[1] += ", which came later"
    if verdict.list_date is not None:
        words.append(f"list of {verdict.list_date}")
    return ", ".join(words)
