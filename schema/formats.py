"""Formats as data: one TOML file a format, shipped in `schema/formats` or the user's own beside the data.

A file gives names, the clauses of the rule sheet, and editions. An edition holds from its `from` date
until the next one's; it keeps the rules of the edition before and changes the ones it names. With
`extends` a format starts from another: its own `[rules.…]` change every edition, its own `[[editions]]`
the time from their date on. Rules are of the closed set in `schema/rule_kinds.py`.
"""

from __future__ import annotations

import tomllib
from datetime import date  # noqa: TC003 (pydantic reads it)
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from schema.errors import FormatError
from schema.identity import is_method
from schema.records import Game  # noqa: TC001 (pydantic reads it)
from schema.rule_kinds import Rule, named_traits
from schema.traits import is_trait

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_RULE: TypeAdapter[Any] = TypeAdapter(Rule)


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


class Edition(BaseModel):
    """The rules of a format from a date on: rule key (clause id, perhaps with a suffix) to rule.

    `until` is the first day of the next edition, None for the last one. `sources` says of each rule where
    the edition is announced that brought it in its present form.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    starts: date
    until: date | None
    source: str
    note: str | None = None
    rules: dict[str, Rule]
    sources: dict[str, str]

    def source_of(self, key: str) -> str:
        """Where the edition is announced that brought a rule in its present form."""
        return self.sources.get(key, self.source)

    @property
    def lists(self) -> list[str]:
        """The restriction lists that its rules read, each once, in order."""
        return sorted({rule.list for rule in self.rules.values() if rule.kind == "restriction_list"})


class Format(BaseModel):
    """One format: names by language (`en` always), clauses by id, editions in the order of their dates.

    `excerpt_below` is the share of the asked cards under which a list is an excerpt (`incomplete`).
    `ruled` are the clauses that have a rule in some edition of it, or had one in the format it extends.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    game: Game
    names: dict[str, str]
    language: str
    extends: str | None = None
    excerpt_below: float = Field(default=0.8, ge=0, le=1)
    clauses: dict[str, Clause]
    editions: tuple[Edition, ...]
    ruled: frozenset[str]

    def edition_on(self, day: date) -> Edition:
        """The edition in force on a day; the first one for a day before it."""
        held = [edition for edition in self.editions if edition.starts <= day]
        return held[-1] if held else self.editions[0]


class _EditionFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    starts: date = Field(alias="from")
    source: str
    note: str | None = None
    rules: dict[str, dict[str, Any]] = {}


class _FormatFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    game: Game | None = None
    names: dict[str, str] = {}
    language: str | None = None
    extends: str | None = None
    excerpt_below: float | None = Field(default=None, ge=0, le=1)
    clauses: dict[str, Clause] = {}
    rules: dict[str, dict[str, Any]] = {}
    editions: list[_EditionFile] = []

    @field_validator("editions")
    @classmethod
    def _one_a_day(cls, value: list[_EditionFile]) -> list[_EditionFile]:
        days = [edition.starts for edition in value]
        for day in days:
            if days.count(day) > 1:
                raise ValueError(f"two editions from {day}")
        return value


def load_formats(home: Path | None = None) -> dict[str, Format]:
    """Read the shipped formats, then the user's own in `<home>/formats`, which may replace or extend them.

    Raises FormatError naming the file, the key and the reason.
    """
    files: dict[str, tuple[str, _FormatFile]] = {}
    replaced: dict[str, tuple[str, _FormatFile]] = {}
    for name, text in _sources(home):
        read = _read(name, text)
        if read.id in files:
            replaced[read.id] = files[read.id]
        files[read.id] = (name, read)
    built: dict[str, Format] = {}
    for identity in files:
        _build(identity, files, replaced, built, ())
    return dict(sorted(built.items()))


def _sources(home: Path | None) -> list[tuple[str, str]]:
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
                raise FormatError(
                    f"{path}: cannot be read: {error}", hint="a format is UTF-8 TOML"
                ) from error
    return found


def _read(name: str, text: str) -> _FormatFile:
    try:
        return _FormatFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{name}: not TOML: {error}", hint="see the README's section on formats") from error
    except ValidationError as error:
        raise _error(name, "", error) from error


def _build(
    identity: str,
    files: Mapping[str, tuple[str, _FormatFile]],
    replaced: Mapping[str, tuple[str, _FormatFile]],
    built: dict[str, Format],
    chain: tuple[str, ...],
) -> Format:
    if identity in built and not chain:
        return built[identity]
    name, read = files[identity]
    base: Format | None = None
    if read.extends is not None:
        if read.extends == identity and identity in replaced:
            # A file of one's own that extends the shipped format of its own name (FR8).
            base = _build(identity, {**files, identity: replaced[identity]}, {}, {}, ())
        elif read.extends == identity or read.extends in chain:
            raise FormatError(f"{name}: extends: {read.extends} extends itself", hint="break the circle")
        elif read.extends not in files:
            raise FormatError(
                f"{name}: extends: there is no format {read.extends!r}",
                hint=f"known formats: {', '.join(sorted(files))}",
            )
        else:
            base = _build(read.extends, files, replaced, {}, (*chain, identity))
    held = _join(name, read, base)
    built[identity] = held
    return held


