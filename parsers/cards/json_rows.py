"""Rows of JSON card files, one at a time: arrays, JSON lines, and objects whose `data` holds the rows.

The whole file is never in memory: a buffer of a few megabytes moves over it. A row that cannot be read
is told with its number, and reading goes on at the next line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 1 << 20
# A row longer than this is broken: the largest printed objects have some 50 kilobytes, a whole set of
# AllPrintings with its names of all languages some 20 megabytes.
_LONGEST_ROW = 64 << 20
_BLANK = " \t\r\n\ufeff"
_decode = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Row:
    """One value with its key (of an object's member) or None, and its number from 1."""

    number: int
    value: Any
    key: str | None = None


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is not JSON: its number, the reason, and its beginning."""

    number: int
    reason: str
    text: str


class _Scanner:
    """A window over a text file from which JSON values are taken."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file
        self.buffer = ""
        self.at = 0
        self.ended = False

    def refill(self) -> bool:
        """Read on; False at the end of the file."""
        more = "" if self.ended else self.file.read(_CHUNK)
        self.ended = not more
        self.buffer = self.buffer[self.at :] + more
        self.at = 0
        return bool(more)

    def peek(self) -> str:
        """The next character that is no blank; an empty text at the end."""
        while True:
            while self.at < len(self.buffer):
                if self.buffer[self.at] not in _BLANK:
                    return self.buffer[self.at]
                self.at += 1
            if not self.refill():
                return ""

    def skip(self, characters: str) -> None:
        """Step over any of the given characters and blanks."""
        while (found := self.peek()) and found in characters:
            self.at += 1

    def value(self) -> Any:
        """Take the next value. Raises ValueError where there is none to be read."""
        self.peek()
        while True:
            try:
                value, end = _decode(self.buffer, self.at)
            except RecursionError:
                raise ValueError("too deeply nested") from None
            except ValueError:
                if len(self.buffer) - self.at > _LONGEST_ROW or not self.refill():
                    raise
                continue
            if end == len(self.buffer) and self.refill():
                continue  # a number may go on in the next chunk
            self.at = end
            return value

    def next_line(self) -> str:
        """Give up the current line; returns its beginning."""
        start = self.buffer[self.at : self.at + 120]
        while (found := self.buffer.find("\n", self.at)) < 0:
            self.at = len(self.buffer)
            if not self.refill():
                return start
        self.at = found + 1
        return start


def json_rows(file: IO[str]) -> Iterator[Row | BadRow]:
    """Give the rows of a JSON file in order.

    `[…]`: its elements. One object a line: the lines. `{"data": […]}` or `{"data": {…}}`: the elements or
    members of `data`. Any other object: itself.
    """
    scanner = _Scanner(file)
    first = scanner.peek()
    if first == "[":
        scanner.at += 1
        yield from _elements(scanner)
    elif first == "{":
        if _is_lines(scanner):
            yield from _lines(scanner)
        else:
            yield from _object(scanner)
    elif first:
        yield BadRow(1, "not JSON", scanner.buffer[scanner.at : scanner.at + 120])
        return
    if scanner.peek():
        yield BadRow(1, "more after the end", scanner.buffer[scanner.at : scanner.at + 120])


def _is_lines(scanner: _Scanner) -> bool:
    end = scanner.buffer.find("\n", scanner.at)
    while end < 0 and len(scanner.buffer) < _LONGEST_ROW and scanner.refill():
        end = scanner.buffer.find("\n", scanner.at)
    if end < 0:
        return False
    try:
        value, stop = _decode(scanner.buffer, scanner.at)
    except (ValueError, RecursionError):
        # A broken first line, or the first line of an object written over many.
        return scanner.buffer[scanner.at : end].rstrip().endswith("}")
    return stop <= end and not (isinstance(value, dict) and isinstance(value.get("data"), (list, dict)))


def _lines(scanner: _Scanner) -> Iterator[Row | BadRow]:
    number = 0
    while True:
        end = scanner.buffer.find("\n", scanner.at)
        if end < 0 and scanner.refill():
            continue
        stop = len(scanner.buffer) if end < 0 else end
        line = scanner.buffer[scanner.at : stop].strip(_BLANK)
        number += 1
        if line:
            try:
                yield Row(number, json.loads(line))
            except (ValueError, RecursionError) as error:
                yield BadRow(number, str(error), line[:120])
        scanner.at = stop if end < 0 else end + 1
        if end < 0:
            return


def _elements(scanner: _Scanner) -> Iterator[Row | BadRow]:
    number = 0
    while True:
        scanner.skip(",")
        if scanner.peek() in ("]", ""):
            if not scanner.peek():
                yield BadRow(number + 1, "the array does not end", "")
            scanner.at += 1
            return
        number += 1
        try:
            yield Row(number, scanner.value())
        except ValueError as error:
            yield BadRow(number, str(error), scanner.next_line())


def _members(scanner: _Scanner) -> Iterator[Row | BadRow]:
    number = 0
    while True:
        scanner.skip(",")
        if scanner.peek() in ("}", ""):
            if not scanner.peek():
                yield BadRow(number + 1, "the object does not end", "")
            scanner.at += 1
            return
        number += 1
        try:
            key = scanner.value()
            scanner.skip(":")
            yield Row(number, scanner.value(), key=str(key))
        except ValueError as error:
            yield BadRow(number, str(error), scanner.next_line())


def _object(scanner: _Scanner) -> Iterator[Row | BadRow]:
    """An object read member by member, so that a `data` of any size streams."""
    scanner.at += 1
    whole: dict[str, Any] = {}
    found_data = False
    try:
        while True:
            scanner.skip(",")
            if (closing := scanner.peek()) in ("}", ""):
                if not closing:
                    yield BadRow(1, "the object does not end", "")
                scanner.at += 1
                break
            key = str(scanner.value())
            scanner.skip(":")
            opening = scanner.peek()
            if key == "data" and opening in ("[", "{"):
                found_data = True
                scanner.at += 1
                yield from _elements(scanner) if opening == "[" else _members(scanner)
            else:
                whole[key] = scanner.value()
    except ValueError as error:
        yield BadRow(1, str(error), scanner.next_line())
        return
    if not found_data:
        yield Row(1, whole)
