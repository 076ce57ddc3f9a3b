"""The states of the DMEDH list, in the wording of 2017–2020 (禁止) and of 2021 on (規制, 非推奨)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from parsers.lines import STRUCK, UNSTRUCK

_KANJI_NUMBERS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5}
_ARROW = re.compile(r"\s*(?:→|⇒|➡|➔|⇨|⟶|->|=>|>>|▶|►)\s*")
_FROM_TO = re.compile(r"(?P<before>[^。、]*?)から(?P<after>[^。]*)")
_BAN = "(?:禁止|規制|非推奨)(?!緩和|強化|変更|更新|改[定訂]|の?見直し|度)"
# Names of the list itself, and the degree in brackets beside a state, are no states.
_NO_STATE = re.compile(
    r"(?:専用)?推奨禁止(?:カード)?(?:リスト)?|規制(?:カード)?リスト|\(?規制度\s*[::]?\s*[最大中小]+\)?"
    r"|規制(?:を|が|の)?(?:緩和|強化|変更|更新|改[定訂]|見直)"
)
_STATES = re.compile(
    rf"(?P<lifted>(?:(?:統率者|コンビ|トリオ|(?P<from_n>[2-5二三四五])色以上で?)?(?P<from_ban>{_BAN})(?:\((?:{_BAN})\))?"
    r"(?:カード)?(?:リスト)?\s*(?:を|の|から)?\s*)?(?:解除|解禁|撤廃|緩和して無制限|外(?:し|れ|す)|除外))"
    r"|(?P<free>無制限(?!\s*\?)|無規制|制限(?:なし|無し)|規制(?:なし|無し)|使用可能?|フリー)"
    rf"|(?P<event>(?:イベント|大会|交流会)\s*(?:限定|内|当日)?(?:で|の)?\s*(?:使用)?(?:{_BAN}))"
    rf"|(?:統率者(?:が|の文明が)?\s*)?(?P<n>[2-5二三四五])\s*(?:色|文明|c)\s*以上\s*"
    rf"(?:の\s*(?:デッキ|統率者))?\s*(?:で|の場合|は)*\s*(?:使用)?(?:{_BAN})"
    rf"|(?P<all_five>[5五]\s*(?:色|文明)\s*(?:で|の場合|は)+\s*(?:使用)?(?:{_BAN}))"
    rf"|(?P<unsure>[2-4二三四]\s*(?:色|文明)\s*(?:で|の場合|は)+\s*(?:使用)?(?:{_BAN}))"
    rf"|(?P<commander>統率者\s*(?:として)?(?:の)?(?:使用|指定)?(?:を)?\s*(?:{_BAN})"
    r"|統率者\s*(?:に|として)?(?:の)?(?:使用|指定)?(?:は)?\s*(?:でき(?:ない|ません)|不可))"
    rf"|(?P<pair>コンビ\s*(?:{_BAN}))|(?P<trio>トリオ\s*(?:{_BAN}))"
    rf"|(?P<ban>(?:使用|完全|推奨)?(?:{_BAN})(?:\s*\((?:{_BAN})\))?)"
    r"|(?P<unknown>(?:無制限)?\s*\?{1,3}|不明|未定|検討中)"
)
# A text without any of them names no state.
HINTS = (
    "禁止", "規制", "推奨", "解除", "解禁", "撤廃", "不可", "統率者に", "統率者として",
    "制限", "使用可", "フリー", "不明", "未定", "検討", "?", "？",
)  # fmt: skip
HINT = re.compile("|".join(map(re.escape, HINTS)))
# What else may stand in a heading of one state.
_FILLER = re.compile(
    r"規制度[::]?\s*[最大中小]+|カード|リスト|一覧|追加|新規|変更|対象|指定|分|について|以下|次の|全般"
    r"|\d+\s*[枚種件]|[()\[\]:：・、,\s■●◆▼【】《》◎○□◇★☆※<>〈〉「」『』#*/|-]"
)


@dataclass(frozen=True, slots=True)
class State:
    """A state: the status word, and from how many civilizations of the commander it binds."""

    status: str
    min_identity: int | None = None
    before: State | None = None  # what a lift names as lifted

    def __str__(self) -> str:
        """The state as a `previous` of a restriction row: `banned`, `banned:3`."""
        return self.status if self.min_identity is None else f"{self.status}:{self.min_identity}"


@dataclass(frozen=True, slots=True)
class Move:
    """What a line says: the state from now on, and the one before where it is given."""

    now: State | None = None
    before: State | None = None


def read_move(text: str) -> Move:
    """Read `無制限 → 2色以上で禁止`, `4色以上で規制から3色以上で規制に変更`, `統率者禁止 解除`.

    A struck-through state is the one before.
    """
    struck = " ".join(re.findall(f"{STRUCK}([^{UNSTRUCK}]*)", text))
    plain = _plain(re.sub(f"{STRUCK}[^{UNSTRUCK}]*{UNSTRUCK}?", " ", text))
    struck_states = read_states(_plain(struck))
    before = struck_states[0] if struck_states else None
    parts = _ARROW.split(plain)
    if len(parts) > 1:
        if re.fullmatch(r"\s*(?:無制限)?\s*\?*\s*", parts[0]):
            parts[0] = "" if "?" in parts[0] else parts[0]  # a state the post itself is not sure of
        return _moved(read_states(parts[0]), read_states(parts[-1]), before)
    turned = _FROM_TO.search(plain)
    if turned is not None:
        first, second = read_states(turned["before"]), read_states(turned["after"])
        if first and second:
            return _moved(first, second, before)
    states = read_states(plain)
    if not states:
        return Move(State("free"), before) if before is not None else Move()
    # `統率者禁止 解除` is a lift of what it names; of several states the last holds.
    now = states[-1]
    earlier = states[0] if len(states) > 1 and now.status == "free" else None
    return Move(now, before or now.before or earlier)


def read_states(text: str) -> list[State]:
    """Every state a text names, in order."""
    return [_state(found) for found in _STATES.finditer(_plain(text))]


def heading_state(text: str) -> Move | None:
    """Read a line that is nothing but a state (a heading of a list, a cell of a table); else None."""
    if len(text) > 80 or not HINT.search(text):
        return None
    plain = _plain(text)
    if not plain or len(plain) > 60:
        return None
    left = _FILLER.sub("", _ARROW.sub("", _STATES.sub("", plain)))
    left = re.sub("統率者が?|から|への?|に|を|の|は|で|と|です|する|します|しました|なりました", "", left)
    if len(left) > 2 or not _STATES.search(plain):
        return None
    return read_move(text)


def _moved(first: list[State], second: list[State], struck: State | None) -> Move:
    now = second[-1] if second else None
    before = struck or (first[-1] if first and first[-1].status == "unknown" else first[0] if first else None)
    return Move(now, before or (now.before if now else None))


def _plain(text: str) -> str:
    return _NO_STATE.sub(" ", unicodedata.normalize("NFKC", text))


def _state(found: re.Match[str]) -> State:
    groups = found.groupdict()
    if groups["lifted"]:
        return State("free", before=_lifted(found))
    for name, status in (
        ("free", "free"),
        ("event", "event_only"),
        ("commander", "banned_as_commander"),
        ("pair", "pair"),
        ("trio", "trio"),
        ("unknown", "unknown"),
        ("unsure", "unknown"),  # 3色で禁止 does not say what four are
    ):
        if groups[name]:
            return State(status)
    return State("banned", 5 if groups["all_five"] else _number(groups["n"]))


def _lifted(found: re.Match[str]) -> State | None:
    text = found.group()
    if "統率者" in text:
        return State("banned_as_commander")
    if "コンビ" in text:
        return State("pair")
    if "トリオ" in text:
        return State("trio")
    if found["from_n"]:
        return State("banned", _number(found["from_n"]))
    return None  # `規制解除` names no state


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    return _KANJI_NUMBERS.get(text) or int(text)
