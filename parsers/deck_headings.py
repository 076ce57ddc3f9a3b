"""Headings inside and around a Japanese deck list: what each says of the cards below it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Literal

from parsers.ornaments import OF_HEADINGS

if TYPE_CHECKING:
    from schema.records import Zone

# start: a list follows. end: prose follows. aside: cards that are not in the deck. between: an advertisement.
# zone: the zone changes. section: it does not. columns: the head of a table with one column for names.
Role = Literal["start", "end", "aside", "between", "zone", "section", "columns"]


@dataclass(frozen=True, slots=True)
class Heading:
    """`zone` where the role is zone; `total` where the heading gives a number of cards."""

    role: Role
    zone: Zone | None = None
    total: int | None = None


_VOCABULARY = tomllib.loads((resources.files("parsers") / "deck_headings.toml").read_text(encoding="utf-8"))


def _words(table: str, name: str) -> frozenset[str]:
    return frozenset(_VOCABULARY[table][name].split())


_ZONES: dict[Zone, frozenset[str]] = {
    "commander": _words("zones", "commander"),
    "main": _words("zones", "main"),
    "hyperspatial": _words("zones", "hyperspatial"),
    "gr": _words("zones", "gr"),
    "extra": _words("zones", "extra"),
}
_START = _words("roles", "start")
_END = _words("roles", "end")
_ASIDE = _words("roles", "aside")
_BETWEEN = _words("roles", "between")
_SECTION = _words("roles", "section")
_COLUMNS = _words("roles", "columns")
NAME_COLUMNS = _words("columns", "name")
COUNT_COLUMNS = _words("columns", "count")

# Whatever is no letter and no digit; 〇 is a letter to Unicode.
_BULLET = re.compile(r"^[\W_〇]+")
_TAIL = re.compile(r"[\W_〇]+$")
_SIGN = re.compile(rf"\s*([#【\[〔〈<＜{OF_HEADINGS}])")
_TOTAL = re.compile(
    r"[(\[:\s×]*(?:全|計|合計|約)?\s*(?P<total>\d{1,3})\s*(?:/\s*\d{1,3})?\s*(?:枚|種類|種|体|cards?)?(?:以内|まで|入り)?\s*[)\]]*$"
)
_TOTAL_ENDS = frozenset("枚類種体ds内でり)]")  # with what a total ends, but for a digit
_SPOKEN = re.compile(r"^(?:超次元|超?GR)(?:ゾーン|カード)?は")  # 超次元は以下の8枚です。
_COMMANDER_SPOKEN = re.compile(
    r"^(?:今回の|この(?:デッキの)?)?統率者は?(?:こちら|以下|下記|これ|このカード|このクリーチャー)(?:です|の通り|のとおり|になります)?$"
)
_REMARK = re.compile(r"\s*(?:[(\[][^()\[\]]*[)\]]|※.*)$")
_ZONE_AROUND = re.compile(
    r"^\d{1,2}枚の|(?:ゾーン|側|枠|領域|パック|カード|札|リスト|デッキ|一覧|カード一覧)$"
)
_COST = re.compile(
    r"^(?:マナ)?コスト:?\d{1,2}(?:以上|以下|[~〜-]\d{1,2})?[域帯]?$|^\d{1,2}(?:[~〜-]\d{1,2})?(?:マナ|コスト)(?:以上|以下)?[域帯]?$"
)
# Cards that the deck is without, in whatever words; 入れ替え枠 and the like are places of the deck itself.
_LEFT_OUT = re.compile(
    r"^.{0,10}(?:(?:変更|改良|改造|調整|修正|入れ?替え?|差し?替え?)(?:点|箇所|内容|部分|履歴)|差分)$"
    r"|^.{0,8}(?:入った|入れた|追加した|加えた|加わった|投入した)カード(?:たち)?$"
    r"|^.{0,10}(?:候補|不採用|未採用|検討|代用|代替|入替|入れ替え|差し替え|抜い?た|抜けた|外した|見送った|採用しな(?:かった|い)"
    r"|入れたい|試したい)(?:.{0,8}(?:候補|カード|札|一覧|リスト|中|案))?(?:たち)?$|^.{0,8}候補枠$"
)
_LEFT_OUT_SIGN = re.compile("[候採検代入差抜外見試変改調修追加投]")  # one of which each of these words holds
_OPENING = frozenset("【[〔〈<＜")
_IN_BRACKET = re.compile(
    r"^\s*[【\[〔〈<＜][^】\]〕〉>＞]*[】\]〕〉>＞][\s(（×:：全合計約]*[0-9０-９]*[\s枚)）種類体]*$"
)
_SUFFIX = re.compile(r"(?:系|枠|カード|札|要員|類|関連|関係|ソース|パーツ|部分|一覧)$")


# With what a zone's name in card brackets begins: a card that begins otherwise is no heading.
ZONE_INITIALS = "".join(sorted({word[0] for zone in ("hyperspatial", "gr") for word in _ZONES[zone]}))


def bullet_of(text: str) -> str:
    """The sign a heading begins with (■, ●, 【 …), empty where it begins with a word."""
    found = _SIGN.match(text)
    return found.group(1) if found else ""


def fills_bracket(text: str) -> bool:
    """Whether a text that begins with a bracket is all in it, but for a total: 【初動】, 【初動】8枚."""
    return _IN_BRACKET.match(text) is not None


def heading_word(text: str) -> str:
    """A cell's text as the vocabulary writes it: width and case folded, signs and blanks stripped."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(_TAIL.sub("", _BULLET.sub("", plain)).split()).casefold()


