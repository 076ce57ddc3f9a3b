"""The grammar of one line of a plain list: counts, set codes, finishes, ids, marks, headings."""

from __future__ import annotations

import csv
import gzip
import json
from typing import TYPE_CHECKING

import pytest

from parsers.decklists.line import Style, read_line
from parsers.decklists.marks import without_marks
from parsers.decklists.sections import SECTIONS, section_of, zone_word
from parsers.decklists.text import lines_of

if TYPE_CHECKING:
    from pathlib import Path

COUNTED = Style(counted=True)


@pytest.mark.parametrize(
    ("text", "copies", "name"),
    [
        ("1 Find/Finality", 1, "Find/Finality"),
        ("1 Find // Finality", 1, "Find // Finality"),
        ("1 Who/What/When/Where/Why", 1, "Who/What/When/Where/Why"),
        ("1 Fire // Ice (APC) 128", 1, "Fire // Ice"),
        ("1 Ice Tunnel", 1, "Ice Tunnel"),
        ("1 Path of Ancestry <019edcec-aaaa-bbbb> [MSC] (F)", 1, "Path of Ancestry"),
        ("4x Plains", 4, "Plains"),
        ("4X [B] Forest (3)", 4, "Forest"),
        ("4 x Plains", 4, "Plains"),
        ("1 Sol Ring (C21) 246p", 1, "Sol Ring"),
        ("1 Sol Ring (C21)", 1, "Sol Ring"),
        ("1 Sol Ring (c21) 246 *F*", 1, "Sol Ring"),
        ("1 Sol Ring (PLST) C21-246 *E* #Ramp #!Rocks", 1, "Sol Ring"),
        ("1 Zndrsplt, Eye of Wisdom [SLD:379★a] [foil]", 1, "Zndrsplt, Eye of Wisdom"),
        ("1 [BRC:17] Scavenged Brawler", 1, "Scavenged Brawler"),
        ("1 [C21#246] Sol Ring", 1, "Sol Ring"),
        ("1 Sol Ring|C21|1", 1, "Sol Ring"),
        ("100 Island", 100, "Island"),
        ("7 Plains (331)", 7, "Plains"),
        ("2 Depose/Deploy", 2, "Depose/Deploy"),
        ("1 Kaima, the Fractured Calm [foil] *", 1, "Kaima, the Fractured Calm"),
        ("1 Biovisionary *F* ", 1, "Biovisionary"),
        ("    1 [7E] Plains (1)", 1, "Plains"),
        ("• 1 Sol Ring", 1, "Sol Ring"),
        ("- 1 Sol Ring", 1, "Sol Ring"),
        ("4 Collision (RNA) 223", 4, "Collision"),
        ("1 Æther Vial", 1, "Æther Vial"),
        ("1 Thassa’s Oracle", 1, "Thassa’s Oracle"),
        ("1 +2 Mace", 1, "+2 Mace"),
        ("1 1996 World Champion", 1, "1996 World Champion"),
        ("1 B.F.M. (Big Furry Monster)", 1, "B.F.M. (Big Furry Monster)"),
        ("1 Commander's Sphere", 1, "Commander's Sphere"),
        ("1 Avalanche of Sector 7 [FIC:53] [foil]", 1, "Avalanche of Sector 7"),
        ("1 X", 1, "X"),
        ("ソー爺さん", 1, "ソー爺さん"),
        ("3 《Dの光陣 ムルムル守神宮》", 3, "Dの光陣 ムルムル守神宮"),
        ("《単騎連射 マグナム》 ×1", 1, "単騎連射 マグナム"),
        ("≪単騎連射 マグナム≫×2", 2, "単騎連射 マグナム"),
        ("単騎連射 マグナム x2", 2, "単騎連射 マグナム"),
        ("単騎連射 マグナム 3枚", 3, "単騎連射 マグナム"),
        ("４ 《轟音 ザ・ブラック V》", 4, "轟音 ザ・ブラック V"),
        ("怪力の化身(マイティ・トーテム)", 1, "怪力の化身(マイティ・トーテム)"),
        ("*/弐幻サンドロニア/*", 1, "*/弐幻サンドロニア/*"),
        ("2 */弐幻サンドロニア/*", 2, "*/弐幻サンドロニア/*"),
        ("スカージ [ガチャンコ　ガチロボ]", 1, "スカージ [ガチャンコ　ガチロボ]"),
        ("3月", 1, "3月"),
        ("バングリッドX7", 1, "バングリッドX7"),
        ("青銅の鎧(DM18 136/140)", 1, "青銅の鎧"),
        ("《青銅の鎧》(DM28 s1/s10)", 1, "青銅の鎧"),
        ("《青銅の鎧》 (dm28 S1/S10) ×2", 2, "青銅の鎧"),
        ("2 《青銅の鎧》(DMR-01 136/140)", 2, "青銅の鎧"),
        ("《青銅の鎧》×3 (DM18 136/140) [foil]", 3, "青銅の鎧"),
    ],
)
def test_a_card_line_gives_count_and_name(text: str, copies: int, name: str) -> None:
    line = read_line(1, text, Style())
    assert line.kind == "card"
    assert [(entry.copies, entry.name, entry.zone) for entry in line.entries] == [(copies, name, None)]
    assert not line.why


