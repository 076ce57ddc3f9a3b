"""Stable ids: a function of what a row is, so that a replay or a second machine gives the same.

49 bits of SHA-256: at most 15 digits, so spreadsheets keep them whole. Among a million rows of one
table two meet with probability below 0.001; the primary keys would stop the load, loudly.
"""

from __future__ import annotations

import hashlib

_BITS = 49


def stable_id(*parts: str | int) -> int:
    """Hash the parts, in order, to an id. Parts may hold any text; they are separated by U+001F."""
    text = "\x1f".join(str(part) for part in parts)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)
