"""List updates of the DMEDH site: posts that restrict or free cards, and the rule page's list."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from parsers.card_remarks import without_bullet
from parsers.dates import days, short_days
from parsers.deck_headings import bullet_of, read_heading
from parsers.deck_items import plausible_name
from parsers.dm_edh_days import post_day
from parsers.dm_edh_rows import Row, read_row, row_day, row_from_cells
from parsers.dm_edh_status import Move, State, heading_state
from schema.records import RestrictionChange

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from parsers.lines import Line

LIST = "dmedh"
_UPDATE_TITLE = re.compile(
    r"(?:規制|禁止|制限|リスト|ルール).{0,12}(?:更新|改定|改訂|変更|追加|解除|について|のお知らせ|発表)|推奨禁止|規制リスト|禁止リスト|禁止カード"
)
_CARDS_TITLE = re.compile(r"(?:規制|禁止).{0,12}(?:更新|改定|改訂|変更|追加|解除)(?!予定|について)")
_HISTORY = re.compile("更新履歴|改定履歴|変更履歴|履歴")
# A row that gives its card something: a state of other words.
_UNREAD_ROW = re.compile(r"^[\W_]*[《≪][^》≫]+[》≫]\s*[:：→⇒＞(（][^。]{1,30}$")
# 《X》を規制から外しました, not 《X》と組み合わせると強すぎるため禁止しました.
_OF_THE_CARD = re.compile(r"[》≫]\s*(?:を|の?(?:規制|禁止|統率者)|は.{0,4}(?:規制|禁止|無制限))")
_NOT_A_CARD = re.compile(
    "ため|ので|から|について|以下|理由|対象|追加|変更|更新|お知らせ|ください|リスト|規制|禁止|[:：]"
)

_OF_HEADINGS = frozenset("■□◆◇▼#【[〔〈<＜")
_BULLETS = "・･●○◆◇■□▼▽★☆※-－ 　"
# A bare name with its state: 名前（規制）, 名前：2色以上で規制, 名前 → 無制限.
_BARE_WITH_STATE = re.compile(
    r"^[・･●○◆◇\s-]*(?P<name>[^\s(（:：→].*?)\s*(?:[:：→⇒]\s*|[(（]\s*)(?P<state>[^()（）]*?(?:\([^()]*\)|（[^（）]*）)?)\s*[)）]?$"
)

Kind = Literal["change", "snapshot"]
Notes = list[tuple[str, str, int | None]]


@dataclass(slots=True)
class _Reader:
    url: str
    day: date
    kind: Kind
    dated: bool = False  # whether a line gave the day
    move: Move | None = None
    sure: bool = True  # every row of the post is a change; else only event bans and dated history
    history: bool = False
    bullet: str = ""  # of the heading that gave the state
    number: int = 0
    changes: list[RestrictionChange] = field(default_factory=list)
    problems: Notes = field(default_factory=list)
    sentences: list[RestrictionChange] = field(default_factory=list)
    said: list[RestrictionChange] = field(default_factory=list)  # those that speak of the card itself


def is_update_title(title: str) -> bool:
    """Whether a title announces changes of the list."""
    return bool(_UPDATE_TITLE.search(title)) and "デッキ解説" not in title


def announces_rows(title: str) -> bool:
    """Whether a title announces changes of cards alone, so that a post without any is an unread one."""
    return bool(_CARDS_TITLE.search(title)) and "ルール" not in title


def read_updates(
    lines: list[Line], *, title: str, url: str, published: date, sure: bool = True
) -> tuple[list[RestrictionChange], Notes]:
    """Read a post's changes. Dated by its own text, else `published`.

    With `sure` False (a post that is no list update) only bans for one event are taken. Problems are
    (kind, detail, row number): unknown_status, bad_row, unclosed_bracket, unreadable_line (a row or sentence
    that says something of a card and is not read).
    """
    reader = _Reader(url, post_day(title, lines, published=published) or published, "change", sure=sure)
    _read(reader, lines)
    changes = reader.changes or (reader.sentences if sure else [])
    listed = {change.cards for change in changes}
    for change in reader.said if sure and reader.changes else []:
        if change.cards not in listed:
            told = f"beside the list, in a sentence: {' + '.join(change.cards)} {change.status}"
            reader.problems.append(("unreadable_line", told, change.line_no))
    return _unique(changes), reader.problems


def read_snapshot(lines: list[Line], *, url: str, day: date) -> tuple[list[RestrictionChange], Notes]:
    """Read the list as it stands on the rule page; dated rows of its history are changes."""
    reader = _Reader(url, day, "snapshot")
    _read(reader, lines)
    return _unique(reader.changes), reader.problems


def _read(reader: _Reader, lines: list[Line]) -> None:
    for line in _rows([line for line in lines if not line.contents and not line.aside]):
        found = row_day(line.text)
        if found is not None and (reader.kind == "change" or reader.history):
            reader.day = (days(found) or short_days(found))[0]
            reader.dated = True
        if "《" in line.text or "≪" in line.text:
            _bracketed(reader, line)
        else:
            _plain(reader, line)


def _rows(lines: list[Line]) -> Iterator[Line]:
    """The lines, with the cells of a table row put together where the row is one entry.

    States in a head row are those of their columns; a state in a cell over several rows is that of each.
    """
    columns: dict[int, str] = {}
    carried: Line | None = None
    for row, group in groupby(lines, key=lambda line: (line.row, line.kind == "cell")):
        members = list(group)
        in_table = row[1] and row[0] >= 0
        if not in_table:
            columns, carried = {}, None
            yield from members
            continue
        states = [heading_state(line.text) is not None for line in members]
        if all(states) and len(members) > 1:
            columns, carried = {line.cell: line.text for line in members}, None
        elif columns and not any(states):
            yield from (_under_state(line, columns.get(line.cell, "")) for line in members)
        else:
            columns = {}
            if states[0]:
                carried = members[0]
            elif carried is not None and not any(states) and members[0].cell > carried.cell:
                members, states = [carried, *members], [True, *states]
            if len(members) > 1 and any(states) and not all(states):
                yield row_from_cells(members)
            else:
                yield from members


def _under_state(line: Line, state: str) -> Line:
    return line._replace(text=f"{line.text}：{state}", struck=line.struck and f"{line.struck}：{state}")


def _plain(reader: _Reader, line: Line) -> None:
    text = line.text
    state = heading_state(text)
    if state is not None and (state.now is not None or state.before is not None):
        reader.move, reader.bullet = state, bullet_of(text)
        return
    heading = read_heading(text)
    if line.kind == "heading" or heading is not None or (bullet_of(text) and not _is_bullet(reader, line)):
        if heading is None or heading.role != "section":
            reader.move = None
        if line.kind == "heading" or bullet_of(text):
            reader.history = bool(_HISTORY.search(text))
        return
    if reader.history:
        return
    stated = _BARE_WITH_STATE.match(text) if len(text) <= 80 else None
    if (
        stated is not None
        and heading_state(stated["state"]) is not None
        and _could_be_card(stated["name"], line)
    ):
        _bracketed(reader, line._replace(text=f"《{stated['name']}》 {stated['state']}", struck=""))
    elif reader.move is not None and _could_be_card(text, line):
        bare = without_bullet(text.lstrip(_BULLETS))
        _bracketed(reader, line._replace(text=f"《{bare}》", struck=_wrapped(line.struck)))


def _is_bullet(reader: _Reader, line: Line) -> bool:
    """Whether the sign before a text sets it as a row of the list, not as a heading like the list's own."""
    sign = bullet_of(line.text)
    if reader.move is None or sign in _OF_HEADINGS or sign == reader.bullet:
        return False
    return _could_be_card(without_bullet(line.text), line)


