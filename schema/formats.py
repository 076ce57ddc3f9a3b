"""Formats as data: one TOML file a format, shipped in `schema/formats` or the user's own beside the data.

A file gives names, the clauses of the rule sheet, and editions. An edition holds from its `from` date
until the next one's; it keeps the rules of the edition before and changes the ones it names. With
`extends` a format starts from another: its own `[rules.…]` change every edition, its own `[[editions]]`
the time from their date on. Rules are of the closed set in `schema/rule_kinds.py`.
"""

from __future__ import annotations

from datetime import date  # noqa: TC003 (pydantic reads it)
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from schema.errors import FormatError
from schema.format_files import Clause, FormatFile, format_texts, invalid, read_format
from schema.identity import is_method
from schema.records import Game, Zone  # noqa: TC001 (pydantic reads it)
from schema.rule_kinds import RestrictionList, Rule, named_traits
from schema.traits import is_trait

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# The share of the cards asked below which a list is an excerpt, where a format does not say.
EXCERPT_BELOW = 0.8
_RULE: TypeAdapter[Any] = TypeAdapter(Rule)


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
    def zones(self) -> tuple[Zone, ...]:
        """The zones that its rules speak of; what a list writes in another one stands outside the deck."""
        return tuple(dict.fromkeys(zone for rule in self.rules.values() for zone in rule.zones_spoken_of))

    def zones_of(self, rule: RestrictionList) -> tuple[Zone, ...]:
        """The zones that a list binds: its own, or all that other rules speak of."""
        return rule.zones or self.zones

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
    excerpt_below: float
    clauses: dict[str, Clause]
    editions: tuple[Edition, ...]
    ruled: frozenset[str]

    def edition_on(self, day: date) -> Edition:
        """The edition in force on a day; the first one for a day before it."""
        held = [edition for edition in self.editions if edition.starts <= day]
        return held[-1] if held else self.editions[0]


def load_formats(home: Path | None = None) -> dict[str, Format]:
    """Read the shipped formats, then the user's own in `<home>/formats`, which may replace or extend them.

    Raises FormatError naming the file, the key and the reason.
    """
    return dict(_formats(tuple(format_texts(home))))


@lru_cache(maxsize=8)
def _formats(texts: tuple[tuple[str, str], ...]) -> dict[str, Format]:
    """The formats of some files (name, text). A night asks for the same ones at every stage."""
    files: dict[str, tuple[str, FormatFile]] = {}
    replaced: dict[str, tuple[str, FormatFile]] = {}
    for name, text in texts:
        read = read_format(name, text)
        if read.id in files:
            replaced[read.id] = files[read.id]
        files[read.id] = (name, read)
    built: dict[str, Format] = {}
    for identity in files:
        _build(identity, files, replaced, built, ())
    return dict(sorted(built.items()))


def _build(
    identity: str,
    files: Mapping[str, tuple[str, FormatFile]],
    replaced: Mapping[str, tuple[str, FormatFile]],
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


def _join(name: str, read: FormatFile, base: Format | None) -> Format:
    """Merge a file with the format that it extends."""
    if base is None:
        _check_alone(name, read)
    clauses = {**(base.clauses if base else {}), **read.clauses}
    for clause, line in clauses.items():
        if line.rules_of is not None and line.rules_of not in clauses:
            raise FormatError(
                f"{name}: clauses.{clause}.rules_of: {line.rules_of} is not on the rule sheet",
                hint="name another clause of the sheet",
            )
    game: Game = read.game or (base.game if base else "dm")
    editions = _editions(name, read, base, clauses, game)
    excerpt_below = base.excerpt_below if base else EXCERPT_BELOW
    return Format(
        id=read.id,
        game=game,
        names={**(base.names if base and read.id == base.id else {}), **read.names} or {"en": read.id},
        language=read.language or (base.language if base else "en"),
        extends=read.extends,
        excerpt_below=excerpt_below if read.excerpt_below is None else read.excerpt_below,
        clauses=clauses,
        editions=editions,
        ruled=frozenset(key.split(".", 1)[0] for edition in editions for key in edition.rules)
        | (base.ruled if base else frozenset()),
    )


def _check_alone(name: str, read: FormatFile) -> None:
    """What a format that extends no other must say itself."""
    if not read.editions:
        raise FormatError(f"{name}: editions: a format has at least one edition", hint="add [[editions]]")
    if read.game is None:
        raise FormatError(f"{name}: game: is missing", hint='game = "dm" or "mtg"')
    if "en" not in read.names:
        raise FormatError(f"{name}: names.en: is missing", hint='[names] with en = "…"')


def _editions(
    name: str, read: FormatFile, base: Format | None, clauses: Mapping[str, Clause], game: Game
) -> tuple[Edition, ...]:
    """Every first day of the file's editions, and of those it extends, starts an edition."""
    own = sorted(read.editions, key=lambda edition: edition.starts)
    starts = {edition.starts for edition in own}
    if base is not None:
        first = min(starts, default=base.editions[0].starts)
        starts |= {max(edition.starts, first) for edition in base.editions}
    days = sorted(starts)
    built: list[Edition] = []
    for day, until in zip(days, [*days[1:], None], strict=True):
        below = base.edition_on(day) if base else None
        held = [edition for edition in own if edition.starts <= day]
        current = held[-1] if held else None
        announced = max((one for one in (current, below) if one), key=lambda one: one.starts)
        rules: dict[str, dict[str, Any]] = {}
        sources: dict[str, str] = {}
        if below:
            sources.update(below.sources)
            for key, rule in below.rules.items():
                rules[key] = rule.model_dump(by_alias=True, exclude_unset=True)
        changes = [(read.rules, current.source if current else announced.source)]
        for changed, source in (*changes, *((edition.rules, edition.source) for edition in held)):
            sources.update(dict.fromkeys(changed, source))
            for key, change in _with_suffixes(changed, rules).items():
                rules[key] = _changed(rules.get(key, {}), change)
        built.append(
            Edition(
                starts=day,
                until=until,
                source=announced.source,
                note=announced.note,
                rules=_rules(name, day, rules, clauses, game),
                sources=sources,
            )
        )
    return tuple(built)


def _with_suffixes(
    changes: Mapping[str, Mapping[str, Any]], rules: Mapping[str, object]
) -> Mapping[str, Mapping[str, Any]]:
    """A clause taken away (`[rules.DM4]` with `off`) takes its further rules along (`DM4.hyperspatial`)."""
    gone = {key for key, change in changes.items() if change.get("off") is True}
    along = {key: {"off": True} for key in rules if "." in key and key.split(".", 1)[0] in gone}
    return {**along, **changes}


def _changed(below: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A rule under a change: one of another kind starts anew, bounds and `exactly` replace each other."""
    if change.get("kind", below.get("kind")) != below.get("kind"):
        return dict(change)
    bounds = {"at_least", "at_most"}
    gone = bounds if "exactly" in change else {"exactly"} if bounds & change.keys() else set()
    return {**{key: value for key, value in below.items() if key not in gone}, **change}


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
            raise invalid(name, f"rules.{key} (edition {day})", error) from error
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
