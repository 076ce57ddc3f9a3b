"""Card files: kept in the archive, loaded as a stream, then every deck judged anew."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from flows.finish import finish
from flows.hand_pages import cards_page
from flows.ingest import ingest_pending
from flows.version import VERSION
from parsers.cards import read_cards, refuse_other_files
from parsers.cards.recognise import HINT
from parsers.open_file import open_bytes
from schema.errors import UsageError
from schema.records import Problem
from warehouse.archive import Archive
from warehouse.database import connect_work
from warehouse.lock import HomeLock

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from flows.settings import Settings
    from schema.records import Game


@dataclass(frozen=True, slots=True)
class CardsReport:
    """What came of a card file; `troubles` name the archive files that could not all be read in."""

    cards: int
    problems: int
    troubles: tuple[str, ...]


def load_card_file(settings: Settings, file: Path, game: Game, *, today: date) -> CardsReport:
    """Keep a card file, load its cards, judge and publish. Raises UsageError for a foreign file."""
    refuse_foreign(file, game)
    home = settings.home
    with HomeLock(home) as lock, Archive(home / "archive", software=f"deckcensus/{VERSION}") as archive:
        archive.mend()
        con = connect_work(home, memory_limit=settings.memory_limit)
        try:
            left = ingest_pending(con, archive, past_damage=True)
            archive.append(cards_page(archive.directory, file, game))
            parts = ingest_pending(con, archive, past_damage=True)
            finish(con, home, today, lock)
        finally:
            con.close()
    return CardsReport(
        sum(part.cards for part in parts),
        sum(part.problems for part in parts),
        tuple(dict.fromkeys(part.trouble for part in (*left, *parts) if part.trouble)),
    )


def refuse_foreign(file: Path, game: Game) -> None:
    """Raise UsageError for a torn file, another kind of file, the other game's cards, and one without a card.

    None of them must come into the archive, where every later night would meet it again.
    """
    with open_bytes(file) as stream:  # a torn download would stop every later night
        while stream.read(1 << 20):
            pass
    refuse_other_files(file, game)
    reason = "it is empty"
    for record in islice(read_cards(file, game=game), 1_000):
        if not isinstance(record, Problem):
            return
        if reason == "it is empty":
            reason = f"line {record.line_no}: {record.detail}" if record.line_no else record.detail
    raise UsageError(f"no card of {file} can be read: {reason}", hint=HINT)
