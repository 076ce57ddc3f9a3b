"""Which version of a deck a page shows: the fold of observations over what is known.

Pure: no database. An observation is one deck on one page at one instant. The same content seen again
(another address, other markup) is no new version; an edited one is; a page older than the last
sighting never takes the place of what was seen since. A list of which a feed or a torn page showed the
beginning is completed by the page that shows it whole: the same version, now with all its lines.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from schema.ids import stable_id

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from schema.records import DeckLine, DeckRecord

# The sites date their posts in Japan; a modification at 16:00 UTC is of the next day there.
SITE_ZONE = ZoneInfo("Asia/Tokyo")
_UTC = ZoneInfo("UTC")
# Within it an article's own page tells how a list goes on that a feed began; later it may have been edited.
_ONE_NIGHT = timedelta(hours=12)
_BLANKS = re.compile(r"[ \t\u3000\xa0]+")


@dataclass(frozen=True, slots=True)
class Observation:
    """One deck as one page shows it. `seen_at` is naive UTC; `lines` are the ones fit to store."""

    record: DeckRecord
    lines: tuple[DeckLine, ...]
    complete: bool
    seen_at: datetime
    page_id: int
    parser: str
    parser_version: str


@dataclass(frozen=True, slots=True)
class Version:
    """One row of `deck`, known or new. `lines` is None for a row the database already holds."""

    deck_id: int
    source: str
    source_key: str
    version: int
    is_current: bool
    url: str
    title: str
    author: str | None
    format: str
    published_on: date | None
    revised_on: date | None
    noted_on: date | None
    modified_at: datetime | None
    event_id: str | None
    placing: str | None
    player: str | None
    page_id: int | None
    parser: str | None
    parser_version: str | None
    is_complete: bool
    seen_at: datetime
    ended_at: datetime | None
    deleted_on: date | None
    content_hash: str
    copies: int | None
    lines: tuple[DeckLine, ...] | None = None


class History:
    """The versions of one deck (source, source key), oldest first, as far as they are needed.

    `latest` is the version last seen, `last_seen` when that was, and `top` the highest number given;
    `hashes` are the contents of all of them; `latest_lines` the texts of the last one, needed only to
    tell a cut-off view from an edit.
    """

    __slots__ = ("_told", "changed", "hashes", "last_seen", "latest", "latest_lines", "top")

    def __init__(
        self,
        latest: Version | None = None,
        hashes: Sequence[str] = (),
        latest_lines: Sequence[tuple[str, int, str]] | None = None,
        top: int | None = None,
        last_seen: datetime | None = None,
    ) -> None:
        self.latest = latest
        self.last_seen = max((at for at in (last_seen, latest and latest.seen_at) if at), default=None)
        self.top = top if top is not None else (latest.version if latest else 0)
        self.hashes = set(hashes)
        self.latest_lines = tuple(latest_lines) if latest_lines is not None else None
        self.changed: dict[int, Version] = {}
        self._told: datetime | None = None

    def observe(self, seen: Observation) -> None:
        """Fold one observation in."""
        content = content_hash(seen.record, seen.lines)
        latest = self.latest
        late = self.last_seen is not None and seen.seen_at < self.last_seen
        if not late:
            self.last_seen = seen.seen_at
        if latest is None:
            self._append(seen, content, None)
        elif content == latest.content_hash:
            self._same_again(latest, seen)
        elif seen.record.in_part and latest.is_complete and latest.is_current:
            # A feed tells that the article was changed, and when; its own pages tell how.
            self._told = seen.record.modified_at
        elif self._is_part_of_latest(seen):
            return
        elif late:
            # A page older than what is known: either an earlier version met again, or one that was missed.
            # Its place among the others is found where the pages of all of them are at hand (load_again).
            if content not in self.hashes:
                self._append(seen, content, latest, current=False)
        elif content in self.hashes and seen.seen_at == latest.seen_at:
            return  # the same batch once more
        elif self._completes_latest(seen):
            self._complete(latest, seen, content)
        else:
            self._append(seen, content, latest)

    def end(self, at: datetime) -> None:
        """The article is there and holds this deck no longer, unless a later page still shows it."""
        latest = self.latest
        if latest is not None and latest.is_current and self.last_seen is not None and self.last_seen < at:
            self._put(replace(latest, is_current=False, ended_at=at))

    def delete(self, on: date) -> None:
        """The article is confirmed gone. The deck stays as it was last seen."""
        latest = self.latest
        if latest is not None and latest.deleted_on is None:
            self._put(replace(latest, deleted_on=on))

    def _put(self, version: Version) -> None:
        self.changed[version.version] = version
        self.latest = version

    def _append(
        self, seen: Observation, content: str, before: Version | None, *, current: bool = True
    ) -> None:
        record = seen.record
        if record.modified_at is None and self._told is not None:
            record = replace(record, modified_at=self._told)
        number = self.top = self.top + 1
        if current and before is not None and before.is_current:
            self.changed[before.version] = replace(before, is_current=False)
        modified_at = naive(record.modified_at)
        row = Version(
            deck_id=stable_id("deck", record.source, record.source_key, number),
            source=record.source,
            source_key=record.source_key,
            version=number,
            is_current=current,
            url=record.url,
            title=record.title,
            author=record.author,
            format=record.format,
            published_on=record.published_on or (before.published_on if before else None),
            revised_on=revised_on(record, seen.seen_at, before, content),
            noted_on=record.noted_on,
            modified_at=modified_at,
            event_id=record.event,
            placing=record.placing,
            player=record.player,
            page_id=seen.page_id,
            parser=seen.parser,
            parser_version=seen.parser_version,
            is_complete=seen.complete,
            seen_at=seen.seen_at,
            ended_at=None,
            deleted_on=None,
            content_hash=content,
            copies=sum(line.copies for line in seen.lines),
            lines=seen.lines,
        )
        self.hashes.add(content)
        self.changed[number] = row
        if current:
            self.latest = row
            self.latest_lines = _texts(seen.lines)

    def _same_again(self, latest: Version, seen: Observation) -> None:
        """Fill what was not known; revive a deck that had been edited away or deleted."""
        record = seen.record
        row = latest
        modified_at = naive(record.modified_at)
        if row.modified_at is None and modified_at is not None and seen.seen_at >= row.seen_at:
            row = replace(row, modified_at=modified_at)
            if row.revised_on is None:
                row = replace(row, revised_on=_after(site_date(modified_at), row.published_on))
        row = replace(
            row,
            author=row.author or record.author,
            published_on=row.published_on or record.published_on,
            event_id=row.event_id or record.event,
            placing=row.placing or record.placing,
            player=row.player or record.player,
            is_complete=row.is_complete or seen.complete,
        )
        if row.ended_at is not None and seen.seen_at > row.ended_at:
            row = replace(row, is_current=True, ended_at=None, seen_at=seen.seen_at, page_id=seen.page_id)
        if row.deleted_on is not None and site_date(seen.seen_at) > row.deleted_on:
            row = replace(row, deleted_on=None)
        if row != latest:
            self._put(row)

    def _is_part_of_latest(self, seen: Observation) -> bool:
        """A cut-off view (a feed's excerpt) of a list of which more is known is no edit of it.

        That a list is whole is more than its lines: cut off behind the last of them, under another title,
        it is no edit either. The next whole view tells the title.
        """
        latest, known = self.latest, self.latest_lines
        if seen.complete or latest is None or known is None:
            return False
        shown = _texts(seen.lines)
        return _begins(known, shown) and (latest.is_complete or len(shown) < len(known))

    def _completes_latest(self, seen: Observation) -> bool:
        """The whole of a list that began as the last version does, and not by an edit in between."""
        latest, known = self.latest, self.latest_lines
        if not seen.complete or latest is None or latest.is_complete or not known or not latest.is_current:
            return False
        modified_at = naive(seen.record.modified_at)
        same = modified_at is not None and modified_at == latest.modified_at
        return (same or seen.seen_at - latest.seen_at < _ONE_NIGHT) and _begins(_texts(seen.lines), known)

    def _complete(self, latest: Version, seen: Observation, content: str) -> None:
        record = seen.record
        self.hashes.discard(latest.content_hash)
        self.hashes.add(content)
        self.latest_lines = _texts(seen.lines)
        self._put(
            replace(
                latest,
                title=record.title,
                author=record.author or latest.author,
                format=record.format,
                published_on=record.published_on or latest.published_on,
                modified_at=latest.modified_at or naive(record.modified_at),
                noted_on=record.noted_on or latest.noted_on,
                page_id=seen.page_id,
                parser=seen.parser,
                parser_version=seen.parser_version,
                is_complete=True,
                content_hash=content,
                copies=sum(line.copies for line in seen.lines),
                lines=seen.lines,
            )
        )


def _texts(lines: Sequence[DeckLine]) -> tuple[tuple[str, int, str], ...]:
    return tuple((line.zone, line.copies, line.text) for line in lines)


def _begins(whole: Sequence[tuple[str, int, str]], part: Sequence[tuple[str, int, str]]) -> bool:
    """Tell whether a list is the beginning of another, or all of it."""
    return len(part) <= len(whole) and tuple(whole[: len(part)]) == tuple(part)


def content_hash(record: DeckRecord, lines: Sequence[DeckLine]) -> str:
    """Hash what makes a version: 16 hex digits of the title, 48 of format and lines.

    Unicode form and runs of blanks are markup, not content.
    """
    listed = "\n".join(f"{line.zone}\x1f{line.copies}\x1f{line.text}" for line in lines)
    return f"{_digest(record.title)[:16]}:{_digest(record.format + chr(30) + listed)[:48]}"


def revised_on(record: DeckRecord, seen_at: datetime, before: Version | None, content: str) -> date | None:
    """When the list became what it is: the update note, else the site's modification date.

    A note that did not move while the content did is stale. Where the site gives no modification
    date either, a changed list is dated by the page on which it was first seen changed.
    None: not revised since it was published.
    """
    note = record.noted_on
    if note is not None and (before is None or before.noted_on != note):
        return note
    modified_at = naive(record.modified_at)
    if modified_at is not None:
        return _after(site_date(modified_at), record.published_on)
    if before is None:
        return None
    same_list = before.content_hash.split(":")[1] == content.split(":")[1]
    return before.revised_on if same_list else site_date(seen_at)


def site_date(instant: datetime) -> date:
    """The calendar date of an instant (naive is UTC) at the sites' place."""
    aware = instant if instant.tzinfo else instant.replace(tzinfo=_UTC)
    return aware.astimezone(SITE_ZONE).date()


def naive(instant: datetime | None) -> datetime | None:
    """An instant as the database holds it: UTC without a zone."""
    if instant is None or instant.tzinfo is None:
        return instant
    return instant.astimezone(_UTC).replace(tzinfo=None)


def _after(day: date, published_on: date | None) -> date | None:
    return day if published_on is None or day > published_on else None


def _digest(text: str) -> str:
    normal = _BLANKS.sub(" ", unicodedata.normalize("NFC", text))
    return hashlib.sha256(normal.encode("utf-8", "surrogatepass")).hexdigest()
