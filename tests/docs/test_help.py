"""Help: every command and option says what it does, and stands in the README."""

from __future__ import annotations

import re

import pytest

from flows.cli import run
from tests.docs.readme import README, cells, parts
from tests.docs.tables import SHARED_OPTIONS, leaves, shown

LEAVES = list(leaves())
NAMES = [name for name, _ in LEAVES]


def row_of(name: str) -> list[str]:
    table = next(part.text for part in parts() if part.kind == "table" and part.argument == "commands")
    return next(row for row in cells(table) if re.fullmatch(rf"`{re.escape(name)}(?: [^`]*)?`", row[0]))


def test_there_are_the_commands_of_the_interface():
    assert set(NAMES) >= {
        "nightly", "serve", "replay", "add", "cards load", "check", "what-if", "query", "export", "formats",
        "doctor", "report",
    }  # fmt: skip


@pytest.mark.parametrize(("name", "command"), LEAVES, ids=NAMES)
def test_every_command_and_option_has_help(name, command):
    assert command.help
    assert command.help.strip()
    for one in command.params:
        assert getattr(one, "help", None), f"{name}: {one.name} has no help"


@pytest.mark.parametrize(("name", "command"), LEAVES, ids=NAMES)
def test_every_command_and_option_stands_in_the_readme(name, command):
    row = " ".join(row_of(name))
    for one in command.params:
        option = max(one.opts, key=len)
        if option in SHARED_OPTIONS:
            assert option in README.read_text(encoding="utf-8")
        else:
            assert shown(one) in row


@pytest.mark.parametrize("name", NAMES)
def test_the_help_is_printed_and_names_every_option(name, capsys):
    assert run([*name.split(), "--help"]) == 0
    out = capsys.readouterr().out
    for option in re.findall(r"`(--[a-z-]+)", row_of(name)[2]):
        assert option in out


@pytest.mark.parametrize(("name", "command"), LEAVES, ids=NAMES)
def test_every_command_takes_a_home_and_those_that_print_data_an_output(name, command):
    options = {option for one in command.params for option in one.opts}
    assert "--home" in options
    assert ("--output" in options) == (row_of(name)[3] == "yes")


@pytest.mark.parametrize("name", ["", "cards"])
def test_the_list_of_commands_is_not_cut_at_80_columns(name, capsys):
    assert run([*name.split(), "--help"]) == 0
    listed = capsys.readouterr().out.split("Commands:")[1].strip().splitlines()
    assert listed
    assert all(row.endswith(".") and not row.endswith("...") for row in listed)


@pytest.mark.parametrize(("name", "command"), LEAVES, ids=NAMES)
def test_what_an_option_takes_is_named_by_what_it_is(name, command):
    for one in command.params:
        assert (
            getattr(one, "is_flag", False) or one.metavar or "--output" in one.opts or shown(one).count("|")
        )


def test_the_application_itself_has_help_for_its_options(capsys):
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    for option in ("--home", "--debug", "--version", "--help"):
        assert re.search(rf"{option}\b.*\S", out)
        assert option in README.read_text(encoding="utf-8")
