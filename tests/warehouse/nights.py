"""A few nights over one home, for tests that end them early: run again, they end the same."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.warehouse.build import card, deck, give_cards, load, page, shown
from tests.warehouse.world import GAMES, build
from warehouse.database import connect_work
from warehouse.publish import publish
from warehouse.resolve import resolve

PROJECT = Path(__file__).resolve().parents[2]
NIGHTS = 3


def night(con, number: int) -> None:
    """One night: new decks, edits of old ones, a card read anew."""
    batch = []
    for key in range(number * 20, number * 20 + 30):
        names = [f"札{(key * 7 + step) % 50}" for step in range(40)]
        one = deck(str(key), *names, f"版{number}" if key % 3 else "版", commander="将")
        batch.append(
            (page(f"https://dm-edh.com/dmedh/{key}", body=f"{key} {number}", days=number), shown(one))
        )
    load(con, *batch)
    give_cards(con, card("将", "火"))
    give_cards(con, *(card(f"札{step}", "火" if number % 2 else "水") for step in range(5 + number * 10)))
    resolve(con, GAMES)
    build(con)


def run(home) -> None:
    """Every night in turn; what an earlier run has done is met again."""
    con = connect_work(home, wait=20)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for number in range(NIGHTS):
        night(con, number)
        publish(con, home)
    con.close()
