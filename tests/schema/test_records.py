"""Records made many at a time are the records that are made one by one."""

from schema.records import DeckLine, deck_lines


def test_lines_made_in_one_go_are_lines() -> None:
    rows = [("commander", 1, "Edgar Markov", 1), ("main", 2, "Forest", 3)]
    made = deck_lines(rows)  # type: ignore[arg-type]
    assert made == (DeckLine("commander", 1, "Edgar Markov"), DeckLine("main", 2, "Forest", 3))
    assert all(type(line) is DeckLine for line in made)
    assert made[1].copies == 3
