"""The house: what may lie at the top, how far a file may grow, and what every SQL file says of itself."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.docs.linting import ruff
from tests.docs.readme import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROOMS = ("flows", "parsers", "schema", "warehouse")
TOP = {
    *ROOMS, "tests", "pyproject.toml", "README.md", "Makefile", "LICENSE", "requirements.lock",
    ".ci", ".gitignore", ".gitattributes",
}  # fmt: skip
PYTHON_LINES, SQL_LINES = 400, 70


def kept() -> list[Path]:
    """The files of the project: those that git knows, and new ones that it does not ignore."""
    told = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode:
        return []
    return [PROJECT / name for name in told.stdout.split("\0") if name and (PROJECT / name).is_file()]


KEPT = kept() if (PROJECT / ".git").exists() else []
needs_git = pytest.mark.skipif(not KEPT, reason="no git here to tell which files are the project's")


@needs_git
def test_the_top_level_holds_the_rooms_and_nothing_else():
    assert {path.relative_to(PROJECT).parts[0] for path in KEPT} <= TOP
    assert all((PROJECT / room / "__init__.py").is_file() for room in ROOMS)


@needs_git
def test_no_file_is_a_drawer_for_anything():
    """Files are called by what they hold."""
    words = {"util", "utils", "helper", "helpers", "misc", "manager", "common_utils", "lib"}
    assert not [path for path in KEPT if path.stem in words and path.parts[len(PROJECT.parts)] in ROOMS]


@pytest.mark.parametrize(("suffix", "most"), [(".py", PYTHON_LINES), (".sql", SQL_LINES)])
def test_no_file_of_a_room_is_long(suffix: str, most: int):
    lengths = {
        str(path.relative_to(PROJECT)): len(path.read_text(encoding="utf-8").splitlines())
        for room in ROOMS
        for path in (PROJECT / room).rglob(f"*{suffix}")
    }
    assert len(lengths) > 20
    assert {path: lines for path, lines in lengths.items() if lines > most} == {}


def sql_files() -> Iterator[Path]:
    return (PROJECT / "warehouse" / "sql").rglob("*.sql")


@pytest.mark.parametrize("path", sorted(sql_files()), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_sql_file_says_its_grain_inputs_and_key(path: Path):
    rows = path.read_text(encoding="utf-8").splitlines()
    head = rows[: next(n for n, row in enumerate(rows) if not row.startswith("--"))]
    assert re.fullmatch(r"-- \S.*", head[0]), "the first line says what it does"
    assert not head[0].startswith(("-- grain:", "-- inputs:", "-- key:"))
    for word in ("grain", "inputs", "key"):
        said = [row for row in head if row.startswith(f"-- {word}:")]
        assert len(said) == 1, f"-- {word}: stands {len(said)} times"
        assert said[0].partition(":")[2].strip()


def test_sql_stands_in_sql_files():
    """A long statement in Python is a file that was not written."""
    long = []
    for room in ("flows", "warehouse"):
        for path in (PROJECT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    text = node.value.strip().casefold()
                    if (
                        re.match(r"(select|with|insert|create|delete|update)\b", text)
                        and text.count("\n") > 15
                    ):
                        long.append(f"{path.relative_to(PROJECT)}:{node.lineno}")
    assert not long


# --- the direction of the imports -----------------------------------------------------------------------

# room -> what it must never import
FORBIDDEN = {
    "schema": ("flows", "parsers", "warehouse", "duckdb", "httpx", "prefect"),
    "parsers": ("flows", "warehouse", "duckdb", "httpx", "prefect"),
    "warehouse": ("flows", "parsers", "httpx", "prefect"),
    "flows": ("httpx", "prefect"),
}
SPELLINGS = (
    "import {name}\n",
    "from {name} import something\n",
    "import {name}.inner as other\n",
    "def late():\n    from {name}.inner import something\n    return something\n",
)


def banned(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return ruff("--quiet", "--select", "TID251", *arguments, text=text)


@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room, names in FORBIDDEN.items() for name in names]
)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_forbidden_import_fails(room: str, name: str, spelling: str):
    """Linted as a file of the room, without being written there."""
    told = banned("--stdin-filename", f"{room}/added.py", "-", text=spelling.format(name=name))
    assert told.returncode == 1
    assert "TID251" in told.stdout


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("parsers/added.py", "schema"),
        ("warehouse/added.py", "schema"),
        ("flows/added.py", "warehouse"),
        ("flows/added.py", "parsers"),
        ("flows/fetch.py", "httpx"),
        ("flows/nightly.py", "prefect"),
        ("flows/serve.py", "prefect"),
    ],
)
def test_an_allowed_import_passes(place: str, name: str):
    assert banned("--stdin-filename", place, "-", text=f"import {name}\n").returncode == 0


def test_the_tree_itself_keeps_the_direction():
    told = banned(*ROOMS)
    assert told.returncode == 0, told.stdout


def test_nothing_switches_the_rule_off():
    for room in ROOMS:
        for path in (PROJECT / room).rglob("*.py"):
            assert "noqa: TID251" not in path.read_text(encoding="utf-8"), path


def imported(path: Path) -> set[str]:
    """The packages that a file imports anywhere, or loads by name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
            "import_module",
            "__import__",
        ):
            found |= {arg.value.partition(".")[0] for arg in node.args if isinstance(arg, ast.Constant)}
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_read_without_the_linter_the_direction_is_the_same(room: str):
    allowed_files = {
        "httpx": {"fetch.py"},
        "prefect": {"nightly.py", "serve.py", "artifacts.py"},
    }
    for path in (PROJECT / room).rglob("*.py"):
        wrong = imported(path) & set(FORBIDDEN[room])
        if room == "flows":
            wrong = {name for name in wrong if path.name not in allowed_files.get(name, set())}
        assert not wrong, path
        assert "tests" not in imported(path), path


