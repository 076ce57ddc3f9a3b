"""Damaged files of the archive: whoever reads one names it and goes on with the rest, or says why not."""

import gzip
import shutil

import pytest

from flows.cli import run
from flows.hand_pages import AddedAs, deck_page
from tests.warehouse.build import published
from warehouse.archive import Archive

DECK = "《将》(統率者)\n《{0}》\n"
NAME = "20200101T000000Z-hand.warc.gz"
# What the tests add lies between these two pages of the file.
FIRST, LAST = "一", "三"
TITLES = "select source_key from deck where is_current order by 1"


def kept_file(directory):
    """A file of three decks, as another machine would have kept them; where each record begins."""
    with Archive(directory) as archive:
        places = [
            archive.append(deck_page(f"{name}.txt", DECK.format(name).encode(), AddedAs(format="dmedh")))
            for name in (FIRST, "二", LAST)
        ]
    return directory / places[0].warc_file, [place.offset for place in places]


def flipped(file, offsets):
    data = bytearray(file.read_bytes())
    data[offsets[1] + 60] ^= 0xFF
    return bytes(data)


def cut_in_the_middle(file, offsets):
    data = file.read_bytes()
    return data[: offsets[1] + 80] + data[offsets[2] :]


def no_gzip(file, offsets):
    return gzip.decompress(file.read_bytes())


DAMAGED = {
    "a flipped byte": (flipped, [FIRST, LAST]),
    "a record cut short in the middle": (cut_in_the_middle, [FIRST, LAST]),
    "no gzip at all": (no_gzip, []),
}


@pytest.fixture
def damaged(request, tmp_path):
    """A home whose archive holds a damaged file that is not yet read in; the decks that can be read of it."""
    make, readable = DAMAGED[request.param]
    file, offsets = kept_file(tmp_path / "other")
    home = tmp_path / "census"
    (home / "archive").mkdir(parents=True)
    target = home / "archive" / NAME
    target.write_bytes(make(file, offsets))
    return home, target, [f"{name}.txt" for name in readable]


@pytest.fixture
def given(tmp_path):
    """A deck file and a card file."""
    deck, cards = tmp_path / "零.txt", tmp_path / "cards.csv"
    deck.write_text(DECK.format("零"), encoding="utf-8")
    cards.write_text("name,type,civ,race,cost,power\n将,クリーチャー,火,,5,5000\n", encoding="utf-8")
    return {
        "add": ["add", str(deck), "--format", "dmedh"],
        "cards load": ["cards", "load", str(cards), "--game", "dm"],
    }


@pytest.mark.parametrize(
    ("damaged", "command"),
    [*((name, "add") for name in DAMAGED), ("a flipped byte", "cards load")],
    indirect=["damaged"],
)
def test_what_is_given_and_what_can_be_read_is_in_and_the_file_is_named(damaged, given, capsys, command):
    home, file, readable = damaged
    before = file.read_bytes()
    for _ in range(2):  # a file that is not put right is named every time
        assert run([*given[command], "--home", str(home)]) == 3
        told = capsys.readouterr().err
        assert told.count(f"{file.name} at ") == 1, told
        assert "a fault of deckcensus" not in told
        added = [given["add"][1]] if command == "add" else []
        assert published(home, TITLES) == [(key,) for key in sorted([*added, *readable])]
    assert file.read_bytes() == before, "a damaged file is evidence"
    # Once it is put right, all of it is in.
    whole, _ = kept_file(home.parent / "another")
    shutil.copy(whole, file)
    assert run([*given[command], "--home", str(home)]) == 0
    assert {f"{name}.txt" for name in (FIRST, "二", LAST)} <= {key for (key,) in published(home, TITLES)}


@pytest.mark.parametrize("damaged", ["a flipped byte"], indirect=True)
def test_a_replay_says_why_it_does_not_rebuild_and_does_where_it_is_asked_to(damaged, capsys):
    home, file, readable = damaged
    assert run(["replay", "--home", str(home)]) == 1
    told = capsys.readouterr().err
    assert f"{file.name} at " in told
    assert "nothing was changed" in told
    assert "--past-damage" in told
    assert not (home / "census.duckdb").exists()
    assert run(["replay", "--past-damage", "--home", str(home)]) == 3
    assert f"{file.name} at " in capsys.readouterr().err
    assert published(home, TITLES) == [(key,) for key in sorted(readable)]


@pytest.mark.parametrize("command", ["add"])
def test_what_needs_no_reading_stops_nothing(tmp_path, given, capsys, command):
    """Read in before it was damaged, gone, empty, or no file at all."""
    home = tmp_path / "census"
    archive = home / "archive"
    file, offsets = kept_file(archive)
    assert run([*given["add"], "--home", str(home)]) == 0
    capsys.readouterr()
    file.write_bytes(flipped(file, offsets))
    for path in archive.glob("*-hand.warc.gz"):
        if path != file:
            path.unlink()
    (archive / "20990101T000000Z-hand.warc.gz").touch()
    (archive / NAME).mkdir()
    assert run([*given[command], "--home", str(home)]) == 0, capsys.readouterr().err
    assert len(published(home, TITLES)) == 4
    assert (archive / NAME).is_dir()


def test_a_card_file_that_is_lost_is_named_and_the_rest_is_rebuilt(tmp_path, given, capsys):
    home = tmp_path / "census"
    assert run([*given["cards load"], "--home", str(home)]) == 0
    for path in (home / "archive" / "bulk").iterdir():
        path.unlink()
    capsys.readouterr()
    assert run(["replay", "--home", str(home)]) == 1
    assert "cards.csv is not in the archive" in capsys.readouterr().err
    assert run(["replay", "--past-damage", "--home", str(home)]) == 3
    assert published(home, "select count(*) from card") == [(0,)]
