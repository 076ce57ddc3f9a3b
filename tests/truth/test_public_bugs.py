"""The table of public validator bugs, row by row: each smallest input through the product, on the real cards.

Rows of sections A to D; those of section E (fetching) stand in tests/flows/test_fetch_manners.py,
test_fetch_bounds.py, test_crawl_hostile.py and test_sitemap.py.
"""

# ruff: noqa: E501 (tables read better on one line a row)

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest

from flows.check_decks import Checker, Verdict
from parsers.cards import read_cards
from parsers.decklists import read_decklist, read_decklists
from schema.formats import load_formats
from schema.identity import mask_of
from schema.restrictions import read_list, shipped_lists
from tests.truth.product_cards import RUN, database_of_cards
from warehouse.load import load_cards
from warehouse.restrictions import fold_restrictions, list_games

pytestmark = pytest.mark.shared

TODAY = date(2026, 11, 29)
SELUMA = {
    "object": "card", "oracle_id": "seluma", "name": "Seluma, Light of Aysen", "layout": "normal",
    "type_line": "Legendary Creature — Angel", "mana_cost": "{3}{W}", "colors": ["W"], "games": ["paper"],
    "color_identity": ["W"], "border_color": "black", "set_type": "masters", "released_at": "2026-11-09",
    "oracle_text": "Flying\nRulebreaker — A deck with this commander can have Angel cards of any color "
    "identity and any basic land cards.",
}  # fmt: skip


