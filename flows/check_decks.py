"""Verdicts for decks in hand: the same load, names and rules as in the warehouse, in memory, in batches."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from flows.check_batches import batches, with_event_rules
from flows.read_ahead import read_ahead
from schema.records import Problem
from schema.restrictions import read_list
from warehouse.in_hand import put_decks
from warehouse.judge import judge
from warehouse.resolve import resolve
from warehouse.restrictions import lists_of
from warehouse.suggestions import Suggester
from warehouse.unbound import unbound_names
from warehouse.verdicts import clear_decks, unresolved_lines, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Set
    from datetime import date
    from pathlib import Path

    import duckdb

    from schema.formats import Format
    from schema.records import DeckRecord, Game

_SOURCE = "check"

# Which reasons come first: a deck that can't be led by its commander is beyond counting its cards.
_WEIGHTS = {
    "commander": 10,
    "pair": 11,
    "god_form": 12,
    "hyperspatial_form": 12,
    "companion": 15,
    "deck_size": 20,
    "zone_size": 21,
    "restriction_list": 30,
    "identity": 40,
    "card_class": 50,
    "singleton": 60,
    "event_commander": 70,
    "event_list": 71,
}
_OF_FORMS = 13  # clauses without a rule of their own: GOD2, HYP3 …


@dataclass
class Verdict:
    """One deck's verdict, with the keys of its JSON; `today` is its verdict by today's rules.

    `dated` says where `as_of` comes from: the day asked for (`on`), the deck's own, or `today`, where the
    list names none. `severities` are those of `advisories`. `list_date` is the last change of the format's
    restriction lists by then; `is_too_early` tells of a day before the first edition.
    """

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
    dated: Literal["on", "deck", "today"] = "deck"
    severities: list[str] = field(default_factory=list)
    list_date: date | None = None
    is_too_early: bool = False

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
    """Judges decks over a database that holds cards and restrictions; decks come and go in batches.

    Each by its own day, or by `on`; with `and_today` also by today's rules.
    """

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        formats: Mapping[str, Format],
        *,
        today: date,
        on: date | None = None,
        and_today: bool = True,
        strict: bool = False,
        own_lists: Mapping[str, Path] | None = None,
        report: Callable[[Problem], None] = lambda problem: None,
    ) -> None:
        self._con = con
        self._formats = dict(formats)
        self._games = {form.id: form.game for form in formats.values()}
        self._today = today
        self._on = on
        self._bases = ("published", "today") if and_today else ("published",)
        self._strict = strict
        self._own_lists = dict(own_lists or {})
        self._report = report
        self._joined = with_event_rules(formats.values())
        self._weights = {form.id: _weights(form) for form in formats.values()}
        self._suggesters: dict[Game, Suggester] = {}
        self._suggested: dict[tuple[Game, str], list[str]] = {}
        self._lists_resolved = False

    def check(self, decks: Iterable[DeckRecord]) -> Iterator[Verdict]:
        """Judge decks as they come, a batch at a time, in their order.

        Decks of events come last where their format judges an event's decks together. What can't be
        judged, a deck without a single card, goes to `report`.
        """
        kept = gc.get_threshold()
        # A batch is some hundred thousand records without a cycle: looking for cycles among them, again
        # and again, takes a third of the time of reading them.
        gc.set_threshold(500_000, 50, 50)
        try:
            for batch in read_ahead(batches(decks, self._joined)):
                yield from self._batch(batch)
        finally:
            gc.set_threshold(*kept)

    def _batch(self, decks: list[DeckRecord]) -> Iterator[Verdict]:
        for problem in put_decks(self._con, decks, source=_SOURCE, seen_at=datetime.now(UTC)):
            self._report(problem)
        # The cards stay the same from batch to batch, and so do those of the restriction lists.
        resolve(self._con, self._games, lists=not self._lists_resolved)
        self._lists_resolved = True
        self._tell_unbound({deck.format for deck in decks})
        judge(
            self._con,
            self._formats,
            today=self._today,
            on=self._on,
            bases=self._bases,
            strict=self._strict,
        )
        found, unknown = verdicts(self._con), unresolved_lines(self._con)
        clear_decks(self._con)
        for number, deck in enumerate(decks):
            views = found.get(str(number))
            if views is not None:
                yield self._verdict(deck, views, unknown.get(str(number), []))

    def _tell_unbound(self, format_names: Set[str]) -> None:
        """Say of the user's own lists, once, which rows bind nothing since no known card has the name."""
        for format_name in sorted(format_names):
            form = self._formats[format_name]
            lists = {name: self._own_lists.pop(name) for name in lists_of(form) if name in self._own_lists}
            for name, cards in unbound_names(self._con, lists).items():
                path = lists[name]
                rows = read_list(name, path.read_text(encoding="utf-8-sig"), str(path))
                for row in rows:
                    for card in row.cards if row.status != "free" else ():
                        if card in cards:
                            like = " or ".join(self._suggest(format_name, card))
                            said = f"no known card is called {card}: this row of the list binds nothing"
                            said += f"; is it {like}?" if like else ""
                            self._report(
                                Problem(_SOURCE, str(path), "unresolved_name", said, row.line_no, name)
                            )

    def _verdict(
        self, deck: DeckRecord, views: dict[str, dict[str, Any]], unknown: list[tuple[int, str]]
    ) -> Verdict:
        own = self._view(deck, views.get("on") or views["published"])
        own.unresolved = [
            {"line": line, "text": text, "suggestions": self._suggest(deck.format, text)}
            for line, text in unknown
        ]
        if self._on is not None:
            own.dated = "on"
        elif deck.published_on is None and deck.noted_on is None and deck.modified_at is None:
            own.dated = "today"
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
            list_date=view["list_date"],
            is_too_early=view["is_too_early"],
        )
        weights = self._weights[form.id]
        for finding in sorted(view["findings"], key=lambda found: weights.get(found["rule"], _OF_FORMS)):
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
                result.severities.append(finding["severity"])
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
        if (game, text) not in self._suggested:
            self._suggested[game, text] = self._suggesters[game].suggest(text)
        return self._suggested[game, text]


def _weights(form: Format) -> dict[str, int]:
    """Clause id -> weight of its heaviest rule."""
    weights: dict[str, int] = {}
    for edition in form.editions:
        for key, rule in edition.rules.items():
            clause = key.split(".", 1)[0]
            weights[clause] = min(weights.get(clause, 99), _WEIGHTS[rule.kind])
    return weights
