"""Every error the census raises on purpose.

CensusError
├── UsageError             the call was wrong                        exit 2
├── Locked                 another process holds the home            exit 75
├── TerminalError          trying again changes nothing              exit 1
│   ├── ConfigurationError   a setting is missing or contradicts another
│   ├── FormatError          a format or restriction file is invalid
│   ├── BadPage              a page could not be read
│   │   └── SiteChanged      a page is there but its layout is unknown
│   ├── Blocked              the site refuses us: robots, 403, challenge, login wall
│   ├── Refused              we refuse: private address, other scheme, too many redirects
│   ├── TooLarge             a body is over its cap
│   ├── ArchiveDamaged       a record does not match its digest
│   ├── WarehouseError       the database is missing, foreign or of a newer version
│   └── CheckFailed          a check after the marts returned rows
└── TransientError         the next attempt or night may succeed     exit 1
    ├── SiteDown             no answer, timeout, 5xx
    ├── RateLimited          429 or Retry-After beyond the cap
    └── Truncated            the body is shorter than announced

Each error carries what is known of its origin: URL, page hash, parser and version. A user sees
`str(error)` on one line and `error.hint` on the next; `--debug` shows the traceback.
"""

from __future__ import annotations

from typing import ClassVar


class CensusError(Exception):
    """The root: one line for the user, a hint, and the origin."""

    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        url: str | None = None,
        sha256: str | None = None,
        parser: str | None = None,
    ) -> None:
        super().__init__(message)
        self.hint = hint
        self.url = url
        self.sha256 = sha256
        self.parser = parser


class UsageError(CensusError):
    """The call was wrong: an unknown option value, a missing file."""

    exit_code = 2


class Locked(CensusError):
    """Another process holds the lock; trying again later is right."""

    exit_code = 75


class TerminalError(CensusError):
    """Trying again changes nothing."""


class TransientError(CensusError):
    """The next attempt, or the next night, may succeed."""


class ConfigurationError(TerminalError):
    """A setting is missing or contradicts another."""


class FormatError(TerminalError):
    """A format or restriction file is invalid; the message names file, key and reason."""


class BadPage(TerminalError):
    """A page could not be read."""


class SiteChanged(BadPage):
    """A page is there, but nothing of the known layout is on it."""


class Blocked(TerminalError):
    """The site refuses us: robots.txt, 401, 403, a challenge page, a login wall."""


class Refused(TerminalError):
    """We refuse: a private address, a scheme other than http(s), too many redirects."""


class TooLarge(TerminalError):
    """A body, once decoded, is over its cap."""


class ArchiveDamaged(TerminalError):
    """An archive record is torn or does not match its digest."""


class WarehouseError(TerminalError):
    """The database is missing, foreign or written by a newer version."""


class CheckFailed(TerminalError):
    """A check after the marts returned rows; nothing was published."""


class SiteDown(TransientError):
    """No answer, a timeout, or a 5xx."""


class RateLimited(TransientError):
    """A 429, or a Retry-After beyond the cap."""


class Truncated(TransientError):
    """The body is shorter than announced."""