@pytest.fixture(scope="module")
def con(shared: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    con = database_of_cards(shared)
    load_cards(con, read_cards(json.dumps([SELUMA]).encode(), game="mtg"), source="new", **RUN)
    lists = {**shipped_lists()}
    row = "cards,status,min_identity,effective_on,previous,url\nLion’s Eye Diamond,banned,,2020-01-01,,x\n"
    lists["commander"] = (*lists["commander"], *read_list("commander", row, "curly.csv"))
    fold_restrictions(con, lists, list_games(load_formats()))
    yield con
    con.close()


def check(
    con: duckdb.DuckDBPyConnection, text: str, name: str = "commander", day: str = "2026-11-20"
) -> Verdict:
    parsed = read_decklist("deck.txt", text, format=name)
    checker = Checker(con, load_formats(), today=TODAY, on=date.fromisoformat(day))
    (verdict,) = checker.check(parsed.decks)
    return verdict


def deck(commanders: str, *main: str, fill: str = "Wastes") -> str:
    """A whole list: commanders joined by +, rows, and a basic land up to the hundred."""
    leaders = commanders.split(" + ")
    copies = sum(int(row.split(" ", 1)[0].rstrip("x")) for row in main)
    rows = [*main, f"{100 - len(leaders) - copies} {fill}"]
    return "Commander\n" + "".join(f"1 {each}\n" for each in leaders) + "\nDeck\n" + "\n".join(rows) + "\n"


GREEN, RED, BLUE, BLACK, WHITE = (
    "Azusa, Lost but Seeking", "Krenko, Mob Boss", "Talrand, Sky Summoner",
    "Drana, Kalastria Bloodchief", "Isamaru, Hound of Konda",
)  # fmt: skip
FIVE = "Kenrith, the Returned King"

# id -> (list, format, verdict, the rules that say so)
VERDICTS: dict[str, tuple[str, str, str, set[str]]] = {
    "B12 a curly apostrophe in the ban list": (deck(FIVE, "1 Lion's Eye Diamond"), "commander", "illegal", {"CO7"}),
    "B32 a blank line before the last fifteen": (
        deck(GREEN, "84 Forest").replace("15 Wastes", "\n15 Forest"), "commander", "legal", set()),
    "B28 a count of three digits": ("Commander\n1 Talrand, Sky Summoner\n\nDeck\n100 Island\n", "commander", "illegal", {"CO1"}),
    "B50 reminder text": (deck("Lazav, Dimir Mastermind", "1 Crypt Ghast"), "commander", "legal", set()),
    "B51 the back face": (deck("Esika, God of the Tree", "1 Lightning Bolt"), "commander", "legal", set()),
    "B56 a Background alone": (deck("Haunted One"), "commander", "illegal", {"CO3"}),
    "B57 partner with": (deck("Rhoda, Geist Avenger + Timin, Youthful Geist"), "commander", "legal", set()),
    "B58 friends forever": (deck("Hargilde, Kindly Runechanter + Elmar, Ulvenwald Informant"), "commander", "legal", set()),
    "B48 partners of others": (deck("Gorm the Great + Rowan Kenrith"), "commander", "illegal", {"CO4"}),
    "B61 snow basics": (deck(GREEN, "16 Snow-Covered Forest"), "commander", "legal", set()),
    "B62 nine Nazgûl": (deck(BLACK, "9 Nazgûl"), "commander", "legal", set()),
    "B62 ten Nazgûl": (deck(BLACK, "10 Nazgul"), "commander", "illegal", {"CO2"}),
    "B63 rats": (deck(BLACK, "20 Rat Colony"), "commander", "legal", set()),
    "B63 seven dwarves": (deck(RED, "7 Seven Dwarves"), "commander", "legal", set()),
    "B63 eight dwarves": (deck(RED, "8 Seven Dwarves"), "commander", "illegal", {"CO2"}),
    "B65 Sol Ring": (deck(RED, "1 Sol Ring"), "commander", "legal", set()),
    "B65 Sol Ring in Duel": (deck(RED, "1 Sol Ring"), "duel-commander", "illegal", {"FR9"}),
    "B65 Dockside": (deck(RED, "1 Dockside Extortionist"), "commander", "illegal", {"CO7"}),
    "B65 Dockside in Duel": (deck(RED, "1 Dockside Extortionist"), "duel-commander", "legal", set()),
    "B68 Grist": (deck("Grist, the Hunger Tide"), "commander", "legal", set()),
    "B70 a card of a set newer than the file": (deck(RED, "1 A Card of the Set After Next"), "commander", "unknown", set()),
    "B70b a conspiracy": (deck(WHITE, "1 Advantageous Proclamation"), "commander", "illegal", {"CO7", "CO9"}),
    "B70b a playtest card": (deck("Teysa Karlov", "1 A Good Thing"), "commander", "illegal", {"CO9"}),
    "B70b an ante card": (deck(WHITE, "1 Jeweled Bird"), "commander", "illegal", {"CO7"}),
    "B71 identity": (deck(GREEN, "1 Kitchen Finks"), "commander", "illegal", {"CO5"}),
    "B72b a Rulebreaker": (deck("Seluma, Light of Aysen", "1 Swamp", "1 Firja, Judge of Valor"), "commander", "legal", set()),
    "B72b a card that it does not name": (deck("Seluma, Light of Aysen", "1 Tropical Island"), "commander", "illegal", {"CO6"}),
    "B72b in Duel nobody has said": (deck("Seluma, Light of Aysen", "1 Swamp"), "duel-commander", "unknown", set()),
    "B72b in Duel without a use of it": (deck("Seluma, Light of Aysen", "1 Plains"), "duel-commander", "legal", set()),
    "B72c a Vehicle": (deck("Shorikai, Genesis Engine"), "commander", "legal", set()),
    "B72c a Spacecraft without power": (deck("The Eternity Elevator"), "commander", "illegal", {"CO3"}),
    "B13 a digital name": (deck("Uharis, the Stormspinner"), "duel-commander", "illegal", {"FR9"}),
    "B15 a playtest namesake": (deck(RED, "1 Red Herring"), "commander", "legal", set()),
    "B15 another": (deck(GREEN, "1 Pick Your Poison"), "commander", "legal", set()),
    "B46 the source lost the commander": ("99 Forest\n", "commander", "unknown", set()),
    "B45 a card lost by the source": (deck(RED, "1 Fire // Ice").replace("98 Wastes", "97 Wastes"), "commander", "illegal", {"CO1", "CO5"}),
}  # fmt: skip

# id -> (the card, its spellings): one deck holds each spelling once, so the product counts them all as that card
SPELLINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "B01 B29 a split card by any slash or by its first half": ("Find // Finality", ("Find/Finality", "Find // Finality", "Find//Finality", "Find / Finality", "Find (GRN) 225")),
    "B02 an adventure": ("Murderous Rider // Swift End", ("Murderous Rider // Swift End", "Murderous Rider", "Swift End")),
    "B04 five names in one": ("Who // What // When // Where // Why", ("Who/What/When/Where/Why", "Who // What // When // Where // Why", "Who")),
    "B05 two faces": ("Delver of Secrets // Insectile Aberration", ("Delver of Secrets // Insectile Aberration", "Delver of Secrets/Insectile Aberration", "Delver of Secrets")),
    "B08 a ligature": ("Aether Vial", ("Æther Vial", "Aether Vial", "AEther Vial")),
    "B10 B11 an apostrophe": ("Thassa's Oracle", ("Thassa’s Oracle", "Thassa's Oracle", "Thassaʼs Oracle", "Thassa＇s Oracle", "Thassa´s Oracle", "Thassa&#39;s Oracle", "Thassa&rsquo;s Oracle")),
    "B16 without its accent": ("Jötun Grunt", ("Jotun Grunt", "Jötun Grunt", "Jo\u0308tun Grunt")),
    "B19 an entity": ("Minsc & Boo, Timeless Heroes", ("Minsc &amp; Boo, Timeless Heroes", "Minsc & Boo, Timeless Heroes")),
    "B22 a set code behind it": ("Fire // Ice", ("Fire // Ice (APC) 128", "Fire/Ice [APC]", "Fire // Ice")),
    "B23c the back alone": ("Brutal Cathar // Moonrage Brute", ("Moonrage Brute", "Brutal Cathar")),
    "B24 an id, a set and a finish": ("Path of Ancestry", ("Path of Ancestry <019edcec-7af0-7000-8000-000000000000> [MSC] (F)", "Path of Ancestry")),
    "B26 a number that is none, and none": ("Sol Ring", ("Sol Ring (C21) 246p", "Sol Ring (C21)", "Sol Ring")),
}  # fmt: skip