def read_heading(text: str) -> Heading | None:
    """Read a line as a heading; None where it is none of the known ones.

    A word alone must be in the vocabulary; with a total (`光 35枚`) an unknown word is a section too.
    """
    if len(text) > 80 or (text[:1] in "《≪" and len(text) > 16):
        return None
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain or len(plain) > 40:
        return None
    stripped = _TAIL.sub("", _BULLET.sub("", plain))
    word = "".join(stripped.split()).casefold()
    if plain[0] in "《≪" and _HEADINGS.get(word) not in _IN_BRACKETS:
        return None  # a card, whatever its name
    spoken = _SPOKEN.match(plain)
    if spoken is not None and "《" not in plain and len(plain) <= 25:
        return Heading("zone", "gr" if "GR" in spoken.group() else "hyperspatial")
    known = _known(word)
    if known is None:
        return _with_total(text, stripped) or _without_remark(plain)
    return known


def _with_total(text: str, stripped: str) -> Heading | None:
    """Read `光 35枚`, `超次元ゾーン(8枚)`, `クリーチャー(24)`."""
    last = stripped[-1:]
    found = _TOTAL.search(stripped) if last.isdigit() or last in _TOTAL_ENDS else None
    if found is None:
        return None
    total = int(found["total"])
    word = re.sub(r"\s+", "", _TAIL.sub("", stripped[: found.start()])).casefold()
    known = _known(word)
    counted = re.search(r"\d\s*(?:枚|種類|種|体)|^[(\[]", found.group()) is not None
    if known is None and counted and (word == "" or _is_set_as_heading(text, stripped[: found.start()])):
        return Heading("section", total=total)
    if known is None or (known.role in {"section", "columns"} and not counted):
        return None
    return Heading(known.role, known.zone, total)


def _is_set_as_heading(text: str, words: str) -> bool:
    """Whether an unknown text with a total heads a part: by its sign, or as 初動札 does.

    【問3】 ジーン and 奇天烈 ポーカード are names: a heading fills its bracket, 初動札 is one word.
    """
    sign = bullet_of(text)
    if sign in _OPENING:
        return fills_bracket(text)
    return bool(sign) or (_SUFFIX.search(words) is not None and " " not in words)


def _without_remark(plain: str) -> Heading | None:
    """Read `超次元(サイキック)`, `超次元ゾーン ※8枚まで`."""
    if plain[-1] not in ")]" and "※" not in plain:
        return None
    bare = _REMARK.sub("", plain)
    return read_heading(bare) if bare and bare != plain else None


def heads_columns(text: str) -> bool:
    """Whether a cell is the head of a column."""
    if text[0] in "《≪" or len(text) > 40:
        return False
    heading = read_heading(text)
    return heading is not None and heading.role == "columns"


_HEADINGS: dict[str, Heading] = {
    **dict.fromkeys(_SECTION, Heading("section")),
    **dict.fromkeys(_COLUMNS, Heading("columns")),
    **dict.fromkeys(_END, Heading("end")),
    **dict.fromkeys(_ASIDE, Heading("aside")),
    **dict.fromkeys(_BETWEEN, Heading("between")),
    **dict.fromkeys(_START, Heading("start")),
    **{word: Heading("zone", zone) for zone, words in _ZONES.items() for word in words},
}
_IN_BRACKETS = (Heading("zone", "hyperspatial"), Heading("zone", "gr"))
_ZONE_LETTERS = frozenset(word[0] for zone in ("hyperspatial", "gr") for word in _ZONES[zone])
_JOINTS = re.compile(r"[/・&と]")


def _known(word: str) -> Heading | None:
    found = _HEADINGS.get(word)
    if found is not None or not word:
        return found
    if _SUFFIX.sub("", word) in _SECTION:
        return Heading("section")
    parts = _JOINTS.split(word)
    if all(part in _SECTION for part in parts) or (
        ("コスト" in word or "マナ" in word) and _COST.match(word)
    ):
        return Heading("section")
    if word[0] in _ZONE_LETTERS or "枚の" in word[:4]:
        for zone in ("hyperspatial", "gr"):
            if all(_ZONE_AROUND.sub("", part) in _ZONES[zone] for part in parts):
                return Heading("zone", zone)
    if "統率者" in word and _COMMANDER_SPOKEN.match(word):
        return Heading("zone", "commander")
    left_out = len(word) <= 20 and _LEFT_OUT_SIGN.search(word) and _LEFT_OUT.match(word)
    return Heading("aside") if left_out else None
