"""The web report: its numbers are the marts', its pages stand alone, and what a page says stays text."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from schema.errors import UsageError
from schema.formats import load_formats
from tests.warehouse.build import card, deck, face, give_cards, load, page, published, shown
from tests.warehouse.world import FORMATS, GAMES, fill
from warehouse.database import connect_published, connect_work
from warehouse.marts import build_marts
from warehouse.publish import publish
from warehouse.report import charts
from warehouse.report.facts import page_of, read_facts
from warehouse.report.pages import pages
from warehouse.report.write import write_report
from warehouse.resolve import resolve

EVIL = '<script>alert("1")</script> & Söhne'
FORMS = load_formats()


def reported(home, directory):
    con = connect_published(home)
    try:
        return write_report(con, directory, FORMS)
    finally:
        con.close()


def soup_of(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("report") / "census"
    con = connect_work(home)
    fill(con)
    give_cards(con, card(EVIL, "火", faces=(face(EVIL, "火"),)))
    evil = deck(
        "66", "甲", commander=EVIL, title=EVIL, url="javascript:alert(1)", published_on=date(2020, 2, 2)
    )
    load(con, (page("https://dm-edh.com/dmedh/66"), shown(evil)))
    resolve(con, GAMES)
    for since, url in ((date(2020, 2, 1), "https://dm-edh.com/list"), (None, "javascript:alert(2)")):
        con.execute(
            "insert into restriction (list, set_key, card_id, card_name, status, from_date, source_url) "
            "select 'dmedh', 'k' || coalesce(?::varchar, ''), card_id, name, 'banned', ?, ? "
            "from card where name = '甲'",
            [since, since, url],
        )
    build_marts(con, FORMATS)
    publish(con, home)
    con.close()
    return home


@pytest.fixture(scope="module")
def report(home, tmp_path_factory):
    directory = tmp_path_factory.mktemp("pages")
    reported(home, directory)
    return directory


@pytest.fixture(scope="module")
def front(report):
    return soup_of(report / "index.html")


def table(soup, section, caption):
    (found,) = [
        each
        for each in soup.select(f"#{section} table")
        if each.caption.get_text(strip=True).startswith(caption)
    ]
    return [
        [cell.get_text(" ", strip=True) for cell in row.select("th, td")] for row in found.select("tbody tr")
    ]


def test_every_commander_has_its_share_n_and_interval(home, front):
    rows = published(
        home,
        "select commander, civilizations, decks, n, share, share_low, share_high from commander_popularity "
        "where format = 'dmedh' and period = 'all' order by decks desc, commander",
    )
    assert rows
    assert table(front, "dmedh", "Every commander") == [
        [
            str(1 + sum(other[2] > decks for other in rows)),
            name, colours, f"{decks:,}", f"{n:,}", f"{share:.1%} {low:.1%}–{high:.1%}",
        ]
        for name, colours, decks, n, share, low, high in rows
    ]  # fmt: skip


def test_every_verdict_and_breach_is_the_mart_s(home, front):
    verdicts = published(home, "select verdict, decks, n from legality_summary where format = 'dmedh'")
    shown_verdicts = [(row[2], int(row[3]), int(row[4])) for row in table(front, "dmedh", "Verdicts")]
    assert sorted(shown_verdicts) == sorted(verdicts)
    title = FORMS["dmedh"].clauses["DM2"].title
    told = {
        basis: (f"{decks}", f"{share:.1%} {low:.1%}–{high:.1%}")
        for basis, decks, share, low, high in published(
            home,
            "select basis, decks, share, share_low, share_high from rule_breaches "
            "where format = 'dmedh' and severity = 'violation'",
        )
    }
    assert table(front, "dmedh", "Decks that break a rule") == [
        ["DM2", f"{title['en']} {title['ja']}", *told["published"], *told["today"]]
    ]


def test_restrictions_have_their_days_and_what_they_met(front):
    undated, dated = table(front, "dmedh", "What is restricted")
    assert undated[:8] == ["甲", "dmedh", "banned", "not known", "", "", "", ""]
    assert undated[8] == "javascript:alert(2)"
    assert dated[:7] == ["甲", "dmedh", "banned", "2020-02-01", "", "4", "4"]


def test_the_cards_and_decks_of_a_commander_stand_on_its_page(home, report):
    soup = soup_of(report / page_of("dmedh", "火将"))
    cards = published(
        home,
        "select card, decks, n from card_inclusion where format = 'dmedh' and commander = '火将' "
        "order by decks desc, synergy desc, card",
    )
    rows = [
        [cell.get_text(" ", strip=True) for cell in row.select("th, td")] for row in soup.select("tbody tr")
    ]
    assert [(row[0], int(row[1]), int(row[2])) for row in rows[: len(cards)]] == cards
    assert {row[0] for row in rows[len(cards) :]} == {"deck 1", "deck 3", "deck 4", '-1+2 "x",\ny'}
    assert soup.select_one('a[href="https://dm-edh.com/dmedh/1"]')


def test_why_a_deck_is_not_legal_stands_beside_its_verdict(home, report):
    """Its findings of both days; today's are not said again where they are the same."""
    found = published(
        home,
        "select d.commander, d.title, v.rule || ': ' || v.detail "
        "from current_deck d join violation v using (deck_id) "
        "where v.basis = 'published' and v.severity = 'violation' and v.card_id is null "
        "and d.format = 'dmedh' and d.commander is not null and d.verdict_published = 'illegal' order by all",
    )
    assert found
    for commander, title, said in found:
        rows = soup_of(report / page_of("dmedh", commander)).select("table")[-1].select("tbody tr")
        (row,) = [row for row in rows if row.th.get_text(strip=True) == title]
        own, today = row.find_all("td")[-2:]
        assert own.get_text(" ", strip=True).startswith("illegal")
        assert said in [item.get_text() for item in own.select("ul.why li")]
        assert today.get_text(" ", strip=True) == "illegal for the same"


