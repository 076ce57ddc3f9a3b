"""One line or table cell of a Japanese deck list: the cards it names.

Names stand in 《 》 or ≪ ≫, either of which may be missing, with blanks at their edges, with a count
before or after, with a mark that makes them the commander; or they stand bare.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from parsers.card_counts import ALONE, TIMES, count_beside, count_in_name
from parsers.card_remarks import without_bullet, without_remarks
from parsers.commander_marks import LABEL, MARK, MARK_SIGN, PARTNER, WORD
from parsers.lines import STRUCK, UNSTRUCK, Line
from schema.names import clean, front_of, name_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_OPEN, _CLOSE = "《≪«⟪", "》≫»⟫"
_OPENING, _CLOSING = re.compile(f"[{_OPEN}]"), re.compile(f"[{_CLOSE}]")
_BRACKET = re.compile(f"[{_OPEN}{_CLOSE}]")
_LENTICULAR = re.compile(r"【([^【】]+)】")
_SEPARATORS = re.compile(r"[\s|｜・,、，/／+＋&＆:：;；\-－~〜>＞→←●○■□◆◇★☆▼▽]+")
_JOINED = re.compile(r"^\s*[+＋/／&＆と×・]\s*$")
_ANNOTATION = re.compile(
    r"[(（\[［〔][^()（）\[\]［］〔〕]*[)）\]］〕]|[※←→].*$|(?<![A-Za-z])(?:NEW|New)[!！]*|(?:…|\.{3,})\s*(?:続きを読む.*)?$"
)
_DECK_TITLE = re.compile(r"『[^』]*』")
_EDGES = re.compile(r"^[|｜\s]+|\s[|｜\s]*$")
_GOD_NAME = re.compile(r"^.{0,3}神")
_ANGLE = re.compile("[〈<＜]")
_WRITTEN = re.compile("[\u3041-\u30fa\u4e00-\u9fff]")
_STAR = re.compile("STAR|ＳＴＡＲ|ドルマゲドン", re.IGNORECASE)


class Mention(NamedTuple):
    """One card of a line. `counted` says that the count was written, `alone` that it is a number without
    a sign (which may be a cost); `whole` is False where a bracket was missing; `bare_count` is the count
    that a bare name would have if its number is one.
    """

    name: str
    copies: int = 1
    marked: bool = False
    counted: bool = False
    whole: bool = True
    bracketed: bool = True
    bare_name: str = ""
    bare_count: int = 0
    alone: bool = False


def plain_mentions(names: Iterable[str]) -> tuple[Mention, ...]:
    """Whole names in brackets as mentions, in less time than one by one."""
    return tuple(map(_AS_MENTION, [(name, 1, False, False, True, True, "", 0, False) for name in names]))


_AS_MENTION: Callable[[tuple[object, ...]], Mention] = partial(tuple.__new__, Mention)


class Reading(NamedTuple):
    """A line read: its cards, whether it carries a commander mark (and a partner's), what is left over,
    and the text that was struck through. `plain` is True of cards known to be names in brackets, no more.
    """

    mentions: tuple[Mention, ...]
    marked: bool = False
    partner: bool = False
    residue: str = ""
    struck: tuple[str, ...] = ()
    plain: bool = False

    @property
    def bracketed(self) -> bool:
        """Whether the line names its cards in brackets."""
        return any(mention.bracketed for mention in self.mentions)


def read_line(line: Line) -> Reading:
    """Read a visible line, struck-through cards apart."""
    if not line.struck:
        return read_cell(line.text)
    struck: list[str] = []
    kept: list[str] = []
    for part in re.split(f"({STRUCK}[^{UNSTRUCK}]*{UNSTRUCK}?)", line.struck):
        if part.startswith(STRUCK):
            struck.append(part.strip(STRUCK + UNSTRUCK + " "))
        else:
            kept.append(part)
    reading = read_cell(" ".join(kept).strip())
    return reading._replace(struck=tuple(text for text in struck if text))


def read_cell(text: str) -> Reading:
    """Read one cell or line of text; a text that names no card gives no mentions."""
    partner = False
    named = WORD.search(text) is not None
    label = LABEL.match(text) if named else None
    if label is not None:
        partner = bool(PARTNER.search(label.group()))
        text = text[label.end() :]
    if "【" in text and not _BRACKET.search(text):
        text = _lenticular(text)
    marks = list(MARK.finditer(text)) if named and MARK_SIGN.search(text) else []
    partner = partner or any(PARTNER.search(mark.group()) for mark in marks)
    marked = bool(marks) or label is not None
    if _BRACKET.search(text):
        mentions, residue = _bracketed(text)
        if label is not None and mentions:
            mentions = [mention._replace(marked=True) for mention in mentions]
    else:
        mentions, residue = _bare(MARK.sub(" ", text) if marks else text, marked=marked), ""
    mentions = [single for mention in mentions for single in _split_joined(mention)]
    return Reading(tuple(mentions), marked=marked, partner=partner, residue=residue)


def is_forbidden_star(name: str) -> bool:
    """Whether a name is a face of the FORBIDDEN STAR set, which is not counted (DM9)."""
    if not _STAR.search(name):
        return False
    key = dict(name_keys("dm", name)).get("punctuation", "")
    return key.startswith("forbiddenstar") or key.startswith("終焉の禁断ドルマゲドンx")


def _lenticular(text: str) -> str:
    """Read 【card】 as a bracket where it is no mark and no label in front of something longer."""
    found = _LENTICULAR.findall(text)
    outside = _SEPARATORS.sub("", TIMES.sub("", _LENTICULAR.sub("", text)))
    if not found or len(outside) > 2 or any(MARK.fullmatch(f"【{name}】") for name in found):
        return text
    return _LENTICULAR.sub(r"《\1》", text)


def _bracketed(text: str) -> tuple[list[Mention], str]:
    names: list[tuple[str, bool]] = []
    gaps: list[str] = [""]
    place = 0
    while place < len(text):
        opened = _next(text, _OPENING, place)
        closed = _next(text, _CLOSING, place)
        if closed < opened:
            # 》 without 《: the name began after the last mark or count.
            name, before = _without_opening(text[place:closed])
            gaps[-1] += before
            _take(names, gaps, name, whole=False)
            place = closed + 1
        elif opened < len(text):
            gaps[-1] += text[place:opened]
            again = _next(text, _OPENING, opened + 1)
            end = min(closed, again)
            inner = text[opened + 1 : end]
            if end == closed and closed < len(text):
                _take(names, gaps, inner, whole=True)
                place = end + 1
            else:
                name, after = _without_closing(inner)
                _take(names, gaps, name, whole=False)
                gaps[-1] += after
                place = end
        else:
            gaps[-1] += text[place:]
            break
    return _attach(names, gaps)


def _next(text: str, signs: re.Pattern[str], start: int) -> int:
    found = signs.search(text, start)
    return found.start() if found else len(text)


def _take(names: list[tuple[str, bool]], gaps: list[str], name: str, *, whole: bool) -> None:
    name = clean(name)
    if name:
        names.append((name, whole))
        gaps.append("")


def _without_closing(text: str) -> tuple[str, str]:
    """Split a name whose 》 is missing from the mark or count that follows it."""
    mark = MARK.search(text)
    if mark:
        return text[: mark.start()], text[mark.start() :]
    times = re.search(r"[×✕✖╳ｘ]\s*[0-9０-９]{1,2}\s*$", text)
    name, after = (text[: times.start()], text[times.start() :]) if times else (text, "")
    # 《X〉: the bracket beside it on the keyboard.
    return (name if _ANGLE.search(name) else name.rstrip(" 〉>＞"), after)


def _without_opening(text: str) -> tuple[str, str]:
    """Split what precedes a name whose 《 is missing: a count and blanks."""
    lead = re.match(r"[\s|｜]*(?:[0-9０-９]{1,2}(?:\s*[×xX枚])?\s+)?", text)
    end = lead.end() if lead else 0
    return text[end:], text[:end]


def _attach(names: list[tuple[str, bool]], gaps: list[str]) -> tuple[list[Mention], str]:
    """Give each name the count and mark beside it. `gaps[i]` precedes name i; the last follows all."""
    leading = bool(names) and bool(ALONE.match(gaps[0]) or TIMES.search(gaps[0]))
    mentions: list[Mention] = []
    rest: list[str] = []
    for number, (name, whole) in enumerate(names):
        after = gaps[number + 1]
        before = gaps[number] if leading or number == 0 else ""
        count_text = before if leading else after
        copies, counted, alone = count_beside(
            MARK.sub("", count_text) if MARK_SIGN.search(count_text) else count_text
        )
        marked = (after != "" and bool(MARK.search(after))) or (number == 0 and bool(MARK.search(gaps[0])))
        mentions.append(Mention(name, copies, marked, counted, whole, alone=alone))
    for number in range(len(mentions) - 1, 0, -1):
        # 《A》＋《B》(統率者): the mark is for all that are joined.
        if mentions[number].marked and _JOINED.match(gaps[number]):
            mentions[number - 1] = mentions[number - 1]._replace(marked=True)
    for gap in gaps:
        if not gap or gap.isspace():
            continue
        left = _ANNOTATION.sub("", MARK.sub("", _DECK_TITLE.sub("", gap)))
        left = TIMES.sub("", left)
        left = "" if ALONE.match(left) else left
        rest.append(_SEPARATORS.sub("", left))
    return mentions, "".join(rest)


def _bare(text: str, *, marked: bool) -> list[Mention]:
    name = clean(without_remarks(without_bullet(clean(_EDGES.sub("", text)))))
    if not name:
        return []
    found = count_in_name(name)
    if found is None:
        return [Mention(name, marked=marked, bracketed=False)]
    inner = clean(found.name)
    if found.certain or (marked and found.copies == 1):
        return [Mention(inner, found.copies, marked, counted=True, bracketed=False)]
    return [Mention(name, marked=marked, bracketed=False, bare_name=inner, bare_count=found.copies)]


def _split_joined(mention: Mention) -> list[Mention]:
    """Split linked Gods written as one: ゲキ＋メツ always, ゲキ／メツ where every part is a god's name."""
    if not mention.marked:
        return [mention]
    parts = re.split(r"\s*[+＋]\s*", mention.name)
    if not all(_WRITTEN.search(part) for part in parts):  # 超音速 ターボ＋1 is one name
        parts = [mention.name]
    if len(parts) == 1 and front_of(mention.name) != mention.name:
        halves = [part for part in re.split(r"\s*[/／]\s*", mention.name) if part]
        parts = halves if all(_GOD_NAME.match(half) for half in halves) else parts
    if len(parts) == 1:
        return [mention]
    return [mention._replace(name=part) for part in parts]
