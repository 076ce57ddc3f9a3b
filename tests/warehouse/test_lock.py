"""The home's lock: one holder, freed by death, safe against a pid that came back."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from schema.errors import Locked
from warehouse.lock import HomeLock

HOLD = """
import sys, time
from pathlib import Path
from warehouse.lock import HomeLock
with HomeLock(Path(sys.argv[1]), ttl=float(sys.argv[2])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock of tmp_path; killed at the end."""
    children = []

    def start(ttl=600.0):
        child = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(tmp_path), str(ttl)], stdout=subprocess.PIPE
        )
        children.append(child)
        assert child.stdout.readline() == b"held\n"
        return child

    yield start
    for child in children:
        child.kill()
        child.wait()
        child.stdout.close()


def test_a_second_process_is_turned_away_with_the_holders_pid_and_exit_code_75(tmp_path, holder):
    child = holder()
    with pytest.raises(Locked, match=rf"held by pid {child.pid}\b") as raised:
        HomeLock(tmp_path).acquire()
    assert raised.value.exit_code == 75
    assert raised.value.hint
    assert HomeLock(tmp_path).holder().pid == child.pid


def test_kill_9_frees_the_lock_even_before_the_body_is_reaped(tmp_path, holder):
    child = holder()
    child.send_signal(signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    with HomeLock(tmp_path) as lock:
        lock.check()
    assert HomeLock(tmp_path).holder() is None


def test_another_users_process_holds_until_its_end(tmp_path, holder, monkeypatch):
    child = holder()

    def refuse(pid, number):
        raise PermissionError(pid)

    monkeypatch.setattr(os, "kill", refuse)
    with pytest.raises(Locked):
        HomeLock(tmp_path).acquire()
    monkeypatch.undo()
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    monkeypatch.setattr(os, "kill", refuse)
    with HomeLock(tmp_path) as lock:
        lock.check()


def test_a_pid_that_is_another_process_by_now_does_not_hold(tmp_path, holder):
    child = holder()
    file = tmp_path / "lock.json"
    data = json.loads(file.read_text())
    assert data["pid"] == child.pid
    data["process_start"] -= 1
    file.write_text(json.dumps(data))
    HomeLock(tmp_path).acquire()


@pytest.mark.parametrize(
    ("change", "free"),
    [
        ({"boot": "another boot"}, True),
        ({"host": "another-host"}, False),
        ({"host": "another-host", "heartbeat": 0.0}, True),
        ({"namespace": "pid:[1]", "pid": 999_999_999}, False),
        ({"pid": 999_999_999}, True),
        ({"pid": "x"}, True),
        ({"pid": 1 << 99}, True),
        ({"heartbeat": None}, True),
        ({"ttl": "long"}, True),
        ({"more": 1}, True),
    ],
)
def test_what_is_known_of_a_holder_decides(tmp_path, change, free):
    lock = HomeLock(tmp_path)
    lock.acquire()
    file = tmp_path / "lock.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    if free:
        HomeLock(tmp_path).acquire()
    else:
        with pytest.raises(Locked):
            HomeLock(tmp_path).acquire()


def test_an_expired_heartbeat_is_taken_over_and_the_sleeper_notices(tmp_path, holder):
    child = holder(ttl=0.5)
    child.send_signal(signal.SIGSTOP)
    deadline = time.monotonic() + 10
    while True:
        try:
            lock = HomeLock(tmp_path, ttl=0.5)
            lock.acquire()
            break
        except Locked:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    # What the sleeper does on waking: its file names another, so it must not touch it.
    child.send_signal(signal.SIGCONT)
    time.sleep(0.3)
    lock.check()
    lock.release()


def test_a_lock_that_was_lost_says_so(tmp_path):
    lock = HomeLock(tmp_path)
    lock.acquire()
    file = tmp_path / "lock.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "token": "other"}))
    with pytest.raises(Locked, match="lost"):
        lock.check()
    lock.release()
    assert file.exists()


def test_the_heartbeat_keeps_a_long_run_alive(tmp_path):
    with HomeLock(tmp_path, ttl=5) as lock:
        first = json.loads((tmp_path / "lock.json").read_text())["heartbeat"]
        deadline = time.monotonic() + 30
        while json.loads((tmp_path / "lock.json").read_text())["heartbeat"] == first:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        with pytest.raises(Locked):
            HomeLock(tmp_path).acquire()
        lock.check()
    HomeLock(tmp_path).acquire()


def test_a_file_that_is_no_lock_does_not_block(tmp_path):
    for text in ("", "{}", "[1]", '{"pid": 1}'):
        (tmp_path / "lock.json").write_text(text)
        HomeLock(tmp_path).acquire()
        (tmp_path / "lock.json").unlink()


def test_of_many_that_start_at_once_one_wins(tmp_path):
    program = HOLD.replace("time.sleep(60)", "sys.stdin.read()")
    pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-c", program, str(tmp_path), "600"]
    children = [subprocess.Popen(command, **pipe) for _ in range(6)]
    deadline = time.monotonic() + 60
    while sum(child.poll() is None for child in children) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    outs = [child.communicate(b"")[0] for child in children]
    assert outs.count(b"held\n") == 1
