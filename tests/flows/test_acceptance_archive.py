"""A byte of the archive damaged: everybody who reads it says so, and where; nothing is rebuilt from half."""

import shutil

from flows.cli import run


def _damage(home):
    file = min((home / "archive").glob("*.warc.gz"))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
    return file.name


def test_replay_names_the_damaged_file_and_changes_nothing(sample_night, tmp_path, capsys):
    home = tmp_path / "census"
    home.mkdir()
    shutil.copytree(sample_night.home / "archive", home / "archive")
    name = _damage(home)
    assert run(["--home", str(home), "replay"]) == 1
    error = capsys.readouterr().err
    assert name in error
    assert "a fault of deckcensus" not in error
    assert not (home / "census.duckdb").exists()
    assert not (home / "work.duckdb").exists()


def test_doctor_names_the_damaged_file(sample_night, tmp_path, capsys):
    home = tmp_path / "census"
    home.mkdir()
    shutil.copytree(sample_night.home / "archive", home / "archive")
    name = _damage(home)
    assert run(["--home", str(home), "doctor", "-o", "csv"]) == 1
    wrong = [line for line in capsys.readouterr().out.splitlines() if ",wrong," in line]
    assert any(line.startswith("archive,") and name in line for line in wrong)
