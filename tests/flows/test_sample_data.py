"""The sample's data: whole decks, known cards, and an example on both sides of every clause."""

from collections import Counter
from datetime import date

import pytest

from flows.sample.articles import load_articles
from flows.sample.card_facts import load_cards
from flows.sample.shapes import PROSE_CARDS, SHAPES, render_body
from tests.flows.sample_verdicts import decks, expected, find, judge

CLAUSES = (
    *(f"DM{number}" for number in (*range(1, 10), 12)),
    *(f"GOD{number}" for number in (1, 2, 4, 5)),
    *(f"HYP{number}" for number in (1, 2, 3)),
)
EDITIONS = ("2017-01-01", "2019-03-03", "2019-12-20", "2020-02-23", "2021-09-12", "2023-02-10", "2026-01-04")
TODAY = date(2026, 11, 29)
ROWS = expected()
DMEDH = [row for row in ROWS if row["format"] == "dmedh"]


def _key(row: dict[str, str]) -> tuple[str, int]:
    return row["source_key"], int(row["revision"])


def _edition(row: dict[str, str]) -> str:
    return max(edition for edition in EDITIONS if edition <= max(row["judged_on"], EDITIONS[0]))


def test_every_list_of_every_revision_is_expected_to_be_something() -> None:
    assert {_key(row) for row in ROWS} == set(decks())


@pytest.mark.parametrize("row", DMEDH, ids=lambda row: f"{row['source_key']}.r{row['revision']}")
def test_expected_verdicts_hold_before_a_plain_judge(row: dict[str, str]) -> None:
    article, deck = decks()[_key(row)]
    for basis, day in (("published", date.fromisoformat(row["judged_on"])), ("today", TODAY)):
        found = judge(deck, day, cut=article.cut)
        assert found.verdict == row[basis], basis
        if found.verdict != "incomplete":
            assert " ".join(sorted(found.rules)) == row[f"{basis}_rules"], basis
            assert " ".join(sorted(found.advisories)) == row[f"{basis}_advisories"], basis
        assert found.cards == int(row["cards"])


def test_an_expected_break_is_in_the_expected_rules() -> None:
    # A broken clause of the command zone shows in the rule that reports it.
    reported = {"HYP1": "DM1", "HYP2": "DM6", "HYP3": "DM6", "GOD4": "DM2", "GOD5": "DM6"}
    for row in DMEDH:
        for shown in row["shows"].split():
            clause, sign = shown[:-1], shown[-1]
            rules = f"{row['published_rules']} {row['published_advisories']}".split()
            if sign == "-":
                assert reported.get(clause, clause) in rules, row
            if sign == "+":
                assert clause not in rules, row
            if sign == "?":
                assert row["published"] == "unknown", row


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_an_example_on_both_sides(clause: str) -> None:
    shown = {shown for row in DMEDH for shown in row["shows"].split()}
    assert {f"{clause}+", f"{clause}-"} <= shown


def test_a_commander_named_by_its_back_face_has_an_example() -> None:
    named = [row for row in DMEDH if "HYP5+" in row["shows"]]
    assert named
    for row in named:
        found = find(row["commander"])
        assert found is not None
        assert found.face == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_legal_and_an_illegal_deck(edition: str) -> None:
    verdicts = {row["published"] for row in DMEDH if _edition(row) == edition}
    assert {"legal", "illegal"} <= verdicts


def test_verdicts_change_between_the_deck_and_today() -> None:
    moves = {(row["published"], row["today"]) for row in DMEDH}
    assert {("legal", "illegal"), ("illegal", "legal")} <= moves


def test_there_are_enough_whole_decks_for_rates() -> None:
    whole = [row for row in DMEDH if row["published"] != "incomplete"]
    assert len(whole) >= 45
    by_commander = Counter(row["commander"] for row in whole)
    assert len([count for count in by_commander.values() if count >= 4]) >= 5
    assert len({row["judged_on"][:7] for row in whole}) >= 40


def test_whole_decks_have_sixty_cards_unless_size_is_their_point() -> None:
    for row in ROWS:
        if row["published"] != "incomplete" and "DM2" not in row["published_rules"]:
            assert row["cards"] == "60", row


def test_every_card_of_a_whole_deck_is_known_unless_that_is_its_point() -> None:
    for row in ROWS:
        article, deck = decks()[_key(row)]
        if article.cut or row["source_key"] in ("20081", "20082", "20083", "20088"):
            continue
        lines = [*deck.commander, *deck.main, *deck.hyperspatial, *deck.gr, *deck.extra]
        missing = [line for line in lines if find(line.partition("》×")[0]) is None]
        assert missing == [], row["source_key"]


def test_typing_errors_stay_unresolved() -> None:
    for name in ("シルバー・ウォルグ", "無情秘伝 LOVE&HATE", "目玉坊っちゃん", "ド級 テンクウオー"):
        assert find(name) is None
    assert find("シルバー・ヴォルグ") is not None
    assert find("無情秘伝 LOVE×HATE") is not None


def test_real_lists_hold_the_known_number_of_cards() -> None:
    sizes = {row["source_key"]: int(row["cards"]) for row in ROWS if row["published"] == "incomplete"}
    real = {"4081": 28, "4083": 35, "5266": 38, "5303": 38, "6735": 35}
    others = {"20901": 32, "20902": 52, "20903": 50, "20904": 42}
    assert {key: sizes[key] for key in real | others} == real | others


def test_every_shape_is_used_and_renders() -> None:
    used = {article.shape for article in load_articles() if article.decks}
    assert used == set(SHAPES)
    for article in load_articles():
        assert render_body(article)


def test_ids_of_cards_are_unique() -> None:
    ids = [card_id for card in load_cards() for card_id in card.ids]
    assert [card_id for card_id, count in Counter(ids).items() if count > 1] == []


def test_prose_cards_stand_in_no_list() -> None:
    for _, deck in decks().values():
        lines = {line.strip("《 》") for line in (*deck.commander, *deck.main, *deck.hyperspatial)}
        assert not lines & set(PROSE_CARDS)