def _could_be_card(text: str, line: Line) -> bool:
    text = text.lstrip(_BULLETS)
    if not plausible_name(text) or _NOT_A_CARD.search(text) or text.startswith("※"):
        return False
    return len(text) <= (40 if line.kind in {"cell", "item"} else 25)


def _wrapped(struck: str) -> str:
    return f"{struck[0]}《{struck[1:-1]}》{struck[-1]}" if len(struck) > 2 and struck[0] == "\ue000" else ""


def _bracketed(reader: _Reader, line: Line) -> None:
    read = read_row(line)
    if not read.rows:
        if reader.sure and reader.kind == "change" and _UNREAD_ROW.search(line.text):
            reader.problems.append(("unreadable_line", line.text, None))
        return
    if not reader.sure and not _is_event(read.rows[0].now or (reader.move.now if reader.move else None)):
        return
    if reader.kind == "snapshot" and not reader.history and (reader.move is None or read.sentence):
        return
    if reader.history and not (reader.dated and read.states):
        return
    for row in _sets(read.rows, reader.move):
        change = _change(reader, row)
        if change is None:
            continue
        if not read.sentence or reader.history:
            reader.changes.append(change)
            continue
        reader.sentences.append(change)
        if _OF_THE_CARD.search(line.text):
            reader.said.append(change)


