"""robots.txt by RFC 9309: what a status means, what a body says, for our user agent.

4xx allows all; 5xx or no answer forbids all; a readable body decides by its rules (Protego: longest
match, wildcards, percent-encoding). A web page in the place of robots.txt is a missing robots.txt;
rules with a wrong content type are rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from protego import Protego

from schema.errors import Blocked, SiteDown

PRODUCT = "deckcensus"
CACHED_FOR = 24 * 3600.0
LONGEST_DELAY = 30.0

# RFC 9309 2.5: a crawler parses at least 500 KiB.
_READ_AT_MOST = 1 << 20


@dataclass(frozen=True)
class Robots:
    """What a server's robots.txt says to us. `why` is the reason where all is forbidden."""

    rules: Protego | None = None
    why: str | None = None

    def allows(self, url: str) -> bool:
        """Tell whether a URL may be fetched; robots.txt itself always may."""
        if self.why is not None:
            return False
        return self.rules is None or bool(self.rules.can_fetch(url, PRODUCT))

    @property
    def shuts_us_out(self) -> bool:
        """Tell whether nothing of the server may be fetched tonight: no robots.txt, or too long a delay."""
        return self.why is not None or self.delay > LONGEST_DELAY

    @property
    def delay(self) -> float:
        """Give the seconds between two requests that it asks for, 0 where it asks for none."""
        if self.rules is None:
            return 0.0
        rate = self.rules.request_rate(PRODUCT)
        by_rate = rate.seconds / rate.requests if rate is not None and rate.requests else 0.0
        return max(float(self.rules.crawl_delay(PRODUCT) or 0.0), float(by_rate))

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Give the addresses of its Sitemap lines, in order."""
        return () if self.rules is None else tuple(dict.fromkeys(self.rules.sitemaps))

    def check(self, url: str, origin: str) -> None:
        """Raise SiteDown where there is no robots.txt to go by, Blocked where the URL is forbidden.

        A delay over the cap of 30 s forbids all as well.
        """
        if self.why is not None:
            raise SiteDown(
                f"robots.txt of {origin} cannot be read, so nothing is fetched: {self.why}", url=url
            )
        if self.delay > LONGEST_DELAY:
            raise Blocked(
                f"robots.txt of {origin} asks for {self.delay:g} s between requests, over the cap of "
                f"{LONGEST_DELAY:g} s: the site is skipped",
                url=url,
            )
        if not self.allows(url):
            raise Blocked(f"robots.txt forbids {url}", url=url)


ALLOW_ALL = Robots()


def unreachable(why: str) -> Robots:
    """Give the rule of a robots.txt that could not be had: all is forbidden (RFC 9309 2.3.1.4)."""
    return Robots(why=why)


def read_robots(status: int, body: bytes) -> Robots:
    """Read the answer to a request for robots.txt; `status` is that of the last redirect's target.

    A redirect here is one past the fifth: unavailable, so all is allowed (RFC 9309 2.3.1.2).
    """
    if status >= 500:
        return unreachable(f"the server answers {status}")
    if not 200 <= status < 300:
        return ALLOW_ALL
    text = body.decode("utf-8", "replace").lstrip("\ufeff \t\r\n\x00")
    if text.startswith("<") or "\x00" in text[:1024]:
        return ALLOW_ALL
    if len(text) > _READ_AT_MOST:
        # The last line may be cut in two, and half a rule is another rule.
        text = "\n".join(text[:_READ_AT_MOST].splitlines()[:-1])
    return Robots(rules=Protego.parse(text))
