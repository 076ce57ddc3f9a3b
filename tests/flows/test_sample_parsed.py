"""What the sample sites serve comes out of the parsers as it stands in the sample's files."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import httpx
import pytest

from flows.sample import SampleWorld
from flows.sample.card_facts import sample_cards
from parsers.registry import parser_for
from schema.names import clean
from schema.records import DeckRecord, Page, Parsed
from tests.flows.sample_verdicts import decks, expected, restrictions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schema.records import CardRecord

Cards = Counter[tuple[str, str, int]]


@pytest.fixture(scope="module")
def world() -> Iterator[SampleWorld]:
    with SampleWorld() as running:
        yield running


def _parsed(source: str, answer: httpx.Response) -> Parsed:
    page = Page(
        source=source,
        url=str(answer.url),
        fetched_at=datetime(2026, 11, 29, tzinfo=UTC),
        status=answer.status_code,
        content_type=answer.headers.get("Content-Type", ""),
        body=answer.content,
        sha256=hashlib.sha256(answer.content).hexdigest(),
    )
    parser = parser_for(page)
    assert parser is not None
    return parser.parse(page)


def _written(revision: int) -> dict[str, Cards]:
    """Every list of the sample that is shown in a revision: zone, name as written, copies."""
    latest: dict[str, Cards] = {}
    for (key, number), (article, deck) in sorted(decks().items()):
        if number > revision or article.hidden:
            continue
        rows = [("commander", name) for name in deck.commander] + [("extra", name) for name in deck.extra]
        rows += [("main", line) for line in deck.main]
        rows += [("hyperspatial", line) for line in deck.hyperspatial] + [("gr", line) for line in deck.gr]
        cards: Cards = Counter()
        for zone, line in rows:
            name, _, copies = line.partition("》×")
            cards[zone, clean(name), int(copies or 1)] += 1
        latest[key] = cards
    return latest


def _read(found: Sequence[DeckRecord]) -> dict[str, Cards]:
    return {
        deck.source_key: Counter((line.zone, clean(line.text), line.copies) for line in deck.lines)
        for deck in found
    }


def _rest(base: str) -> Parsed:
    found: list[Parsed] = []
    with httpx.Client(base_url=base, trust_env=False) as client:
        for kind, page in (("posts", 1), ("posts", 2), ("pages", 1)):
            params = {"per_page": 100, "page": page}
            found.append(_parsed("dm-edh", client.get(f"/wp-json/wp/v2/{kind}", params=params)))
    return Parsed(
        decks=tuple(deck for each in found for deck in each.decks),
        changes=tuple(change for each in found for change in each.changes),
        rules=tuple(rule for each in found for rule in each.rules),
        problems=tuple(each for one in found for each in one.problems),
    )


@pytest.fixture(scope="module")
def rest(world: SampleWorld) -> Parsed:
    """Everything that REST gives of the first revision."""
    return _rest(world.base("dm-edh"))


def test_rest_gives_every_list_and_no_other(rest: Parsed) -> None:
    assert _read(rest.decks) == _written(1)


def test_rest_gives_the_later_revisions(world: SampleWorld) -> None:
    world.set("dm-edh", revision=2)
    found = _rest(world.base("dm-edh"))
    world.set("dm-edh", revision=1)
    assert _read(found.decks) == _written(2)


def test_formats_dates_and_completeness_are_those_expected(rest: Parsed) -> None:
    rows = {row["source_key"]: row for row in expected() if row["revision"] == "1"}
    for deck in rest.decks:
        row = rows[deck.source_key]
        assert deck.format == row["format"], deck.source_key
        article, _ = decks()[deck.source_key, 1]
        assert deck.complete is not article.cut, deck.source_key
        revised = deck.noted_on or deck.published_on
        assert revised is not None
        assert revised.isoformat() == row["judged_on"], deck.source_key


@pytest.mark.parametrize("theme", ["classic", "blocks", "bare"])
def test_single_pages_give_the_same_in_every_theme(world: SampleWorld, theme: str) -> None:
    world.set("dm-edh", theme=theme)
    found: list[DeckRecord] = []
    articles = {article.id: article for article, _ in decks().values() if not article.hidden}
    with httpx.Client(base_url=world.base("dm-edh"), trust_env=False) as client:
        # One article of every shape and the special ones; the rest differ in cards alone.
        chosen = {article.shape: article for article in articles.values()}
        chosen |= {str(number): articles[number] for number in (4083, 5266, 6735, 20014, 20085, 20091)}
        for article in chosen.values():
            found += _parsed("dm-edh", client.get(article.path)).decks
    world.set("dm-edh", theme="classic")
    written = _written(1)
    assert len(found) >= 15
    assert _read(found) == {deck.source_key: written[deck.source_key] for deck in found}


@pytest.mark.parametrize("path", ["/feed/", "/feed/atom/"])
def test_feeds_give_the_same(world: SampleWorld, path: str) -> None:
    found: list[DeckRecord] = []
    with httpx.Client(base_url=world.base("dm-edh"), trust_env=False) as client:
        for page in (1, 5, 9):
            found += _parsed("dm-edh", client.get(path, params={"paged": page})).decks
    written = _written(1)
    assert len(found) >= 20
    assert _read(found) == {deck.source_key: written[deck.source_key] for deck in found}


@pytest.mark.parametrize("theme", ["classic", "blocks"])
def test_archive_pages_are_split_by_post(world: SampleWorld, theme: str) -> None:
    world.set("dm-edh", theme=theme)
    found, page = [], 1
    with httpx.Client(base_url=world.base("dm-edh"), trust_env=False) as client:
        while (answer := client.get(f"/author/sample/page/{page}/")).status_code == 200:
            found += _parsed("dm-edh", answer).decks
            page += 1
    world.set("dm-edh", theme="classic")
    assert _read(found) == _written(1)


def test_old_addresses_give_the_same_deck(world: SampleWorld) -> None:
    old = httpx.get(f"{world.base('dm-edh')}/variantrules/Reading/dmedh/5303", trust_env=False)
    new = httpx.get(f"{world.base('dm-edh')}/dmedh/5303", trust_env=False)
    first, second = _parsed("dm-edh", old).decks[0], _parsed("dm-edh", new).decks[0]
    assert first.source_key == second.source_key == "5303"
    assert first.lines == second.lines


def _facts(card: CardRecord) -> CardRecord:
    return replace(card, names=(), url=None)


@pytest.mark.parametrize("layout", ["current", "older"])
def test_every_card_page_gives_its_facts(world: SampleWorld, layout: str) -> None:
    world.set("dm-official", layout=layout)
    with httpx.Client(base_url=world.base("dm-official"), trust_env=False) as client:
        # The two layouts differ in markup alone: one in five is enough of the older one.
        for card in list(sample_cards())[:: 1 if layout == "current" else 5]:
            answer = client.get(f"/card/detail/?id={card.official_id}")
            parsed = _parsed("dm-official", answer)
            assert [_facts(found) for found in parsed.cards] == [_facts(card)], card.name
    world.set("dm-official", layout="mixed")


STATUS = {"commander": "banned_as_commander"}
# The post of 2020-02-23 spells one name in a way of its own.
SPELLING = {"デュエマボーイ・ダイキ": "デュエマ・ボーイ ダイキ"}


def test_list_updates_come_out_as_dated_changes(rest: Parsed) -> None:
    changes = {
        (
            str(change.effective_on),
            "+".join(SPELLING.get(name, name) for name in change.cards),
            change.status,
            change.min_identity,
        )
        for change in rest.changes
        if change.kind == "change"
    }
    for row in restrictions():
        status = STATUS.get(row["status"], row["status"])
        colours = int(row["colours"]) if row["colours"] else None
        if row["from"]:
            assert (row["from"], row["cards"], status, colours) in changes
        if row["until"]:
            ends = {each for each in changes if each[:2] == (row["until"], row["cards"])}
            assert len(ends) == 1
            assert (status, colours) not in {each[2:] for each in ends}
    assert ("2018-08-14", "Forbidden New Year/禁賀新年", "event_only", None) in changes
    assert ("2018-04-08", "ビシャモンス・デーケン/「深淵より来たれ、魂よ」", "unknown", None) in changes
    dates = {each[0] for each in changes}
    assert dates == {row["from"] for row in restrictions() if row["from"]} | {"2018-04-08", "2018-08-14"}


def test_the_rule_page_gives_the_list_as_it_stands(rest: Parsed) -> None:
    rows = [change for change in rest.changes if change.kind == "snapshot"]
    listed = Counter((change.status, change.min_identity) for change in rows if change.status != "free")
    standing = Counter(
        (STATUS.get(row["status"], row["status"]), int(row["colours"]) if row["colours"] else None)
        for row in restrictions()
        if not row["until"]
    )
    assert listed == standing
    # A card that is struck out on the page is off the list.
    assert [change.cards for change in rows if change.status == "free"] == [("D2J ジェルヴィス",)]
    assert [rule.url.rsplit("/", 1)[1] for rule in rest.rules] == ["dmedhrule"]


def test_what_cannot_be_read_is_said(rest: Parsed) -> None:
    kinds = {(problem.kind, problem.source_key) for problem in rest.problems}
    assert ("protected", "20701") in kinds
    assert ("unclosed_bracket", "6735") in kinds
    assert {("cut_off", key) for key in ("4081", "4083", "5266", "5303", "6735")} <= kinds
    assert not {kind for kind, _ in kinds} & {"layout_changed", "bad_json", "replacement_characters"}
