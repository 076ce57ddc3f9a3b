"""Properties of versions: any nights, met again in any portions, end the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.warehouse.build import START, deck
from warehouse.deck_versions import History, Observation, Version, naive

INSTANTS = st.integers(min_value=0, max_value=12)
CONTENTS = st.sampled_from(["甲", "乙", "丙"])
# A sighting shows a content, or (None) the article without its deck; ordered by instant.
NIGHTS = st.lists(
    st.tuples(INSTANTS, CONTENTS | st.none()), max_size=12, unique_by=lambda night: night[0]
).map(lambda nights: sorted(nights, key=lambda night: night[0]))


def see(history: History, nights) -> History:
    for instant, content in nights:
        seen_at = naive(START + timedelta(days=instant))
        assert seen_at is not None
        if content is None:
            history.end(seen_at)
            continue
        one = deck("1", content)
        history.observe(Observation(one, one.lines, True, seen_at, instant, "test", "1"))
    return history


def state(history: History) -> dict[int, tuple]:
    return {
        number: (row.content_hash, row.is_current, row.ended_at, row.seen_at, row.page_id)
        for number, row in sorted(history.changed.items())
    }


@given(NIGHTS)
@settings(deadline=None)
def test_versions_are_the_changes_of_content(nights):
    shown = [content for _, content in nights if content is not None]
    changes = [content for place, content in enumerate(shown) if place == 0 or shown[place - 1] != content]
    history = see(History(), nights)
    assert sorted(history.changed) == list(range(1, len(changes) + 1))
    current = [row for row in history.changed.values() if row.is_current]
    gone = bool(nights) and nights[-1][1] is None
    assert len(current) == (1 if shown and not gone else 0)
    if current:
        assert current[0].version == len(changes)
        assert [line.text for line in current[0].lines or ()][-1] == shown[-1]


@given(NIGHTS, st.integers(min_value=0, max_value=12), st.integers(min_value=0, max_value=12))
@settings(deadline=None)
def test_nights_met_again_change_nothing(nights, first, last):
    history = see(History(), nights)
    before = state(history)
    see(history, nights[min(first, last) : max(first, last)])
    see(history, nights)
    assert state(history) == before


@given(NIGHTS, st.integers(min_value=0, max_value=12))
@settings(deadline=None)
def test_nights_in_two_loads_end_as_in_one(nights, cut):
    whole = see(History(), nights)
    head = see(History(), nights[:cut])
    stored = list(head.changed.values())
    latest = head.latest
    tail = History(latest, [row.content_hash for row in stored], top=head.top)
    see(tail, nights[cut:])
    merged: dict[int, Version] = {**head.changed, **tail.changed}
    assert {number: state_of(row) for number, row in merged.items()} == {
        number: state_of(row) for number, row in whole.changed.items()
    }


def state_of(row: Version) -> tuple:
    return row.content_hash, row.is_current, row.ended_at, row.seen_at, row.page_id


LISTS = st.lists(
    st.lists(st.sampled_from(["甲", "乙", "丙"]), min_size=2, max_size=4), min_size=1, max_size=6
)


def sightings(nights: list[list[str]], part: int, parted: list[bool]) -> list[Observation]:
    """Each night a feed shows the beginning of the list, and a minute later its own page the whole."""
    seen = []
    for night, (names, by_feed) in enumerate(zip(nights, parted, strict=True)):
        seen_at = naive(START + timedelta(days=night))
        assert seen_at is not None
        whole = deck("1", *names)
        if by_feed:
            begun = replace(whole, in_part=True, complete=False)
            seen.append(Observation(begun, whole.lines[:part], False, seen_at, 2 * night, "test", "1"))
        later = seen_at + timedelta(minutes=1)
        seen.append(Observation(whole, whole.lines, True, later, 2 * night + 1, "test", "1"))
    return seen


@given(LISTS, st.integers(min_value=1, max_value=3), st.data())
@settings(deadline=None)
def test_a_feed_that_shows_the_beginning_first_makes_no_versions_of_its_own(nights, part, data):
    parted = data.draw(st.lists(st.booleans(), min_size=len(nights), max_size=len(nights)))
    observed = sightings(nights, part, parted)
    changes = [names for place, names in enumerate(nights) if place == 0 or nights[place - 1] != names]
    cut = data.draw(st.integers(min_value=0, max_value=len(observed)))
    head = History()
    for one in observed[:cut]:
        head.observe(one)
    lines = head.latest_lines if head.latest else None
    stored = dict(head.changed)
    tail = History(head.latest, [row.content_hash for row in stored.values()], lines, top=head.top)
    for one in observed[cut:]:
        tail.observe(one)
    merged = {**stored, **tail.changed}
    assert sorted(merged) == list(range(1, len(changes) + 1))
    assert all(row.is_complete for row in merged.values())
    assert [[line.text for line in merged[n].lines or ()] for n in sorted(merged)] == [
        [line.text for line in deck("1", *names).lines] for names in changes
    ]
    # The same nights once more.
    before = {number: state_of(row) for number, row in tail.changed.items()}
    for one in observed[-2:]:
        tail.observe(one)
    assert {number: state_of(row) for number, row in tail.changed.items()} == before
