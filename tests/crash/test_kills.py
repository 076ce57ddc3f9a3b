"""kill -9 at each step's begin and end, and at random points: the next run ends as if nothing had been.

`DECKCENSUS_KILLS=100` tries more random points, `DECKCENSUS_KILL_SEED` other ones.
"""

import os
import random
import time

import pytest

from tests.crash.homes import content, differences, kept

STEPS = (
    "load what was left",
    "crawl dm-edh",
    "load dm-edh",
    "crawl dm-official",
    "load dm-official",
    "resolve names",
    "judge",
    "marts and checks",
    "publish",
    "export",
    "report",
)
KILLS = int(os.environ.get("DECKCENSUS_KILLS", "12"))
SEED = int(os.environ.get("DECKCENSUS_KILL_SEED", "20261129"))
# Kills on one home, one after another, before a night is let through.
IN_A_ROW = 3


def read(pages):
    """The pages that are read; no search is made for a card that a killed night had found on its way."""
    return {page for page in pages if page[:2] != ("dm-official", "https://dm.takaratomy.co.jp/card")}


def assert_undisturbed(scene, home):
    """One more night, and the home holds what it would have held without a kill."""
    assert scene.night(home).end() == 0
    found = content(home)
    assert differences(found.tables, scene.after_second.tables) == {}
    assert differences(found.published, scene.after_second.published) == {}
    assert read(found.pages) >= read(scene.after_second.pages)
    for directory in (home / "exports", home / "report"):
        assert not list(directory.glob(".*")), "what was written aside is left"
    assert (home / "report" / "index.html").read_text(encoding="utf-8").rstrip().endswith("</html>")


@pytest.mark.parametrize("step", STEPS)
def test_killed_where_a_step_begins(scene, step):
    home = scene.home("boundary")
    child = scene.night(home, waits=True)
    child.go_on()
    assert child.hear_until("begin", step)
    child.kill()
    assert_undisturbed(scene, home)


@pytest.mark.parametrize("step", ["crawl dm-edh", "load dm-edh", "crawl dm-official", "publish", "export"])
def test_killed_where_a_step_ends(scene, step):
    home = scene.home("boundary")
    child = scene.night(home, waits=True)
    child.go_on()
    assert child.hear_until("end", step)
    child.kill()
    assert_undisturbed(scene, home)


def test_a_first_night_killed_again_and_again(scene):
    home = scene.home("new", nights=0)
    for step in (
        "load dm-edh",
        "crawl dm-official",
        "load dm-official",
        "marts and checks",
        "export",
        "report",
    ):
        child = scene.night(home, waits=True)
        child.go_on()
        assert child.hear_until("begin", step)
        child.kill()
    assert_undisturbed_first(scene, home)


def assert_undisturbed_first(scene, home):
    """A home that began on the second night holds the second night's decks, each once."""
    assert scene.night(home).end() == 0
    again = scene.home("new-undisturbed", nights=0)
    assert scene.night(again).end() == 0
    found, wanted = content(home), content(again)
    assert differences(found.tables, wanted.tables) == {}
    assert differences(found.published, wanted.published) == {}


@pytest.mark.parametrize("trial", range(-(-KILLS // IN_A_ROW)))
def test_killed_at_random_points(scene, trial):
    chance = random.Random(SEED + trial)
    home = scene.home("random")
    records = kept(home)
    for _ in range(IN_A_ROW):
        child = scene.night(home)
        time.sleep(chance.uniform(0, scene.seconds))
        child.kill()
        records |= kept(home)
    assert_undisturbed(scene, home)
    now = kept(home)
    for name, whole in records.items():
        assert now.get(name, b"").startswith(whole), f"records of {name} that a killed night kept are lost"
