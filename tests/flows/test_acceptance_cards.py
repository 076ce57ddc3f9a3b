"""Odd card files: none of them may come into the archive, where every later night would meet it again."""

import gzip
import json

import pytest

from flows.cli import run

FOREST = {"object": "card", "oracle_id": "x", "name": "Forest", "type_line": "Basic Land — Forest"}
HEAD = "name,type,civ,race,cost,power\n"


def _torn() -> bytes:
    whole = gzip.compress(
        (HEAD + "".join(f"札{n},クリーチャー,火,種族{n * 7919},3,{n}\n" for n in range(20_000))).encode()
    )
    return whole[: len(whole) * 2 // 3]


@pytest.mark.parametrize(
    ("name", "game", "data"),
    [
        ("empty.csv", "dm", b""),
        ("head.csv", "dm", HEAD.encode()),
        ("binary.csv", "dm", b"\x7fELF\x00\x01\n" * 9),
        ("other.json", "mtg", b'{"a": 1}'),
        ("wrong-game.json", "dm", b'[{"name": "Forest"}]'),
        ("torn.csv.gz", "dm", _torn()),
        ("duel-masters.csv", "mtg", (HEAD + "青銅の鎧,クリーチャー,自然,ビーストフォーク,3,1000\n").encode()),
        ("magic.csv", "dm", (HEAD + "Forest,Basic Land,,Forest,,\n").encode()),
        ("decks.jsonl", "mtg", b'{"source": "x", "zones": {"main": [[1, "Forest"]]}}\n'),
        ("deck.txt", "mtg", b"1 Sol Ring\n99 Forest\n"),
        ("deck.csv", "mtg", b"count,name,type\n1,Sol Ring,Artifact\n"),
        ("page.html", "mtg", b"<!doctype html>\n<p>not here"),
        ("set.json", "mtg", b'{"meta": {}, "data": {"cards": [{"name": "A", "type": "Artifact"}]}}'),
        ("rulings.json", "mtg", b'[{"object": "ruling", "oracle_id": "x"}]'),
        ("page.json", "mtg", json.dumps({"object": "list", "has_more": True, "data": [FOREST]}).encode()),
    ],
)
def test_a_foreign_or_torn_card_file_is_refused_and_not_kept(name, game, data, tmp_path, capsys):
    file = tmp_path / name
    file.write_bytes(data)
    assert run(["--home", str(tmp_path / "home"), "cards", "load", str(file), "--game", game]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 2
    assert not list((tmp_path / "home").rglob("*"))


def test_check_reads_the_game_from_the_card_file(tmp_path, capsys):
    """Decks that say their own format need no --format for the cards' sake."""
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps([FOREST | {"oracle_text": "({T}: Add {G}.)", "color_identity": ["G"]}]))
    decks = tmp_path / "decks.jsonl"
    deck = {"format": "commander", "commanders": [], "zones": {"main": [[99, "Forest"]]}}
    decks.write_text(json.dumps(deck) + "\n")
    arguments = ["--home", str(tmp_path / "home"), "check", str(decks), "--cards", str(cards), "-o", "json"]
    assert run(arguments) == 4
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["cards"], verdict["unresolved"]) == (99, [])
    assert run([*arguments, "--format", "dmedh"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Magic cards, not Duel Masters" in captured.err
