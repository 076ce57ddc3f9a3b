"""Reading the next batch while the last is judged: DuckDB leaves Python's lock to the reader meanwhile."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


def read_ahead(items: Iterator[T]) -> Iterator[T]:
    """Yield what an iterator gives, none of it None, while a thread asks it for one item more.

    What the iterator raises is raised here, in its place. It is asked by one thread at a time, and no more
    once nobody asks here.
    """
    asked = _ask(items)
    while (item := asked.result()) is not None:
        asked = _ask(items)
        yield item


def _ask(items: Iterator[T]) -> Future[T | None]:
    answer: Future[T | None] = Future()

    def ask() -> None:
        try:
            answer.set_result(next(items, None))
        except BaseException as error:
            answer.set_exception(error)

    # A daemon: who stops listening does not wait for input that may never come.
    Thread(target=ask, daemon=True).start()
    return answer
