"""The practices and their tests: every practice has tests, and every test that one names is there."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.docs.readme import README, sections

TESTS = Path(__file__).resolve().parents[1]
PRACTICES: dict[str, dict[str, list[str]]] = tomllib.loads(
    (TESTS / "practices.toml").read_text(encoding="utf-8")
)
ROWS = [(practice, held) for part in PRACTICES.values() for practice, held in part.items()]


@cache
def defined_in(file: str) -> frozenset[str]:
    """The names of the tests that a file below tests/ defines."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize(("practice", "held"), ROWS, ids=[practice for practice, _ in ROWS])
def test_a_practice_has_tests_and_they_are_there(practice: str, held: list[str]):
    assert held
    assert len(set(held)) == len(held)
    for name in held:
        file, _, function = name.partition("::")
        assert (TESTS / file).is_file(), name
        assert function in defined_in(file), name


def test_a_practice_is_said_once_and_shortly():
    said = [practice.casefold() for practice, _ in ROWS]
    assert len(set(said)) == len(said) > 50
    assert [text for text in said if not re.fullmatch(r"\S.{10,118}[^.\s]", text)] == []


def test_the_readme_leads_here():
    assert "`tests/practices.toml`" in sections(README.read_text(encoding="utf-8"))["Promises"]
