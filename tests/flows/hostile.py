"""A loopback server that misbehaves on demand, and notes each request as it came over the wire."""

from __future__ import annotations

import contextlib
import itertools
import socketserver
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket


@dataclass
class Request:
    """One request as it arrived; times are on the monotonic clock."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    arrived: float
    ended: float = 0.0


# An answer is raw bytes, or pieces of them with pauses (numbers of seconds) in between.
Answer = bytes | Iterable[bytes | float]
Route = Callable[[Request], Answer]


def reply(
    body: bytes | str = b"",
    status: int = 200,
    content_type: str | None = "text/html; charset=utf-8",
    length: int | None = None,
    **headers: str,
) -> bytes:
    """Write an answer; header names have `_` for `-`. `length` lies about the body's."""
    data = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Some Reason", f"Content-Length: {len(data) if length is None else length}"]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + data


@dataclass
class Hostile:
    """The server: `routes` by path (without query, or with), `log` of requests, `overlaps` seen."""

    routes: dict[str, Route | bytes] = field(default_factory=dict)
    log: list[Request] = field(default_factory=list)
    overlaps: int = 0
    port: int = 0
    _busy: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> tuple[str, int]:
        return ("127.0.0.1", self.port)

    def paths(self) -> list[str]:
        return [request.path for request in self.log]

    def gaps(self) -> list[float]:
        """Seconds between the arrivals of one request and the next."""
        return [after.arrived - before.arrived for before, after in itertools.pairwise(self.log)]

    def answer(self, request: Request) -> Answer:
        route = self.routes.get(request.path) or self.routes.get(request.path.partition("?")[0])
        route = route or self.routes.get("*")
        if route is None:
            return reply("<title>not here</title>", 404)
        return route if isinstance(route, bytes) else route(request)

    def serve(self, connection: socket.socket) -> None:
        connection.settimeout(10)
        request = _read(connection)
        if request is None:
            return
        with self._lock:
            self.overlaps += self._busy > 0
            self._busy += 1
            self.log.append(request)
        try:
            answer = self.answer(request)
            # A peer that hangs up on us is what some tests are about.
            with contextlib.suppress(OSError):
                for piece in [answer] if isinstance(answer, bytes) else answer:
                    if isinstance(piece, bytes):
                        connection.sendall(piece)
                    else:
                        time.sleep(piece)
        finally:
            with self._lock:
                self._busy -= 1
                request.ended = time.monotonic()


def _read(connection: socket.socket) -> Request | None:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    method, path, _ = first.split(" ", 2)
    return Request(method, path, headers, body, time.monotonic())


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64


@contextlib.contextmanager
def hostile_server(**routes: Any) -> Any:
    """Run a server on a free port for the length of a with block."""
    hostile = Hostile()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                hostile.serve(self.request)

    with _Server(("127.0.0.1", 0), Handler) as server:
        hostile.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield hostile
        finally:
            server.shutdown()
            thread.join()
