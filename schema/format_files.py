"""A format file: the keys that its TOML may have, where files lie, and in words what is wrong with one."""

from __future__ import annotations

import tomllib
from datetime import date  # noqa: TC003 (pydantic reads it)
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from schema.errors import FormatError
from schema.records import Game  # noqa: TC001 (pydantic reads it)
from schema.wording import unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Clause(BaseModel):
    """One line of the rule sheet. `kind`: check is judged, play is a rule of play, info is advice.

    `rules_of` names the clause whose rules it is judged by, or falls with, where it has none of its own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["check", "play", "info"]
    title: dict[str, str]
    source: str | None = None
    rules_of: str | None = None

    @field_validator("title")
    @classmethod
    def _in_english(cls, value: dict[str, str]) -> dict[str, str]:
        if not value.get("en"):
            raise ValueError("en is needed")
        return value


class EditionFile(BaseModel):
    """One `[[editions]]` as written: its first day, where it is announced, the rules that it changes."""

    model_config = ConfigDict(extra="forbid")

    starts: date = Field(alias="from")
    source: str
    note: str | None = None
    rules: dict[str, dict[str, Any]] = {}


class FormatFile(BaseModel):
    """A format file as written; what it leaves out comes from the format that it extends."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    game: Game | None = None
    names: dict[str, str] = {}
    language: str | None = None
    extends: str | None = None
    excerpt_below: float | None = Field(default=None, ge=0, le=1)
    clauses: dict[str, Clause] = {}
    rules: dict[str, dict[str, Any]] = {}
    editions: list[EditionFile] = []

    @field_validator("editions")
    @classmethod
    def _one_a_day(cls, value: list[EditionFile]) -> list[EditionFile]:
        days = [edition.starts for edition in value]
        for day in days:
            if days.count(day) > 1:
                raise ValueError(f"two editions from {day}")
        return value


def format_texts(home: Path | None) -> list[tuple[str, str]]:
    """The name and text of every format file: the shipped ones, then those of `<home>/formats`.

    Raises FormatError for a file that cannot be read.
    """
    shipped = resources.files("schema") / "formats"
    found = [
        (entry.name, entry.read_text(encoding="utf-8"))
        for entry in sorted(shipped.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    ]
    own = home / "formats" if home else None
    if own is not None and own.is_dir():
        for path in sorted(own.glob("*.toml")):
            try:
                found.append((str(path), path.read_text(encoding="utf-8-sig")))
            except (OSError, UnicodeDecodeError) as error:
                raise FormatError(f"{path}: {unreadable(error)}", hint="a format is UTF-8 TOML") from error
    return found


def read_format(name: str, text: str) -> FormatFile:
    """Read the text of a format file. Raises FormatError naming the file, the key and the reason."""
    try:
        return FormatFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{name}: not TOML: {error}", hint="see the README's section on formats") from error
    except ValidationError as error:
        raise invalid(name, "", error) from error


def invalid(name: str, where: str, error: ValidationError) -> FormatError:
    """The error for a file, or for the rule `where` of it: the first reason, and how many more there are."""
    first = error.errors()[0]
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in first["loc"])
    place = ": ".join(part for part in (where, key) if part)
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return FormatError(
        f"{name}: {place}: {_in_words(first)}{more}",
        hint="the README's section on formats lists the keys and the kinds of rules",
    )


def _in_words(error: Mapping[str, Any]) -> str:
    """What is wrong, for one who has written a TOML file; the library's own words speak of Python."""
    kind, value = str(error["type"]), error["input"]
    if kind == "extra_forbidden":
        return "there is no such key here"
    if kind == "missing":
        return "is missing"
    if kind == "union_tag_invalid":
        return f"there is no kind {error['ctx']['tag']!r}; there are {error['ctx']['expected_tags']}"
    if kind == "literal_error":
        return f"there is no {value!r} here; there are {error['ctx']['expected']}"
    if kind in ("tuple_type", "list_type"):
        if isinstance(value, dict):
            return "write it in two brackets, [[…]]"
        return f"a list is needed, as [{value!r}]"
    if kind == "dict_type" and isinstance(value, str):
        return f"a table is needed, as {{ en = {value!r} }}"
    if kind.startswith("date"):
        return f"{value!r} is no date; write 2015-01-31, without quotation marks"
    if kind == "string_pattern_mismatch":
        return f"{value!r}: lower case letters, digits and dashes alone"
    return str(error["msg"]).removeprefix("Value error, ").replace("Input should be", "should be")
