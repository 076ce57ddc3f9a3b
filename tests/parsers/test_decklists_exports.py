"""What deck tools export, tool by tool: each form of one deck reads as that deck.

Krenko, Mob Boss leads; a Sol Ring and 98 Mountains follow. What a tool hangs on a card (set, number, finish,
tags, prices, ids) is no part of its name.
"""

# ruff: noqa: E501 (a row of an export is one line)

import pytest

from parsers.decklists import read_decklist

COD = '<?xml version="1.0"?><cockatrice_deck version="1">{}</cockatrice_deck>'
SIDE = '<zone name="main"><card number="98" setShortName="UNH" collectorNumber="139" uuid="x" name="Mountain"/><card number="1" price="0" name="Sol Ring"/></zone><zone name="side"><card number="1" name="Krenko, Mob Boss"/></zone>'
# form -> (file name, text)
EXPORTS = {
    "Archidekt": ("a.txt", "1x Krenko, Mob Boss (ddt) 52 [Commander{top}]\n1x Sol Ring (c21) 263 *F* [Ramp] ^Have,#37d67a^\n98x Mountain (unh) 139 [Land{noPrice}]\n1x Opt (dom) 60 [Maybeboard{noDeck}{noPrice},Draw]\n"),
    "Moxfield": ("a.txt", "1 Krenko, Mob Boss (DDT) 52 *F*\n\n1 Sol Ring (CMR) 472 *E*\n98 Mountain (PLST) UNH-139\n"),
    "Arena": ("a.txt", "About\nName x\n\nCommander\n1 Krenko, Mob Boss (DDT) 52\n\nDeck\n1 Sol Ring (C21) 263\n98 Mountain (ANB) 114\n\nSideboard\n1 Opt (DOM) 60\n"),
    "MTGO text": ("a.txt", "1 Sol Ring\n98 Mountain\n\n1 Krenko, Mob Boss\n"),
    "deckstats": ("a.txt", "//Main\n98 [UNH] Mountain\n1 Sol Ring\n1 Krenko, Mob Boss # !Commander\n\n//Maybeboard\n1 Opt\n"),
    "TappedOut": ("a.txt", "1x Krenko, Mob Boss *CMDR* *F*\n98x Mountain (UNH) *f-etch*\n1x Sol Ring\n"),
    "MTGGoldfish": ("a.txt", "1 Krenko, Mob Boss <prerelease> [DDT] (F)\n\n1 Sol Ring [C21]\n98 Mountain <251> [ZEN]\n"),
    "XMage": ("a.dck", "NAME:x\n98 [UNH:139] Mountain\n1 [C21:263] Sol Ring\nSB: 1 [DDT:52] Krenko, Mob Boss\n"),
    "Forge": ("a.dck", "[metadata]\nName=x\n[Commander]\n1 Krenko, Mob Boss|DDT|1\n[Main]\n98 Mountain|UNH|2\n1 Sol Ring|C21\n[Sideboard]\n"),
    "Forge, foil and numbers": ("a.dck", "[metadata]\nName=x\n[Commander]\n1 Krenko, Mob Boss+|DDT|1\n[Main]\n98 Mountain|UNH|[139]\n1 Sol Ring|C21|[263a]\n"),
    "Cockatrice": ("a.cod", COD.format('<deckname>x</deckname><bannerCard providerId="">Krenko, Mob Boss</bannerCard><tags/>' + SIDE + '<zone name="tokens"><card number="1" name="Goblin "/></zone>')),
    "MTGO .dek": ("a.dek", '<?xml version="1.0" encoding="utf-8"?><Deck><Cards CatID="1" Quantity="60" Sideboard="false" Name="Mountain" Annotation="0"/><Cards CatID="2" Quantity="38" Sideboard="false" Name="Mountain"/><Cards CatID="4" Quantity="1" Sideboard="false" Name="Sol Ring"/><Cards CatID="3" Quantity="1" Sideboard="true" Name="Krenko, Mob Boss" Annotation="16777728"/></Deck>'),
    ".mwDeck": ("a.mwDeck", "// Deck file for Magic Workstation\n// NAME : x\n    98 [UNH] Mountain (3)\n    1 [C21] Sol Ring\nSB:  1 [DDT] Krenko, Mob Boss\n"),
    ".dec": ("a.dec", "///mvid:1 qty:98 name:Mountain loc:Deck\n98 Mountain\n1 Sol Ring\n///mvid:2 qty:1 name:Krenko loc:SB\nSB: 1 Krenko, Mob Boss\n"),
    "Archidekt CSV": ("a.csv", 'Quantity,Name,Finish,Condition,Date Added,Language,Categories\n1,"Krenko, Mob Boss",Normal,NM,2023,EN,Commander\n98,Mountain,Normal,NM,2023,EN,Land\n1,Sol Ring,Foil,NM,2023,EN,Ramp\n1,Opt,Normal,NM,2023,EN,Maybeboard\n'),
    "deckstats CSV": ("a.csv", 'card_name,is_foil,is_pinned,set_code,quantity,section\n"Krenko, Mob Boss",0,0,DDT,1,commander\nMountain,0,0,UNH,98,main\nSol Ring,1,0,C21,1,main\n'),
    "a site's words for zones": ("a.txt", "Signature Spell\n1 Krenko, Mob Boss\n\nMainboard\n1 Sol Ring\n98 Mountain\n\nPlanes:\n1 Academy at Tolaria West\n\nSchemes\n1 All in Good Time\n\nContraptions\n1 x\n\nCompanions\n"),
    "links": ("a.txt", "Commander\n1 [Krenko, Mob Boss](https://scryfall.com/card/ddt/52)\n\nDeck\n1 [Sol Ring](https://scryfall.com/card/c21/263)\n98 Mountain\n"),
    "finish behind the number": ("a.txt", "Commander\n1 Krenko, Mob Boss (DDT) 52 F\n\nDeck\n1 Sol Ring (C21) 263 Foil\n98 Mountain (UNH) 139p\n"),
}  # fmt: skip


