"""Verdicts for decks in hand: the same load, names and rules as in the warehouse, in memory, in batches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from flows.version import VERSION
from schema.records import Page, Parsed
from warehouse.judge import judge
from warehouse.load import load_pages
from warehouse.resolve import resolve
from warehouse.suggestions import Suggester
from warehouse.verdicts import clear_decks, unresolved_lines, verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    import duckdb

    from schema.formats import Format
    from schema.records import DeckRecord, Game

BATCH = 1_000
_SOURCE = "check"


@dataclass
class Verdict:
    """One deck's verdict, as `check` prints it; `today` is its verdict by today's rules."""

    deck: str
    format: str
    edition: date | None
    as_of: date
    verdict: str
    commanders: list[str]
    cards: int
    violations: list[dict[str, Any]] = field(default_factory=list)
    advisories: list[dict[str, Any]] = field(default_factory=list)
    unresolved: list[dict[str, Any]] = field(default_factory=list)
    today: Verdict | None = None

    def as_json(self) -> dict[str, Any]:
        """The object that `check --output json` prints, key by key."""
        return {
            "deck": self.deck,
            "format": self.format,
            "edition": self.edition.isoformat() if self.edition else None,
            "as_of": self.as_of.isoformat(),
            "verdict": self.verdict,
            "commanders": self.commanders,
            "cards": self.cards,
            "violations": self.violations,
            "advisories": self.advisories,
            "unresolved": self.unresolved,
        }


class Checker:
    """Judges decks over a database that holds cards and restrictions; decks come and go in batches."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        formats: Mapping[str, Format],
        *,
        today: date,
        on: date | None = None,
        strict: bool = False,
    ) -> None:
        self._con = con
        self._formats = dict(formats)
        self._games = {form.id: form.game for form in formats.values()}
        self._today = today
        self._on = on
        self._strict = strict
        self._suggesters: dict[Game, Suggester] = {}

    def check(self, decks: Iterable[DeckRecord]) -> Iterator[Verdict]:
        """Judge decks as they come, a batch at a time, in their order."""
        stream = iter(decks)
        while batch := list(islice(stream, BATCH)):
            yield from self._batch(batch)

    def _batch(self, decks: list[DeckRecord]) -> Iterator[Verdict]:
        now = datetime.now(UTC)
        # Each line of input is a deck of its own, even where two share a key.
        numbered = tuple(
            replace(deck, source=_SOURCE, source_key=str(number)) for number, deck in enumerate(decks)
        )
        page = Page(_SOURCE, "urn:deckcensus:check", now, 200, "", b"", "")
        load_pages(
            self._con, [(page, "hand", "1", Parsed(decks=numbered))], started_at=now, code_version=VERSION
        )
        resolve(self._con, self._games)
        judge(
            self._con,
            self._formats,
            today=self._today,
            on=self._on,
            bases=("published", "today"),
            strict=self._strict,
        )
        found, unknown = verdicts(self._con), unresolved_lines(self._con)
        clear_decks(self._con)
        for number, deck in enumerate(decks):
            views = found.get(str(number))
            if views is not None:
                yield self._verdict(deck, views, unknown.get(str(number), []))

    def _verdict(
        self, deck: DeckRecord, views: dict[str, dict[str, Any]], unknown: list[tuple[int, str]]
    ) -> Verdict:
        own = self._view(deck, views.get("on") or views["published"])
        own.unresolved = [
            {"line": line, "text": text, "suggestions": self._suggest(deck.format, text)}
            for line, text in unknown
        ]
        if self._on is None and "today" in views:
            own.today = self._view(deck, views["today"])
        return own

    def _view(self, deck: DeckRecord, view: dict[str, Any]) -> Verdict:
        form = self._formats[view["format"]]
        result = Verdict(
            deck=deck.title if deck.title else deck.source_key,
            format=form.id,
            edition=view["edition"],
            as_of=view["as_of"],
            verdict=view["verdict"],
            commanders=view["commanders"],
            cards=view["cards"],
        )
        for finding in view["findings"]:
            if finding["severity"] == "violation":
                clause = form.clauses.get(finding["rule"])
                result.violations.append(
                    {
                        "rule": finding["rule"],
                        "title": clause.title["en"] if clause else finding["rule"],
                        **{key: finding[key] for key in ("zone", "card", "copies", "detail", "source")},
                    }
                )
            else:
                since = finding["since"]
                result.advisories.append(
                    {
                        "rule": finding["rule"],
                        "card": finding["card"],
                        "detail": finding["detail"],
                        "since": since.isoformat() if since else None,
                        "source": finding["source"],
                    }
                )
        return result

    def _suggest(self, format_name: str, text: str) -> list[str]:
        game = self._games[format_name]
        if game not in self._suggesters:
            self._suggesters[game] = Suggester(self._con, game)
        return self._suggesters[game].suggest(text)


"""
"""
