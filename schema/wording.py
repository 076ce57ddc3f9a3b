"""How counts, unreadable files and names that nobody knows are said to a person."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from schema.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable


def counted(number: int, noun: str) -> str:
    """A count with its noun: `1 deck`, `1,200 decks`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    """Why a text file cannot be read, in words without its path."""
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 (byte {error.start + 1})"
    return (error.strerror or str(error)).lower()


def unknown_name(what: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a format or site that is not there, with the one that may be meant and all there are."""
    names = list(known)
    like = get_close_matches(name.casefold(), names, 1)
    meant = f"did you mean {like[0]}? " if like else ""
    return UsageError(f"no such {what}: {name}", hint=f"{meant}there are {', '.join(names)}".strip())
