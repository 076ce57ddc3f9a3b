"""One night at a time: the second ends at once with 75 and the holder's pid; the dead hold nothing."""

import json
import os
import time

from tests.crash.children import foreign_writer, run_command, start
from tests.crash.homes import content
from tests.crash.worlds import SHOWN_DECKS


def nightly(scene, home, **environment):
    bases = [argument for name, url in scene.bases.items() for argument in ("--base", f"{name}={url}")]
    pace = json.dumps(dict.fromkeys(scene.bases, 0.0))
    return run_command(
        ["nightly", *bases, "--home", str(home)],
        {"DECKCENSUS_PACE": pace, "DECKCENSUS_OFFICIAL_BUDGET": "5000", **environment},
    )


def test_a_second_night_ends_at_once_with_the_pid_of_the_first(scene):
    home = scene.home("two")
    first = scene.night(home, waits=True)
    first.go_on()
    assert first.hear_until("begin", "crawl dm-edh")
    asked = len(scene.world.requests)
    second = nightly(scene, home)
    assert second.code == 75
    assert f"pid {first.pid}" in second.err
    assert second.out == ""
    assert len(second.lines) <= 2, second.err
    assert len(scene.world.requests) == asked
    # The first goes on as if nothing had been.
    first.go_on()
    while (said := first.hear()) is not None and said[0] != "done":
        first.go_on()
    assert said == ("done", 0)
    assert first.end() == 0
    assert content(home).published == scene.after_second.published


def test_every_writing_command_is_locked_out_and_reading_ones_are_not(scene, tmp_path):
    home = scene.home("others")
    decks = len(SHOWN_DECKS)
    (tmp_path / "deck.txt").write_text("1 ボルシャック・ドラゴン\n", encoding="utf-8")
    first = scene.night(home, waits=True)
    first.go_on()
    assert first.hear_until("begin", "judge")
    for arguments in (["replay"], ["add", str(tmp_path / "deck.txt"), "--format", "dmedh"]):
        ended = run_command([*arguments, "--home", str(home)])
        assert (ended.code, f"pid {first.pid}" in ended.err) == (75, True), ended
    read = run_command(["query", "select count(*) as n from deck", "--home", str(home), "--output", "csv"])
    assert read.code == 0, read.err
    assert read.out.split() == ["n", str(decks)]
    first.kill()


def test_a_lock_left_by_a_dead_night_is_taken_over(scene):
    home = scene.home("dead")
    child = scene.night(home, waits=True)
    child.go_on()
    assert child.hear_until("begin", "judge")
    child.kill()
    assert json.loads((home / "lock.json").read_text())["pid"] == child.pid
    ended = nightly(scene, home)
    assert ended.code == 0, ended.err
    assert not (home / "lock.json").exists()
    assert content(home).published == scene.after_second.published


def test_a_lock_whose_pid_is_another_process_by_now_is_taken_over(scene):
    home = scene.home("reused")
    child = scene.night(home, waits=True)
    child.go_on()
    assert child.hear_until("begin", "judge")
    child.kill()
    lock = json.loads((home / "lock.json").read_text())
    # The number was given to this test's own process, which began at another time.
    lock["pid"] = os.getpid()
    (home / "lock.json").write_text(json.dumps(lock))
    ended = nightly(scene, home)
    assert ended.code == 0, ended.err


def test_a_foreign_lock_on_the_work_database_is_75_and_no_empty_result(scene):
    home = scene.home("foreign")
    before = content(home)
    foreign = start(foreign_writer, home / "work.duckdb")
    assert foreign.hear() == ("held",)
    begun = time.monotonic()
    ended = nightly(scene, home)
    assert time.monotonic() - begun < 60
    assert ended.code == 75, ended
    assert str(foreign.pid) in ended.err
    assert len(ended.lines) <= 3, ended.err
    foreign.go_on()
    assert foreign.end() == 0
    assert content(home) == before
    assert nightly(scene, home).code == 0
    assert content(home).tables == scene.after_second.tables
