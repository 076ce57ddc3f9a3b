"""Which addresses the crawler may talk to: public ones, and those that the operator names.

A link in a page can point at the crawler's own machine or network. Every hop is therefore checked
twice: the URL as written (scheme, user info, spelling of the host), and each address its name
resolves to, at the moment of connecting; the connection then goes to that very address, so that a
name cannot resolve differently a second later.

Sources: RFC 6890 and the IANA special-purpose registries, RFC 6052 (NAT64), RFC 3056 (6to4), RFC 4380
(Teredo), WHATWG URL (hosts that end in a number).
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit, urlunsplit

from schema.errors import Refused, SiteDown

if TYPE_CHECKING:
    from collections.abc import Callable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_PORTS = {"http": 80, "https": 443}
_NUMBER = re.compile(r"(0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")

# Beyond what `is_global` leaves out: ranges that newer registries list, or that hold IPv4 within.
_FORBIDDEN = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "192.0.0.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "240.0.0.0/4",
        "::/8",
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",
        "2001:db8::/32",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    )
)
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_SIX_TO_FOUR = ipaddress.ip_network("2002::/16")


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that may be asked for, in ASCII, and the host and port it goes to."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def key(self) -> str:
        """Name the server for pace and stop rules: http and https on their own ports are one."""
        return self.host if self.port == _PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """Give scheme, host and port as a URL without path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == _PORTS[self.scheme] else f":{self.port}")


def is_public(address: Address) -> bool:
    """Tell whether an address is one of the public internet, also when it wraps an IPv4 address."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address in _SIX_TO_FOUR:
            return is_public(ipaddress.IPv4Address(int(address) >> 80 & 0xFFFFFFFF))
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(address in network for network in _FORBIDDEN if network.version == address.version)


def _resolve(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True)
class AddressGuard:
    """The rule; `allow` holds the (host, port) pairs of `--base` and of the sample sites, exactly."""

    allow: frozenset[tuple[str, int]] = frozenset()
    resolve: Callable[[str, int], list[str]] = field(default=_resolve, repr=False)

    def target(self, url: str) -> Target:
        """Check a URL as written and give it in ASCII, without fragment.

        Raises Refused for another scheme, user info, no host, or an odd spelling of an address.
        """
        cleaned = url.strip().replace("\t", "").replace("\r", "").replace("\n", "")
        try:
            parts = urlsplit(cleaned)
            port = parts.port
            # Half a pair of surrogates, which JSON can hold, is no text and has no UTF-8.
            path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=-._~")
            query = quote(parts.query, safe="/?%:@!$&'()*+,;=-._~[]")
        except ValueError as error:
            raise Refused(f"no URL to follow: {url!r} ({error})", url=url) from error
        scheme = parts.scheme.lower()
        if scheme not in _PORTS:
            raise Refused(f"only http and https are fetched, not {url!r}", url=url)
        if "@" in parts.netloc or "\\" in parts.netloc:
            raise Refused(f"an address with user info is not fetched: {url!r}", url=url)
        host = self._host(parts.hostname or "", url)
        if port is None:
            port = _PORTS[scheme]
        bracketed = f"[{host}]" if ":" in host else host
        netloc = bracketed if port == _PORTS[scheme] else f"{bracketed}:{port}"
        return Target(urlunsplit((scheme, netloc, path, query, "")), scheme, host, port)

    @staticmethod
    def _host(host: str, url: str) -> str:
        if ":" in host:
            try:
                return str(ipaddress.IPv6Address(host.partition("%")[0]))
            except ValueError as error:
                raise Refused(f"no host to ask: {url!r}", url=url) from error
        try:
            name = host.rstrip(".").encode("idna").decode("ascii").lower().rstrip(".")
        except UnicodeError as error:
            raise Refused(f"no host to ask: {url!r}", url=url) from error
        labels = name.split(".")
        if _NUMBER.fullmatch(labels[-1]):
            # 127.1, 0x7f000001, 2130706433, 017700000001: only the plain form of an address is taken.
            try:
                return str(ipaddress.IPv4Address(name))
            except ValueError as error:
                raise Refused(f"an odd spelling of an address: {url!r}", url=url) from error
        if not name or not all(_LABEL.fullmatch(label) for label in labels):
            raise Refused(f"no host to ask: {url!r}", url=url)
        return name

    def addresses(self, host: str, port: int, timeout: float = 10.0) -> list[str]:
        """Resolve a host to the addresses to connect to, each checked.

        Raises Refused where any of them is not public and (host, port) is not allowed, SiteDown where
        the name does not resolve within `timeout` seconds.
        """
        answers = self._answers(host, port, timeout)
        if (host, port) in self.allow:
            return answers
        for text in answers:
            if not is_public(ipaddress.ip_address(text.partition("%")[0])):
                raise Refused(
                    f"{host} leads to {text}, which is not on the public internet",
                    hint="a site on this machine or network is reached with --base NAME=URL",
                )
        return answers

    def _answers(self, host: str, port: int, timeout: float) -> list[str]:
        try:
            return [str(ipaddress.ip_address(host))]
        except ValueError:
            pass
        box: list[list[str] | OSError] = []

        def ask() -> None:
            try:
                box.append(self.resolve(host, port))
            except OSError as error:
                box.append(error)

        # getaddrinfo has no timeout of its own.
        thread = threading.Thread(target=ask, name=f"resolve {host}", daemon=True)
        thread.start()
        thread.join(timeout)
        answer = box[0] if box else OSError("no answer in time")
        if isinstance(answer, OSError) or not answer:
            raise SiteDown(f"the name {host} does not resolve ({answer or 'no address'})")
        return answer