@pytest.mark.parametrize(
    ("text", "zone", "name"),
    [
        ("SB: 1 Duress", "sideboard", "Duress"),
        ("SB:1 Duress", "sideboard", "Duress"),
        (
            "COMMANDER: 1 Edgar Markov [foil] [C17:36]",
            "commander",
            "Edgar Markov",
        ),
        ("Commandant : Edgar Markov", "commander", "Edgar Markov"),
        ("1 Edgar Markov *CMDR*", "commander", "Edgar Markov"),
        ("1 Edgar Markov (C17) 36 *CMDR* *F*", "commander", "Edgar Markov"),
        ("1 Edgar Markov # !Commander", "commander", "Edgar Markov"),
        ("1x Edgar Markov (c17) 36 [Commander{top}] ^Have,#37d67a^", "commander", "Edgar Markov"),
        ("1 Lurrus of the Dream-Den # !Companion", "companion", "Lurrus of the Dream-Den"),
        ("1 Sol Ring [Maybeboard{noDeck}{noPrice},Ramp]", "aside", "Sol Ring"),
        ("1 Treasure [token]", "aside", "Treasure"),
        ("《 天気君》(統率者)", "commander", "天気君"),
        ("《天気君》（統率者）", "commander", "天気君"),
        ("天気君(統率者)", "commander", "天気君"),
        ("天気君【パートナー】", "commander", "天気君"),
        ("統率者：天気君", "commander", "天気君"),
        ("パートナー:《天気君》", "commander", "天気君"),
        ("【統率者】天気君", "commander", "天気君"),
        ("統率者 《天気君》", "commander", "天気君"),
        ("天気君 ※統率者", "commander", "天気君"),
        ("《天気君》(統率者)(DM28 s1/s10)", "commander", "天気君"),
        ("《天気君》(DM28 s1/s10)(統率者)", "commander", "天気君"),
        ("《天気君》 [Maybeboard{noDeck}]", "aside", "天気君"),
    ],
)
def test_a_mark_or_prefix_names_the_zone(text: str, zone: str, name: str) -> None:
    (entry,) = read_line(1, text, Style()).entries
    assert (entry.copies, entry.name, entry.zone) == (1, name, zone)


@pytest.mark.parametrize(
    ("text", "names", "unclosed"),
    [
        ("《 パペット・ナイト》 《 煉獄と魔弾の印》", ["パペット・ナイト", "煉獄と魔弾の印"], False),
        ("《 禁断 V キザム》 | 《 ドキンダム BLACK》 |", ["禁断 V キザム", "ドキンダム BLACK"], False),
        ("《 アポカリプス・デイ》 《 緊急再誕", ["アポカリプス・デイ", "緊急再誕"], True),
        (
            "禁断 ~封印されしX~ /ドキンダムX》×1",
            ["禁断 ~封印されしX~ /ドキンダムX"],
            True,
        ),
    ],
)
def test_a_row_may_hold_two_cards_and_miss_a_bracket(text: str, names: list[str], unclosed: bool) -> None:
    line = read_line(1, text, Style())
    assert [entry.name for entry in line.entries] == names
    assert all(entry.copies == 1 for entry in line.entries)
    assert any(entry.unclosed for entry in line.entries) is unclosed


def test_counts_of_two_cards_in_a_row_stay_with_their_card() -> None:
    before = read_line(1, "2 《A》 3 《B》", Style())
    after = read_line(1, "《A》×2 《B》×3", Style())
    assert [(entry.copies, entry.name) for entry in before.entries] == [(2, "A"), (3, "B")]
    assert [(entry.copies, entry.name) for entry in after.entries] == [(2, "A"), (3, "B")]


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("Sideboard", "sideboard"),
        ("Sideboard (15)", "sideboard"),
        ("sideboard:", "sideboard"),
        ("Réserve", "sideboard"),
        ("Commander", "commander"),
        ("Commandant", "commander"),
        ("Kommandeur", "commander"),
        ("統率者", "commander"),
        ("【統率者】", "commander"),
        ("●統率者", "commander"),
        ("パートナー", "commander"),
        ("Deck", "main"),
        ("メインデッキ", "main"),
        ("メインデッキ 40枚", "main"),
        ("超次元", "hyperspatial"),
        ("■超次元ゾーン（8枚）", "hyperspatial"),
        ("GR", "gr"),
        ("ＧＲゾーン", "gr"),
        ("超GR 12枚", "gr"),
        ("Companion (1)", "companion"),
        ("Maybeboard", "aside"),
        ("Tokens & Extras", "aside"),
        ("Display Commander", "aside"),
        ("Lands (34) +1 MDFC", "category"),
        ("Lands (28) +1 MDFCs", "category"),
        ("14 Creature", "category"),
        ("Créatures (23)", "category"),
        ("Kreaturen: 23", "category"),
        ("光 35枚", "category"),
        ("Ramp (10)", "category"),
        ("== Card Draw ==", "category"),
    ],
)
def test_a_heading_opens_its_section(text: str, section: str) -> None:
    line = read_line(1, text, COUNTED)
    assert (line.kind, line.section) == ("section", section)


