"""Names like a name that nothing answers to: for people to read, never to be accepted by themselves.

Of 150 real Duel Masters names three have another real card at a likeness of 0.86 and more; one letter of
seven is 0.857.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING

from schema.names import name_keys

if TYPE_CHECKING:
    import duckdb

    from schema.records import Game

LIKENESS = 0.85
# How many names are compared letter by letter: those that share most letter pairs.
COMPARED = 48


class Suggester:
    """Finds like names among the cards of one game; makes its index of letter pairs once."""

    def __init__(self, con: duckdb.DuckDBPyConnection, game: Game) -> None:
        self.game = game
        rows = con.execute(
            "select distinct n.key, c.name from card_name n join card c using (card_id) "
            "where n.game = ? and n.level = 'punctuation' order by all",
            [game],
        ).fetchall()
        self._names: list[tuple[str, str]] = [(str(key), str(name)) for key, name in rows]
        # Folded names in order: those that begin alike stand together.
        self._folded = sorted({(name.casefold(), name) for _, name in self._names})
        self._by_pair: dict[str, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for number, (key, _) in enumerate(self._names):
            pairs = _pairs(key)
            self._sizes.append(len(pairs))
            for pair in pairs:
                self._by_pair[pair].append(number)

    def suggest(self, text: str, limit: int = 3) -> list[str]:
        """The canonical names most like a text, the likest first; at least `LIKENESS` by difflib's ratio.

        Where none is like it, the shortest names that begin with it: lists cut names short.
        """
        key = dict(name_keys(self.game, text)).get("punctuation", "")
        if not key:
            return []
        pairs = _pairs(key)
        shared: Counter[int] = Counter()
        for pair in pairs:
            shared.update(self._by_pair.get(pair, ()))
        # A ratio of 0.85 leaves at most 0.3 of both lengths unmatched; one lost letter costs two pairs.
        least = max(1, len(pairs) // 3)
        like = {
            number: count / (len(pairs) + self._sizes[number])
            for number, count in shared.items()
            if count >= least
        }
        matcher = SequenceMatcher(b=key, autojunk=False)
        found: dict[str, float] = {}
        for number in nlargest(COMPARED, like, key=lambda number: (like[number], -number)):
            other, name = self._names[number]
            matcher.set_seq1(other)
            if matcher.real_quick_ratio() < LIKENESS or matcher.quick_ratio() < LIKENESS:
                continue
            likeness = matcher.ratio()
            if likeness >= LIKENESS and likeness > found.get(name, 0.0):
                found[name] = likeness
        if not found:
            return self._begun(text, limit)
        return sorted(found, key=lambda name: (-found[name], name))[:limit]

    def _begun(self, text: str, limit: int) -> list[str]:
        """Names of which the text is the first word or words."""
        start = text.strip().casefold()
        if len(start) <= 2:
            return []
        begun: list[str] = []
        for folded, name in islice(self._folded, bisect_left(self._folded, (start, "")), None):
            if not folded.startswith(start):
                break
            if name[: len(start)].casefold() == start and not name[len(start) : len(start) + 1].isalnum():
                begun.append(name)
        return sorted(begun, key=lambda name: (len(name), name))[:limit]


def _pairs(key: str) -> set[str]:
    return {key[place : place + 2] for place in range(len(key) - 1)} or {key}