def test_imports_and_declared_dependencies_are_the_same():
    """A clean machine has what pyproject.toml names, and no more."""
    import sys
    from importlib import metadata

    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=!~\[; ]", text)[0].casefold() for text in project["dependencies"]}
    packages = metadata.packages_distributions()
    used = {name for room in ROOMS for path in (PROJECT / room).rglob("*.py") for name in imported(path)}
    third = used - set(sys.stdlib_module_names) - set(ROOMS) - {""}
    homes = {
        name: {dist.casefold().replace("_", "-") for dist in packages.get(name, [name])} for name in third
    }
    # httpcore is httpx's own connection layer, whose timeouts we bound; it comes with it.
    undeclared = {name for name, dists in homes.items() if not dists & declared} - {"httpcore", "click"}
    assert not undeclared
    # What is found by its name (the table widget's files), and what the bench measures our reading against.
    unused = declared - set().union(*homes.values()) - {"itables", "beautifulsoup4"}
    assert not unused


# --- docstrings -----------------------------------------------------------------------------------------


def public_without_a_sentence(path: Path) -> list[str]:
    """Public modules, classes and functions whose docstring is missing or no sentence."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = []

    def look(node: ast.AST, name: str) -> None:
        text = ast.get_docstring(node)  # type: ignore[arg-type]
        if (
            text is None
            or not re.match(r"[A-Z0-9`]|[\w.-]+\.(com|txt)\b", text)
            or not re.search(r"[.!?:]", text)
        ):
            found.append(name)

    look(tree, str(path.relative_to(PROJECT)))
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            look(node, f"{path.relative_to(PROJECT)}:{node.lineno} {node.name}")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_everything_public_has_a_sentence(room: str):
    assert [
        name for path in sorted((PROJECT / room).rglob("*.py")) for name in public_without_a_sentence(path)
    ] == []


# --- the project speaks of itself alone -----------------------------------------------------------------

_FORBIDDEN_WORDS = [
    # Paths of one machine, hosts of one registry, and how the text came to be. Written in pieces, so that
    # this file does not hold them.
    r"/" + r"work/",
    r"/" + r"root/",
    r"/" + r"home/\w+/",
    r"file" + r"s\.pythonhosted",
    r"\bpyp" + r"i\.(?:org|io)",
    r"(?i)artif" + r"actory|dev" + r"pi\b|nex" + r"us/repo",
    r"(?i)\b(?:my|this|last|our) " + r"session\b",
    r"(?i)\bissue " + r"#?\d+\b",
    r"(?i)\b(?:chat" + r"gpt|cla" + r"ude|co" + r"pilot|anth" + r"ropic|open" + r"ai)\b",
    r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b",
]


@needs_git
@pytest.mark.parametrize("words", _FORBIDDEN_WORDS)
def test_no_file_speaks_of_where_or_how_it_was_made(words: str):
    found = []
    for path in KEPT:
        text = path.read_bytes().decode(errors="replace") if path.is_file() else ""
        for number, row in enumerate(text.splitlines(), start=1):
            if re.search(words, row):
                found.append(f"{path.relative_to(PROJECT)}:{number}: {row.strip()[:120]}")
    assert not found


@needs_git
def test_every_document_that_is_named_is_in_the_project():
    """What a comment sends a reader to must be there."""
    held = {path.name for path in KEPT}
    missing = []
    for room in ROOMS:
        for path in (PROJECT / room).rglob("*.*"):
            if path.suffix in (".py", ".sql", ".toml", ".yaml"):
                named = set(re.findall(r"(?<![\w.])[a-z][\w-]*\.md\b", path.read_text(encoding="utf-8")))
                missing += [f"{path.relative_to(PROJECT)}: {name}" for name in named - held]
    assert not missing
