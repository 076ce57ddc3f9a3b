"""Cards and lists of one's own for the acceptance tests of `check`: a small Duel Masters card file."""

import json
from pathlib import Path

import pytest

from flows.cli import run

FIRE = tuple(f"火の者{number}" for number in range(1, 81))
WATER = "水の者"
COMMANDER = "火の王"
CHEAP = "火の小者"
GODS = ("竜極神ゲキ", "竜極神メツ")
PSYCHIC = "時空の者"
STAR = "終わりの星"  # of the type of FORBIDDEN STAR
JORAGON = "ジョット・ガン・ジョラゴン"  # on the list of recommendations from 2019-12-20


def card_file(directory: Path) -> Path:
    """Write the card file."""
    rows = ["name,type,civ,race,cost,power"]
    rows += [f"{name},クリーチャー,火,ヒューマノイド,3,2000" for name in FIRE]
    rows += [
        f"{WATER},クリーチャー,水,リキッド・ピープル,3,2000",
        f"{COMMANDER},クリーチャー,火,ヒューマノイド,7,7000",
        f"{CHEAP},クリーチャー,火,ヒューマノイド,2,1000",
        f"{PSYCHIC},サイキック・クリーチャー,火,ヒューマノイド,4,4000",
        f"{STAR},最終禁断フィールド,火,,,",
        f"{GODS[0]},クリーチャー,闇,ゴッド,6,6000",
        f"{GODS[1]},クリーチャー,火,ゴッド,6,6000",
        f"{JORAGON},クリーチャー,ゼロ,ジョーカーズ,7,11000",
    ]
    path = directory / "cards.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def deck_list(*commanders: str, main: tuple[str, ...] = FIRE[:59], head: str = "", tail: str = "") -> str:
    """A list in the manner of a blog: bracketed names, the commander marked."""
    lines = [f"《{name}》(統率者)" for name in commanders] + [f"《{name}》" for name in main]
    return head + "\n".join(lines) + "\n" + tail


class Desk:
    """Checks lists with the small card file, in a home that holds no census."""

    def __init__(self, directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.directory, self.capsys = directory, capsys
        self.cards = card_file(directory)

    def run(self, text: str | bytes, *options: str, name: str = "deck.txt") -> tuple[int, str, str]:
        """Check one list; give the exit code, stdout and stderr."""
        path = self.directory / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        arguments = ["--home", str(self.directory / "home"), "check", str(path), "--cards", str(self.cards)]
        self.capsys.readouterr()
        code = run([*arguments, "--format", "dmedh", *options])
        captured = self.capsys.readouterr()
        return code, captured.out, captured.err

    def verdict(self, text: str | bytes, *options: str, name: str = "deck.txt") -> dict:
        """The JSON verdict of one list."""
        _, out, _ = self.run(text, "--output", "json", *options, name=name)
        return json.loads(out)
