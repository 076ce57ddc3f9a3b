"""Dates as sites write them, to calendar dates in Japan and instants in UTC."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

# Japan has had no daylight saving time since 1951, so a fixed offset needs no time-zone database.
TOKYO = timezone(timedelta(hours=9), "Asia/Tokyo")

_ISO = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?"
)
_DAY = re.compile(r"((?:19|20)\d{2})\s*(?:年|[-/.])\s*(\d{1,2})\s*(?:月|[-/.])\s*(\d{1,2})(?:\s*日)?(?!\d)")
# Of the emperor's reign: 令和2年2月23日, R2.2.23, 平成30年4月8日; the first year is 元年.
_REIGN_DAY = re.compile(
    r"(?P<reign>令和|平成|(?<![A-Za-z0-9])[RH](?=\d))\s*(?P<year>\d{1,2}|元)\s*[年/.]\s*(?P<month>\d{1,2})\s*[月/.]\s*(?P<day>\d{1,2})"
)
_REIGN_BEGINS = {"令和": 2019, "R": 2019, "平成": 1989, "H": 1989}
_MONTH_DAY = re.compile(r"(?<![\d/年.-])(?<!年 )(\d{1,2})\s*(?:月\s*(\d{1,2})\s*日|/(\d{1,2})(?![\d/]))")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_ENGLISH_DAY = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+)?(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
    r"(?:\s+(?P<after>\d{1,2})(?:st|nd|rd|th)?)?,?\s+(?P<year>(?:19|20)\d{2})\b",
    re.IGNORECASE,
)
_SHORT_DAY = re.compile(r"(?<![\d/.])'?(\d{2})/(\d{1,2})/(\d{1,2})(?![\d/])")


def instant(text: str | None, *, zone: timezone = TOKYO) -> datetime | None:
    """Read ISO 8601 or RFC 5322 (feeds) to an aware datetime in UTC; None where it is neither.

    A time without an offset is taken in `zone`. WordPress's zero date is None.
    """
    return instant_and_day(text, zone=zone)[0]


def day_in_tokyo(moment: datetime | None) -> date | None:
    """The calendar date of an instant in Japan."""
    if moment is None:
        return None
    try:
        return moment.astimezone(TOKYO).date()
    except OverflowError:
        return None


def shown_day(text: str | None, *, zone: timezone = TOKYO) -> date | None:
    """The calendar date of an instant as a site writes it: in its own offset, of an instant in UTC in Japan.

    Sites write UTC where they mean no place (feeds, metadata), and another offset where it is their own.
    """
    return instant_and_day(text, zone=zone)[1]


def instant_and_day(text: str | None, *, zone: timezone = TOKYO) -> tuple[datetime | None, date | None]:
    """What `instant` and `shown_day` say of a text, read once."""
    if not text:
        return None, None
    found = _ISO.search(text)
    try:
        if found is None:
            parsed = parsedate_to_datetime(text)
            moment = (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
            return moment, day_in_tokyo(moment)
        year, month, day, hour, minute, second, offset = found.groups()
        own = _offset(offset) if offset else None
        aware = datetime(
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0),
            tzinfo=own or zone,
        )  # fmt: skip
        moment = aware.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None, None
    return moment, aware.date() if own is not None and own.utcoffset(None) else day_in_tokyo(moment)


def first_day(text: str) -> date | None:
    """The first date in a text: 2020/2/23, 2020-02-23, 2020.2.23, 2020年2月23日."""
    return next(iter(days(text)), None)


def days(text: str) -> list[date]:
    """Every date with its whole year in a text, in order, by the West's years or a reign's.

    Impossible ones are left out.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    found = [(day.start(), _date(*map(int, day.groups()))) for day in _DAY.finditer(plain)]
    if any(sign in plain for sign in _REIGN_BEGINS):
        found += [(day.start(), _in_reign(day)) for day in _REIGN_DAY.finditer(plain)]
        found.sort(key=lambda placed: placed[0])
    return [day for _, day in found if day is not None]


def days_near(text: str, near: date) -> list[date]:
    """Every date without a year (2月23日, 2/23) in a text, in the year that brings it nearest to a day."""
    plain = unicodedata.normalize("NFKC", text)
    found: list[date] = []
    for month, day, short in _MONTH_DAY.findall(plain):
        years = (_date(near.year + step, int(month), int(day or short)) for step in (-1, 0, 1))
        possible = [each for each in years if each is not None]
        if possible:
            found.append(min(possible, key=lambda each: abs(each - near)))
    return found


def written_day(text: str) -> date | None:
    """The first date in a text, in Japanese, in figures, or in English (March 1, 2020; 1 March 2020)."""
    found = _ENGLISH_DAY.search(text)
    if found is None:
        return first_day(text)
    month = _MONTHS.index(found["month"].lower()) + 1
    return _date(int(found["year"]), month, int(found["after"] or found["day"] or 0))


def short_days(text: str) -> list[date]:
    """Every two-digit-year date (17/1/1, 19/11/2: year, month, day of this century), in order."""
    return [day for y, m, d in _SHORT_DAY.findall(text) if (day := _date(2000 + int(y), int(m), int(d)))]


def _in_reign(found: re.Match[str]) -> date | None:
    year = 1 if found["year"] == "元" else int(found["year"])
    return _date(_REIGN_BEGINS[found["reign"]] + year - 1, int(found["month"]), int(found["day"]))


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
