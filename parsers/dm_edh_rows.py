"""One row of a restriction list: which cards, joined how, and what its words say of them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from parsers.dates import days, short_days
from parsers.deck_headings import read_heading
from parsers.dm_edh_status import Move, State, heading_state, read_move, read_states
from parsers.lines import STRUCK, UNSTRUCK, Line
from schema.names import clean

_NAME = re.compile(r"[《≪]\s*(?P<name>[^《》≪≫]*?)\s*(?P<close>[》≫]|(?=[《≪])|$)")
_JOINT = re.compile(r"^[\s\ue000\ue001]*[+＋&＆と][\s\ue000\ue001]*$")
_INNER_JOINT = re.compile(r"\s*[+＋]\s*|\s+[&＆]\s+")
_ACTION = re.compile(
    "指定|変更|追加|解除|解禁|外し|外れ|除外|移行|緩和|強化|撤廃|戻し|禁止[とにへ]|規制[とにへ]|とします|となり|になり|引き上げ|引き下げ"
)
_DATE = re.compile(r"(?:(?:19|20)?\d{2})\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}\s*日?")
_FILLER = re.compile(
    r"[\s\ue000\ue001|｜:：・、,，。()（）\[\]【】→⇒＞>\-–—~〜～+＋&＆と■●◆▼○◎□◇★☆※*/／]|から|への?|[にをはのでが]|より"
    r"|変更|追加|新規|指定|解除|解禁|外しました|外れました|外します|カード|規制度|最大|[大中小]$|\d+|NEW|new|UP|DOWN|枚"
)
_COMMANDER_MARK = re.compile(
    r"[(（]\s*(?:統率者?|パートナー)\s*[)）]"
)  # of a deck or a result, not of a list
_STATE_WORDS = re.compile(
    "無制限|無規制|解除|解禁|禁止|規制|非推奨|コンビ|トリオ|イベント|限定|使用|可能|不可|できない|できません|不明|撤廃|緩和|強化"
    "|\\?"
)
_OTHER_DAY = re.compile("訂正|追記|修正|誤記|誤り|発表|公開|告知|掲載|投稿")  # of the post, not of the list
_TAIL_STATE = re.compile(r"\s*[:：→⇒(（].*$")


@dataclass(frozen=True, slots=True)
class Row:
    """A card set of a list line with the state given to it; `now` None where the line gives none."""

    cards: tuple[str, ...]
    now: State | None
    before: State | None = None
    struck: bool = False
    joined: bool = False
    whole: bool = True


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line read: its rows; `sentence` where it is prose rather than a row of a list."""

    rows: tuple[Row, ...]
    sentence: bool = False
    states: bool = False


def read_row(line: Line) -> RowLine:
    """Read a line with bracketed names; a line without any has no rows."""
    marked = line.struck or line.text
    plain, struck = _unmark(marked)
    names = [found for found in _NAME.finditer(plain) if found["name"].strip()]
    if not names or _COMMANDER_MARK.search(plain):
        return RowLine(())
    sets: list[tuple[Row, int, int]] = []
    for number, found in enumerate(names):
        name, end = found["name"], found.end()
        whole = bool(found["close"])
        if not whole and (tail := _TAIL_STATE.search(name)) and read_states(tail.group()):
            end = found.start("name") + tail.start()
            name = name[: tail.start()]
        cards = tuple(clean(part) for part in _INNER_JOINT.split(name) if clean(part)) or (clean(name),)
        if len(cards) > 1 and not all(re.search("[ぁ-ゖァ-ヺ一-龠]", card) for card in cards):
            cards = (clean(name),)
        row = Row(
            cards, None, struck=_inside(found.start("name"), struck), joined=len(cards) > 1, whole=whole
        )
        between = plain[sets[-1][2] : found.start()] if sets else ""
        if number and _JOINT.match(between):
            before, start, _ = sets.pop()
            row = replace(
                before, cards=before.cards + row.cards, joined=True, whole=before.whole and row.whole
            )
            sets.append((row, start, end))
        else:
            sets.append((row, found.start(), end))
    return _with_states(plain, struck, sets)


