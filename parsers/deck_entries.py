"""The rows of a whole list, settled together: what one row alone leaves open, all of them decide."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.card_cells import Mention, is_forbidden_star
from parsers.card_counts import count_in_name
from schema.names import clean

if TYPE_CHECKING:
    from schema.records import Zone

_MAX_HEADED_COMMANDERS = 5  # a heading 統率者 with more below it than the five linked Gods
_MOST_HEADS = 2
_PAIRS = {"「": "」", "｢": "｣", "〈": "〉", "<": ">", "＜": "＞", "“": "”"}
_MOST_OF_ONE = 4  # copies that the game allows of nearly every card


@dataclass(slots=True)
class Entry:
    """A card of a list while it is read; `cell` is its column, -1 outside tables."""

    mention: Mention
    zone: Zone
    line_no: int
    cell: int = -1


def settle_counts(entries: list[Entry]) -> None:
    """Read what may be a count as one, or not, by the whole list; take off brackets that all names wear."""
    _apply_bare_counts(entries)
    _unbracket(entries)
    _drop_numbering(entries)
    _drop_costs(entries)


def _apply_bare_counts(entries: list[Entry]) -> None:
    """Read `name 2` and `2 name` as counts where most bare rows are written so."""
    bare = [entry for entry in entries if not entry.mention.bracketed]
    with_count = [entry for entry in bare if entry.mention.bare_count]
    if len(with_count) < 3 or len(with_count) * 2 <= len(bare):
        return
    leading = sum(entry.mention.name.endswith(entry.mention.bare_name) for entry in with_count)
    for entry in with_count:
        mention = entry.mention
        if leading * 2 > len(with_count) and (parted := count_in_name(mention.name, before=True)) is not None:
            mention = mention._replace(bare_name=clean(parted.name), bare_count=parted.copies)
        entry.mention = mention._replace(
            name=mention.bare_name, copies=mention.bare_count, counted=True, alone=True
        )


def _unbracket(entries: list[Entry]) -> None:
    """Take the brackets off where most bare names stand in one kind of them: 「X」, 〈X〉, <<X>>.

    Few names are written so themselves: a list of names that all are is a list in brackets.
    """
    bare = [entry for entry in entries if not entry.mention.bracketed]
    worn = Counter(entry.mention.name[0] for entry in bare if _wears_brackets(entry.mention.name))
    if not worn:
        return
    ((opening, many),) = worn.most_common(1)
    if many < 5 or many * 2 <= len(bare):
        return
    for entry in bare:
        name = entry.mention.name
        if name[0] == opening and _wears_brackets(name):
            inner = clean(name.strip(opening + _PAIRS[opening]))
            entry.mention = entry.mention._replace(name=inner or name)


def _wears_brackets(name: str) -> bool:
    return len(name) > 2 and _PAIRS.get(name[0]) == name[-1]


def _drop_numbering(entries: list[Entry]) -> None:
    """Read 1, 2, 3 … n before n cards as their numbers, not as counts; each part may begin anew."""
    counts = [entry.mention.copies for entry in entries if entry.mention.counted]
    if len(counts) < 5 or max(counts) < 5:
        return
    if sorted(counts) != list(range(min(counts), min(counts) + len(counts))):
        runs = zip([0, *counts], counts, strict=False)
        if not all(after == before + 1 or after == 1 < before for before, after in runs):
            return
    _uncount(entries)


def _drop_costs(entries: list[Entry]) -> None:
    """Read numbers without a sign as costs or the like, where three or more are no numbers of copies."""
    alone = [entry for entry in entries if entry.mention.alone]
    if sum(entry.mention.copies > _MOST_OF_ONE for entry in alone) >= 3:
        _uncount(alone)


def _uncount(entries: list[Entry]) -> None:
    for entry in entries:
        entry.mention = entry.mention._replace(copies=1, counted=False)


def take_texts_beside(entries: list[Entry]) -> list[Entry]:
    """Take out, and give, what stands without brackets beside names in brackets and is none of them.

    That is a column of a table without one name in brackets, a text that comes three times, or what stands
    in cells above the commander: a head.
    """
    named = Counter(entry.cell for entry in entries if entry.mention.bracketed)
    if sum(named.values()) < 5:
        return []
    bare = [entry for entry in entries if not (entry.mention.bracketed or entry.mention.marked)]
    again = Counter(entry.mention.name for entry in bare)
    apart = [entry.cell for entry in bare if entry.cell >= 0 and not named[entry.cell]]
    # One or two in a column of their own may be names that lost their brackets.
    columns = set(apart) if len(apart) >= 3 else set()

    first = next((n for n, entry in enumerate(entries) if entry.mention.bracketed), 0)
    is_headed = 0 < first <= _MOST_HEADS and entries[first].mention.marked
    heads = {id(entry) for entry in entries[:first] if is_headed and entry.cell >= 0}

    def is_beside(entry: Entry) -> bool:
        if id(entry) in heads:
            return True
        if entry.mention.bracketed or entry.mention.marked:
            return False
        return again[entry.mention.name] >= 3 or entry.cell in columns

    out = [entry for entry in bare if is_beside(entry)]
    entries[:] = [entry for entry in entries if not is_beside(entry)]
    return out


def limit_headed_commanders(entries: list[Entry]) -> bool:
    """Under a heading 統率者 with a whole deck below it, take the first card alone for the commander.

    Gives whether that was so.
    """
    headed = [e for e in entries if e.zone == "commander" and not e.mention.marked]
    if len(headed) <= _MAX_HEADED_COMMANDERS:
        return False
    marked = any(entry.mention.marked for entry in entries)
    for entry in headed[0 if marked else 1 :]:
        entry.zone = "extra" if is_forbidden_star(entry.mention.name) else "main"
    return not marked


def merge_forbidden_star(entries: list[Entry]) -> list[Entry]:
    """Write the set's two faces, when they stand as two cards, as the one card they are."""
    kept: list[Entry] = []
    for entry in entries:
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
    return kept
