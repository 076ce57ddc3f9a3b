"""A Prefect server of our own for the schedule, where none is configured.

The server that Prefect starts for a single run schedules nothing. So `serve` starts a whole one, on
loopback, with its database in the home: the schedule and the history of runs survive a restart.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

from schema.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DATABASE_FILE = "prefect.db"
LOG_FILE = "prefect-server.log"


@contextlib.contextmanager
def local_server(home: Path, *, wait: float = 180.0) -> Iterator[str]:
    """Run a Prefect server for as long as the block lasts; gives its API address.

    Raises ConfigurationError when it does not answer within `wait` seconds.
    """
    home.mkdir(parents=True, exist_ok=True)
    port = _free_port()
    url = f"http://127.0.0.1:{port}/api"
    environment = {
        **os.environ,
        "PREFECT_API_DATABASE_CONNECTION_URL": f"sqlite+aiosqlite:///{home.resolve() / DATABASE_FILE}",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
    }
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with (home / LOG_FILE).open("ab") as log:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter, no input of others
            command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        _wait_until_healthy(process, url, wait, home / LOG_FILE)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_healthy(process: subprocess.Popen[bytes], url: str, wait: float, log: Path) -> None:
    deadline = time.monotonic() + wait
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=5) as answer:  # noqa: S310 - loopback
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.5)
    raise ConfigurationError(
        "Prefect's server did not start", hint=f"see {log}, or name a running server with PREFECT_API_URL"
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
