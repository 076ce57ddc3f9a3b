"""Decks in hand: files, directories, stdin and URLs, read into records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from parsers.decklists import read_decklist, read_decklists, read_open_decklists
from parsers.decklists.read import DECK_SUFFIXES, LINE_SUFFIXES
from parsers.registry import parser_for
from schema.errors import UsageError
from warehouse.database import WORK_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader

    from schema.records import Page, Parsed


def is_url(text: str) -> bool:
    """Whether an argument names a page rather than a file."""
    return text.startswith(("http://", "https://"))


def files_of(argument: str) -> list[Path]:
    """The deck files an argument names: itself, or those in a directory, by name.

    Raises UsageError where nothing is there.
    """
    path = Path(argument)
    if path.is_dir():
        # A census that lies in the directory holds files of these endings too, and none is a deck's.
        homes = {database.parent for database in path.rglob(WORK_FILE)}
        found = sorted(
            entry
            for entry in path.rglob("*")
            if entry.is_file()
            and _suffix(entry) in DECK_SUFFIXES | LINE_SUFFIXES
            and homes.isdisjoint(entry.parents)
        )
        if not found:
            raise UsageError(
                f"no deck files in {argument}", hint=f"known endings: {' '.join(sorted(DECK_SUFFIXES))}"
            )
        return found
    if not path.exists():  # a pipe, as `<(command)` gives, is no regular file but can be read
        raise UsageError(
            f"no such file: {argument}", hint="give a deck file, a directory, a URL, or - for stdin"
        )
    return [path]


def read_argument(argument: str, *, format: str | None) -> Iterator[Parsed]:  # noqa: A002
    """Read the decks that `PATH` or `-` names; lines of interchange JSON are streamed."""
    if argument == "-":
        # Python's stdin is buffered, though its type does not say so.
        yield from read_open_decklists("stdin", cast("BufferedReader", sys.stdin.buffer), format=format)
        return
    for path in files_of(argument):
        yield from read_decklists(path, format=format)


def read_page(page: Page, *, format: str | None) -> Parsed:  # noqa: A002
    """Read the decks of a fetched or saved page: by its site's parser, else as a plain list."""
    parser = parser_for(page)
    if parser is not None:
        return parser.parse(page)
    return read_decklist(page.url, page.body, format=format)


def _suffix(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.casefold()
