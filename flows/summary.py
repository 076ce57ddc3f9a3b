"""The end of a night for a person: what came in, what is played, what is legal, where the files lie."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from rich.text import Text

from flows.output import Output, Terminal, plain, print_table, write_rows
from schema.formats import load_formats
from warehouse.database import connect_published
from warehouse.summary import Summary, read_summary

if TYPE_CHECKING:
    from flows.night import NightReport
    from warehouse.summary import Block

SITE_COLUMNS = ("site", "status", "requests", "pages", "looked_at", "decks", "cards", "changed", "reason")


def site_rows(report: NightReport) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The site status table: one row a site crawled tonight.

    requests and pages read; looked_at, the articles that the site listed or showed (of the card database:
    cards); decks on the pages; cards new or changed; all rows changed.
    """
    rows = []
    for crawl in report.crawls:
        parts = [part for part in report.ingested if part.site == crawl.site]
        reason = report.failures.get(crawl.site, "")
        rows.append(
            (
                crawl.site,
                "failed" if reason else "done",
                crawl.requests,
                sum(part.pages for part in parts),
                crawl.articles,
                sum(part.decks for part in parts),
                sum(part.cards for part in parts),
                sum(part.changed for part in parts),
                reason,
            )
        )
    return SITE_COLUMNS, rows


def summary_of(report: NightReport) -> Summary:
    """The summary of what was published: read once, for the artifact, the terminal and the webhook."""
    if report.summary is None:
        home = report.plan.home
        con = connect_published(home)
        try:
            loads = [load for part in report.ingested for load in part.loads]
            report.summary = read_summary(con, load_formats(home), loads)
        finally:
            con.close()
    return report.summary


def markdown_summary(report: NightReport) -> str:
    """The summary in Markdown, for the artifact and the webhook."""
    summary = summary_of(report)
    lines = [f"# Night of {report.plan.today}", ""]
    lines.append("Partial: " + ", ".join(report.failures) if report.failures else "Every site is in.")
    for title, columns, rows in _tables(report, summary):
        if rows:
            lines += ["", f"## {title}", "", "| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
            lines += [
                "| " + " | ".join(_cell(value).replace("|", "\\|") for value in row) + " |" for row in rows
            ]
    return "\n".join(lines) + "\n"


def print_summary(report: NightReport, output: Output) -> None:
    """Print the summary on stdout in the form asked for."""
    if output is Output.md:
        sys.stdout.write(markdown_summary(report))
        return
    summary = summary_of(report)
    if output is Output.json:
        columns, rows = site_rows(report)
        named = (summary.unresolved, summary.unbound)
        blocks = (summary.sources, summary.popular, summary.verdicts, *named, summary.tonight)
        data: dict[str, Any] = {"date": report.plan.today.isoformat(), "failures": report.failures}
        data["sites"] = [dict(zip(columns, row, strict=True)) for row in rows]
        data |= {block.name: _plain_rows(block) for block in blocks}
        data["files"] = {name: str(path) for name, path in _files(report)}
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
        return
    if output is Output.csv:
        write_rows(summary.popular.columns, summary.popular.rows, output)
        return
    _print(report, summary)


def _print(report: NightReport, summary: Summary) -> None:
    console = Terminal(highlight=False, width=None if sys.stdout.isatty() else 120)
    for title, columns, rows in _tables(report, summary):
        if rows:
            print_table(console, columns, [[_cell(value) for value in row] for row in rows], title=title)
            console.print()
    for name, path in _files(report):
        console.print(Text(f"{name:<10} {path}"), soft_wrap=True)
    if report.failures:
        console.print(
            Text("partial: " + "; ".join(f"{s}: {why}" for s, why in report.failures.items()), style="red")
        )


def _tables(
    report: NightReport, summary: Summary
) -> list[tuple[str, tuple[str, ...], list[tuple[Any, ...]]]]:
    columns, rows = site_rows(report)
    if not report.failures:
        columns, rows = columns[:-1], [row[:-1] for row in rows]  # no reason to give
    tables: list[tuple[str, tuple[str, ...], list[tuple[Any, ...]]]] = [("Sites tonight", columns, rows)]
    tables.append(("Sources", summary.sources.columns, list(summary.sources.rows)))
    popular = [
        (row["format"], row["commander"], row["civilizations"], row["decks"], row["n"], _share(row))
        for row in summary.popular.dictionaries()
    ]
    tables.append(
        (
            "Most played commanders (share of n decks, 95 % interval)",
            ("format", "commander", "civilizations", "decks", "n", "share"),
            popular,
        )
    )
    tables.append(("Verdicts", summary.verdicts.columns, list(summary.verdicts.rows)))
    more = summary.unresolved_names - len(summary.unresolved.rows)
    title = "Names that no card answers to" + (f" (and {more} more)" if more > 0 else "")
    tables.append((title, summary.unresolved.columns, list(summary.unresolved.rows)))
    title = "Restricted names that no card answers to: they bind nothing"
    tables.append((title, summary.unbound.columns, list(summary.unbound.rows)))
    tables.append(("News", summary.tonight.columns, list(summary.tonight.rows)))
    return tables


def _share(row: dict[str, Any]) -> str:
    return f"{row['share']:.1%} ({row['share_low']:.1%}–{row['share_high']:.1%})"


def _files(report: NightReport) -> list[tuple[str, object]]:
    published = report.published
    home = report.plan.home
    found: list[tuple[str, object]] = [("archive", home / "archive")]
    if published is not None:
        found += [
            ("database", published.database),
            ("exports", published.exports),
            ("report", published.report),
        ]
    return found


def _plain_rows(block: Block) -> list[dict[str, Any]]:
    return [{key: plain(value) for key, value in row.items()} for row in block.dictionaries()]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return "/".join(str(part) for part in value) or "無色"
    return f"{value:,}" if isinstance(value, int) else str(value)
