"""The next item is asked for while the last one is worked on, one ahead and no more."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

import pytest

from flows.read_ahead import read_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_all_in_their_order() -> None:
    assert list(read_ahead(iter(range(100)))) == list(range(100))
    assert list(read_ahead(iter([]))) == []


def test_the_next_is_read_while_the_last_is_worked_on() -> None:
    second_read = Event()

    def items() -> Iterator[str]:
        yield "first"
        second_read.set()
        yield "second"

    for item in read_ahead(items()):
        assert second_read.wait(10), f"nothing was read while {item} was worked on"


def test_one_ahead_and_none_for_who_stopped_listening() -> None:
    read: list[int] = []
    third_read = Event()

    def items() -> Iterator[int]:
        for number in range(10):
            read.append(number)
            if number == 2:
                third_read.set()
            yield number

    reading = read_ahead(items())
    assert [next(reading), next(reading)] == [0, 1]
    assert third_read.wait(10)
    reading.close()  # type: ignore[attr-defined]
    assert read == [0, 1, 2]


def test_what_it_raises_is_raised_in_its_place() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise LookupError("no more")

    reading = read_ahead(items())
    assert next(reading) == 1
    with pytest.raises(LookupError, match="no more"):
        next(reading)
