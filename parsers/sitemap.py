"""Sitemaps: indexes and URL sets, read without entities and forgiving of what real sites send."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from lxml import etree

from parsers.dates import instant

if TYPE_CHECKING:
    from datetime import datetime

_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]{0,1000}[\[>]", re.IGNORECASE)
_SUBSET_END = re.compile(r"\]\s*>")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_MAX_ENTRIES = 50_000  # sitemaps.org allows no more in one file


@dataclass(frozen=True, slots=True)
class Sitemap:
    """`urls` and `children` are (address, last change or None). `is_sitemap` is False for anything else.

    `skipped` counts entries without a usable address, and those beyond 50,000. `well_formed` is False
    for XML that had to be mended: a cut one has lost entries.
    """

    urls: tuple[tuple[str, datetime | None], ...] = ()
    children: tuple[tuple[str, datetime | None], ...] = ()
    is_sitemap: bool = True
    skipped: int = 0
    well_formed: bool = True


def read_xml(text: str) -> tuple[etree._Element | None, bool]:
    """Parse XML text without document types, entities or network; None where it is no XML.

    The second value tells whether it was well formed, or had to be mended.
    """
    text = _without_doctype(text.lstrip("\ufeff \t\r\n"))
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text)
    text = _BARE_AMPERSAND.sub("&amp;", text).strip()
    if not text.startswith("<"):
        return None, False
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, recover=True, remove_comments=True
    )
    try:
        root = etree.fromstring(text, parser=parser)
    except (etree.XMLSyntaxError, ValueError):
        return None, False
    return root, len(parser.error_log) == 0


def _without_doctype(text: str) -> str:
    """Cut the first document type, with its entities; one that does not end stays, and is no XML."""
    begun = _DOCTYPE.search(text)
    if begun is None:
        return text
    ended = _SUBSET_END.search(text, begun.end()) if begun.group().endswith("[") else begun
    return text if ended is None else text[: begun.start()] + text[ended.end() :]


def local_name(element: etree._Element) -> str:
    """An element's name without its namespace, which sites get wrong."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def read_sitemap(text: str) -> Sitemap:
    """Read a sitemap index, a URL set, or a plain text list of addresses.

    `lastmod` is a hint: missing, unreadable and future ones are possible. Never raises.
    """
    root, well_formed = read_xml(text)
    if root is None or local_name(root) not in {"urlset", "sitemapindex"}:
        return _plain_list(text)
    urls: list[tuple[str, datetime | None]] = []
    children: list[tuple[str, datetime | None]] = []
    skipped = 0
    for entry in root:
        kind = local_name(entry)
        if kind not in {"url", "sitemap"}:
            continue
        fields = {local_name(part): (part.text or "").strip() for part in entry}
        address = fields.get("loc", "")
        if not address.startswith(("http://", "https://")) or len(urls) + len(children) >= _MAX_ENTRIES:
            skipped += 1
            continue
        row = (address, instant(fields.get("lastmod"), zone=UTC))
        (urls if kind == "url" else children).append(row)
    if not (urls or children or skipped or well_formed):
        return Sitemap(is_sitemap=False, well_formed=False)
    return Sitemap(tuple(urls), tuple(children), skipped=skipped, well_formed=well_formed)


def _plain_list(text: str) -> Sitemap:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and all(re.fullmatch(r"https?://\S+", line) for line in lines):
        return Sitemap(
            tuple((line, None) for line in lines[:_MAX_ENTRIES]), skipped=len(lines[_MAX_ENTRIES:])
        )
    return Sitemap(is_sitemap=False)
