"""What is written aside goes with its writer, even one that was killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from warehouse.aside import move_into_place, unwritable, written_aside


def test_files_are_moved_in_the_order_given(tmp_path):
    with written_aside(tmp_path / "out") as aside:
        (aside / "deep").mkdir()
        for name in ("a", "deep/b"):
            (aside / name).write_text(name, encoding="utf-8")
        moved = move_into_place(aside, tmp_path / "out", ["deep/b", "a"])
    assert moved == [tmp_path / "out" / "deep" / "b", tmp_path / "out" / "a"]
    assert [path.read_text(encoding="utf-8") for path in moved] == ["deep/b", "a"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a", "deep"]


def test_a_relative_directory_is_one_of_the_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with written_aside(Path("out")) as aside:
        (aside / "a").write_text("a", encoding="utf-8")
        move_into_place(aside, Path("out"), ["a"])
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["out", "out/a"]


def test_nothing_stays_where_the_writer_fails(tmp_path):
    with pytest.raises(ZeroDivisionError), written_aside(tmp_path):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_what_a_dead_writer_left_goes_and_a_living_one_s_stays(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left, living = tmp_path / f".aside-{dead.pid}-x", tmp_path / f".aside-{os.getpid()}-y"
    for path in (left, living, tmp_path / ".aside-mine"):
        path.mkdir()
        (path / "f").write_text("", encoding="utf-8")
    with written_aside(tmp_path):
        assert not left.exists()
    assert living.exists()
    assert (tmp_path / ".aside-mine").exists()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileExistsError(17, "File exists"), 2),
        (NotADirectoryError(20, "Not a directory"), 2),
        (PermissionError(13, "Permission denied"), 1),
        (OSError(28, "No space left on device"), 1),
    ],
)
def test_only_a_place_that_is_no_directory_is_a_wrong_call(error, code):
    told = unwritable(Path("out"), error)
    assert told.exit_code == code
    assert str(told) == f"cannot write to out: {error.strerror}"
    assert told.hint
