"""Deck files of other kinds: XML, CSV, encodings, JSON lines, and what cannot be opened."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from parsers.decklists import read_decklist, read_decklists
from parsers.decklists.encoding import text_of
from schema.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from schema.records import DeckRecord


def zones(deck: DeckRecord) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in deck.lines:
        counts[line.zone] += line.copies
    return dict(counts)


DEK = """<?xml version="1.0" encoding="utf-16"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <Cards CatID="1" Quantity="2" Sideboard="false" Name="Tormenting Voice" />
  <Cards CatID="2" Quantity="2" Sideboard="false" Name="Tormenting Voice" />
  <Cards CatID="3" Quantity="95" Sideboard="false" Name="Mountain" />
  <Cards CatID="4" Quantity="0" Sideboard="false" Name="Sol Ring" />
  <Cards CatID="5" Quantity="1" Sideboard="true" Name="Magda, Brazen Outlaw" />
</Deck>
"""


def test_dek_adds_up_two_printings_and_names_its_bad_line() -> None:
    parsed = read_decklist("league.dek", DEK, format="duel-commander")
    (deck,) = parsed.decks
    assert sum(line.copies for line in deck.lines if line.text == "Tormenting Voice") == 4
    assert zones(deck) == {"main": 99, "commander": 1} or zones(deck) == {"main": 99, "sideboard": 1}
    assert [(problem.kind, problem.line_no) for problem in parsed.problems] == [("unreadable_line", 7)]
    assert not deck.complete


def test_dek_keeps_the_commander_in_its_sideboard() -> None:
    whole = DEK.replace('  <Cards CatID="4" Quantity="0" Sideboard="false" Name="Sol Ring" />\n', "")
    parsed = read_decklist("league.dek", whole.encode("utf-16"), format="duel-commander")
    assert zones(parsed.decks[0]) == {"main": 99, "commander": 1}
    assert not parsed.problems


COD = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Blood</deckname>
    <comments></comments>
    <zone name="main"><card number="99" name="Swamp"/></zone>
    <zone name="side"><card number="1" name="Edgar Markov"/></zone>
    <zone name="tokens"><card number="1" name="Vampire"/></zone>
</cockatrice_deck>
"""


def test_cod_zones() -> None:
    parsed = read_decklist("blood.cod", COD, format="commander")
    (deck,) = parsed.decks
    assert (deck.title, zones(deck)) == ("Blood", {"main": 99, "commander": 1})
    assert [problem.kind for problem in parsed.problems] == ["set_aside"]


def test_a_file_never_expands_entities_or_reads_others() -> None:
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/hostname">]>'
        '<cockatrice_deck><zone name="main"><card number="1" name="&b;"/></zone></cockatrice_deck>'
    )
    parsed = read_decklist("x.cod", bomb, format="commander")
    assert not parsed.decks
    assert {problem.kind for problem in parsed.problems} <= {"bad_file", "no_list", "unreadable_line"}


def test_broken_xml_is_a_bad_file() -> None:
    parsed = read_decklist("x.cod", COD[:200], format="commander")
    assert not parsed.decks
    assert [problem.kind for problem in parsed.problems] == ["bad_file", "no_list"]


MWDECK = """// Deck file for Magic Workstation
// NAME : Blood
// FORMAT : Commander
    95 [7E] Swamp (1)
    4 [LRW] Plains (3)
SB: 1 [C17] Edgar Markov
"""


def test_mwdeck_and_dec() -> None:
    for name in ("x.mwDeck", "x.dec"):
        (deck,) = read_decklist(name, MWDECK).decks
        assert (deck.title, deck.format, zones(deck)) == ("Blood", "commander", {"main": 99, "commander": 1})
        assert [line.text for line in deck.lines] == ["Swamp", "Plains", "Edgar Markov"]


