"""Dates as sites write them, to calendar dates in Japan and instants in UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

# Japan has had no daylight saving time since 1951, so a fixed offset needs no time-zone database.
TOKYO = timezone(timedelta(hours=9), "Asia/Tokyo")

_ISO = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?"
)
_DAY = re.compile(r"((?:19|20)\d{2})\s*(?:年|[-/.])\s*(\d{1,2})\s*(?:月|[-/.])\s*(\d{1,2})(?:\s*日)?(?!\d)")
_SHORT_DAY = re.compile(r"(?<![\d/.])'?(\d{2})/(\d{1,2})/(\d{1,2})(?![\d/])")


def instant(text: str | None, *, zone: timezone = TOKYO) -> datetime | None:
    """Read ISO 8601 or RFC 5322 (feeds) to an aware datetime in UTC; None where it is neither.

    A time without an offset is taken in `zone`. WordPress's zero date is None.
    """
    if not text:
        return None
    found = _ISO.search(text)
    try:
        if found is None:
            parsed = parsedate_to_datetime(text)
            aware = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
            return aware.astimezone(UTC)
        year, month, day, hour, minute, second, offset = found.groups()
        aware = datetime(
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0),
            tzinfo=_offset(offset) if offset else zone,
        )  # fmt: skip
        return aware.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def day_in_tokyo(moment: datetime | None) -> date | None:
    """The calendar date of an instant in Japan."""
    if moment is None:
        return None
    try:
        return moment.astimezone(TOKYO).date()
    except OverflowError:
        return None


def first_day(text: str) -> date | None:
    """The first date in a text: 2020/2/23, 2020-02-23, 2020.2.23, 2020年2月23日."""
    return next(iter(days(text)), None)


def days(text: str) -> list[date]:
    """Every four-digit-year date in a text, in order; impossible ones are left out."""
    return [day for found in _DAY.finditer(text) if (day := _date(*map(int, found.groups())))]


def short_days(text: str) -> list[date]:
    """Every two-digit-year date (17/1/1, 19/11/2: year, month, day of this century), in order."""
    return [day for y, m, d in _SHORT_DAY.findall(text) if (day := _date(2000 + int(y), int(m), int(d)))]


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _offset(text: str) -> timezone:
    if text == "Z":
        return UTC
    digits = text[1:].replace(":", "")
    delta = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-delta if text[0] == "-" else delta)
