"""One question to a server and its answer, as the fetcher and its callers see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote_from_bytes

from schema.errors import BadPage
from schema.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from schema.records import Page

_PRINTABLE = "".join(map(chr, range(0x20, 0x7F))) + "\t"

Outcome = Literal["new", "changed", "unchanged", "gone", "refused"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """One answer: the page as kept, and what it is against what the archive held before.

    `outcome`: `new` and `changed` bodies, `unchanged` (304, or 200 with the same body), `gone` (404,
    410), `refused` (another 4xx that the caller bears). `unchanged` speaks of the archive: whether the
    warehouse has loaded the page is for the warehouse to say. `headers` have names in lower case.
    """

    page: Page
    outcome: Outcome
    requested: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came over the wire; `body` is free of content encoding, `sent` the headers we sent."""

    status: int
    headers: Sequence[tuple[str, str]]
    location: bytes | None
    body: bytes
    sent: Sequence[tuple[str, str]]

    def named(self) -> dict[str, str]:
        """Give the headers by name in lower case; of several of one name the first, X-Robots-Tag joined."""
        found = {name.lower(): value for name, value in reversed(self.headers)}
        tags = [value.strip() for name, value in self.headers if name.lower() == "x-robots-tag"]
        return {**found, "x-robots-tag": ", ".join(tags)} if tags else found


def header_text(value: bytes) -> str:
    """A header's value as ASCII text: what is beyond is percent-encoded, so that all can hold it."""
    return quote_from_bytes(value.strip(), safe=_PRINTABLE)


@dataclass(frozen=True, slots=True)
class Question:
    """What a caller wants: see `Fetcher.get` and `Fetcher.post`."""

    source: str
    url: str
    bear: Collection[int]
    extra: Mapping[str, str]
    limit: int
    method: str = "GET"
    content: bytes = b""
    conditional: bool = True
    once: bool = False


def outcome_of(page: Page, before: str | None) -> Outcome:
    """Say what a page is against the digest that was kept before."""
    if page.status in (404, 410):
        return "gone"
    if page.status >= 400:
        return "refused"
    if before is None:
        return "new"
    return "unchanged" if before == page.sha256 else "changed"


def next_url(base: str, location: bytes) -> str:
    """Give a redirect's target; bytes beyond ASCII are percent-encoded as they came.

    Raises BadPage for a location that is no address.
    """
    written = quote_from_bytes(location.strip(), safe="/?#%:@!$&'()*+,;=-._~[]")
    target = join_url(base, written)
    if not target:
        raise BadPage(f"{base} redirects to what is no address: {written[:80]}", url=base)
    return target
