"""How many copies a row of a Japanese deck list names: ×2, 2枚, 四枚, (2), ②, before or behind a name.

A count is certain where its sign says so (×, 枚). A number alone may as well be a cost, the mark of a
footnote or a part of the name: such counts are told apart, and the list as a whole decides.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from parsers.card_remarks import LONGEST

_DIGITS = "[0-9０-９]{1,2}"
_NUMBER = f"(?:{_DIGITS}|[①-⑳])"
_SHEETS = f"(?:{_DIGITS}|[①-⑳]|[一二三四五六七八九十])"
_KANJI = {sign: number for number, sign in enumerate("一二三四五六七八九十", start=1)}

# Beside a name in brackets.
TIMES = re.compile(
    rf"[×xX✕✖╳＊*ｘ]\s*({_NUMBER})(?![0-9０-９])|({_SHEETS})\s*枚|({_NUMBER})\s*[×xX✕](?![0-9A-Za-z])"
)
ALONE = re.compile(rf"^[\s:：…・.]*(?:No[.．]?\s?|#)?[(（]?({_NUMBER})[)）]?[\s:：]*$")

_END = "(?:[0-9０-９①-⑳]|枚)[)）]?$"
_ENDS_WITH_COUNT = re.compile(_END)
_BEGINS_WITH_COUNT = re.compile(rf"^(?:[×✕xX]\s?)?{_NUMBER}|^[一二三四五六七八九十]\s*枚")
_JOINT = r"\s*(?:[:：]|…+|・{2,}|\.{2,}|\s[-–—])?\s*"
_IN_ALL = r"(?:(?<=[\s(（:：…])(?:計|各)\s*)?"  # 龍脈術 水霊の計 is a name
_BEHIND = (
    re.compile(rf"^(?P<name>.*\S)\s*[×✕✖╳ｘ]\s*(?P<n>{_NUMBER})$"),
    re.compile(rf"^(?P<name>.*\S)\s+[xX*＊]\s?(?P<n>{_NUMBER})$"),
    # 偽りの名 13 2枚: a number that ends the name is parted from the count.
    re.compile(rf"^(?P<name>.*[0-9０-９])(?:\s+|\s*[:：…(（]+\s*){_IN_ALL}(?P<n>{_SHEETS})\s*枚[)）]?$"),
    re.compile(rf"^(?P<name>.*?[^\s0-9０-９:：…(（]){_JOINT}[(（]?{_IN_ALL}(?P<n>{_SHEETS})\s*枚[)）]?$"),
)
_BEFORE = (
    re.compile(rf"^(?P<n>{_SHEETS})\s*枚\s*(?P<name>\S.*)$"),
    re.compile(rf"^(?P<n>{_NUMBER})\s*[×✕]\s*(?P<name>\S.*)$"),
    re.compile(rf"^(?P<n>{_NUMBER})[xX]\s+(?P<name>\S.*)$"),
    re.compile(rf"^[×✕xX]\s?(?P<n>{_NUMBER})\s+(?P<name>\S.*)$"),
)
_MAYBE_BEHIND = (
    re.compile(rf"^(?P<name>.*\S)(?:\s+|\s*(?:[:：,，]|…+|・{{2,}}|\.{{2,}})\s*)(?P<n>{_NUMBER})$"),
    re.compile(rf"^(?P<name>.*\S)\s*[(（](?P<n>{_NUMBER})[)）]$"),
    re.compile(rf"^(?P<name>.*\S)(?:[xX*＊](?P<n>{_DIGITS})|(?P<ring>[①-⑳]))$"),
)
_MAYBE_BEFORE = (re.compile(rf"^(?P<n>{_NUMBER})(?:\s+|\s*[:：,，]\s*)(?P<name>\S.*)$"),)


class Counted(NamedTuple):
    """A bare row parted: the name, its copies (at least 1), and whether a sign makes the count certain."""

    name: str
    copies: int
    certain: bool


def number_of(text: str) -> int:
    """The number that a count writes, 1 where it writes none or 0."""
    return _KANJI.get(text) or int(unicodedata.normalize("NFKC", text) or 1) or 1


def count_beside(text: str) -> tuple[int, bool, bool]:
    """The count in what stands beside a name in brackets: copies, whether one is written, whether a
    number alone is all that it is.
    """
    if not text or text.isspace():
        return 1, False, False
    found = TIMES.search(text)
    if found is not None:
        return number_of(next(group for group in found.groups() if group)), True, False
    alone = ALONE.match(text)
    return (number_of(alone.group(1)), True, True) if alone else (1, False, False)


def count_in_name(text: str, *, before: bool = False) -> Counted | None:
    """Part a bare row from its count; None where it has none.

    Where a number stands at either end and no sign tells which is the count, it is the one behind, unless
    `before` asks for the other.
    """
    if len(text) > LONGEST:
        return None
    ends, begins = _ENDS_WITH_COUNT.search(text), _BEGINS_WITH_COUNT.match(text)
    if not (ends or begins):
        return None
    if before and begins:
        ends = None
    for patterns, fits, certain in (
        (_BEHIND, ends, True),
        (_BEFORE, begins, True),
        (_MAYBE_BEHIND, ends, False),
        (_MAYBE_BEFORE, begins, False),
    ):
        for pattern in patterns if fits else ():
            found = pattern.match(text)
            if found is not None:
                parts = found.groupdict()
                return Counted(parts["name"], number_of(parts["n"] or parts["ring"]), certain)
    return None
