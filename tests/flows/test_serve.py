"""The schedule as a process: a server of its own, nights scheduled and run, a restart outlived."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

import pytest

from flows.sample.world import SampleWorld
from warehouse.database import connect_published

pytestmark = pytest.mark.prefect


@contextlib.contextmanager
def serving(home, world, scratch):
    """`deckcensus serve` in a process group of its own; gives the address of the server it started."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PREFECT_")}
    environment |= {
        "DECKCENSUS_HOME": str(home),
        "DECKCENSUS_SITES": "dm-edh",
        "DECKCENSUS_BASE": json.dumps(dict(world.bases)),
        "DECKCENSUS_PACE": json.dumps({"dm-edh": 0}),
        "PREFECT_HOME": str(scratch / "prefect"),
    }
    log = (scratch / "serve.log").open("ab")
    # A shell's job in the background ignores Ctrl-C, and what it starts inherits that: ask for the default.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "flows", "serve"],
        env=environment, cwd=scratch, stdout=log, stderr=log, start_new_session=True,
    )  # fmt: skip
    try:
        yield address(home, process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        log.close()


def address(home, process):
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        assert process.poll() is None
        log = home / "prefect-server.log"
        found = re.findall(r"http://127\.0\.0\.1:\d+/api", log.read_text()) if log.exists() else []
        if found:
            with contextlib.suppress(OSError):
                ask(found[-1], "/health")
                return found[-1]
        time.sleep(0.5)
    raise AssertionError("no server")


def ask(api, path, data=None):
    request = urllib.request.Request(
        api + path,
        data=None if data is None else json.dumps(data).encode(),
        headers={"Content-Type": "application/json"},
    )
    # Prefect's server answers 503 while its SQLite file is busy, and its own clients ask again.
    for pause in (1, 2, 4, 8):
        try:
            return answered(request)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(pause)
    return answered(request)


def answered(request):
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())


def deployment(api):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            found = ask(api, "/deployments/filter", {})
            if found:
                return found[0]
        time.sleep(0.5)
    raise AssertionError("no deployment")


def test_a_night_is_scheduled_and_run_and_the_schedule_outlives_a_restart(tmp_path):
    home = tmp_path / "census"
    with SampleWorld() as world:
        with serving(home, world, tmp_path) as api:
            held = deployment(api)
            (schedule,) = held["schedules"]
            assert schedule["active"]
            assert (schedule["schedule"]["cron"], schedule["schedule"]["timezone"]) == (
                "30 4 * * *",
                "Asia/Tokyo",
            )
            run = ask(api, f"/deployments/{held['id']}/create_flow_run", {})
            deadline = time.monotonic() + 180
            while time.monotonic() < deadline:
                state = ask(api, f"/flow_runs/{run['id']}")["state"]["type"]
                if state in ("COMPLETED", "FAILED", "CRASHED"):
                    break
                time.sleep(1)
            assert state == "COMPLETED", (tmp_path / "serve.log").read_text()[-4000:]
        with serving(home, world, tmp_path) as api:
            again = deployment(api)
            assert again["id"] == held["id"]
            assert again["schedules"][0]["active"]
            past = ask(api, "/flow_runs/filter", {"flow_runs": {"state": {"type": {"any_": ["COMPLETED"]}}}})
            assert run["id"] in [each["id"] for each in past]
    con = connect_published(home)
    assert con.execute("select count(*) > 90 from deck").fetchall() == [(True,)]
    con.close()
