"""A byte of the archive damaged: everybody who reads it says so, and where; nothing is rebuilt from half."""

import shutil

from flows.cli import run
from warehouse.database import schema_version


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


def test_doctor_tells_the_schema_of_the_published_file_itself(sample_night, tmp_path, capsys):
    import duckdb

    home = tmp_path / "census"
    sample_night.copy(home)

    def published() -> str:
        run(["--home", str(home), "doctor", "-o", "csv"])
        return next(row for row in capsys.readouterr().out.splitlines() if row.startswith("published,"))

    newest = schema_version()
    assert published().startswith("published,good,")
    assert f"schema {newest}," in published()
    con = duckdb.connect(str(home / "census.duckdb"))
    con.execute("delete from schema_version where version = ?", [newest])
    con.close()
    older = published()
    assert older.startswith("published,note,")
    assert f"schema {newest - 1}," in older
    assert f"this version writes {newest}" in older