@pytest.mark.parametrize("form", EXPORTS)
def test_one_deck_in_the_form_of(form: str) -> None:
    name, text = EXPORTS[form]
    (deck,) = read_decklist(name, text, format="commander").decks
    zones: dict[str, dict[str, int]] = {}
    for line in deck.lines:
        cards = zones.setdefault(line.zone, {})
        cards[line.text] = cards.get(line.text, 0) + line.copies
    assert zones["commander"] == {"Krenko, Mob Boss": 1}
    assert zones["main"] == {"Sol Ring": 1, "Mountain": 98}
    assert deck.complete


# Collections as CSV name no commander; every row is a card all the same.
COLLECTIONS = {
    "Deckbox": 'Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed\n98,0,Mountain,Unhinged,139,Near Mint,English,,\n1,0,"Krenko, Mob Boss",DDT,52,Near Mint,English,foil,\n1,0,Sol Ring,x,1,Near Mint,English,,\n',
    "ManaBox": 'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price\n"Krenko, Mob Boss",DDT,x,52,normal,rare,1,1,x,0\nMountain,UNH,x,139,normal,common,98,2,y,0\nSol Ring,C21,x,263,foil,uncommon,1,3,z,0\n',
    "Dragon Shield": '"sep=,"\r\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number\r\nx,1,0,"Krenko, Mob Boss",DDT,y,52\r\nx,98,0,Mountain,UNH,y,139\r\nx,1,0,Sol Ring,C21,y,263\r\n',
    "Dragon Shield, bare": "sep=;\nQuantity;Card Name\n1;Krenko, Mob Boss\n98;Mountain\n1;Sol Ring\n",
    "Moxfield": '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags"\n"1","1","Krenko, Mob Boss","ddt","Near Mint","English","",""\n"98","98","Mountain","unh","Near Mint","English","foil",""\n"1","1","Sol Ring","c21","Near Mint","English","",""\n',
    "semicolons": "Anzahl;Name\n1;Krenko, Mob Boss\n98;Mountain\n1;Sol Ring\n",
}  # fmt: skip


@pytest.mark.parametrize("form", COLLECTIONS)
def test_a_collection_s_rows_are_cards(form: str) -> None:
    parsed = read_decklist("a.csv", COLLECTIONS[form], format="commander")
    (deck,) = parsed.decks
    assert {line.text: line.copies for line in deck.lines} == {
        "Krenko, Mob Boss": 1,
        "Mountain": 98,
        "Sol Ring": 1,
    }
    assert [problem.kind for problem in parsed.problems] in ([], ["no_commander"])
