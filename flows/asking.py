"""Asking a server: in its turn, and again after failures, within the stop rules."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flows.pace import Pace, slow_down, speed_up, wait_until
from flows.stop_rules import HostHealth, asks_again, is_challenge, retry_after
from schema.errors import CensusError, RateLimited, SiteDown, TransientError

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from flows.address_guard import Target
    from flows.exchange import Answer, Question
    from flows.fetch_settings import FetchSettings

    Wire = Callable[[Target, Question, Sequence[tuple[str, str]]], Answer]


class Asker:
    """Asks over a wire, one request at a time a server, with pauses, retries and stop rules.

    `requests` counts what went over the wire, by source.
    """

    def __init__(
        self,
        wire: Wire,
        settings: FetchSettings,
        pace: Pace,
        health: HostHealth,
        requests: Counter[str],
        now: Callable[[], datetime],
    ) -> None:
        self._wire, self._settings, self._pace = wire, settings, pace
        self._health, self._requests, self._now = health, requests, now

    def ask(
        self, question: Question, target: Target, headers: Sequence[tuple[str, str]], delay: float
    ) -> Answer:
        """Ask in the server's turn, again after failures; give the last answer, or raise the last error."""
        failure: CensusError | None = None
        for attempt in range(1 if question.once else self._settings.retries + 1):
            answer: Answer | None = None
            with self._pace.turn(target.key, delay) as state:
                self._health.check(target.key)
                self._requests[question.source] += 1
                failure = None
                try:
                    answer = self._wire(target, question, headers)
                    if asks_again(answer.status):
                        failure = SiteDown(f"{target.url} answers {answer.status}", url=target.url)
                except TransientError as error:
                    failure = error
                if failure is None:
                    assert answer is not None
                    # A 404 or a 403 is quickly answered by a server that is short of breath.
                    if answer.status < 400:
                        speed_up(state)
                    self._health.good(target.key)
                    return answer
                slow_down(state)
                asked = retry_after(answer.named().get("retry-after"), self._now()) if answer else None
                # Where no pause is kept between requests (a replica), none is needed after a failure.
                backoff = self._settings.backoff if delay else 0.0
                pause = asked if asked is not None else backoff * 2**attempt
                wait_until(state, time.time() + min(pause, self._settings.longest_retry_after))
            if asked is not None and asked > self._settings.longest_retry_after:
                limited = RateLimited(
                    f"{target.key} asks to come back in {asked:,.0f} s and is left alone for this run",
                    url=target.url,
                )
                self._health.switch_off(target.key, limited)
                raise limited
            self._health.failed(target.key, failure)
            if answer is not None and is_challenge(answer.status, answer.named(), answer.body):
                return answer
        if answer is None:
            assert failure is not None
            raise failure
        return answer