@pytest.mark.parametrize(
    "text",
    [
        'section,count,name\ncommanders,1,"Edgar Markov"\nlands,99,Swamp\nmaybeboard,1,Sol Ring\n',
        'Quantity,Name,Categories\n1,Edgar Markov,Commander\n99,Swamp,Land\n1,Sol Ring,"Maybeboard,Ramp"\n',
        "Board,Qty,Name,Commander\nmain,1,Edgar Markov,True\nmain,99,Swamp,\nmaybe,1,Sol Ring,\n",
        "\ufeffAnzahl;Kartenname;Zone\n1;Edgar Markov;Kommandeur\n99;Swamp;Deck\n1;Sol Ring;Vielleicht\n",
        "枚数\tカード名\tゾーン\n1\tEdgar Markov\t統率者\n99\tSwamp\tメインデッキ\n1\tSol Ring\t候補\n",
    ],
)
def test_csv_columns_are_told_by_their_header(text: str) -> None:
    parsed = read_decklist("deck.csv", text, format="commander")
    (deck,) = parsed.decks
    assert zones(deck) == {"commander": 1, "main": 99}
    assert [problem.kind for problem in parsed.problems] == ["set_aside"]


def test_csv_without_a_header_is_count_and_name() -> None:
    parsed = read_decklist("deck.csv", "1,Edgar Markov\nx,Swamp\n98,Swamp\n", format="german-edh")
    assert [(line.copies, line.text) for line in parsed.decks[0].lines] == [
        (1, "Edgar Markov"),
        (98, "Swamp"),
    ]
    assert ("unreadable_line", 2) in [(problem.kind, problem.line_no) for problem in parsed.problems]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jp"])
def test_japanese_in_every_encoding(encoding: str) -> None:
    text = "《天気君》(統率者)\n《ソー爺さん》×1\n"
    assert text_of(text.encode(encoding)) == (text, 0)


def test_french_and_german_bytes_are_not_taken_for_japanese() -> None:
    text = "1 Étang Bouillant\n1 Général Ferrous Rokiric\n1 Höhle\n1 Straße\n"
    assert text_of(text.encode("cp1252")) == (text, 0)


def test_unreadable_bytes_are_told() -> None:
    parsed = read_decklist("x.txt", b"1 A \x81\x8d\x8f *CMDR*\n", format="commander")
    assert "replacement_characters" in [problem.kind for problem in parsed.problems]


LINE = {
    "source": "melee",
    "source_key": "7",
    "url": "https://example.org/7",
    "title": "Blood",
    "format": "duel-commander",
    "date": "2024-07-24",
    "commanders": ["Edgar Markov"],
    "companion": "Lurrus of the Dream-Den",
    "zones": {"main": [[1, "Abrupt Decay"], [98, "Swamp"]], "sideboard": []},
}


