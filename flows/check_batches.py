"""Decks in hand cut into batches: as they come, but decks of one event that are judged together in one.

Only formats with rules of events (DE2, DE8) hold decks together. Theirs wait on disk until the input has
ended, wherever in it they stand, since the earlier registration may come last; all others stream.
"""

from __future__ import annotations

import pickle
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

    from schema.formats import Format
    from schema.records import DeckRecord

# The first verdicts come soon; later batches are large, since each costs the same to begin.
FIRST_BATCH = 250
BATCH = 4_000
# Waiting decks up to so many bytes are held in memory.
_IN_MEMORY = 32 << 20
_OF_EVENTS = frozenset({"event_commander", "event_list"})


def with_event_rules(formats: Iterable[Format]) -> frozenset[str]:
    """The formats of which some edition judges the decks of an event together."""
    return frozenset(
        form.id
        for form in formats
        if any(rule.kind in _OF_EVENTS for edition in form.editions for rule in edition.rules.values())
    )


def batches(decks: Iterable[DeckRecord], joined: Set[str] = frozenset()) -> Iterator[list[DeckRecord]]:
    """Cut a stream of decks into batches, none empty.

    Decks of a format in `joined` that name their event come last, each event whole in one batch, events in
    the order of their first deck; every other deck comes in its place.
    """
    batch: list[DeckRecord] = []
    size = FIRST_BATCH
    with SpooledTemporaryFile(max_size=_IN_MEMORY) as file:
        waiting = _Waiting(file)
        for deck in decks:
            if deck.event is not None and deck.format in joined:
                waiting.add(deck)
                continue
            batch.append(deck)
            if len(batch) >= size:
                yield batch
                batch, size = [], BATCH
        for event in waiting.events():
            if batch and len(batch) + len(event) > size:
                yield batch
                batch, size = [], BATCH
            batch += event
        if batch:
            yield batch


class _Waiting:
    """Decks written aside, to be read again event by event."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        # (format, event) to the places of its decks: pickles of our own, in a file without a name.
        self._places: dict[tuple[str, str], list[int]] = {}

    def add(self, deck: DeckRecord) -> None:
        """Write one deck."""
        assert deck.event is not None
        self._places.setdefault((deck.format, deck.event), []).append(self._file.tell())
        pickle.dump(deck, self._file, pickle.HIGHEST_PROTOCOL)

    def events(self) -> Iterator[list[DeckRecord]]:
        """The decks of each event, in the order in which they came."""
        for places in self._places.values():
            found: list[DeckRecord] = []
            for place in places:
                self._file.seek(place)
                found.append(pickle.load(self._file))  # noqa: S301 - written above, by this process
            yield found