@pytest.mark.parametrize("text", ["My pet cards (7)", "●おすすめ 8種", "Fun stuff:"])
def test_an_unknown_heading_is_a_section_and_says_so(text: str) -> None:
    line = read_line(1, text, COUNTED)
    assert (line.kind, line.known) == ("section", False)


@pytest.mark.parametrize("text", ["Sideboard", "Commander", "Lands", "超次元"])
def test_with_a_count_every_word_is_a_card_unless_types_head_totals(text: str) -> None:
    assert read_line(1, f"1 The {text}", COUNTED).kind == "card"
    assert read_line(1, text, COUNTED).kind == "section"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "blank"),
        ("   ", "blank"),
        ("\u3000", "blank"),
        ("# a remark", "comment"),
        ("// a remark", "comment"),
        ("//Sideboard", "section"),
        ("// 15 Sideboard", "section"),
        ("#Commander", "section"),
        ("# Date: 2020-03-01", "fact"),
        ("// NAME: Death Toll", "fact"),
        ("Format: dmedh", "fact"),
        ("『DMEDH 黒赤禁断』 | |", "fact"),
        ("https://example.org/deck/1", "fact"),
        ("0 Sol Ring", "unreadable"),
        ("x" * 200, "unreadable"),
        ("…", "cut_off"),
        ("(以下略)", "cut_off"),
    ],
)
def test_other_lines_are_told_apart(text: str, kind: str) -> None:
    assert read_line(1, text, Style()).kind == kind


def test_two_cards_on_one_line_are_one_doubtful_card() -> None:
    line = read_line(7, "1 Lande Balayée par les Vents 1 Étang Bouillant", COUNTED)
    assert (line.kind, line.number, line.why) == ("card", 7, "two cards on one line")


@pytest.mark.parametrize("text", ["1 Thassa&#39;s Oracle", "1 Thassa&#x27;s Oracle"])
def test_entities_are_unescaped(text: str) -> None:
    (line,) = lines_of(text)
    assert line.entries[0].name == "Thassa's Oracle"


def test_entities_are_unescaped_once() -> None:
    (line,) = lines_of("1 Minsc &amp;amp; Boo")
    assert line.entries[0].name == "Minsc &amp; Boo"


def test_trailing_counts_are_read_where_the_list_is_written_so() -> None:
    lines = lines_of("光 35枚\nオヴ・シディア 2\n星の導き 翔天 3\n偽りの名 13 1\n")
    cards = [(entry.copies, entry.name) for line in lines for entry in line.entries]
    assert cards == [(2, "オヴ・シディア"), (3, "星の導き 翔天"), (1, "偽りの名 13")]
    (alone,) = lines_of("偽りの名 13")
    assert alone.entries[0].name == "偽りの名 13"


def test_marks_never_leave_an_empty_name() -> None:
    for text in ("[foil]", "*F*", "(C21) 12", "#tag", "(統率者)", "*"):
        assert without_marks(text).name


def test_no_category_word_is_a_zone() -> None:
    for word, section in SECTIONS.items():
        assert section_of(word) == section
        assert zone_word(word) == (None if section in ("category", "about") else section)


@pytest.mark.shared
def test_every_known_card_name_reads_as_itself(shared: Path) -> None:
    """No real name is taken for a heading, a count, a mark or two cards, in any style of list."""
    magic: set[str] = set()
    with gzip.open(shared / "data/mtg/cards.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            magic.update([row["name"], *(face["name"] for face in row.get("card_faces") or ())])
    masters: set[str] = set()
    for name in ("cards", "official_ids"):
        with gzip.open(shared / f"data/dm/{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
            masters.update(row["name"] for row in csv.DictReader(file) if row["name"])
    own_brackets = {name for name in masters if name.startswith("《")}
    wrong: list[str] = []
    for names in (magic, masters - own_brackets):
        for name in names:
            for text, style in ((name, Style()), (f"1 {name}", COUNTED), (f"《{name}》×1", Style())):
                line = read_line(1, text, style)
                read = [(entry.copies, entry.name, entry.zone) for entry in line.entries]
                if line.kind != "card" or line.why or read != [(1, name.strip(), None)]:
                    wrong.append(text)
    assert len(magic) > 30_000
    assert len(masters) > 10_000
    assert wrong == []
