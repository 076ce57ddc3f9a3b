"""Odd card files: none of them may come into the archive, where every later night would meet it again."""

import gzip

import pytest

from flows.cli import run

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
