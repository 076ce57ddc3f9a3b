"""A night that Prefect runs is killed: nothing of its run blocks the next one."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.crash.homes import content, differences


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
    # The process alone: what Prefect started beside it is left as it is, as after a real death.
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    following = command(home)
    out, err = following.communicate(timeout=180)
    assert following.returncode == 0, err
    assert "Traceback" not in err
    summary = json.loads(out)
    assert {site["site"]: site["status"] for site in summary["sites"]} == dict.fromkeys(scene.bases, "done")
    found = content(home)
    assert differences(found.tables, scene.after_second.tables) == {}
    assert differences(found.published, scene.after_second.published) == {}
