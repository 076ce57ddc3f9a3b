"""A small HTTP server for replica sites: requests in, responses out, and a log of what was asked."""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from dataclasses import dataclass, field
from email.utils import format_datetime, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Literal, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from datetime import datetime

_GZIP_FROM = 400

# `constant` lies: one ETag whatever the body, and never a 304.
Validators = Literal["honest", "constant", "none"]


@dataclass(frozen=True, slots=True)
class SampleRequest:
    """What a site needs of a request. `query` is the raw text after the question mark."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes
    base: str


@dataclass(slots=True)
class SampleResponse:
    """A response before transport: `modified` gives Last-Modified, `etag` is made from the body."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=UTF-8"
    headers: dict[str, str] = field(default_factory=dict)
    modified: datetime | None = None


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One line of the request log. `started` and `ended` are monotonic seconds."""

    site: str
    method: str
    target: str
    status: int
    started: float
    ended: float
    headers: dict[str, str]
    body: bytes


class Site(Protocol):
    """What the server asks of a replica site."""

    name: str

    def answer(self, request: SampleRequest) -> SampleResponse:
        """Answer one request."""
        ...

    def latency(self) -> float:
        """Seconds to wait before each answer."""
        ...

    def validators(self) -> Validators:
        """How the site sends validators and honours them."""
        ...


def _unchanged(request: SampleRequest, etag: str, modified: datetime | None) -> bool:
    asked = request.headers.get("if-none-match")
    if asked is not None:
        tags = {tag.strip().removeprefix("W/") for tag in asked.split(",")}
        return etag in tags or "*" in tags
    since = request.headers.get("if-modified-since")
    if since is None or modified is None:
        return False
    try:
        return modified.replace(microsecond=0) <= parsedate_to_datetime(since)
    except ValueError:
        return False


def _encode(request: SampleRequest, response: SampleResponse, validators: Validators) -> SampleResponse:
    """Add validators, answer 304 where nothing changed, and compress what is worth it."""
    if response.status != 200 or request.method not in ("GET", "HEAD"):
        validators = "none"
    if validators == "constant":
        response.headers["ETag"] = '"constant"'
    if validators == "honest":
        etag = f'"{hashlib.sha256(response.body).hexdigest()[:20]}"'
        response.headers["ETag"] = etag
        if response.modified is not None:
            response.headers["Last-Modified"] = format_datetime(response.modified, usegmt=True)
        if _unchanged(request, etag, response.modified):
            response.status, response.body = 304, b""
            return response
    if "gzip" in request.headers.get("accept-encoding", "") and len(response.body) >= _GZIP_FROM:
        response.body = gzip.compress(response.body, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response


class SampleServer:
    """One site on a free port of 127.0.0.1, in a thread of its own.

    `address` is the one its pages name in their links, where that is not the one it answers at.
    """

    def __init__(
        self, site: Site, log: list[LoggedRequest], *, port: int = 0, address: str | None = None
    ) -> None:
        self._site = site
        self._address = address
        self._log = log
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            server_version = "replica"
            sys_version = ""
            timeout = 30
            # One segment an answer: head and body apart would wait for each other on a kept connection.
            wbufsize = 1 << 16
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                self._answer()

            def do_HEAD(self) -> None:
                self._answer()

            def do_POST(self) -> None:
                self._answer()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it
                """Keep the terminal quiet; the request log holds everything."""

            def _answer(self) -> None:
                started = time.monotonic()
                parts = urlsplit(self.path)
                request = SampleRequest(
                    method=self.command,
                    path=parts.path,
                    query=parts.query,
                    headers={name.lower(): value for name, value in self.headers.items()},
                    body=self.rfile.read(int(self.headers.get("Content-Length") or 0)),
                    base=owner._address
                    or f"http://{self.headers.get('Host') or owner.base.removeprefix('http://')}",
                )
                time.sleep(owner._site.latency())
                response = owner._site.answer(request)
                response = _encode(request, response, owner._site.validators())
                # Logged before the body leaves, so that whoever has the answer finds it in the log.
                owner._log.append(
                    LoggedRequest(
                        site=owner._site.name,
                        method=request.method,
                        target=self.path,
                        status=response.status,
                        started=started,
                        ended=time.monotonic(),
                        headers=request.headers,
                        body=request.body,
                    )
                )
                self._send(response)

            def _send(self, response: SampleResponse) -> None:
                self.send_response(response.status)
                if response.status != 304:
                    self.send_header("Content-Type", response.content_type)
                    self.send_header("Content-Length", str(len(response.body)))
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD" and response.body:
                    self.wfile.write(response.body)

        return Handler
