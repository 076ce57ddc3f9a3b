"""The tables of the README that are made from the code, each by its name."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any, get_args

import typer.main

from flows.cli import app
from flows.settings import Settings
from schema.identity import METHODS
from schema.rule_kinds import Rule, RuleBase
from schema.traits import DM_PRINTING_TRAITS, DM_TRAITS, MTG_TRAITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pydantic.fields import FieldInfo

# Read by the rules `companion`, `identity` and `deck_size` alone.
_OF_A_RULE = (
    "companion:", "any_identity:", "one_extra_colour:", "no_maximum_size", "chosen_colour", "unread_clause",
    "repeated_symbol", "activated_ability", "every_creature_type",
)  # fmt: skip
SHARED_OPTIONS = ("--help", "--home", "--output")


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def leaves() -> Iterator[tuple[str, Any]]:
    """Every command that does something: (name as typed, click command)."""

    def walk(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        if not hasattr(command, "commands"):
            yield " ".join(path), command
            return
        for name, inner in command.commands.items():
            yield from walk(inner, (*path, name))

    yield from walk(typer.main.get_command(app), ())


def shown(parameter: Any) -> str:
    """An argument or option as the command's table shows it."""
    if parameter.param_type_name == "argument":
        name = str(parameter.metavar) + ("…" if parameter.nargs == -1 else "")
        return name if parameter.required else f"[{name}]"
    name = max(parameter.opts, key=len)
    return name if parameter.is_flag else f"{name} {parameter.metavar or _choices(parameter)}"


def _choices(parameter: Any) -> str:
    return "|".join(parameter.type_descriptor.annotation)


def first_sentence(text: str) -> str:
    """The first sentence of a docstring."""
    whole = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", whole)[0].rstrip(".")


def command_table() -> str:
    """Every command, its arguments and options."""
    rows = []
    for name, command in leaves():
        arguments = " ".join(shown(one) for one in command.params if one.param_type_name == "argument")
        options = [
            f"`{shown(one)}`"
            for one in command.params
            if one.param_type_name == "option" and max(one.opts, key=len) not in SHARED_OPTIONS
        ]
        prints = "yes" if any("--output" in one.opts for one in command.params) else ""
        rows.append(
            (
                f"`{name} {arguments}`".replace(" `", "`"),
                first_sentence(command.help),
                " ".join(options),
                prints,
            )
        )
    return markdown(("command", "does", "options", "prints data"), rows)


def default_of(field: FieldInfo) -> str:
    """A setting's default as it would be written in the environment."""
    value = field.get_default(call_default_factory=True)
    if value is None or value == {}:
        return ""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def settings_table() -> str:
    """Every setting."""
    return markdown(
        ("variable", "default", "meaning"),
        (
            (
                f"`DECKCENSUS_{name.upper()}`",
                f"`{default_of(field)}`" if default_of(field) else "",
                field.description or "",
            )
            for name, field in Settings.model_fields.items()
        ),
    )


def rule_classes() -> list[type[RuleBase]]:
    """The closed set of rules."""
    return list(get_args(get_args(Rule)[0]))


def kind_of(rule: type[RuleBase]) -> str:
    """The word that a format file writes for `kind`."""
    return str(get_args(rule.model_fields["kind"].annotation)[0])


def parameters(rule: type[RuleBase]) -> dict[str, FieldInfo]:
    """The parameters of a kind that not every kind has, by the key a file writes."""
    return {
        field.alias or name: field
        for name, field in rule.model_fields.items()
        if name != "kind" and name not in RuleBase.model_fields
    }


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(str(part) for part in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_table() -> str:
    """Every kind of rule with its parameters and their defaults; one without a default must be given."""
    rows = []
    for rule in rule_classes():
        said = []
        for name, field in parameters(rule).items():
            if field.is_required():
                said.append(f"**`{name}`**")
            elif field.default in (None, ()):
                said.append(f"`{name}`")
            else:
                said.append(f"`{name}` = {_toml(field.default)}")
        rows.append((f"`{kind_of(rule)}`", first_sentence(rule.__doc__ or ""), ", ".join(said)))
    return markdown(("kind", "what it asks", "parameters (bold: must be given) and their defaults"), rows)


def method_table() -> str:
    """Every way of counting colours."""
    return markdown(("method", "what it counts"), ((f"`{name}`", said) for name, said in METHODS.items()))


def trait_table() -> str:
    """The traits that card tests name, by game, but for those that a rule of their own reads."""
    magic = {name: said for name, said in MTG_TRAITS.items() if not name.startswith(_OF_A_RULE)}
    games = (("dm", {**DM_TRAITS, **DM_PRINTING_TRAITS}), ("mtg", magic))
    rows = ((game, f"`{name}`", said) for game, known in games for name, said in known.items())
    return markdown(("game", "trait", "meaning"), rows)


TABLES = {
    "commands": command_table,
    "settings": settings_table,
    "rules": rule_table,
    "methods": method_table,
    "traits": trait_table,
}
