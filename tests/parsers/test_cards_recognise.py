"""Files that are no card files, and card files of the other game, are told before a card is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from parsers.cards.recognise import game_of_cards, refuse_other_files
from schema.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from schema.records import Game

FOREST = {"object": "card", "oracle_id": "b34bb2dc", "name": "Forest", "type_line": "Basic Land — Forest"}
ATOMIC = {"name": "Forest", "type": "Basic Land — Forest", "manaCost": "", "colorIdentity": ["G"]}
UUID = "00010d56-fe38-5e35-8aed-518019aa36a5"


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is empty"),
        (b"PK\x03\x04\x14\x00\x00\x00 Sol Ring", "it holds NUL bytes, so it is no text"),
        (b"<!DOCTYPE html><html><body>1 Sol Ring</body></html>", "a web page"),
        (b"1 Sol Ring\n1 Forest\n", "a deck list"),
        ("《青銅の鎧》\n《フェアリー・ライフ》\n".encode(), "a deck list"),
        (b"count,name,section\n1,Sol Ring,main\n", "a deck list"),
        (b"section,count,name,type\nnonlands,1,Dualcaster Mage,Commander 2021\n", "a deck list"),
        (b"name,price\nSol Ring,1\n", "no column called type"),
        (b"card,type\nSol Ring,Artifact\n", "no column called name"),
        (as_json({"source": "x", "zones": {"main": [[1, "Sol Ring"]]}}), "decks"),
        (as_json({"src": "MTGO", "format": "duel", "main": [], "side": []}), "decks"),
        (as_json({"Tournament": {}, "Decks": []}), "decks"),
        (as_json({"name": "x", "boards": {"mainboard": {}}}), "decks"),
        (as_json({"id": 1, "name": "x", "cards": [{"quantity": 1}]}), "decks"),
        (as_json({"meta": {}, "data": {"code": "CM2", "commander": [ATOMIC], "mainBoard": []}}), "a deck"),
        (as_json({"meta": {}, "data": {"baseSetSize": 1, "cards": [ATOMIC]}}), "an MTGJSON set"),
        (as_json({"meta": {}, "data": {"LEA": {"baseSetSize": 1, "cards": [ATOMIC]}}}), "MTGJSON sets"),
        (as_json({"meta": {}, "data": {UUID: ATOMIC}}), "AllIdentifiers"),
        (as_json([{"object": "ruling", "oracle_id": "x", "comment": "…"}]), "of the kind ruling"),
        (as_json({"object": "list", "has_more": False, "data": [{"object": "set"}]}), "of the kind set"),
        (as_json({"object": "list", "has_more": True, "data": [FOREST]}), "one page of a search"),
        (as_json({"object": "list", "data": [FOREST], "has_more": True}), "one page of a search"),
        (as_json({"object": "list", "total_cards": 2, "has_more": False, "data": [FOREST]}), "one page"),
    ],
)
def test_another_kind_of_file(data: bytes, reason: str) -> None:
    with pytest.raises(UsageError, match=reason) as caught:
        game_of_cards(data)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("data", "game"),
    [
        (
            "name,type,civ,race,cost,power\n青銅の鎧,クリーチャー,自然,ビーストフォーク,3,1000\n".encode(),
            "dm",
        ),
        (b"name,type,civ,race,cost,power\nBronze-Arm Tribe,Creature,Nature,Beast Folk,3,1000\n", "dm"),
        (b"name,type,civ,race,cost,power\nHoly Awe,Spell,Light,,6,\n", "dm"),
        (as_json({"meta": {}, "data": {"LEA": {"baseSetSize": 1, "code": "LEA", "cards": [ATOMIC]}}}), "mtg"),
        (b"name,type,civ,race,cost,power,text\nForest,Basic Land,,Forest,,,({T}: Add {G}.)\n", "mtg"),
        (b"name,type,civ,race,cost,power,text\nGrizzly Bears,Creature,G,Bear,{1}{G},2,\n", "mtg"),
        (b"name,type_line\nSol Ring,Artifact\n", "mtg"),
        (b"name,type\nSomebody,Creature\n", None),
        (as_json([FOREST]), "mtg"),
        (as_json({"object": "list", "total_cards": 1, "has_more": False, "data": [FOREST]}), "mtg"),
        (as_json({"meta": {"version": "5"}, "data": {"Forest": [ATOMIC]}}), "mtg"),
        (as_json([ATOMIC]), "mtg"),
    ],
)
def test_the_rows_tell_the_game(data: bytes, game: Game | None) -> None:
    assert game_of_cards(data) == game
    for said in ("dm", "mtg"):
        if game in (None, said):
            assert refuse_other_files(data, said) == said  # type: ignore[arg-type]
        else:
            with pytest.raises(UsageError, match="cards, not"):
                refuse_other_files(data, said)  # type: ignore[arg-type]


def test_nobody_says_the_game() -> None:
    with pytest.raises(UsageError, match="which game"):
        refuse_other_files(b"name,type\nSomebody,Creature\n", None)


@pytest.mark.shared
def test_the_shared_card_files_and_no_other(shared: Path) -> None:
    cards = {
        "mtg/cards.jsonl.gz": "mtg",
        "dm/cards.csv.gz": "dm",
        "dm/card_index.csv.gz": "dm",
    }
    files = [path for path in (shared / "data").glob("*/*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        expected = cards.get(f"{path.parent.name}/{path.name}")
        if expected:
            assert game_of_cards(path) == expected
        else:
            with pytest.raises(UsageError):
                game_of_cards(path)
