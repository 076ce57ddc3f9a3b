"""A deck list while it is read, and what it becomes when it ends."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parsers.card_cells import Mention, is_forbidden_star, read_cell
from schema.names import name_keys
from schema.records import deck_lines

if TYPE_CHECKING:
    from parsers.deck_items import Item
    from schema.records import DeckLine, Zone

_DECK_TITLE = re.compile(
    r"デッキ(?:解説|紹介|レシピ|リスト|公開|まとめ)|統率(?!者?(?:禁止|規制))|レシピ|decklist", re.IGNORECASE
)
_TITLE_COMMANDER = re.compile(r"[《≪]\s*([^》≫]+?)\s*[》≫]\s*統率")
_NAMELIKE = re.compile("[\u3041-\u30fa\u4e00-\u9fff]")
_STAR = re.compile("[SＳsｓ][TＴtｔ][AＡaａ]|ドルマゲドン")
_MAX_HEADED_COMMANDERS = 5  # a heading 統率者 with more below it than the five linked Gods


@dataclass(frozen=True, slots=True)
class FoundDeck:
    """A deck list of an article. `problems` are (kind, detail, line number)."""

    lines: tuple[DeckLine, ...]
    title: str
    partner: bool
    complete: bool
    problems: tuple[tuple[str, str, int | None], ...]
    kind: str = ""  # where its rows stand: cell, item, text
    bare: bool = False
    places: tuple[int, ...] = ()


@dataclass(slots=True)
class _Entry:
    mention: Mention
    zone: Zone
    line_no: int


@dataclass(slots=True)
class Draft:
    """A list being read. `reason` is what announced it: marker, heading, title, zone, section, loose."""

    reason: str
    title: str = ""
    partner: bool = False
    kind: str = ""  # of the first card that is no commander: cell, item, text, heading
    bare: bool = False  # whether that card stood without brackets
    entries: list[_Entry] = field(default_factory=list)
    problems: list[tuple[str, str, int | None]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # of its items in the article
    complete: bool = True
    zone: Zone = "main"
    _zone_fresh: bool = False
    _row_zone: tuple[int, Zone] | None = None
    _headed: bool = False  # a heading 統率者 announced commanders
    _mark_next: bool = False
    _count_next: tuple[int, int] | None = None
    _level: int = 0
    _bullet: str = ""
    _bullets: set[str] = field(default_factory=set)
    _next_no: int = 1
    _row: int = -1  # of the last card
    _odd: bool = False  # whether a card is more or less than a name in brackets without a count
    _stars: bool = False  # whether a line may name a face of the FORBIDDEN STAR set

    @property
    def others(self) -> int:
        """Cards so far that are no commanders."""
        return sum(entry.zone != "commander" for entry in self.entries)

    @property
    def has_others(self) -> bool:
        """Whether a card is no commander."""
        return any([entry.zone != "commander" for entry in self.entries[:6]]) or self.others > 0

    @property
    def _expects(self) -> bool:
        """Whether a label, a mark or a count before it changes what the next card is."""
        return self._count_next is not None or self._row_zone is not None or self._mark_next

    @property
    def _has_commander(self) -> bool:
        return any(entry.zone == "commander" for entry in self.entries)

    # --- what the finder asks ----------------------------------------------------------------------

    def begins_anew(self, zone: Zone) -> bool:
        """Whether a zone heading starts another deck."""
        if zone == "commander":
            return self._has_commander and self.has_others
        main = sum(entry.zone == "main" for entry in self.entries)
        return zone == "main" and self.zone in {"hyperspatial", "gr"} and main >= 20

    def is_next_deck(self, item: Item) -> bool:
        """Whether a marked row is another deck's commander."""
        return self._has_commander and self.has_others and bool(item.reading.mentions)

    def ends_at(self, item: Item) -> bool:
        """Whether a card row can't belong to this list: per-card headings, or rows below the table."""
        if item.line.kind == self.kind or self._zone_fresh or not self.has_others:
            return False
        return item.line.kind == "heading" or (self.kind == "cell" and not item.reading.marked)

    def is_unknown_heading(self, item: Item) -> bool:
        """Whether a line that is no known heading is set as one."""
        if item.line.kind == "heading":
            return True
        return (
            bool(item.bullet)
            and item.bullet not in self._bullets
            and item.line.kind == "text"
            and len(item.line.text) <= 30
        )

    def is_sibling(self, item: Item) -> bool:
        """Whether a heading stands level with the one that announced the list, so that it ends it."""
        if item.line.level and self._level:
            return item.line.level <= self._level
        return bool(self._bullet) and item.bullet == self._bullet and not item.line.level

    def takes_bare(self, item: Item, following: Item | None) -> bool:
        """Whether a bare text is a card of this list."""
        kind = item.line.kind
        if kind == "heading":
            return False
        if self.bare or not self.kind:
            return kind == self.kind or not self.kind
        if kind != self.kind:
            return False
        if kind in {"cell", "item"}:
            return True
        # Between rows with brackets, a short line is a card that lost both.
        return len(item.line.text) <= 30 and following is not None and following.kind == "cards"

    # --- what the finder tells ---------------------------------------------------------------------

    def start(self, level: int, bullet: str) -> None:
        """Remember the heading that announced the list."""
        self._level, self._bullet = level, bullet

    def set_zone(self, zone: Zone, item: Item | None) -> None:
        """Take a zone heading; a label 統率者 in a table cell is for its own row."""
        if zone == "commander" and item is not None and item.line.kind == "cell":
            self._row_zone = (item.line.row, zone)
        else:
            self.zone = zone
            self._zone_fresh = True
        self._headed = self._headed or zone == "commander"
        if item is not None and "パートナー" in item.line.text:
            self.partner = True

    def section(self) -> None:
        """Take a heading that names no zone: what stands below a heading 統率者 ends with it."""
        if self.zone == "commander" and self._has_commander:
            self.zone = "main"

    def add(self, item: Item, columns: dict[int, str]) -> None:
        """Take the cards of a row."""
        line, reading = item.line, item.reading
        if columns and line.kind == "cell" and columns.get(line.cell, "name") != "name":
            return
        if reading.struck:
            self.struck(item)
        self.partner = self.partner or reading.partner
        self._bullets.add(item.bullet)
        residue = reading.residue
        if len(residue) >= 3 and _NAMELIKE.search(residue):
            self.problem("unreadable_line", f"beside the cards: {line.text}")
            self.complete = False
        if _STAR.search(line.text):
            self._stars = True
        mentions = reading.mentions
        plain = self.kind and not (reading.marked or self._stars or self._expects)
        if plain and reading.plain:
            zone = self.zone
            self.entries += [_Entry(each, zone, no) for no, each in enumerate(mentions, self._next_no)]
            self._next_no += len(mentions)
            self._row = line.row
        else:
            for mention in mentions:
                self._take(mention, line.row, line.kind)
        self._zone_fresh = False

    def _take(self, mention: Mention, row: int, kind: str) -> None:
        if self._count_next is not None:
            if self._count_next[0] == row:
                mention = mention._replace(copies=self._count_next[1], counted=True)
            self._count_next = None
        zone = self.zone
        if self._row_zone is not None and self._row_zone[0] == row:
            zone = self._row_zone[1]
        if mention.marked or self._mark_next:
            zone = "commander"
            mention = mention._replace(marked=True)
            self._mark_next = False
        elif self._stars and zone == "main" and is_forbidden_star(mention.name):
            zone = "extra"
        if zone != "commander" and not self.kind:
            self.kind, self.bare = kind, not mention.bracketed
        if not mention.whole:
            self.problem("unclosed_bracket", mention.name)
        self._odd = self._odd or mention.counted or not mention.bracketed
        self.entries.append(_Entry(mention, zone, self._next_no))
        self._next_no += 1
        self._row = row

    def mark_last(self, item: Item) -> None:
        """Take a mark (統率者) that stands alone: for the card before it, else for the next."""
        self.partner = self.partner or item.reading.partner
        last = self.entries[-1] if self.entries else None
        if last is not None and self._row == item.line.row and not self.others > 1:
            last.zone = "commander"
            last.mention = last.mention._replace(marked=True)
        else:
            self._mark_next = True

    def number(self, item: Item) -> None:
        """Take a number that stands alone in a cell: for the card before it in its row, else the next."""
        if item.line.kind != "cell":
            return
        digits = re.sub(r"\D", "", unicodedata.normalize("NFKC", item.line.text))
        copies = int(digits or "1") or 1
        last = self.entries[-1] if self.entries else None
        if last is not None and self._row == item.line.row and not last.mention.counted:
            last.mention = last.mention._replace(copies=copies, counted=True)
            self._odd = True
        else:
            self._count_next = (item.line.row, copies)

    def struck(self, item: Item) -> None:
        """Note cards that are struck through: they are on the page, not in the deck."""
        for text in item.reading.struck:
            self.problem("struck_out", text)

    def unreadable(self, item: Item) -> None:
        """Note a line between cards that gave none; it keeps its own line number."""
        self.struck(item)
        self.problems.append(("unreadable_line", item.line.text, self._next_no))
        self._next_no += 1
        self.complete = self.complete and item.line.text.startswith("※")

    def cut_off(self, detail: str) -> None:
        """Note that the list visibly ends before its end."""
        self.problem("cut_off", detail)
        self.complete = False

    def problem(self, kind: str, detail: str) -> None:
        """Note a problem at the next line."""
        self.problems.append((kind, detail, self._next_no))

    # --- the end -----------------------------------------------------------------------------------

    def finish(self, article_title: str) -> FoundDeck | None:
        """Make the deck, or None where this was no deck list."""
        marked = any(entry.mention.marked for entry in self.entries)  # in the list, not by the title
        if not marked and not self._headed and len(self.entries) < 3:
            return None
        if self._odd:
            self._apply_bare_counts()
            self._drop_numbering()
        if self._headed:
            self._limit_headed_commanders()
        self._merge_forbidden_star()
        named = self._has_commander or self._commander_from(article_title)
        if not self._is_deck(article_title, marked=marked, named=named):
            return None
        if not named:
            self.problems.append(("no_commander", self.title or article_title, None))
        return FoundDeck(
            deck_lines([(e.zone, e.line_no, e.mention.name, e.mention.copies) for e in self.entries]),
            self.title,
            self.partner,
            self.complete,
            tuple(self.problems),
            self.kind,
            self.bare,
            tuple(self.places),
        )

    def _is_deck(self, article_title: str, *, marked: bool, named: bool) -> bool:
        deck_article = bool(_DECK_TITLE.search(article_title))
        total, others = len(self.entries), self.others
        if marked or (self._headed and named):
            return others >= (1 if deck_article else 8)
        if self.reason != "loose":
            return others >= (3 if deck_article else 10)
        counted = sum(entry.mention.counted for entry in self.entries)
        if counted * 5 >= total * 4 and total >= 10:
            return True
        return total >= 10 if named else deck_article and total >= 20

    def _apply_bare_counts(self) -> None:
        """Read `name 2` and `2 name` as counts where most bare rows are written so."""
        bare = [entry for entry in self.entries if not entry.mention.bracketed]
        with_count = [entry for entry in bare if entry.mention.bare_count]
        if len(with_count) < 3 or len(with_count) * 2 <= len(bare):
            return
        for entry in with_count:
            mention = entry.mention
            entry.mention = mention._replace(name=mention.bare_name, copies=mention.bare_count, counted=True)

    def _drop_numbering(self) -> None:
        """Read 1, 2, 3 … n before n cards as their numbers, not as counts."""
        counts = [entry.mention.copies for entry in self.entries if entry.mention.counted]
        if len(counts) < 5 or sorted(counts) != list(range(min(counts), min(counts) + len(counts))):
            return
        for entry in self.entries:
            entry.mention = entry.mention._replace(copies=1, counted=False)

    def _limit_headed_commanders(self) -> None:
        headed = [e for e in self.entries if e.zone == "commander" and not e.mention.marked]
        if len(headed) > _MAX_HEADED_COMMANDERS:
            marked = any(entry.mention.marked for entry in self.entries)
            for entry in headed[0 if marked else 1 :]:
                entry.zone = "extra" if is_forbidden_star(entry.mention.name) else "main"

    def _merge_forbidden_star(self) -> None:
        """Write the set's two faces, when they stand as two cards, as the one card they are."""
        if not self._stars:
            return
        kept: list[_Entry] = []
        for entry in self.entries:
            name = entry.mention.name
            star = is_forbidden_star(name)
            if star and entry.mention.copies == 5:
                entry.mention = entry.mention._replace(copies=1)  # five cards make the one set
            if star and kept and is_forbidden_star(kept[-1].mention.name):
                before = kept[-1].mention
                if "/" not in before.name and "/" not in name and before.name != name:
                    kept[-1].mention = before._replace(name=f"{before.name}/{name}")
                    continue
            kept.append(entry)
        self.entries = kept

    def _commander_from(self, article_title: str) -> bool:
        """Take the commander from a title such as 《X》統率, or the title's card where it is in the list."""
        certain = _TITLE_COMMANDER.search(article_title)
        names = [m.name for m in read_cell(article_title).mentions if m.bracketed]
        for name in names:
            keys = {key for _, key in name_keys("dm", name)[1:4]}
            for entry in self.entries:
                own = {key for _, key in name_keys("dm", entry.mention.name)[1:4]}
                if entry.zone == "main" and keys & own:
                    entry.zone = "commander"
                    return True
        if certain is not None and self.entries:
            mention = Mention(certain.group(1).strip(), marked=True)
            self.entries.insert(0, _Entry(mention, "commander", 0))
            for number, entry in enumerate(self.entries):
                entry.line_no += 1 if number == 0 else 0
            for entry in self.entries[1:]:
                entry.line_no += 1
            self.problems = [(k, d, n + 1 if n is not None else n) for k, d, n in self.problems]
            return True
        return False
