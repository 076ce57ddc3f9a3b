"""A Prefect server of our own, where none is configured: for a night, and for the schedule.

The server that Prefect itself would start for a run goes on when the run is killed, and schedules
nothing. So `nightly` starts one that ends with it, and `serve` a whole one, with its database in the
home: the schedule and the history of runs survive a restart.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

from flows import beside
from schema.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import IO

DATABASE_FILE = "prefect.db"
LOG_FILE = "prefect-server.log"


@contextlib.contextmanager
def night_server(settings: Mapping[str, str], wait: float) -> Iterator[str]:
    """Run a server for the runs of one night; gives its API address.

    It keeps them where Prefect does (`PREFECT_HOME`). `settings` are Prefect's, as of its environment.
    Raises RuntimeError when it does not answer within `wait` seconds.
    """
    port = _free_port()
    url = f"http://127.0.0.1:{port}/api"
    mode = {"PREFECT_UI_ENABLED": "0", "PREFECT__SERVER_EPHEMERAL": "1", "PREFECT__SERVER_FINAL": "1"}
    application = ("--factory", "prefect.server.api.server:create_app")
    place = ("--host", "127.0.0.1", "--port", str(port))
    command = beside.command("uvicorn", *application, *place, "--log-level", "error", "--lifespan", "on")
    with _running(command, {**os.environ, **mode, **settings}, url, wait, None) as answers:
        if not answers:
            raise RuntimeError("its server did not start")
        yield url


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
    command = beside.command("prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port))
    with (home / LOG_FILE).open("ab") as log, _running(command, environment, url, wait, log) as answers:
        if not answers:
            raise ConfigurationError(
                "Prefect's server did not start",
                hint=f"see {home / LOG_FILE}, or name a running server with PREFECT_API_URL",
            )
        yield url


@contextlib.contextmanager
def _running(
    command: list[str], environment: Mapping[str, str], url: str, wait: float, log: IO[bytes] | None
) -> Iterator[bool]:
    """Run a server for the length of a block; gives whether it answers within `wait` seconds."""
    process = subprocess.Popen(  # noqa: S603 - our own interpreter, no input of others
        command, env=environment, stdin=subprocess.DEVNULL, stdout=log or subprocess.DEVNULL, stderr=log
    )
    try:
        yield _answers(process, url, wait)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(process: subprocess.Popen[bytes], url: str, wait: float) -> bool:
    deadline = time.monotonic() + wait
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=5) as answer:  # noqa: S310 - loopback
                if answer.status == 200:
                    return True
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.1)
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
