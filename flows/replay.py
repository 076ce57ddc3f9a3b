"""The database again from the archive alone: no network, the same files in the same order.

The new database is built aside and takes the old one's place when it is whole, so that a replay that
is killed leaves the old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flows.finish import finish
from flows.ingest import ingest_pending
from flows.progress import Progress
from schema.errors import ArchiveDamaged, WarehouseError
from warehouse.archive import Archive
from warehouse.aside import written_aside
from warehouse.crawls import keep_nights
from warehouse.database import WORK_FILE, connect_work, replace_work
from warehouse.lock import HomeLock

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    import duckdb

    from flows.ingest import Ingested
    from flows.settings import Settings


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What was rebuilt."""

    files: int
    pages: int
    decks: int
    damaged: bool = False


def replay(
    settings: Settings, *, today: date, say: Callable[[str], None], past_damage: bool = False
) -> ReplayReport:
    """Rebuild, judge and publish. Raises Locked, WarehouseError where there is no archive.

    Raises ArchiveDamaged, with everything left as it is: a census that is rebuilt without what is damaged
    looks whole, and the present one may hold it. With `past_damage` what can be read is enough.
    """
    home = settings.home
    archive = Archive(home / "archive")
    if not archive.directory.is_dir() or not archive.files():
        raise WarehouseError(f"there is no archive in {home}", hint="run `deckcensus nightly` first")
    with HomeLock(home) as lock, archive, written_aside(home) as aside:
        archive.mend()
        con = connect_work(aside, memory_limit=settings.memory_limit)
        try:
            with Progress("pages") as progress:
                parts = _read(con, archive, progress, past_damage=past_damage)
            for part in parts:
                if part.trouble:
                    say(part.trouble)
            if (home / WORK_FILE).exists():
                keep_nights(con, home / WORK_FILE)
            finish(con, home, today, lock)
            con.execute("checkpoint")
        finally:
            con.close()
        lock.check()
        replace_work(aside, home)
    return ReplayReport(
        len(parts),
        sum(part.pages for part in parts),
        sum(part.decks for part in parts),
        any(part.status == "damaged" for part in parts),
    )


def _read(
    con: duckdb.DuckDBPyConnection, archive: Archive, progress: Progress, *, past_damage: bool
) -> list[Ingested]:
    try:
        return ingest_pending(
            con, archive, on_page=lambda page: progress.step(page.source), past_damage=past_damage
        )
    except ArchiveDamaged as error:
        raise ArchiveDamaged(
            f"{error}; nothing was changed, since the census now may hold what cannot be read",
            hint="put a copy of the file back, or rebuild from what can be read: replay --past-damage",
        ) from error
