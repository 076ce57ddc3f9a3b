"""Ctrl-C, a service manager's SIGTERM and a closed terminal: one word, 130, no lock and no process left."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
# Prefect's start costs ten seconds; a night says that it is not there, and runs without it.
WITHOUT_PREFECT = "import sys; sys.modules['prefect'] = None; from flows.cli import main; main()"


@pytest.fixture
def started(tmp_path):
    """Start the command line in a process and a group of its own, which is gone at the end."""
    # A shell's job in the background ignores Ctrl-C, and what it starts inherits that: ask for the default.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    processes = []

    def start(*arguments, prefect=False):
        environment = {key: text for key, text in os.environ.items() if not key.startswith("PREFECT_")}
        process = subprocess.Popen(
            [sys.executable, *(["-m", "flows"] if prefect else ["-c", WITHOUT_PREFECT]), *arguments],
            env=environment | {"PREFECT_HOME": str(tmp_path / "prefect")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        return process

    yield start
    signal.signal(signal.SIGINT, handler)
    for process in processes:
        if group(process):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        process.stderr.close()


def group(process):
    """Whether anything of a process's group still runs."""
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def catches(process, stop):
    """Whether the command line has taken a signal into its own hands (Linux's mask of caught signals)."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    mask = next(line.split()[1] for line in lines if line.startswith("SigCgt:"))
    return bool(int(mask, 16) >> (stop - 1) & 1)


def wait_for(condition, process):
    deadline = time.monotonic() + 120
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def nightly(scene, home):
    bases = [argument for name, url in scene.bases.items() for argument in ("--base", f"{name}={url}")]
    return ["nightly", *bases, "--home", str(home)]


@pytest.mark.parametrize("how", SIGNALS)
def test_a_night_that_is_stopped_says_so_and_gives_its_lock_back(scene, started, how):
    home = scene.home("stopped")
    scene.world.forget()
    process = started(*nightly(scene, home))
    wait_for(lambda: scene.world.requests, process)
    assert json.loads((home / "lock.json").read_text())["pid"] == process.pid
    process.send_signal(how)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "interrupted"
    assert "Traceback" not in err
    assert not (home / "lock.json").exists()


def test_a_night_that_prefect_runs_leaves_no_server_behind(scene, started):
    home = scene.home("stopped-flow")
    scene.world.forget()
    process = started(*nightly(scene, home), prefect=True)
    wait_for(lambda: scene.world.requests, process)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert err.splitlines()[-1] == "interrupted"
    assert not (home / "lock.json").exists()
    assert not group(process), "what Prefect started beside the night still runs"


@pytest.mark.parametrize("how", SIGNALS)
def test_a_query_at_work_is_stopped(scene, started, how):
    long = "select count(*) from range(3000000) a, range(500) b where hash(a.range + b.range) = 5"
    process = started("query", long, "--home", str(scene.home("asked")))
    wait_for(lambda: catches(process, signal.SIGTERM), process)
    time.sleep(3)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
