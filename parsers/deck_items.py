"""Every visible line of an article, sorted: card rows, headings, titles, bare names, prose."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from parsers.card_cells import Mention, Reading, plain_mentions, read_line
from parsers.card_remarks import is_name_with_stop
from parsers.deck_headings import ZONE_INITIALS, Heading, bullet_of, read_heading

if TYPE_CHECKING:
    from parsers.lines import Line

ItemKind = Literal["cards", "name", "mark", "number", "heading", "title", "cut", "note", "prose", "replies"]

_TITLE = re.compile(r"^(?:デッキ名\s*[:：]\s*)?『\s*(?P<inner>[^』]+?)\s*(?:』[^《≪]{0,12})?$")
_CUT = re.compile(
    r"^[\[［(（]?(?:…+|\.{3,}|・{3,}|(?:以下)?(?:省)?略|続きを読む.*|続く|\(?more\b.*)[\]］)）。]?$",
    re.IGNORECASE,
)
# WordPress's heading of a post's comments: 「…」への3件のフィードバック, コメント 2件, 3 thoughts on “…”.
_REPLIES = re.compile(
    r"[0-9０-９]+\s*件の(?:フィードバック|コメント)|^コメント\s*[(（:：]?\s*[0-9０-９]+|^コメント一覧"
    r"|^[0-9]+ (?:thoughts?|repl(?:y|ies)|responses?|comments?)\b",
    re.IGNORECASE,
)
_MARK_ALONE = re.compile(r"^[(（]\s*(?:統率者?|パートナー)\s*[)）]$")
# What stands between cards and is none: remarks, the filling of empty cells, prices, codes of plugins that
# were not run, totals, what to press.
_NOTE = re.compile(
    r"^(?:※.*|[(（][^()（）]*[)）]|[-‐‑–—―ー－~〜～・*＊/／.．=＝_]+|なし|無し|空欄|空き|(?:NEW|New|新規)[!！]*"
    r"|[¥￥]?\s*[0-9０-９,，]+\s*円|[¥￥]\s*[0-9０-９,，]+|\[/?[a-z][\w-]*(?:\s[^\[\]]*)?/?\]"
    r"|(?:以上|計|合計|全)[、,\s]*(?:計|合計|全)?\s*[0-9０-９]{1,3}\s*枚(?:です)?"
    r"|(?!【).{0,12}(?:クリック|タップ)(?:して|すると|で).{0,8}|(?!【).{0,12}[をで](?:開く|閉じる|見る|表示|展開)(?:する)?)$"
)
_NUMBER = re.compile(
    r"^[×xX]?\s*[(（]?(?:[0-9０-９]{1,6}[+＋]?|[①-⑳])\s*枚?[)）]?$|^[(（]?[一二三四五六七八九十]\s*枚[)）]?$"
)
_SENTENCE = re.compile(
    r"。|(?:です|ます|ました|ません|でした|ください|である|だった|します|ですが)[!！?？.,、]*$"
)
_NOT_A_NAME = re.compile(
    r"https?://|^\[?f:id:|^\d{1,4}[/.年-]\d{1,2}|^[\d\s.,/:%-]+$|^(?:No\.?|#)\s*\d+$|^\d+位$|^by\s|^©|^\s*→",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"[《≪][^《》≪≫]{0,40}$")
_CLOSED_FIRST = re.compile(r"^[^《》≪≫]{0,40}[》≫]")
_QUOTED = re.compile("「[^」]*」")  # what a card says is no sentence of the page
_MAX_NAME = 60
# Letters of names and prose; no bracket of a name, no mark of markup, nothing that NFKC would shorten.
LETTERS = (
    "0-9A-Za-zぁ-ゖゝ-ヾ一-龠々〆〇ーａ-ｚＡ-Ｚ０-９"
    " !#$%'*+,./:;?@^|~、。〜・「」…‥☆★♪♥♡×→！？：；，．／＋＆％＃＊＝～－ΑΒΓΔΩαβγω∞"
)
# A plain name with the mark of a commander: one card, for linked Gods are joined by + or /.
_MARKED_ROW = re.compile(
    rf"《 ?(?![{ZONE_INITIALS}{ZONE_INITIALS.upper()}])(?P<name>[0-9A-Za-zぁ-ゖァ-ヺ一-龠]"
    rf"[{re.sub('[+/＋／]', '', LETTERS)}]*+)》[(（]統率者[)）]"
)
# Over 40 characters that begin with a word (no label) and end with 。: no heading, mark, name or note.
_PLAIN_PROSE = re.compile(
    rf"(?!超[次GgＧｇ]|ゴッド統|統率|パートナ|コマンダ|続|略|以下)[ぁ-ゖァ-ヺ一-龠][{LETTERS}]{{40,}}+(?<=。)"
)
# A whole name in brackets and nothing else, which no reading of marks, counts or headings would change:
# it begins with a letter that begins no zone's name, and holds no bracket, sign of a mark or entity.
_PLAIN_NAME = r"[0-9A-Za-zぁ-ゖァ-ヺ一-龠][^《》≪≫«»【】〖〗()（）\[\]〔〕<>＜＞〈〉&\n"
_PLAIN_NAME += "\ufe00-\ufe0f\U000e0100-\U000e01ef]*"
_PLAIN_ROW = re.compile(rf"[《≪]\s*(?![{ZONE_INITIALS}{ZONE_INITIALS.upper()}])(?P<name>{_PLAIN_NAME})[》≫]")
_PLAIN_ROWS = re.compile(rf"(?!《\s*(?:統率者|パートナー)\s*》)(?:《\s*{_PLAIN_NAME}》)++")


class Item(NamedTuple):
    """A line and what it is. `bullet` is the sign it begins with, `inner` a title's text."""

    line: Line
    kind: ItemKind
    reading: Reading
    heading: Heading | None = None
    inner: str = ""
    bullet: str = ""


