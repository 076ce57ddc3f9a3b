"""What stands around a bare card name in Japanese lists and is none of it: bullets, numbers, remarks."""

from __future__ import annotations

import re

from parsers.ornaments import BEFORE, BEHIND

LONGEST = 160  # characters of a name with what stands around it
_BULLET = re.compile(rf"^(?:(?:{BEFORE}|[・•‣⁃])\s*|[-‐‑–—*＊]\s+)(?=\S)")
# No card's name begins so, but 1、2、3、チームボンバーイェー！
_NUMBERING = re.compile(
    r"^(?:(?:No[.．]?\s?|#)?[0-9０-９]{1,2}[.．)）、](?![0-9０-９])|(?:No[.．]?\s?|#)[0-9０-９]{1,2}[\s:：]|[①-⑳㉑-㉟㊱-㊿]"
    r"|[(（][0-9０-９]{1,2}[)）])\s*(?=\S)"
)
_CIVILIZATION = re.compile(r"^[【\[(（](?:[光水闇火自然白青黒赤緑無色ゼロ多/／・]{1,9}|虹)[】\])）]\s*(?=\S)")
# NEW, ←新規, ※代用可, [1], the number of a printing, and what says that the list goes on.
_BEHIND = re.compile(
    r"\s*(?:[(（\[【]?(?:NEW|New|新規)[!！]*[)）\]】]?|\[\d{1,2}\]|[(（]DM[A-Z]*-?\d+[^()（）]*[)）]"
    r"|(?:←|※(?=[0-9０-９A-Za-zぁ-ゖァ-ヺ一-龠])|※$).*|[\[(（]?(?:…+|\.{3,})[\])）]?\s*(?:続きを読む.*)?"
    rf"|\s(?:他|ほか|など|等)|\s*{BEHIND})$"
)
_SIGN = re.compile(rf"[]※←…)）!！W規]|New$|\.\.\.|\s[他ほな等]|{BEHIND}$")  # one of which each remark holds
_NAME_WITH_STOP = re.compile(r"^[一-龠]{1,4}[\s\u3000][ァ-ヺー]{2,10}。$")


def without_bullet(text: str) -> str:
    """A row without the sign it begins with."""
    return _BULLET.sub("", text)


def without_remarks(text: str) -> str:
    """A row without a number in the list, a civilization before the name, a remark behind it.

    What is longer than any name comes back as it is.
    """
    if len(text) > LONGEST:
        return text
    if _SIGN.search(text):
        text = _BEHIND.sub("", text)
    return _CIVILIZATION.sub("", _NUMBERING.sub("", text))


def is_name_with_stop(text: str) -> bool:
    """Whether a text that ends with 。 is a name all the same: 雪精 エリカッチュ。"""
    return bool(_NAME_WITH_STOP.match(text))
