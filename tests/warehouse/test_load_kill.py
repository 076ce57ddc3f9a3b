"""A load killed at any instant leaves all of it or nothing, and the next run ends the same."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.warehouse.build import card, deck, give_cards, load, page, shown
from tests.warehouse.world import GAMES, build
from warehouse.checks import run_checks
from warehouse.database import connect_work
from warehouse.publish import publish
from warehouse.resolve import resolve
from warehouse.tables import scalar, table_hashes

PROJECT = Path(__file__).resolve().parents[2]
NIGHTS = 4


def night(con, number: int) -> None:
    """One night: new decks, edits of old ones, a card read anew."""
    batch = []
    for key in range(number * 20, number * 20 + 30):
        names = [f"札{(key * 7 + step) % 50}" for step in range(40)]
        one = deck(str(key), *names, f"版{number}" if key % 3 else "版", commander="将")
        batch.append(
            (page(f"https://dm-edh.com/dmedh/{key}", body=f"{key} {number}", days=number), shown(one))
        )
    load(con, *batch)
    give_cards(con, card("将", "火"))
    give_cards(con, *(card(f"札{step}", "火" if number % 2 else "水") for step in range(5 + number * 10)))
    resolve(con, GAMES)
    build(con)


def run(home) -> None:
    """Every night in turn; what an earlier run has done is met again."""
    con = connect_work(home, wait=20)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for number in range(NIGHTS):
        night(con, number)
        publish(con, home)
    con.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    home = tmp_path_factory.mktemp("undisturbed")
    run(home)
    con = connect_work(home)
    hashes = table_hashes(con, without=("load", "schema_version", "published_size"))
    con.close()
    return hashes


def kill_and_finish(home, seed: int, undisturbed: dict[str, str]) -> None:
    chance = random.Random(seed)
    code = f"from tests.warehouse.test_load_kill import run, Path; run(Path({str(home)!r}))"
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
    assert table_hashes(con, without=("load", "schema_version", "published_size")) == undisturbed
    con.close()


@pytest.mark.parametrize("seed", range(2))
def test_a_kill_at_a_random_instant(tmp_path, seed, undisturbed):
    kill_and_finish(tmp_path, seed, undisturbed)


@pytest.mark.crash
@pytest.mark.parametrize("seed", range(100, 130))
def test_kills_at_many_random_instants(tmp_path, seed, undisturbed):
    kill_and_finish(tmp_path, seed, undisturbed)
