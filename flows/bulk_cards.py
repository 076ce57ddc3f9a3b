"""Card files: kept in the archive, loaded as a stream, then every deck judged anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows.finish import finish
from flows.hand_pages import cards_page
from flows.ingest import Ingested, ingest_pending
from flows.version import VERSION
from warehouse.archive import Archive
from warehouse.database import connect_work
from warehouse.lock import HomeLock

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from flows.settings import Settings


def load_card_file(settings: Settings, file: Path, game: str, *, today: date) -> Ingested:
    """Keep a card file, load its cards, judge and publish. Raises UsageError, BadPage for a foreign file."""
    home = settings.home
    with HomeLock(home), Archive(home / "archive", software=f"deckcensus/{VERSION}") as archive:
        archive.mend()
        con = connect_work(home, memory_limit=settings.memory_limit)
        try:
            ingest_pending(con, archive)
            archive.append(cards_page(archive.directory, file, game))
            total = Ingested("", "cards")
            for part in ingest_pending(con, archive):
                total.cards += part.cards
                total.problems += part.problems
            finish(con, home, today)
        finally:
            con.close()
    return total
