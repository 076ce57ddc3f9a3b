"""A WordPress of Debian's packages on loopback, with MariaDB and PHP's own server, in a scratch folder.

Everything runs as children of the test process, each in a process group of its own, and is gone when
the context ends. The site's files are a copy, so that nothing of the machine's is touched.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

PACKAGED = Path("/usr/share/wordpress")
OURS = Path(__file__).parent / "site"
PROGRAMS = ("mariadbd", "mariadb-install-db", "mariadb", "php")
PACKAGES = "wordpress wordpress-theme-twentytwentyone mariadb-server php-cli php-mysql php-xml php-mbstring"
# The user and passwords of a site that lives for one test run and listens on loopback alone.
SECRET = "census"
READY_WITHIN = 60.0

_CONFIG = """<?php
define('DB_NAME', 'site');
define('DB_USER', 'site');
define('DB_PASSWORD', '{secret}');
define('DB_HOST', 'localhost:{socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
{keys}
$table_prefix = 'wp_';
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_DEBUG', false);
if (!defined('ABSPATH')) {{ define('ABSPATH', __DIR__ . '/'); }}
require_once ABSPATH . 'wp-settings.php';
"""
_KEYS = ("AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE")


def missing() -> str | None:
    """Say which part of the Debian packages is not here; None where all is."""
    lacking = [name for name in PROGRAMS if _program(name) is None]
    if not PACKAGED.is_dir():
        lacking.append(str(PACKAGED))
    if not (PACKAGED / "wp-content/themes/twentytwentyone").is_dir():
        lacking.append("the theme twentytwentyone")
    return f"no {', '.join(lacking)}: apt-get install {PACKAGES}" if lacking else None


def _program(name: str) -> str | None:
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


@dataclass(frozen=True)
class Asked:
    """One request as the site saw it; times are Unix seconds."""

    began: float
    ended: float
    method: str
    target: str
    status: int
    agent: str
    if_none_match: str
    if_modified_since: str


class WordPress:
    """A running WordPress under dm-edh's permalinks. Use as a context manager.

    `directory` must be short: the database's socket lies in it.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.site = directory / "site"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.port = _free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._open = build_opener(ProxyHandler({})).open

    def __enter__(self) -> Self:
        try:
            self._start_database()
            self._lay_out()
            self._start_site()
            self._install()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- starting and stopping ---------------------------------------------------------------------

    def _start_database(self) -> None:
        data, user = self.directory / "db", getpass.getuser()
        where = ["--no-defaults", f"--user={user}", f"--datadir={data}"]
        made = subprocess.run(
            [
                str(_program("mariadb-install-db")),
                *where,
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve",
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"no database: {made.stdout}{made.stderr}")
        self._spawn(
            "database",
            [
                str(_program("mariadbd")),
                *where,
                f"--socket={self._socket}",
                f"--pid-file={data}/my.pid",
                "--skip-networking",
                "--skip-log-bin",
                "--innodb-buffer-pool-size=64M",
                "--innodb-flush-log-at-trx-commit=0",
                "--skip-innodb-doublewrite",
            ],
            cwd=self.directory,
        )
        sql = (
            f"create database site character set utf8mb4; "
            f"create user site@localhost identified by '{SECRET}'; grant all on site.* to site@localhost;"
        )
        self._wait("the database", lambda: self._mariadb("select 1"))
        self._mariadb(sql)

    @property
    def _socket(self) -> Path:
        return self.directory / "db" / "my.sock"

    def _mariadb(self, sql: str) -> bool:
        subprocess.run(
            [str(_program("mariadb")), "--no-defaults", f"--socket={self._socket}", "-u", "root", "-e", sql],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        return True

    def _lay_out(self) -> None:
        shutil.copytree(PACKAGED, self.site, symlinks=False, ignore_dangling_symlinks=True)
        keys = "\n".join(
            f"define('{key}_{kind}', '{SECRET}-{key}-{kind}');" for key in _KEYS for kind in ("KEY", "SALT")
        )
        config = _CONFIG.format(secret=SECRET, socket=self._socket, keys=keys)
        (self.site / "wp-config.php").write_text(config, encoding="utf-8")
        shutil.copy(OURS / "router.php", self.site / "router.php")
        for name in ("operations.php", "operate.php", "set_up.php"):
            shutil.copy(OURS / name, self.directory / name)
        plugins = self.site / "wp-content" / "mu-plugins"
        plugins.mkdir(parents=True)
        shutil.copy(OURS / "switches.php", plugins / "switches.php")
        for theme in (OURS / "themes").iterdir():
            shutil.copytree(theme, self.site / "wp-content" / "themes" / theme.name)

    def _start_site(self) -> None:
        # Several workers, so that requests that overlap would be seen to.
        settings = {"opcache.enable_cli": "1", "opcache.revalidate_freq": "0", "display_errors": "0"}
        command = [str(_program("php"))]
        for name, value in settings.items():
            command += ["-d", f"{name}={value}"]
        command += ["-S", f"127.0.0.1:{self.port}", "router.php"]
        self._spawn("site", command, cwd=self.site, PHP_CLI_SERVER_WORKERS="3")

    def _install(self) -> None:
        form = {
            "weblog_title": "見本のブログ",
            "user_name": "author",
            "admin_password": SECRET,
            "admin_password2": SECRET,
            "pw_weak": "1",
            "admin_email": "author@site.test",
            "blog_public": "1",
        }
        self._wait("the site", lambda: self._get("/wp-admin/install.php"))
        address = f"{self.base}/wp-admin/install.php?step=2"
        with self._open(Request(address, data=urlencode(form).encode()), timeout=READY_WITHIN) as answer:
            answer.read()
        self._php("set_up.php")
        self._wait("an installed site", lambda: "rest_route" in self._get("/") or "wp-json" in self._get("/"))
        self.forget()

    def _spawn(self, name: str, command: Sequence[str], cwd: Path, **environment: str) -> None:
        with (self.directory / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._processes.append(process)

    def _wait(self, what: str, ready: Callable[[], Any]) -> None:
        deadline = time.monotonic() + READY_WITHIN
        while True:
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                if ready():
                    return
            dead = [process for process in self._processes if process.poll() is not None]
            if dead or time.monotonic() > deadline:
                logs = "".join(
                    path.read_text(errors="replace")[-2000:] for path in self.directory.glob("*.log")
                )
                raise RuntimeError(f"{what} did not start: {logs}")
            time.sleep(0.1)

    def stop(self) -> None:
        """End every process that was started, and wait until it is gone."""
        for process in reversed(self._processes):
            for signal_number, patience in ((signal.SIGTERM, 20.0), (signal.SIGKILL, 20.0)):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal_number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(patience)
                    break
            # Workers that outlived their master.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        self._processes.clear()

    # -- the author's side -------------------------------------------------------------------------

    def operate(self, *operations: dict[str, Any]) -> None:
        """Do what an author does; see `site/operations.php` for the words."""
        self._php("operate.php", json.dumps(operations, ensure_ascii=False))

    def switch(self, **switches: Any) -> None:
        """Turn the site's switches (see `site/switches.php`); those not named are off."""
        (self.directory / "meanwhile.done").unlink(missing_ok=True)
        (self.directory / "switches.json").write_text(json.dumps(switches), encoding="utf-8")

    def _php(self, script: str, text: str = "") -> None:
        done = subprocess.run(
            [str(_program("php")), "-d", "display_errors=stderr", script, f"127.0.0.1:{self.port}"],
            cwd=self.directory,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode or not done.stdout.endswith("done"):
            raise RuntimeError(f"{script}: {done.stdout[-2000:]} {done.stderr[-2000:]}")

    def themes(self) -> list[str]:
        """Every theme that is there, Debian's and our own."""
        return sorted(path.parent.name for path in self.site.glob("wp-content/themes/*/style.css"))

    # -- the visitor's side ------------------------------------------------------------------------

    def _get(self, path: str) -> str:
        with self._open(self.base + path, timeout=READY_WITHIN) as answer:
            return str(answer.read().decode("utf-8", "replace"))

    @property
    def requests(self) -> list[Asked]:
        """The requests since `forget`, by their beginning."""
        path = self.directory / "requests.jsonl"
        lines: Iterable[str] = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
        return sorted((Asked(**json.loads(line)) for line in lines), key=lambda asked: asked.began)

    def forget(self) -> None:
        """Empty the request log."""
        (self.directory / "requests.jsonl").unlink(missing_ok=True)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
