"""Readers of the published copy: they see one whole night or the next, and block none."""

import random
import time

import duckdb

from tests.crash.children import holder, reader, reading, start

SEED = 20261130


def published(home):
    con = duckdb.connect(str(home / "census.duckdb"), read_only=True)
    try:
        return reading(con)
    finally:
        con.close()


def test_a_reader_sees_only_whole_nights_while_nights_are_killed(scene):
    home = scene.home("read")
    before, after = published(home), published(scene.directory / "second")
    assert before != after
    watching = start(reader, home)
    assert watching.hear() == ("ready",)
    chance = random.Random(SEED)
    for _ in range(3):
        child = scene.night(home)
        time.sleep(chance.uniform(0.3, 1.0) * scene.seconds)
        child.kill()
    assert scene.night(home).end() == 0
    watching.go_on()
    said = watching.hear()
    assert watching.end() == 0
    _, seen, errors = said
    assert errors == []
    assert set(seen) <= {before, after}
    assert before in seen
    assert published(home) == after


def test_killed_in_the_midst_of_publishing_the_old_copy_is_whole(scene):
    home = scene.home("publishing")
    before, after = published(home), published(scene.directory / "second")
    seen = set()
    # The copy is written aside within milliseconds: several instants of it.
    for delay in (0.0, 0.02, 0.05, 0.1, 0.2):
        child = scene.night(home, waits=True)
        child.go_on()
        assert child.hear_until("begin", "publish")
        child.go_on()
        time.sleep(delay)
        child.kill()
        seen.add(published(home))
    assert seen <= {before, after}
    assert scene.night(home).end() == 0
    assert published(home) == after
    assert [path.name for path in home.glob("census.duckdb*")] == ["census.duckdb"]


def test_a_reader_that_holds_the_copy_open_keeps_its_night_and_blocks_none(scene):
    home = scene.home("held")
    before, after = published(home), published(scene.directory / "second")
    holding = start(holder, home)
    assert holding.hear() == ("before", before)
    assert scene.night(home).end() == 0
    assert published(home) == after
    holding.go_on()
    assert holding.hear() == ("after", before)
    assert holding.end() == 0