def _is_event(state: State | None) -> bool:
    return state is not None and state.status == "event_only"


def _sets(rows: tuple[Row, ...], move: Move | None) -> list[Row]:
    """Put the two or three cards of a line together where its state is one of a combination."""
    state = rows[0].now or (move.now if move else None)
    before = rows[0].before or (move.before if move else None)
    combined = {"pair", "trio"}
    is_set = (state is not None and state.status in combined) or (
        state is not None and state.status == "free" and before is not None and before.status in combined
    )
    if is_set and not any(row.joined for row in rows) and len(rows) in (2, 3):
        return [replace(rows[-1], cards=tuple(card for row in rows for card in row.cards), joined=True)]
    return list(rows)


def _change(reader: _Reader, row: Row) -> RestrictionChange | None:
    reader.number += 1
    context = reader.move or Move()
    now = row.now or context.now
    before = row.before or (context.before if row.now is None else None)
    if context.now is not None and context.now.status == "free" and row.now and row.now.status != "free":
        # Under a heading 解除, the state beside a card is the one that is lifted.
        now, before = context.now, before or row.now
    if row.struck:
        now, before = State("free"), before or now
    names = " + ".join(row.cards)
    if not row.whole:
        reader.problems.append(("unclosed_bracket", names, reader.number))
    if now is None or now.status == "unknown":
        now = State("unknown")
        reader.problems.append(("unknown_status", names, reader.number))
    status = now.status
    if status in {"banned", "pair", "trio"} and len(row.cards) in (2, 3):
        status = "pair" if len(row.cards) == 2 else "trio"
    if (status == "pair" and len(row.cards) != 2) or (status == "trio" and len(row.cards) != 3):
        reader.problems.append(("bad_row", f"{status} of {len(row.cards)}: {names}", reader.number))
        return None
    return RestrictionChange(
        list=LIST,
        cards=row.cards,
        status=status,
        effective_on=reader.day,
        url=reader.url,
        min_identity=now.min_identity if status == "banned" else None,
        previous=_previous(before, len(row.cards)),
        kind="change" if reader.history else reader.kind,
        line_no=reader.number,
    )


def _previous(before: State | None, cards: int) -> str | None:
    if before is None:
        return None
    if before.status == "banned" and cards in (2, 3):
        return "pair" if cards == 2 else "trio"
    return str(before)


def _unique(changes: list[RestrictionChange]) -> list[RestrictionChange]:
    kept: dict[tuple[object, ...], RestrictionChange] = {}
    for change in changes:
        kept.setdefault((change.cards, change.status, change.min_identity, change.effective_on), change)
    return list(kept.values())
