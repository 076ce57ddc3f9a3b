"""The polite HTTP client: the only user of httpx, and the only way to the network.

One request goes: address guard, robots.txt, the server's turn (pace), the exchange under a deadline
and a size cap, the archive, then the answer. Redirects are followed here, hop by hop, each hop
checked anew; unchanged pages come back from the archive.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import httpcore
import httpx

from flows.address_guard import AddressGuard, Target
from flows.asking import Asker
from flows.bodies import ACCEPT_ENCODING, decode_body
from flows.exchange import Answer, Fetched, Outcome, Question, header_text, next_url, outcome_of
from flows.robots import CACHED_FOR, Robots, read_robots, unreachable
from flows.stop_rules import HostHealth, asks_again, is_challenge
from schema.errors import (
    ArchiveDamaged,
    BadPage,
    Blocked,
    CensusError,
    ConfigurationError,
    RateLimited,
    Refused,
    SiteDown,
    TooLarge,
    TransientError,
    Truncated,
)
from schema.records import Page
from warehouse.archive import Archive, Place, confirmed
from warehouse.warc import sha256_hex, wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from flows.fetch_settings import FetchSettings
    from flows.pace import Pace
    from warehouse.archive_index import Entry

MOST_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
# What leaves a robots.txt without rules (RFC 9309 2.3.1.3); 408, 425 and 429 are asked again first.
# Borne for a file that a site need not have, and counted as no refusal.
UNAVAILABLE = frozenset(range(400, 500)) - {408, 425, 429}
# The authorities that servers are checked by: reading them in takes longer than asking for a page.
trusted_authorities = cache(partial(httpx.create_ssl_context, trust_env=False))


class _Deadline(threading.local):
    """The end of the request that this thread is making, on the monotonic clock."""

    until: float = 0.0

    def left(self, most: float | None = None) -> float:
        left = self.until - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the whole request took too long")
        return left if most is None else min(left, most)


class _Stream(httpcore.NetworkStream):
    """A connection whose every read and write ends with the request's deadline."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: _Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(self, ssl_context, server_hostname=None, timeout=None):  # type: ignore[no-untyped-def]
        left = self._deadline.left(timeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> object:
        return self._inner.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    """Connects to the very addresses that the guard has checked."""

    def __init__(self, guard: AddressGuard, deadline: _Deadline) -> None:
        self._guard, self._deadline, self._inner = guard, deadline, httpcore.SyncBackend()

    def connect_tcp(self, host, port, timeout=None, local_address=None, socket_options=None):  # type: ignore[no-untyped-def]
        last: Exception = httpcore.ConnectError("no address")
        for address in self._guard.addresses(host, port, self._deadline.left(10.0)):
            try:
                left = self._deadline.left(timeout)
                stream = self._inner.connect_tcp(address, port, left, local_address, socket_options)
                return _Stream(stream, self._deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last


class _Wire:
    """One exchange a connection: no cookies, no proxies, no redirects, HTTP/1.1."""

    def __init__(self, guard: AddressGuard, seconds: float) -> None:
        self._deadline, self._seconds = _Deadline(), seconds
        self._transport = httpx.HTTPTransport(verify=trusted_authorities(), trust_env=False)
        self._transport._pool = httpcore.ConnectionPool(
            ssl_context=trusted_authorities(),
            # A kept connection would take what a server sends beyond an answer for the next one's.
            max_keepalive_connections=0,
            network_backend=_Backend(guard, self._deadline),
        )

    def ask(self, target: Target, question: Question, headers: Sequence[tuple[str, str]]) -> Answer:
        """Make one request. Raises SiteDown, Truncated, TooLarge, BadPage, Refused."""
        self._deadline.until = time.monotonic() + self._seconds
        path = target.url[len(target.origin) :].encode("ascii")
        request = httpx.Request(question.method, target.url, headers=list(headers), content=question.content)
        request.extensions = {"target": path, "timeout": dict.fromkeys(("connect", "read", "write"), 15.0)}
        response: httpx.Response | None = None
        try:
            response = self._transport.handle_request(request)
            return self._answer(response, headers, question.limit)
        except httpx.TimeoutException as error:
            raise SiteDown(f"no whole answer in time ({error})", url=target.url) from error
        except httpx.TransportError as error:
            if response is not None:
                raise Truncated(f"the body ends before its end ({error})", url=target.url) from error
            raise SiteDown(f"no answer ({error or type(error).__name__})", url=target.url) from error
        except CensusError as error:
            error.url = error.url or target.url
            raise
        finally:
            if response is not None:
                response.close()

    @staticmethod
    def _answer(response: httpx.Response, sent: Sequence[tuple[str, str]], limit: int) -> Answer:
        headers = [(header_text(name), header_text(value)) for name, value in response.headers.raw]
        length = response.headers.get("content-length", "")
        if length.isdigit() and int(length) > limit:
            raise TooLarge(f"a body of {int(length):,} bytes; the most is {limit:,}")
        stream: Iterable[bytes] = response.stream  # type: ignore[assignment]
        encoding = response.headers.get("content-encoding")
        body = b"" if response.status_code == 304 else decode_body(stream, encoding, limit)
        locations = [value for name, value in response.headers.raw if name.lower() == b"location"]
        return Answer(response.status_code, headers, locations[0] if locations else None, body, sent)

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()


def post_json(url: str, value: object, *, seconds: float = 10.0) -> None:
    """Post JSON to an address of the operator's own, such as a webhook; nothing of it is kept.

    Raises ConfigurationError for an address that is none, SiteDown where it does not take it.
    """
    try:
        response = httpx.post(url, json=value, timeout=seconds, trust_env=False)
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise ConfigurationError(f"no address to post to: {url!r} ({error})") from error
    except httpx.HTTPError as error:
        raise SiteDown(f"no answer ({error})", url=url) from error
    if response.status_code >= 400:
        raise SiteDown(f"the address answers {response.status_code}", url=url)


class Fetcher:
    """Fetches pages for the crawls of one run. Safe between threads; a server has one request at a time.

    Everything fetched goes through `archive`. `now` gives the instant written on pages (aware, UTC).
    """

    def __init__(
        self,
        settings: FetchSettings,
        archive: Archive,
        pace: Pace,
        *,
        guard: AddressGuard | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.settings, self.archive, self._now = settings, archive, now
        self._guard = guard or AddressGuard(settings.allow)
        self._wire = _Wire(self._guard, settings.deadline)
        self._health = HostHealth(settings.failures_in_a_row)
        self._robots: dict[str, Robots] = {}
        self._robots_locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self.requests: Counter[str] = Counter()
        self._asker = Asker(self._wire.ask, settings, pace, self._health, self.requests, now)

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; the archive stays open."""
        self._wire.close()

    @property
    def off(self) -> dict[str, CensusError]:
        """Give the servers that are off for this run, and why."""
        return self._health.off

    def is_off(self, url: str) -> bool:
        """Tell whether nothing of a URL's server is to be had in this run."""
        target = self._guard.target(self.settings.addresses.answering(url))
        robots = self._robots.get(target.origin)
        return target.key in self._health.off or (robots is not None and robots.shuts_us_out)

    def get(
        self,
        source: str,
        url: str,
        *,
        bear: Collection[int] = (),
        conditional: bool = True,
        accept: str = "text/html,application/xhtml+xml,*/*;q=0.5",
        limit: int | None = None,
        once: bool = False,
    ) -> Fetched:
        """Fetch a page, following up to five redirects.

        `bear` names the statuses (401, 403, 400 …) that the caller takes as an answer; 404 and 410 always
        are one. With `conditional` the archive's validators are sent; `once` asks again after no failure.
        Raises Blocked, Refused, TooLarge, BadPage (terminal); SiteDown, RateLimited, Truncated (transient).
        """
        most, extra = self.settings.largest_body if limit is None else limit, {"Accept": accept}
        return self._follow(Question(source, url, bear, extra, most, conditional=conditional, once=once))

    def post(
        self,
        source: str,
        url: str,
        form: Sequence[tuple[str, str]],
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Fetched:
        """Send a form and give the answer, like `get`."""
        extra = {"Accept": "*/*", "Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
        content, most = urlencode(form).encode("ascii"), self.settings.largest_body
        return self._follow(Question(source, url, (), extra, most, "POST", content, conditional=False))

    def robots(self, source: str, url: str) -> Robots:
        """Give what the robots.txt of a URL's server says; fetched at most once a run and a day."""
        target = self._guard.target(self.settings.addresses.answering(url))
        with self._lock:
            lock = self._robots_locks.setdefault(target.origin, threading.Lock())
        with lock:
            if target.origin not in self._robots:
                self._robots[target.origin] = self._read_robots(source, target.origin)
            return self._robots[target.origin]

    def _read_robots(self, source: str, origin: str) -> Robots:
        addresses = self.settings.addresses
        url = addresses.own(f"{origin}/robots.txt")
        kept = self.archive.last(source, url, status=None)
        if kept is not None and (200 <= kept.status < 300 or kept.status in UNAVAILABLE):
            age = (self._now() - kept.fetched_at).total_seconds()
            if 0 <= age < CACHED_FOR:
                try:
                    return read_robots(kept.status, self.archive.read(kept.file, kept.offset).body)
                except ArchiveDamaged:
                    pass
        most = self.settings.largest_body
        question = Question(source, url, UNAVAILABLE, {"Accept": "text/plain,*/*;q=0.5"}, most)
        try:
            for _ in range(MOST_REDIRECTS + 1):
                target = self._guard.target(addresses.answering(url))
                page, answer, _ = self._exchange(question, target, 0.0)
                if page.status not in _REDIRECTS or answer.location is None:
                    break
                url = addresses.own(next_url(target.url, answer.location))
        except (TransientError, TooLarge, BadPage) as error:
            return unreachable(str(error))
        except Refused as error:
            if url == f"{origin}/robots.txt":
                raise
            return unreachable(str(error))
        return read_robots(page.status, page.body)

    def _follow(self, question: Question) -> Fetched:
        addresses = self.settings.addresses
        url, seen = addresses.own(question.url), set[str]()
        for _ in range(MOST_REDIRECTS + 1):
            target = self._guard.target(addresses.answering(url))
            if target.url in seen:
                raise Refused(f"{question.url} redirects in a circle", url=question.url)
            seen.add(target.url)
            if (target.host, target.port) not in self.settings.allow:
                self.settings.check_contact(led_from=question.url if len(seen) > 1 else None)
            self._health.check(target.key)
            robots = self.robots(question.source, target.url)
            robots.check(target.url, target.origin)
            page, answer, outcome = self._exchange(question, target, robots.delay)
            if page.status not in _REDIRECTS:
                return Fetched(page, outcome, question.url, answer.named())
            if answer.location is None:
                raise BadPage(f"{target.url} redirects to nowhere", url=target.url)
            url = addresses.own(next_url(target.url, answer.location))
            if answer.status in (301, 302, 303):
                extra = {name: value for name, value in question.extra.items() if name != "Content-Type"}
                question = replace(question, method="GET", content=b"", extra=extra)
        raise Refused(f"{question.url} redirects more than {MOST_REDIRECTS} times", url=question.url)

    def _exchange(
        self, question: Question, target: Target, robots_delay: float
    ) -> tuple[Page, Answer, Outcome]:
        """Ask, keep, and compare with what was kept before."""
        source, url = question.source, self.settings.addresses.own(target.url)
        before = self.archive.last(source, url, question.content)
        headers = {
            "Host": target.origin.split("://", 1)[1],
            "User-Agent": self.settings.user_agent,
            "Accept-Encoding": ACCEPT_ENCODING,
            "Connection": "close",
            **question.extra,
        }
        if question.content:
            headers["Content-Length"] = str(len(question.content))
        has_tags = before is not None and (before.etag or before.last_modified)
        known = self.kept(before) if question.conditional and before is not None and has_tags else None
        if known is not None and before is not None:
            headers |= {"If-None-Match": before.etag} if before.etag else {}
            headers |= {"If-Modified-Since": before.last_modified} if before.last_modified else {}
        delay = max(self.settings.delays.get(source, self.settings.delay), robots_delay)
        answer = self._asker.ask(question, target, list(headers.items()), delay)
        named, now = answer.named(), self._now()
        place = None
        if answer.status == 304:
            if known is None or before is None:
                raise BadPage(f"{target.url} answers 304 to a question without condition", url=target.url)
            page, place = confirmed(known, now, named), Place(before.file, before.offset)
        else:
            page = Page(
                source,
                url,
                now,
                answer.status,
                named.get("content-type", ""),
                answer.body,
                sha256_hex(answer.body),
                named.get("etag"),
                named.get("last-modified"),
                robots=wishes(named),
            )
        kept = self.archive.append(
            page,
            headers=answer.headers,
            method=question.method,
            request_headers=answer.sent,
            request_body=question.content,
            confirms=place,
        )
        page = replace(page, warc_file=kept.warc_file, warc_offset=kept.offset)
        self._stop(target, page, named, question.bear)
        return page, answer, outcome_of(page, before.sha256 if before else None)

    def kept(self, entry: Entry) -> Page | None:
        """Give the kept page of an entry of the archive; None where it is damaged."""
        try:
            return self.archive.read(entry.file, entry.offset)
        except ArchiveDamaged:
            return None

    def _stop(self, target: Target, page: Page, headers: Mapping[str, str], bear: Collection[int]) -> None:
        """Raise for an answer that is a refusal, and switch the server off where it refuses us."""
        if is_challenge(page.status, headers, page.body):
            blocked = Blocked(
                f"{target.key} shows a challenge page and is left alone for this run", url=page.url
            )
            self._health.switch_off(target.key, blocked)
            raise blocked
        if page.status == 403 and bear is not UNAVAILABLE:
            self._health.forbidden(target.key, page.url, borne=403 in bear)
        elif page.status == 401 and 401 not in bear:
            raise Blocked(f"{page.url} wants a login", url=page.url)
        elif asks_again(page.status) and page.status not in bear:
            kind = RateLimited if page.status == 429 else SiteDown
            raise kind(f"{page.url} answers {page.status}", url=page.url)
        elif page.status not in (200, 203, *_REDIRECTS, 404, 410, *bear) and bear is not UNAVAILABLE:
            # 204, 206, 300 … : whatever it is, it is not the page.
            raise BadPage(f"{page.url} answers {page.status}", url=page.url)