def sort_lines(lines: list[Line]) -> list[Item]:
    """Sort every line of an article; lines joined only in the markup are taken apart first."""
    items: list[Item] = []
    for line in _unwrapped(lines):
        if len(line.soft) < 3:
            items.append(_sort(line))
        else:
            items += [_sort(part) for part in _soft_parts(line)]
    return _titles_as_cards(items)


def _titles_as_cards(items: list[Item]) -> list[Item]:
    """Read 『 』 as the brackets of names where four and more lines in a row are written so."""
    if sum(item.kind == "title" for item in items) < 4:
        return items
    out: list[Item] = []
    for titles, group in itertools.groupby(items, key=lambda item: item.kind == "title"):
        run = list(group)
        if titles and len(run) >= 4:
            run = [_in_card_brackets(item) for item in run]
        out += run
    return out


def _in_card_brackets(item: Item) -> Item:
    text = item.line.text.replace("『", "《").replace("』", "》")
    return Item(item.line, "cards", read_line(item.line._replace(text=text)))


def _unwrapped(lines: list[Line]) -> list[Line]:
    """Join a name that a line break parts: 《 at the end of one line, 》 first in the next of its block."""
    out: list[Line] = []
    for line in lines:
        before = out[-1] if out else None
        if (
            before is not None
            and before.text[-1] not in "》≫"
            and (before.kind, before.row, before.cell) == (line.kind, line.row, line.cell)
            and _OPEN_END.search(before.text)
            and _CLOSED_FIRST.match(line.text)
        ):
            out[-1] = before._replace(text=f"{before.text} {line.text}", soft=())
        else:
            out.append(line)
    return out


def plausible_name(text: str) -> bool:
    """Whether a bare text could be a card's name: short, no sentence, no date, no address."""
    return (
        0 < len(text) <= _MAX_NAME
        and (not _SENTENCE.search(_QUOTED.sub("", text)) or is_name_with_stop(text))
        and not _NOT_A_NAME.search(text)
    )


