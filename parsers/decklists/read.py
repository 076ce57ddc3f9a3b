"""Deck files of every kind: the one door to the readers of this room."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from parsers.decklists import collected
from parsers.decklists.encoding import text_of
from parsers.decklists.files import is_csv, read_cod, read_csv, read_dek
from parsers.decklists.site_json import read_site_json, site_json
from parsers.decklists.text import read_text
from parsers.open_file import open_bytes
from schema.interchange import deck_of, read_line
from schema.records import Parsed, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parsers.decklists.shape import DeckShape

# The text is decoded already: an encoding that the file declares no longer holds.
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
LINE_SUFFIXES = frozenset({".jsonl", ".ndjson"})
DECK_SUFFIXES = frozenset({".txt", ".dec", ".dek", ".mwdeck", ".cod", ".csv", ".tsv", ".json", ".dck"})


def _suffix(name: str) -> str:
    return Path(name.removesuffix(".gz")).suffix.casefold()


def _kind(name: str, head: str) -> str:
    """What the content is; the ending only decides what the content leaves open."""
    start = head.lstrip("\ufeff \t\r\n")
    if start.startswith("<?xml") or start.startswith("<"):
        if "<cockatrice_deck" in start:
            return "cod"
        if "<Deck" in start:
            return "dek"
    if start[:9].casefold() == "<!doctype" or start[:5].casefold() == "<html":
        return "web page"
    if start.startswith("{\\rtf"):
        return "rich text"
    if start.startswith(("{", '[{"')) or _suffix(name) == ".json" or _suffix(name) in LINE_SUFFIXES:
        return "lines"
    if _suffix(name) in (".csv", ".tsv") or is_csv(start):
        return "csv"
    return "text"


def read_decklist(
    name: str,
    data: bytes | str,
    *,
    format: str | None = None,  # noqa: A002 - the command line's own word
    source: str = "hand",
    shape: DeckShape | None = None,
) -> Parsed:
    """Read one deck file in hand: plain list, .dec, .dek, .mwDeck, .cod, .csv, site JSON, interchange lines.

    `name` is its file name or path and becomes the deck's key. `format` overrides the file's own.
    Never raises for what the file holds: what could not be read is a Problem with its line.
    """
    text, replaced = text_of(data)
    if "\0" in text:
        problem = Problem(source, name, "bad_file", "not text: it holds NUL bytes", source_key=name)
        return Parsed(problems=(problem,))
    kind = _kind(name, text[:2000])
    if kind in ("web page", "rich text"):
        detail = f"a {kind}, no deck file: save the list as plain text"
        return Parsed(problems=(Problem(source, name, "bad_file", detail, source_key=name),))
    if kind in ("dek", "cod"):
        reader = read_dek if kind == "dek" else read_cod
        raw = _DECLARATION.sub("", text.lstrip("\ufeff")).encode()
        parsed = reader(name, raw, format_name=format, source=source, shape=shape)
    elif kind == "csv":
        parsed = read_csv(name, text, format_name=format, source=source, shape=shape)
    elif kind == "lines" and (site := site_json(text)) is not None:
        parsed = read_site_json(name, site, format_name=format, source=source, shape=shape)
    elif kind == "lines":
        lines = io.StringIO(_one_a_line(text))
        parts = list(_read_lines(name, lines, format_name=format, source=source))
        parsed = Parsed(
            decks=tuple(deck for part in parts for deck in part.decks),
            problems=tuple(problem for part in parts for problem in part.problems),
        )
    else:
        parsed = read_text(name, text, format_name=format, source=source, shape=shape)
    if not replaced:
        return parsed
    problem = Problem(
        source, name, "replacement_characters", f"{replaced} bytes could not be read", source_key=name
    )
    return Parsed(decks=parsed.decks, problems=(*parsed.problems, problem))


def _one_a_line(text: str) -> str:
    """Interchange decks written over many lines, or as an array, one a line; any other text as it is."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return text
    decks = whole if isinstance(whole, list) else [whole]
    return "\n".join(json.dumps(deck, ensure_ascii=False) for deck in decks)


def read_decklists(
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002 - the command line's own word
    source: str = "hand",
    shape: DeckShape | None = None,
) -> Iterator[Parsed]:
    """Read a deck file from disk, `.gz` or not; JSON lines are streamed, one Parsed a line.

    Raises UsageError where the file is not there or cannot be opened.
    """
    with open_bytes(path) as file:
        yield from read_open_decklists(str(path), file, format=format, source=source, shape=shape)


def read_open_decklists(
    name: str,
    file: io.BufferedReader,
    *,
    format: str | None = None,  # noqa: A002 - the command line's own word
    source: str = "hand",
    shape: DeckShape | None = None,
) -> Iterator[Parsed]:
    """Read an open file or pipe, as `read_decklists` does: JSON lines are read as they come."""
    suffix = _suffix(name)
    if suffix in LINE_SUFFIXES:
        yield from _read_lines(name, _decoded(file, b""), format_name=format, source=source)
        return
    first = b""
    if file.peek(2000)[:2000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and suffix != ".json":
        first = file.readline()
        if _is_interchange(first):
            yield from _read_lines(name, _decoded(file, first), format_name=format, source=source)
            return
    data = first + file.read()
    yield read_decklist(name.removesuffix(".gz"), data, format=format, source=source, shape=shape)


def _is_interchange(line: bytes) -> bool:
    """Whether one line is a whole deck, of the interchange or a collected shape."""
    try:
        whole = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(whole, dict) and not {"zones", "src"}.isdisjoint(whole)


def _decoded(file: io.BufferedReader, first: bytes) -> Iterator[str]:
    """The lines of a file as text, behind one that was read already."""
    mark = "\ufeff"
    if first:
        yield first.decode("utf-8", "replace").removeprefix(mark)
        mark = ""
    for line in file:
        yield line.decode("utf-8", "replace").removeprefix(mark)
        mark = ""


def _read_lines(name: str, lines: Iterable[str], *, format_name: str | None, source: str) -> Iterator[Parsed]:
    empty = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        empty = False
        key = f"{name}#{number}"
        try:
            if collected.is_collected(line):
                yield collected.read_line(line, key=key, format_name=format_name)
                continue
            deck, problems = deck_of(read_line(line), source=source, source_key=key, format_name=format_name)
        except ValueError as error:
            yield Parsed(
                problems=(Problem(source, name, "bad_json", f"{error}: {line.strip()[:120]}", number, key),)
            )
            continue
        if not deck.lines:
            yield Parsed(
                problems=(
                    *problems,
                    Problem(source, deck.url, "no_list", "no card in it", number, deck.source_key),
                )
            )
            continue
        yield Parsed(decks=(deck,), problems=problems)
    if empty:
        yield Parsed(problems=(Problem(source, name, "no_list", "an empty file", source_key=name),))
