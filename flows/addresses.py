"""Sites under another address: `--base dm-edh=http://127.0.0.1:8080` stands for https://dm-edh.com.

Everything that is kept carries the site's own address, whatever address answered: the same article is
the same page on every night, and a replay needs to know of no base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Mapping

# site -> its own address
SITE_ADDRESS: dict[str, str] = {
    "dm-edh": "https://dm-edh.com",
    "dm-official": "https://dm.takaratomy.co.jp",
}


class Addresses:
    """Two-way map between the sites' own addresses and the ones that answer for them."""

    def __init__(self, pairs: Mapping[str, str] | None = None) -> None:
        """`pairs`: own address -> answering address, both without a trailing slash."""
        self._pairs = tuple((own, answering.rstrip("/")) for own, answering in (pairs or {}).items())

    @classmethod
    def of_sites(cls, bases: Mapping[str, str]) -> Addresses:
        """Make the map from site names, as `--base` gives them."""
        return cls({SITE_ADDRESS[site]: base for site, base in bases.items()})

    def answering(self, url: str) -> str:
        """Where a page of a site is asked for."""
        for own, base in self._pairs:
            rest = _rest(url, own)
            if rest is not None:
                return base + rest
        return url

    def own(self, url: str) -> str:
        """The site's own address of a page, whichever address named it."""
        for own, base in self._pairs:
            rest = _rest(url, base)
            if rest is not None:
                return own + rest
        return url


def _rest(url: str, base: str) -> str | None:
    """What follows a base in a URL of the same host and port; either scheme will do."""
    asked, held = split_url(url), split_url(base)
    if asked.scheme not in ("http", "https") or (asked.hostname, asked.port) != (held.hostname, held.port):
        return None
    if not (asked.path == held.path or asked.path.startswith(held.path.rstrip("/") + "/")):
        return None
    rest = asked.path[len(held.path.rstrip("/")) :]
    if asked.query:
        rest += f"?{asked.query}"
    return rest if not asked.fragment else f"{rest}#{asked.fragment}"
