"""How a fetcher behaves: who it says it is, its pace, its patience and its caps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flows.addresses import Addresses
from flows.version import VERSION
from schema.errors import ConfigurationError, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

_CONTACT = re.compile(r"(https?://[^\s()]+\.[^\s()]+|[^\s()@]+@[^\s()@]+\.[^\s()@]+)")
_PLACEHOLDER = re.compile(r"\bexample\.|\b(your|you|name|user|someone)[-_.]?(name)?@|changeme", re.IGNORECASE)


@dataclass(frozen=True)
class FetchSettings:
    """How to behave. Seconds and bytes; the defaults are those for one person's blog.

    `delays` holds other delays by source; `allow` the (host, port) pairs that the address guard lets
    through although they are not public. `retries` counts attempts after the first. `addresses` maps
    sites to the addresses that answer for them; pages are kept under the sites' own.
    """

    contact: str | None = None
    delay: float = 3.0
    delays: Mapping[str, float] = field(default_factory=lambda: {"dm-edh": 3.0, "dm-official": 2.0})
    retries: int = 3
    backoff: float = 2.0
    longest_retry_after: float = 120.0
    deadline: float = 60.0
    largest_body: int = 10_000_000
    failures_in_a_row: int = 5
    allow: frozenset[tuple[str, int]] = frozenset()
    addresses: Addresses = field(default_factory=Addresses)

    @property
    def user_agent(self) -> str:
        """Give the name under which we ask: product, version, and how to reach the operator."""
        return f"deckcensus/{VERSION}" + (f" (+{self.contact})" if self.contact else "")

    def check_contact(self, *, led_from: str | None = None) -> None:
        """Raise ConfigurationError without a real address or URL of the operator.

        Refused where a page of a replica (`led_from`) redirects us to a live site.
        """
        contact = self.contact or ""
        if not _CONTACT.fullmatch(contact) or _PLACEHOLDER.search(contact) or not contact.isascii():
            if led_from is not None:
                raise Refused(
                    f"{led_from} leads to another site, which only a live crawl may ask", url=led_from
                )
            raise ConfigurationError(
                "a live crawl needs the operator's contact" + (f"; {contact!r} is none" if contact else ""),
                hint="set DECKCENSUS_CONTACT to your e-mail address or a page about the crawl",
            )