LISTS = {
    **{row: (text, name) for row, (text, name, _, _) in VERDICTS.items()},
    **{
        row: (deck(FIVE, *(f"1 {each}" for each in spellings)), "commander")
        for row, (_, spellings) in SPELLINGS.items()
    },
}


@pytest.fixture(scope="module")
def verdicts(con: duckdb.DuckDBPyConnection) -> dict[str, Verdict]:
    """The verdict of each row's deck, of one run over all."""
    decks = [
        replace(parsed, title=row)
        for row, (text, name) in LISTS.items()
        for parsed in read_decklist("deck.txt", text, format=name).decks
    ]
    checker = Checker(con, load_formats(), today=TODAY, on=date(2026, 11, 20))
    return {verdict.deck: verdict for verdict in checker.check(decks)}


@pytest.mark.parametrize("row", VERDICTS)
def test_verdict(row: str, verdicts: dict[str, Verdict]) -> None:
    _, _, word, rules = VERDICTS[row]
    verdict = verdicts[row]
    found = {each["rule"] for each in verdict.violations}
    assert (verdict.verdict, found) == (word, rules), (
        verdict.violations,
        verdict.advisories,
        verdict.unresolved,
    )


@pytest.mark.parametrize("row", SPELLINGS)
def test_spellings_of_one_card_are_its_copies(row: str, verdicts: dict[str, Verdict]) -> None:
    card, spellings = SPELLINGS[row]
    verdict = verdicts[row]
    counted = [(each["card"], each["copies"]) for each in verdict.violations if each["rule"] == "CO2"]
    assert (counted, verdict.unresolved) == ([(card, len(spellings))], [])


MARKOV = "Commander\n1 Edgar Markov\n\nDeck\n"


@pytest.mark.parametrize(
    ("row", "name", "text"),
    [
        ("B25", "a.txt", MARKOV + "4x Plains\n4X [B] Mountain (3)\n91 Swamp\n"),
        ("B30", "a.txt", MARKOV + "99 Swamp\n"),
        ("B34", "a.txt", "\ufeff1 Sol Ring\n1 Edgar Markov *CMDR*\n98 Swamp\n"),
        ("B36", "a.txt", MARKOV + "Creatures (65)\n65 Rat Colony\nLands (34) +1 MDFC\n34 Swamp\n"),
        ("B38b", "a.dek", '<Deck><Cards Quantity="50" Sideboard="false" Name="Swamp"/><Cards Quantity="49" '
         'Sideboard="false" Name="Swamp"/><Cards Quantity="1" Sideboard="true" Name="Edgar Markov"/></Deck>'),
    ],
)  # fmt: skip
def test_the_form_of_a_list_takes_no_card_from_it(
    row: str, name: str, text: str, con: duckdb.DuckDBPyConnection
) -> None:
    parsed = read_decklist(name, text, format="commander")
    (verdict,) = Checker(con, load_formats(), today=TODAY).check(parsed.decks)
    assert (verdict.verdict, verdict.cards, verdict.commanders) == ("legal", 100, ["Edgar Markov"]), row


