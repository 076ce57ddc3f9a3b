"""Decks on which the two judges are known to part, each with the document that has a word on it.

A difference of these kinds is set aside by the agreement tests; every other one fails them. None is open.
"""

from collections.abc import Callable

from tests.truth.agreement import Difference

OPEN: tuple[Callable[[Difference], bool], ...] = ()


def is_open(each: Difference) -> bool:
    return any(question(each) for question in OPEN)
