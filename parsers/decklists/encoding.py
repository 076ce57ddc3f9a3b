"""Bytes of a deck file to text: no file says its encoding, so the bytes must."""

from __future__ import annotations

import codecs
import re

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def text_of(data: bytes | str) -> tuple[str, int]:
    """Decode a deck file; gives the text without its byte order mark and the replacements made.

    Order: byte order mark, UTF-8, then Shift_JIS (cp932) or EUC-JP where that yields kana, else
    Windows-1252. Kana decides because French and German bytes also form valid Japanese ones.
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), 0
    for mark, name in _MARKS:
        if data.startswith(mark):
            text = data.decode(name, "replace").removeprefix("\ufeff")
            return text, text.count("\ufffd")
    try:
        return data.decode("utf-8"), 0
    except UnicodeDecodeError:
        pass
    for name in ("cp932", "euc_jp"):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if _KANA.search(text):
            return text, 0
    text = data.decode("cp1252", "replace")
    return text, text.count("\ufffd")