def test_every_deck_is_listed_with_both_verdicts_whatever_is_known_of_its_commander(home, report):
    for name in ("dmedh", "commander"):
        decks = published(
            home,
            "select coalesce(title, source_key), coalesce(commander, 'not known'), "
            "coalesce(dated_on::varchar, ''), "
            "coalesce(verdict_published, ''), coalesce(verdict_today, '') from current_deck "
            f"where format = '{name}'",
        )
        rows = [
            [cell.get_text(" ", strip=True) for cell in row.select("th, td")]
            for row in soup_of(report / "decks" / f"{name}.html").select("tbody tr")
        ]
        assert decks
        assert sorted(
            (*row[:2], row[3], row[4].split(" ")[0], row[5].split(" ")[0]) for row in rows
        ) == sorted(decks)
        days = [row[3] for row in rows if row[3]]
        assert days == sorted(days, reverse=True)


def test_a_list_of_more_decks_than_a_browser_lays_out_says_so(home, tmp_path):
    con = connect_published(home)
    facts = read_facts(con, FORMS)
    dmedh = next(form for form in facts.formats if form.id == "dmedh")
    dmedh.field["current_decks"] = 5_000
    told = dict(pages(con, facts))["decks/dmedh.html"]
    con.close()
    assert "of 5,000 decks; those before stand on the pages of their commanders" in told


def test_a_legal_deck_needs_no_reason(report):
    for path in (report / "commander").iterdir():
        for verdict in soup_of(path).select(".verdict.legal"):
            assert not verdict.find_next_siblings("ul")


def test_each_source_and_its_problems_are_told(front):
    assert {row[0] for row in table(front, "quality", "How each source")} == {"dm-edh", "blog", "mtg"}
    problems = table(front, "quality", "Problems that still stand")
    assert ["mtg", "unreadable_line", "a line inside a deck list that gave no card", "1"] in problems


def test_names_titles_and_addresses_from_pages_stay_text(report, front):
    assert EVIL in [row[1] for row in table(front, "dmedh", "Every commander")]
    for path in report.rglob("*.html"):
        soup = soup_of(path)
        assert [each.get("src") for each in soup.find_all("script")] == [
            f"{'../' if path.parent != report else ''}assets/{name}.js" for name in ("tables", "report")
        ]
        assert not soup.select('[href^="javascript:"]')
        assert not [name for each in soup.find_all(True) for name in each.attrs if name.startswith("on")]


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_the_network(report):
    for path in report.rglob("*.html"):
        soup = soup_of(path)
        for each in soup.select("script[src], link[href], img[src], source[src], iframe[src]"):
            target = each.get("src") or each.get("href")
            assert (path.parent / target).is_file(), target
        for each in soup.select("a[href]"):
            target, _, anchor = each["href"].partition("#")
            if target.startswith(("http://", "https://")):
                continue
            there = (path.parent / target) if target else path
            assert there.is_file(), each["href"]
            if anchor:
                assert soup_of(there).find(id=anchor) is not None, each["href"]
    styles = (report / "assets" / "report.css").read_text(encoding="utf-8")
    assert "url(" not in styles
    assert "@import" not in styles


