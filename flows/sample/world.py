"""The sample world: both replica sites running, with their log and switches."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Self

from flows.addresses import SITE_ADDRESS
from flows.sample.blog import Blog
from flows.sample.card_database import CardDatabase
from flows.sample.http import SampleServer

if TYPE_CHECKING:
    from types import TracebackType

    from flows.sample.http import LoggedRequest
    from flows.sample.switches import Switches


class SampleWorldError(RuntimeError):
    """The world was used before it was entered or after it was left."""


class SampleWorld:
    """Serve the sample sites on free ports of 127.0.0.1 for as long as the context lasts.

    `ports` fixes ports by site name, so that addresses stay the same over several nights. With
    `own_addresses` the pages name each other by the real sites' addresses, as they would behind
    another host: what a night reads then is the same on every port.
    Switches outlive a restart of the same object, so a test can leave and enter it again.
    """

    def __init__(
        self, *, ports: dict[str, int] | None = None, own_addresses: bool = False, **switches: Any
    ) -> None:
        self._sites: tuple[Blog, CardDatabase] = (Blog(), CardDatabase())
        self._ports = dict(ports or {})
        self._own_addresses = own_addresses
        self._servers: dict[str, SampleServer] = {}
        self._log: list[LoggedRequest] = []
        self._lock = threading.Lock()
        if switches:
            self.set(**switches)

    def __enter__(self) -> Self:
        for site in self._sites:
            server = SampleServer(
                site,
                self._log,
                port=self._ports.get(site.name, 0),
                address=SITE_ADDRESS[site.name] if self._own_addresses else None,
            )
            server.start()
            self._servers[site.name] = server
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in self._servers.values():
            server.stop()
        self._servers.clear()

    def base(self, site: str) -> str:
        """The base address of a site, `http://127.0.0.1:PORT`. Raises SampleWorldError when not running."""
        if site not in self._servers:
            raise SampleWorldError(f"the sample world is not running, or has no site {site!r}")
        return self._servers[site].base

    @property
    def bases(self) -> dict[str, str]:
        """Site name to base address."""
        return {site.name: self.base(site.name) for site in self._sites}

    @property
    def requests(self) -> list[LoggedRequest]:
        """The requests answered so far, in order of answering."""
        return list(self._log)

    def forget(self) -> None:
        """Empty the request log."""
        self._log.clear()

    def switches(self, site: str) -> Switches:
        """The switches of one site. Raises KeyError for an unknown site."""
        return {each.name: each.switches for each in self._sites}[site]

    def set(self, site: str | None = None, **switches: Any) -> None:
        """Turn switches of one site, or of both where `site` is None. See `Switches` for their names."""
        with self._lock:
            for each in self._sites:
                if site is None or each.name == site:
                    each.switches.turn(**switches)
        if site is not None:
            self.switches(site)
