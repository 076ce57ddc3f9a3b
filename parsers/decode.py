"""Bytes to text, before any parser sees them.

Parsers of HTML that decode for themselves cut a page at the first byte they cannot read, and say
nothing. So the text is made here: one encoding is chosen (byte order mark, header, meta, sniffing),
labels mean what browsers take them to mean (WHATWG Encoding Standard: shift_jis is cp932), bytes that
remain unreadable become U+FFFD and are counted.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

# WHATWG labels, folded (lower case, no blanks), to Python codecs. Labels Python already knows by the
# same meaning are left to it.
_LABELS: dict[str, str] = {
    **dict.fromkeys(("utf8", "utf-8", "unicode-1-1-utf-8", "x-unicode20utf8"), "utf-8"),
    **dict.fromkeys(
        (
            "shift_jis",
            "shift-jis",
            "sjis",
            "x-sjis",
            "ms_kanji",
            "windows-31j",
            "csshiftjis",
            "ms932",
            "cp932",
        ),
        "cp932",
    ),
    **dict.fromkeys(("euc-jp", "x-euc-jp", "euc_jp", "eucjp", "cseucpkdfmtjapanese", "cp51932"), "euc_jp"),
    **dict.fromkeys(("iso-2022-jp", "csiso2022jp"), "iso2022_jp_ext"),
    **dict.fromkeys(
        ("iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "ascii", "us-ascii", "windows-1252", "cp1252"),
        "cp1252",
    ),
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "x-gbk"), "gb18030"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "windows-949"), "cp949"),
    "big5": "big5hkscs",
    # A meta tag that could be read as ASCII cannot stand in a UTF-16 page.
    **dict.fromkeys(("utf-16", "utf-16le", "utf-16be"), "utf-8"),
}
_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What servers send when nobody configured them: a meta tag that decodes better wins over it.
_SERVER_DEFAULTS = frozenset({"cp1252", "utf-8"})

_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:+-]+)", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META_CHARSET = re.compile(rb"<meta\b[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:+-]+)", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"^\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*[\"']([\w.:+-]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"^\s*<\?xml\b[^>]{0,300}?\?>")
_PRESCAN = 8192
_KANA = re.compile("[\u3041-\u30fa]")
_ESCAPE_JIS = re.compile(rb"\x1b\$[@B]|\x1b\(J")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A body as text: `encoding` is the Python codec used, `replacements` counts U+FFFD in `text`."""

    text: str
    encoding: str
    replacements: int


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decode a response body by BOM, then `content_type`, then meta or XML declaration, then sniffing.

    Never raises. The byte order mark, a leading XML declaration and NUL bytes are left out of the
    text, so that lxml takes it as a str.
    """
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _finish(body[len(mark) :], encoding)
    header = _codec(_search(_HEADER_CHARSET, content_type))
    inner = _declared(body)
    if header is None and inner is None:
        return _finish(body, _sniff(body))
    if header is None or (inner is not None and header in _SERVER_DEFAULTS and inner != header):
        first, second = inner, header
    else:
        first, second = header, inner
    best = _finish(body, first or "utf-8")
    if best.replacements and second is not None and second != first:
        other = _finish(body, second)
        if other.replacements < best.replacements:
            best = other
    if best.encoding == "cp1252" or (best.replacements and best.replacements * 20 > _beyond_ascii(best.text)):
        guess = _sniff(body)
        other = _finish(body, guess)
        if guess != best.encoding and other.replacements == 0:
            best = other
    return best


def _finish(body: bytes, encoding: str) -> Decoded:
    errors = "euc_jp_whatwg" if encoding == "euc_jp" else "replace"
    try:
        text = body.decode(encoding, errors)
    except (LookupError, UnicodeError):
        encoding = "utf-8"
        text = body.decode(encoding, "replace")
    text = text.removeprefix("\ufeff")
    # A zero is found in bytes at once, and slowly among wider characters.
    if (encoding != "utf-8" or b"\x00" in body) and "\x00" in text:
        text = text.replace("\x00", "")
    declaration = _XML_DECLARATION.match(text)
    if declaration is not None:
        text = text[declaration.end() :]
    return Decoded(text, encoding, text.count("\ufffd") if "\ufffd" in text else 0)


def _search(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match.group(1) if match else None


def _codec(label: str | None) -> str | None:
    if label is None:
        return None
    folded = label.strip().lower()
    if folded in _LABELS:
        return _LABELS[folded]
    try:
        return codecs.lookup(folded).name
    except LookupError:
        return None


def _declared(body: bytes) -> str | None:
    head = body[:_PRESCAN]
    if b"<!--" in head:
        head = _COMMENT.sub(b"", head)
    match = _XML_CHARSET.match(head) or _META_CHARSET.search(head)
    return _codec(match.group(1).decode("ascii", "replace")) if match else None


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _sniff(body: bytes) -> str:
    if body.isascii():
        return "iso2022_jp_ext" if _ESCAPE_JIS.search(body) else "utf-8"
    try:
        # A page cut inside a character is still UTF-8.
        codecs.getincrementaldecoder("utf-8")("strict").decode(body)
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    scored: list[tuple[int, int, str]] = []
    for encoding in ("utf-8", "cp932", "euc_jp"):
        attempt = _finish(body, encoding)
        scored.append((attempt.replacements, -len(_KANA.findall(attempt.text)), encoding))
    replacements, kana, encoding = min(scored)
    if kana == 0:
        return "cp1252"
    return encoding if replacements * 20 <= _beyond_ascii(body.decode(encoding, "replace")) else "utf-8"


def _euc_jp_whatwg(error: UnicodeError) -> tuple[str, int]:
    """Read the pairs that browsers know and Python's euc_jp does not: NEC row 13, IBM extensions, X 0213."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    start = error.start
    pair = error.object[start : start + 2]
    if len(pair) == 2 and all(0xA1 <= byte <= 0xFE for byte in pair):
        row, cell = pair[0] - 0x80, pair[1] - 0x80
        lead = ((row - 0x21) >> 1) + 0x81
        lead += 0x40 if lead > 0x9F else 0
        trail = cell + (0x1F if cell <= 0x5F else 0x20) if row & 1 else cell + 0x7E
        for candidate, encoding in ((bytes((lead, trail)), "cp932"), (pair, "euc_jis_2004")):
            try:
                return candidate.decode(encoding), start + 2
            except UnicodeDecodeError:
                continue
        return "\ufffd", start + 2
    triple = error.object[start : start + 3]
    if len(triple) == 3 and triple[0] == 0x8F:
        try:
            return triple.decode("euc_jis_2004"), start + 3
        except UnicodeDecodeError:
            pass
    return "\ufffd", max(error.end, start + 1)


codecs.register_error("euc_jp_whatwg", _euc_jp_whatwg)
