"""What the database holds of the versions of some decks: where the fold of new pages begins."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from warehouse.database import sql_text
from warehouse.deck_versions import History, Version
from warehouse.tables import BIGINT, TEXT, staged

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from contextlib import AbstractContextManager
    from datetime import datetime

    import duckdb


class Histories(dict[tuple[str, str], History]):
    """The histories of some decks by (source, source key), and which decks an article holds."""

    def __init__(self) -> None:
        super().__init__()
        self._by_article: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def __missing__(self, key: tuple[str, str]) -> History:
        """A deck met for the first time."""
        history = History()
        self[key] = history
        return history

    def __setitem__(self, key: tuple[str, str], history: History) -> None:
        if key not in self:
            self._by_article.setdefault((key[0], article_of(key[1])), []).append(key)
        super().__setitem__(key, history)

    def of_article(self, source: str, article: str) -> list[tuple[str, str]]:
        """The keys of the decks that an article holds or held."""
        return self._by_article.get((source, article), [])


def article_of(source_key: str) -> str:
    """The article of a deck: `4081` for `4081#2`."""
    return source_key.split("#", 1)[0]


def known_histories(
    con: duckdb.DuckDBPyConnection,
    articles: Iterable[tuple[str, str]],
    last_seen: Mapping[tuple[str, str], datetime] | None = None,
) -> Histories:
    """What the database holds of the decks of some articles (source, article key).

    `last_seen` says when articles were last seen (naive UTC), which may be after their last version was.
    """
    with wanted_articles(con, articles):
        rows = con.execute(sql_text("load", "known_decks")).fetchall()
    names = [item.name for item in fields(Version)]
    histories = Histories()
    for row in rows:
        latest = Version(**dict(zip(names[:-1], row[:-2], strict=True)))
        seen = (last_seen or {}).get((latest.source, article_of(latest.source_key)))
        histories[latest.source, latest.source_key] = History(latest, row[-2], top=row[-1], last_seen=seen)
    return histories


def wanted_articles(
    con: duckdb.DuckDBPyConnection, articles: Iterable[tuple[str, str]]
) -> AbstractContextManager[str]:
    """Stage articles as `wanted` for the length of a block."""
    wanted = sorted(set(articles))
    columns = {"source": [source for source, _ in wanted], "article": [article for _, article in wanted]}
    return staged(con, "wanted", {"source": TEXT, "article": TEXT}, columns)


def latest_lines(
    con: duckdb.DuckDBPyConnection, histories: Histories, keys: Iterable[tuple[str, str]]
) -> None:
    """Give the histories of some decks the lines of their last version.

    They tell a cut-off view from an edit, and the rest of a list from another list.
    """
    wanted = {
        history.latest.deck_id: history for key in keys if (history := histories.get(key)) and history.latest
    }
    if not wanted:
        return
    with staged(con, "wanted_deck", {"deck_id": BIGINT}, {"deck_id": list(wanted)}):
        rows = con.execute(
            "select deck_id, zone, copies, text from deck_line semi join wanted_deck using (deck_id) "
            "order by deck_id, line_no"
        ).fetchall()
    found: dict[int, list[tuple[str, int, str]]] = {}
    for deck_id, zone, copies, text in rows:
        found.setdefault(deck_id, []).append((zone, copies, text))
    for deck_id, lines in found.items():
        wanted[deck_id].latest_lines = tuple(lines)
