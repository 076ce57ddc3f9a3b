"""The README against the code: what it shows is run, what it prints is compared, what it names is there."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

import pytest

from tests.docs.readme import PROJECT, README, cells, commands, parts, sections, table_under, unfenced
from tests.docs.running import is_run, parses, shown_as, summary_table

if TYPE_CHECKING:
    from tests.docs.conftest import Followed
    from tests.docs.readme import Part

PARTS = parts()
TEXT = README.read_text(encoding="utf-8")
RENEW = "run `python -m tests.docs` and look at the difference"


def of(*kinds: str) -> list[pytest.param]:
    return [pytest.param(part, id=part.name) for part in PARTS if part.kind in kinds]


def exit_code(part: Part) -> int:
    return int(part.argument or 0)


# --- what it shows is run -------------------------------------------------------------------------------


@pytest.mark.parametrize("part", of("sh"))
def test_each_command_ends_as_it_says(part: Part, followed: Followed):
    for done in followed.done[part.line]:
        assert done.code == exit_code(part), f"{done.command}\n{done.stderr}"
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("part", of("sh"))
def test_each_command_says_something(part: Part, followed: Followed):
    for done in followed.done[part.line]:
        assert done.stdout or done.stderr, done.command


@pytest.mark.parametrize("part", of("sql"))
def test_each_query_has_an_answer(part: Part, followed: Followed):
    rows = cells(followed.answers[part.line])
    assert rows, "a query of the README finds nothing in the sample"
    assert any(any(row) for row in rows)


def test_there_are_ten_queries_and_more():
    assert len([part for part in PARTS if part.kind == "sql"]) >= 10


@pytest.mark.parametrize("part", of("output"))
def test_each_output_is_what_is_printed(part: Part, followed: Followed):
    source = followed.source[part.line]
    if source.kind == "sql":
        assert part.text == followed.answers[source.line], RENEW
        return
    done = followed.done[source.line][-1]
    assert part.text == shown_as(done), RENEW
    if "--output json" in done.command:
        # Broken up for reading, but the same.
        assert [json.loads(line) for line in done.stdout.splitlines()] == [json.loads(unfenced(part.text))]


@pytest.mark.parametrize("part", of("summary"))
def test_the_summary_is_the_one_of_the_sample_night(part: Part, followed: Followed):
    assert part.text == summary_table(followed.report, part.argument), RENEW


def test_every_language_of_a_block_is_one_the_tests_know():
    assert {part.kind for part in PARTS} <= {
        "bench",
        "file",
        "sh",
        "sql",
        "output",
        "summary",
        "table",
        "text",
    }


def test_most_commands_are_run():
    given = [command for part in PARTS if part.kind == "sh" for command in commands(part)]
    ran = {shlex.split(command)[1] for command in given if is_run(command) and "|" not in command}
    assert {"query", "export", "check", "formats", "what-if", "add", "cards"} <= ran


# --- what is not run is compared ------------------------------------------------------------------------

NOT_RUN = [
    command for part in PARTS if part.kind == "sh" for command in commands(part) if not is_run(command)
]


@pytest.mark.parametrize("command", NOT_RUN)
def test_what_is_not_run_exists(command: str):
    words = shlex.split(command)
    if words[0] == "make":
        assert words[1] in _targets()
    elif words[0] == "deckcensus":
        parses(command)
    elif words[0] == "export":
        variable = words[1].partition("=")[0]
        assert variable in TEXT[TEXT.index("## Settings") :]
    elif words[0] == "prefect":
        _prefect(words)
    else:
        assert words == ["pip", "install", "."]


def _targets() -> set[str]:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))


def _prefect(words: list[str]) -> None:
    held = (PROJECT / "flows" / "prefect.yaml").read_text(encoding="utf-8")
    if "--prefect-file" in words:
        assert (PROJECT / words[words.index("--prefect-file") + 1]).is_file()
        assert f"name: {words[words.index('--name') + 1]}" in held
    else:
        pool = words[words.index("--pool") + 1] if "--pool" in words else words[-1]
        assert f"name: {pool}" in held
    assert " ".join(words) in held, "flows/prefect.yaml shows another command"


def test_make_targets_named_in_the_text_exist():
    named = set(re.findall(r"`make ([a-z-]+)`", TEXT))
    assert named
    assert named <= _targets()


# --- names of files, symbols and tests ------------------------------------------------------------------


def test_every_path_named_exists():
    roots = ("flows/", "parsers/", "schema/", "warehouse/", "tests/", ".ci/")
    named = {name for name in re.findall(r"`([^`\s<>]+)`", TEXT) if name.startswith(roots)}
    assert len(named) > 30
    missing = [name for name in sorted(named) if not (PROJECT / name.partition("::")[0]).exists()]
    assert not missing


def test_every_symbol_named_with_its_file_is_there():
    named = re.findall(r"`(\w+)`(?:,[^`]*)? in\s+`([\w/]+\.py)`", TEXT)
    assert len(named) >= 6
    for symbol, path in named:
        assert re.search(rf"\b{symbol}\b", (PROJECT / path).read_text(encoding="utf-8")), (symbol, path)


def test_every_promise_names_tests_that_are_there():
    rows = table_under("Promises", "promise")
    assert len(rows) > 15
    for promise, held in rows:
        named = re.findall(r"`(tests/[^`]+)`", held)
        assert named, promise
        for name in named:
            path, _, function = name.partition("::")
            assert (PROJECT / path).exists(), name
            if (PROJECT / path).is_dir():
                assert list((PROJECT / path).glob("test_*.py")), f"{name} holds no test"
            elif function:
                assert f"def {function}(" in (PROJECT / path).read_text(encoding="utf-8"), name
            else:
                assert "def test_" in (PROJECT / path).read_text(encoding="utf-8"), name


def test_the_sections_a_reader_looks_for_are_there_in_their_order():
    wanted = [
        "Sixty seconds", "Every night", "Ask it", "Check a deck", "Feed it by hand", "Every command",
        "Settings", "Published tables", "The house", "Add a site", "Add a format", "Promises", "Limits",
        "Licence",
    ]  # fmt: skip
    assert list(sections(TEXT)) == wanted


def test_views_and_macros_named_are_published(followed: Followed):
    from warehouse.database import connect_published

    body = sections(TEXT)["Published tables"].partition("Views:")[2]
    named = set(re.findall(r"`(\w+)\(", body)) | set(re.findall(r"`(\w+)` \(", body))
    con = connect_published(followed.directory / "census")
    try:
        held = {
            row[0]
            for row in con.execute("select view_name from duckdb_views() where not internal").fetchall()
        }
        # Macros of the marts (shares and intervals) serve these.
        macros = con.execute(
            "select distinct function_name from duckdb_functions() where not internal"
        ).fetchall()
    finally:
        con.close()
    assert held <= named
    assert named <= held | {row[0] for row in macros}
