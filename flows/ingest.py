"""From the archive to the warehouse: parse what is kept and not yet loaded, one archive file a crawl.

The nightly job and `replay` run the same code over the same files in the same order, so that both
end in the same tables. A file is read in batches; each is loaded in one transaction, and then written
down how far the file was read: a killed process goes on there, and a batch met again changes no row.

A batch whose articles used to hold decks and no longer do is refused: the site's layout changed, and
the decks that are known stay (a source that gives zero where it gave decks is a failed source). How a
page is parsed is in `flows/parse_kept.py`, what a batch changes in `flows/load_batch.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flows.load_batch import load_batch, refusal
from flows.parse_kept import batches
from schema.errors import ArchiveDamaged
from schema.urls import canonical_url
from schema.wording import counted
from warehouse.archive_files import crawl_pages, file_site
from warehouse.crawls import crawl_rows, earlier_counts, read_up_to, record_crawl, set_read_up_to
from warehouse.places import articles_at
from warehouse.repeats import Repeats

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    import duckdb

    from schema.records import Page
    from warehouse.archive import Archive
    from warehouse.archive_recovery import Finding
    from warehouse.sightings import Confirmed
    from warehouse.warc import Record

BATCH_PAGES = 200


@dataclass
class Ingested:
    """What one archive file gave, this time. `status`: loaded, refused, damaged; `reason` says why.

    A file that is damaged gives what can be read of it, and is read from there on again until it is whole.
    """

    warc_file: str
    site: str
    pages: int = 0
    articles: int = 0
    decks: int = 0
    cards: int = 0
    expected: int = 0
    read: int = 0
    changed: int = 0
    status: str = "loaded"
    reason: str | None = None
    problems: int = 0
    started_at: datetime | None = None
    ended_at: datetime | None = None
    loads: list[int] = field(default_factory=list)

    def saw(self, *pages: Page | Confirmed) -> None:
        """Take in when pages were seen."""
        instants = [page.fetched_at for page in pages]
        self.started_at = min([*instants, self.started_at] if self.started_at else instants)
        self.ended_at = max([*instants, self.ended_at] if self.ended_at else instants)

    @property
    def failed(self) -> bool:
        """Whether what the site gave was refused, or cannot all be read."""
        return self.status != "loaded"

    @property
    def trouble(self) -> str | None:
        """For a person: the file that failed, and why; None where it did not."""
        if not self.failed:
            return None
        named = "" if self.reason and self.warc_file in self.reason else f" {self.warc_file}:"
        return f"{self.site}: {self.status}:{named} {self.reason}"

    @property
    def line(self) -> str:
        """For a person."""
        said = f"{self.site}: {counted(self.pages, 'page')} read, {counted(self.decks, 'deck')}, "
        said += f"{counted(self.changed, 'row')} changed"
        return f"{said}; {self.status}: {self.reason}" if self.failed else said


def ingest_pending(
    con: duckdb.DuckDBPyConnection,
    archive: Archive,
    *,
    on_page: Callable[[Page], None] | None = None,
    past_damage: bool = False,
    repeats: bool = False,
) -> list[Ingested]:
    """Read in every archive file that is not yet, or not whole, in the warehouse; oldest first.

    What shows what its address showed before is left out; with `repeats` it is read all the same. Raises
    ArchiveDamaged; with `past_damage` all that can be read is read in, and the file called damaged.
    """
    known = crawl_rows(con)
    return [
        ingest_file(con, archive, path.name, on_page=on_page, past_damage=past_damage, repeats=repeats)
        for path in archive.files()
        if known.get(path.name, (0, ""))[0] < path.stat().st_size
    ]


def ingest_file(
    con: duckdb.DuckDBPyConnection,
    archive: Archive,
    warc_file: str,
    *,
    on_page: Callable[[Page], None] | None = None,
    past_damage: bool = False,
    repeats: bool = False,
) -> Ingested:
    """Read in one archive file from where it was left."""
    result = Ingested(warc_file, file_site(warc_file))
    start = read_up_to(con, warc_file)
    earlier = earlier_counts(con, warc_file)
    if earlier is not None and earlier.status == "refused":
        result.status, result.reason = earlier.status, earlier.reason
    damage: list[str] = []
    confirmed: list[Confirmed] = []

    def found(finding: Finding) -> None:
        if not past_damage:
            raise ArchiveDamaged(
                str(finding),
                hint="put a copy of the file back; `deckcensus doctor` names everything that is damaged",
            )
        damage.append(str(finding))

    pages = crawl_pages(
        archive,
        warc_file,
        start,
        is_repeat=_nothing if repeats else Repeats(con, archive, warc_file),
        on_confirmed=confirmed.append,
        on_damage=found,
    )
    for batch, end in batches(pages, BATCH_PAGES, _Known(con, result.site, confirmed), on_page):
        result.saw(*(page for page, *_ in batch), *confirmed)
        result.pages += len(batch)
        result.articles += sum(len(parsed.keys) for *_, parsed in batch)
        result.decks += sum(len(parsed.decks) for *_, parsed in batch)
        if result.status != "refused":
            result.reason = refusal(con, result, batch)
            result.status = "refused" if result.reason else "loaded"
        if result.status == "loaded":
            load_batch(con, archive, result, batch, confirmed, found)
            confirmed.clear()
        # The mark stays before the damage, so that the file is named and read again until it is whole.
        if not damage:
            record_crawl(con, result, end, earlier)
    if confirmed:
        result.saw(*confirmed)
        if result.status == "loaded":
            load_batch(con, archive, result, [], confirmed, found)
    if damage:
        more = f" (and {len(damage) - 1} more)" if len(damage) > 1 else ""
        result.status, result.reason = "damaged", f"{damage[0]}{more}"
        return result
    # What follows the last page (its request, pages that a 304 confirmed) needs no second look.
    size = (archive.directory / warc_file).stat().st_size
    if not set_read_up_to(con, warc_file, size, result.ended_at):
        record_crawl(con, result, size)
    return result


@dataclass(frozen=True)
class _Known:
    """What the warehouse knows of a site; what was seen again goes to `confirmed`."""

    con: duckdb.DuckDBPyConnection
    site: str
    confirmed: list[Confirmed]

    def is_known(self, seen: Confirmed) -> bool:
        return bool(self.con.execute("from page where page_id = ?", [seen.page_id]).fetchall())

    def stands_at(self, article: str, url: str) -> bool:
        place = canonical_url(url)
        return article in articles_at(self.con, self.site, {place: None})[place]

    def seen_again(self, seen: Confirmed) -> None:
        self.confirmed.append(seen)


def _nothing(_: Record) -> bool:
    return False
