"""A load killed at any instant leaves all of it or nothing, and the next run ends the same."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import pytest

from tests.warehouse.hashes import table_hashes
from tests.warehouse.nights import PROJECT, run
from warehouse.checks import run_checks
from warehouse.database import connect_work
from warehouse.tables import scalar


def kill_and_finish(home, seed: int, undisturbed: dict[str, str]) -> None:
    chance = random.Random(seed)
    code = f"from tests.warehouse.nights import run, Path; run(Path({str(home)!r}))"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=PROJECT)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "ready"
    time.sleep(chance.uniform(0, 1.5))
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    con = connect_work(home)
    # Whatever the instant was: loads are whole, and the tables agree with each other.
    assert scalar(con, "select count(*) from load where finished_at is null") == 0
    assert scalar(con, "select count(*) from deck") == scalar(con, "select coalesce(sum(decks), 0) from load")
    con.close()
    run(home)
    con = connect_work(home)
    run_checks(con)
    assert table_hashes(con) == undisturbed
    con.close()


@pytest.mark.parametrize("seed", range(2))
def test_a_kill_at_a_random_instant(tmp_path, seed, undisturbed):
    kill_and_finish(tmp_path, seed, undisturbed)


@pytest.mark.crash
@pytest.mark.parametrize("seed", range(100, 130))
def test_kills_at_many_random_instants(tmp_path, seed, undisturbed):
    kill_and_finish(tmp_path, seed, undisturbed)
