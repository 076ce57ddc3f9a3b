"""A byte of the archive damaged: everybody who reads it says so, and where; nothing is rebuilt from half."""

import os
import shutil

import pytest

from flows import stages
from flows.cli import run
from flows.night import run_night
from flows.night_plan import NightPlan
from flows.settings import SITES
from tests.conftest import TODAY
from tests.flows.test_ingest import page
from warehouse.archive import Archive
from warehouse.database import connect_work, schema_version


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


@pytest.mark.parametrize("left", [None, 0, 10_003])
def test_doctor_names_a_file_that_is_gone_or_shorter_than_it_was(sample_night, tmp_path, capsys, left):
    home = sample_night.copy(tmp_path / "census")
    file = min((home / "archive").glob("*-dm-edh.warc.gz"))
    size = file.stat().st_size
    if left is None:
        file.unlink()
    else:
        os.truncate(file, left)
    stages.mend(home)
    assert run(["--home", str(home), "doctor", "-o", "csv"]) == 1
    wrong = [line for line in capsys.readouterr().out.splitlines() if line.startswith("archive,wrong,")]
    held = file.stat().st_size if file.exists() else 0
    assert held <= (left or 0)
    (said,) = [line for line in wrong if "were read" in line]
    assert f"{file.name} holds {held:,} bytes, {size:,} were read" in said


def test_a_night_goes_on_past_a_damaged_file_and_says_which(sample_night, tmp_path):
    home = sample_night.copy(tmp_path / "census")
    with Archive(home / "archive") as archive:
        places = [archive.append(page(key, f"<html>{key * 300}</html>")) for key in ("1", "2", "3")]
    file = home / "archive" / places[1].warc_file
    data = bytearray(file.read_bytes())
    data[places[1].offset + 60] ^= 0xFF
    file.write_bytes(data)
    plan = NightPlan(home=home, sites=SITES, today=TODAY, sample=True)
    said = []
    report = run_night(plan, say=said.append)
    assert report.exit_code == 3
    assert set(report.failures) == {"dm-edh"}
    assert f"{file.name} at {places[1].offset}" in report.failures["dm-edh"]
    assert sum(file.name in line for line in said) == 1
    # Everything else of the night is in, and published.
    assert report.published is not None
    assert {part.site for part in report.ingested if not part.failed} == set(SITES)


def test_a_night_dated_by_a_clock_that_ran_ahead_hides_no_stale_site(sample_night, tmp_path, capsys):
    home = sample_night.copy(tmp_path / "census")
    con = connect_work(home)
    con.execute("update site_night set ended_at = now()::timestamp - interval 40 hour")
    con.execute(
        "insert into site_night "
        "values ('dm-edh', timestamp '2099-01-01', timestamp '2099-01-01', 'done', null, 0, 0, 0)"
    )
    con.close()
    assert run(["--home", str(home), "doctor", "-o", "csv"]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("site dm-edh,")]
    assert told[0].startswith("site dm-edh,note,nights are dated after now")
    assert told[1].startswith("site dm-edh,wrong,")
    assert "40 h ago" in told[1]
