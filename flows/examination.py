"""What `doctor` looks at: archive, lock, databases, sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from flows.hand_pages import damaged_card_files
from schema.errors import CensusError, Locked
from schema.formats import load_formats
from schema.restrictions import own_lists
from schema.wording import counted
from warehouse.archive import Archive
from warehouse.crawls import crawl_rows
from warehouse.database import PUBLISHED_FILE, WORK_FILE, connect_published, connect_work, schema_version
from warehouse.lock import HomeLock
from warehouse.unbound import lists_judged_by, unbound_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import duckdb

    from flows.settings import Settings
    from schema.formats import Format


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing looked at."""

    subject: str
    state: Literal["good", "wrong", "note"]
    detail: str


def examine(settings: Settings) -> Iterator[Examined]:
    """Look at everything, and go on where something is wrong."""
    home = settings.home
    if not home.is_dir():
        yield Examined("home", "wrong", f"{home} is not there; run `deckcensus nightly` first")
        return
    yield from _archive(home)
    holder = HomeLock(home).holder()
    yield Examined("lock", "note" if holder else "good", f"held by {holder}" if holder else "free")
    yield from _published(home)
    yield from _sites(settings, busy=holder is not None)


def _archive(home: Path) -> Iterator[Examined]:
    archive = Archive(home / "archive")
    found = [str(finding) for finding in archive.verify()] if archive.directory.is_dir() else []
    found += [f"{name}: {what}" for name, what in damaged_card_files(archive.directory)]
    if found:
        yield from (Examined("archive", "wrong", finding) for finding in found)
        return
    files = archive.files()
    size = sum(path.stat().st_size for path in files)
    held = f"{counted(len(files), 'file')}, {counted(size, 'byte')}"
    yield Examined("archive", "good", f"{held}, every digest matches")


def _published(home: Path) -> Iterator[Examined]:
    if not (home / PUBLISHED_FILE).exists():
        yield Examined("published", "wrong", "nothing is published yet")
        return
    try:
        con = connect_published(home)
    except CensusError as error:
        yield Examined("published", "wrong", str(error))
        return
    try:
        decks, schema = con.execute(
            "select (select count(*) from deck), (select max(version) from schema_version)"
        ).fetchall()[0]
        age = datetime.fromtimestamp((home / PUBLISHED_FILE).stat().st_mtime, UTC)
        said = f"{counted(decks, 'deck version')}, schema {schema}, of {age:%Y-%m-%d %H:%M} UTC"
        if schema == schema_version():
            yield Examined("published", "good", said)
        else:
            renewed = f"this version writes {schema_version()}, from the next night on"
            yield Examined("published", "note", f"{said}; {renewed}")
        try:
            formats = load_formats(home)
        except CensusError as error:
            yield Examined("formats", "wrong", str(error))
            return
        yield Examined("formats", "good", f"{len(formats)} formats")
        yield from _lists(con, formats, own_lists(home))
    finally:
        con.close()


def _lists(
    con: duckdb.DuckDBPyConnection, formats: Mapping[str, Format], own: Mapping[str, Path]
) -> Iterator[Examined]:
    """The restricted names that no known card answers to, of the lists that decks are judged by."""
    lists = sorted({*lists_judged_by(con, formats), *own})
    for name, cards in unbound_names(con, lists).items():
        more = f" and {len(cards) - 3} more" if len(cards) > 3 else ""
        said = f"no known card is called {', '.join(cards[:3])}{more}: these rows bind nothing"
        yield Examined(f"list {name}", "note", said)


def _lost(con: duckdb.DuckDBPyConnection, archive: Path) -> Iterator[Examined]:
    """Archive files that are gone or shorter than what was read of them: what is left may be whole."""
    for name, (read, _) in sorted(crawl_rows(con).items()):
        path = archive / name
        size = path.stat().st_size if path.is_file() else 0
        if size < read:
            said = f"{name} holds {size:,} bytes, {read:,} were read: put a copy back before any replay"
            yield Examined("archive", "wrong", said)


def _sites(settings: Settings, *, busy: bool) -> Iterator[Examined]:
    home = settings.home
    if not (home / WORK_FILE).exists():
        yield Examined(
            "work", "wrong", "no database of the writer; `deckcensus replay` builds it from the archive"
        )
        return
    if busy:
        yield Examined("work", "note", "a run is at work; the sites' history is read when it has ended")
        return
    try:
        con = connect_work(home)
    except Locked as error:
        yield Examined("work", "note", str(error))
        return
    except CensusError as error:
        yield Examined("work", "wrong", str(error))
        return
    try:
        yield from _lost(con, home / "archive")
        now = datetime.now(UTC).replace(tzinfo=None)
        # A night of a day to come was dated by a wrong clock, and would hide every failure until that day.
        nights = con.execute(
            "select site, arg_max(status, ended_at), arg_max(reason, ended_at), max(ended_at), "
            "max(ended_at) filter (status = 'done') from site_night where ended_at <= ? "
            "group by site order by site",
            [now],
        ).fetchall()
        early = con.execute("select distinct site from site_night where ended_at > ? order by 1", [now])
        ahead = [str(site) for (site,) in early.fetchall()]
    finally:
        con.close()
    yield Examined("work", "good", f"schema {schema_version()}")
    for site in ahead:
        yield Examined(f"site {site}", "note", "nights are dated after now: was the clock ahead?")
    for site, status, reason, ended_at, last_good in nights:
        if last_good is None:
            yield Examined(f"site {site}", "wrong", f"never a good night; the last: {reason or status}")
            continue
        hours = (now - last_good).total_seconds() / 3600
        said = f"last good night {last_good:%Y-%m-%d %H:%M} UTC, {hours:.0f} h ago"
        if ended_at > last_good:
            said += f"; since then: {reason or status}"
        stale = hours > settings.stale_after
        yield Examined(f"site {site}", "wrong" if stale or ended_at > last_good else "good", said)
