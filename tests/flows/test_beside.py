"""What runs beside a night ends with it, and not before."""

import signal
import subprocess
import sys

import psutil
import pytest

STARTS = """
import subprocess, sys
from flows import beside
with subprocess.Popen(beside.command("tests.flows.test_beside", "an argument")) as process:
    print(process.pid, flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_what_runs_beside_a_killed_process_ends(how):
    with subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE, text=True) as ours:
        beside = psutil.Process(int(ours.stdout.readline()))
        # It runs the module under the arguments it was given, for as long as ours is there.
        assert ours.stdout.readline() == "an argument\n"
        assert beside.is_running()
        ours.send_signal(how)
        ours.wait()
        gone, left = psutil.wait_procs([beside], timeout=60)
    assert (len(gone), left) == (1, [])


if __name__ == "__main__":
    sys.stdout.write(" ".join(sys.argv[1:]) + "\n")
    sys.stdout.flush()
    signal.pause()
