"""No space, no rights, no memory: one clear line, the old copy intact, and the next night goes on."""

import hashlib
import json
import subprocess
from contextlib import contextmanager

import pytest

from tests.crash.children import Limits, run_command
from tests.crash.homes import content, differences


def fingerprint(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def nightly(scene, home, limits=None, **environment):
    bases = [argument for name, url in scene.bases.items() for argument in ("--base", f"{name}={url}")]
    pace = json.dumps(dict.fromkeys(scene.bases, 0.0))
    given = {"DECKCENSUS_PACE": pace, "DECKCENSUS_OFFICIAL_BUDGET": "5000", **environment}
    return run_command(["nightly", *bases, "--home", str(home)], given, limits)


def assert_one_clear_line(ended, *words):
    """The night tells how its sites went; then one line that says what is wrong, and a hint."""
    assert ended.code == 1, ended
    assert "Traceback" not in ended.err
    wrong = [line for line in ended.lines if line.startswith("deckcensus: ")]
    assert len(wrong) == 1, ended.err
    assert any(word in wrong[0].lower() for word in words), wrong[0]
    assert "fault of deckcensus" not in ended.err, wrong[0]
    assert ended.lines[-1].lstrip().startswith("hint: ")


def assert_recovers(scene, home):
    ended = nightly(scene, home)
    assert ended.code == 0, ended.err
    found = content(home)
    assert differences(found.tables, scene.after_second.tables) == {}
    assert differences(found.published, scene.after_second.published) == {}


@pytest.mark.parametrize("part", [0.05, 0.6, 0.95])
def test_a_file_that_may_not_grow_is_a_full_disk(scene, part):
    home = scene.home("quota")
    before = fingerprint(home / "census.duckdb")
    largest = max((home / name).stat().st_size for name in ("work.duckdb", "census.duckdb"))
    ended = nightly(scene, home, Limits(file_size=int(largest * part)))
    if ended.code != 0:
        assert_one_clear_line(ended, "space", "large", "written", "write", "disk", "i/o")
        assert fingerprint(home / "census.duckdb") == before
    assert_recovers(scene, home)


@contextmanager
def small_disk(directory, size):
    """A tmpfs of so many bytes on a directory; skips where it may not be mounted."""
    directory.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(directory)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.decode().strip()}")
    try:
        yield directory
    finally:
        subprocess.run(["umount", str(directory)], check=True)


@pytest.mark.parametrize("spare", [50_000, 2_000_000])
def test_a_full_disk_leaves_the_old_copy_and_the_next_night_goes_on(scene, tmp_path, spare):
    whole = scene.home("disk")
    used = sum(-(-path.stat().st_size // 4096) * 4096 + 4096 for path in whole.rglob("*"))
    with small_disk(tmp_path / "disk", used + spare) as disk:
        home = disk / "census"
        subprocess.run(["cp", "-r", str(whole), str(home)], check=True)
        before = fingerprint(home / "census.duckdb")
        ended = nightly(scene, home)
        if ended.code != 0:
            assert_one_clear_line(ended, "space", "written", "write", "disk", "i/o")
            assert fingerprint(home / "census.duckdb") == before
        assert (spare, ended.code) != (50_000, 0)
        subprocess.run(["mount", "-o", "remount,size=1g", str(disk)], check=True)
        assert_recovers(scene, home)


@pytest.mark.parametrize("part", ["exports", "report"])
def test_a_full_disk_under_what_is_written_last_is_an_error_of_no_call(scene, tmp_path, part):
    home = scene.home("disk-last")
    before = fingerprint(home / "census.duckdb")
    (home / part).rename(tmp_path / "whole")
    used = sum(-(-path.stat().st_size // 4096) * 4096 + 4096 for path in (tmp_path / "whole").rglob("*"))
    with small_disk(home / part, used + 50_000) as disk:
        subprocess.run(["cp", "-r", f"{tmp_path / 'whole'}/.", str(disk)], check=True)
        ended = nightly(scene, home)
        assert_one_clear_line(ended, "no space left")
        assert str(disk) in ended.err
        # The night's decks are published all the same, and what was there beside them stays whole.
        assert fingerprint(home / "census.duckdb") != before
        assert {path.name for path in disk.iterdir()} == {
            path.name for path in (tmp_path / "whole").iterdir()
        }
        subprocess.run(["mount", "-o", "remount,size=1g", str(disk)], check=True)
        assert_recovers(scene, home)


def test_a_home_without_the_right_to_write_is_one_line(scene):
    home = scene.home("rights")
    before = content(home)
    places = [home, *(path for path in home.rglob("*") if path.is_dir())]
    files = [path for path in home.rglob("*") if path.is_file()]
    try:
        for path in files:
            path.chmod(0o444)
        for path in places:
            path.chmod(0o555)
        ended = nightly(scene, home, Limits(rights=True))
        assert_one_clear_line(ended, "permission", "denied", "write", "writable", "read-only")
        read = run_command(
            ["query", "select count(*) from deck", "--home", str(home)], limits=Limits(rights=True)
        )
        assert read.code == 0, read.err
    finally:
        for path in places:
            path.chmod(0o755)
        for path in files:
            path.chmod(0o644)
    assert content(home) == before
    assert_recovers(scene, home)


def test_an_archive_without_the_right_to_write_keeps_what_is_known(scene):
    home = scene.home("archive-rights")
    before = fingerprint(home / "census.duckdb")
    (home / "archive").chmod(0o555)
    try:
        ended = nightly(scene, home, Limits(rights=True))
        assert_one_clear_line(ended, "permission", "denied", "write", "writable", "read-only")
        assert fingerprint(home / "census.duckdb") == before
    finally:
        (home / "archive").chmod(0o755)
    assert_recovers(scene, home)


@pytest.mark.parametrize("limit", ["1MB", "24MB"])
def test_too_little_memory_is_one_line_or_enough(scene, limit):
    home = scene.home("memory")
    before = fingerprint(home / "census.duckdb")
    ended = nightly(scene, home, DECKCENSUS_MEMORY_LIMIT=limit)
    if ended.code != 0:
        assert_one_clear_line(ended, "memory")
        assert fingerprint(home / "census.duckdb") == before
    assert (limit, ended.code) != ("1MB", 0)
    assert_recovers(scene, home)