def test_lines_stream_and_a_bad_one_stops_nothing(tmp_path: Path) -> None:
    rows = [
        json.dumps(LINE),
        "{broken",
        "",
        json.dumps({**LINE, "zones": {}, "commanders": [], "companion": None}),
    ]
    rows.append(json.dumps({**LINE, "zones": {"main": [[0, "Swamp"]]}}))
    for name, data in (
        ("d.jsonl", "\n".join(rows).encode()),
        ("d.jsonl.gz", gzip.compress("\n".join(rows).encode())),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        parsed = list(read_decklists(path))
        found = [(len(part.decks), [(p.kind, p.line_no) for p in part.problems]) for part in parsed]
        assert found == [(1, []), (0, [("bad_json", 2)]), (0, [("no_list", 4)]), (0, [("bad_json", 5)])]
        assert zones(parsed[0].decks[0]) == {"commander": 1, "companion": 1, "main": 99}


def test_of_many_lines_each_bad_one_is_named_once_and_every_other_is_a_deck(tmp_path: Path) -> None:
    bad = ("{broken", json.dumps({**LINE, "zones": {"main": [[0, "Swamp"]]}}), "[]", '{"zones": 5}')
    rows = [bad[number // 100 % 4] if number % 100 == 7 else json.dumps(LINE) for number in range(20_000)]
    path = tmp_path / "d.jsonl"
    path.write_text("\n".join(rows), encoding="utf-8")
    decks, told = 0, []
    for parsed in read_decklists(path):
        decks += len(parsed.decks)
        told += [(problem.url, problem.line_no, bool(problem.detail)) for problem in parsed.problems]
    assert told == [(str(path), number + 1, True) for number in range(7, 20_000, 100)]
    assert decks == 20_000 - len(told)


def test_lines_may_be_given_as_text() -> None:
    parsed = read_decklist("-", json.dumps(LINE) + "\n" + json.dumps(LINE), format="commander")
    assert [deck.format for deck in parsed.decks] == ["commander", "commander"]


def test_a_plain_file_comes_as_one_deck(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("1 Edgar Markov\n\n99 Swamp\n", encoding="utf-8")
    (parsed,) = read_decklists(path, format="commander")
    assert parsed.decks[0].source_key == str(path)
    path.with_suffix(".txt.gz").write_bytes(gzip.compress(path.read_bytes()))
    (packed,) = read_decklists(path.with_suffix(".txt.gz"), format="commander")
    assert packed.decks == parsed.decks


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        list(read_decklists(tmp_path / "none.txt"))
    torn = tmp_path / "torn.jsonl.gz"
    torn.write_bytes(gzip.compress(json.dumps(LINE).encode())[:-6])
    with pytest.raises(UsageError, match="cannot read"):
        list(read_decklists(torn))
    packed = bytearray(gzip.compress(json.dumps(LINE).encode() * 50))
    packed[20:40] = bytes(20)
    torn.write_bytes(packed)
    with pytest.raises(UsageError, match="cannot read"):
        list(read_decklists(torn))
    with pytest.raises(UsageError, match="cannot read"):
        list(read_decklists(tmp_path))


@pytest.mark.shared
def test_scryfall_export(shared: Path) -> None:
    (parsed,) = read_decklists(shared / "fixtures/scryfall/deck_export.csv", format="commander")
    assert zones(parsed.decks[0]) == {"main": 98, "commander": 2, "companion": 1}
    assert not [problem for problem in parsed.problems if problem.kind != "set_aside"]


@pytest.mark.shared
def test_lists_of_duel_masters_sites(shared: Path) -> None:
    """Shapes of several blogs: names in brackets, one a line, count first, count last, two a row."""
    expected = {
        "4081": ("暗黒皇グレイテスト・シーザー", 28),
        "4083": ("五邪王 ニガ=ヴェルムート", 35),
        "5266": ("終断α ドルーター", 39),
        "5303": ("運命の新星 クシカーツ", 38),
        "6735": ("天気君", 35),
        "k0terry_20180618_jora": ("ジョット・ガン・ジョラゴン", 52),
        "k0terry_20181025_jora4": ("ジョット・ガン・ジョラゴン", 50),
        "k0terry_20181025_mela": ("メラビート・ザ・ジョニー", 42),
    }
    for name, (commander, lines) in expected.items():
        (parsed,) = read_decklists(shared / f"data/dm/decks/{name}.txt", format="dmedh")
        (deck,) = parsed.decks
        assert [line.text for line in deck.lines if line.zone == "commander"] == [commander], name
        assert len(deck.lines) == lines, name
        assert [problem.kind for problem in parsed.problems] == (
            ["unclosed_bracket"] if name == "6735" else []
        )
    (counted,) = read_decklists(shared / "data/dm/decks/mpj8hev_cuc.txt", format="ryugekisen")
    assert zones(counted.decks[0]) == {"main": 40}
    (trailing,) = read_decklists(shared / "data/dm/decks/pohu_20171013.txt", format="ryugekisen")
    assert zones(trailing.decks[0])["main"] == 40
    (times,) = read_decklists(shared / "data/dm/decks/kei193514_20201214.txt", format="ryugekisen")
    assert zones(times.decks[0]) == {"main": 40, "hyperspatial": 2}
