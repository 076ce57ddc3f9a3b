"""Card-name keys: how two spellings of one card meet.

A name gives one key per level, and levels are tried in order; each looser level is asked only when
the one before found nothing. All levels are lookups: two names meet at a level when their keys of
that level are equal. What no level finds stays unresolved; likeness is a suggestion, never a match.

| level       | what it forgives |
|-------------|------------------|
| exact       | brackets around the name, blanks at its edges |
| folded      | width, case, wave dashes and slash styles; blanks (dm); accents, Æ, apostrophes (mtg) |
| reading     | a reading in brackets: 青銅の鎧(ブロンズ・アーム・トライブ) |
| punctuation | dashes, long vowels, middle dots, quotes, marks |
| front       | everything but the front face of `A/B` |
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schema.records import Game

LEVELS: tuple[str, ...] = ("exact", "folded", "reading", "punctuation", "front")

_OPENING = "《≪«【〖"
_CLOSING = "》≫»】〗"
# 【問1】 テック, 【ガチ】アイスバトルチャレンジ【対決】: such brackets are part of the name.
_BEGINS_WITH_LABEL = re.compile(r"【[^【】]*】\s*[^】\s》≫]")
_ENDS_WITH_LABEL = re.compile(r"[^【\s《≪]\s*【[^【】]*】$")
# Zero-width characters, soft hyphens and variation selectors carry nothing in a name.
_INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
)
_BLANKS = re.compile(r"[\s\u3000\x00-\x1f]+")
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});")

# NFKC turns U+FF5E into ~ but leaves these alone.
_FOLD = str.maketrans(
    {"\u301c": "~", "\u223c": "~", "\u223d": "~", "\u30a0": "=", "\u2044": "/", "\u2215": "/"}
)
_READING = re.compile(r"[(（][^()（）]*[)）]")
_PUNCTUATION = re.compile(
    "[・･·•‧∙⋅\\-‐‑‒–—―−ー=~<>＜＞〈〉⟨⟩«»「」『』【】《》\\[\\]{}\"“”„″'’‘ʼ`´′!?.,:;、。‥…☆★♪♥♡*×꞉®™]"
)
_MTG_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "ß": "ss", "ı": "i", "đ": "d"}
)
_MTG_MARKS = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´′", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
    }
)
_SLASH = re.compile(r"\s*/+\s*")


def clean(text: str) -> str:
    """Strip what surrounds a written name: brackets 《》 ≪≫ 【】 (either may be missing), blanks, entities.

    Blanks inside the name stay, since they belong to it; a line break inside becomes one blank.
    """
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match.group()), text)
    text = _INVISIBLE.sub("", text)
    if "\n" in text or "\t" in text or "\r" in text or "\xa0" in text:
        text = re.sub(r" *[\t\r\n\x0b\x0c\xa0]+[ \t\r\n\xa0]*", " ", text)
    text = text.strip()
    while text and text[0] in _OPENING and not _BEGINS_WITH_LABEL.match(text):
        text = text[1:].lstrip()
    while text and text[-1] in _CLOSING and not _ENDS_WITH_LABEL.search(text):
        text = text[:-1].rstrip()
    return text


def _fold_dm(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).translate(_FOLD)
    return _BLANKS.sub("", folded).casefold()


def _fold_mtg(text: str) -> str:
    lowered = unicodedata.normalize("NFKC", text).casefold().translate(_MTG_LETTERS)
    bare = "".join(c for c in unicodedata.normalize("NFD", lowered) if not unicodedata.combining(c))
    # Japanese names keep their voicing marks: NFD splits が into か and a combining mark.
    if any("\u3040" <= c <= "\u30ff" for c in lowered):
        bare = lowered
    bare = bare.translate(_MTG_MARKS).translate(_FOLD)
    return _SLASH.sub("//", _BLANKS.sub(" ", bare).strip())


def _without_reading(folded: str) -> str:
    bare = _READING.sub("", folded).strip()
    return bare or folded


def _without_punctuation(folded: str) -> str:
    bare = _BLANKS.sub("", _PUNCTUATION.sub("", folded))
    return bare or folded


def front_of(text: str) -> str:
    """The part before the first slash of `A/B`, `A / B`, `A // B`; the whole text where there is none.

    A slash at the very start belongs to the name (`*/弐幻サンドロニア/*`, GR creatures and auras).
    """
    text = unicodedata.normalize("NFKC", text).translate(_FOLD)
    if text.startswith(("*/", "/")):
        return text
    return _SLASH.split(text, maxsplit=1)[0].strip() or text


@lru_cache(maxsize=65_536)
def name_keys(game: Game, text: str) -> tuple[tuple[str, str], ...]:
    """Give the (level, key) pairs of a name, in the order of `LEVELS`.

    `game` is dm or mtg. A name that is nothing but brackets and blanks gives no keys.
    """
    name = clean(text)
    if not name:
        return ()
    fold = _fold_dm if game == "dm" else _fold_mtg
    folded = fold(name)
    # Set codes and collector numbers in brackets are the decklist reader's; a Magic name has no reading.
    reading = _without_reading(folded) if game == "dm" else folded
    front = fold(front_of(name))
    if game == "dm":
        front = _without_reading(front)
    return (
        ("exact", name),
        ("folded", folded),
        ("reading", reading),
        ("punctuation", _without_punctuation(reading)),
        ("front", _without_punctuation(front)),
    )
