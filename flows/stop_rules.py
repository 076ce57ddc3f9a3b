"""When to ask again, when to wait, and when to leave a server alone for the rest of a run.

- asked again: no answer, a torn body, 408, 425, 429, 5xx; after a growing pause, or the Retry-After
- off for this run: a 403, a challenge page, five failures in a row, a Retry-After beyond the cap
- a caller who expects a 403 (a closed REST API) may bear one; a second 403 switches the server off
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from schema.errors import Blocked, CensusError, SiteDown

if TYPE_CHECKING:
    from collections.abc import Mapping

_CHALLENGE = re.compile(
    rb"<title>\s*(just a moment|attention required|one moment, please|checking your browser)"
    rb"|cdn-cgi/challenge-platform|id=[\"']?cf-(chl|browser-verification)|_Incapsula_Resource"
    rb"|/\.well-known/sgcaptcha|geo\.captcha-delivery\.com|window\.awsWafCookie",
    re.IGNORECASE,
)
# A challenge is a page of its own: an article may quote all of its words further down.
_HEAD = 20_000


def asks_again(status: int) -> bool:
    """Tell whether a status is worth another attempt."""
    return status in (408, 425, 429) or status >= 500


def retry_after(value: str | None, now: datetime) -> float | None:
    """Read a Retry-After in either form as seconds from now; None where it is absent, bad or past.

    Source: RFC 9110 10.2.3.
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(min(int(text[:12]), 10**9)) or None
    try:
        instant = parsedate_to_datetime(text)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=UTC)
    seconds = (instant - now).total_seconds()
    return seconds if seconds > 0 else None


def is_challenge(status: int, headers: Mapping[str, str], body: bytes) -> bool:
    """Tell a challenge page (a browser check, a captcha) from an answer."""
    if headers.get("cf-mitigated", "").lower() == "challenge":
        return True
    html = headers.get("content-type", "").lower().startswith(("text/html", "application/xhtml")) or (
        not headers.get("content-type") and body.lstrip()[:1] == b"<"
    )
    if not html:
        return False
    # A real page of this size with scripts of the protection service in it is still a page.
    most = _HEAD if status in (403, 429, 503) else 60_000
    return len(body) <= most * 4 and _CHALLENGE.search(body[:_HEAD]) is not None


class HostHealth:
    """What each server did in this run, and which are off. Safe between threads."""

    def __init__(self, failures_in_a_row: int) -> None:
        self._most = failures_in_a_row
        self._lock = threading.Lock()
        self._failures: Counter[str] = Counter()
        self._forbidden: Counter[str] = Counter()
        self._off: dict[str, CensusError] = {}

    @property
    def off(self) -> dict[str, CensusError]:
        """Give the servers that are off for this run, and why."""
        with self._lock:
            return dict(self._off)

    def check(self, server: str) -> None:
        """Raise the error that switched a server off, if one did."""
        with self._lock:
            error = self._off.get(server)
        if error is not None:
            raise type(error)(str(error), hint=error.hint, url=error.url)

    def switch_off(self, server: str, error: CensusError) -> None:
        """Leave a server alone from now on; the first reason stays."""
        with self._lock:
            self._off.setdefault(server, error)

    def good(self, server: str) -> None:
        """Note an answer: a run of failures is over."""
        with self._lock:
            self._failures[server] = 0

    def failed(self, server: str, error: CensusError) -> None:
        """Note a failure; the fifth in a row switches the server off. Raises SiteDown then."""
        with self._lock:
            self._failures[server] += 1
            count = self._failures[server]
        if count >= self._most:
            down = SiteDown(
                f"{server} failed {count} times in a row and is left alone for this run: {error}",
                hint="the next run tries again",
                url=error.url,
            )
            self.switch_off(server, down)
            raise down

    def forbidden(self, server: str, url: str, *, borne: bool) -> None:
        """Note a 403; one that the caller bears is allowed once. Raises Blocked otherwise."""
        with self._lock:
            self._forbidden[server] += 1
            count = self._forbidden[server]
        if borne and count == 1:
            return
        blocked = Blocked(
            f"{server} answers 403 and is left alone for this run",
            hint="the operator may ask the site for leave; nothing is fetched around a refusal",
            url=url,
        )
        self.switch_off(server, blocked)
        raise blocked