def row_from_cells(cells: list[Line]) -> Line:
    """Write a table row as one line: the name, then its states in order of the cells."""
    named = [cell for cell in cells if "《" in cell.text or "≪" in cell.text]
    if not named:
        bare = next((cell for cell in cells if _names_a_card(cell.text)), None)
        if bare is None:
            return cells[0]._replace(text=" | ".join(cell.text for cell in cells))
        cells = [
            cell._replace(text=f"《{cell.text}》", struck=_bracket(cell.struck)) if cell is bare else cell
            for cell in cells
        ]
        named = [cell for cell in cells if "《" in cell.text]
    states = [cell for cell in cells if cell not in named]
    arrow = " → " if sum(heading_state(cell.text) is not None for cell in states) > 1 else " "
    text = " ".join(cell.text for cell in named) + " " + arrow.join(cell.text for cell in states)
    struck = " ".join(cell.struck or cell.text for cell in named)
    struck += " " + arrow.join(cell.struck or cell.text for cell in states)
    return cells[0]._replace(text=text.strip(), struck=struck.strip() if STRUCK in struck else "")


def _names_a_card(text: str) -> bool:
    return (
        heading_state(text) is None
        and read_heading(text) is None
        and not _DATE.fullmatch(text)
        and not text.isdigit()
    )


def row_day(text: str) -> str | None:
    """The date at the start of a line, as written; None where it starts with none."""
    found = re.match(rf"^[\s■●◆▼○◎□◇★☆※・\[【(（]*({_DATE.pattern})", unicodedata.normalize("NFKC", text))
    if found is None or _OTHER_DAY.search(text) or not (days(found.group(1)) or short_days(found.group(1))):
        return None
    return found.group(1)


def _bracket(struck: str) -> str:
    if not struck:
        return ""
    inner = struck.replace(STRUCK, "").replace(UNSTRUCK, "")
    return f"{STRUCK}《{inner}》{UNSTRUCK}"


def _unmark(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Take the strike marks out; give the text and the struck ranges of it."""
    out: list[str] = []
    ranges: list[tuple[int, int]] = []
    start: int | None = None
    for character in text:
        if character == STRUCK:
            start = len(out)
        elif character == UNSTRUCK:
            if start is not None:
                ranges.append((start, len(out)))
            start = None
        else:
            out.append(character)
    if start is not None:
        ranges.append((start, len(out)))
    return "".join(out), ranges


def _inside(place: int, ranges: list[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in ranges)


def _remark(plain: str, start: int, end: int, ranges: list[tuple[int, int]]) -> str:
    """A part of the plain text with its strike marks put back."""
    out: list[str] = []
    for place in range(start, end):
        inside, before = _inside(place, ranges), place > start and _inside(place - 1, ranges)
        if inside and not before:
            out.append(STRUCK)
        elif before and not inside:
            out.append(UNSTRUCK)
        out.append(plain[place])
    return "".join(out)


def _with_states(plain: str, struck: list[tuple[int, int]], sets: list[tuple[Row, int, int]]) -> RowLine:
    lead = _remark(plain, 0, sets[0][1], struck)
    after = [
        _remark(plain, end, sets[number + 1][1] if number + 1 < len(sets) else len(plain), struck)
        for number, (_, _, end) in enumerate(sets)
    ]
    moves: list[Move | None] = [
        move if (move := read_move(text)).now or move.before else None for text in after
    ]
    for number in range(len(moves) - 2, -1, -1):
        # 《A》《B》：禁止 says it of both.
        moves[number] = moves[number] or moves[number + 1]
    first = read_move(lead)
    said = any(move is not None for move in moves) or first.now is not None
    rows = []
    for (row, _, _), said_after in zip(sets, moves, strict=True):
        chosen = said_after or (first if first.now else Move())
        rows.append(replace(row, now=chosen.now, before=chosen.before))
    left = _leftover([lead, *after])
    sentence = len(left) > 6 or "。" in plain
    acts = bool(_ACTION.search(plain)) and said
    return RowLine(tuple(rows) if not sentence or acts else (), sentence=sentence, states=said)


def _leftover(texts: list[str]) -> str:
    left = []
    for text in texts:
        plain = unicodedata.normalize("NFKC", _DATE.sub("", text))
        for state in ("統率者が", "統率者"):
            plain = plain.replace(state, "")
        plain = _FILLER.sub("", _strip_states(plain))
        left.append(plain)
    return "".join(left)


def _strip_states(text: str) -> str:
    text = re.sub(r"\(?規制度\s*[::]?\s*[最大中小]+\)?", "", text)
    text = re.sub(r"[2-5二三四五]\s*(?:色|文明)\s*(?:以上(?:の(?:デッキ|統率者))?)?", "", text)
    return _STATE_WORDS.sub("", text)
