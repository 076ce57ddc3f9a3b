"""A seeded mutator of pages: what broken servers, editors and transfers do to a body of bytes."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TAG = re.compile(rb"<[^<>]{1,200}>")
_BRACKETS = ["《".encode(), "》".encode(), "（".encode(), "）".encode(), b"(", b")"]


def truncate(body: bytes, chance: random.Random) -> bytes:
    return body[: chance.randrange(len(body))]


def drop_tags(body: bytes, chance: random.Random) -> bytes:
    share = chance.choice((0.01, 0.05, 0.3))
    return _TAG.sub(lambda found: b"" if chance.random() < share else found.group(), body)


def double_tags(body: bytes, chance: random.Random) -> bytes:
    return _TAG.sub(lambda found: found.group() * 2 if chance.random() < 0.05 else found.group(), body)


def swap_tags(body: bytes, chance: random.Random) -> bytes:
    names = [b"div", b"p", b"td", b"span", b"li", b"aside", b"table", b"h2", b"script", b"nav"]
    return re.sub(
        rb"(</?)([a-z][a-z0-9]*)",
        lambda found: found.group(1) + chance.choice(names) if chance.random() < 0.03 else found.group(),
        body,
    )


def flip_bytes(body: bytes, chance: random.Random) -> bytes:
    out = bytearray(body)
    for _ in range(chance.choice((1, 3, 20))):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def cut_bytes(body: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(body))
    return body[:start] + body[start + chance.choice((1, 2, 40, 400)) :]


def lose_brackets(body: bytes, chance: random.Random) -> bytes:
    sign = chance.choice(_BRACKETS)
    return re.sub(re.escape(sign), lambda found: b"" if chance.random() < 0.2 else found.group(), body)


def repeat_part(body: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(body))
    end = min(len(body), start + chance.choice((10, 200, 2000)))
    return body[:end] + body[start:end] + body[end:]


def swap_encoding(body: bytes, chance: random.Random) -> bytes:
    text = body.decode("utf-8", "replace")
    return text.encode(chance.choice(("cp932", "euc_jp", "utf-16-le", "iso2022_jp_ext")), "replace")


def noise(body: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(body))
    return body[:start] + chance.randbytes(chance.choice((1, 8, 64))) + body[start:]


def nest(body: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(body))
    return body[:start] + b"<div>" * chance.choice((50, 3000)) + body[start:]


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    truncate,
    drop_tags,
    double_tags,
    swap_tags,
    flip_bytes,
    cut_bytes,
    lose_brackets,
    repeat_part,
    swap_encoding,
    noise,
    nest,
)


def mutate(body: bytes, seed: int) -> tuple[str, bytes]:
    """One to three mutations of a body, the same for the same seed; the names say which."""
    chance = random.Random(seed)
    names: list[str] = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        change = chance.choice(MUTATIONS)
        if body:
            names.append(change.__name__)
            body = change(body, chance)
    return "+".join(names), body
