"""The words that make a card of a Japanese list its commander: `X(統率者)`, `X ← 統率者`, `統率者：X`."""

from __future__ import annotations

import re

from parsers.ornaments import SIGNS

_WORDS = r"統率者?|パートナー|コマンダー|ジェネラル|commander|cmdr|general|partner"
_OF_THIS = r"(?:今回の|この(?:デッキの)?)?"
_COLOURS = r"(?:\s*[/／・:：､、,]\s*[光水闇火自然無色白青黒赤緑多ゼロ文明0-9０-９cC/／・]+)?"
_SIGN = rf"[{SIGNS}・※#*]?"
_COUNT = r"(?:\s*[×xX✕]\s*[0-9０-９①-⑨]|\s*[0-9０-９①-⑨]\s*枚?)?"
MARK = re.compile(
    rf"[(（\[［〔<＜【〈「]\s*{_SIGN}{_OF_THIS}(?:ゴッド|超次元|GOD|ダブル|W)?\s*・?(?:{_WORDS})"
    rf"{_COUNT}\s*(?:カード|クリーチャー|枠)?{_COLOURS}\s*{_SIGN}[)）\]］〕>＞】〉」]"
    rf"|\*\s*(?:{_WORDS})\s*\*|\s*(?:[←⇐※★☆]|…+|[/／|｜])\s*{_OF_THIS}(?:{_WORDS})\s*$"
    rf"|\s*([-‐–—―－~〜～])\s*(?:{_WORDS})\s*\1\s*$",
    re.IGNORECASE,
)
WORD = re.compile(_WORDS, re.IGNORECASE)  # without any of these a text marks nothing
MARK_SIGN = re.compile(r"[(（\[［〔<＜【〈「*←⇐※★☆…/／|｜\-‐–—―－~〜～]")  # what a mark begins with
_SIGNS = rf"[\s{SIGNS}・※#*【\[［(（《〈\ufe0f]*"
_CLOSED = r"[】\])）］》〉]?"
_LONG = (
    r"(?:ゴッド統率者|超次元統率者|統率者(?:カード)?|統率クリーチャー|統率|パートナー(?:クリーチャー)?|コマンダー"
    r"|ジェネラル|commander|general)"
)
_SAME = rf"\s*(?:[(（][^()（）]{{1,12}}[)）])?{_COUNT}[\s{SIGNS}]*"
LABEL = re.compile(
    rf"^{_SIGNS}{_OF_THIS}{_LONG}{_CLOSED}{_SAME}(?:[:：→＝=/／は・]|…+)?\s*(?=[《≪«⟪])"
    rf"|^{_SIGNS}{_OF_THIS}(?:{_LONG}{_CLOSED}{_SAME}(?:[:：→＝=/／]|…+)\s*"
    rf"|(?:統率者|パートナー|コマンダー){_CLOSED}{_COUNT}[\s\u3000{SIGNS}]+|[【\[［](?:統率者|パートナー|コマンダー)[】\]］]\s*)(?=\S)"
    rf"|^《\s*(?:統率者|パートナー)\s*》\s*(?=\S)",
    re.IGNORECASE,
)
PARTNER = re.compile("パートナー|partner", re.IGNORECASE)
