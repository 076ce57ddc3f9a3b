"""The sample world for nights that are killed, and homes after undisturbed ones."""

import multiprocessing
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.sample.world import SampleWorld
from tests.crash.children import Child, night, start
from tests.crash.homes import Content, content
from tests.crash.worlds import on_the_first_night, on_the_second_night


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.crash)


@dataclass
class Scene:
    """The world, and homes as undisturbed nights leave them."""

    world: SampleWorld
    directory: Path
    after_first: Content
    after_second: Content
    seconds: float

    @property
    def bases(self):
        return self.world.bases

    def home(self, name: str, *, nights: int = 1) -> Path:
        """A home of its own after one or two undisturbed nights; the author was busy since the first."""
        on_the_second_night(self.world)
        home = self.directory / name
        shutil.rmtree(home, ignore_errors=True)
        if nights:
            shutil.copytree(self.directory / ("first", "second")[nights - 1], home)
        return home

    def night(self, home: Path, *, waits: bool = False) -> Child:
        """A night that has begun."""
        child = start(night, home, self.bases, waits)
        said = child.hear()
        assert said is not None
        assert said[0] == "born"
        return child


@pytest.fixture(scope="session")
def scene(tmp_path_factory):
    """The world, served by this process, and the homes of two undisturbed nights."""
    import time

    directory = tmp_path_factory.mktemp("crash")
    with SampleWorld() as world:
        on_the_first_night(world)
        first = directory / "first"
        assert start(night, first, world.bases).end() == 0
        after_first = content(first)
        on_the_second_night(world)
        second = directory / "second"
        shutil.copytree(first, second)
        begun = time.monotonic()
        assert start(night, second, world.bases).end() == 0
        seconds = time.monotonic() - begun
        yield Scene(world, directory, after_first, content(second), seconds)


@pytest.fixture(autouse=True)
def nothing_is_left_running():
    """No child outlives its test."""
    yield
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