def _join(name: str, read: _FormatFile, base: Format | None) -> Format:
    """Merge a file with the format it extends: every boundary of either starts an edition."""
    editions = sorted(read.editions, key=lambda edition: edition.starts)
    if base is None and not editions:
        raise FormatError(f"{name}: editions: a format has at least one edition", hint="add [[editions]]")
    if base is None and read.game is None:
        raise FormatError(f"{name}: game: is missing", hint='game = "dm" or "mtg"')
    if base is None and "en" not in read.names:
        raise FormatError(f"{name}: names.en: is missing", hint='[names] with en = "…"')
    clauses = {**(base.clauses if base else {}), **read.clauses}
    for clause, line in clauses.items():
        if line.rules_of is not None and line.rules_of not in clauses:
            raise FormatError(
                f"{name}: clauses.{clause}.rules_of: {line.rules_of} is not on the rule sheet",
                hint="name another clause of the sheet",
            )
    game: Game = read.game or (base.game if base else "dm")
    starts = {edition.starts for edition in editions}
    if base is not None:
        first = min(starts, default=base.editions[0].starts)
        starts |= {max(edition.starts, first) for edition in base.editions}
    days = sorted(starts)
    built: list[Edition] = []
    for number, day in enumerate(days):
        below = base.edition_on(day) if base else None
        own = [edition for edition in editions if edition.starts <= day]
        rules: dict[str, dict[str, Any]] = (
            {key: rule.model_dump(by_alias=True, exclude_unset=True) for key, rule in below.rules.items()}
            if below
            else {}
        )
        current = own[-1] if own else None
        latest = current if current and (below is None or current.starts >= below.starts) else None
        source = latest.source if latest else below.source if below else ""
        sources = dict(below.sources) if below else {}
        own_rules = (read.rules, current.source if current else source)
        for changes, said in (own_rules, *((edition.rules, edition.source) for edition in own)):
            sources.update(dict.fromkeys(changes, said))
            for key, change in changes.items():
                same = rules.get(key, {}).get("kind") in (
                    None,
                    change.get("kind", rules.get(key, {}).get("kind")),
                )
                rules[key] = {**(_kept(rules.get(key, {}), change) if same else {}), **change}
        built.append(
            Edition(
                starts=day,
                until=days[number + 1] if number + 1 < len(days) else None,
                source=source,
                note=latest.note if latest else below.note if below else None,
                rules=_rules(name, day, rules, clauses, game),
                sources=sources,
            )
        )
    return Format(
        id=read.id,
        game=game,
        names={**(base.names if base and read.id == base.id else {}), **read.names} or {"en": read.id},
        language=read.language or (base.language if base else "en"),
        extends=read.extends,
        excerpt_below=read.excerpt_below
        if read.excerpt_below is not None
        else base.excerpt_below
        if base
        else 0.8,
        clauses=clauses,
        editions=tuple(built),
        ruled=frozenset(key.split(".", 1)[0] for edition in built for key in edition.rules)
        | (base.ruled if base else frozenset()),
    )


def _kept(below: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """What a rule keeps under a change: bounds take the place of `exactly`, and it of them."""
    bounds = {"at_least", "at_most"}
    gone = bounds if "exactly" in change else {"exactly"} if bounds & change.keys() else set()
    return {key: value for key, value in below.items() if key not in gone}


def _rules(
    name: str, day: date, rules: Mapping[str, Mapping[str, Any]], clauses: Mapping[str, Clause], game: Game
) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, change in rules.items():
        clause = key.split(".", 1)[0]
        if clause not in clauses:
            raise FormatError(
                f"{name}: rules.{key}: {clause} is not on the rule sheet", hint=f"add [clauses.{clause}]"
            )
        if clauses[clause].kind != "check":
            raise FormatError(
                f"{name}: rules.{key}: {clause} is of kind {clauses[clause].kind}: shown, not judged",
                hint=f'a rule needs kind = "check" in [clauses.{clause}]',
            )
        if "kind" not in change:
            raise FormatError(
                f"{name}: rules.{key} (edition {day}): kind: is missing, and no earlier rule gives it",
                hint="the README's section on formats lists the kinds of rules",
            )
        try:
            rule = _RULE.validate_python(change)
        except ValidationError as error:
            raise _error(name, f"rules.{key} (edition {day})", error) from error
        for parameter, trait in named_traits(rule):
            # A trait that no card can have would make a rule that never finds anything.
            if not is_trait(game, trait):
                raise FormatError(
                    f"{name}: rules.{key} (edition {day}): {parameter}: {trait!r} is no {game} trait",
                    hint="the README's section on formats lists the traits",
                )
        for parameter in {"commander", "cards", "colours"} & rule.model_fields_set:
            if not is_method(game, method := getattr(rule, parameter)):
                raise FormatError(
                    f"{name}: rules.{key} (edition {day}): {parameter}: {method!r} is no {game} method",
                    hint="the README's section on formats lists the identity methods",
                )
        if not rule.off:
            made[key] = rule
    return made


def _error(name: str, where: str, error: ValidationError) -> FormatError:
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
    return str(error["msg"]).removeprefix("Value error, ")
