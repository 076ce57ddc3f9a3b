"""The package: a wheel holds all that the code reads, and works from another place without the project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from schema.columns import published_tables
from tests.docs.readme import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

ROOMS = ("flows", "parsers", "schema", "warehouse")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built as pip would build it."""
    target = tmp_path_factory.mktemp("dist")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (found,) = target.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked, as an installer does, far from the project."""
    target = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(target)
    return target


def elsewhere(installed: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with the unpacked wheel before everything else, and no project beside it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DECKCENSUS_")}
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=cwd,
        env={**environment, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_everything_that_the_rooms_hold_is_in_the_wheel(wheel: Path):
    """Whatever is not code would be missed only when it is read: so all of it is compared."""
    tracked = subprocess.run(
        ["git", "ls-files", "-z", *ROOMS], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("no git here to tell which files are the project's")
    with zipfile.ZipFile(wheel) as file:
        held = set(file.namelist())
    wanted = {name for name in tracked.stdout.split("\0") if name and (PROJECT / name).is_file()}
    assert wanted - held == set()


@pytest.mark.parametrize(
    "name",
    [
        "flows/prefect.yaml",
        "flows/sample/dm_official/cards.csv",
        "flows/sample/dm_official/hall.csv",
        "schema/columns.toml",
        "schema/formats/dmedh.toml",
        "schema/restrictions/dmedh.csv",
        "warehouse/report/static/report.css",
        "warehouse/report/templates/index.html",
        "warehouse/sql/ddl/02_decks.sql",
        "warehouse/sql/legality/rules/identity.sql",
        "parsers/decklists/sections.toml",
    ],
)
def test_what_the_code_reads_is_in_the_wheel(wheel: Path, name: str):
    with zipfile.ZipFile(wheel) as file:
        assert file.getinfo(name).file_size > 0


def test_nothing_else_is_in_the_wheel(wheel: Path):
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {*ROOMS, "deckcensus"}
    assert not [name for name in names if "cache" in name or name.endswith((".pyc", ".duckdb", ".warc.gz"))]


def test_the_metadata_name_the_command_the_licence_and_the_readme(wheel: Path):
    with zipfile.ZipFile(wheel) as file:
        info = next(name for name in file.namelist() if name.endswith("/METADATA"))
        meta = file.read(info).decode()
        entry = file.read(info.replace("METADATA", "entry_points.txt")).decode()
        assert [name for name in file.namelist() if name.endswith("LICENSE")]
    assert "deckcensus = flows.cli:main" in entry
    assert "# deckcensus" in meta
    assert "License-Expression: MIT" in meta


def test_the_commands_run_from_the_wheel(installed: Path, tmp_path: Path):
    told = elsewhere(installed, "-m", "flows", "formats", "--output", "json", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    held = {json.loads(line)["format"] for line in told.stdout.splitlines()}
    assert {path.stem for path in (PROJECT / "schema" / "formats").glob("*.toml")} == held


SMOKE = """
import json, sys, urllib.request
import flows
from flows.sample.card_facts import sample_cards
from flows.sample.world import SampleWorld
from schema.columns import published_tables
from schema.restrictions import shipped_lists
from warehouse.database import memory_database
with SampleWorld() as world:
    bases = dict(world.bases)
    page = urllib.request.urlopen(bases["dm-edh"] + "/robots.txt").status
made = memory_database().execute("select table_name from duckdb_tables()").fetchall()
json.dump({
    "from": flows.__file__, "cards": sum(1 for _ in sample_cards()), "sites": sorted(bases), "page": page,
    "names": sorted(published_tables()), "lists": sorted(shipped_lists()), "made": [row[0] for row in made],
}, sys.stdout)
"""


def test_the_sample_lives_in_the_wheel(installed: Path, tmp_path: Path):
    told = elsewhere(installed, "-c", SMOKE, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["from"].startswith(str(installed))
    assert found["cards"] > 500
    assert found["sites"] == ["dm-edh", "dm-official"]
    assert found["page"] == 200
    assert {path.stem for path in (PROJECT / "schema" / "restrictions").glob("*.csv")} == set(found["lists"])
    # The marts are made by the night; every other table by the definitions.
    core = {name for name, table in published_tables().items() if table.group != "mart"}
    assert core <= set(found["made"])
    assert set(found["names"]) == set(published_tables())


def test_a_deck_is_judged_from_the_wheel_with_no_census_at_all(installed: Path, tmp_path: Path):
    deck = "Date: 2020-03-01\n\n《ボルバルザーク・エクス》(統率者)\n《アクア・サーファー》\n"
    (tmp_path / "deck.txt").write_text(deck, encoding="utf-8")
    arguments = ("-m", "flows", "check", "deck.txt", "--format", "dmedh", "--output", "json")
    told = elsewhere(installed, *arguments, cwd=tmp_path)
    assert told.returncode == 4, told.stderr
    assert [item["rule"] for item in json.loads(told.stdout)["violations"]] == ["DM6"]
    assert "cards of the sample" in told.stderr
    assert not (tmp_path / "census").exists()
