"""A night that Prefect runs, or its schedule, is killed: nothing of it goes on, or blocks the next one."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from tests.crash.homes import content, differences
from tests.flows.test_serve import address, ask, deployment


@pytest.fixture
def command(scene, tmp_path):
    """Start `nightly` as a user does, with a Prefect of its own; whatever it started is gone at the end."""
    started = []

    def start(home):
        bases = [argument for name, url in scene.bases.items() for argument in ("--base", f"{name}={url}")]
        environment = {key: text for key, text in os.environ.items() if not key.startswith("PREFECT_")}
        environment |= {
            "PREFECT_HOME": str(tmp_path / "prefect"),
            "DECKCENSUS_PACE": json.dumps(dict.fromkeys(scene.bases, 0.0)),
            "DECKCENSUS_OFFICIAL_BUDGET": "5000",
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "flows", "nightly", *bases, "--home", str(home), "--output", "json"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.stderr.close()


def test_a_flow_that_was_killed_blocks_no_later_night(scene, command):
    home = scene.home("flow")
    scene.world.forget()
    killed = command(home)
    deadline = time.monotonic() + 120
    while len(scene.world.requests) < 20:
        assert killed.poll() is None, killed.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    beside = psutil.Process(killed.pid).children(recursive=True)
    assert beside, "no server of its own"
    # The process alone: what runs beside it must see to its own end, as after a real death.
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    _, left = psutil.wait_procs(beside, timeout=20)
    assert left == [], "what was started beside the night still runs"
    following = command(home)
    out, err = following.communicate(timeout=180)
    assert following.returncode == 0, err
    assert "Traceback" not in err
    summary = json.loads(out)
    assert {site["site"]: site["status"] for site in summary["sites"]} == dict.fromkeys(scene.bases, "done")
    found = content(home)
    assert differences(found.tables, scene.after_second.tables) == {}
    assert differences(found.published, scene.after_second.published) == {}


def test_a_schedule_that_was_killed_leaves_neither_its_server_nor_its_night_behind(scene, tmp_path):
    """With a night under way, held up by its site's pace."""
    home = scene.home("served")
    environment = {key: text for key, text in os.environ.items() if not key.startswith("PREFECT_")}
    environment |= {
        "PREFECT_HOME": str(tmp_path / "prefect"),
        "DECKCENSUS_HOME": str(home),
        "DECKCENSUS_SITES": "dm-edh",
        "DECKCENSUS_BASE": json.dumps(dict(scene.bases)),
        "DECKCENSUS_PACE": json.dumps({"dm-edh": 30}),
    }
    scene.world.forget()
    with (tmp_path / "serve.log").open("ab") as log:
        served = subprocess.Popen(
            [sys.executable, "-m", "flows", "serve"],
            env=environment,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        api = address(home, served)
        ask(api, f"/deployments/{deployment(api)['id']}/create_flow_run", {})
        deadline = time.monotonic() + 240
        while not scene.world.requests:
            assert served.poll() is None, (tmp_path / "serve.log").read_text()[-2000:]
            assert time.monotonic() < deadline
            time.sleep(0.2)
        beside = psutil.Process(served.pid).children(recursive=True)
        assert len(beside) >= 2, beside
        os.kill(served.pid, signal.SIGKILL)
        served.wait()
        _, left = psutil.wait_procs(beside, timeout=30)
        assert left == [], "what the schedule started still runs"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(served.pid, signal.SIGKILL)
