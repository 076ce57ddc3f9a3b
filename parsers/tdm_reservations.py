"""`/.well-known/tdmrep.json`: which addresses of a site its owner reserves from text and data mining.

A list of rules; the first whose location an address begins with decides, as in robots.txt: `*` stands for
anything, `$` for the end. A rule without a location or of another value than 0 and 1 is no rule.

What a page says itself, in its header or head, goes before the file (parsers/opt_out.py).

Source: TDM Reservation Protocol, final report of 10 May 2024 ("TDM File on the Origin Server", "Processing
priority").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from parsers.base import problem
from parsers.decode import decode
from parsers.opt_out import RESERVED
from parsers.wordpress import read_json

if TYPE_CHECKING:
    from schema.records import Page, Problem

PLACE = "/.well-known/tdmrep.json"
_MOST = 1000
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")


def reservations(page: Page) -> tuple[tuple[str, bool], ...] | None:
    """Give the rules of an answer, in order, as (regular expression on a path, whether it is reserved).

    None where the answer says nothing, so that what was said before holds; a site without the file has no
    rules.
    """
    if page.status != 200:
        return () if 400 <= page.status < 500 else None
    return tuple((_pattern(location), reserved) for location, reserved in _rules(page))


def told(page: Page) -> tuple[Problem, ...]:
    """Give a problem of the kind `opted_out` for each rule that reserves."""
    rules = _rules(page) if page.status == 200 else []
    return tuple(problem(page, "opted_out", f"{RESERVED}: {rule}") for rule, reserved in rules if reserved)


def _rules(page: Page) -> list[tuple[str, bool]]:
    try:
        value = read_json(decode(page.body, page.content_type).text)
    except ValueError:
        return []
    return [
        (rule["location"], rule["tdm-reservation"] == 1)
        for rule in (value[:_MOST] if isinstance(value, list) else [])
        if isinstance(rule, dict)
        and isinstance(rule.get("location"), str)
        and rule["location"].startswith(("/", "*"))
        and type(rule.get("tdm-reservation")) is int
        and rule["tdm-reservation"] in (0, 1)
    ]


def _pattern(location: str) -> str:
    """A location as a regular expression, escaped as canonical addresses are."""
    ends = location.endswith("$")
    written = quote(location.removesuffix("$"), safe="/%:@!$&'()*+,;=-._~?", errors="replace")
    written = _ESCAPE.sub(lambda found: found.group().upper(), written)
    parts = (re.escape(part) for part in re.split(r"\*+", written))
    return "^" + ".*".join(parts) + ("$" if ends else "")