def test_pages_are_fit_for_a_screen_reader(report):
    for path in report.rglob("*.html"):
        soup = soup_of(path)
        assert soup.html["lang"] == "en"
        assert len(soup.find_all("h1")) == 1
        assert soup.select_one('a.skip[href="#main"]')
        levels = [int(each.name[1]) for each in soup.find_all(re.compile("^h[1-6]$"))]
        assert all(after <= before + 1 for before, after in pairwise(levels))
        ids = [each["id"] for each in soup.find_all(id=True)]
        assert len(ids) == len(set(ids))
        for each in soup.find_all("table"):
            assert each.caption.get_text(strip=True)
            assert all(head.get("scope") for head in each.find_all("th"))
        for each in soup.select("figure svg"):
            assert each["role"] == "img"
            assert each["aria-label"]
            assert each.find_parent("figure").figcaption.get_text(strip=True)


def test_heads_of_japanese_games_are_told_in_japanese_too(front, report):
    heads = front.select("#dmedh thead th")
    assert heads
    plain = [each.get_text(" ", strip=True) for each in heads if not each.select_one('[lang="ja"]')]
    assert all(each.startswith("share of ") for each in plain)
    assert not front.select('#commander thead [lang="ja"], #commander h3 [lang="ja"]')
    for name in (page_of("dmedh", "火将"), "decks/dmedh.html"):
        assert all(each.select_one('[lang="ja"]') for each in soup_of(report / name).select("thead th"))


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    lights = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(light * weight for light, weight in zip(lights, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_and_bars_stand_out_by_day_and_by_night(report):
    """WCAG 2.2 AA: 4.5 to 1 for text (1.4.3), 3 to 1 for what a chart or a control is told by (1.4.11)."""
    styles = (report / "assets" / "report.css").read_text(encoding="utf-8")
    day, night = (
        {
            name: f"#{2 * code if len(code) == 3 else code}"
            for name, code in re.findall(r"--([a-z]+): #(\w+)", part)
        }
        for part in re.findall(r":root \{(.*?)\}", styles, re.DOTALL)[:2]
    )
    assert {"ink", "soft", "paper", "link", "bar", "legal", "illegal", "unknown", "incomplete"} <= set(day)
    assert set(day) == set(night)
    for colours in (day, night):
        for name in ("ink", "soft", "link", "legal", "illegal", "unknown", "incomplete"):
            assert contrast(colours[name], colours["paper"]) >= 4.5, name
        assert contrast(colours["bar"], colours["paper"]) >= 3
        assert contrast(charts.SERIES_COLOURS[0], colours["paper"]) >= 3


def test_shares_of_few_decks_are_marked(front, home):
    rates = front.select("#dmedh td.rate")
    assert rates
    assert all("few" in each["class"] for each in rates if each.get_text(strip=True))


def test_the_data_behind_the_tables_stand_beside_them(home, report):
    rows = (report / "data" / "commanders.csv").read_text(encoding="utf-8").splitlines()
    count = published(home, "select count(*) from commander_popularity where period = 'all'")[0][0]
    assert rows[0] == "format,place,commander,civilizations,decks,n,share,share_low,share_high"
    assert len(rows) == count + 1


def test_the_same_data_give_the_same_bytes(home, report, tmp_path):
    reported(home, tmp_path)
    names = sorted(path.relative_to(report) for path in report.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    for name in names:
        assert (report / name).read_bytes() == (tmp_path / name).read_bytes(), name


def test_a_later_report_takes_the_place_of_the_earlier_and_leaves_other_files(home, tmp_path):
    files = reported(home, tmp_path)
    assert files[-1] == tmp_path / "index.html"
    gone, own = tmp_path / "commander" / "dmedh-gone.html", tmp_path / "commander" / "own.html"
    gone.write_text((tmp_path / page_of("dmedh", "火将")).read_text(encoding="utf-8"), encoding="utf-8")
    own.write_text("<p>mine</p>", encoding="utf-8")
    assert reported(home, tmp_path) == files
    assert not gone.exists()
    assert own.exists()
    assert not list(tmp_path.glob(".aside-*"))


def test_a_census_without_a_deck_has_a_report(tmp_path):
    con = connect_work(tmp_path / "census")
    build_marts(con, FORMS)
    publish(con, tmp_path / "census")
    con.close()
    reported(tmp_path / "census", tmp_path / "pages")
    assert "No deck has been counted yet." in soup_of(tmp_path / "pages" / "index.html").get_text()


def test_a_place_that_cannot_be_written_is_one_line(home, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot write to"):
        reported(home, tmp_path / "file")