def test_b54_judging_twice_says_the_same_and_changes_no_card(con: duckdb.DuckDBPyConnection) -> None:
    facts = "select hash(list(c order by c)) from (select i::varchar as c from card_identity i)"
    before = con.execute(facts).fetchall()
    text = deck("Najeela, the Blade-Blossom", "1 Lightning Bolt", "1 Counterspell", "1 Sol Ring")
    first, second = (check(con, text, "commander", "2026-11-20").as_json() for _ in range(2))
    assert first == second
    assert first["verdict"] == "legal"
    assert con.execute(facts).fetchall() == before
    colours = "select civilizations from card_face f join card c using (card_id) where c.name like 'Najeela%'"
    assert con.execute(colours).fetchall() == [(mask_of("R"),)]


@pytest.mark.parametrize(
    ("row", "text", "unresolved"),
    [
        ("B21", "Deck\n1 Lande Balayée par les Vents 1 Étang Bouillant\n", [(2, "Lande Balayée")]),
        ("B38", "Deck\n1 Sol Ring\n1 Voldaren Bloodcastre\n1 Opt\n", [(3, "Voldaren Bloodcastre")]),
        ("B06", "Deck\n1 Fire // Ice\n1 Bala Ged Recovery // Bala Ged Sanctuary\n1 Bala Ged Recovery\n", []),
        ("B17", "Deck\n1 Llanowar Elves\n\nTokens\n1 Llanowar Elves\n1 Elf Warrior\n", []),
        ("B33", "Deck\n1 Sol Ring\n\nSideboard\n1 Sol Ring\n", []),
        ("B37", "Deck\n1 Kaima, the Fractured Calm [foil] *\n1 Elf Warrior [token]\n", []),
        ("B38c", "Deck\n7 Plains (331)\n2 Depose/Deploy\n", []),
    ],
)
def test_every_input_line_is_accounted_for(
    row: str, text: str, unresolved: list[tuple[int, str]], con: duckdb.DuckDBPyConnection
) -> None:
    found = [(each["line"], each["text"]) for each in check(con, text).unresolved]
    assert [line for line, _ in found] == [line for line, _ in unresolved], row
    assert all(said.startswith(begin) for (_, said), (_, begin) in zip(found, unresolved, strict=True))


def test_b38_a_name_that_no_card_has_comes_with_the_likely_one(con: duckdb.DuckDBPyConnection) -> None:
    (line,) = check(con, "Deck\n1 Voldaren Bloodcastre\n").unresolved
    assert line["suggestions"] == ["Voldaren Bloodcaster // Bloodbat Summoner"]
    (short,) = check(con, "Deck\n1 Rofellos\n").unresolved
    assert short["suggestions"] == ["Rofellos's Gift", "Rofellos, Llanowar Emissary"]


def test_b17_a_token_and_b33_a_sideboard_are_not_copies(con: duckdb.DuckDBPyConnection) -> None:
    text = deck(GREEN, "1 Llanowar Elves") + "\nSideboard\n1 Llanowar Elves\n\nTokens\n1 Llanowar Elves\n"
    assert check(con, text).verdict == "legal"


def test_b41_and_b42_sites_keep_their_boards_apart(shared: Path, con: duckdb.DuckDBPyConnection) -> None:
    for name in ("archidekt/api_decks_1365846.json", "moxfield/v2_decks_all.json"):
        (parsed,) = read_decklists(shared / "fixtures" / name, format="commander")
        (verdict,) = Checker(con, load_formats(), today=TODAY).check(parsed.decks)
        assert verdict.cards == 100, name
        assert not {each["rule"] for each in verdict.violations} & {"CO1", "CO2"}, name


def test_b39_and_b40_an_empty_list_is_no_list() -> None:
    for name, text in (("a.json", ""), ("a.txt", ""), ("a.json", '{"Tournament": {}, "Decks": []}')):
        parsed = read_decklist(name, text, format="duel-commander")
        assert not parsed.decks
        assert [problem.kind for problem in parsed.problems] == ["no_list"], (name, text)
    row = {"src": "mtgtop8", "format": "duel", "date": "12/03/73", "commander": ["X"], "lines": ["99 Forest"]}
    parsed = read_decklist("a.jsonl", json.dumps(row))
    assert [deck.published_on for deck in parsed.decks] == [None]
    assert [problem.kind for problem in parsed.problems] == ["bad_date"]


def test_b44_a_list_repeated_in_an_event_comes_once() -> None:
    one = {"Player": "A", "Mainboard": [{"Count": 99, "CardName": "Forest"}], "Sideboard": []}
    text = json.dumps({"Tournament": {"Name": "x", "Date": "2024-01-01"}, "Decks": [one, one]})
    parsed = read_decklist("event.json", text, format="duel-commander")
    assert len(parsed.decks) == 1
    assert "duplicate_key" in {problem.kind for problem in parsed.problems}
