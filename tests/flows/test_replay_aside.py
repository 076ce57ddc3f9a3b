"""A replay beside what killed and sleeping runs left: the new database opens, and only a holder publishes."""

import json
import subprocess
import sys

import pytest

from flows.cli import run
from flows.replay import replay
from flows.settings import Settings
from tests.conftest import TODAY
from tests.warehouse.hashes import table_hashes
from warehouse.database import connect_work
from warehouse.lock import HomeLock
from warehouse.tables import scalar

KILLED = """
import os, signal, sys
from pathlib import Path
from warehouse.database import connect_work
con = connect_work(Path(sys.argv[1]))
con.execute("update deck set title = 'half a night'")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def home(sample_night, tmp_path):
    return sample_night.copy(tmp_path / "census")


def rebuild(home):
    return replay(Settings(home=home), today=TODAY, say=lambda line: None)


def tables(home):
    con = connect_work(home)
    try:
        return table_hashes(con, without=("load", "schema_version", "published_size", "crawl"))
    finally:
        con.close()


def test_the_log_of_a_killed_run_does_not_outlive_its_database(home):
    before = tables(home)
    subprocess.run([sys.executable, "-c", KILLED, str(home)], check=False)
    assert (home / "work.duckdb.wal").stat().st_size
    rebuild(home)
    assert tables(home) == before
    assert not list(home.glob(".aside-*"))


def test_what_a_killed_replay_spilled_stands_in_no_way(home):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    spilled = home / f".aside-{dead.pid}-x" / "work.duckdb.tmp"
    spilled.mkdir(parents=True)
    (spilled / "duckdb_temp_storage_S32K-0.tmp").write_bytes(b"spilled")
    rebuild(home)
    assert not list(home.glob(".aside-*"))


@pytest.mark.parametrize("command", ["replay", "add", "cards load"])
def test_a_run_that_slept_until_another_took_its_lock_publishes_nothing(
    home, tmp_path, monkeypatch, capsys, command
):
    deck, cards = tmp_path / "deck.txt", tmp_path / "cards.csv"
    deck.write_text("1 青銅の鎧\n", encoding="utf-8")
    cards.write_text("name,type,civ,race,cost,power\n水,呪文,水,,2,\n", encoding="utf-8")
    given = {"add": [str(deck), "--format", "dmedh"], "cards load": [str(cards), "--game", "dm"]}
    published = (home / "census.duckdb").read_bytes()

    acquire = HomeLock.acquire

    def taken_over(lock):
        acquire(lock)
        file = lock.home / "lock.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), "token": "another run's"}))

    monkeypatch.setattr(HomeLock, "acquire", taken_over)
    assert run([*command.split(), *given.get(command, []), "--home", str(home)]) == 75
    assert "was lost to pid" in capsys.readouterr().err
    assert (home / "census.duckdb").read_bytes() == published


def test_a_replay_leaves_a_database_of_a_newer_version_behind(home):
    con = connect_work(home)
    con.execute("insert into schema_version values (999, '999_later')")
    nights = scalar(con, "select count(*) from site_night")
    con.close()
    rebuild(home)
    con = connect_work(home)
    assert scalar(con, "select count(*) from site_night") == nights
    con.close()