def _sort(line: Line) -> Item:
    text = line.text
    plain = _sort_plain(line, text) if not line.struck and text.isprintable() else None
    if plain is not None:
        return plain
    # Most lines of a list are rows of bracketed names; only a zone's name stands in such brackets too.
    if text[0] not in "《≪" or read_heading(text) is not None:
        sorted_ = _sort_words(line)
        if sorted_ is not None:
            return sorted_
    reading = read_line(line)
    bullet = bullet_of(text)
    if reading.bracketed:
        kind: ItemKind = "cards" if _is_card_row(line, reading) else "prose"
        return Item(line, kind, reading, bullet=bullet)
    if _NUMBER.match(text):
        return Item(line, "number", reading)
    if not reading.mentions:
        return Item(line, "mark" if reading.marked else "note", reading)
    if _NOTE.match(text):
        return Item(line, "note", reading)
    name = reading.mentions[0].name
    return Item(line, "name" if plausible_name(name) else "prose", reading, bullet=bullet)


def _sort_plain(line: Line, text: str) -> Item | None:
    """Sort what most lines are, with one look: a row of whole names, a commander, a sentence."""
    if text[0] in "《≪":
        row = _PLAIN_ROW.fullmatch(text)
        if row is not None:
            return Item(line, "cards", Reading((Mention(row["name"].strip()),), plain=True))
        if text[-1] in ")）":
            row = _MARKED_ROW.fullmatch(text)
            if row is not None:
                mention = Mention(row["name"].strip(), marked=True)
                return Item(line, "cards", Reading((mention,), marked=True))
        elif len(text) > 16 and "》《" in text and _PLAIN_ROWS.fullmatch(text):
            names = text[1:-1].split("》《")
            return Item(line, "cards", Reading(plain_mentions(map(str.strip, names)), plain=True))
    elif len(text) > 40 and _PLAIN_PROSE.fullmatch(text):
        return Item(line, "prose", Reading((Mention(text, bracketed=False),)))
    return None


def _sort_words(line: Line) -> Item | None:
    """Sort a line that is a word of its own: the sign of a cut, a mark, a heading, a title."""
    text = line.text
    nothing = Reading(())
    if _CUT.match(text):
        return Item(line, "cut", nothing)
    if line.level and _REPLIES.search(text):
        return Item(line, "replies", nothing)
    if _MARK_ALONE.match(text):
        return Item(line, "mark", read_line(line))
    heading = read_heading(text)
    if heading is not None:
        return Item(line, "heading", nothing, heading, bullet=bullet_of(text))
    title = _TITLE.match(text)
    if title is not None:
        return Item(line, "title", nothing, inner=title["inner"])
    return None


def _is_card_row(line: Line, reading: Reading) -> bool:
    """Whether a line with brackets is a row of cards rather than a sentence that names some."""
    left = reading.residue
    if not left:
        return True
    if line.linked or _SENTENCE.search(line.text) or "。" in left:
        return False
    # 《X》(統率者)で遊ぼう: what goes on with a particle is a sentence, however short.
    if line.kind != "cell" and re.match("[でのともや]", left):
        return False
    limit = 16 if line.kind == "cell" else 8 if line.kind == "item" else 3
    return len(left) <= limit and not (line.kind != "cell" and re.search("[をがはにへ]|から|まで", left))


def _soft_parts(line: Line) -> list[Line]:
    """Split a block whose lines are parted only by line breaks of the source (a list pasted as text)."""
    parts = line.soft
    if len(parts) < 3 or line.struck or any(len(part) > _MAX_NAME for part in parts):
        return [line]
    whole = read_line(line)
    if whole.bracketed and not whole.residue:
        return [line]
    readable = sum(plausible_name(part) for part in parts)
    # 《 at the end of one part and 》 at the start of the next: the markup breaks inside a name.
    broken = any(
        part.count("《") > part.count("》") and "》" in after.split("《")[0]
        for part, after in itertools.pairwise(parts)
    )
    if readable * 10 < len(parts) * 8 or broken or "。" in line.text:
        return [line]
    return [line._replace(text=part, soft=()) for part in parts]
